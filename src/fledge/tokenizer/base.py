"""Text to token ids and back: characters, bytes, or byte pairs: GPT-2's, trained ones, other people's."""

import base64
import codecs
import functools
import itertools
import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from fledge.common import downloads
from fledge.common.errors import FledgeError
from fledge.tokenizer.patterns import (
    CUT,
    FASTER,
    GPT2_WORDS,
    WITHOUT_LOOKING,
    cuts_in_long_space,
    last_cut,
    pattern_problem,
    with_cuts,
)

if TYPE_CHECKING:
    import tiktoken

Ids = npt.NDArray[np.uint32]

END_OF_TEXT = "<|endoftext|>"
BYTE_VOCAB_SIZE = 257
GPT2_VOCAB_SIZE = 50257

# Those that text can have: GPT-NeoX's vocabulary has no tokens for the others.
UTF8_BYTES = [byte for byte in range(256) if byte not in (0xC0, 0xC1) and byte < 0xF5]
# What ends a text in the vocabularies of others, the first of these that one has.
EOT_NAMES = (END_OF_TEXT, "<|end_of_text|>", "<｜end▁of▁sentence｜>", "</s>", "<eos>", "<|eos|>")
# A pattern of somebody else's must put every kind of character into a word, alone and beside others.
EVERY_KIND = (
    "a A1 é\u0301 ǅʰ中 \u0903\u20dd Ⅷ½٣ _-()«»!+$^° \u2028\u2029\xa0\t\r\n\0\x1c\xad\ue000\u0378"
    " 🙂\u200d\ufe0f  \n\n x  "
)


class Unusable(FledgeError):
    """A tokenizer of a file that is damaged, or of a kind we can't follow."""

    def __init__(self, why: str) -> None:
        self.why = why
        super().__init__(f"the tokenizer can't be used: {why}.", "Take it from where it came from again.")


class Tokenizer(ABC):
    """A vocabulary: token i stands for the bytes `pieces[i]`."""

    name: str
    eot: int | None = None
    notes: tuple[str, ...] = ()  # what a user should know about where it came from
    eot_text = END_OF_TEXT

    def __init__(self, pieces: Sequence[bytes]) -> None:
        self._pieces = pieces
        self.vocab_size = len(pieces)

    @abstractmethod
    def to_json(self) -> dict[str, Any]: ...

    @abstractmethod
    def _encode(self, text: str) -> Ids: ...

    def encode(self, text: str, allow_special: bool = False) -> Ids:
        """The token ids of the text. With `allow_special`, <|endoftext|> in a prompt is the one token."""
        if self.eot is None or not allow_special or self.eot_text not in text:
            return self._encode(text)
        return Tokenizer.encode_documents(self, text.split(self.eot_text), open_end=True)

    def encode_documents(self, texts: Sequence[str], open_end: bool = False) -> Ids:
        """The ids of all of them, <|endoftext|> after each, if there is one; not after the last one if `open_end`."""
        if self.eot is None:
            return _joined([self._encode(text) for text in texts])
        parts = [ids for text in texts for ids in (self._encode(text), _one(self.eot))]
        return _joined(parts[:-1] if open_end else parts)

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


