"""Batches from a split's tokens.

A batch is a pure function of (seed, stream, number): nothing has to be remembered to resume exactly, an
evaluation never disturbs the training data, and any number of processes share one sequence of batches.
"""

import math
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from fledge.errors import FledgeError

Tokens = npt.NDArray[np.unsignedinteger]
TRAIN, EVAL_TRAIN, EVAL_VAL = range(3)  # independent streams of one seed
GOLDEN = 0x9E3779B97F4A7C15  # the golden ratio's fraction, in 64 bits: its multiples cover an interval most evenly


class Batches:
    """Windows of a split: random ones to train on, or every one once."""

    def __init__(
        self,
        tokens: Tokens,
        split: str,
        block_size: int,
        batch_size: int,
        vocab_size: int,
        device: torch.device,
    ) -> None:
        self.tokens, self.split = tokens, split
        self.block_size, self.batch_size = block_size, batch_size
        self.vocab_size, self.device = vocab_size, device
        check_block_size(block_size, split, len(tokens))

    def random(self, seed: int, stream: int, number: int) -> tuple[Tensor, Tensor]:
        """Batch `number` of a stream: tokens B T and the tokens that follow them.

        Row k takes its window from the k-th of batch_size equal parts of the split, at a random place that moves on
        by the golden ratio from batch to batch. Every window is as likely as in nanoGPT's independent draws, but
        successive batches spread over the text instead of leaving a part of it out by chance.
        """
        shifts = np.random.Philox(key=np.array([seed, stream], np.uint64)).random_raw(self.batch_size)
        offsets = (shifts + np.uint64(number * GOLDEN % 2**64)) / 2**64  # whole numbers wrap around, and stay exact
        places = (np.arange(self.batch_size) + offsets) / self.batch_size
        count = len(self.tokens) - self.block_size
        starts = np.minimum((places * count).astype(np.int64), count - 1)  # rounding may reach the end
        return self._to_device(*self._windows(starts))

    def exhaustive(self, share: float = 1.0, part: slice = slice(None)) -> Iterator[tuple[Tensor, Tensor, int]]:
        """Every window once, in order, and how many targets count; or an evenly spaced `share` of the windows.

        `part` of the batches, where processes divide them among themselves.

        All batches have one shape (a compiled model stays compiled): what lies past the end is target -1.
        """
        count = math.ceil((len(self.tokens) - 1) / self.block_size)
        starts = np.arange(count, dtype=np.int64) * self.block_size
        if share < 1:
            starts = starts[np.linspace(0, count - 1, max(1, round(count * share))).astype(np.int64)]
        for first in range(0, len(starts), self.batch_size)[part]:
            x, y = self._windows(starts[first : first + self.batch_size])
            missing = self.batch_size - len(x)
            x = np.pad(x, ((0, missing), (0, 0)))
            y = np.pad(y, ((0, missing), (0, 0)), constant_values=-1)
            yield *self._to_device(x, y), int((y >= 0).sum())

    def _windows(self, starts: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """The windows at `starts`, gathered in one go."""
        places = starts[:, None] + np.arange(self.block_size + 1)
        last = len(self.tokens) - 1
        windows = self.tokens[np.minimum(places, last)].astype(np.int64)
        if windows.max() >= self.vocab_size:
            at = int(places[np.unravel_index(windows.argmax(), windows.shape)])
            raise FledgeError(
                f"token {windows.max()} at position {at:,} of the {self.split} split is outside the model's vocabulary "
                f"of {self.vocab_size:,}.",
                "Prepare the dataset again, or set --vocab_size.",
            )
        x, y = windows[:, :-1].copy(), windows[:, 1:].copy()
        y[places[:, 1:] > last] = -1
        return x, y

    def _to_device(self, x: npt.NDArray[np.int64], y: npt.NDArray[np.int64]) -> tuple[Tensor, Tensor]:
        pair = torch.from_numpy(x), torch.from_numpy(y)
        if self.device.type == "cuda":  # pinned, so that the copy overlaps with the work before it
            return tuple(t.pin_memory().to(self.device, non_blocking=True) for t in pair)  # type: ignore[return-value]
        return pair[0].to(self.device), pair[1].to(self.device)


def check_block_size(block_size: int, split: str, tokens: int) -> None:
    """A window is block_size tokens and the one that follows: a split has to be longer."""
    if tokens <= block_size:
        raise FledgeError(
            f"block_size={block_size} is too long: the {split} split has {tokens:,} tokens.",
            f"Try --block_size={largest_power_of_two(tokens - 1)}." if tokens > 1 else "Prepare more text.",
        )


def largest_power_of_two(n: int) -> int:
    """The largest power of two that is not above n (at least 1)."""
    return 1 << max(0, n.bit_length() - 1)
