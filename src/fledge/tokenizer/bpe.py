"""Byte-pair vocabularies: learned from text, and in files that other programs read and write."""

import base64
import contextlib
import hashlib
import itertools
import json
import threading
import unicodedata
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from fledge.common.downloads import DOWNLOADS
from fledge.common.errors import FledgeError
from fledge.common.files import write_text
from fledge.tokenizer.base import (
    BYTE_VOCAB_SIZE,
    END_OF_TEXT,
    GPT2_VOCAB_SIZE,
    BpeTokenizer,
    Gpt2Tokenizer,
    Unusable,
    from_letters,
    make_bpe,
    read_ranks,
    to_letters,
)
from fledge.tokenizer.patterns import GPT2_WORDS, OUR_WORDS, WORDS_TO_LEARN, last_cut

MOST_VOCABULARY = 1_000_000
FEWEST_TIMES = 2  # a pair that is there once is no pattern
LEARN_CHARACTERS = 1 << 16  # the library holds 256 texts at a time
STOP_S = 1.0
MOST_FILE_BYTES = 200_000_000  # the largest vocabularies in use take 30 MB
# Digits are cut off before GPT-2's words are looked for, so white space before one ends a text of its own.
DIGIT_WORDS = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+|\s+(?![^\s\p{N}])|\s+"
# A conversion is tried on these: words, contractions, numbers, white space and scripts of many kinds.
SAMPLES = (
    "Hello world, it's the year 2024 (or 12345.678)! I'll DON'T we've they're I'd\n\n  x = f(a_b[10]);  // \t\ty\r\n",
    "  two  spaces   three\n \n\t mixed \u00a0\u3000 end   ",
    "naïve café e\u0301 Straße ÀÉÎ ʼn ⅷ ½ ² ١٢٣ १२३ 1234567",
    "हिन्दी में कुछ शब्द। यह किताब अच्छी है। العربية مُدَرِّسَةٌ في البيت. فارسی می‌خواهم שלום עולם",
    "中文字符测试,日本語のテキスト。한국어 문장 ไทยภาษา русский язык Ελληνικά tiếng Việt",
    "🙂👩\u200d🚀❤\ufe0f🇩🇪 ☃ → ≤ € © #hash @name user@example.com https://a.b/c?d=e&f=%20 <b>x</b> <|y|> 'q' \"q\"",
    "snake_case camelCase ABCdef a.b.c --- ===== ........ \x00\x07\x1b \u200b\u2028\ufeff\ufffd\U0010ffff 's 't",
)


