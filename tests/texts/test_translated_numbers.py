"""A translation has the numbers that its English message has in words of its own: 65,504, 312 TFLOP/s, 20."""

import re

import pytest

from fledge.texts.catalog import areas, read_area
from fledge.texts.language import LANGUAGES

FILLED_IN = re.compile(r"\{[^{}]*\}|\[\w+\]")  # also the case of a plural
NUMBER = re.compile(r"\d[\d,.]*(?:e[-+]?\d+)?")
ALSO_WORDS = {"0", "1", "2"}  # Arabic has a dual


def numbers_of(written: str) -> set[str]:
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
