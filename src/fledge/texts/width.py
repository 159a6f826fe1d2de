"""How many columns of a terminal text takes: marks over and under letters take none, nor do Unicode's isolates."""

import re
import textwrap
import unicodedata
from collections.abc import Iterator, Sequence

from fledge.texts.bidi import FSI, PDI

NO_COLUMN = ("Mn", "Me", "Cf")  # marks that stand on a letter, and characters that are not seen
TWO_COLUMNS = ("W", "F")  # East Asian
_LATIN = rf"[^{FSI}{PDI}\n\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"  # no letter of a right-to-left script
WORD = re.compile(rf"(?:{FSI}{_LATIN}*{PDI}|\S)+")  # a command in isolates stays on one line
NO_SPACE = re.compile(r"\S+")


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
    return [" ".join(text[begin:end].split()) for begin, end in line_places(text, 0, len(text), columns)]


def line_places(text: str, begin: int, end: int, columns: int, is_cut: bool = False) -> list[tuple[int, int]]:
    """Where the lines of a part of the text begin and end, without the spaces around them.

    A word that is longer than a line has its own, or is cut.
    """
    places: list[tuple[int, int]] = []
    for begins, ends in _word_places(text, begin, end, columns, is_cut):
        if places and width(text[places[-1][0] : ends]) <= columns:
            places[-1] = places[-1][0], ends
        else:
            places.append((begins, ends))
    return places


def _word_places(text: str, begin: int, end: int, columns: int, is_cut: bool) -> Iterator[tuple[int, int]]:
    for found in WORD.finditer(text, begin, end):
        if width(found[0]) <= columns:
            yield found.span()
            continue
        for part in NO_SPACE.finditer(text, *found.span()):
            begins, ends = part.span()
            while is_cut and width(text[begins:ends]) > max(columns, 1):
                cut = _cut(text, begins, columns)
                yield begins, cut
                begins = cut
            yield begins, ends


def _cut(text: str, begin: int, columns: int) -> int:
    """The end of as many characters as fit, at least one that is seen; marks stay with their letter."""
    end, used = begin, 0
    while end < len(text) and (used == 0 or used + _columns(text[end]) <= columns):
        used += _columns(text[end])
        end += 1
    return end
