"""Tokenizers: round trips on any text, the vocabulary's JSON, and decoding as the tokens come."""

import hashlib
import json
import pickle
import resource
import tempfile
from pathlib import Path

import numpy as np
import pytest
import tiktoken
from hypothesis import given
from hypothesis import strategies as st

from fledge.common.downloads import GPT2_BPE, fetch
from fledge.common.errors import FledgeError
from fledge.data.corpus.catalog import TINY_SHAKESPEARE
from fledge.data.meta_pickle import read_meta_chars
from fledge.tokenizer.base import END_OF_TEXT, ByteTokenizer, CharTokenizer, StreamDecoder, Tokenizer
from fledge.tokenizer.bpe import BpeTokenizer, Gpt2Tokenizer, to_letters
from fledge.tokenizer.patterns import GPT4_PATTERN, KNOWN_PATTERNS, OUR_PATTERN
from fledge.tokenizer.spec import spec_vocab_size, tokenizer_from_json


def small_gpt2() -> Gpt2Tokenizer:
    """GPT-2's rules with a vocabulary small enough to write down: no download."""
    merges = [
        "  ",
        "    ",
        "\n\n",
        " \n",
        "\n ",
        " a",
        "aa",
        " aa",
        "'s",
        "bb",
        "..",
        " .",
        "11",
        " 1",
        "\t\t",
        "ab",
    ]
    tokens = [bytes([i]) for i in range(256)] + [merge.encode() for merge in merges]
    return Gpt2Tokenizer({token: rank for rank, token in enumerate(tokens)})


# Every kind of character, alone and beside others
EVERY_KIND = (
    "a A1 é\u0301 ǅʰ中 \u0903\u20dd Ⅷ½٣ _-()«»!+$^° \u2028\u2029\xa0\t\r\n\0\x1c\xad\ue000\u0378"
    " 🙂\u200d\ufe0f  \n\n x  "
)
SMALL = small_gpt2()
OURS = BpeTokenizer(OUR_PATTERN, SMALL.tokens, SMALL.specials)
FOREIGN = BpeTokenizer(GPT4_PATTERN, SMALL.tokens, SMALL.specials)
ADDED = BpeTokenizer(OUR_PATTERN, [*SMALL.tokens, None, None], SMALL.specials, {"  a": 273, "  ": 274})
NAMELESS = BpeTokenizer(OUR_PATTERN, SMALL.tokens, {"<|pad|>": 272})
BPE = (SMALL, OURS, FOREIGN, ADDED, NAMELESS)
AWKWARD = st.text(
    st.sampled_from(
        " \n\r\t\x0b\x1c\x1f\x85\xa0\u2003\u3000\u200b\u180ea1b.'s_\u4e2d\u00e9\U0001f642\u0301\u00bd"
        "\u0915\u093e\u094d\u064e\u200d\u20dd"
    ),
    max_size=60,
)


def encode_in_parts(tokenizer: Tokenizer, text: str, size: int) -> list[int]:
    ids: list[int] = []
    carried = ""
    for start in range(0, len(text), size):
        carried += text[start : start + size]
        cut = tokenizer.safe_cut(carried)
        ids += tokenizer.encode(carried[:cut]).tolist()
        carried = carried[cut:]
    return [*ids, *tokenizer.encode(carried).tolist()]


@given(st.text())
def test_every_tokenizer_gives_back_the_text(text: str) -> None:
    chars = CharTokenizer("".join(sorted(set(text))) or "a")
    for tokenizer in (chars, ByteTokenizer(), *BPE):
        ids = tokenizer.encode(text)
        assert ids.dtype == np.uint32
        assert tokenizer.decode(ids) == text
        assert tokenizer.byte_lengths()[ids].sum() == len(text.encode())


@given(st.binary())
def test_any_bytes_decode_to_themselves(data: bytes) -> None:
    assert ByteTokenizer().decode_bytes(data) == data
    assert ByteTokenizer().decode(data) == data.decode("utf-8", "replace")


