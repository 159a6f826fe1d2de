"""Unified spellings of Arabic and Hindi: each choice, its counts, and the same result wherever text is cut."""

import json
import unicodedata

import pytest
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st

from fledge.common.errors import FledgeError
from fledge.interop.hf_tokenizer import plain_spec, tokenizer_json
from fledge.tokenizer.base import ByteTokenizer, CharTokenizer, Tokenizer
from fledge.tokenizer.huggingface import read_tokenizer_json
from fledge.tokenizer.normalize import GROUPS, STEPS, Normalizer, from_hf, parse_choices
from fledge.tokenizer.spec import tokenizer_from_json
from fledge.tokenizer.train import train_bpe

ARABIC_LETTERS = "اببآأإٱ\u0653\u0654\u0655\u064b\u064e\u0651\u0652\u0670ـ١۲٫ ﻻﷲﹰﹱe\u0301\n\u200c"
HINDI_LETTERS = "कनरळऩ\u0958\u095b\u093c\u094d\u0951\u0902ि\u200c\u200d 👨e\u0301\n"
ZWNJ, ZWJ = "\u200c", "\u200d"


def normalizer(choices: str) -> Normalizer:
    return Normalizer(parse_choices(choices))


@pytest.mark.parametrize(
    ("choice", "text", "expected", "count"),
    [
        ("ar:tatweel", "مـــرحـبا", "مرحبا", 4),
        ("ar:alef", "أحمد إلى آخر ٱلكتاب", "احمد الى اخر الكتاب", 4),
        ("ar:alef", "ا\u0654حمد ا\u064e\u0654ب", "احمد ا\u064eب", 2),  # the hamza as a mark of its own
        ("ar:alef", "سؤال ؤ ئ ى", "سؤال ؤ ئ ى", 0),  # other letters keep theirs
        ("ar:diacritics", "السَّلامُ عَلَيْكُمْ", "السلام عليكم", 8),
        ("ar:diacritics", "هٰذا", "هذا", 1),
        ("ar:diacritics", "و\u0654 ا\u0653", "و\u0654 ا\u0653", 0),  # hamza and madda make letters
        ("ar:digits", "١٢٣ ۴۵۶ ٣٫١٤ ١٬٠٠٠", "123 456 3.14 1,000", 15),
        ("ar:forms", "ﻣﺮﺣﺒﺎ ﻻ ﷲ", "مرحبا لا الله", 7),
        ("ar:forms", "ب\ufe76", "ب\u064e", 1),  # a sign that stands alone has no space of its own
        ("ar:forms", "﴾ ﴿ ﷽", "﴾ ﴿ ﷽", 0),  # no forms of letters
        ("hi:nukta", "\u0958लम \u095bरूर", "क\u093cलम ज\u093cरूर", 2),
        ("hi:nukta", "न\u093c र\u093c ळ\u093c", "\u0929 \u0931 \u0934", 3),
        ("hi:nukta", "क\u093c\u093c \u0929\u093c", "क\u093c \u0929", 2),
        ("hi:joiners", f"क्{ZWJ}ष क्{ZWNJ}ष", f"क्{ZWJ}ष क्{ZWNJ}ष", 0),  # a half letter, a visible virama
        ("hi:joiners", f"क{ZWJ}मल {ZWNJ}घर हि{ZWNJ}न्दी", "कमल घर हिन्दी", 3),
        ("hi:joiners", f"क्{ZWJ}{ZWJ}ष", f"क्{ZWJ}ष", 1),
        ("hi:joiners", f"👨{ZWJ}👩{ZWJ}👧 می{ZWNJ}خواهم", f"👨{ZWJ}👩{ZWJ}👧 می{ZWNJ}خواهم", 0),  # no Devanagari
        ("nfc", "cafe\u0301 cafe\u0301 café", "café café café", 2),  # words
    ],
)
def test_each_choice(choice: str, text: str, expected: str, count: int) -> None:
    changed, counts = normalizer(choice).counted(text)
    assert changed == expected
    assert counts.total() == count
    assert set(counts) <= {choice}


def test_groups_and_parts() -> None:
    assert set(GROUPS["ar"]) == {f"ar:{name}" for name in ("forms", "tatweel", "diacritics", "alef", "digits")}
    assert set(GROUPS["hi"]) == {"nfc", "hi:nukta", "hi:joiners"}
    assert parse_choices("none") == ()
    assert parse_choices("hi:nfc") == parse_choices(" NFC ") == ("nfc",)
    assert parse_choices("ar:tatweel,alef") == ("ar:tatweel", "ar:alef")
    assert set(parse_choices("hi,ar:tatweel")) == {*GROUPS["hi"], "ar:tatweel"}
    assert parse_choices("ar,hi,nfc") == tuple(STEPS)
    mixed = normalizer("ar").counted("مـرحبا أَهلا ٣")
    assert mixed == ("مرحبا اهلا 3", {"ar:tatweel": 1, "ar:alef": 1, "ar:diacritics": 1, "ar:digits": 1})


