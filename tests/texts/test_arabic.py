"""The Arabic catalogs: no English that was forgotten, every plural form, and one way to write Arabic."""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from fledge.cli.main import COMMANDS
from fledge.texts.catalog import FOLDER, areas, read_area

ARABIC = FOLDER / "ar"
LINES = (ARABIC / "latin_words.txt").read_text(encoding="utf-8").splitlines()
WORDS = {line.lower() for line in LINES if line and not line.startswith(("#", "= "))}
VALUES = {line.removeprefix("= ") for line in LINES if line.startswith("= ")}  # what users type
PHRASES = sorted((word for word in WORDS if not word.isalnum()), key=len, reverse=True)  # out of memory, llama.cpp
FILLED_IN = re.compile(r"\{ \$\w+ ->|\{[^{}]*\}")
CODE = re.compile(
    r"`[^`]*`"
    rf"|\bfledge (?:{'|'.join(COMMANDS)})(?: [!-~]+)*"
    r"|\bfledge(?:\.\w+|\[\w+\])"
    r"|^ {6}.*$"  # a command on a line of its own
    r"|^ *\*?\[\w+\]"  # the case of a plural
    r"|<\|[^|]*\|>"
    r"|pip install \S+"
    r"|(?<![a-zA-Z0-9])[-?]{1,2}[a-z][\w-]*(?:=\S*)?"  # an option
    r"|(?<![a-zA-Z0-9-])\d[\w.+-]*"  # 3e38
    r"|[\w./:-]*[_/=][\w./:-]*(?:\([^)]*\))?"  # a setting, a path, a call
    r"|\b(?:RUN|NAME|DATASET|HOST|JOB|FILE|TEXT|FIRST|SECOND|SETTINGS|TIME)\b"  # what the user fills in
    r"|\b\w+:\d[\w.:,]*"  # the mixture a:0.7,b:0.3
    r"|\S*\.(?:py|md|pt|bin|json|js|log|html|txt)\b",
    re.MULTILINE,
)
WORD = re.compile(r"[a-z][a-z0-9]*")
FORMS = ["zero", "one", "two", "few", "many", "other"]
SELECTOR = re.compile(r"\{ \$\w+ ->(?P<cases>(?:\n +\*?\[\w+\].*)+)\n *\}")
LETTERS = "\u0621-\u064a"
TATWEEL, DIRECTION_MARKS, NATIVE_DIGITS = "\u0640", "\u200e\u200f\u202a-\u202e\u2066-\u2069", "\u0660-\u0669"


def messages() -> list[tuple[str, str]]:
    return [(name, written) for area in areas("ar") for name, written in read_area("ar", area).items()]


def english_words(written: str, also: Iterable[str] = ()) -> list[str]:
    text = " ".join(CODE.sub(" ", FILLED_IN.sub("", written)).lower().split())
    for phrase in PHRASES:
        text = re.sub(rf"(?<![a-z]){re.escape(phrase)}(?![a-z])", " ", text)
    return [word for word in WORD.findall(text) if word not in WORDS and word not in also]


def test_no_english_is_left_in_the_catalogs() -> None:
    sentences = [(name, written) for name, written in messages() if not name.endswith(("-name", "-also", "-formula"))]
    left = {}
    for name, written in sentences:
        is_help = name.startswith(("option-", "setting-"))
        if words := english_words(written, VALUES if is_help else ()):
            left[name] = words
    assert left == {}, "translate them, or add a term to GLOSSARY.md and latin_words.txt"


@pytest.mark.parametrize("written", ["The loss is stuck.", "الخسارة stuck هنا.", "{ $n } lines", "out of memory"])
def test_english_that_was_forgotten_is_noticed(written: str) -> None:
    assert english_words(written)


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
