"""Counts the n-grams of a dataset's training text, for a model that mixes them into its predictions."""

import numpy as np
import torch

from fledge.data.mixture import Data, parts_of
from fledge.model.base import GPT
from fledge.model.counts import NgramCounts
from fledge.texts import Message, say

MOST_TOKENS = 4_000_000  # that are counted: 3.3 s of one core, and 0.5 GB of memory meanwhile (LOG.md, 2026-11-17)


def count_ngrams(model: GPT, dataset: Data) -> list[Message]:
    """Fill the model's counts, if it has any; returns what the log says about it.

    Every process counts by itself, and finds the same.
    """
    found = [part for part in model.modules() if isinstance(part, NgramCounts)]
    if not found:
        return []
    splits = [part.dataset.split("train") for part in parts_of(dataset)]
    texts = [np.asarray(tokens[: MOST_TOKENS // len(splits)], np.int64) for tokens in splits]
    tokens = torch.from_numpy(np.concatenate(texts))
    for counts in found:
        counts.count(tokens, model.document_end)
    return [say("train.counted", ngrams=found[0].used, tokens=len(tokens))]
