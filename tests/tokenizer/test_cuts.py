"""Where text may be cut: faster regular expressions, joined documents and safe cuts give the tokens of the whole."""

import itertools
import random
import unicodedata

import numpy as np
import pytest
import tiktoken
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fledge.tokenizer.base import END_OF_TEXT
from fledge.tokenizer.bpe import BpeTokenizer
from fledge.tokenizer.patterns import (
    FASTER,
    GPT2_PATTERN,
    LINE_ENDS_CLOSE,
    LONG_SPACE_CHARS,
    OUR_PATTERN,
    PORTABLE_PATTERN,
    QWEN35_PATTERN,
    WITHOUT_LOOKAHEAD,
    last_cut,
    mark_cuts,
)
from fledge.tokenizer.train import in_parts
from tests.interop.texts import random_texts

# A character of each kind that the patterns tell apart
SPACES = " \n\r\t\x0b\x1c\x85\xa0\u2028\u3000"
KINDS = SPACES + "ab\u017fsLlEe'._(1\u0663\u00bd\u0301\u093e\u0915\u0645\u064e\u4e2d\U0001f642\u200d"
OLDER = ("gpt2", "ours", "portable")
NAMES = {GPT2_PATTERN: "gpt2", OUR_PATTERN: "ours", PORTABLE_PATTERN: "portable", QWEN35_PATTERN: "qwen35"}


def revealing(pattern: str) -> BpeTokenizer:
    """Any two characters of KINDS are a token, so that a word's end in another place makes other tokens."""
    chars = [char.encode() for char in KINDS]
    parts = {char[:size]: None for char in chars for size in range(2, len(char) + 1)}
    pairs = {left + right: None for left, right in itertools.product(chars, repeat=2)}
    tokens = dict.fromkeys([*(bytes([i]) for i in range(256)), *parts, *pairs])
    return BpeTokenizer(pattern, [*tokens, None], {END_OF_TEXT: len(tokens)})


TOKENIZERS = {NAMES[pattern]: revealing(pattern) for pattern in FASTER}
REFERENCES = {
    name: tiktoken.Encoding(
        "reference",
        pat_str=one.pattern,
        mergeable_ranks={token: i for i, token in enumerate(one.tokens) if token is not None},
        special_tokens={},
    )
    for name, one in TOKENIZERS.items()
}
# Runs of one character are as frequent as single ones: white space comes in runs.
TEXT = st.lists(st.tuples(st.sampled_from(KINDS), st.integers(1, 4)), max_size=25).map(
    lambda runs: "".join(char * length for char, length in runs)
)


def test_every_pattern_with_cuts_is_tried() -> None:
    assert FASTER.keys() == WITHOUT_LOOKAHEAD.keys() == NAMES.keys()


@settings(max_examples=100)
@given(TEXT)
@example("\u0301")
@example("a.\r\n\n  \n \u0301b\n\n")
@example("x = 1\n\n    y = 23\r\n\treturn\n")
@pytest.mark.parametrize("name", TOKENIZERS)
def test_faster_patterns_find_the_words_of_the_pattern(name: str, text: str) -> None:
    assert TOKENIZERS[name].encode(text).tolist() == REFERENCES[name].encode_ordinary(text)


@settings(max_examples=100)
@given(TEXT, TEXT)
@example("a\n", "\nb")
@example("a \n", " b")
@example("(\n\n x", "y")
@pytest.mark.parametrize("name", TOKENIZERS)
def test_at_a_safe_cut_both_sides_have_the_tokens_of_the_whole(name: str, text: str, more: str) -> None:
    one, reference = TOKENIZERS[name], REFERENCES[name]
    cut = one.safe_cut(text)
    sides = (text[:cut], text[cut:] + more)
    assert [token for side in sides for token in reference.encode_ordinary(side)] == reference.encode_ordinary(
        text + more
    )


