"""Tokens in several files as one array, memory-mapped: only what is used is read."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from fledge.common.errors import FledgeError
from fledge.texts import say

TokenArray = npt.NDArray[np.unsignedinteger[Any]]

MAX_OPEN_FILES = 256  # a mapped file holds a descriptor, and a process may have about a thousand


@dataclass(frozen=True)
class Shard:
    file: str
    tokens: int
    sha256: str | None = None


class ShardedTokens:
    """The shards of a split as one array: length, slices, and the tokens at any positions."""

    def __init__(self, folder: Path, shards: Sequence[Shard], dtype: str) -> None:
        self.folder, self.shards, self.dtype = folder, shards, np.dtype(dtype)
        self.ends = np.cumsum([shard.tokens for shard in shards], dtype=np.int64)
        self._open: dict[int, TokenArray] = {}

    def __len__(self) -> int:
        return int(self.ends[-1])

    def __iter__(self) -> Iterator[Any]:
        for number in range(len(self.shards)):
            yield from self.shard(number)

    def __getitem__(self, places: slice | npt.NDArray[np.int64]) -> TokenArray:
        if isinstance(places, slice):
            start, stop, step = places.indices(len(self))
            return self._between(start, stop)[::step] if step > 0 else self[np.arange(start, stop, step)]
        return self._gathered(places)

    def shard(self, number: int) -> TokenArray:
        """The tokens of one file. When too many files are open, the one opened first is closed."""
        if number not in self._open:
            if len(self._open) >= MAX_OPEN_FILES:
                del self._open[next(iter(self._open))]
            self._open[number] = map_shard(self.folder, self.shards[number], self.dtype)
        return self._open[number]

    def start(self, number: int) -> int:
        return int(self.ends[number]) - self.shards[number].tokens

    def _between(self, start: int, stop: int) -> TokenArray:
        if start >= stop:
            return np.empty(0, self.dtype)
        first, last = (int(np.searchsorted(self.ends, at, side="right")) for at in (start, stop - 1))
        parts = []
        for number in range(first, last + 1):
            base = self.start(number)
            parts.append(self.shard(number)[max(0, start - base) : stop - base])
        return parts[0] if len(parts) == 1 else np.concatenate(parts)

    def _gathered(self, places: npt.NDArray[np.int64]) -> TokenArray:
        if not places.size:
            return np.empty(places.shape, self.dtype)
        low, high = places.min(), places.max()
        if low < 0 or high >= len(self):
            raise IndexError(f"places {low} to {high} of {len(self)} tokens")
        first, last = (int(np.searchsorted(self.ends, at, side="right")) for at in (low, high))
        if first == last:
            return self.shard(first)[places - self.start(first)]
        flat = places.ravel()
        numbers = np.searchsorted(self.ends, flat, side="right")
        order = np.argsort(numbers, kind="stable")  # groups the places by shard
        cuts = np.flatnonzero(np.diff(numbers[order])) + 1
        found = np.empty(flat.shape, self.dtype)
        for part in np.split(order, cuts):
            number = int(numbers[part[0]])
            found[part] = self.shard(number)[flat[part] - self.start(number)]
        return found.reshape(places.shape)


def map_shard(folder: Path, shard: Shard, dtype: npt.DTypeLike) -> TokenArray:
    try:
        return np.memmap(folder / shard.file, dtype=dtype, mode="r", shape=(shard.tokens,))
    except (OSError, ValueError) as error:  # ValueError: shorter than that
        reason = getattr(error, "strerror", None) or say("data.shrunk")
        raise FledgeError(
            say("data.cant_read", path=folder / shard.file, reason=reason), say("data.prepare_again")
        ) from error