@given(st.lists(st.integers(0, SMALL.vocab_size + 2)))
def test_a_stream_decodes_as_the_whole(ids: list[int]) -> None:
    stream = StreamDecoder(SMALL)
    parts = [stream.feed(i) for i in ids] + [stream.finish()]
    assert "".join(parts) == SMALL.decode(ids)


def test_a_stream_never_shows_half_a_character() -> None:
    stream = StreamDecoder(ByteTokenizer())
    assert [stream.feed(byte) for byte in "é🙂".encode()] == ["", "é", "", "", "", "🙂"]
    assert stream.feed(0xF0) == ""
    assert stream.finish() == "\ufffd"


@given(AWKWARD, st.integers(1, 9))
def test_text_in_parts_has_the_tokens_of_the_whole(text: str, size: int) -> None:
    for tokenizer in (SMALL, OURS, ADDED, ByteTokenizer()):
        assert encode_in_parts(tokenizer, text, size) == tokenizer.encode(text).tolist()


@pytest.mark.parametrize("gap", [" " * 1_000_000, " \n" * 100_000])
def test_a_long_run_of_white_space_before_a_word_is_encoded(gap: str) -> None:
    text = f"a{gap}b"
    for tokenizer in (SMALL, OURS, FOREIGN):
        assert tokenizer.decode(tokenizer.encode(text)) == text


def test_long_white_space_is_cut_where_the_words_are() -> None:
    text = "a" + " \n" * 60_000 + " b" + "\x1c" + "  " * 60_000
    for tokenizer in (SMALL, OURS):
        ranks = {token: i for i, token in enumerate(tokenizer.tokens) if token is not None}
        reference = tiktoken.Encoding("reference", pat_str=tokenizer.pattern, mergeable_ranks=ranks, special_tokens={})
        assert tokenizer.encode(text).tolist() == reference.encode_ordinary(text)


@given(st.text(st.sampled_from("a b\n\u0301")), st.integers(0, 200_000))
def test_where_a_foreign_pattern_ends_a_word_is_not_known(text: str, size: int) -> None:
    assert FOREIGN.safe_cut(text) == ADDED.safe_cut(text) == 0


DOCUMENTS = st.lists(
    st.one_of(
        AWKWARD,
        st.text(max_size=20),
        st.sampled_from([END_OF_TEXT, f"a {END_OF_TEXT}b", "<|endof", "text|>", "\ud800"]),
    )
)


@given(DOCUMENTS, st.booleans())
def test_documents_together_have_the_tokens_of_each(texts: list[str], open_end: bool) -> None:
    for tokenizer in (ByteTokenizer(), *BPE):
        end = [] if tokenizer.eot is None else [tokenizer.eot]
        expected = [token for text in texts for token in [*tokenizer.encode(text).tolist(), *end]]
        if open_end and texts and end:
            expected.pop()
        ids = tokenizer.encode_documents(texts, open_end)
        assert ids.dtype == np.uint32
        assert ids.tolist() == expected


def test_a_long_document_among_short_ones() -> None:
    texts = ["a b", "a" + " " * 150_000 + "b", "", f"x{END_OF_TEXT}", "c"]
    expected = [token for text in texts for token in [*SMALL.encode(text).tolist(), 272]]
    assert SMALL.encode_documents(texts).tolist() == expected
    assert SMALL.encode_documents(texts, open_end=True).tolist() == expected[:-1]


def test_documents_of_a_vocabulary_without_an_end() -> None:
    assert CharTokenizer("ab").encode_documents(["ab", "a"]).tolist() == [0, 1, 0]
    assert CharTokenizer("ab").encode_documents([]).tolist() == []


def test_half_a_surrogate_pair_is_replaced() -> None:
    for tokenizer in BPE:
        assert tokenizer.decode(tokenizer.encode("a\ud800b")) == "a\ufffdb"


def test_added_tokens_are_found_in_text_and_special_ones_are_not() -> None:
    assert ADDED.encode("b  a   a").tolist() == [98, 273, 274, *SMALL.encode(" a").tolist()]
    assert NAMELESS.decode(NAMELESS.encode("<|pad|>")) == "<|pad|>"
    assert 272 not in NAMELESS.encode("<|pad|>")
    assert NAMELESS.eot is None
    assert NAMELESS.byte_lengths()[272] == 0


