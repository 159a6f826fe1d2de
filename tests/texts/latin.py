"""Latin words in text of another script: English that was forgotten, unless the language's latin_words.txt has them."""

import functools
import re

from fledge.texts.catalog import FOLDER

FILLED_IN = re.compile(r"\{ \$\w+ ->|\{[^{}]*\}")
CODE = re.compile(
    r"`[^`]*`"
    r"|\bfledge(?: [a-z]+|\.\w+|\[\w+\])"
    r"|^ {6}.*$"  # a command on a line of its own
    r"|^ *\*?\[\w+\]"  # the case of a plural
    r"|<\|[^|]*\|>"
    r"|pip install \S+"
    r"|(?<![a-zA-Z0-9])[-?]{1,2}[a-z][\w-]*(?:=\S*)?"  # an option
    r"|(?<![a-zA-Z0-9])\d[\w.+-]*"  # 3e38
    r"|[\w./:-]*[_/=][\w./:-]*(?:\([^)]*\))?"  # a setting, a path, a call
    r"|\b(?:RUN|NAME|DATASET|HOST|JOB|FILE|FOLDER|TEXT)\b"  # what the user fills in
    r"|\S+\.(?:py|md|pt|bin|json|js|log|html)\b",
    re.MULTILINE,
)
WORD = re.compile(r"[a-z][a-z0-9]*")


@functools.cache
def allowed_words(code: str) -> frozenset[str]:
    lines = (FOLDER / code / "latin_words.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(line.lower() for line in lines if line and not line.startswith("#"))


@functools.cache
def _phrases(code: str) -> list[str]:
    """Those of several words or with marks: llama.cpp, tokens/s, standard deviation."""
    return sorted((word for word in allowed_words(code) if not word.isalnum()), key=len, reverse=True)


def english_words(code: str, written: str) -> list[str]:
    """The words of a message that are not in the list."""
    text = " ".join(CODE.sub(" ", FILLED_IN.sub("", written)).lower().split())
    for phrase in _phrases(code):
        text = re.sub(rf"(?<![a-z]){re.escape(phrase)}(?![a-z])", " ", text)
    return [word for word in WORD.findall(text) if word not in allowed_words(code)]
