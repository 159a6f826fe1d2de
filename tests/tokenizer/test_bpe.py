"""Learned vocabularies, and files of others: the ids are those of Hugging Face's own library."""

import base64
import copy
import itertools
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import tokenizers
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tokenizers import Regex, decoders, models, normalizers, pre_tokenizers, trainers

from fledge.cli.main import dispatch
from fledge.common.errors import FledgeError
from fledge.data.corpus.inputs import Input
from fledge.data.corpus.kinds import ReadOptions
from fledge.data.prepare.text_sample import TextSample
from fledge.tokenizer.base import END_OF_TEXT, Tokenizer
from fledge.tokenizer.bpe import BpeTokenizer, Gpt2Tokenizer
from fledge.tokenizer.huggingface import SAMPLES, read_tokenizer_file, save_tokenizer_file, to_tokenizer_json
from fledge.tokenizer.patterns import (
    GPT2_PATTERN,
    GPT4_PATTERN,
    GPT4O_PATTERN,
    MAX_LEARNED_WORD_CHARS,
    MISTRAL_PATTERN,
    NANOCHAT_PATTERN,
    OUR_PATTERN,
    QWEN35_PATTERN,
    QWEN_PATTERN,
)
from fledge.tokenizer.spec import tokenizer_from_json
from fledge.tokenizer.train import in_parts, train_bpe
from tests.data.paragraphs import ARABIC, ENGLISH, HINDI

ALL = [HINDI, ARABIC, ENGLISH]
GPT2_COUNTS = {HINDI: 1776, ARABIC: 1018}  # its tokens; a slow test counts them


@pytest.fixture(scope="module")
def trained() -> BpeTokenizer:
    return train_bpe(ALL, 600)


@pytest.fixture(scope="module")
def theirs(trained: BpeTokenizer) -> tokenizers.Tokenizer:
    return tokenizers.Tokenizer.from_str(json.dumps(to_tokenizer_json(trained)))


def their_ids(theirs: tokenizers.Tokenizer, text: str) -> list[int]:
    return theirs.encode(text, add_special_tokens=False).ids


# --- learning ---


@given(text=st.text())
def test_any_text_comes_back(trained: BpeTokenizer, text: str) -> None:
    assert trained.decode(trained.encode(text)) == text


@given(data=st.binary())
def test_any_bytes_come_back(trained: BpeTokenizer, data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    assert trained.decode(trained.encode(text)) == text
    ids = [trained.tokens.index(bytes([byte])) for byte in data]
    assert trained.decode_bytes(ids) == data


@given(text=st.text(st.sampled_from("".join(sorted(set("".join([*ALL, *SAMPLES])))))))
def test_the_librarys_ids_are_ours(trained: BpeTokenizer, theirs: tokenizers.Tokenizer, text: str) -> None:
    assume("<|endoftext|>" not in text)  # in text it is plain letters to us, and a special token to the library
    assert their_ids(theirs, text) == trained.encode(text).tolist()


def test_the_librarys_ids_of_real_text_are_ours(trained: BpeTokenizer, theirs: tokenizers.Tokenizer) -> None:
    for text in (*ALL, *SAMPLES):
        assert their_ids(theirs, text) == trained.encode(text).tolist()
        assert theirs.decode(trained.encode(text).tolist()) == text


def learned_by_the_library(texts: list[str], size: int) -> tokenizers.Tokenizer:
    theirs = tokenizers.Tokenizer(models.BPE())
    split = pre_tokenizers.Split(Regex(OUR_PATTERN), "isolated")
    theirs.pre_tokenizer = pre_tokenizers.Sequence([split, pre_tokenizers.ByteLevel(False, use_regex=False)])
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=size, min_frequency=2, initial_alphabet=alphabet, show_progress=False)
    theirs.train_from_iterator(texts, trainer)
    return theirs


RUNS = st.text(st.sampled_from("aab "), max_size=80)


