"""LogSource: the lines of a file or a pipe, in any encoding, compressed or not.

Only a few chunks are in memory at once: a log may be larger than memory, and may have no line end at all.
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
from fledge.logs.readers.cleanup import MAX_LINE_CHARS
from fledge.texts import say

HEAD_BYTES = 1 << 16
CHUNK_BYTES = 1 << 20
MAX_DOCUMENT_CHARS = 200_000_000  # of what is read as a whole: a million rows of a trainer_state.json
BOMS = [
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # begins like UTF-16's
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
]


class LogSource:
    """A stream with its first bytes and its lines."""

    def __init__(self, name: str, stream: BinaryIO) -> None:
        self.name, self._stream = name, _plain(stream)
        self.is_compressed = self._stream is not stream
        self.head = self._read(HEAD_BYTES)
        self.rest = ""  # the last line, if it has no line end: it may be cut short

    def _read(self, size: int) -> bytes:
        """The next bytes; fewer at the end, and none after a compressed file breaks off."""
        try:
            return self._stream.read(size)
        except (EOFError, zlib.error, gzip.BadGzipFile):
            return b""
        except OSError as error:
            raise FledgeError(
                say("logs.cant_read", name=self.name, reason=error.strerror or error), say("logs.another_file")
            ) from error

    def chunks(self) -> Iterator[bytes]:
        chunk = self.head
        while chunk:
            yield chunk
            chunk = self._read(CHUNK_BYTES)

    def first_lines(self) -> list[str]:
        """The first lines, to recognise the kind of file."""
        bom, encoding = _encoding(self.head)
        return _text(self.head[len(bom) :].decode(encoding, "replace")).replace("\r\n", "\n").split("\n")

    def lines(self) -> Iterator[str]:
        """The lines without their line ends. Afterwards `rest` holds what follows the last line end."""
        splitter = LineSplitter(self.head)
        for chunk in self.chunks():
            yield from splitter.feed(chunk)
        self.rest = splitter.finish()

    def all_lines(self) -> Iterator[str]:
        """All lines and `rest`, for formats in which a cut line can't be mistaken for a whole one."""
        yield from self.lines()
        if self.rest:
            yield self.rest

    def document(self) -> str:
        """The whole text, for formats that are one document."""
        held, size = [], 0
        for line in self.all_lines():
            held.append(line)
            size += len(line) + 1
            if size > MAX_DOCUMENT_CHARS:
                raise FledgeError(say("logs.too_large", name=self.name), say("logs.log_instead"))
        return "\n".join(held)


class LineSplitter:
    """Splits bytes that come in chunks into lines. `head`, the first ones, show the encoding."""

    def __init__(self, head: bytes) -> None:
        self._bom, encoding = _encoding(head)
        self._decoder = codecs.getincrementaldecoder(encoding)("replace")
        self._skipping = False  # the rest of a line that is too long
        self.rest = ""  # what follows the last line end, as far as it has come

    def feed(self, chunk: bytes) -> Iterator[str]:
        """The lines that end in this chunk, without their line ends."""
        self.rest += _text(self._decoder.decode(chunk[len(self._bom) :]))
        self._bom = b""
        whole = self.rest.split("\n")
        self.rest = whole.pop()
        if self._skipping and whole:
            del whole[0]
            self._skipping = False
        yield from whole
        if len(self.rest) > CHUNK_BYTES:
            done, _, self.rest = self.rest.rpartition("\r")  # a progress bar does not end its line
            if not done:
                done, self.rest, self._skipping = ("" if self._skipping else self.rest[:MAX_LINE_CHARS]), "", True
            if done:
                yield done

    def finish(self) -> str:
        """The last line, if it has no line end."""
        self.rest += self._decoder.decode(b"", True)
        return "" if self._skipping else self.rest


def _text(decoded: str) -> str:
    """Without zero characters: a full disk leaves them, and UTF-16 after UTF-8 has them."""
    return decoded.replace("\0", "") if "\0" in decoded else decoded


def _encoding(head: bytes) -> tuple[bytes, str]:
    """The byte order mark, if there is one, and the encoding. PowerShell's `>` writes UTF-16."""
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
def opened(name: str) -> Iterator[LogSource]:
    """Open a file, or standard input for `-`."""
    if name == "-":
        yield LogSource("stdin", _piped())
        return
    path = Path(name)
    if not path.exists():
        raise FledgeError(say("logs.no_log", name=name), say("logs.give_run"))
    try:
        stream = path.open("rb")
    except OSError as error:
        raise FledgeError(
            say("logs.cant_read", name=name, reason=error.strerror or error), say("logs.another_file")
        ) from error
    with stream:
        yield LogSource(name, stream)


def _piped() -> BinaryIO:
    stream = getattr(sys.stdin, "buffer", None)
    return stream if stream is not None else io.BytesIO(sys.stdin.read().encode("utf-8", "replace"))


def _plain(stream: BinaryIO) -> BinaryIO:
    """The stream, decompressed if it is gzip."""
    begins = stream.peek(2)[:2] if isinstance(stream, io.BufferedReader) else b""
    return gzip.GzipFile(fileobj=stream) if begins == b"\x1f\x8b" else stream  # type: ignore[return-value]
