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
            raise UnusableTokenizer(f"{path.stat().st_size / 1e6:,.0f} MB is too large for a vocabulary")
        content = path.read_bytes()
        tokenizer = read_tokenizer_json(content) if content.lstrip()[:1] == b"{" else _from_ranks(path)
    except OSError as error:
        raise FledgeError(f"can't read {path}: {error.strerror or error}.", "Check the path.") from error
    except UnusableTokenizer as error:
        raise FledgeError(
            f"{path} can't be used as a tokenizer: {error.why}.",
            error.own_fix or "fledge reads byte-level BPE: a tokenizer.json like GPT-2's, or a .tiktoken file.",
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
        raise UnusableTokenizer("it is neither JSON nor lines of a token in base64 and its number") from None
    size = max(ranks.values(), default=-1) + 1
    tokens: list[bytes | None] = [None] * min(size, len(ranks) + 1)
    for token, rank in ranks.items():
        if not 0 <= rank < len(tokens):
            raise UnusableTokenizer(f"it has {len(ranks):,} tokens, and one of them is number {rank}")
        tokens[rank] = token
    if None not in tokens:
        tokens.append(None)
    note = f"{path.name} has no word pattern: GPT-2's is used, with {END_OF_TEXT} as token {tokens.index(None)}"
    return make_bpe(GPT2_PATTERN, tokens, {END_OF_TEXT: tokens.index(None)}, {}, [note])


def read_tokenizer_json(content: bytes) -> BpeTokenizer:
    """The tokenizer in a tokenizer.json; UnusableTokenizer says why it can't be used."""
    try:
        data = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise UnusableTokenizer(f"it is not JSON ({error})") from error
    model = data.get("model")
    if not isinstance(model, dict):
        raise UnusableTokenizer("it has no model: it is not Hugging Face's tokenizer.json")
    _check_model(model)
    normalizer = from_hf(data.get("normalizer"))
    has_nfc = normalizer is None and _has_nfc(data.get("normalizer"))
    pattern = _pattern(data.get("pre_tokenizer"))
    vocabulary, added = _vocabulary(model), _added_tokens(data.get("added_tokens") or [])
    tokens = _tokens(vocabulary, added)
    _check_merges(model, vocabulary, tokens)
    notes = ["its NFC normalizer is not used: text is encoded and decoded unchanged"] if has_nfc else []
    known = {token for token in tokens if token is not None}
    if missing := [byte for byte in RARE_BYTES if bytes([byte]) not in known]:
        notes.append(f"it leaves out {len(missing)} bytes of control and unassigned characters, which have no token")
    specials = {text: token for text, (token, is_special) in added.items() if is_special}
    others = {text: token for text, (token, is_special) in added.items() if not is_special}
    tokenizer = make_bpe(pattern, tokens, specials, others, notes, RARE_BYTES).with_normalizer(normalizer)
    _check_ids(tokenizer, content)
    return tokenizer


def _check_model(model: Mapping[str, Any]) -> None:
    kind = model.get("type", "BPE" if "merges" in model else "unknown")  # GPT-2's own file does not say
    if kind != "BPE":
        raise UnusableTokenizer(f"its model is {str(kind)[:40]}, not BPE")
    for key in ("dropout", "continuing_subword_prefix", "end_of_word_suffix", "byte_fallback"):
        if model.get(key):
            raise UnusableTokenizer(f"its model has {key}, so it is not plain byte-level BPE")


def _has_nfc(normalizer: Any) -> bool:
    """Whether the normalizer is NFC, which leaves nearly every text unchanged. Others are refused."""
    if normalizer is None or normalizer == {"type": "Sequence", "normalizers": []}:
        return False
    if normalizer != {"type": "NFC"}:
        raise UnusableTokenizer(
            f"its normalizer ({_kind(normalizer)}) changes the text, so decoding would not give it back"
        )
    return True


def _pattern(pre_tokenizer: Any) -> str:
    is_sequence = isinstance(pre_tokenizer, dict) and isinstance(pre_tokenizer.get("pretokenizers"), list)
    steps = pre_tokenizer["pretokenizers"] if is_sequence else [pre_tokenizer]
    kinds = [_kind(step) for step in steps]
    if kinds[-1:] != ["ByteLevel"]:
        raise UnusableTokenizer(f"its pre-tokenizer ({', '.join(kinds)[:60] or 'none'}) does not end in ByteLevel")
    if steps[-1].get("add_prefix_space"):
        raise UnusableTokenizer("it adds a space before every text (add_prefix_space)")
    is_gpt2 = steps[-1].get("use_regex", True) is True
    if kinds == ["ByteLevel"] and is_gpt2:
        return GPT2_PATTERN
    if kinds == ["Digits", "ByteLevel"] and is_gpt2:
        return DIGIT_PATTERN if steps[0].get("individual_digits") is True else DIGIT_RUN_PATTERN
    if kinds == ["Split", "ByteLevel"] and not is_gpt2:
        return _split_pattern(steps[0])
    raise UnusableTokenizer(
        f"its pre-tokenizer ({', '.join(kinds)[:60]}) is not supported: one Split or Digits step is"
    )


def _split_pattern(split: Mapping[str, Any]) -> str:
    keeps_matches = (split.get("behavior"), split.get("invert")) in (("Isolated", False), ("Removed", True))
    pattern = split.get("pattern")
    if not keeps_matches or not isinstance(pattern, dict) or not isinstance(pattern.get("Regex"), str):
        raise UnusableTokenizer("its Split step does not make each match of a pattern a word")
    return str(pattern["Regex"])


def _kind(step: Any) -> str:
    return str(step.get("type")) if isinstance(step, dict) else str(step)[:20]


def _vocabulary(model: Mapping[str, Any]) -> dict[str, int]:
    vocabulary = model.get("vocab")
    if not isinstance(vocabulary, dict) or not all(type(token) is int for token in vocabulary.values()):
        raise UnusableTokenizer("its vocabulary is not tokens with their numbers")
    return vocabulary


def _added_tokens(listed: Any) -> dict[str, tuple[int, bool]]:
    """The id of each added token, and whether it is special: never made from text."""
    added: dict[str, tuple[int, bool]] = {}
    for item in listed if isinstance(listed, list) else [None]:
        if not isinstance(item, dict) or type(item.get("id")) is not int or not isinstance(item.get("content"), str):
            raise UnusableTokenizer("its added tokens are not texts with numbers")
        is_special = item.get("special") is True
        if not is_special and any(item.get(key) for key in ("single_word", "lstrip", "rstrip")):
            raise UnusableTokenizer(f"its added token {item['content'][:40]!r} depends on the text around it")
        if not item["content"] or item["content"] in added:
            raise UnusableTokenizer(f"its added token {item['content'][:40]!r} is empty or there twice")
        added[item["content"]] = (item["id"], is_special)
    return added


def _tokens(vocabulary: Mapping[str, int], added: Mapping[str, tuple[int, bool]]) -> list[bytes | None]:
    named = {token for token, _ in added.values()}
    ids = {*vocabulary.values(), *named}
    if not ids or (min(ids), max(ids)) != (0, len(ids) - 1):
        raise UnusableTokenizer(f"the numbers of its {len(ids):,} tokens are not 0 to {len(ids) - 1:,}, each once")
    tokens: list[bytes | None] = [None] * len(ids)
    for letters, token in vocabulary.items():
        if token in named:
            if added.get(letters, (-1, False))[0] != token:
                raise UnusableTokenizer(f"token {token} is two: {letters[:40]!r} and an added one")
        elif tokens[token] is not None:
            raise UnusableTokenizer(f"token {token} is two: {to_letters(tokens[token] or b'')!r} and {letters[:40]!r}")
        else:
            tokens[token] = from_letters(letters)
    return tokens


def _check_merges(model: Mapping[str, Any], vocabulary: Mapping[str, int], tokens: Sequence[bytes | None]) -> None:
    """Check that ids are in the order of the merges: tiktoken merges in the order of the ids."""
    merges = model.get("merges")
    if not isinstance(merges, list):
        raise UnusableTokenizer("it has no list of merges")
    made: dict[int, None] = {}
    for merge in merges:
        pair = merge.split(" ") if isinstance(merge, str) else merge
        if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(part, str) for part in pair):
            raise UnusableTokenizer(f"{str(merge)[:40]!r} is not a merge of two tokens")
        if pair[0] + pair[1] not in vocabulary:
            raise UnusableTokenizer(f"the merge {' '.join(pair)[:40]!r} makes a token that it doesn't have")
        made[vocabulary[pair[0] + pair[1]]] = None
    order = list(made)
    if order != sorted(order):
        raise UnusableTokenizer("its tokens are not numbered in the order of the merges")
    left = [i for i, token in enumerate(tokens) if token is not None and len(token) > 1 and i not in made]
    if left and model.get("ignore_merges") is not True:
        raise UnusableTokenizer(f"no merge makes {len(left):,} of its tokens (number {left[0]} is the first)")


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
        raise UnusableTokenizer(f"Hugging Face's library can't read it ({str(error)[:100]})") from error
    if ids != [tokenizer.encode(text).tolist() for text in texts]:
        raise UnusableTokenizer("Hugging Face's library gives other ids for some text")
