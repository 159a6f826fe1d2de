"""Plain text in any encoding, decoded as a stream."""

import codecs
import io
from collections.abc import Iterable, Iterator

from fledge.common.errors import FledgeError
from fledge.data.corpus.magic import HEAD_BYTES, check_is_text
from fledge.data.corpus.records import Chunk, DamagedFile, into_chunks
from fledge.data.corpus.sources import peek

BINARY_BYTES = 8192  # looked at to skip binary files in a folder; a zero byte further on is found in reading


def read_text(blocks: Iterable[bytes], name: str, encoding: str, separator: str = "") -> Iterator[Chunk]:
    """The documents of a text: one, or those between the separators."""
    texts = iter(TextReader(blocks, name, encoding))
    return into_chunks(_separated(texts, separator) if separator else _whole(texts))


class TextReader:
    """A text in parts of any length, with \\n for line ends and without a byte order mark."""

    def __init__(self, blocks: Iterable[bytes], name: str, encoding: str) -> None:
        check_encoding(encoding)
        self._blocks, self._name, self._encoding = blocks, name, encoding
        codec = codecs.lookup(encoding).name
        decoder = codecs.getincrementaldecoder("utf-8-sig" if codec == "utf-8" else codec)()
        self._decoder = io.IncrementalNewlineDecoder(decoder, translate=True)
        # Other codecs, such as unicode_escape, can decode to half a surrogate pair.
        self._is_unicode = codec.startswith(("utf-8", "utf-16", "utf-32"))

    def __iter__(self) -> Iterator[str]:
        start, blocks = peek(self._blocks, BINARY_BYTES)
        check_is_text(self._name, start[:HEAD_BYTES], is_records=False)
        if is_binary(start, self._encoding):
            raise self._binary()
        done = 0
        try:
            for block in blocks:
                done += len(block)
                yield self._checked(self._decoder.decode(block))
            yield self._checked(self._decoder.decode(b"", final=True))
        except UnicodeDecodeError as error:
            at = done - len(error.object) + error.start
            raise DamagedFile(
                f"{self._name} is not {self._encoding}: byte 0x{error.object[error.start]:02x} at offset {at:,}.",
                _other_encoding(start[:2], error.object[max(0, error.start - 2000) : error.start + 2000]),
                f"not {self._encoding.upper()}",
            ) from error
        except UnicodeError as error:
            problem = f"{self._name} is not {self._encoding}: {error}."
            raise DamagedFile(problem, "Try another --encoding.", f"not {self._encoding.upper()}") from error

    def _checked(self, text: str) -> str:
        if "\0" in text:
            raise self._binary()
        if not self._is_unicode and not text.isascii():
            try:
                text.encode()
            except UnicodeEncodeError as error:
                problem = f"{self._name} has half a surrogate pair."
                raise DamagedFile(problem, "Save it as UTF-8 and try again.", "half a surrogate pair") from error
        return text

    def _binary(self) -> DamagedFile:
        problem = f"{self._name} looks like a binary file, not text (it has zero bytes)."
        return DamagedFile(problem, "Leave it out, or remove them: tr -d '\\0' < FILE > TEXT.", "binary")


def check_encoding(encoding: str) -> None:
    try:
        b"a".decode(encoding, "replace")
        codecs.getincrementaldecoder(encoding)
    except (LookupError, UnicodeError, ValueError):
        raise FledgeError(
            f"--encoding={encoding} is not a text encoding Python knows.",
            "Common ones: utf-8, latin-1, cp1252, utf-16.",
        ) from None


def is_binary(start: bytes, encoding: str) -> bool:
    """Whether a file that starts like this is binary. `start` has up to BINARY_BYTES."""
    if codecs.lookup(encoding).name.startswith(("utf-16", "utf-32")):
        return False  # there every letter has zero bytes
    # UTF-16 is text: reading it as UTF-8 fails, and the error names the encoding to ask for.
    return b"\0" in start and not start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))


def _whole(texts: Iterator[str]) -> Iterator[tuple[str, bool]]:
    for text in texts:
        yield text, False
    yield "", True


def _separated(texts: Iterator[str], separator: str) -> Iterator[tuple[str, bool]]:
    """The texts between separators. The last characters are held back: they may be the start of a separator."""
    carried = ""
    for text in texts:
        *ended, rest = (carried + text).split(separator)
        for part in ended:
            yield part, True
        sure = max(0, len(rest) - len(separator) + 1)
        yield rest[:sure], False
        carried = rest[sure:]
    yield carried, True


def _other_encoding(start: bytes, around: bytes) -> str:
    """Advice on the encoding to try, from the first bytes of a file and those around the bad one."""
    high = [byte for byte in around if byte >= 0x80]
    if start in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        likely = "utf-16."
    elif b"\0" in around:
        return "It looks like a binary file, not text: leave it out."
    elif len(high) > 0.3 * len(around):
        likely = "gb18030 (Chinese), shift_jis (Japanese), euc_kr (Korean) or cp1251 (Cyrillic)."
    elif any(byte < 0xA0 for byte in high):
        likely = "cp1252 (Windows)."
    else:
        likely = "latin-1."
    return f"Try --encoding={likely}"
