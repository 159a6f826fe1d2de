"""Tokenizer files of other programs: Hugging Face's tokenizer.json, read and written, and .tiktoken files."""

import base64
import hashlib
import itertools
import json
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from fledge.common.downloads import GPT2_BPE
from fledge.common.errors import FledgeError
from fledge.common.files import write_text
from fledge.texts import say, text
from fledge.tokenizer.base import END_OF_TEXT, Tokenizer
from fledge.tokenizer.bpe import (
    GPT2_VOCAB_SIZE,
    RARE_BYTES,
    BpeTokenizer,
    Gpt2Tokenizer,
    UnusableTokenizer,
    from_letters,
    make_bpe,
    read_ranks,
    to_letters,
)
from fledge.tokenizer.normalize import from_hf
from fledge.tokenizer.patterns import DIGIT_PATTERN, DIGIT_RUN_PATTERN, GPT2_PATTERN

MAX_FILE_BYTES = 200_000_000  # the largest vocabularies in use take 30 MB
# Texts to try a conversion on: words, contractions, numbers, white space and scripts of many kinds.
SAMPLES = (
    "Hello world, it's the year 2024 (or 12345.678)! I'll DON'T we've they're I'd\n\n  x = f(a_b[10]);  // \t\ty\r\n",
    "  two  spaces   three\n \n\t mixed \u00a0\u3000 end   ",
    "naïve café e\u0301 Straße ÀÉÎ ʼn ⅷ ½ ² ١٢٣ १२३ 1234567",
    "हिन्दी में कुछ शब्द। यह किताब अच्छी है। العربية مُدَرِّسَةٌ في البيت. فارسی می‌خواهم שלום עולם",
    "中文字符测试,日本語のテキスト。한국어 문장 ไทยภาษา русский язык Ελληνικά tiếng Việt",
    "🙂👩\u200d🚀❤\ufe0f🇩🇪 ☃ → ≤ € © #hash @name user@example.com https://a.b/c?d=e&f=%20 <b>x</b> <|y|> 'q' \"q\"",
    "snake_case camelCase ABCdef a.b.c --- ===== ........ \x00\x07\x1b \u200b\u2028\ufeff\ufffd\U0010ffff 's 't",
)

PLAIN = dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)  # an added token without conditions


def save_tokenizer_file(tokenizer: BpeTokenizer, path: Path) -> None:
    write_text(path, json.dumps(to_tokenizer_json(tokenizer), ensure_ascii=False, indent=1) + "\n")


def to_tokenizer_json(tokenizer: BpeTokenizer) -> dict[str, Any]:
    """The tokenizer in the format of Hugging Face's libraries, which give the same ids for any text."""
    vocabulary = {to_letters(token): i for i, token in enumerate(tokenizer.tokens) if token is not None}
    merges, is_complete = _merges(tokenizer.tokens)
    pairs = [[to_letters(left), to_letters(right)] for left, right in merges]
    content = make_tokenizer_json(
        tokenizer.pattern, vocabulary, pairs, tokenizer.specials, tokenizer.added, ignore_merges=not is_complete
    )
    return with_normalizer(content, tokenizer)


def with_normalizer(content: dict[str, Any], tokenizer: Tokenizer) -> dict[str, Any]:
    """A tokenizer.json that normalizes text as the tokenizer does."""
    return {**content, "normalizer": tokenizer.normalizer.to_hf()} if tokenizer.normalizer else content


def make_tokenizer_json(
    pattern: str,
    vocabulary: Mapping[str, int],
    merges: Sequence[Sequence[str]],
    specials: Mapping[str, int],
    added: Mapping[str, int],
    ignore_merges: bool = False,
) -> dict[str, Any]:
    """A tokenizer.json from its parts; the tokens are written in letters that stand for bytes.

    `ignore_merges`: tiktoken always takes a word that is a token whole, even where no merges lead to it.
    """
    named = {**specials, **added}
    tokens = [
        {"id": token, "content": text, **PLAIN, "special": text in specials}
        for text, token in sorted(named.items(), key=lambda item: item[1])
    ]
    model = {
        "ignore_merges": ignore_merges,
        "vocab": {**vocabulary, **named},
        "merges": [list(pair) for pair in merges],
    }
    return bpe_document(model, tokens, _pre_tokenizer(pattern), _byte_level(use_regex=True))


def bpe_document(
    model: Mapping[str, Any],
    added_tokens: Sequence[Mapping[str, Any]],
    pre_tokenizer: Mapping[str, Any] | None,
    decoder: Mapping[str, Any],
) -> dict[str, Any]:
    """A tokenizer.json of byte pairs, with everything that such a file must state."""
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": added_tokens,
        "normalizer": None,
        "pre_tokenizer": pre_tokenizer,
        "post_processor": None,
        "decoder": decoder,
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": False,
            "byte_fallback": False,
            **model,
        },
    }


