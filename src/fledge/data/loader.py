"""Batches from a split's tokens.

A batch is a pure function of (seed, stream, number): a run resumes exactly without any saved state, an evaluation never
disturbs the training data, and any number of processes share one sequence of batches.

The training sequences of a run are numbered from 0, over all its processes and micro-batches; `training` returns
batch_size of them.
"""

import math
from collections.abc import Callable, Iterator, Sequence

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from fledge.common.errors import FledgeError
from fledge.data.dataset import Tokens
from fledge.data.held_out import TextPart
from fledge.data.mixture import MixturePattern
from fledge.data.permutation import GOLDEN, Numbers, shuffled
from fledge.texts import say

STREAMS = 3  # independent random streams per seed, for each dataset of a mixture
TRAIN, EVAL_TRAIN, EVAL_VAL = range(STREAMS)
Pair = tuple[Tensor, Tensor]


class Batches:
    """Windows of a split: random ones, each once per epoch, or each once in order."""

    def __init__(
        self,
        tokens: Tokens | TextPart,
        split: str,
        block_size: int,
        batch_size: int,
        vocab_size: int,
        device: torch.device,
        sampling: str = "random",
    ) -> None:
        self.tokens, self.split, self.sampling = tokens, split, sampling
        self.block_size, self.batch_size = block_size, batch_size
        self.vocab_size, self.device = vocab_size, device
        check_block_size(block_size, split, len(tokens))

    @property
    def parts(self) -> "list[tuple[str, float, Batches]]":
        return [("", 1.0, self)]

    def training(self, seed: int, first: int) -> Pair:
        """The batch to train on that begins with sequence `first` of the run."""
        if self.sampling == "random":
            return self.random(seed, TRAIN, first // self.batch_size)
        return self.to_device(*self.windows(self.starts(seed, TRAIN, first + np.arange(self.batch_size))))

    def starts(self, seed: int, stream: int, numbers: Numbers) -> Numbers:
        """The start of the window of each sequence, which depends only on its number."""
        if self.sampling == "epoch":
            windows = (len(self.tokens) - 1) // self.block_size  # whole ones, side by side, each with a token after it
            return shuffled(numbers, windows, seed, stream) * self.block_size
        return self.random_starts(seed, stream, numbers)

    def random_starts(self, seed: int, stream: int, numbers: Numbers) -> Numbers:
        shift = np.random.Philox(key=np.array([seed, stream], np.uint64)).random_raw(1)
        return self._starts_at((shift + numbers.astype(np.uint64) * np.uint64(GOLDEN)) / 2**64)

    def random(self, seed: int, stream: int, number: int) -> Pair:
        """Batch `number` of a stream: tokens B T and the tokens that follow them.

        Row k takes its window from the k-th of batch_size equal parts of the split, at a random position that moves by
        the golden ratio from batch to batch. Every window is as likely as in nanoGPT's independent draws, but
        successive batches cover the text evenly instead of leaving a part of it out by chance.
        """
        shifts = np.random.Philox(key=np.array([seed, stream], np.uint64)).random_raw(self.batch_size)
        offsets = (shifts + np.uint64(number * GOLDEN % 2**64)) / 2**64  # integers wrap around and stay exact
        return self.to_device(*self.windows(self._starts_at((np.arange(self.batch_size) + offsets) / self.batch_size)))

    def _starts_at(self, shares: npt.NDArray[np.float64]) -> Numbers:
        """The starts of the windows at these fractions of the split."""
        count = len(self.tokens) - self.block_size
        return np.minimum((shares * count).astype(np.int64), count - 1)  # rounding may reach the end

    def exhaustive(self, share: float = 1.0, part: slice = slice(None)) -> Iterator[tuple[Tensor, Tensor, int]]:
        """Every window once, in order, with the number of valid targets; or an evenly spaced `share` of the windows.

        `part` selects the batches of this process. All batches have the same shape, so that a compiled model is not
        compiled again: targets past the end are -1.
        """
        count = math.ceil((len(self.tokens) - 1) / self.block_size)
        starts = np.arange(count, dtype=np.int64) * self.block_size
        if share < 1:
            starts = starts[np.linspace(0, count - 1, max(1, round(count * share))).astype(np.int64)]
        for first in range(0, len(starts), self.batch_size)[part]:
            x, y = self.windows(starts[first : first + self.batch_size])
            missing = self.batch_size - len(x)
            x = np.pad(x, ((0, missing), (0, 0)))
            y = np.pad(y, ((0, missing), (0, 0)), constant_values=-1)
            yield *self.to_device(x, y), int((y >= 0).sum())

    def windows(self, starts: Numbers) -> tuple[Numbers, Numbers]:
        """The windows at `starts`: inputs and targets."""
        places = starts[:, None] + np.arange(self.block_size + 1)
        last = len(self.tokens) - 1
        windows = self.tokens[np.minimum(places, last)].astype(np.int64)
        if windows.max() >= self.vocab_size:
            at = int(places[np.unravel_index(windows.argmax(), windows.shape)])
            raise FledgeError(
                say(
                    "data.outside_vocabulary",
                    token=windows.max(),
                    position=at,
                    split=self.split,
                    vocab_size=self.vocab_size,
                ),
                say("data.again_or_vocab_size"),
            )
        x, y = windows[:, :-1].copy(), windows[:, 1:].copy()
        y[places[:, 1:] > last] = -1
        return x, y

    def to_device(self, x: Numbers, y: Numbers) -> Pair:
        pair = torch.from_numpy(x), torch.from_numpy(y)
        if self.device.type == "cuda":  # pinned memory: the copy overlaps with earlier work
            return tuple(t.pin_memory().to(self.device, non_blocking=True) for t in pair)  # type: ignore[return-value]
        return pair[0].to(self.device), pair[1].to(self.device)


StartsOf = Callable[[Batches, int, int, Numbers], Numbers]


class MixedBatches:
    """Batches with sequences from several datasets, by their shares; each dataset has its own epochs."""

    def __init__(self, parts: Sequence[tuple[str, float, Batches]]) -> None:
        self.parts = list(parts)
        self.pattern = MixturePattern([share for _, share, _ in parts])
        self.batch_size = parts[0][2].batch_size

    def training(self, seed: int, first: int) -> Pair:
        return self._mixed(seed, TRAIN, first, Batches.starts)

    def random(self, seed: int, stream: int, number: int) -> Pair:
        """Batch `number` of a stream; it does not depend on how training samples."""
        return self._mixed(seed, stream, number * self.batch_size, Batches.random_starts)

    def _mixed(self, seed: int, stream: int, first: int, starts_of: StartsOf) -> Pair:
        owners, numbers = self.pattern.locate(first + np.arange(self.batch_size))
        any_part = self.parts[0][2]
        x, y = (np.empty((self.batch_size, any_part.block_size), np.int64) for _ in range(2))
        for owner in np.unique(owners).tolist():
            rows, part = owners == owner, self.parts[owner][2]
            starts = starts_of(part, seed, stream + STREAMS * owner, numbers[rows])
            x[rows], y[rows] = part.windows(starts)
        return any_part.to_device(x, y)


def check_block_size(block_size: int, split: str, tokens: int) -> None:
    """Check that a split is longer than a window, which is block_size tokens and the one that follows."""
    if tokens <= block_size:
        raise FledgeError(
            say("data.block_too_long", block_size=block_size, split=split, tokens=tokens),
            say("data.try_block_size", block_size=largest_power_of_two(tokens - 1))
            if tokens > 1
            else say("data.more_text"),
        )


def largest_power_of_two(n: int) -> int:
    """The largest power of two that is not above n (at least 1)."""
    return 1 << max(0, n.bit_length() - 1)
