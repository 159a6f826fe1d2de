"""The records of a file of any kind, from any record on."""

from collections.abc import Callable, Iterator
from pathlib import Path

from fledge.common.errors import FledgeError
from fledge.data.corpus.archives import read_tar, read_zip
from fledge.data.corpus.kinds import SEEKABLE, ReadOptions, kind_of, strip_compression
from fledge.data.corpus.parquet import read_parquet
from fledge.data.corpus.records import Chunk, Record, skip_records
from fledge.data.corpus.sources import ReadMeter, file_blocks
from fledge.data.corpus.streams import read_stream
from fledge.data.corpus.unpacking import UnpackLimit
from fledge.texts import say


def read_records(
    path: Path, name: str, options: ReadOptions, skip: int = 0, report: Callable[[int], None] = lambda _: None
) -> Iterator[Record]:
    """The records of a file from number `skip` on; its `name` says what kind of file it is.

    `report` gets the number of bytes read since its last call. A file without records gives one empty document, so
    that it can be counted.
    """
    meter = ReadMeter(path, name, report)
    is_empty = not skip
    for record in _records(path, name, options, skip, meter):
        is_empty = False
        yield record
    if is_empty:
        yield Chunk("", True)
    meter.finish()


def _records(path: Path, name: str, options: ReadOptions, skip: int, report: Callable[[int], None]) -> Iterator[Record]:
    kind = kind_of(name)
    limit = UnpackLimit(name, path.stat().st_size)
    if kind == "parquet":
        return read_parquet(path, name, options.text_column, limit, skip, report)
    if kind == "zip":
        return read_zip(path, name, options, limit, skip, report)
    inner, compressions = strip_compression(name)
    if compressions and kind_of(inner) in SEEKABLE:
        raise FledgeError(
            say("corpus.inside", name=name, kind=kind_of(inner), compression=compressions[0]), say("corpus.decompress")
        )
    blocks = file_blocks(path, name, report)
    if kind == "tar":
        return skip_records(read_tar(blocks, name, options, limit), skip)
    return read_stream(blocks, name, options, limit, skip)