class BpeTokenizer(Tokenizer):
    """Byte pairs, through tiktoken: token i stands for the bytes `tokens[i]`, or for a special one where that is None.

    Pairs are merged in the order of the ids. `pattern` cuts the text into words first. `specials` are never made from
    text, save <|endoftext|> where it is asked for. `added` are: they are found in it before anything else.
    """

    name = "bpe"

    def __init__(
        self,
        pattern: str,
        tokens: Sequence[bytes | None],
        specials: Mapping[str, int],
        added: Mapping[str, int] | None = None,
        notes: Sequence[str] = (),
    ) -> None:
        self.pattern, self.tokens, self.specials, self.added = pattern, tokens, dict(specials), dict(added or {})
        self.notes = tuple(notes)
        self.is_ours = pattern in FASTER  # where to cut is known, and that every character is in a word
        names = {token: text.encode() for text, token in {**self.specials, **self.added}.items()}
        super().__init__([names[i] if piece is None else piece for i, piece in enumerate(tokens)])
        self.eot_text = next((name for name in EOT_NAMES if name in specials), END_OF_TEXT)
        self.eot = self.specials.get(self.eot_text)
        self._encoding = _encoding(pattern, tokens, {} if self.eot is None else {self.eot_text: self.eot})
        self._find_added = _any_of(self.added) if self.added else None
        if not self.is_ours:
            self._lengths = self.byte_lengths()
            self._encode(EVERY_KIND)

    def _encode(self, text: str) -> Ids:
        if self._find_added is None:
            return self._encode_words(text)
        parts = enumerate(self._find_added.split(text))
        return _joined([_one(self.added[part]) if i % 2 else self._encode_words(part) for i, part in parts])

    def _encode_words(self, text: str) -> Ids:
        cuts = cuts_in_long_space(text) if self.is_ours else ()
        return _joined([self._tiktoken(text[a:b]) for a, b in itertools.pairwise([0, *cuts, len(text)])])

    def _tiktoken(self, text: str) -> Ids:
        try:
            ids = self._encoding.encode_to_numpy(text, disallowed_special=())
        except UnicodeEncodeError:  # half a surrogate pair
            return self._tiktoken(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))
        except ValueError as error:  # tiktoken gave up: white space or a word without end
            if len(text) < 2:
                raise Unusable(f"its pattern {self.pattern[:60]!r} fails: {error}") from error
            middle = len(text) // 2
            return np.concatenate([self._tiktoken(text[:middle]), self._tiktoken(text[middle:])])
        if not self.is_ours and self._lengths[ids].sum() != len(text.encode()):
            raise Unusable(f"its pattern {self.pattern[:60]!r} leaves out a part of the text")
        return ids

    def encode_documents(self, texts: Sequence[str], open_end: bool = False) -> Ids:
        if self.eot is None or not self.is_ours or self.added:
            return super().encode_documents(texts, open_end)
        groups = itertools.groupby(texts, lambda text: self.eot_text not in text and CUT not in text)
        parts = []
        for are_plain, group in groups:
            if are_plain:
                parts.append(self._encode_joined(list(group)))
            else:
                parts += [ids for text in group for ids in (self._encode(text), _one(self.eot))]
        ids = _joined(parts)
        return ids[:-1] if open_end and len(ids) else ids

    def _encode_joined(self, texts: Sequence[str]) -> Ids:
        """Many documents in one call: the token between them is one that tiktoken looks for itself."""
        assert self.eot is not None
        mark = self.eot_text
        ends = np.cumsum([len(text) + len(mark) for text in texts], dtype=np.int64) - len(mark)
        try:
            text = with_cuts(mark.join([*texts, ""]), ends)
        except UnicodeEncodeError:  # half a surrogate pair
            return _joined([ids for text in texts for ids in (self._encode(text), _one(self.eot))])
        ids = self._without_looking.encode_to_numpy(text, allowed_special={mark, CUT}, disallowed_special=())
        return ids[ids != self.vocab_size]

    @functools.cached_property
    def _without_looking(self) -> "tiktoken.Encoding":
        assert self.eot is not None
        marks = {self.eot_text: self.eot, CUT: self.vocab_size}
        return _encoding(WITHOUT_LOOKING[self.pattern], self.tokens, marks)

    def safe_cut(self, text: str) -> int:
        return last_cut(text) if self.is_ours and not self.added else 0

    def byte_lengths(self) -> npt.NDArray[np.int64]:
        lengths = super().byte_lengths()
        lengths[list(self.specials.values())] = 0
        return lengths

    def to_json(self) -> dict[str, Any]:
        tokens = [None if token is None else to_letters(token) for token in self.tokens]
        spec = {"name": "bpe", "pattern": self.pattern, "tokens": tokens, "specials": self.specials}
        return {**spec, "added": self.added} if self.added else spec


class Gpt2Tokenizer(BpeTokenizer):
    """GPT-2's byte pairs. `ranks` numbers the tokens in the order they are merged."""

    name = "gpt2"

    def __init__(self, ranks: Mapping[bytes, int]) -> None:
        tokens = [*sorted(ranks, key=ranks.__getitem__), None]
        super().__init__(GPT2_WORDS, tokens, {END_OF_TEXT: len(ranks)})

    @staticmethod
    @functools.cache
    def load() -> "Gpt2Tokenizer":
        """The real one, its vocabulary fetched at the first use."""
        return Gpt2Tokenizer(read_ranks(downloads.fetch("gpt2_bpe")))

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
        if spec.get("name") == "bpe":
            return _bpe_from_json(spec).vocab_size
    raise FledgeError(
        f"unknown tokenizer {str(spec)[:60]!r}.",
        "This version of fledge knows char (with its chars), byte, gpt2 and bpe (with its tokens).",
    )


def _check_chars(chars: str) -> None:
    if not chars or len(set(chars)) != len(chars):
        raise FledgeError("a character vocabulary needs at least one character, and none of them twice.")


def tokenizer_from_json(spec: Mapping[str, Any]) -> Tokenizer:
    spec_vocab_size(spec)
    if spec["name"] == "char":
        return CharTokenizer(spec["chars"])
    if spec["name"] == "bpe":
        return _bpe_from_json(spec)
    return ByteTokenizer() if spec["name"] == "byte" else Gpt2Tokenizer.load()


def _bpe_from_json(spec: Mapping[str, Any]) -> BpeTokenizer:
    pattern, tokens = spec.get("pattern"), spec.get("tokens")
    named = [spec.get("specials"), spec.get("added", {})]
    if not isinstance(pattern, str):
        raise Unusable("its pattern is not text")
    if not isinstance(tokens, list) or not all(token is None or isinstance(token, str) for token in tokens):
        raise Unusable("its tokens are not a list of texts")
    if not all(isinstance(one, dict) and all(map(_is_special, one.items())) for one in named):
        raise Unusable("its special tokens are not texts with numbers")
    return _build_bpe(pattern, tuple(tokens), *(tuple(one.items()) for one in named))


