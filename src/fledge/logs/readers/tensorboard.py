"""TensorBoard's event files: protocol buffers in records with checksums. Only scalars are read."""

import struct
from collections import Counter
from collections.abc import Iterable, Iterator

from fledge.logs.readers.assemble import Assembler
from fledge.logs.readers.families import judge_model
from fledge.logs.readers.format import Format, LogRow
from fledge.logs.readers.log import MAX_EXAMPLES, LogReading
from fledge.logs.readers.metric_names import in_fledge_units, metric_of
from fledge.logs.readers.numbers import MAX_ITERATIONS

FORMAT = Format("TensorBoard events", "events.out.tfevents.1700000000.host")
MAX_RECORD_BYTES = 1 << 26  # bytes of a record: nothing that matters is that large
MAX_TAGS = 10_000

# wire types, and the fields of Event, Summary, Summary.Value and TensorProto that matter
VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5
STEP, SUMMARY = 2, 5
VALUE = 1
TAG, SIMPLE_VALUE, TENSOR = 1, 2, 8
CONTENT, FLOATS, DOUBLES = 4, 5, 6

Scalar = tuple[int, str, float]  # step, tag, value


class BrokenError(Exception):
    """Bytes that are not an event."""


def is_events(head: bytes) -> bool:
    """Whether a file that begins with these bytes is one: the checksum of the first record's length is right."""
    return len(head) >= 12 and struct.unpack("<I", head[8:12])[0] == _checksum(head[:8])


class EventReader:
    """Reads the event files of one run, in the order they were written."""

    def __init__(self, name: str) -> None:
        self.into = Assembler(name, FORMAT)
        self.records = self.rows = 0
        self.unknown: Counter[str] = Counter()
        self.tags: set[str] = set()

    def feed(self, chunks: Iterable[bytes]) -> None:
        for record in _records(chunks):
            self.records += 1
            try:
                scalars = list(_scalars(record))
            except BrokenError:
                self.unknown["(no event)"] += 1
                continue
            for step, tag, value in scalars:
                self._take(step, tag, value)

    def _take(self, step: int, tag: str, value: float) -> None:
        metric, unit = metric_of(tag)
        if len(self.tags) < MAX_TAGS:
            self.tags.add(tag)
        taken = None if metric is None else in_fledge_units(metric, value, unit)
        if metric is None or taken is None or not 0 <= step < MAX_ITERATIONS:
            self.unknown[tag if len(self.unknown) < MAX_TAGS else "(others)"] += 1
            return
        self.into.row(LogRow(step, {metric: taken}), self.records)
        self.rows += 1

    def finish(self) -> LogReading:
        examples = [(count, f"scalars of {tag[:100]}") for tag, count in self.unknown.most_common(MAX_EXAMPLES)]
        runs = self.into.finish(self.records)
        for run in runs:
            judge_model(run, self.tags, is_general=False)
        return LogReading(runs, self.records, self.rows, self.unknown.total(), examples)


def _records(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Complete records with the right checksum. After a broken length no later record can be found."""
    left = b""
    for chunk in chunks:
        left += chunk
        at = 0
        while len(left) - at >= 12:
            (length, check) = struct.unpack_from("<QI", left, at)
            if length > MAX_RECORD_BYTES or check != _checksum(left[at : at + 8]):
                return
            end = at + 12 + length + 4
            if len(left) < end:
                break
            record = left[at + 12 : end - 4]
            if struct.unpack_from("<I", left, end - 4)[0] == _checksum(record):
                yield record
            at = end
        left = left[at:]


def _scalars(event: bytes) -> Iterator[Scalar]:
    step, summaries = 0, []
    for number, value in _fields(event):
        if number == STEP and isinstance(value, int):
            step = value - (1 << 64) if value >> 63 else value
        elif number == SUMMARY and isinstance(value, bytes):
            summaries.append(value)
    for summary in summaries:
        for number, value in _fields(summary):
            if number == VALUE and isinstance(value, bytes) and (scalar := _scalar(value)):
                yield step, *scalar


def _scalar(value: bytes) -> tuple[str, float] | None:
    tag, numbers = "", []
    for number, content in _fields(value):
        if number == TAG and isinstance(content, bytes):
            tag = content.decode("utf-8", "replace")
        elif number == SIMPLE_VALUE:
            numbers.append(_float(FLOATS, content))
        elif number == TENSOR and isinstance(content, bytes):  # of one element: newer writers store scalars this way
            numbers += [_float(field, part) for field, part in _fields(content)]
    return next(((tag, found) for found in numbers if found is not None), None)


def _float(field: int, content: int | bytes) -> float | None:
    """The number in a field of a tensor, if it holds one number."""
    for fields, kind, size in (((CONTENT, FLOATS), "<f", 4), ((CONTENT, DOUBLES), "<d", 8)):
        if field in fields and isinstance(content, bytes) and len(content) == size:
            return float(struct.unpack(kind, content)[0])
    return None


def _fields(message: bytes) -> Iterator[tuple[int, int | bytes]]:
    """The fields of a protocol buffer: integers as stored, everything else as bytes."""
    at = 0
    while at < len(message):
        key, at = _varint(message, at)
        kind = key & 7
        if kind == VARINT:
            value, at = _varint(message, at)
            yield key >> 3, value
            continue
        if kind == BYTES:
            size, at = _varint(message, at)
        elif kind in (FIXED64, FIXED32):
            size = 8 if kind == FIXED64 else 4
        else:
            raise BrokenError
        if at + size > len(message):
            raise BrokenError
        yield key >> 3, message[at : at + size]
        at += size


def _varint(message: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while at < len(message) and shift < 70:
        byte = message[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at
    raise BrokenError


def _crc_table() -> list[int]:
    table = []
    for value in range(256):
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
        table.append(value)
    return table


CRC32C = _crc_table()


def _checksum(content: bytes) -> int:
    """CRC-32C, rotated and shifted as the record format requires."""
    crc = 0xFFFFFFFF
    for byte in content:
        crc = CRC32C[(crc ^ byte) & 255] ^ crc >> 8
    crc ^= 0xFFFFFFFF
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF
