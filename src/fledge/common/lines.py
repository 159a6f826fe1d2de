"""Lines of a page: in a right-to-left language a command gets a line of its own, which runs from left to right."""

import re

from fledge.texts.bidi import FSI, PDI, terminal_column, terminal_line
from fledge.texts.language import language
from fledge.texts.width import wrapped as wrapped_words

_COMMAND = re.compile(rf"{FSI}`?(?P<command>(?:fledge|torchrun|pip) [^`{FSI}{PDI}]+)`?{PDI}[.,:;،؛]*")


def arrow() -> str:
    """Points from a thing to what follows from it."""
    return "←" if language().is_right_to_left else "→"


def in_column(text: str) -> str:
    """Words that stand beside others, in columns."""
    return terminal_column(text) if language().is_right_to_left else text


def wrapped(text: str, columns: int, break_on_hyphens: bool = True) -> list[str]:
    """The lines of a paragraph."""
    if not language().is_right_to_left:
        return list(wrapped_words(text, columns, break_on_hyphens))
    lines: list[str] = []
    place = 0
    for found in _COMMAND.finditer(text):
        lines += [*_directed(text[place : found.start()], columns, break_on_hyphens), f"  {found['command'].strip()}"]
        place = found.end()
    return [*lines, *_directed(text[place:], columns, break_on_hyphens)]


def _directed(text: str, columns: int, break_on_hyphens: bool) -> list[str]:
    return [terminal_line(line) for line in wrapped_words(text.strip(), columns, break_on_hyphens)]
