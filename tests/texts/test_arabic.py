"""The Arabic catalogs: no English that was forgotten, every plural form, and one way to write Arabic."""

import re
from pathlib import Path

import pytest

from fledge.texts.catalog import FOLDER, areas, read_area
from tests.texts.latin import CODE, FILLED_IN, english_words, forgotten_english

ARABIC = FOLDER / "ar"
FORMS = ["zero", "one", "two", "few", "many", "other"]
SELECTOR = re.compile(r"\{ \$\w+ ->(?P<cases>(?:\n +\*?\[\w+\].*)+)\n *\}")
LETTERS = "\u0621-\u064a"
TATWEEL, DIRECTION_MARKS, NATIVE_DIGITS = "\u0640", "\u200e\u200f\u202a-\u202e\u2066-\u2069", "\u0660-\u0669"


def messages() -> list[tuple[str, str]]:
    return [(name, written) for area in areas("ar") for name, written in read_area("ar", area).items()]


def test_no_english_is_left_in_the_catalogs() -> None:
    left = forgotten_english("ar", messages())
    assert left == {}, "translate them, or add a term to GLOSSARY.md and latin_words.txt"


@pytest.mark.parametrize("written", ["The loss is stuck.", "الخسارة stuck هنا.", "{ $n } lines", "out of memory"])
def test_english_that_was_forgotten_is_noticed(written: str) -> None:
    assert english_words("ar", written)


def test_counted_nouns_have_every_form() -> None:
    """Arabic has six. A selector with numbers as cases, such as [3], writes out small numbers."""
    selectors = [(name, found["cases"]) for name, written in messages() for found in SELECTOR.finditer(written)]
    assert selectors
    for name, cases in selectors:
        forms = re.findall(r"\[(\w+)\]", cases)
        assert forms == FORMS or forms[0].isdigit(), name
    for name, written in messages():
        assert written.count("->") == len(SELECTOR.findall(written)), name


@pytest.mark.parametrize("path", sorted(ARABIC.glob("*.ftl")), ids=lambda path: path.name)
def test_arabic_is_written_one_way(path: Path) -> None:
    for name, written in read_area("ar", path.stem).items():
        said = CODE.sub("X", FILLED_IN.sub("X", written))
        assert not re.search(f"[{TATWEEL}{DIRECTION_MARKS}{NATIVE_DIGITS}]", said), name
        assert not re.search(f"[{LETTERS}] [،؛؟:]", said), name
        assert not re.search(rf"[{LETTERS}\u064b][;?]", said), name
        if not name.endswith("-also"):  # names with commas between, as in English
            assert not re.search(rf"[{LETTERS}\u064b],", said), name


def test_sentences_end_as_in_english() -> None:
    for area in areas("ar"):
        english = read_area("en", area)
        for name, written in read_area("ar", area).items():
            if not name.endswith(("-about", "-formula")):
                ends = [text.rstrip("} \n").endswith(".") for text in (english[name], written)]
                assert ends[0] == ends[1], name
