"""Tokenizers as the files of Hugging Face's libraries: characters, bytes and byte pairs, out and in."""

import json
from pathlib import Path
from typing import Any

from fledge.common.errors import FledgeError
from fledge.common.files import read_json
from fledge.texts import say
from fledge.tokenizer.base import BYTE_VOCAB_SIZE, END_OF_TEXT, ByteTokenizer, CharTokenizer, Tokenizer
from fledge.tokenizer.bpe import BpeTokenizer
from fledge.tokenizer.huggingface import (
    bpe_document,
    known_by_name,
    read_tokenizer_file,
    to_tokenizer_json,
    with_normalizer,
)
from fledge.tokenizer.normalize import from_hf
from fledge.tokenizer.patterns import GPT2_PATTERN

FILE = "tokenizer.json"
NO_LIMIT = 10**30  # what transformers writes for a tokenizer without a longest text


def tokenizer_files(tokenizer: Tokenizer) -> dict[str, str]:
    """The contents of each file that AutoTokenizer reads."""
    end = None if tokenizer.eot is None else tokenizer.eot_text
    specials = {} if end is None else {"bos_token": end, "eos_token": end}
    about = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "model_max_length": NO_LIMIT,
        "clean_up_tokenization_spaces": False,
        **specials,
    }
    return {
        FILE: _text(tokenizer_json(tokenizer)),
        "tokenizer_config.json": _text(about),
        "special_tokens_map.json": _text(specials),
    }


def _text(content: object) -> str:
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def tokenizer_json(tokenizer: Tokenizer) -> dict[str, Any]:
    if isinstance(tokenizer, CharTokenizer):
        return with_normalizer(_characters(tokenizer.chars), tokenizer)
    return to_tokenizer_json(as_bpe(tokenizer))


def as_bpe(tokenizer: Tokenizer) -> BpeTokenizer:
    """The same ids as byte pairs: bytes are a vocabulary without pairs, however the text is cut into words."""
    if isinstance(tokenizer, BpeTokenizer):
        return tokenizer
    if isinstance(tokenizer, ByteTokenizer):
        single = [bytes([byte]) for byte in range(256)]
        pairs = BpeTokenizer(GPT2_PATTERN, [*single, None], {END_OF_TEXT: BYTE_VOCAB_SIZE - 1})
        return pairs.with_normalizer(tokenizer.normalizer)
    raise FledgeError(say("interop.no_byte_pairs", name=tokenizer.name))


def _characters(chars: str) -> dict[str, Any]:
    """A vocabulary of characters: byte pairs over characters, without pairs. Other characters are left out."""
    if any("\ud800" <= char <= "\udfff" for char in chars):
        raise FledgeError(
            say("interop.half_surrogate"),
            say("interop.prepare_again"),
        )
    vocabulary = {char: number for number, char in enumerate(chars)}
    model = {"ignore_merges": False, "vocab": vocabulary, "merges": []}
    return bpe_document(model, added_tokens=[], pre_tokenizer=None, decoder={"type": "Fuse"})


def read_tokenizer(folder: Path) -> dict[str, Any] | None:
    """The tokenizer of a folder, as datasets and checkpoints keep it; None if there is no tokenizer.json."""
    path = folder / FILE
    if not path.is_file():
        return None
    data = read_json(path, say("interop.copy_again"))
    normalizer = from_hf(data.get("normalizer")) if isinstance(data, dict) else None
    chars = _chars_of({**data, "normalizer": None} if normalizer else data)
    if chars is not None:
        return CharTokenizer(chars).with_normalizer(normalizer).to_json()
    return plain_spec(read_tokenizer_file(path))


def plain_spec(tokenizer: BpeTokenizer) -> dict[str, Any]:
    """As datasets and checkpoints keep it: bytes and GPT-2's vocabulary by name."""
    plain = ByteTokenizer().with_normalizer(tokenizer.normalizer)
    is_byte = tokenizer.vocab_size == BYTE_VOCAB_SIZE and tokenizer.to_json() == as_bpe(plain).to_json()
    return plain.to_json() if is_byte else known_by_name(tokenizer).to_json()


def _chars_of(data: Any) -> str | None:
    """The characters of a vocabulary that fledge exported."""
    vocabulary = data.get("model", {}).get("vocab") if isinstance(data, dict) else None
    if not isinstance(vocabulary, dict) or data != _characters_or_none(vocabulary):
        return None
    return "".join(vocabulary)


def _characters_or_none(vocabulary: dict[str, Any]) -> dict[str, Any] | None:
    is_one_each = all(len(char) == 1 for char in vocabulary)
    return _characters("".join(vocabulary)) if is_one_each and vocabulary else None