@settings(max_examples=80)
@given(st.lists(TEXT, max_size=5))
@pytest.mark.parametrize("name", TOKENIZERS)
def test_joined_documents_have_the_tokens_of_each(name: str, texts: list[str]) -> None:
    one, reference = TOKENIZERS[name], REFERENCES[name]
    expected = [token for text in texts for token in [*reference.encode_ordinary(text), one.eot]]
    assert one.encode_documents(texts).tolist() == expected


@given(TEXT, st.integers(5, 40))
def test_parts_to_learn_from_are_cut_between_words(text: str, size: int) -> None:
    encode = REFERENCES["portable"].encode_ordinary
    parts = list(in_parts(text, size))
    if all(last_cut(text[at : at + size], line_ends_close=True) for at in starts(parts)[:-1]):
        assert [token for part in parts for token in encode(part)] == encode(text)


def starts(parts: list[str]) -> list[int]:
    return [0, *itertools.accumulate(map(len, parts))][:-1]


def test_texts_of_many_kinds_are_cut_where_words_begin() -> None:
    """Arabic, Hindi, emoji, code, line ends, digits: cut at every safe place of a long text."""
    draw = random.Random(1)
    text = "".join(draw.choice(("\n", "\r\n", "  ", "")) + one for one in random_texts(200, seed=7, broken=False))
    for name, one in TOKENIZERS.items():
        reference = REFERENCES[name]
        cuts = sorted({one.safe_cut(text[:end]) for end in range(0, len(text), 3)} | {len(text)})
        assert len(cuts) > 300
        parts = [text[a:b] for a, b in itertools.pairwise([0, *cuts])]
        assert [token for part in parts for token in reference.encode_ordinary(part)] == reference.encode_ordinary(text)


BLANK = " " * LONG_SPACE_CHARS


@pytest.mark.parametrize(
    "text",
    [
        f"a{BLANK}b",
        f"a{BLANK}\nb",
        f"a\n{BLANK}b",
        f"a{BLANK}",
        f"a\n{BLANK}",
        f"a.{BLANK}\n",
        f"a{BLANK}\r\n{BLANK}1",
        BLANK + "\n" * LONG_SPACE_CHARS + "\tb",
    ],
    ids=range(8),
)
@pytest.mark.parametrize("name", TOKENIZERS)
def test_long_white_space(name: str, text: str) -> None:
    one, reference = TOKENIZERS[name], REFERENCES[name]
    assert one.encode(text).tolist() == reference.encode_ordinary(text)
    assert one.encode_documents([text, "a"]).tolist()[:-2] == [*reference.encode_ordinary(text), one.eot]


@pytest.mark.parametrize("name", ["qwen35", *(pytest.param(name, marks=pytest.mark.slow) for name in OLDER)])
def test_white_space_without_end_is_encoded(name: str) -> None:
    one = TOKENIZERS[name]
    for text in ("\n" * 1_100_000, " \n" * 500_000 + "x", "\n" + " " * 1_100_000 + "x"):
        assert one.decode(one.encode(text)) == text


def test_a_line_end_that_closes_a_word_needs_no_mark() -> None:
    ends = np.array([], dtype=np.int64)
    assert mark_cuts("a \nb  c", ends, line_ends_close=True) == "a \nb \U0010ffff c"
    assert mark_cuts("a \nb  c", ends, line_ends_close=False) == "a \U0010ffff\nb \U0010ffff c"


def test_marks_stay_beside_their_letters() -> None:
    """In the words of the patterns for learned vocabularies, old and new; not in GPT-2's."""
    word = "\u0915\u093e"
    assert unicodedata.category(word[1]) == "Mc"
    for name, one in TOKENIZERS.items():
        assert (len(one.encode(word)) == 1) == (name != "gpt2")


def test_line_ends_close_words_in_the_patterns_that_say_so() -> None:
    for name, one in TOKENIZERS.items():
        assert (one.encode(".\n").size == 1) == (one.pattern in LINE_ENDS_CLOSE), name
