"""Lines of text for a terminal, as wide as they look: marks that stand on other letters take no room.

English is wrapped by Python's textwrap. In a right-to-left language a command gets a line of its own, which a terminal
shows from left to right, and what is isolated from the sentence is not broken in two.
"""

import re
import textwrap
import unicodedata

from fledge.texts.bidi import FSI, PDI, isolated, without_isolates
from fledge.texts.language import language

MAX_WIDTH = 100  # of a paragraph: longer lines are hard to read
_COMMAND = re.compile(rf"{FSI}`?(?P<command>(?:fledge|torchrun|pip) [^`{FSI}{PDI}]+)`?{PDI}(?P<marks>[.,:;،؛]*)")
_BOUNDS = re.compile(rf"([{FSI}{PDI}]|\s+)")


def cells(text: str) -> int:
    """How many columns of a terminal the text takes."""
    return sum(_width(one) for one in text)


def _width(letter: str) -> int:
    if unicodedata.category(letter) in ("Mn", "Mc", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def padded(text: str, width: int) -> str:
    return text + " " * max(0, width - cells(text))


def arrow() -> str:
    """Points from a thing to what follows from it."""
    return "←" if language().is_right_to_left else "→"


def wrapped(text: str, width: int, break_on_hyphens: bool = True) -> list[str]:
    if language().code == "en":
        return textwrap.wrap(text, width, break_on_hyphens=break_on_hyphens)
    lines: list[str] = []
    place = 0
    for found in _COMMAND.finditer(text) if language().is_right_to_left else ():
        lines += [*_filled(text[place : found.start()], width), f"  {found['command'].strip()}"]
        place = found.end()
    return [*lines, *_filled(text[place:], width)]


def paragraph(text: str, indent: int, width: int) -> str:
    """Text wrapped to a readable width and indented."""
    lines = wrapped(text, min(width, MAX_WIDTH) - indent, break_on_hyphens=False)
    return "\n".join(" " * indent + line for line in lines)


def _filled(text: str, width: int) -> list[str]:
    lines: list[str] = []
    for word in _words(text, width):
        if lines and cells(lines[-1]) + 1 + cells(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _words(text: str, width: int) -> list[str]:
    """The words; what is isolated is one word, unless a line can't hold it."""
    words, word, depth = [], "", 0
    for piece in filter(None, _BOUNDS.split(text)):
        depth += (piece == FSI) - (piece == PDI)
        if piece.isspace() and depth <= 0:
            words.append(word)
            word = ""
        else:
            word += " " if piece.isspace() else piece
    words.append(word)
    return [part for one in words if one for part in (_parted(one) if cells(one) > width else [one])]


def _parted(word: str) -> list[str]:
    """Something long that was isolated: each of its words is."""
    return [isolated(part) for part in without_isolates(word).split()]
