"""Parquet: the text column only, a few rows at a time, however large the row groups are."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from fledge.common.errors import FledgeError
from fledge.data.corpus.columns import choose_column
from fledge.data.corpus.magic import HEAD_BYTES, wrong_format
from fledge.data.corpus.records import BadRecord, DamagedFile, Record, document_chunks
from fledge.data.corpus.sources import READ_BYTES, unreadable
from fledge.data.corpus.unpacking import UnpackLimit
from fledge.texts import say, text

BATCH_BYTES = 4 << 20
MAX_ROWS = 512
PARQUET_MAGIC = b"PAR1"
ENCRYPTED_MAGIC = b"PARE"
MAX_ERROR_CHARS = 160


def read_parquet(
    path: Path, name: str, column: str, limit: UnpackLimit, skip: int, report: Callable[[int], None]
) -> Iterator[Record]:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise FledgeError(say("corpus.needs_pyarrow", name=name), "pip install 'fledge[data]'") from None
    size = _check_ends(path, name)
    where: int | None = None  # the row group; None: the footer
    try:
        with pa.OSFile(str(path)) as handle:
            # Without a buffer the whole column of a row group would be read at once.
            file = pq.ParquetFile(handle, buffer_size=READ_BYTES, pre_buffer=False, page_checksum_verification=True)
            column = choose_column(name, file.schema_arrow.names, column)
            _check_type(name, file.schema_arrow, column)
            row, total, reported = 0, file.metadata.num_rows, 0
            for group in range(file.num_row_groups):
                where = group
                end = row + file.metadata.row_group(group).num_rows
                if end <= skip:
                    row = end
                    continue
                for values in _batches(file, group, column):
                    limit.add(sum(len(value or "") for value in values))
                    for number, value in enumerate(values, row):
                        if number >= skip:
                            yield from _records(value, number)
                    row += len(values)
                    done = size * row // max(1, total)
                    report(done - reported)
                    reported = done
                if row != end:
                    raise DamagedFile(say("corpus.damaged_rows", name=name, group=group, row=row, end=end))
    except (pa.ArrowException, OSError, ValueError, LookupError, OverflowError, MemoryError) as error:
        message = " ".join(str(error).split())[:MAX_ERROR_CHARS]
        if where is None:
            raise DamagedFile(say("corpus.damaged_footer", name=name, error=message)) from error
        raise DamagedFile(say("corpus.damaged_group", name=name, group=where, error=message)) from error


def _check_ends(path: Path, name: str) -> int:
    """The size of the file, after checking how it begins and ends."""
    try:
        with path.open("rb") as file:
            start = file.read(HEAD_BYTES)
            size = file.seek(0, 2)
            file.seek(max(0, size - len(PARQUET_MAGIC)))
            end = file.read()
    except OSError as error:
        raise unreadable(name, error) from error
    if ENCRYPTED_MAGIC in (start[:4], end):
        raise FledgeError(say("corpus.encrypted_parquet", name=name), say("corpus.decrypt"))
    if not start.startswith(PARQUET_MAGIC):
        raise wrong_format("parquet", name, start)
    if end != PARQUET_MAGIC or size <= 2 * len(PARQUET_MAGIC):
        raise DamagedFile(say("corpus.no_footer", name=name, size=size), reason="cut off")
    return size


def _check_type(name: str, schema: Any, column: str) -> None:
    if schema.names.count(column) > 1:
        raise FledgeError(
            say("corpus.columns_twice", name=name, number=schema.names.count(column), column=column),
            say("corpus.other_column"),
        )
    if not _is_text(schema.field(column).type):
        others = [field.name for field in schema if _is_text(field.type)]
        problem = say("corpus.not_text", column=column, name=name, kind=schema.field(column).type)
        there = say("corpus.text_columns", columns=others) if others else say("corpus.no_text_columns")
        raise FledgeError(text([problem, there]), say("corpus.other_column"))


def _is_text(kind: Any) -> bool:
    from pyarrow import types

    if types.is_dictionary(kind):
        return _is_text(kind.value_type)
    strings = (types.is_string, types.is_large_string, types.is_string_view, types.is_null)
    byte_strings = (types.is_binary, types.is_large_binary, types.is_binary_view)
    return any(is_kind(kind) for is_kind in (*strings, *byte_strings))


def _batches(file: Any, group: int, column: str) -> Iterator[list[str | bytes | None]]:
    about = file.metadata.row_group(group)
    chunks = [about.column(index) for index in range(about.num_columns)]
    text_bytes = sum(chunk.total_uncompressed_size for chunk in chunks if chunk.path_in_schema == column)
    rows = max(1, min(MAX_ROWS, BATCH_BYTES * about.num_rows // max(1, text_bytes)))
    for batch in file.iter_batches(rows, row_groups=[group], columns=[column], use_threads=False):
        yield _values(batch.column(0))


def _values(array: Any) -> list[str | bytes | None]:
    """Strings, or bytes if one of them is not UTF-8, which parquet does not check."""
    import pyarrow as pa

    try:
        return array.to_pylist()
    except UnicodeDecodeError:
        if pa.types.is_dictionary(array.type):
            array = array.dictionary_decode()
        return array.cast(pa.large_binary()).to_pylist()


def _records(value: str | bytes | None, row: int) -> Iterable[Record]:
    try:
        return document_chunks(value.decode() if isinstance(value, bytes) else value or "")
    except UnicodeDecodeError:
        return (BadRecord("not UTF-8", text(say("corpus.row", row=row))),)
