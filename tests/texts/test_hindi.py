"""The Hindi catalogs: no English that was forgotten, and one way to write Hindi."""

import re
import unicodedata
from pathlib import Path

import pytest

from fledge.texts.catalog import FOLDER, areas, read_area
from tests.texts.latin import english_words, forgotten_english

HINDI = FOLDER / "hi"
MARK_ALONE = re.compile(r"(?:^|\s)[\u0900-\u0903\u093c\u093e-\u094d]", re.MULTILINE)  # a vowel sign without its letter


def messages() -> list[tuple[str, str]]:
    return [(name, written) for area in areas("hi") for name, written in read_area("hi", area).items()]


def test_no_english_is_left_in_the_catalogs() -> None:
    left = forgotten_english("hi", messages())
    assert left == {}, "translate them, or add a term to GLOSSARY.md and latin_words.txt"


@pytest.mark.parametrize("written", ["The loss is stuck.", "loss stuck है।", "{ $n } lines"])
def test_english_that_was_forgotten_is_noticed(written: str) -> None:
    assert english_words("hi", written)


def test_the_words_are_in_order() -> None:
    lines = (HINDI / "latin_words.txt").read_text(encoding="utf-8").splitlines()[1:]
    assert lines == sorted(set(lines))
    assert all(line == line.lower().strip() and line for line in lines)


@pytest.mark.parametrize("path", sorted(HINDI.iterdir()), ids=lambda path: path.name)
def test_hindi_is_written_one_way(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert unicodedata.normalize("NFC", text) == text
    assert " ।" not in text, "no space before a danda"
    assert "\u0965" not in text, "two dandas"
    assert MARK_ALONE.findall(text) == []


def test_sentences_end_with_a_danda() -> None:
    """Where the English one ends with a full stop."""
    for area in areas("en"):
        english = read_area("en", area)
        for name, written in read_area("hi", area).items():
            ends = [end for end in (english[name].rstrip("} \n"), written.rstrip("} \n")) if end]
            if len(ends) == 2 and not ends[0].endswith("..."):
                assert ends[1].endswith("।") == ends[0].endswith("."), name
