"""Lines of a page: in a right-to-left language a command gets a line of its own, which runs from left to right."""

import re

from fledge.texts.bidi import FSI, PDI
from fledge.texts.language import language
from fledge.texts.width import wrapped as wrapped_words

_COMMAND = re.compile(rf"{FSI}`?(?P<command>(?:fledge|torchrun|pip) [^`{FSI}{PDI}]+)`?{PDI}[.,:;،؛]*")


def arrow() -> str:
    """Points from a thing to what follows from it."""
    return "←" if language().is_right_to_left else "→"


def wrapped(text: str, columns: int, break_on_hyphens: bool = True) -> list[str]:
    """The lines of a paragraph."""
    lines: list[str] = []
    place = 0
    for found in _COMMAND.finditer(text) if language().is_right_to_left else ():
        lines += [*wrapped_words(text[place : found.start()].strip(), columns), f"  {found['command'].strip()}"]
        place = found.end()
    return [*lines, *wrapped_words(text[place:].strip() if place else text, columns, break_on_hyphens)]
