"""The bytes of a file in blocks, and how many have been read."""

import io
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from fledge.common.errors import FledgeError
from fledge.texts import say

READ_BYTES = 1 << 20


class ReadMeter:
    """Reports how many bytes were read; the sum is exactly the size of the file."""

    def __init__(self, path: Path, name: str, report: Callable[[int], None]) -> None:
        try:
            self._left = path.stat().st_size
        except OSError as error:
            raise unreadable(name, error) from error
        self._report = report

    def __call__(self, count: int) -> None:
        count = min(count, self._left)
        self._left -= count
        if count:
            self._report(count)

    def finish(self) -> None:
        self(self._left)


class MeteredFile(io.FileIO):
    """A file that reports the bytes read, for readers with random access."""

    def __init__(self, path: Path, report: Callable[[int], None]) -> None:
        super().__init__(path)
        self._report = report

    def readinto(self, buffer: Any) -> int | None:
        count = super().readinto(buffer)
        self._report(count or 0)
        return count


class BlockFile(io.RawIOBase):
    """Blocks of bytes as a file that can be read from front to back."""

    def __init__(self, blocks: Iterable[bytes]) -> None:
        self._blocks = iter(blocks)
        self._held = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._held:
            block = next(self._blocks, None)
            if block is None:
                return 0
            self._held = memoryview(block)
        count = min(len(buffer), len(self._held))
        buffer[:count] = self._held[:count]
        self._held = self._held[count:]
        return count


def file_blocks(path: Path, name: str, report: Callable[[int], None]) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            while block := file.read(READ_BYTES):
                report(len(block))
                yield block
    except OSError as error:
        raise unreadable(name, error) from error


def peek(blocks: Iterable[bytes], count: int) -> tuple[bytes, Iterator[bytes]]:
    """The first `count` bytes, or all if there are fewer, and the blocks including those."""
    rest, start = iter(blocks), b""
    while len(start) < count and (block := next(rest, None)) is not None:
        start += block

    def again() -> Iterator[bytes]:
        if start:
            yield start
        yield from rest

    return start[:count], again()


def unreadable(name: str, error: OSError) -> FledgeError:
    return FledgeError(say("corpus.unreadable", name=name, reason=error.strerror or error))
