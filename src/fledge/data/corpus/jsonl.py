"""JSON lines: one object per line, with the text in one of its columns."""

import codecs
import functools
import itertools
import json
from collections.abc import Iterable, Iterator
from typing import Any

from fledge.data.corpus.columns import choose_column
from fledge.data.corpus.magic import HEAD_BYTES, check_is_text
from fledge.data.corpus.records import BadRecord, DamagedFile, Record, document_chunks
from fledge.data.corpus.sources import peek
from fledge.texts import say

MAX_LINE_BYTES = 256 << 20
MAX_COLUMNS_CHARS = 60


def read_jsonl(blocks: Iterable[bytes], name: str, column: str, skip: int = 0) -> Iterator[Record]:
    """Blank lines are not records. The first object decides on the column, even if it is skipped."""
    for index, (number, line) in enumerate(_lines(_utf8(blocks, name))):
        if index < skip and column:
            continue
        record = _object(line)
        if isinstance(record, dict) and not column:
            column = choose_column(name, list(record))
        if index >= skip:
            text = record if isinstance(record, BadRecord) else _text(record, column, line)
            if isinstance(text, BadRecord):
                yield text._replace(where=_where(number, column, record))
            else:
                yield from document_chunks(text)


def _utf8(blocks: Iterable[bytes], name: str) -> Iterator[bytes]:
    """The blocks without a byte order mark."""
    start, blocks = peek(blocks, HEAD_BYTES)
    check_is_text(name, start, is_records=True)
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise DamagedFile(say("corpus.utf16_lines", name=name), say("corpus.convert_utf16"), "not UTF-8")
    if not start.startswith(codecs.BOM_UTF8):
        return blocks
    first = next(blocks)
    return itertools.chain([first[len(codecs.BOM_UTF8) :]], blocks)


def _lines(blocks: Iterable[bytes]) -> Iterator[tuple[int, bytes | None]]:
    """Each line that is not blank, with its number; None for a line that is too long."""
    held: list[bytes] = []
    size, number = 0, 1
    for block in itertools.chain(blocks, [b"\n"]):
        *ended, rest = block.split(b"\n")
        for part in ended:
            size += len(part)
            if size > MAX_LINE_BYTES:
                yield number, None
            else:
                line = b"".join((*held, part)) if held else part
                if line and not line.isspace():
                    yield number, line
            held, size, number = [], 0, number + 1
        size += len(rest)
        if size > MAX_LINE_BYTES:
            held = []
        elif rest:
            held.append(rest)


def _object(line: bytes | None) -> dict[str, Any] | BadRecord:
    if line is None:
        return BadRecord("line too long", "")
    try:
        record = json.loads(line.decode())
    except UnicodeDecodeError:
        return BadRecord("not UTF-8", "")
    except RecursionError:
        return BadRecord("nested too deeply", "")
    except ValueError:
        return BadRecord("not JSON", "")
    return record if isinstance(record, dict) else BadRecord("not an object", "")


def _text(record: dict[str, Any], column: str, line: bytes | None) -> str | BadRecord:
    if column not in record:
        return BadRecord("no text", "")
    text = record[column]
    if text is None:
        return ""
    if not isinstance(text, str):
        return BadRecord("text is not a string", "")
    assert line is not None
    if line.count(_as_json(column)) > 1 and _has_column_twice(line, column):
        return BadRecord("text twice", "")
    if (b"\\ud" in line or b"\\uD" in line) and _has_half_surrogate(text):
        return BadRecord("half a surrogate pair", "")
    return text


def _where(number: int, column: str, record: dict[str, Any] | BadRecord) -> str:
    if isinstance(record, BadRecord) or column in record:
        return str(say("corpus.line", number=number))
    if not record:
        return str(say("corpus.line_of_nothing", number=number, column=column))
    columns = ", ".join(record)[:MAX_COLUMNS_CHARS]
    return str(say("corpus.line_without_column", number=number, column=column, columns=columns))


@functools.cache
def _as_json(column: str) -> bytes:
    return json.dumps(column).encode()


def _has_column_twice(line: bytes, column: str) -> bool:
    """Whether an object has the column twice: Python's reader would silently take the last."""
    pairs: list[tuple[str, Any]] = json.loads(line, object_pairs_hook=list)
    return sum(key == column for key, _ in pairs) > 1


def _has_half_surrogate(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False
