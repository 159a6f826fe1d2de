"""How many columns of a terminal text takes: marks over and under letters take none, nor do Unicode's isolates."""

import re
import textwrap
import unicodedata
from collections.abc import Sequence

from fledge.texts.bidi import FSI, PDI

NO_COLUMN = ("Mn", "Me", "Cf")  # marks that stand on a letter, and characters that are not seen
TWO_COLUMNS = ("W", "F")  # East Asian
WORD = re.compile(rf"(?:{FSI}[^{PDI}\n]*{PDI}|\S)+")  # a command in isolates stays on one line


def width(text: str) -> int:
    if text.isascii():
        return len(text)
    return sum(_columns(one) for one in text)


def _columns(character: str) -> int:
    if unicodedata.category(character) in NO_COLUMN:
        return 0
    return 2 if unicodedata.east_asian_width(character) in TWO_COLUMNS else 1


def padded(text: str, columns: int) -> str:
    """The text with spaces after it: what follows stands in its column."""
    return text + " " * max(0, columns - width(text))


def wrapped(text: str, columns: int, break_on_hyphens: bool = True) -> Sequence[str]:
    """The lines of a paragraph. A word that is longer than a line has its own."""
    if width(text) == len(text):
        return textwrap.wrap(text, columns, break_on_hyphens=break_on_hyphens)
    lines: list[str] = []
    for word in WORD.findall(text):
        if lines and width(lines[-1]) + 1 + width(word) <= columns:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