@settings(max_examples=80)
@given(st.lists(RUNS, min_size=1, max_size=20).filter("".join), st.integers(258, 320), RUNS)
def test_merges_of_pairs_and_merges_by_rank_are_the_same(texts: list[str], size: int, text: str) -> None:
    """Words of few letters in long runs, where tokens overlap most: what tiktoken merges, by the tokens alone, are
    the pairs that the library learned."""
    theirs = learned_by_the_library(texts, size - 1)
    ours = train_bpe(texts, size)
    assert {token: i for token, i in ours_by_letters(ours).items() if i != ours.eot} == theirs.get_vocab()
    learned = json.loads(theirs.to_str())["model"]["merges"]
    assert to_tokenizer_json(ours)["model"]["merges"] == learned
    for one in (text, *texts):
        assert ours.encode(one).tolist() == their_ids(theirs, one)


def ours_by_letters(ours: BpeTokenizer) -> dict[str, int]:
    return {token: i for i, token in enumerate(ours.to_json()["tokens"]) if token is not None}


def test_learning_is_deterministic_whatever_the_order_and_the_threads(trained: BpeTokenizer) -> None:
    assert train_bpe(reversed(ALL), 600).to_json() == trained.to_json()
    program = (
        "import json, sys; from fledge.tokenizer.train import train_bpe; from tests.data.paragraphs import *;"
        "print(json.dumps(train_bpe([ENGLISH, HINDI, ARABIC], 600).to_json()))"
    )
    env = {**os.environ, "RAYON_NUM_THREADS": "3"}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=env, check=True)
    assert json.loads(done.stdout) == trained.to_json()


@pytest.mark.parametrize("text", [HINDI, ARABIC])
def test_it_needs_far_fewer_tokens_than_gpt2(trained: BpeTokenizer, text: str) -> None:
    assert 2 * len(trained.encode(text)) < GPT2_COUNTS[text]
    assert 3 * len(trained.encode(text)) < len(text.encode())


def test_words_with_combining_marks_stay_whole(trained: BpeTokenizer) -> None:
    for word in (" कहानियाँ", " अच्छा", " गाँव", " البستان", " قريتنا"):
        assert len(trained.encode(word)) == 1, word
    other = BpeTokenizer(GPT2_PATTERN, trained.tokens, trained.specials)
    assert len(other.encode(" अच्छा")) > 1, "GPT-2's pattern cuts at each mark"


def test_ends_of_texts_are_one_token(trained: BpeTokenizer) -> None:
    assert (trained.vocab_size, trained.eot, trained.notes) == (600, 599, ())
    assert trained.encode_documents(["", ""]).tolist() == [599, 599]
    assert 599 not in trained.encode(END_OF_TEXT)


def test_an_interrupt_is_noticed_while_it_learns() -> None:
    ended = threading.Event()
    deadline = time.monotonic() + 60  # reached only if the interrupt is never noticed

    def texts() -> Iterator[str]:
        try:
            for number in itertools.count():
                if number == 1000:
                    os.kill(os.getpid(), signal.SIGINT)
                if time.monotonic() > deadline:
                    return
                yield "the fledgling bird flew over the house"
        finally:
            ended.set()

    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored, where tests run in the background
    try:
        with pytest.raises(KeyboardInterrupt):
            train_bpe(texts(), 300)
    finally:
        signal.signal(signal.SIGINT, before)
    assert ended.wait(60), "the thread still takes texts"
    assert time.monotonic() < deadline


def test_too_little_text_gives_fewer_tokens_and_says_so() -> None:
    tokenizer = train_bpe(["hello hello"], 5000)
    assert tokenizer.vocab_size == 261
    assert tokenizer.notes == (
        "the vocabulary has 261 tokens, not 5,000: 11 characters hold no more pairs that repeat",
    )
    assert train_bpe(["a b"], 257).vocab_size == 257


@pytest.mark.parametrize("size", [0, -1, 256, 1_000_001])
def test_an_impossible_size_is_an_error(size: int) -> None:
    with pytest.raises(FledgeError, match="can't have"):
        train_bpe(["text"], size)


@pytest.mark.parametrize("texts", [[], [""], ["", ""]])
def test_no_text_is_an_error(texts: list[str]) -> None:
    with pytest.raises(FledgeError, match="no text to learn"):
        train_bpe(texts, 300)


def test_an_error_while_the_text_is_read_is_that_error() -> None:
    def broken() -> Any:
        yield "some text"
        raise FledgeError("the file is broken.")

    with pytest.raises(FledgeError, match="the file is broken"):
        train_bpe(broken(), 300)


