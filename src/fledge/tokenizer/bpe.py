"""Byte-pair encoding, by tiktoken: GPT-2's vocabulary, learned ones, and those of other models."""

import base64
import functools
import itertools
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from fledge.common.downloads import GPT2_BPE, fetch
from fledge.common.errors import FledgeError
from fledge.texts import Message, say
from fledge.tokenizer.base import END_OF_TEXT, Ids, Tokenizer, concatenate, single_id
from fledge.tokenizer.patterns import (
    CUT,
    FASTER,
    GPT2_PATTERN,
    KNOWN_PATTERNS,
    KNOWN_PATTERNS_OF,
    LINE_ENDS_CLOSE,
    WITHOUT_LOOKAHEAD,
    cuts_in_long_space,
    last_cut,
    mark_cuts,
)

if TYPE_CHECKING:
    import tiktoken

GPT2_VOCAB_SIZE = 50257
# The bytes that occur in UTF-8: GPT-NeoX's vocabulary has no tokens for the others.
UTF8_BYTES = [byte for byte in range(256) if byte not in (0xC0, 0xC1) and byte < 0xF5]
# Control characters but tab and line ends, and the first bytes of unassigned planes: text hardly ever has them, and
# SmolLM2's vocabulary has no tokens for some.
RARE_BYTES = [byte for byte in (*range(0x20), 0x7F, 0xF1, 0xF2, 0xF3) if byte not in b"\t\n\r"]
# The names of the end-of-text token in other vocabularies, in order of preference.
EOT_NAMES = (END_OF_TEXT, "<|end_of_text|>", "<｜end▁of▁sentence｜>", "</s>", "<eos>", "<|eos|>")


class UnusableTokenizer(FledgeError):
    """A tokenizer whose file is damaged or of a kind that fledge does not support."""

    def __init__(self, why: str | Message, fix: str | Message = "") -> None:
        self.why, self.own_fix = str(why), str(fix)
        super().__init__(say("tokenizer.unusable", why=why), fix or say("tokenizer.get_again"))


class BpeTokenizer(Tokenizer):
    """Byte pairs: token i stands for the bytes `tokens[i]`, or for a special token where that is None.

    `pattern` cuts the text into words; pairs are then merged in the order of the ids. `specials` are never made from
    text, except <|endoftext|> on request. `added` tokens are found in the text before it is cut into words.
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
        self.lacks = _missing_bytes(tokens)  # left out of the text
        self.knows_cuts = pattern in FASTER  # where text may be cut without changing its tokens
        self._line_ends_close = pattern in LINE_ENDS_CLOSE
        names = {token: text.encode() for text, token in {**self.specials, **self.added}.items()}
        super().__init__([names[i] if token is None else token for i, token in enumerate(tokens)])
        self.eot_text = next((name for name in EOT_NAMES if name in specials), END_OF_TEXT)
        self.eot = self.specials.get(self.eot_text)
        found_in_text = {} if self.eot is None else {self.eot_text: self.eot}
        self._encoding = _tiktoken_encoding(FASTER.get(pattern, pattern), tokens, found_in_text)
        self._added_regex = _longest_first(self.added) if self.added else None

    def _encode(self, text: str) -> Ids:
        if self._added_regex is None:
            return self._encode_words(text)
        parts = []
        for i, part in enumerate(self._added_regex.split(text)):
            is_added_token = i % 2 == 1
            parts.append(single_id(self.added[part]) if is_added_token else self._encode_words(part))
        return concatenate(parts)

    def _encode_words(self, text: str) -> Ids:
        cuts = cuts_in_long_space(text, self._line_ends_close) if self.knows_cuts else ()
        return concatenate([self._tiktoken(text[a:b]) for a, b in itertools.pairwise([0, *cuts, len(text)])])

    def _tiktoken(self, text: str) -> Ids:
        try:
            ids = self._encoding.encode_to_numpy(text, disallowed_special=())
            return ids[ids < self.vocab_size] if self.lacks else ids
        except UnicodeEncodeError:  # half a surrogate pair
            return self._tiktoken(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))
        except ValueError:  # tiktoken gave up on very long white space or a very long word
            if len(text) < 2:
                raise
            middle = len(text) // 2
            return np.concatenate([self._tiktoken(text[:middle]), self._tiktoken(text[middle:])])

    def encode_documents(self, texts: Sequence[str], open_end: bool = False) -> Ids:
        if self.eot is None or not self.knows_cuts or self.added:
            return super().encode_documents(texts, open_end)
        groups = itertools.groupby(texts, lambda text: self.eot_text not in text and CUT not in text)
        parts = []
        for is_plain, group in groups:
            encode = self._encode_joined if is_plain else super().encode_documents
            parts.append(encode(list(group)))
        ids = concatenate(parts)
        return ids[:-1] if open_end and len(ids) else ids

    def _encode_joined(self, texts: Sequence[str]) -> Ids:
        """Many documents in one call: tiktoken itself finds the special token between them."""
        assert self.eot is not None
        mark = self.eot_text
        ends = np.cumsum([len(text) + len(mark) for text in texts], dtype=np.int64) - len(mark)
        try:
            text = mark_cuts(mark.join([*texts, ""]), ends, self._line_ends_close)
        except UnicodeEncodeError:  # half a surrogate pair
            return super().encode_documents(texts)
        ids = self._without_lookahead.encode_to_numpy(text, allowed_special={mark, CUT}, disallowed_special=())
        return ids[ids < self.vocab_size]  # without the cuts, and bytes that have no token

    @functools.cached_property
    def _without_lookahead(self) -> "tiktoken.Encoding":
        assert self.eot is not None
        marks = {self.eot_text: self.eot, CUT: self.vocab_size}
        return _tiktoken_encoding(WITHOUT_LOOKAHEAD[self.pattern], self.tokens, marks)

    def safe_cut(self, text: str) -> int:
        return last_cut(text, self._line_ends_close) if self.knows_cuts and not self.added else 0

    def byte_lengths(self) -> npt.NDArray[np.int64]:
        lengths = super().byte_lengths()
        lengths[list(self.specials.values())] = 0
        return lengths

    def _to_json(self) -> dict[str, Any]:
        tokens = [None if token is None else to_letters(token) for token in self.tokens]
        spec: dict[str, Any] = {"name": "bpe", "pattern": self.pattern, "tokens": tokens, "specials": self.specials}
        spec |= {"lacks": self.lacks} if self.lacks else {}
        return {**spec, "added": self.added} if self.added else spec


class Gpt2Tokenizer(BpeTokenizer):
    """GPT-2's byte pairs. `ranks` numbers the tokens in the order they are merged."""

    name = "gpt2"

    def __init__(self, ranks: Mapping[bytes, int]) -> None:
        tokens = [*sorted(ranks, key=ranks.__getitem__), None]
        super().__init__(GPT2_PATTERN, tokens, {END_OF_TEXT: len(ranks)})

    @staticmethod
    @functools.cache
    def load() -> "Gpt2Tokenizer":
        """GPT-2's own vocabulary, downloaded at the first use."""
        return Gpt2Tokenizer(read_ranks(fetch(GPT2_BPE)))

    def _to_json(self) -> dict[str, Any]:
        return {"name": "gpt2"}