def train_bpe(texts: Iterable[str], vocab_size: int) -> BpeTokenizer:
    """A vocabulary of the byte pairs most frequent in the texts; their order does not matter.

    With too little text for `vocab_size` it has fewer tokens, and a note says so.
    """
    from tokenizers import Regex, Tokenizer, models, pre_tokenizers, trainers

    if not BYTE_VOCAB_SIZE <= vocab_size <= MOST_VOCABULARY:
        raise FledgeError(
            f"a vocabulary can't have {vocab_size:,} tokens: it has 256 bytes, {END_OF_TEXT} and what is learned.",
            f"Give a size from {BYTE_VOCAB_SIZE} to {MOST_VOCABULARY:,}; 32768 is usual.",
        )
    learner = Tokenizer(models.BPE())
    learner.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(WORDS_TO_LEARN), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    trainer = trainers.BpeTrainer(
        vocab_size=vocab_size - 1,
        min_frequency=FEWEST_TIMES,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    counted = _Counted(texts)
    _aside(lambda: learner.train_from_iterator(counted, trainer), counted)
    if not counted.characters:
        raise FledgeError("there is no text to learn a vocabulary from.", "Name a file that has some.")
    vocabulary = learner.get_vocab()
    tokens = [from_letters(token) for token in sorted(vocabulary, key=vocabulary.__getitem__)]
    notes = []
    if len(tokens) + 1 < vocab_size:
        notes.append(
            f"the vocabulary has {len(tokens) + 1:,} tokens, not {vocab_size:,}: "
            f"{counted.characters:,} characters hold no more pairs that repeat"
        )
    return BpeTokenizer(OUR_WORDS, [*tokens, None], {END_OF_TEXT: len(tokens)}, notes=notes)


def _aside(learn: Callable[[], None], texts: "_Counted") -> None:
    """In a thread of its own: the library keeps the main one busy to its end, and Ctrl-C is noticed there alone."""
    learnt: Future[None] = Future()

    def run() -> None:
        try:
            learn()
            learnt.set_result(None)
        except BaseException as error:
            learnt.set_exception(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        learnt.result()
    finally:
        texts.is_over = True
        thread.join(STOP_S)


class _Counted:
    """Texts in parts that are short, cut between words, and UTF-8 can spell."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = texts
        self.characters = 0
        self.is_over = False  # nobody waits for what is learned

    def __iter__(self) -> Iterator[str]:
        with contextlib.closing(_passed_on(self._texts)) as texts:  # a bar that shows how far they are ends here
            for text in texts:
                if self.is_over:
                    raise InterruptedError
                self.characters += len(text)
                yield from map(_spellable, in_parts(text, LEARN_CHARACTERS))


def _passed_on(texts: Iterable[str]) -> Generator[str, None, None]:
    yield from texts


def in_parts(text: str, size: int) -> Iterator[str]:
    """The text in parts of at most so many characters, cut between words where there are any."""
    at = 0
    while len(text) - at > size:
        part = text[at : at + size]
        part = part[: last_cut(part) or size]
        yield part
        at += len(part)
    yield text[at:] if at else text


def _spellable(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:  # half a surrogate pair
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def save_tokenizer_file(tokenizer: BpeTokenizer, path: Path) -> None:
    write_text(path, json.dumps(to_tokenizer_json(tokenizer), ensure_ascii=False, indent=1) + "\n")


def to_tokenizer_json(tokenizer: BpeTokenizer) -> dict[str, Any]:
    """The tokenizer as Hugging Face's libraries read it; they encode alike."""
    named = {**tokenizer.specials, **tokenizer.added}
    letters = [to_letters(token) for token in tokenizer.tokens if token is not None]
    ids = [i for i, token in enumerate(tokenizer.tokens) if token is not None]
    merges, is_complete = _merges(tokenizer.tokens)
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [
            {
                "id": token,
                "content": text,
                "single_word": False,
                "lstrip": False,
                "rstrip": False,
                "normalized": False,
                "special": text in tokenizer.specials,
            }
            for text, token in sorted(named.items(), key=lambda item: item[1])
        ],
        "normalizer": None,
        "pre_tokenizer": _pre_tokenizer(tokenizer.pattern),
        "post_processor": None,
        "decoder": _byte_level(use_regex=True),
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": False,
            "byte_fallback": False,
            # A word that is a token is that token, even where its merges don't lead there. tiktoken does so always.
            "ignore_merges": not is_complete,
            "vocab": dict(zip(letters, ids, strict=True)) | named,
            "merges": [[to_letters(left), to_letters(right)] for left, right in merges],
        },
    }


def _pre_tokenizer(pattern: str) -> dict[str, Any]:
    if pattern == GPT2_WORDS:
        return _byte_level(use_regex=True)
    split = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}
    return {"type": "Sequence", "pretokenizers": [split, _byte_level(use_regex=False)]}