def test_characters_are_numbered_in_order() -> None:
    tokenizer = CharTokenizer("abé🙂")
    assert tokenizer.encode("🙂éa").tolist() == [3, 2, 0]
    assert tokenizer.byte_lengths().tolist() == [1, 1, 2, 4]
    assert (tokenizer.vocab_size, tokenizer.eot) == (4, None)


@pytest.mark.parametrize("char", ["z", "B", "\U0010ffff", "\udc80", "\0"])
def test_an_unknown_character_is_named(char: str) -> None:
    with pytest.raises(FledgeError) as error:
        CharTokenizer("abc").encode("ab" + char)
    assert f"{char!r} (U+{ord(char):04X}, position 2)" in str(error.value)


def test_end_of_text_is_one_token_only_in_a_prompt() -> None:
    for tokenizer in (ByteTokenizer(), SMALL):
        eot = tokenizer.eot
        assert eot is not None
        prompt = f"{END_OF_TEXT}ab{END_OF_TEXT}"
        assert tokenizer.encode(prompt, allow_special=True).tolist() == [
            eot,
            *tokenizer.encode("ab").tolist(),
            eot,
        ]
        assert eot not in tokenizer.encode(prompt)
        assert tokenizer.decode(tokenizer.encode(prompt)) == prompt
        assert tokenizer.decode([eot]) == END_OF_TEXT
        assert tokenizer.byte_lengths()[eot] == 0


def test_an_id_outside_the_vocabulary_reads_as_a_replacement() -> None:
    assert ByteTokenizer().decode([97, 300, -1]) == "a\ufffd\ufffd"


def test_json_round_trip() -> None:
    for tokenizer in (CharTokenizer("\n aé🙂"), ByteTokenizer(), OURS, FOREIGN, ADDED, NAMELESS):
        again = tokenizer_from_json(tokenizer.to_json())
        assert again.to_json() == tokenizer.to_json()
        assert again.vocab_size == tokenizer.vocab_size == spec_vocab_size(tokenizer.to_json())


@pytest.mark.parametrize("spec", [None, [], {}, {"name": "char"}, {"name": "word"}, {"name": "char", "chars": 3}])
def test_unknown_json_is_an_error(spec: object) -> None:
    with pytest.raises(FledgeError, match="unknown tokenizer"):
        tokenizer_from_json(spec)  # type: ignore[arg-type]


def test_bytes_that_no_text_has_need_no_token() -> None:
    """GPT-NeoX's vocabulary is such a one."""
    spec = OURS.to_json()
    never = [bytes([byte]) for byte in (0xC0, 0xC1, *range(0xF5, 0x100))]
    pieces = [token for token in OURS.tokens if token not in never]
    spec |= {"tokens": [None if one is None else to_letters(one) for one in pieces], "specials": {END_OF_TEXT: 259}}
    text = "".join(map(chr, [*range(0xD800), *range(0xE000, 0x110000, 97)]))
    tokenizer = tokenizer_from_json(spec)
    assert tokenizer.decode(tokenizer.encode(text)) == text


def test_a_vocabulary_is_built_once() -> None:
    spec = OURS.to_json()
    again = json.loads(json.dumps(spec))
    assert tokenizer_from_json(spec) is tokenizer_from_json(again)
    assert again["specials"] == {END_OF_TEXT: 272}
    assert (again["tokens"][272], again["tokens"][32], again["tokens"][0]) == (None, "Ġ", "Ā")