def _is_special(item: tuple[object, object]) -> bool:
    text, token = item
    # Python writes half a surrogate pair to JSON and reads it again; nothing can be done with one.
    is_text = isinstance(text, str) and bool(text) and not any("\ud800" <= char <= "\udfff" for char in text)
    return is_text and isinstance(token, int) and not isinstance(token, bool)


@functools.lru_cache(maxsize=4)  # a dataset, a run and a sample ask for the same one again and again
def _build_bpe(
    pattern: str,
    letters: tuple[str | None, ...],
    specials: tuple[tuple[str, int], ...],
    added: tuple[tuple[str, int], ...],
) -> BpeTokenizer:
    tokens = [None if token is None else from_letters(token) for token in letters]
    return make_bpe(pattern, tokens, dict(specials), dict(added))


def make_bpe(
    pattern: str,
    tokens: Sequence[bytes | None],
    specials: Mapping[str, int],
    added: Mapping[str, int],
    notes: Sequence[str] = (),
) -> BpeTokenizer:
    """The tokenizer of parts that come from a file: each is checked, and what is wrong said in one line."""
    _check_vocabulary(tokens, specials, added)
    if problem := pattern_problem(pattern):
        raise Unusable(f"its pattern {pattern[:60]!r} {problem}")
    try:
        return BpeTokenizer(pattern, tokens, specials, added, notes)
    except ValueError as error:
        raise Unusable(f"its pattern {pattern[:60]!r} is not one that tiktoken knows ({error})") from error


def _check_vocabulary(tokens: Sequence[bytes | None], specials: Mapping[str, int], added: Mapping[str, int]) -> None:
    """Every byte of text has a token, no token is there twice, and each id is a token's or a special one's."""
    pieces = [token for token in tokens if token is not None]
    known = set(pieces)
    if missing := [byte for byte in UTF8_BYTES if bytes([byte]) not in known]:
        raise Unusable(f"{len(missing)} of the bytes of UTF-8 have no token (0x{missing[0]:02x} is the first)")
    if b"" in known:
        raise Unusable(f"token {tokens.index(b'')} is empty")
    if len(known) < len(pieces):
        twice = next(token for token, often in Counter(pieces).items() if often > 1)
        raise Unusable(f"the token {twice!r} is there twice")
    open_ids = {i for i, token in enumerate(tokens) if token is None}
    ids = [*specials.values(), *added.values()]
    if len(set(ids)) < len(ids):
        raise Unusable("two special tokens have the same number")
    if wrong := open_ids ^ set(ids):
        raise Unusable(f"token {min(wrong)} is not exactly one of a piece of text and a special token")


def read_ranks(path: Path) -> dict[bytes, int]:
    """A .tiktoken file: a token in base64 and its rank on each line."""
    pairs = (line.split() for line in path.read_bytes().splitlines())
    return {base64.b64decode(token): int(rank) for token, rank in pairs}


@functools.cache
def _letters() -> dict[int, int]:
    """The letter that stands for each byte in Hugging Face's files: itself if it is printable, else one from U+0100."""
    own = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in own]
    return {**{byte: byte for byte in own}, **{byte: 0x100 + i for i, byte in enumerate(others)}}


@functools.cache
def _bytes_of_letters() -> dict[int, int]:
    back = {letter: byte for byte, letter in _letters().items()}
    # Characters that stand for themselves in latin-1 and for no byte here: not to be mistaken for one.
    return {**{point: 0x10FFFF for point in range(256) if point not in back}, **back}


def to_letters(token: bytes) -> str:
    return token.decode("latin-1").translate(_letters())


def from_letters(text: str) -> bytes:
    try:
        return text.translate(_bytes_of_letters()).encode("latin-1")
    except UnicodeEncodeError:
        raise Unusable(f"{text[:40]!r} is not a token of a byte-level vocabulary") from None


def _encoding(pattern: str, tokens: Sequence[bytes | None], specials: dict[str, int]) -> "tiktoken.Encoding":
    import tiktoken

    ranks = {token: i for i, token in enumerate(tokens) if token is not None}
    return tiktoken.Encoding(
        "fledge", pat_str=FASTER.get(pattern, pattern), mergeable_ranks=ranks, special_tokens=specials
    )


def _any_of(texts: Iterable[str]) -> re.Pattern[str]:
    """Finds the longest of the texts that begins earliest."""
    return re.compile(f"({'|'.join(map(re.escape, sorted(texts, key=len, reverse=True)))})")


def _one(token: int) -> Ids:
    return np.array([token], dtype=np.uint32)


def _joined(parts: Sequence[Ids]) -> Ids:
    return parts[0] if len(parts) == 1 else np.concatenate(parts) if parts else np.array([], dtype=np.uint32)


def _code_points(text: str) -> Ids:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
