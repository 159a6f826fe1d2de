"""Files that are read from front to back: plain text and JSON lines, compressed or not."""

from collections.abc import Iterable, Iterator

from fledge.data.corpus.compressed import decompressed
from fledge.data.corpus.jsonl import read_jsonl
from fledge.data.corpus.kinds import Reading, kind_of, look_through
from fledge.data.corpus.records import Record, drop
from fledge.data.corpus.text import read_text


def unpacked(blocks: Iterable[bytes], name: str) -> Iterator[bytes]:
    for compression in look_through(name)[1]:
        blocks = decompressed(blocks, compression, name)
    return iter(blocks)


def read_stream(blocks: Iterable[bytes], name: str, reading: Reading, skip: int = 0) -> Iterator[Record]:
    blocks = unpacked(blocks, name)
    if kind_of(name) == "jsonl":
        return read_jsonl(blocks, name, reading.text_column, skip)
    return drop(read_text(blocks, name, reading.encoding, reading.separator), skip)
