"""A limit for what a packed file may unpack to: a few kilobytes can be made to fill a disk."""

from collections.abc import Iterable, Iterator

from fledge.data.corpus.records import DamagedFile
from fledge.texts import say

MAX_EXPANSION = 250  # times the file's size; text is packed to a third, and logs that repeat themselves to a hundredth
ALWAYS_ALLOWED_BYTES = 100_000_000


class UnpackLimit:
    """Counts the bytes that one file unpacks to, over all its layers and members."""

    def __init__(self, name: str, packed_bytes: int) -> None:
        self._name, self._unpacked = name, 0
        self._most = max(ALWAYS_ALLOWED_BYTES, MAX_EXPANSION * packed_bytes)

    def add(self, count: int) -> None:
        self._unpacked += count
        if self._unpacked > self._most:
            raise DamagedFile(
                say("corpus.unpacks", name=self._name, most=MAX_EXPANSION, megabytes=self._unpacked / 1e6),
                say("corpus.unpack_yourself"),
                "unpacks without end",
            )

    def counted(self, blocks: Iterable[bytes]) -> Iterator[bytes]:
        for block in blocks:
            self.add(len(block))
            yield block