SPEC = OURS.to_json()
TOKENS = SPEC["tokens"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"pattern": None}, "pattern is not text"),
        ({"pattern": r"\p{L}+|\s+"}, "is not a known one (GPT-2, GPT-4, "),
        ({"tokens": None}, "not a list"),
        ({"tokens": "abc"}, "not a list"),
        ({"tokens": [*TOKENS[:-1], 3]}, "not a list"),
        ({"tokens": [["a"], *TOKENS[1:]]}, "not a list"),
        ({"tokens": TOKENS[5:]}, "5 of the bytes of UTF-8"),
        ({"tokens": [None, *TOKENS[1:]]}, "1 of the bytes of UTF-8 have no token (0x00"),
        ({"tokens": []}, "243 of the bytes of UTF-8"),
        ({"tokens": [*TOKENS, "a"]}, "b'a' is there twice"),
        ({"tokens": [*TOKENS, ""]}, "token 273 is empty"),
        ({"tokens": [*TOKENS, "a b"]}, "'a b' is not a token of a byte-level vocabulary"),
        ({"tokens": [*TOKENS, "中"]}, "byte-level"),
        ({"tokens": [*TOKENS, None]}, "token 273 is not exactly one"),
        ({"specials": None}, "special tokens"),
        ({"specials": {}}, "token 272"),
        ({"specials": {END_OF_TEXT: 5}}, "token 5"),
        ({"specials": {END_OF_TEXT: "272"}}, "special tokens"),
        ({"specials": {END_OF_TEXT: True}}, "special tokens"),
        ({"specials": {END_OF_TEXT: -1}}, "token -1"),
        ({"specials": {END_OF_TEXT: 272, "x": 272}}, "same number"),
        ({"specials": {"": 272}}, "special tokens"),
        ({"specials": {"\ud800": 272}}, "special tokens"),
        ({"added": [1]}, "special tokens"),
        ({"added": {"x": 272}}, "same number"),
    ],
)
def test_a_damaged_vocabulary_is_an_error(change: dict[str, object], why: str) -> None:
    spec = {**SPEC, **change}
    for read in (spec_vocab_size, tokenizer_from_json):
        with pytest.raises(FledgeError, match="the tokenizer can't be used") as error:
            read(spec)
        assert why in str(error.value)
        assert "\n" not in str(error.value)


@pytest.mark.parametrize("pattern", KNOWN_PATTERNS)
def test_every_known_pattern_keeps_all_of_the_text(pattern: str) -> None:
    tokenizer = BpeTokenizer(pattern, SMALL.tokens, SMALL.specials)
    for text in (EVERY_KIND, "ab1 " * 20 + "a" * 40, "'" * 500, " \n" * 500):
        assert tokenizer.decode(tokenizer.encode(text)) == text


@pytest.mark.parametrize("chars", ["", "aba"])
def test_impossible_characters_are_an_error(chars: str) -> None:
    with pytest.raises(FledgeError):
        tokenizer_from_json({"name": "char", "chars": chars})


def meta(chars: str) -> dict[str, object]:
    itos = dict(enumerate(chars))
    return {"vocab_size": len(chars), "itos": itos, "stoi": {char: i for i, char in itos.items()}}


def test_meta_pickle_is_read(tmp_path: Path) -> None:
    path = tmp_path / "meta.pkl"
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        path.write_bytes(pickle.dumps(meta("\n baé🙂"), protocol=protocol))
        assert read_meta_chars(path) == "\n baé🙂"


class Trap:
    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return Path.touch, (self.file,)


def test_a_malicious_pickle_runs_nothing(tmp_path: Path) -> None:
    sprung = tmp_path / "sprung"
    content = pickle.dumps({**meta("ab"), "more": Trap(sprung)})
    pickle.loads(content)
    assert sprung.exists(), "the trap works on an unrestricted reader"
    sprung.unlink()
    (tmp_path / "meta.pkl").write_bytes(content)
    with pytest.raises(FledgeError, match="only plain text and numbers"):
        read_meta_chars(tmp_path / "meta.pkl")
    assert not sprung.exists()


def test_a_torn_pickle_is_an_error_at_every_length(tmp_path: Path) -> None:
    path = tmp_path / "meta.pkl"
    content = pickle.dumps(meta("abc"))
    for length in range(len(content)):
        path.write_bytes(content[:length])
        with pytest.raises(FledgeError):
            read_meta_chars(path)