def _byte_level(use_regex: bool) -> dict[str, Any]:
    return {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": use_regex}


def _merges(tokens: Sequence[bytes | None]) -> tuple[list[tuple[bytes, bytes]], bool]:
    """The two tokens each token is merged from, in order, and whether every token comes about in that way.

    tiktoken merges any two neighbours that are a token together, the earliest token first; Hugging Face merges the
    pairs it has been given. For a vocabulary that was learned these are the same: when a token's turn comes, its bytes
    have become what the earlier tokens make of them, whatever stands around, and that is one pair only. Of a token that
    does not come about so, every pair is given.
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
    """What the merges of tokens before number `below` make of the bytes."""
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
    """The tokenizer of a Hugging Face tokenizer.json or a .tiktoken file: its `notes` say what was assumed.

    Its ids are those of the file, which is checked by encoding text with Hugging Face's own library.
    """
    try:
        if path.stat().st_size > MOST_FILE_BYTES:
            raise Unusable(f"a vocabulary has no {path.stat().st_size / 1e6:,.0f} MB")
        content = path.read_bytes()
        tokenizer = _from_hugging_face(content) if content.lstrip()[:1] == b"{" else _from_ranks(path)
    except OSError as error:
        raise FledgeError(f"can't read {path}: {error.strerror or error}.", "Check the path.") from error
    except Unusable as error:
        raise FledgeError(
            f"{path} can't be used as a tokenizer: {error.why}.",
            "fledge reads byte-level BPE: a tokenizer.json of GPT-2's kind, or a .tiktoken file.",
        ) from error
    return _gpt2_if_it_is(tokenizer)


def _gpt2_if_it_is(tokenizer: BpeTokenizer) -> BpeTokenizer:
    """GPT-2's own vocabulary has a name, by which models that were trained on it know it."""
    if (tokenizer.pattern, tokenizer.eot) != (
        GPT2_WORDS,
        GPT2_VOCAB_SIZE - 1,
    ) or tokenizer.vocab_size != GPT2_VOCAB_SIZE:
        return tokenizer
    ranks = {token: i for i, token in enumerate(tokenizer.tokens) if token is not None}
    lines = b"".join(base64.b64encode(token) + b" %d\n" % i for token, i in ranks.items())
    is_gpt2 = hashlib.sha256(lines).hexdigest() == DOWNLOADS["gpt2_bpe"].sha256
    return Gpt2Tokenizer(ranks) if is_gpt2 else tokenizer


def _from_ranks(path: Path) -> BpeTokenizer:
    """A .tiktoken file, which has tokens and no more: GPT-2's pattern, and <|endoftext|> for the number left."""
    try:
        ranks = read_ranks(path)
    except ValueError:
        raise Unusable("it is neither JSON nor lines of a token in base64 and its number") from None
    size = max(ranks.values(), default=-1) + 1
    tokens: list[bytes | None] = [None] * min(size, len(ranks) + 1)
    for token, rank in ranks.items():
        if not 0 <= rank < len(tokens):
            raise Unusable(f"it has {len(ranks):,} tokens, and one of them is number {rank}")
        tokens[rank] = token
    if None not in tokens:
        tokens.append(None)
    note = f"{path.name} has no word pattern: GPT-2's is taken, with {END_OF_TEXT} as token {tokens.index(None)}"
    return make_bpe(GPT2_WORDS, tokens, {END_OF_TEXT: tokens.index(None)}, {}, [note])


def _from_hugging_face(content: bytes) -> BpeTokenizer:
    try:
        data = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise Unusable(f"it is not JSON ({error})") from error
    model = data.get("model")
    if not isinstance(model, dict):
        raise Unusable("it has no model: it is not Hugging Face's tokenizer.json")
    _check_model(model)
    changes_text = _changes_text(data.get("normalizer"))
    pattern = _pattern(data.get("pre_tokenizer"))
    vocabulary, added = _vocabulary(model), _added_tokens(data.get("added_tokens") or [])
    tokens = _tokens(vocabulary, added)
    _check_merges(model, vocabulary, tokens)
    notes = (
        ["its NFC normaliser is left out: text is encoded as it is, and comes back as it was"] if changes_text else []
    )
    specials = {text: token for text, (token, is_special) in added.items() if is_special}
    others = {text: token for text, (token, is_special) in added.items() if not is_special}
    tokenizer = make_bpe(pattern, tokens, specials, others, notes)
    _check_ids(tokenizer, content)
    return tokenizer


def _check_model(model: Mapping[str, Any]) -> None:
    kind = model.get("type", "BPE" if "merges" in model else "unknown")  # GPT-2's own file does not say
    if kind != "BPE":
        raise Unusable(f"its model is {str(kind)[:40]}, not BPE")
    for key in ("dropout", "continuing_subword_prefix", "end_of_word_suffix", "byte_fallback"):
        if model.get(key):
            raise Unusable(f"its model has {key}, so it is not plain byte-level BPE")


def _changes_text(normalizer: Any) -> bool:
    """Whether there is a normalizer. NFC leaves nearly every text as it is; others are refused."""
    if normalizer is None or normalizer == {"type": "Sequence", "normalizers": []}:
        return False
    if normalizer != {"type": "NFC"}:
        raise Unusable(f"its normalizer ({_kind(normalizer)}) changes the text, so that decoding gives another one")
    return True


def _pattern(pre_tokenizer: Any) -> str:
    is_sequence = isinstance(pre_tokenizer, dict) and isinstance(pre_tokenizer.get("pretokenizers"), list)
    steps = pre_tokenizer["pretokenizers"] if is_sequence else [pre_tokenizer]
    kinds = [_kind(step) for step in steps]
    if kinds[-1:] != ["ByteLevel"]:
        raise Unusable(f"its pre-tokenizer ({', '.join(kinds)[:60] or 'none'}) does not end in ByteLevel")
    if steps[-1].get("add_prefix_space"):
        raise Unusable("it adds a space before every text (add_prefix_space)")
    is_gpt2 = steps[-1].get("use_regex", True) is True
    if kinds == ["ByteLevel"] and is_gpt2:
        return GPT2_WORDS
    if kinds == ["Digits", "ByteLevel"] and is_gpt2:
        one_by_one = steps[0].get("individual_digits") is True
        return DIGIT_WORDS if one_by_one else DIGIT_WORDS.replace(r"|\p{N}|", r"|\p{N}+|")
    if kinds == ["Split", "ByteLevel"] and not is_gpt2:
        return _split_pattern(steps[0])
    raise Unusable(f"its pre-tokenizer ({', '.join(kinds)[:60]}) can't be followed: one Split or Digits is the most")


def _split_pattern(split: Mapping[str, Any]) -> str:
    keeps_matches = (split.get("behavior"), split.get("invert")) in (("Isolated", False), ("Removed", True))
    pattern = split.get("pattern")
    if not keeps_matches or not isinstance(pattern, dict) or not isinstance(pattern.get("Regex"), str):
        raise Unusable("its Split does not make a word of each match of a pattern")
    return str(pattern["Regex"])


def _kind(step: Any) -> str:
    return str(step.get("type")) if isinstance(step, dict) else str(step)[:20]


def _vocabulary(model: Mapping[str, Any]) -> dict[str, int]:
    vocabulary = model.get("vocab")
    if not isinstance(vocabulary, dict) or not all(type(token) is int for token in vocabulary.values()):
        raise Unusable("its vocabulary is not tokens with their numbers")
    return vocabulary


def _added_tokens(listed: Any) -> dict[str, tuple[int, bool]]:
    """The number of each added token, and whether it is special: not to be found in text."""
    added: dict[str, tuple[int, bool]] = {}
    for item in listed if isinstance(listed, list) else [None]:
        if not isinstance(item, dict) or type(item.get("id")) is not int or not isinstance(item.get("content"), str):
            raise Unusable("its added tokens are not texts with numbers")
        is_special = item.get("special") is True
        if not is_special and any(item.get(key) for key in ("single_word", "lstrip", "rstrip")):
            raise Unusable(f"its added token {item['content'][:40]!r} takes what is around it into account")
        if not item["content"] or item["content"] in added:
            raise Unusable(f"its added token {item['content'][:40]!r} is empty or there twice")
        added[item["content"]] = (item["id"], is_special)
    return added


def _tokens(vocabulary: Mapping[str, int], added: Mapping[str, tuple[int, bool]]) -> list[bytes | None]:
    named = {token for token, _ in added.values()}
    ids = {*vocabulary.values(), *named}
    if not ids or (min(ids), max(ids)) != (0, len(ids) - 1):
        raise Unusable(f"the numbers of its {len(ids):,} tokens are not 0 to {len(ids) - 1:,}, each once")
    tokens: list[bytes | None] = [None] * len(ids)
    for letters, token in vocabulary.items():
        if token in named:
            if added.get(letters, (-1, False))[0] != token:
                raise Unusable(f"token {token} is two: {letters[:40]!r} and an added one")
        elif tokens[token] is not None:
            raise Unusable(f"token {token} is two: {to_letters(tokens[token] or b'')!r} and {letters[:40]!r}")
        else:
            tokens[token] = from_letters(letters)
    return tokens


def _check_merges(model: Mapping[str, Any], vocabulary: Mapping[str, int], tokens: Sequence[bytes | None]) -> None:
    """Ids must be in the order of the merges: that order is all tiktoken knows."""
    merges = model.get("merges")
    if not isinstance(merges, list):
        raise Unusable("it has no list of merges")
    made: dict[int, None] = {}
    for merge in merges:
        pair = merge.split(" ") if isinstance(merge, str) else merge
        if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(part, str) for part in pair):
            raise Unusable(f"{str(merge)[:40]!r} is not a merge of two tokens")
        if pair[0] + pair[1] not in vocabulary:
            raise Unusable(f"the merge {' '.join(pair)[:40]!r} makes a token that it doesn't have")
        made[vocabulary[pair[0] + pair[1]]] = None
    order = list(made)
    if order != sorted(order):
        raise Unusable("its tokens are not numbered in the order they are merged")
    left = [i for i, token in enumerate(tokens) if token is not None and len(token) > 1 and i not in made]
    if left and model.get("ignore_merges") is not True:
        raise Unusable(f"no merge makes {len(left):,} of its tokens (number {left[0]} is the first)")


def _check_ids(tokenizer: BpeTokenizer, content: bytes) -> None:
    """Hugging Face's library must give the same ids for the samples, and for the vocabulary's own text."""
    from tokenizers import Tokenizer

    step = max(1, tokenizer.vocab_size // 10_000)
    pieces = [token.decode(errors="ignore") for token in tokenizer.tokens[::step] if token is not None]
    texts = [unicodedata.normalize("NFC", sample) for sample in (*SAMPLES, "".join(pieces), " ".join(pieces))]
    texts = [text for text in texts if not any(name in text for name in tokenizer.specials)]
    try:
        theirs = Tokenizer.from_str(content.decode())
        theirs.no_truncation()
        theirs.no_padding()
        ids = [theirs.encode(text, add_special_tokens=False).ids for text in texts]
    except Exception as error:  # the library has no class of its own for what it can't read
        raise Unusable(f"Hugging Face's library does not read it ({str(error)[:100]})") from error
    if ids != [tokenizer.encode(text).tolist() for text in texts]:
        raise Unusable("its ids come out otherwise than Hugging Face's library has them")