def test_words_without_end_and_half_surrogates_are_learned_from() -> None:
    tokenizer = train_bpe(["acgt" * 100_000, "a\ud800b " * 5, " " * 100_000], 300)
    assert max(map(len, filter(None, tokenizer.tokens))) <= MAX_LEARNED_WORD_CHARS
    text = "acgt" * 1000 + " " * 1000
    assert tokenizer.decode(tokenizer.encode(text)) == text
    assert len(tokenizer.encode(text)) < len(text) / 50


@given(st.text(st.sampled_from("ab \n\x1c")), st.integers(1, 20))
def test_parts_are_the_text(text: str, size: int) -> None:
    parts = list(in_parts(text, size))
    assert "".join(parts) == text
    assert all(len(part) <= size for part in parts)


# --- files ---


def test_a_saved_file_is_read_again(trained: BpeTokenizer, tmp_path: Path) -> None:
    save_tokenizer_file(trained, tmp_path / "a.json")
    again = read_tokenizer_file(tmp_path / "a.json")
    assert again.to_json() == trained.to_json()
    assert tokenizers.Tokenizer.from_file(str(tmp_path / "a.json")).token_to_id(END_OF_TEXT) == trained.eot
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


Change = Callable[[dict[str, Any]], None]


def style(
    pre_tokenizer: pre_tokenizers.PreTokenizer,
    specials: list[str],
    change: Change = lambda data: None,
    normalizer: normalizers.Normalizer | None = None,
) -> str:
    """A file as the library writes it for a tokenizer that it has trained itself."""
    theirs = tokenizers.Tokenizer(models.BPE())
    theirs.pre_tokenizer = pre_tokenizer
    theirs.decoder = decoders.ByteLevel()
    if normalizer:
        theirs.normalizer = normalizer
    trainer = trainers.BpeTrainer(
        vocab_size=560,
        special_tokens=specials,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    theirs.train_from_iterator([*ALL, *SAMPLES], trainer)
    data = json.loads(theirs.to_str())
    change(data)
    return json.dumps(data)


def split_by(pattern: str, behavior: str = "isolated", invert: bool = False) -> pre_tokenizers.PreTokenizer:
    split = pre_tokenizers.Split(Regex(pattern), behavior, invert)
    return pre_tokenizers.Sequence([split, pre_tokenizers.ByteLevel(False, use_regex=False)])


def digits(one_by_one: bool) -> pre_tokenizers.PreTokenizer:
    return pre_tokenizers.Sequence([pre_tokenizers.Digits(one_by_one), pre_tokenizers.ByteLevel(False)])


def add(content: str, special: bool, **more: bool) -> Change:
    def change(data: dict[str, Any]) -> None:
        number = max([*data["model"]["vocab"].values(), *(one["id"] for one in data["added_tokens"])]) + 1
        flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": True, **more}
        data["added_tokens"].append({"id": number, "content": content, "special": special, **flags})

    return change


def old_gpt2(data: dict[str, Any]) -> None:
    """GPT-2's own file: merges as text, and no name for the model."""
    data["model"]["merges"] = [" ".join(pair) for pair in data["model"]["merges"]]
    del data["model"]["type"]
    data["truncation"] = {"max_length": 3, "strategy": "LongestFirst", "stride": 0, "direction": "Right"}


def all_splits(data: dict[str, Any]) -> None:
    """Llama 3's: every pair that makes a token, and words that are tokens are taken whole."""
    vocab = data["model"]["vocab"]
    tokens = sorted((token for token in vocab if not token.startswith("<|")), key=vocab.__getitem__)
    pairs = [[token[:i], token[i:]] for token in tokens for i in range(1, len(token))]
    data["model"]["merges"] = [pair for pair in pairs if pair[0] in vocab and pair[1] in vocab]
    data["model"]["ignore_merges"] = True


def spaces(data: dict[str, Any]) -> None:
    for length in range(24, 1, -1):
        add(" " * length, special=False)(data)


STYLES = {
    "gpt2": lambda: style(pre_tokenizers.ByteLevel(False), [END_OF_TEXT], old_gpt2),
    "neox": lambda: style(pre_tokenizers.ByteLevel(False), [END_OF_TEXT, "<|padding|>"], spaces, normalizers.NFC()),
    "llama3": lambda: style(split_by(GPT4_PATTERN), ["<|begin_of_text|>", "<|end_of_text|>"], all_splits),
    "qwen": lambda: style(split_by(QWEN_PATTERN), [], add(END_OF_TEXT, special=True), normalizers.NFC()),
    "qwen2.5": lambda: style(
        split_by(QWEN_PATTERN), [END_OF_TEXT], add("<tool_call>", special=False), normalizers.NFC()
    ),
    "smollm2": lambda: style(digits(True), [END_OF_TEXT, "<|im_start|>"]),
    "digits": lambda: style(digits(False), [END_OF_TEXT]),
    "gpt4o": lambda: style(split_by(GPT4O_PATTERN, "removed", invert=True), [END_OF_TEXT]),
    "mistral": lambda: style(split_by(MISTRAL_PATTERN), ["<s>", "</s>"]),
    "nanochat": lambda: style(split_by(NANOCHAT_PATTERN), ["<|bos|>"]),
    "qwen3.5": lambda: style(split_by(QWEN35_PATTERN), [END_OF_TEXT]),
    "none": lambda: style(split_by(OUR_PATTERN), []),
}


@pytest.mark.parametrize("name", STYLES)
def test_files_of_others_keep_their_ids(name: str, tmp_path: Path) -> None:
    content = STYLES[name]()
    path = tmp_path / "tokenizer.json"
    path.write_text(content, encoding="utf-8")
    ours = read_tokenizer_file(path)
    theirs = tokenizers.Tokenizer.from_str(content)
    theirs.no_truncation()
    assert ours.vocab_size == theirs.get_vocab_size()
    for text in (*ALL, "I'll pay 12345 or  678   euros\n\n\n  now \t <tool_call> x", "don't  1 a 1\n2 \n 3  4 "):
        assert ours.encode(text).tolist() == their_ids(theirs, text)
        assert ours.decode(ours.encode(text)) == text
    assert ("NFC" in str(ours.notes)) == (name in ("neox", "qwen", "qwen2.5"))
    ends = {"llama3": "<|end_of_text|>", "mistral": "</s>", "nanochat": None, "none": None}
    end = ends.get(name, END_OF_TEXT)
    assert ours.eot == (None if end is None else theirs.token_to_id(end))

    assert (
        tokenizer_from_json(json.loads(json.dumps(ours.to_json()))).encode(HINDI).tolist()
        == ours.encode(HINDI).tolist()
    )
    save_tokenizer_file(ours, tmp_path / "again.json")
    assert read_tokenizer_file(tmp_path / "again.json").to_json() == ours.to_json()


@settings(max_examples=60)
@given(text=st.text(st.sampled_from(" \n\t a1b2'sé\u0301½_.\u00a0क्")))
@pytest.mark.parametrize("name", ["smollm2", "digits", "neox"])
def test_conversions_hold_for_awkward_text(name: str, text: str, converted: dict[str, Any]) -> None:
    ours, theirs = converted[name]
    assert ours.encode(text).tolist() == their_ids(theirs, text)


@pytest.fixture(scope="module")
def converted(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    path = tmp_path_factory.mktemp("files") / "tokenizer.json"
    found = {}
    for name in ("smollm2", "digits", "neox"):
        path.write_text(content := STYLES[name](), encoding="utf-8")
        theirs = tokenizers.Tokenizer.from_str(content)
        theirs.normalizer = None
        found[name] = (read_tokenizer_file(path), theirs)
    return found


def put(*where: Any, value: Any) -> Change:
    def change(data: dict[str, Any]) -> None:
        for key in where[:-1]:
            data = data[key]
        data[where[-1]] = value

    return change


def swap_ids(data: dict[str, Any]) -> None:
    vocab = data["model"]["vocab"]
    names = {number: token for token, number in vocab.items()}
    vocab[names[300]], vocab[names[301]] = 301, 300


def lose(token: int) -> Change:
    def change(data: dict[str, Any]) -> None:
        data["model"]["vocab"] = {text: i for text, i in data["model"]["vocab"].items() if i != token}

    return change


def lose_a_byte(data: dict[str, Any]) -> None:
    """It is another token, which a merge makes."""
    lose(5)(data)
    data["model"]["vocab"]["aaaa"] = 5
    data["model"]["merges"].insert(0, ["aa", "aa"])


BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
SPLIT = {"type": "Split", "pattern": {"Regex": "(a+)+b|[^a]|a"}, "behavior": "Isolated", "invert": False}
REFUSED: dict[str, tuple[Change, str]] = {
    "unigram": (put("model", "type", value="Unigram"), "its model is Unigram, not BPE"),
    "wordpiece": (put("model", "type", value="WordPiece"), "WordPiece"),
    "no model": (put("model", value=None), "no model"),
    "dropout": (put("model", "dropout", value=0.1), "dropout"),
    "prefix": (put("model", "continuing_subword_prefix", value="##"), "continuing_subword_prefix"),
    "suffix": (put("model", "end_of_word_suffix", value="</w>"), "end_of_word_suffix"),
    "byte fallback": (put("model", "byte_fallback", value=True), "byte_fallback"),
    "lowercase": (put("normalizer", value={"type": "Lowercase"}), r"normalizer \(Lowercase\) changes"),
    "NFKC": (put("normalizer", value={"type": "NFKC"}), "NFKC"),
    "prefix space": (put("pre_tokenizer", "add_prefix_space", value=True), "add_prefix_space"),
    "metaspace": (put("pre_tokenizer", value={"type": "Metaspace", "replacement": "▁"}), "Metaspace"),
    "no pre-tokenizer": (put("pre_tokenizer", value=None), "does not end in ByteLevel"),
    "a list": (put("pre_tokenizer", value=[1]), "does not end in ByteLevel"),
    "no steps": (put("pre_tokenizer", value={"type": "Sequence", "pretokenizers": []}), "does not end in ByteLevel"),
    "no words": (put("pre_tokenizer", value=BYTE_LEVEL), "is not supported"),
    "hostile": (
        put("pre_tokenizer", value={"type": "Sequence", "pretokenizers": [SPLIT, BYTE_LEVEL]}),
        "not a known one",
    ),
    "merged split": (
        put(
            "pre_tokenizer",
            value={"type": "Sequence", "pretokenizers": [{**SPLIT, "behavior": "MergedWithNext"}, BYTE_LEVEL]},
        ),
        "Split step does not",
    ),
    "two splits": (
        put("pre_tokenizer", value={"type": "Sequence", "pretokenizers": [SPLIT, SPLIT, BYTE_LEVEL]}),
        "one Split or Digits step",
    ),
    "no vocabulary": (put("model", "vocab", value=[]), "vocabulary"),
    "text for numbers": (put("model", "vocab", "a", value="7"), "vocabulary"),
    "a gap": (lose(400), "not 0 to"),
    "a byte missing": (lose_a_byte, "1 of the bytes of UTF-8 have no token"),
    "an id twice": (put("model", "vocab", "qqqq", value=400), "is two"),
    "a foreign token": (put("model", "vocab", "a b", value=560), "byte-level vocabulary"),
    "huge id": (put("model", "vocab", "qqqq", value=10**12), "not 0 to"),
    "negative id": (put("model", "vocab", "qqqq", value=-1), "not 0 to"),
    "other order": (swap_ids, "in the order"),
    "no merges": (put("model", "merges", value=None), "no list of merges"),
    "fewer merges": (lambda data: data["model"]["merges"].pop() and None, "no merge makes 1 of its tokens"),
    "half a merge": (lambda data: data["model"]["merges"].append("abc"), "not a merge"),
    "a merge of numbers": (lambda data: data["model"]["merges"].append([1, 2]), "not a merge"),
    "a merge to nothing": (lambda data: data["model"]["merges"].append(["qq", "qq"]), "doesn't have"),
    "added without id": (lambda data: data["added_tokens"].append({"content": "x"}), "added tokens"),
    "added as text": (put("added_tokens", value="x"), "added tokens"),
    "added twice": (lambda data: data["added_tokens"].append(data["added_tokens"][0]), "there twice"),
    "added strips": (add("<x>", special=False, lstrip=True), "depends on the text around"),
    "unknown to the library": (put("decoder", value={"type": "Nonsense"}), "can't read it"),
}


@pytest.fixture(scope="module")
def plain() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(style(pre_tokenizers.ByteLevel(False), [END_OF_TEXT]))
    return content


@pytest.mark.parametrize("name", REFUSED)
def test_what_we_can_not_follow_is_refused_in_one_line(name: str, plain: dict[str, Any], tmp_path: Path) -> None:
    change, why = REFUSED[name]
    data = copy.deepcopy(plain)
    change(data)
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(FledgeError, match=why) as error:
        read_tokenizer_file(path)
    assert str(error.value).startswith(f"{path} can't be used as a tokenizer: ")
    assert "\n" not in str(error.value)


def test_ids_that_come_out_otherwise_are_refused(plain: dict[str, Any], tmp_path: Path) -> None:
    """The tokens are numbered in the order of the merges, but another pair makes one of them."""
    data = copy.deepcopy(plain)
    merges = data["model"]["merges"]
    vocab = data["model"]["vocab"]
    index, (left, right) = next(
        (i, pair) for i, pair in enumerate(merges) if len(pair[0]) > 1 and pair[0][1:] + pair[1] not in vocab
    )
    merges[index] = [left[0], left[1:] + right]
    vocab[left[1:] + right] = len(vocab)
    merges.append([left[1:], right])
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(FledgeError, match="gives other ids"):
        read_tokenizer_file(path)


@pytest.mark.parametrize("length", [0, 1, 10, 1000, 5000])
def test_a_torn_file_is_refused(length: int, plain: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps(plain)[:length], encoding="utf-8")
    with pytest.raises(FledgeError, match="can't be used as a tokenizer"):
        read_tokenizer_file(path)


@given(st.binary(max_size=300))
def test_no_bytes_crash_the_reader(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.json"
    for content in (data, b"{" + data, b'{"model": ' + data):
        path.write_bytes(content)
        with pytest.raises(FledgeError):
            read_tokenizer_file(path)


def test_a_missing_file_and_a_folder_are_errors(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.json"):
        with pytest.raises(FledgeError, match="can't read"):
            read_tokenizer_file(path)


class Trap:
    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return Path.touch, (self.file,)


def test_nothing_is_unpickled(tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.pkl"
    path.write_bytes(pickle.dumps(Trap(tmp_path / "sprung")))
    with pytest.raises(FledgeError, match="neither JSON nor lines"):
        read_tokenizer_file(path)
    assert not (tmp_path / "sprung").exists()


def ranks_file(path: Path, ranks: dict[bytes, int]) -> Path:
    path.write_bytes(b"".join(base64.b64encode(token) + b" %d\n" % rank for token, rank in ranks.items()))
    return path


def test_a_tiktoken_file_is_read(trained: BpeTokenizer, tmp_path: Path) -> None:
    ranks = {token: i for i, token in enumerate(trained.tokens) if token is not None}
    ours = read_tokenizer_file(ranks_file(tmp_path / "a.tiktoken", ranks))
    assert (ours.pattern, ours.vocab_size, ours.eot) == (GPT2_PATTERN, 600, 599)
    assert "no word pattern: GPT-2's is used" in ours.notes[0]
    assert ours.encode(ENGLISH).tolist() == Gpt2Tokenizer(ranks).encode(ENGLISH).tolist()


def test_the_number_left_in_a_tiktoken_file_is_the_end_of_text(tmp_path: Path) -> None:
    ranks = {**{bytes([i]): i for i in range(256)}, b"ab": 257}
    ours = read_tokenizer_file(ranks_file(tmp_path / "a.tiktoken", ranks))
    assert (ours.eot, ours.vocab_size, ours.encode("ab").tolist()) == (256, 258, [257])


BYTES = {bytes([i]): i for i in range(256)}


@pytest.mark.parametrize(
    "ranks",
    [
        {},
        {b"a": 0},
        {**BYTES, b"ab": 300},
        {**BYTES, b"ab": 5},
        {**BYTES, b"ab": -1},
        {**BYTES, b"ab": 10**15},
        {**BYTES, b"": 256},
    ],
)
def test_a_damaged_tiktoken_file_is_refused(ranks: dict[bytes, int], tmp_path: Path) -> None:
    with pytest.raises(FledgeError, match="can't be used as a tokenizer"):
        read_tokenizer_file(ranks_file(tmp_path / "a.tiktoken", ranks))


@pytest.mark.parametrize(
    "line", [b"YQ==", b"YQ== x", b"YQ== 1 2", b"a b c", b"\xff\xfe 1", b"YQ== 9" + b"9" * 5000, b"YQ== 0"]
)
def test_a_damaged_line_of_a_tiktoken_file_is_refused(line: bytes, tmp_path: Path) -> None:
    path = ranks_file(tmp_path / "a.tiktoken", BYTES)
    path.write_bytes(path.read_bytes() + line + b"\n")
    with pytest.raises(FledgeError, match="can't be used as a tokenizer"):
        read_tokenizer_file(path)


# --- commands ---


@pytest.fixture
def texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in (("hindi", HINDI), ("arabic", ARABIC), ("english", ENGLISH)):
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Gpt2Tokenizer, "load", lambda: small_gpt2())
    return tmp_path


def small_gpt2() -> Gpt2Tokenizer:
    return Gpt2Tokenizer({**BYTES, b" t": 256, b"he": 257, b" the": 258})


def test_train_writes_a_file_that_prepare_can_use(texts: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["tokenizer", "train", "hindi.txt", "arabic.txt", "--vocab_size=500", "--out=mine.json"]) == 0
    out, err = capsys.readouterr()
    assert "vocabulary    500 tokens: 256 bytes, <|endoftext|>, 243 learned" in out
    assert "from 2 files (all the text there is)" in out
    assert "with gpt2" in out
    assert "longest" in out
    assert "next: fledge prepare hindi.txt arabic.txt --tokenizer=mine.json" in out
    assert err == ""
    tokenizer = read_tokenizer_file(texts / "mine.json")
    assert tokenizer.to_json() == train_bpe([HINDI, ARABIC], 500).to_json()


def test_train_keeps_a_part_to_measure_with(texts: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = "".join(json.dumps({"text": f"{ENGLISH} {i}"}) + "\n" for i in range(40)) + "no JSON\n"
    (texts / "many.jsonl").write_text(lines)
    assert dispatch(["tokenizer", "train", "many.jsonl", "--vocab_size=300"]) == 0
    out, err = capsys.readouterr()
    assert "bytes that it did not learn from" in out
    assert "records that can't be used: 1 (1 not JSON)" in err


def test_train_learns_from_so_many_bytes_of_each_file(texts: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (texts / "long.txt").write_text("zz " * 100_000)
    assert dispatch(["tokenizer", "train", "english.txt", "long.txt", "--vocab_size=300", "--bytes=2000"]) == 0
    out, _ = capsys.readouterr()
    assert "2,000 bytes of text from 2 files (of 2, the first part of each)" in out


def test_train_takes_no_file_that_is_there_and_says_when_text_is_short(
    texts: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert dispatch(["tokenizer", "train", "english.txt"]) == 0
    _, err = capsys.readouterr()
    assert "not 32,768: 701 characters hold no more pairs that repeat" in err
    before = (texts / "tokenizer.json").read_bytes()
    with pytest.raises(FledgeError, match="already there"):
        dispatch(["tokenizer", "train", "english.txt"])
    assert (texts / "tokenizer.json").read_bytes() == before


@pytest.mark.parametrize(
    ("argv", "why"),
    [
        ([], "nothing to learn from"),
        (["none.txt"], "no file or folder none.txt"),
        (["english.txt", "--vocab_size=100"], "257 is the least"),
        (["english.txt", "--bytes=0"], "too small"),
        (["empty.txt"], "no text to learn"),
        (["english.txt", "--out=none/../english.txt/x.json"], "can't write"),
    ],
)
def test_mistakes_of_train(argv: list[str], why: str, texts: Path) -> None:
    (texts / "empty.txt").write_text("")
    with pytest.raises(FledgeError, match=why):
        dispatch(["tokenizer", "train", *argv])
    assert not (texts / "tokenizer.json").exists()


def test_train_without_gpt2_goes_on(
    texts: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing() -> Tokenizer:
        raise FledgeError("can't fetch it.", "Put it somewhere.")

    monkeypatch.setattr(Gpt2Tokenizer, "load", missing)
    assert dispatch(["tokenizer", "train", "hindi.txt", "--vocab_size=300"]) == 0
    out, err = capsys.readouterr()
    assert "gpt2" not in out
    assert "not compared with gpt2: can't fetch it." in err


def test_stats_of_files_and_tokenizers(texts: Path, trained: BpeTokenizer, capsys: pytest.CaptureFixture[str]) -> None:
    save_tokenizer_file(trained, texts / "mine.json")
    argv = ["hindi.txt", "arabic.txt", "english.txt", "--tokenizers=gpt2,mine.json,byte"]
    assert dispatch(["tokenizer", "stats", *argv]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    table, next_lines = out.split("\nnext: ")
    assert table.count("hindi.txt") == 3
    assert next_lines.startswith("fledge prepare hindi.txt arabic.txt english.txt --tokenizer=mine.json\n")
    assert (
        f"looked at {sum(len(text.encode()) for text in ALL):,} bytes of text from 3 files (all the text there is)"
        in out
    )

    assert dispatch(["tokenizer", "stats", *argv, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["looked_at"] == {"bytes": sum(len(text.encode()) for text in ALL), "files": 3, "is_all": True}
    found = {one["name"]: {file["name"]: file for file in one["files"]} for one in data["tokenizers"]}
    hindi = found["mine.json"]["hindi.txt"]
    ids = trained.encode(HINDI)
    assert hindi["tokens"] == len(ids)
    assert hindi["bytes_per_token"] == pytest.approx(len(HINDI.encode()) / len(ids))
    assert hindi["characters_per_token"] == pytest.approx(len(HINDI) / len(ids))
    assert hindi["single_byte_share"] == pytest.approx(np.mean(trained.byte_lengths()[ids] == 1))
    assert found["byte"]["arabic.txt"]["single_byte_share"] == 1


def test_stats_of_one_file_says_how_much_it_looked_at(texts: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert dispatch(["tokenizer", "stats", "hindi.txt", "--bytes=1000"]) == 0
    out, _ = capsys.readouterr()
    assert "looked at 1,000 bytes of text from 1 file (its first part)" in out.replace("999", "1,000")
    prepare = "fledge prepare hindi.txt --tokenizer=gpt2"
    assert out.endswith(f"\nnext: {prepare}\n  or: fledge tokenizer train hindi.txt\n"), "1.7 bytes per token are few"


def test_stats_of_many_files_shows_the_largest(texts: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (texts / "many").mkdir()
    for i in range(25):
        (texts / "many" / f"{'long-name-' * 8}{i}.txt").write_text("a" * (i + 1))
    assert dispatch(["tokenizer", "stats", "many", "--tokenizers=byte"]) == 0
    out, _ = capsys.readouterr()
    assert out.count("…") == 20
    assert "the largest 20 are shown" in " ".join(out.split())


def test_what_is_fetched_is_read_until_there_is_enough_and_deleted() -> None:
    fetched: list[Path] = []

    def item(name: str) -> Input:
        def fetch(folder: Path, report: Callable[[int], None]) -> Path:
            fetched.append(folder / name)
            fetched[-1].write_text("word " * 1000)
            return fetched[-1]

        return Input(name, None, "1", fetch, is_temporary=True)

    texts = TextSample([item("a.txt"), item("b.txt"), item("c.txt")], ReadOptions(), 8000, Counter())
    assert sum(len(text) for _, text in texts) == texts.bytes == 8000
    assert [path.name for path in fetched] == ["a.txt", "b.txt"]
    assert texts.statement() == "8,000 bytes of text from 2 files (of 3, the first part of each)"
    assert not any(path.parent.exists() for path in fetched)


@pytest.mark.parametrize(
    ("argv", "why"),
    [
        ([], "no text to look at"),
        (["none.txt"], "no file or folder"),
        (["empty.txt"], "no text to look at"),
        (["english.txt", "--tokenizers=word"], "word is neither gpt2, byte nor a file"),
        (["english.txt", "--tokenizers=,"], "names none"),
        (["english.txt", "--tokenizers=english.txt"], "english.txt can't be used as a tokenizer"),
    ],
)
def test_mistakes_of_stats(argv: list[str], why: str, texts: Path) -> None:
    (texts / "empty.txt").write_text("")
    with pytest.raises(FledgeError, match=why):
        dispatch(["tokenizer", "stats", *argv])


@pytest.mark.slow
def test_gpt2_is_recognised_and_needs_what_we_say(tmp_path: Path) -> None:
    gpt2 = Gpt2Tokenizer.load()
    assert {text: len(gpt2.encode(text)) for text in GPT2_COUNTS} == GPT2_COUNTS
    save_tokenizer_file(gpt2, tmp_path / "gpt2.json")
    again = read_tokenizer_file(tmp_path / "gpt2.json")
    assert again.to_json() == {"name": "gpt2"}
    assert len(to_tokenizer_json(gpt2)["model"]["merges"]) == 50_000
