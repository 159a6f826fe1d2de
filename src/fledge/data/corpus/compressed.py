"""Decompression in blocks of bounded size: several members are one stream, and a truncated one is an error.

The libraries' own file objects end silently where a zstandard stream is cut off or the second member of an xz or
bzip2 file is broken, so the members are decompressed one by one here.
"""

import bz2
import lzma
import zlib
from collections.abc import Iterable, Iterator
from typing import Any

from fledge.common.errors import FledgeError
from fledge.data.corpus.magic import HEAD_BYTES, wrong_format
from fledge.data.corpus.records import DamagedFile
from fledge.data.corpus.sources import READ_BYTES, peek
from fledge.texts import say

SLICE_BYTES = 1 << 16
XZ_MEMORY_BYTES = 1 << 30
ZSTD_WINDOW_BYTES = 1 << 31  # for `zstd --long=31`
ZSTD_SLICE_BYTES = 2048  # small: four bytes can expand to 128 KiB, and zstandard does not bound its output
MEMBER_MAGIC = {
    "gzip": (b"\x1f\x8b",),
    "bzip2": (b"BZh",),
    "xz": (b"\xfd7zXZ\0",),
    "zstd": (b"\x28\xb5\x2f\xfd", *(bytes([low, 0x2A, 0x4D, 0x18]) for low in range(0x50, 0x60))),
}
PADDED = ("gzip", "xz")  # zeros may follow a member
GZIP_EXTRA_FLAG = 4
BGZIP_MARK = b"BC\x02\x00"  # in the first header of a file by bgzip, which ends with BGZIP_END
BGZIP_END = bytes.fromhex("1f8b08040000000000ff0600424302001b0003000000000000000000")


def _new_member(compression: str) -> Any:
    """A decompressor of one member of a stream."""
    if compression == "gzip":
        return zlib.decompressobj(wbits=31)
    if compression == "bzip2":
        return bz2.BZ2Decompressor()
    if compression == "xz":
        return lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=XZ_MEMORY_BYTES)
    import zstandard

    return zstandard.ZstdDecompressor(max_window_size=ZSTD_WINDOW_BYTES).decompressobj()


def _texts(member: Any, compression: str, data: bytes) -> Iterator[bytes]:
    """What a slice decompresses to, in blocks of bounded size."""
    if compression == "zstd":
        yield member.decompress(data)
    elif compression == "gzip":
        while data and not member.eof:
            yield member.decompress(data, READ_BYTES)
            data = member.unconsumed_tail
    else:
        yield member.decompress(data, READ_BYTES)
        while not member.eof and not member.needs_input:
            yield member.decompress(b"", READ_BYTES)


def decompressed(blocks: Iterable[bytes], compression: str, name: str) -> Iterator[bytes]:
    errors = _errors(compression, name)
    start, blocks = peek(blocks, HEAD_BYTES)
    if not start.startswith(MEMBER_MAGIC[compression]):
        raise wrong_format(compression, name, start)
    member: Any = None
    given, end = 0, b""
    for data in _slices(blocks, ZSTD_SLICE_BYTES if compression == "zstd" else SLICE_BYTES):
        end = (end + data)[-len(BGZIP_END) :]
        while data:
            if member is None:
                data = data.lstrip(b"\0") if compression in PADDED else data
                member = _new_member(compression) if data else None
                continue
            try:
                for text in _texts(member, compression, data):
                    given += len(text)
                    if text:
                        yield text
            except errors as error:
                problem = say("corpus.invalid_start", name=name, compression=compression, error=error)
                if given:
                    problem = say("corpus.invalid", name=name, compression=compression, given=given, error=error)
                raise DamagedFile(problem) from error
            data, member = (member.unused_data, None) if member.eof else (b"", member)
    is_bgzip = compression == "gzip" and start[12:16] == BGZIP_MARK and start[3] & GZIP_EXTRA_FLAG
    if member is not None or (is_bgzip and end != BGZIP_END):
        problem = say("corpus.cut_off", name=name, compression=compression, given=given)
        raise DamagedFile(problem, reason="cut off")


def _slices(blocks: Iterable[bytes], size: int) -> Iterator[bytes]:
    """Small slices: what follows the end of a member is copied."""
    for block in blocks:
        for start in range(0, len(block), size):
            yield block[start : start + size]


def _errors(compression: str, name: str) -> tuple[type[Exception], ...]:
    if compression != "zstd":
        return zlib.error, lzma.LZMAError, OSError, EOFError, ValueError
    try:
        import zstandard
    except ImportError:
        raise FledgeError(say("corpus.needs_zstandard", name=name), "pip install 'fledge[data]'") from None
    return (zstandard.ZstdError,)