def make_bpe(
    pattern: str,
    tokens: Sequence[bytes | None],
    specials: Mapping[str, int],
    added: Mapping[str, int],
    notes: Sequence[str] = (),
    may_lack: Sequence[int] = (),
) -> BpeTokenizer:
    """A tokenizer from the contents of a file, which are checked first. The bytes `may_lack` need no token."""
    _check_vocabulary(tokens, specials, added, may_lack)
    if pattern not in KNOWN_PATTERNS:
        raise UnusableTokenizer(
            say("tokenizer.unknown_pattern", pattern=pattern[:60], known=KNOWN_PATTERNS_OF),
            say("tokenizer.use_gpt2"),
        )
    return BpeTokenizer(pattern, tokens, specials, added, notes)


def _check_vocabulary(
    tokens: Sequence[bytes | None], specials: Mapping[str, int], added: Mapping[str, int], may_lack: Sequence[int]
) -> None:
    """Every byte of text has a token, no token is there twice, and each id is either text or one special token."""
    texts = [token for token in tokens if token is not None]
    known = set(texts)
    if missing := [byte for byte in _missing_bytes(tokens) if byte not in may_lack]:
        first = f"0x{missing[0]:02x}"
        raise UnusableTokenizer(say("tokenizer.missing_bytes", number=len(missing), first=first))
    if b"" in known:
        raise UnusableTokenizer(say("tokenizer.empty_token", token=tokens.index(b"")))
    if len(known) < len(texts):
        twice = next(token for token, count in Counter(texts).items() if count > 1)
        raise UnusableTokenizer(say("tokenizer.twice", token=twice))
    open_ids = {i for i, token in enumerate(tokens) if token is None}
    ids = [*specials.values(), *added.values()]
    if len(set(ids)) < len(ids):
        raise UnusableTokenizer(say("tokenizer.same_number"))
    if wrong := open_ids ^ set(ids):
        raise UnusableTokenizer(say("tokenizer.not_one", token=min(wrong)))


def _missing_bytes(tokens: Iterable[bytes | None]) -> list[int]:
    """The bytes of UTF-8 that have no token of their own."""
    single = {token[0] for token in tokens if token is not None and len(token) == 1}
    return [byte for byte in UTF8_BYTES if byte not in single]


def read_ranks(path: Path) -> dict[bytes, int]:
    """A .tiktoken file: on each line a token in base64 and its rank."""
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
    # Latin-1 characters that stand for no byte here: they must not be taken for one.
    return {**{point: 0x10FFFF for point in range(256) if point not in back}, **back}


def to_letters(token: bytes) -> str:
    return token.decode("latin-1").translate(_letters())


def from_letters(text: str) -> bytes:
    try:
        return text.translate(_bytes_of_letters()).encode("latin-1")
    except UnicodeEncodeError:
        raise UnusableTokenizer(say("tokenizer.not_byte_level", token=text[:40])) from None


def _tiktoken_encoding(pattern: str, tokens: Sequence[bytes | None], specials: dict[str, int]) -> "tiktoken.Encoding":
    import tiktoken

    ranks = {token: i for i, token in enumerate(tokens) if token is not None}
    # Bytes without a token get numbers beyond all others, to be left out of the result as Hugging Face does.
    beyond = len(tokens) + len(specials) + 1
    ranks |= {bytes([byte]): beyond + i for i, byte in enumerate(_missing_bytes(tokens))}
    return tiktoken.Encoding("fledge", pat_str=pattern, mergeable_ranks=ranks, special_tokens=specials)


def _longest_first(texts: Iterable[str]) -> re.Pattern[str]:
    """Finds the earliest of the texts, the longest where several begin together."""
    return re.compile(f"({'|'.join(map(re.escape, sorted(texts, key=len, reverse=True)))})")
