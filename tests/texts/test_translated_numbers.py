"""A translation has the numbers that its English message has in words of its own: 65,504, 312 TFLOP/s, 20."""

import re

import pytest

from fledge.texts import say, text
from fledge.texts.bidi import without_isolates
from fledge.texts.catalog import areas, read_area
from fledge.texts.language import LANGUAGES, Language, speaking

FILLED_IN = re.compile(r"\{[^{}]*\}|\[\w+\]")  # also the case of a plural
NUMBER = re.compile(r"\d[\d,.]*(?:e[-+]?\d+)?")
LITERAL = re.compile(r"\{ (?:NUMBER\(([\d.]+)\)|PERCENT\(([\d.]+)\)) \}")  # written in the chosen digits
ALSO_WORDS = {"0", "1", "2"}  # Arabic has a dual


def numbers_of(written: str) -> set[str]:
    written = LITERAL.sub(lambda literal: literal[1] or f"{100 * float(literal[2]):g}", written)
    found = {number.replace(",", "").rstrip(".") for number in NUMBER.findall(FILLED_IN.sub("", written))}
    return found - ALSO_WORDS


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_a_translation_has_the_numbers_of_the_english_message(code: str) -> None:
    differing = {}
    for area in areas("en"):
        english, own = read_area("en", area), read_area(code, area)
        for name in english.keys() & own.keys():
            if numbers_of(own[name]) != numbers_of(english[name]):
                differing[name] = numbers_of(own[name]) ^ numbers_of(english[name])
    assert differing == {}


@pytest.mark.parametrize(
    ("code", "western", "native"), [("ar", "312 TFLOP/s", "٣١٢ TFLOP/s"), ("hi", "312 TFLOP/s", "३१२ TFLOP/s")]
)
def test_numbers_of_a_sentence_have_the_chosen_digits(code: str, western: str, native: str) -> None:
    """And a command keeps its own."""
    message = say("compare.compute.printed_mfu", a=0.1, b=0.2)
    with speaking(Language(code)):
        assert western in without_isolates(text(message))
    with speaking(Language(code, "native")):
        assert native in without_isolates(text(message))
        assert "6" not in text(say("finding.diverged.use_bfloat16")).replace("float16", "")
        assert "--pick=1,2" in without_isolates(text(say("api.try_pick")))
