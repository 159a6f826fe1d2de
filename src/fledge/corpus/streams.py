"""Files that are read from front to back: plain text and JSON lines, compressed or not."""

from collections.abc import Iterable, Iterator

from fledge.corpus.compressed import decompressed
from fledge.corpus.jsonl import read_jsonl
from fledge.corpus.kinds import Reading, kind_of, look_through
from fledge.corpus.piece import Record, drop
from fledge.corpus.text import read_text


def unpacked(blocks: Iterable[bytes], name: str) -> Iterator[bytes]:
    for compression in look_through(name)[1]:
        blocks = decompressed(blocks, compression, name)
    return iter(blocks)


def read_stream(blocks: Iterable[bytes], name: str, reading: Reading, skip: int = 0) -> Iterator[Record]:
    blocks = unpacked(blocks, name)
    if kind_of(name) == "jsonl":
        return read_jsonl(blocks, name, reading.text_column, skip)
    return drop(read_text(blocks, name, reading.encoding, reading.separator), skip)
