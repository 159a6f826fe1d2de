"""Files read from front to back: plain text and JSON lines, compressed or not."""

from collections.abc import Iterable, Iterator

from fledge.data.corpus.compressed import decompressed
from fledge.data.corpus.jsonl import read_jsonl
from fledge.data.corpus.kinds import ReadOptions, kind_of, strip_compression
from fledge.data.corpus.records import Record, skip_records
from fledge.data.corpus.text import read_text
from fledge.data.corpus.unpacking import UnpackLimit


def decompress_all(blocks: Iterable[bytes], name: str, limit: UnpackLimit) -> Iterator[bytes]:
    for compression in strip_compression(name)[1]:
        blocks = limit.counted(decompressed(blocks, compression, name))
    return iter(blocks)


def read_stream(
    blocks: Iterable[bytes], name: str, options: ReadOptions, limit: UnpackLimit, skip: int = 0
) -> Iterator[Record]:
    blocks = decompress_all(blocks, name, limit)
    if kind_of(name) == "jsonl":
        return read_jsonl(blocks, name, options.text_column, skip)
    return skip_records(read_text(blocks, name, options.encoding, options.separator), skip)
