"""The text of a log, wherever it comes from: lines of a file or a pipe, in any encoding, compressed or not.

Nothing here holds more than a few chunks: a log may be larger than memory, and a file may have no line end at all.
"""

import codecs
import gzip
import io
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from fledge.common.errors import FledgeError
from fledge.logs.readers.lines import LONGEST

HEAD = 1 << 16
CHUNK = 1 << 20
BOMS = [
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # begins like the next
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
]


class Source:
    """A stream, its first bytes, and its lines."""

    def __init__(self, name: str, stream: BinaryIO) -> None:
        self.name, self._stream = name, stream
        self.head = self._read(HEAD)
        self.rest = ""  # the last line, if nothing ends it: it may have been cut short

    def _read(self, size: int) -> bytes:
        """The next bytes; fewer at the end, also where a compressed file breaks off."""
        try:
            return self._stream.read(size)
        except (EOFError, zlib.error, gzip.BadGzipFile):
            return b""
        except OSError as error:
            raise FledgeError(f"{self.name} can't be read: {error.strerror or error}.", "Name another file.") from error

    def chunks(self) -> Iterator[bytes]:
        chunk = self.head
        while chunk:
            yield chunk
            chunk = self._read(CHUNK)

    def first_lines(self) -> list[str]:
        """Lines of the beginning, for a look at what it is."""
        bom, encoding = _encoding(self.head)
        return _text(self.head[len(bom) :].decode(encoding, "replace")).replace("\r\n", "\n").split("\n")

    def lines(self) -> Iterator[str]:
        """The lines, without their ends. `rest` is afterwards what no line end follows."""
        bom, encoding = _encoding(self.head)
        decoder = codecs.getincrementaldecoder(encoding)("replace")
        rest, skipping = "", False
        for number, chunk in enumerate(self.chunks()):
            rest += _text(decoder.decode(chunk[len(bom) :] if number == 0 else chunk))
            whole = rest.split("\n")
            rest = whole.pop()
            if skipping and whole:
                del whole[0]
                skipping = False
            yield from whole
            if len(rest) > CHUNK:
                done, _, rest = rest.rpartition("\r")  # a progress bar never ends its line
                if not done:
                    done, rest, skipping = ("" if skipping else rest[:LONGEST]), "", True
                if done:
                    yield done
        rest += decoder.decode(b"", True)
        self.rest = "" if skipping else rest

    def all_lines(self) -> Iterator[str]:
        """The lines and what is left, for formats in which a cut line can't be mistaken for a whole one."""
        yield from self.lines()
        if self.rest:
            yield self.rest


def _text(decoded: str) -> str:
    """Without the zeros that a full disk leaves, and UTF-16 behind UTF-8 has."""
    return decoded.replace("\0", "") if "\0" in decoded else decoded


def _encoding(head: bytes) -> tuple[bytes, str]:
    """The mark that a text begins with, if any, and its encoding. Windows' PowerShell redirects UTF-16."""
    for bom, encoding in BOMS:
        if head.startswith(bom):
            return bom, encoding
    odd, even = head[1:2000:2].count(0), head[0:2000:2].count(0)
    half = len(head[:2000]) // 2
    if half > 8 and odd > 0.95 * half and even < 0.05 * half:
        return b"", "utf-16-le"
    if half > 8 and even > 0.95 * half and odd < 0.05 * half:
        return b"", "utf-16-be"
    return b"", "utf-8"


@contextmanager
def opened(name: str) -> Iterator[Source]:
    """A file, or `-` for what is piped in."""
    if name == "-":
        yield Source("stdin", _plain(_piped()))
        return
    path = Path(name)
    if not path.exists():
        raise FledgeError(f"no run or log {name}.", "Name a run directory, a log file, or - to read what is piped in.")
    try:
        stream = path.open("rb")
    except OSError as error:
        raise FledgeError(f"{name} can't be read: {error.strerror or error}.", "Name another file.") from error
    with stream:
        yield Source(name, _plain(stream))


def _piped() -> BinaryIO:
    stream = getattr(sys.stdin, "buffer", None)
    return stream if stream is not None else io.BytesIO(sys.stdin.read().encode("utf-8", "replace"))


def _plain(stream: BinaryIO) -> BinaryIO:
    """The stream, decompressed where it begins as gzip's do."""
    begins = stream.peek(2)[:2] if isinstance(stream, io.BufferedReader) else b""
    return gzip.GzipFile(fileobj=stream) if begins == b"\x1f\x8b" else stream  # type: ignore[return-value]
