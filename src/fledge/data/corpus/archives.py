"""Zip and tar archives: every member is read like a file of its own, in the archive's order."""

import io
import itertools
import lzma
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, cast

from fledge.data.corpus.kinds import ReadOptions, kind_of
from fledge.data.corpus.magic import HEAD_BYTES, check_is_text, wrong_format
from fledge.data.corpus.reasons import ZIP
from fledge.data.corpus.records import BadRecord, DamagedFile, Record, skip_records
from fledge.data.corpus.sources import READ_BYTES, BlockFile, MeteredFile, peek, unreadable
from fledge.data.corpus.streams import decompress_all, read_stream
from fledge.data.corpus.unpacking import UnpackLimit
from fledge.texts import say, text

ENCRYPTED_FLAG = 1
SMALL_READ_BYTES = 4096  # for compressions that zipfile expands without a bound
MAX_HEADER_BYTES = 1 << 20
ZIP_END_BYTES = (1 << 16) + 22  # the end record and the longest comment
ZIP_ERRORS = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error,
    EOFError, OSError, RuntimeError, ValueError, OverflowError, IndexError,
)  # fmt: skip
TAR_ERRORS = (tarfile.TarError, EOFError, ValueError, OverflowError)
UNREADABLE_MEMBERS = {
    None: "not of a known text type",
    "zip": "archive in an archive",
    "tar": "archive in an archive",
    "parquet": "parquet in an archive",
}


def read_zip(
    path: Path, name: str, options: ReadOptions, limit: UnpackLimit, skip: int, report: Callable[[int], None]
) -> Iterator[Record]:
    with _open(path, name, report) as file, _open_zip(file, name) as archive:
        members = [info for info in archive.infolist() if not info.is_dir() and not _is_hidden(info.filename)]
        if not options.separator:
            # Every member is one record, up to the first one that holds many.
            single = itertools.takewhile(lambda info: kind_of(info.filename) != "jsonl", members)
            skipped = sum(1 for _ in itertools.islice(single, skip))
            members, skip = members[skipped:], skip - skipped
        records = (_zip_member(archive, info, name, options, limit) for info in members)
        yield from skip_records(itertools.chain.from_iterable(records), skip)


def read_tar(blocks: Iterable[bytes], name: str, options: ReadOptions, limit: UnpackLimit) -> Iterator[Record]:
    start, blocks = peek(decompress_all(blocks, name, limit), HEAD_BYTES)
    check_is_text(name, start, is_records=True)
    stream = cast(BinaryIO, BlockFile(blocks))
    try:
        with tarfile.open(fileobj=stream, mode="r|", bufsize=READ_BYTES, tarinfo=_Header) as archive:
            while (info := archive.next()) is not None:
                archive.members.clear()  # type: ignore[attr-defined]  # tarfile would keep all of them
                if info.isfile() and not _is_hidden(info.name):
                    yield from _tar_member(archive, info, name, options, limit)
    except TAR_ERRORS as error:
        raise DamagedFile(say("corpus.damaged_tar", name=name, error=error)) from error


class _Header(tarfile.TarInfo):
    """Raises for a broken or missing header: tarfile itself takes it for the end of the archive."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> "_Header":
        is_end = len(buf) == tarfile.BLOCKSIZE and not any(buf)
        try:
            header = super().frombuf(buf, encoding, errors)
        except tarfile.HeaderError as error:
            if is_end:
                raise
            raise tarfile.ReadError(say("corpus.no_header", error=error)) from error
        if not header.isfile() and header.size > MAX_HEADER_BYTES:
            raise tarfile.ReadError(say("corpus.long_header"))  # it would be held in memory
        return header


def _zip_member(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str, options: ReadOptions, limit: UnpackLimit
) -> Iterator[Record]:
    if info.flag_bits & ENCRYPTED_FLAG:
        return iter([BadRecord("encrypted", text(say("corpus.member", member=info.filename)))])

    def blocks() -> Iterator[bytes]:
        try:
            with archive.open(info) as member:
                is_bounded = info.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
                while block := member.read(READ_BYTES if is_bounded else SMALL_READ_BYTES):
                    yield block
        except ZIP_ERRORS as error:
            raise DamagedFile(say("corpus.damaged_member", name=name, member=info.filename, error=error)) from error

    return _member(blocks(), info.filename, name, options, limit)


def _tar_member(
    archive: tarfile.TarFile, info: tarfile.TarInfo, name: str, options: ReadOptions, limit: UnpackLimit
) -> Iterator[Record]:
    def blocks() -> Iterator[bytes]:
        member = archive.extractfile(info)
        while member and (block := member.read(READ_BYTES)):
            yield block

    return _member(blocks(), info.name, name, options, limit)


def _member(
    blocks: Iterator[bytes], member: str, name: str, options: ReadOptions, limit: UnpackLimit
) -> Iterator[Record]:
    where = text(say("corpus.member", member=member))
    if reason := UNREADABLE_MEMBERS.get(kind_of(member)):
        yield BadRecord(reason, where, is_fault=kind_of(member) is not None)
        return
    is_open, inside = False, text(say("corpus.place", name=name, where=where))
    try:
        for record in read_stream(limit.counted(blocks), inside, options, limit):
            is_open = not isinstance(record, BadRecord) and not record.ends
            if isinstance(record, BadRecord):
                record = record._replace(where=text(say("corpus.place", name=where, where=record.where)))
            yield record
    except DamagedFile as damage:
        if is_open:  # a part of the document has been used: it can't be skipped as a whole
            raise
        yield BadRecord(damage.reason, where)


def _is_hidden(member: str) -> bool:
    return any(part.startswith((".", "__MACOSX")) and part not in (".", "..") for part in member.split("/"))


def _open(path: Path, name: str, report: Callable[[int], None]) -> io.BufferedReader:
    try:
        return io.BufferedReader(MeteredFile(path, report))
    except OSError as error:
        raise unreadable(name, error) from error


def _open_zip(file: io.BufferedReader, name: str) -> zipfile.ZipFile:
    try:
        archive = zipfile.ZipFile(file)
        _check_count(file, len(archive.infolist()))
        return archive
    except ZIP_ERRORS as error:
        file.seek(0)
        start = file.read(HEAD_BYTES)
        if start.startswith(b"PK"):
            problem = say("corpus.damaged_zip", name=name, error=error)
            raise DamagedFile(problem) from error
        raise wrong_format(ZIP, name, start) from error


def _check_count(file: io.BufferedReader, members: int) -> None:
    """Compare with the number in the end record: zipfile silently loses members after a wrong length in its list."""
    file.seek(max(0, file.seek(0, io.SEEK_END) - ZIP_END_BYTES))
    _, _, record = file.read().rpartition(b"PK\5\6")
    (count,) = struct.unpack_from("<H", record, 6)
    if count not in (members & 0xFFFF, 0xFFFF):  # 0xFFFF: a zip64 archive keeps the number elsewhere
        raise zipfile.BadZipFile(say("corpus.members_lost", members=members, count=count))
