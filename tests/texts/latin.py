"""Latin words in text of another script: English that was forgotten, unless the language's latin_words.txt has them."""

import functools
import re
from collections.abc import Iterable

from fledge.texts.catalog import FOLDER
from fledge.texts.usage import usages

COMMANDS = "|".join(sorted(usages(), key=len, reverse=True))  # `bench speed` before `bench`
VALUE = "= "  # begins the line of a value that users type
FILLED_IN = re.compile(r"\{ \$\w+ ->|\{[^{}]*\}")
CODE = re.compile(
    r"`[^`]*`"
    rf"|\bfledge(?: (?:{COMMANDS})\b|\.\w+|\[\w+\])"
    r"|^ {6}.*$"  # a command on a line of its own
    r"|^ *\*?\[\w+\]"  # the case of a plural
    r"|<\|[^|]*\|>"
    r"|pip install \S+"
    r"|(?<![a-zA-Z0-9])[-?]{1,2}[a-z][\w-]*(?:=\S*)?"  # an option
    r"|(?<![a-zA-Z0-9-])\d[\w.+-]*"  # 3e38
    r"|[\w./:-]*[_/=][\w./:-]*(?:\([^)]*\))?"  # a setting, a path, a call
    r"|\b(?:RUN|NAME|DATASET|HOST|JOB|FILE|FOLDER|LOG|TEXT|SETTINGS|TIME)\b"  # what the user fills in
    r"|\b(?:FIRST|SECOND|LAST|STEP)\b"
    r"|\b\w+:\d[\w.:,]*"  # the mixture a:0.7,b:0.3
    r"|\S*\.(?:py|md|pt|bin|json|js|log|html|txt)\b",
    re.MULTILINE,
)
WORD = re.compile(r"[a-z][a-z0-9]*")


@functools.cache
def _lines(code: str) -> list[str]:
    lines = (FOLDER / code / "latin_words.txt").read_text(encoding="utf-8").splitlines()
    return [line.lower() for line in lines if line and not line.startswith("#")]


@functools.cache
def allowed_words(code: str) -> frozenset[str]:
    return frozenset(line for line in _lines(code) if not line.startswith(VALUE))


@functools.cache
def typed_values(code: str) -> frozenset[str]:
    """Words that only the help of options and settings may have."""
    return frozenset(line.removeprefix(VALUE) for line in _lines(code) if line.startswith(VALUE))


@functools.cache
def _phrases(code: str) -> list[str]:
    """Those of several words or with marks: llama.cpp, tokens/s, standard deviation."""
    return sorted((word for word in allowed_words(code) if not word.isalnum()), key=len, reverse=True)


def english_words(code: str, written: str, also: Iterable[str] = ()) -> list[str]:
    """The words of a message that are not in the list."""
    text = " ".join(CODE.sub(" ", FILLED_IN.sub("", written)).lower().split())
    for phrase in _phrases(code):
        text = re.sub(rf"(?<![a-z]){re.escape(phrase)}(?![a-z])", " ", text)
    return [word for word in WORD.findall(text) if word not in allowed_words(code) and word not in also]


def forgotten_english(code: str, messages: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """The English that was left in a language's messages, by their ids. Names of terms may be English."""
    left = {}
    for name, written in messages:
        if name.endswith(("-name", "-also", "-formula")):
            continue
        also = typed_values(code) if name.startswith(("option-", "setting-")) else ()
        if words := english_words(code, written, also):
            left[name] = words
    return left
