"""Counts the n-grams of a dataset's training text, for a model that mixes them into its predictions."""

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import torch
from torch import Tensor, nn

from fledge.data.held_out import divided
from fledge.data.mixture import Data, parts_of
from fledge.model.counts import SHARES, UNIT, NgramCounts
from fledge.texts import Message, say

MOST_TOKENS = 10_000_000  # that are counted: about 7 s of one core, and 1 GB of memory meanwhile (LOG.md, 2026-11-17)


def counts_of(model: nn.Module) -> NgramCounts | None:
    """The counts that a model mixes into its predictions, if it has any."""
    return next((part for part in model.modules() if isinstance(part, NgramCounts)), None)


def count_ngrams(counts: NgramCounts, dataset: Data, block_size: int, document_end: int | None) -> Message:
    """Fill the counts from the training text, without what is held out of it; returns what the log says about it.

    Every process counts by itself, and finds the same.
    """
    texts = [divided(part.dataset.split("train"), block_size)[0] for part in parts_of(dataset)]
    tokens = [np.asarray(tokens[: MOST_TOKENS // len(texts)], np.int64) for tokens in texts]
    tokens_N = torch.from_numpy(np.concatenate(tokens))
    counts.count(tokens_N, document_end)
    return say("train.counted", ngrams=counts.used, tokens=len(tokens_N))


@contextmanager
def trying(counts: NgramCounts, shares: tuple[float, ...]) -> Iterator[None]:
    """Meanwhile the model's loss is one number for each of these shares of its counts."""
    counts.tried = shares
    try:
        yield
    finally:
        counts.tried = None


def take_best(counts: NgramCounts, losses_S: Tensor) -> None:
    """Mix the counts in by that of SHARES which has the lowest loss."""
    counts.share.fill_(int(SHARES[int(losses_S.argmin())] * UNIT))
