"""Readers of text, whatever it is packed in: streamed, checked, and continued from any record."""

from collections.abc import Callable, Iterator
from pathlib import Path

from fledge.common.errors import FledgeError
from fledge.data.corpus.kinds import SEEKABLE, Reading, kind_of, look_through
from fledge.data.corpus.records import Piece, Record, drop

__all__ = ["Reading", "kind_of", "read_pieces"]


def read_pieces(
    path: Path, name: str, reading: Reading, skip: int = 0, report: Callable[[int], None] = lambda _: None
) -> Iterator[Record]:
    """The records of a file from number `skip` on; `name` says what kind of file it is.

    `report` is told how many more bytes of the file have been read. A file without any record gives one empty
    document, so that it can be counted.
    """
    from fledge.data.corpus.sources import Meter

    meter = Meter(path, name, report)
    is_empty = not skip
    for record in _records(path, name, reading, skip, meter):
        is_empty = False
        yield record
    if is_empty:
        yield Piece("", True)
    meter.finish()


def _records(path: Path, name: str, reading: Reading, skip: int, report: Callable[[int], None]) -> Iterator[Record]:
    from fledge.data.corpus import archives, parquet, sources, streams

    kind = kind_of(name)
    if kind == "parquet":
        return parquet.read_parquet(path, name, reading.text_column, skip, report)
    if kind == "zip":
        return archives.read_zip(path, name, reading, skip, report)
    inner, compressions = look_through(name)
    if compressions and kind_of(inner) in SEEKABLE:
        raise FledgeError(f"{name} is {compressions[0]} around a file that has to be whole.", "Decompress it first.")
    blocks = sources.file_blocks(path, name, report)
    if kind == "tar":
        return drop(archives.read_tar(blocks, name, reading), skip)
    return streams.read_stream(blocks, name, reading, skip)
