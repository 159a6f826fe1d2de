"""Archives of texts: every member is read as the file it would be, in the archive's order."""

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

from fledge.data.corpus.kinds import Reading, kind_of
from fledge.data.corpus.magic import SIGN_BYTES, check_text, not_a
from fledge.data.corpus.records import Bad, Damaged, Record, drop
from fledge.data.corpus.sources import READ_BYTES, BlockFile, MeteredFile, peek, unreadable
from fledge.data.corpus.streams import read_stream, unpacked

ENCRYPTED = 1
SMALL_BYTES = 4096  # at a time of what zipfile decompresses without a bound
LONG_HEADER = 1 << 20
ZIP_END_BYTES = (1 << 16) + 22  # the last record and the longest comment
ZIP_ERRORS = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error,
    EOFError, OSError, RuntimeError, ValueError, OverflowError, IndexError,
)  # fmt: skip
TAR_ERRORS = (tarfile.TarError, EOFError, ValueError, OverflowError)
NO_MEMBER = {
    None: "not of a known text type",
    "zip": "archive in an archive",
    "tar": "archive in an archive",
    "parquet": "parquet in an archive",
}


def read_zip(path: Path, name: str, reading: Reading, skip: int, report: Callable[[int], None]) -> Iterator[Record]:
    with _open(path, name, report) as file, _open_zip(file, name) as archive:
        members = [info for info in archive.infolist() if not info.is_dir() and not _is_hidden(info.filename)]
        if not reading.separator:
            # Every member is one record, up to the first that holds many.
            single = itertools.takewhile(lambda info: kind_of(info.filename) != "jsonl", members)
            passed = sum(1 for _ in itertools.islice(single, skip))
            members, skip = members[passed:], skip - passed
        records = (_zip_member(archive, info, name, reading) for info in members)
        yield from drop(itertools.chain.from_iterable(records), skip)


def read_tar(blocks: Iterable[bytes], name: str, reading: Reading) -> Iterator[Record]:
    start, blocks = peek(unpacked(blocks, name), SIGN_BYTES)
    check_text(name, start, is_records=True)
    stream = cast(BinaryIO, BlockFile(blocks))
    try:
        with tarfile.open(fileobj=stream, mode="r|", bufsize=READ_BYTES, tarinfo=_Header) as archive:
            while (info := archive.next()) is not None:
                archive.members.clear()  # type: ignore[attr-defined]  # it would keep all of them
                if info.isfile() and not _is_hidden(info.name):
                    yield from _tar_member(archive, info, name, reading)
    except TAR_ERRORS as error:
        raise Damaged(f"{name} is damaged or cut off: {error}.") from error


class _Header(tarfile.TarInfo):
    """tarfile takes a broken header, and the end of the file in place of one, for the end of the archive."""

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> "_Header":
        is_end = len(buf) == tarfile.BLOCKSIZE and not any(buf)
        try:
            header = super().frombuf(buf, encoding, errors)
        except tarfile.HeaderError as error:
            if is_end:
                raise
            raise tarfile.ReadError(f"{error} where a member's header should be") from error
        if not header.isfile() and header.size > LONG_HEADER:
            raise tarfile.ReadError("a header is too long")  # it would be held in memory
        return header


def _zip_member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str, reading: Reading) -> Iterator[Record]:
    if info.flag_bits & ENCRYPTED:
        return iter([Bad("encrypted", f"member {info.filename}")])

    def blocks() -> Iterator[bytes]:
        try:
            with archive.open(info) as member:
                is_bounded = info.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
                while block := member.read(READ_BYTES if is_bounded else SMALL_BYTES):
                    yield block
        except ZIP_ERRORS as error:
            raise Damaged(f"{name} is damaged in member {info.filename}: {error}.") from error

    return _member(blocks(), info.filename, name, reading)


def _tar_member(archive: tarfile.TarFile, info: tarfile.TarInfo, name: str, reading: Reading) -> Iterator[Record]:
    def blocks() -> Iterator[bytes]:
        member = archive.extractfile(info)
        while member and (block := member.read(READ_BYTES)):
            yield block

    return _member(blocks(), info.name, name, reading)


def _member(blocks: Iterator[bytes], member: str, name: str, reading: Reading) -> Iterator[Record]:
    where = f"member {member}"
    if reason := NO_MEMBER.get(kind_of(member)):
        yield Bad(reason, where, is_fault=kind_of(member) is not None)
        return
    is_open = False
    try:
        for record in read_stream(blocks, f"{name}, {where}", reading):
            is_open = not isinstance(record, Bad) and not record.ends
            yield record._replace(where=f"{where}, {record.where}") if isinstance(record, Bad) else record
    except Damaged as damage:
        if is_open:  # some of the document has been given away: it can't be called bad as a whole
            raise
        yield Bad(damage.reason, where)


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
        start = file.read(SIGN_BYTES)
        if start.startswith(b"PK"):
            problem = f"{name} is cut off or damaged: its list of members can't be read ({error})."
            raise Damaged(problem) from error
        raise not_a("a zip archive", name, start) from error


def _check_count(file: io.BufferedReader, members: int) -> None:
    """zipfile loses members in silence where one's length in the list is wrong; the end record has their number."""
    file.seek(max(0, file.seek(0, io.SEEK_END) - ZIP_END_BYTES))
    _, _, record = file.read().rpartition(b"PK\5\6")
    (count,) = struct.unpack_from("<H", record, 6)
    if count not in (members & 0xFFFF, 0xFFFF):  # the latter: the number is in another place
        raise zipfile.BadZipFile(f"{members:,} members instead of {count:,}")
