"""Text to token ids and back: characters, bytes, or GPT-2's byte pairs."""

import base64
import codecs
import functools
import itertools
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from fledge import downloads
from fledge.errors import FledgeError

Ids = npt.NDArray[np.uint32]

END_OF_TEXT = "<|endoftext|>"
BYTE_VOCAB_SIZE = 257
GPT2_VOCAB_SIZE = 50257

# GPT-2's way of cutting text into words before byte pairs are merged, with possessive quantifiers for speed.
GPT2_WORDS = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s"
# Python takes these for white space and GPT2_WORDS does not.
SEPARATORS = "\x1c\x1d\x1e\x1f"
# tiktoken's regex engine overflows its stack where a much longer run of white space precedes a word.
LONG_SPACE = re.compile(rf"[^\S{SEPARATORS}]{{100000,}}")


class Tokenizer(ABC):
    """A vocabulary: token i stands for the bytes `pieces[i]`."""

    name: str
    eot: int | None = None

    def __init__(self, pieces: Sequence[bytes]) -> None:
        self._pieces = pieces
        self.vocab_size = len(pieces)

    @abstractmethod
    def to_json(self) -> dict[str, Any]: ...

    @abstractmethod
    def _encode(self, text: str) -> Ids: ...

    def encode(self, text: str, allow_special: bool = False) -> Ids:
        """The token ids of the text. With `allow_special`, <|endoftext|> in a prompt is the one token."""
        if self.eot is None or not allow_special or END_OF_TEXT not in text:
            return self._encode(text)
        parts = [self._encode(part) for part in text.split(END_OF_TEXT)]
        between = np.array([self.eot], dtype=np.uint32)
        return np.concatenate([ids for part in parts for ids in (part, between)][:-1])

    def safe_cut(self, text: str) -> int:
        """The last place known where encoding both sides apart equals encoding the whole; 0 if none is."""
        return len(text)

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        """The bytes of the tokens; an id outside the vocabulary (a padded model can emit one) is U+FFFD."""
        pieces, size = self._pieces, self.vocab_size
        return b"".join(pieces[i] if 0 <= i < size else b"\xef\xbf\xbd" for i in map(int, ids))

    def decode(self, ids: Iterable[int]) -> str:
        return self.decode_bytes(ids).decode("utf-8", errors="replace")

    def opening(self) -> list[int]:
        """Where a text without a prompt begins: after <|endoftext|>, or else after a line break."""
        if self.eot is not None:
            return [self.eot]
        return [next((i for i, piece in enumerate(self._pieces) if piece == b"\n"), 0)]

    def byte_lengths(self) -> npt.NDArray[np.int64]:
        """How many bytes of text each token stands for; <|endoftext|> stands for none."""
        lengths = np.array([len(piece) for piece in self._pieces], dtype=np.int64)
        if self.eot is not None:
            lengths[self.eot] = 0
        return lengths


class CharTokenizer(Tokenizer):
    """One token a character, numbered by its place in `chars`."""

    name = "char"

    def __init__(self, chars: str) -> None:
        _check_chars(chars)
        super().__init__([char.encode("utf-8", "surrogatepass") for char in chars])
        self.chars = chars
        points = _code_points(chars)
        self._ids = np.full(int(points.max()) + 2, self.vocab_size, dtype=np.uint32)  # the last stands for all above
        self._ids[points] = np.arange(self.vocab_size, dtype=np.uint32)

    def _encode(self, text: str) -> Ids:
        points = _code_points(text)
        ids = self._ids[np.minimum(points, len(self._ids) - 1)]
        unknown = np.flatnonzero(ids == self.vocab_size)
        if len(unknown):
            at = int(unknown[0])
            raise FledgeError(
                f"the character {text[at]!r} (U+{ord(text[at]):04X}, position {at:,}) is not in the "
                f"vocabulary of {self.vocab_size:,} characters.",
                "Leave it out, or prepare the dataset with --tokenizer=byte or gpt2, which spell anything.",
            )
        return ids

    def to_json(self) -> dict[str, Any]:
        return {"name": "char", "chars": self.chars}


