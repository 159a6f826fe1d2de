"""Tokenizers as JSON, the way dataset.json and checkpoints keep them."""

import functools
from collections.abc import Mapping
from typing import Any

from fledge.common.errors import FledgeError
from fledge.texts import say
from fledge.tokenizer.base import BYTE_VOCAB_SIZE, ByteTokenizer, CharTokenizer, Tokenizer, check_chars
from fledge.tokenizer.bpe import (
    GPT2_VOCAB_SIZE,
    RARE_BYTES,
    BpeTokenizer,
    Gpt2Tokenizer,
    UnusableTokenizer,
    from_letters,
    make_bpe,
)
from fledge.tokenizer.normalize import normalizer_of


def spec_vocab_size(spec: object) -> int:
    """The vocabulary size of a tokenizer's JSON, without downloading anything. Checks the JSON as well."""
    if isinstance(spec, dict):
        normalizer_of(spec.get("normalize"))
        if spec.get("name") == "byte":
            return BYTE_VOCAB_SIZE
        if spec.get("name") == "gpt2":
            return GPT2_VOCAB_SIZE
        if spec.get("name") == "char" and isinstance(spec.get("chars"), str):
            check_chars(spec["chars"])
            return len(spec["chars"])
        if spec.get("name") == "bpe":
            return _bpe_from_json(spec).vocab_size
    raise FledgeError(
        say("tokenizer.unknown", spec=str(spec)[:60]),
        say("tokenizer.known_kinds"),
    )


def same_vocabulary(a: Mapping[str, Any], b: Mapping[str, Any]) -> bool:
    """Whether ids mean the same in both, however the text is normalized first."""
    return {**a, "normalize": None} == {**b, "normalize": None}


def tokenizer_from_json(spec: Mapping[str, Any]) -> Tokenizer:
    spec_vocab_size(spec)
    return _vocabulary(spec).with_normalizer(normalizer_of(spec.get("normalize")))


def _vocabulary(spec: Mapping[str, Any]) -> Tokenizer:
    if spec["name"] == "char":
        return CharTokenizer(spec["chars"])
    if spec["name"] == "bpe":
        return _bpe_from_json(spec)
    return ByteTokenizer() if spec["name"] == "byte" else Gpt2Tokenizer.load()


def _bpe_from_json(spec: Mapping[str, Any]) -> BpeTokenizer:
    pattern, tokens = spec.get("pattern"), spec.get("tokens")
    if not isinstance(pattern, str):
        raise UnusableTokenizer(say("tokenizer.pattern_text"))
    if not isinstance(tokens, list) or not all(token is None or isinstance(token, str) for token in tokens):
        raise UnusableTokenizer(say("tokenizer.token_texts"))
    return _build_bpe(
        pattern, tuple(tokens), _specials(spec.get("specials")), _specials(spec.get("added", {})), _lacks(spec)
    )


def _lacks(spec: Mapping[str, Any]) -> tuple[int, ...]:
    lacks = spec.get("lacks", [])
    if not isinstance(lacks, list) or not all(byte in RARE_BYTES for byte in lacks):
        raise UnusableTokenizer(say("tokenizer.needed_bytes"))
    return tuple(lacks)


def _specials(named: Any) -> tuple[tuple[str, int], ...]:
    if not isinstance(named, dict) or not all(_is_special(text, token) for text, token in named.items()):
        raise UnusableTokenizer(say("tokenizer.special_texts"))
    return tuple(named.items())


def _is_special(text: object, token: object) -> bool:
    # Python's JSON can hold half a surrogate pair, which can't be encoded.
    is_text = isinstance(text, str) and bool(text) and not any("\ud800" <= char <= "\udfff" for char in text)
    return is_text and isinstance(token, int) and not isinstance(token, bool)


@functools.lru_cache(maxsize=4)  # a dataset, a run and a sample ask for the same one again and again
def _build_bpe(
    pattern: str,
    letters: tuple[str | None, ...],
    specials: tuple[tuple[str, int], ...],
    added: tuple[tuple[str, int], ...],
    lacks: tuple[int, ...],
) -> BpeTokenizer:
    tokens = [None if token is None else from_letters(token) for token in letters]
    return make_bpe(pattern, tokens, dict(specials), dict(added), may_lack=lacks)