CLAIMS = {
    "LONG_BINPUT": b"\x80\x02}r\xff\xff\xff\x7f.",
    "PUT": b"\x80\x02}p2147483647\n.",
    "BINPUT after nothing": b"\x80\x02}q\xff.",
    "BINUNICODE": b"\x80\x02X\xff\xff\xff\x7fa.",
    "BINUNICODE8": b"\x80\x04\x8d\xff\xff\xff\x7f\0\0\0\0a.",
    "BYTEARRAY8": b"\x80\x05\x96\xff\xff\xff\x7f\0\0\0\0a.",
    "LONG4": b"\x80\x02\x8b\xff\xff\xff\x7fa.",
    "FRAME": b"\x80\x04\x95\xff\xff\xff\x7f\0\0\0\0}.",
}


@pytest.mark.parametrize("content", CLAIMS.values(), ids=CLAIMS)
def test_a_pickle_gets_no_memory_for_what_it_only_claims(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "meta.pkl").write_bytes(content)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(FledgeError, match=r"meta\.pkl"):
        read_meta_chars(tmp_path / "meta.pkl")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 100_000


def test_a_vocabulary_of_endless_size(tmp_path: Path) -> None:
    (tmp_path / "meta.pkl").write_bytes(pickle.dumps({**meta("ab"), "vocab_size": 1 << 99_999}))
    with pytest.raises(FledgeError, match="vocab_size is a number of hundreds of digits"):
        read_meta_chars(tmp_path / "meta.pkl")


@given(st.binary(max_size=200))
def test_no_bytes_crash_the_pickle_reader(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "meta.pkl"
        path.write_bytes(data)
        with pytest.raises(FledgeError):
            read_meta_chars(path)


@pytest.mark.parametrize(
    "content",
    [
        [],
        {},
        {"vocab_size": 2},
        {**meta("ab"), "vocab_size": 3},
        {**meta("ab"), "vocab_size": "2"},
        {**meta("ab"), "vocab_size": True},
        {**meta("ab"), "itos": {0: "a", 1: "bc"}},
        {**meta("ab"), "itos": {0: "a", 2: "b"}},
        {**meta("ab"), "stoi": {"a": 1, "b": 0}},
        {**meta("ab"), "vocab_size": 0, "itos": {}, "stoi": {}},
    ],
)
def test_another_pickle_is_an_error(tmp_path: Path, content: object) -> None:
    path = tmp_path / "meta.pkl"
    path.write_bytes(pickle.dumps(content))
    with pytest.raises(FledgeError, match=r"not nanoGPT's meta\.pkl"):
        read_meta_chars(path)


@pytest.mark.slow
def test_gpt2_is_tiktokens_gpt2(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    address = "https://openaipublic.blob.core.windows.net/encodings/r50k_base.tiktoken"
    (tmp_path / hashlib.sha1(address.encode()).hexdigest()).write_bytes(fetch(GPT2_BPE).read_bytes())
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    reference = tiktoken.get_encoding("r50k_base")
    ours = Gpt2Tokenizer.load()
    assert (ours.vocab_size, ours.eot) == (reference.n_vocab, reference.eot_token) == (50257, 50256)
    assert ours.vocab_size == spec_vocab_size(ours.to_json())
    text = TINY_SHAKESPEARE.read_text(encoding="utf-8")[:100_000] + "  \n\t I'll 12345 naïve 中文 🙂 \n\n\n x"
    assert ours.encode(text).tolist() == reference.encode_ordinary(text)
    shakespeare = TINY_SHAKESPEARE.read_text(encoding="utf-8")
    cut = int(len(shakespeare) * 0.9)
    assert [len(ours.encode(part)) for part in (shakespeare[:cut], shakespeare[cut:])] == [301_966, 36_059]
    assert encode_in_parts(ours, text, 1000) == reference.encode_ordinary(text)
    prompt = "a<|endoftext|>b"
    assert ours.encode(prompt, allow_special=True).tolist() == reference.encode(prompt, allowed_special="all")
    assert ours.decode_bytes(range(50257)) == reference.decode_bytes(list(range(50257)))