class ByteTokenizer(Tokenizer):
    """One token a byte of UTF-8, and <|endoftext|>: any text in any language, no vocabulary to learn."""

    name = "byte"
    eot = 256

    def __init__(self) -> None:
        super().__init__([bytes([byte]) for byte in range(256)] + [END_OF_TEXT.encode()])

    def _encode(self, text: str) -> Ids:
        return np.frombuffer(text.encode("utf-8", "replace"), dtype=np.uint8).astype(np.uint32)

    def to_json(self) -> dict[str, Any]:
        return {"name": "byte"}


class Gpt2Tokenizer(Tokenizer):
    """GPT-2's byte pairs, through tiktoken. `ranks` numbers the tokens in the order they are merged."""

    name = "gpt2"

    def __init__(self, ranks: Mapping[bytes, int]) -> None:
        import tiktoken

        pieces = [*sorted(ranks, key=ranks.__getitem__), END_OF_TEXT.encode()]
        super().__init__(pieces)
        self.eot: int = len(ranks)
        self._encoding = tiktoken.Encoding(
            "gpt2", pat_str=GPT2_WORDS, mergeable_ranks=dict(ranks), special_tokens={END_OF_TEXT: self.eot}
        )

    @staticmethod
    @functools.cache
    def load() -> "Gpt2Tokenizer":
        """The real one, its vocabulary fetched at the first use."""
        return Gpt2Tokenizer(read_ranks(downloads.fetch("gpt2_bpe")))

    def _encode(self, text: str) -> Ids:
        before_words = (run.end() - 1 for run in LONG_SPACE.finditer(text) if run.end() < len(text))
        parts = (text[a:b] for a, b in itertools.pairwise([0, *before_words, len(text)]))
        ids = [np.array(self._encoding.encode_ordinary(part), dtype=np.uint32) for part in parts]
        return ids[0] if len(ids) == 1 else np.concatenate(ids)

    def safe_cut(self, text: str) -> int:
        # GPT2_WORDS ends a word before the last white space in front of the next one, whatever came earlier.
        words = text.rsplit(None, 1)
        if len(words) < 2:
            return 0
        cut = len(text.rstrip()) - len(words[1]) - 1
        return 0 if text[cut] in SEPARATORS else cut

    def to_json(self) -> dict[str, Any]:
        return {"name": "gpt2"}


class StreamDecoder:
    """Tokens to text as they come, a character only when all its bytes are there."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        self._utf8 = codecs.getincrementaldecoder("utf-8")("replace")

    def feed(self, token: int) -> str:
        return self._utf8.decode(self._tokenizer.decode_bytes([token]))

    def finish(self) -> str:
        """What is left of a character that never became whole."""
        return self._utf8.decode(b"", final=True)


def spec_vocab_size(spec: object) -> int:
    """The vocabulary size of a tokenizer's JSON, known without fetching anything. Checks the JSON as well."""
    if isinstance(spec, dict):
        if spec.get("name") == "byte":
            return BYTE_VOCAB_SIZE
        if spec.get("name") == "gpt2":
            return GPT2_VOCAB_SIZE
        if spec.get("name") == "char" and isinstance(spec.get("chars"), str):
            _check_chars(spec["chars"])
            return len(spec["chars"])
    raise FledgeError(
        f"unknown tokenizer {str(spec)[:60]!r}.",
        "This version of fledge knows char (with its chars), byte and gpt2.",
    )


def _check_chars(chars: str) -> None:
    if not chars or len(set(chars)) != len(chars):
        raise FledgeError("a character vocabulary needs at least one character, and none of them twice.")


def tokenizer_from_json(spec: Mapping[str, Any]) -> Tokenizer:
    spec_vocab_size(spec)
    if spec["name"] == "char":
        return CharTokenizer(spec["chars"])
    return ByteTokenizer() if spec["name"] == "byte" else Gpt2Tokenizer.load()


def read_ranks(path: Path) -> dict[bytes, int]:
    """A .tiktoken file: a token in base64 and its rank on each line."""
    pairs = (line.split() for line in path.read_bytes().splitlines())
    return {base64.b64decode(token): int(rank) for token, rank in pairs}


def _code_points(text: str) -> Ids:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
