"""Plain text in any encoding, decoded as a stream."""

import codecs
import io
from collections.abc import Iterable, Iterator

from fledge.common.errors import FledgeError
from fledge.data.corpus.encoding_guess import guess_encoding, utf16_of
from fledge.data.corpus.legacy_hindi import looks_like_iscii, looks_like_kruti_dev
from fledge.data.corpus.magic import HEAD_BYTES, check_is_text
from fledge.data.corpus.records import Chunk, DamagedFile, into_chunks
from fledge.data.corpus.sources import peek
from fledge.texts import Message, say

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
        if b"\0" in start and not has_zero_bytes(self._encoding) and utf16_of(start) != "utf-16":
            # English in UTF-16 is UTF-8, too, with a zero byte beside every letter.
            problem = say("corpus.every_second_zero", name=self._name, encoding=self._encoding)
            raise DamagedFile(
                problem, say("corpus.try_encoding", encoding=utf16_of(start)), f"not {self._encoding.upper()}"
            )
        if looks_like_iscii(start):
            raise self._iscii()
        if looks_like_kruti_dev(start):
            problem = say("corpus.kruti_dev", name=self._name)
            raise DamagedFile(problem, say("corpus.convert_kruti_dev"), "not Unicode")
        done = 0
        try:
            for block in blocks:
                done += len(block)
                yield self._checked(self._decoder.decode(block))
            yield self._checked(self._decoder.decode(b"", final=True))
        except UnicodeDecodeError as error:
            at = done - len(error.object) + error.start
            around = error.object[max(0, error.start - 2000) : error.start + 2000]
            if looks_like_iscii(around):
                raise self._iscii() from error
            raise DamagedFile(
                say(
                    "corpus.bad_byte",
                    name=self._name,
                    encoding=self._encoding,
                    byte=f"0x{error.object[error.start]:02x}",
                    offset=at,
                ),
                _other_encoding(start, around),
                f"not {self._encoding.upper()}",
            ) from error
        except UnicodeError as error:
            problem = say("corpus.not_encoding", name=self._name, encoding=self._encoding, error=error)
            raise DamagedFile(problem, say("corpus.another_encoding"), f"not {self._encoding.upper()}") from error

    def _checked(self, text: str) -> str:
        if "\0" in text:
            raise self._binary()
        if not self._is_unicode and not text.isascii():
            try:
                text.encode()
            except UnicodeEncodeError as error:
                problem = say("corpus.half_pair", name=self._name)
                raise DamagedFile(problem, say("corpus.save_utf8"), "half a surrogate pair") from error
        return text

    def _iscii(self) -> DamagedFile:
        problem = say("corpus.iscii", name=self._name)
        return DamagedFile(problem, say("corpus.convert_iscii", name=self._name), "not Unicode")

    def _binary(self) -> DamagedFile:
        problem = say("corpus.binary", name=self._name)
        return DamagedFile(problem, say("corpus.remove_zeros"), "binary")


def check_encoding(encoding: str) -> None:
    try:
        b"a".decode(encoding, "replace")
        codecs.getincrementaldecoder(encoding)
    except (LookupError, UnicodeError, ValueError):
        raise FledgeError(
            say("corpus.unknown_encoding", encoding=encoding),
            say("corpus.common_encodings"),
        ) from None


def is_binary(start: bytes, encoding: str) -> bool:
    """Whether a file that starts like this is binary. `start` has up to BINARY_BYTES."""
    # UTF-16 is text: reading it as UTF-8 fails, and the error names the encoding to ask for.
    return b"\0" in start and not has_zero_bytes(encoding) and not utf16_of(start)


def has_zero_bytes(encoding: str) -> bool:
    """Whether letters have zero bytes in this encoding."""
    return codecs.lookup(encoding).name.startswith(("utf-16", "utf-32"))


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


def _other_encoding(start: bytes, around: bytes) -> Message:
    """Advice on the encoding to try, from the first bytes of a file and those around the bad one."""
    if b"\0" in around and not utf16_of(start):
        return say("corpus.looks_binary")
    # Far from the bad byte everything may be ASCII, and the block around it may be short.
    likely = guess_encoding(around) or guess_encoding(start)
    return likely.advice if likely else say("corpus.some_encoding")
