"""The tokenizer interface, and the two tokenizers without a vocabulary file: characters and bytes."""

import codecs
import copy
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from fledge.common.errors import FledgeError
from fledge.texts import say
from fledge.tokenizer.normalize import Normalizer

Ids = npt.NDArray[np.uint32]

END_OF_TEXT = "<|endoftext|>"
BYTE_VOCAB_SIZE = 257


class Tokenizer(ABC):
    """A vocabulary: token i stands for the bytes `token_bytes[i]`."""

    name: str
    eot: int | None = None
    notes: tuple[str, ...] = ()  # what a user should know about its origin
    eot_text = END_OF_TEXT
    normalizer: Normalizer | None = None  # changes text before it is encoded

    def __init__(self, token_bytes: Sequence[bytes]) -> None:
        self._token_bytes = token_bytes
        self.vocab_size = len(token_bytes)

    @abstractmethod
    def _to_json(self) -> dict[str, Any]: ...

    @abstractmethod
    def _encode(self, text: str) -> Ids: ...

    def encode(self, text: str, allow_special: bool = False) -> Ids:
        """The token ids of the text, normalized. With `allow_special`, <|endoftext|> in it becomes its one token."""
        if self.eot is None or not allow_special or self.eot_text not in text:
            return self._encode(self.normalized(text))
        documents = [self.normalized(part) for part in text.split(self.eot_text)]
        return Tokenizer.encode_documents(self, documents, open_end=True)

    def normalized(self, text: str) -> str:
        """The text as it is encoded."""
        return self.normalizer(text) if self.normalizer else text

    def with_normalizer(self, normalizer: Normalizer | None) -> Self:
        """The same vocabulary for text that is normalized first. Vocabularies are shared, so this one is a copy."""
        if normalizer == self.normalizer:
            return self
        other = copy.copy(self)
        other.normalizer = normalizer
        return other

    def to_json(self) -> dict[str, Any]:
        """As dataset.json and checkpoints keep it."""
        if self.normalizer is None:
            return self._to_json()
        return {**self._to_json(), "normalize": list(self.normalizer.choices)}

    def encode_documents(self, texts: Sequence[str], open_end: bool = False) -> Ids:
        """The ids of normalized texts, with <|endoftext|> after each, if there is one; with `open_end` not the last."""
        if self.eot is None:
            return concatenate([self._encode(text) for text in texts])
        ids = concatenate([ids for text in texts for ids in (self._encode(text), single_id(self.eot))])
        return ids[:-1] if open_end and len(ids) else ids

    def safe_cut(self, text: str) -> int:
        """The last place known where encoding both sides separately equals encoding the whole; 0 if none is known."""
        return self.normalizer.safe_cut(text) if self.normalizer else len(text)

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        """The bytes of the tokens; an id outside the vocabulary (a padded model can emit one) is U+FFFD."""
        known, size = self._token_bytes, self.vocab_size
        return b"".join(known[i] if 0 <= i < size else b"\xef\xbf\xbd" for i in map(int, ids))

    def document_bytes(self, ids: Iterable[int], end: bytes) -> bytes:
        """The bytes of tokens that are all in the vocabulary, with `end` in the place of <|endoftext|>."""
        table = list(self._token_bytes)
        if self.eot is not None:
            table[self.eot] = end
        return b"".join([table[i] for i in ids])

    def decode(self, ids: Iterable[int]) -> str:
        return self.decode_bytes(ids).decode("utf-8", errors="replace")

    def opening(self) -> list[int]:
        """The tokens before a text without a prompt: <|endoftext|>, or else a line break."""
        if self.eot is not None:
            return [self.eot]
        return [next((i for i, token in enumerate(self._token_bytes) if token == b"\n"), 0)]

    def byte_lengths(self) -> npt.NDArray[np.int64]:
        """How many bytes of text each token stands for; <|endoftext|> stands for none."""
        lengths = np.array([len(token) for token in self._token_bytes], dtype=np.int64)
        if self.eot is not None:
            lengths[self.eot] = 0
        return lengths


class CharTokenizer(Tokenizer):
    """One token per character, numbered by its place in `chars`."""

    name = "char"

    def __init__(self, chars: str) -> None:
        check_chars(chars)
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
            character = text[at]
            point = f"U+{ord(character):04X}"
            raise FledgeError(
                say("tokenizer.unknown_character", character=character, point=point, position=at, size=self.vocab_size),
                say("tokenizer.any_text"),
            )
        return ids

    def _to_json(self) -> dict[str, Any]:
        return {"name": "char", "chars": self.chars}


class ByteTokenizer(Tokenizer):
    """One token per byte of UTF-8, and <|endoftext|>: any text in any language, no vocabulary to learn."""

    name = "byte"
    eot = 256

    def __init__(self) -> None:
        super().__init__([bytes([byte]) for byte in range(256)] + [END_OF_TEXT.encode()])

    def _encode(self, text: str) -> Ids:
        return np.frombuffer(text.encode("utf-8", "replace"), dtype=np.uint8).astype(np.uint32)

    def _to_json(self) -> dict[str, Any]:
        return {"name": "byte"}


class StreamDecoder:
    """Decodes tokens one at a time; a character is returned when all its bytes have arrived."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        self._utf8 = codecs.getincrementaldecoder("utf-8")("replace")

    def feed(self, token: int) -> str:
        return self._utf8.decode(self._tokenizer.decode_bytes([token]))

    def finish(self) -> str:
        """U+FFFD if the last character is incomplete, else nothing."""
        return self._utf8.decode(b"", final=True)


def check_chars(chars: str) -> None:
    if not chars or len(set(chars)) != len(chars):
        raise FledgeError(say("tokenizer.no_characters"))


def single_id(token: int) -> Ids:
    return np.array([token], dtype=np.uint32)


def concatenate(parts: Sequence[Ids]) -> Ids:
    if len(parts) == 1:
        return parts[0]
    return np.concatenate(parts) if parts else np.array([], dtype=np.uint32)


def _code_points(text: str) -> Ids:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