def _pre_tokenizer(pattern: str) -> dict[str, Any]:
    if pattern == GPT2_PATTERN:
        return _byte_level(use_regex=True)
    split = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}
    return {"type": "Sequence", "pretokenizers": [split, _byte_level(use_regex=False)]}


def _byte_level(use_regex: bool) -> dict[str, Any]:
    return {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": use_regex}


def merges_of(tokenizer: BpeTokenizer) -> list[tuple[bytes, bytes]]:
    """The pairs that make the tokens, in the order they are merged."""
    return _merges(tokenizer.tokens)[0]


def _merges(tokens: Sequence[bytes | None]) -> tuple[list[tuple[bytes, bytes]], bool]:
    """The pair that each token is merged from, in order, and whether merges make every token.

    tiktoken merges any two neighbours that together are a token, the lowest id first; Hugging Face merges only the
    pairs in its list. In a learned vocabulary the two agree: the merges before a token leave its bytes as exactly one
    pair. For a token where they don't, every pair of tokens that makes it is listed.
    """
    ranks = {token: i for i, token in enumerate(tokens) if token is not None}
    merges, is_complete = [], True
    for token, rank in ranks.items():
        if len(token) == 1:
            continue
        parts = _parts(token, ranks, rank)
        if len(parts) == 2:
            merges.append((parts[0], parts[1]))
            continue
        is_complete = False
        cuts = [(token[:i], token[i:]) for i in range(1, len(token))]
        merges += [(left, right) for left, right in cuts if left in ranks and right in ranks]
    return merges, is_complete


def _parts(token: bytes, ranks: Mapping[bytes, int], below: int) -> list[bytes]:
    """The bytes of a token, merged by the tokens with ids lower than `below`."""
    parts = [token[i : i + 1] for i in range(len(token))]
    while len(parts) > 2:
        pairs = [ranks.get(left + right, below) for left, right in itertools.pairwise(parts)]
        best = min(pairs)
        if best == below:
            break
        at = pairs.index(best)
        parts[at : at + 2] = [parts[at] + parts[at + 1]]
    return parts


def read_tokenizer_file(path: Path) -> BpeTokenizer:
    """The tokenizer in a Hugging Face tokenizer.json or a .tiktoken file; its `notes` say what was assumed.

    The ids are those of the file: sample texts are encoded with Hugging Face's own library and compared.
    """
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise UnusableTokenizer(say("tokenizer.large_file", megabytes=path.stat().st_size / 1e6))
        content = path.read_bytes()
        tokenizer = read_tokenizer_json(content) if content.lstrip()[:1] == b"{" else _from_ranks(path)
    except OSError as error:
        raise FledgeError(
            say("tokenizer.cant_read", path=path, reason=error.strerror or error), say("tokenizer.check_path")
        ) from error
    except UnusableTokenizer as error:
        raise FledgeError(
            say("tokenizer.cant_use", path=path, why=error.why),
            error.own_fix or say("tokenizer.readable"),
        ) from error
    return known_by_name(tokenizer)


def known_by_name(tokenizer: BpeTokenizer) -> BpeTokenizer:
    """GPT-2's own vocabulary as such: datasets and checkpoints keep it by its name."""
    if not _is_gpt2(tokenizer):
        return tokenizer
    return Gpt2Tokenizer(_ranks(tokenizer)).with_normalizer(tokenizer.normalizer)


def _is_gpt2(tokenizer: BpeTokenizer) -> bool:
    if tokenizer.pattern != GPT2_PATTERN or tokenizer.vocab_size != GPT2_VOCAB_SIZE:
        return False
    lines = b"".join(base64.b64encode(token) + b" %d\n" % i for token, i in _ranks(tokenizer).items())
    return tokenizer.eot == GPT2_VOCAB_SIZE - 1 and hashlib.sha256(lines).hexdigest() == GPT2_BPE.sha256


def _ranks(tokenizer: BpeTokenizer) -> dict[bytes, int]:
    return {token: i for i, token in enumerate(tokenizer.tokens) if token is not None}


def _from_ranks(path: Path) -> BpeTokenizer:
    """A .tiktoken file has only tokens: GPT-2's pattern is assumed, and <|endoftext|> takes the number left."""
    try:
        ranks = read_ranks(path)
    except ValueError:
        raise UnusableTokenizer(say("tokenizer.neither")) from None
    size = max(ranks.values(), default=-1) + 1
    tokens: list[bytes | None] = [None] * min(size, len(ranks) + 1)
    for token, rank in ranks.items():
        if not 0 <= rank < len(tokens):
            raise UnusableTokenizer(say("tokenizer.wrong_rank", number=len(ranks), rank=rank))
        tokens[rank] = token
    if None not in tokens:
        tokens.append(None)
    note = text(say("tokenizer.no_pattern", name=path.name, end=END_OF_TEXT, token=tokens.index(None)))
    return make_bpe(GPT2_PATTERN, tokens, {END_OF_TEXT: tokens.index(None)}, {}, [note])


def read_tokenizer_json(content: bytes) -> BpeTokenizer:
    """The tokenizer in a tokenizer.json; UnusableTokenizer says why it can't be used."""
    try:
        data = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise UnusableTokenizer(say("tokenizer.not_json", reason=error)) from error
    model = data.get("model")
    if not isinstance(model, dict):
        raise UnusableTokenizer(say("tokenizer.no_model"))
    _check_model(model)
    normalizer = from_hf(data.get("normalizer"))
    has_nfc = normalizer is None and _has_nfc(data.get("normalizer"))
    pattern = _pattern(data.get("pre_tokenizer"))
    vocabulary, added = _vocabulary(model), _added_tokens(data.get("added_tokens") or [])
    tokens = _tokens(vocabulary, added)
    _check_merges(model, vocabulary, tokens)
    notes = [text(say("tokenizer.no_nfc"))] if has_nfc else []
    known = {token for token in tokens if token is not None}
    if missing := [byte for byte in RARE_BYTES if bytes([byte]) not in known]:
        notes.append(text(say("tokenizer.leaves_out", number=len(missing))))
    specials = {text: token for text, (token, is_special) in added.items() if is_special}
    others = {text: token for text, (token, is_special) in added.items() if not is_special}
    tokenizer = make_bpe(pattern, tokens, specials, others, notes, RARE_BYTES).with_normalizer(normalizer)
    _check_ids(tokenizer, content)
    return tokenizer


def _check_model(model: Mapping[str, Any]) -> None:
    kind = model.get("type", "BPE" if "merges" in model else "unknown")  # GPT-2's own file does not say
    if kind != "BPE":
        raise UnusableTokenizer(say("tokenizer.not_bpe", kind=str(kind)[:40]))
    for key in ("dropout", "continuing_subword_prefix", "end_of_word_suffix", "byte_fallback"):
        if model.get(key):
            raise UnusableTokenizer(say("tokenizer.not_plain", key=key))


def _has_nfc(normalizer: Any) -> bool:
    """Whether the normalizer is NFC, which leaves nearly every text unchanged. Others are refused."""
    if normalizer is None or normalizer == {"type": "Sequence", "normalizers": []}:
        return False
    if normalizer != {"type": "NFC"}:
        raise UnusableTokenizer(say("tokenizer.changes_text", kind=_kind(normalizer)))
    return True


def _pattern(pre_tokenizer: Any) -> str:
    is_sequence = isinstance(pre_tokenizer, dict) and isinstance(pre_tokenizer.get("pretokenizers"), list)
    steps = pre_tokenizer["pretokenizers"] if is_sequence else [pre_tokenizer]
    kinds = [_kind(step) for step in steps]
    if kinds[-1:] != ["ByteLevel"]:
        if not kinds:
            raise UnusableTokenizer(say("tokenizer.no_pre_tokenizer"))
        raise UnusableTokenizer(say("tokenizer.not_byte_level_end", shown=", ".join(kinds)[:60]))
    if steps[-1].get("add_prefix_space"):
        raise UnusableTokenizer(say("tokenizer.prefix_space"))
    is_gpt2 = steps[-1].get("use_regex", True) is True
    if kinds == ["ByteLevel"] and is_gpt2:
        return GPT2_PATTERN
    if kinds == ["Digits", "ByteLevel"] and is_gpt2:
        return DIGIT_PATTERN if steps[0].get("individual_digits") is True else DIGIT_RUN_PATTERN
    if kinds == ["Split", "ByteLevel"] and not is_gpt2:
        return _split_pattern(steps[0])
    shown = ", ".join(kinds)[:60]
    raise UnusableTokenizer(say("tokenizer.pre_tokenizer", shown=shown))


def _split_pattern(split: Mapping[str, Any]) -> str:
    keeps_matches = (split.get("behavior"), split.get("invert")) in (("Isolated", False), ("Removed", True))
    pattern = split.get("pattern")
    if not keeps_matches or not isinstance(pattern, dict) or not isinstance(pattern.get("Regex"), str):
        raise UnusableTokenizer(say("tokenizer.split_step"))
    return str(pattern["Regex"])


def _kind(step: Any) -> str:
    return str(step.get("type")) if isinstance(step, dict) else str(step)[:20]


def _vocabulary(model: Mapping[str, Any]) -> dict[str, int]:
    vocabulary = model.get("vocab")
    if not isinstance(vocabulary, dict) or not all(type(token) is int for token in vocabulary.values()):
        raise UnusableTokenizer(say("tokenizer.no_numbers"))
    return vocabulary


def _added_tokens(listed: Any) -> dict[str, tuple[int, bool]]:
    """The id of each added token, and whether it is special: never made from text."""
    added: dict[str, tuple[int, bool]] = {}
    for item in listed if isinstance(listed, list) else [None]:
        if not isinstance(item, dict) or type(item.get("id")) is not int or not isinstance(item.get("content"), str):
            raise UnusableTokenizer(say("tokenizer.added_numbers"))
        is_special = item.get("special") is True
        if not is_special and any(item.get(key) for key in ("single_word", "lstrip", "rstrip")):
            raise UnusableTokenizer(say("tokenizer.added_depends", token=item["content"][:40]))
        if not item["content"] or item["content"] in added:
            raise UnusableTokenizer(say("tokenizer.added_twice", token=item["content"][:40]))
        added[item["content"]] = (item["id"], is_special)
    return added


def _tokens(vocabulary: Mapping[str, int], added: Mapping[str, tuple[int, bool]]) -> list[bytes | None]:
    named = {token for token, _ in added.values()}
    ids = {*vocabulary.values(), *named}
    if not ids or (min(ids), max(ids)) != (0, len(ids) - 1):
        raise UnusableTokenizer(say("tokenizer.not_in_order", number=len(ids), last=len(ids) - 1))
    tokens: list[bytes | None] = [None] * len(ids)
    for letters, token in vocabulary.items():
        if token in named:
            if added.get(letters, (-1, False))[0] != token:
                raise UnusableTokenizer(say("tokenizer.two_added", token=token, letters=letters[:40]))
        elif tokens[token] is not None:
            raise UnusableTokenizer(
                say("tokenizer.two_tokens", token=token, first=to_letters(tokens[token] or b""), letters=letters[:40])
            )
        else:
            tokens[token] = from_letters(letters)
    return tokens


def _check_merges(model: Mapping[str, Any], vocabulary: Mapping[str, int], tokens: Sequence[bytes | None]) -> None:
    """Check that ids are in the order of the merges: tiktoken merges in the order of the ids."""
    merges = model.get("merges")
    if not isinstance(merges, list):
        raise UnusableTokenizer(say("tokenizer.no_merges"))
    made: dict[int, None] = {}
    for merge in merges:
        pair = merge.split(" ") if isinstance(merge, str) else merge
        if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(part, str) for part in pair):
            raise UnusableTokenizer(say("tokenizer.no_merge", merge=str(merge)[:40]))
        if pair[0] + pair[1] not in vocabulary:
            raise UnusableTokenizer(say("tokenizer.merge_makes", pair=" ".join(pair)[:40]))
        made[vocabulary[pair[0] + pair[1]]] = None
    order = list(made)
    if order != sorted(order):
        raise UnusableTokenizer(say("tokenizer.merge_order"))
    left = [i for i, token in enumerate(tokens) if token is not None and len(token) > 1 and i not in made]
    if left and model.get("ignore_merges") is not True:
        raise UnusableTokenizer(say("tokenizer.unmade", number=len(left), first=left[0]))


def _check_ids(tokenizer: BpeTokenizer, content: bytes) -> None:
    """Check that Hugging Face's library gives the same ids for the sample texts and for the vocabulary's own text."""
    import tokenizers

    step = max(1, tokenizer.vocab_size // 10_000)
    words = [token.decode(errors="ignore") for token in tokenizer.tokens[::step] if token is not None]
    texts = [unicodedata.normalize("NFC", sample) for sample in (*SAMPLES, "".join(words), " ".join(words))]
    texts = [text for text in texts if not any(name in text for name in tokenizer.specials)]
    try:
        theirs = tokenizers.Tokenizer.from_str(content.decode())
        theirs.no_truncation()
        theirs.no_padding()
        ids = [theirs.encode(text, add_special_tokens=False).ids for text in texts]
    except Exception as error:  # the library raises plain Exception
        raise UnusableTokenizer(say("tokenizer.library_cant", reason=str(error)[:100])) from error
    if ids != [tokenizer.encode(text).tolist() for text in texts]:
        raise UnusableTokenizer(say("tokenizer.library_differs"))