@pytest.mark.parametrize(
    ("given_", "says"),
    [
        ("", "no choice"),
        ("none,ar", "`none` and another"),
        ("arabic", "unknown choice arabic"),
        ("ar:alf", "ar:alf. Did you mean alef?"),
        ("hi:tatweel", "unknown choice hi:tatweel"),
        ("tatweel", "unknown choice tatweel"),
    ],
)
def test_wrong_choices(given_: str, says: str) -> None:
    with pytest.raises(FledgeError, match="--normalize") as error:
        parse_choices(given_)
    assert says in error.value.problem
    assert "tatweel" in error.value.fix


def test_nfc_is_unicodes_and_takes_nukta_letters_apart() -> None:
    excluded = "".join(map(chr, range(0x958, 0x960)))
    assert normalizer("hi")(excluded) == unicodedata.normalize("NFC", excluded) == normalizer("hi:nukta")(excluded)


@pytest.mark.parametrize("choices", ["ar", "ar:alef", "ar:tatweel,nfc", "hi", "hi:joiners", "hi:nukta", "nfc", "ar,hi"])
def test_text_may_be_cut_before_white_space(choices: str) -> None:
    change = normalizer(choices)
    letters = st.text(ARABIC_LETTERS + HINDI_LETTERS if choices == "ar,hi" else _letters(choices), max_size=14)

    @settings(max_examples=150, deadline=None)
    @given(letters, st.sampled_from(" \n\u00a0"), letters)
    def check(a: str, space: str, b: str) -> None:
        whole, changes = change.counted(a + space + b)
        left, right = change.counted(a), change.counted(space + b)
        assert left[0] + right[0] == whole
        assert left[1] + right[1] == changes
        assert change(whole) == whole, "a prompt that is normalized already stays as it is"
        cut = change.safe_cut(a + space + b)
        assert change((a + space + b)[:cut]) + change((a + space + b)[cut:]) == whole

    check()


def _letters(choices: str) -> str:
    return ARABIC_LETTERS if choices.startswith("ar") else HINDI_LETTERS


TEXTS = ["السَّلامُ عـليكم أحمد ١٢٣ ﻻ", f"\u0958लम ज\u093cरूर क्{ZWJ}ष क{ZWJ}मल", "plain English", "", "ـ"]


def some_tokenizers() -> list[Tokenizer]:
    chars = "".join(sorted({*"".join(TEXTS), *normalizer("ar,hi")("".join(TEXTS)), "\n"}))
    return [CharTokenizer(chars), ByteTokenizer(), train_bpe(TEXTS * 5, 300)]


@pytest.mark.parametrize("choices", ["ar", "hi", "ar:alef,digits", "nfc", "ar,hi"])
@pytest.mark.parametrize("plain", some_tokenizers(), ids=lambda one: one.name)
def test_a_tokenizer_normalizes_what_it_encodes(plain: Tokenizer, choices: str) -> None:
    change = normalizer(choices)
    tokenizer = plain.with_normalizer(change)
    assert plain.normalizer is None, "the shared vocabulary stays as it was"
    assert tokenizer_from_json(json.loads(json.dumps(tokenizer.to_json()))).to_json() == tokenizer.to_json()
    for text in TEXTS:
        assert tokenizer.encode(text).tolist() == plain.encode(change(text)).tolist()
        assert tokenizer.decode(tokenizer.encode(text)) == change(text)
    if tokenizer.eot is not None:
        ids = tokenizer.encode("مـ<|endoftext|>أ", allow_special=True).tolist()
        assert ids == [*plain.encode(change("مـ")), tokenizer.eot, *plain.encode(change("أ"))]


@pytest.mark.parametrize("choices", ["ar", "hi", "ar:alef,digits", "nfc", "ar,hi"])
@pytest.mark.parametrize("plain", some_tokenizers(), ids=lambda one: one.name)
def test_tokenizer_json_carries_it(plain: Tokenizer, choices: str) -> None:
    """Hugging Face's library gives the same ids, and reading the file back gives the same tokenizer."""
    tokenizer = plain.with_normalizer(normalizer(choices))
    content = json.dumps(tokenizer_json(tokenizer))
    theirs = tokenizers.Tokenizer.from_str(content)
    for text in TEXTS:
        assert theirs.encode(text, add_special_tokens=False).ids == tokenizer.encode(text).tolist()
    if not isinstance(plain, CharTokenizer):
        assert plain_spec(read_tokenizer_json(content.encode())) == tokenizer.to_json()


def test_normalizers_of_others_are_not_taken_for_ours() -> None:
    assert from_hf(None) is None
    assert from_hf({"type": "NFC"}) is None
    assert from_hf({"type": "Sequence", "normalizers": [{"type": "NFC"}, {"type": "Lowercase"}]}) is None
    assert from_hf({"type": "Sequence", "normalizers": "NFC"}) is None
    assert from_hf(normalizer("ar,hi").to_hf()) == normalizer("ar,hi")


@pytest.mark.parametrize("wrong", ["ar", ["ar:nothing"], [1], {"ar:alef": 1}])
def test_unknown_normalization_is_refused(wrong: object) -> None:
    with pytest.raises(FledgeError, match="unknown normalization"):
        tokenizer_from_json({"name": "byte", "normalize": wrong})
