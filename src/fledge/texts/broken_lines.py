"""A right-to-left paragraph broken into lines: an isolate that goes on in the next line is closed and opened again.

A terminal orders each line by itself. An isolate left open would take in the columns beside it, and the words after it
would lose theirs. Commands have lines of their own, which run from left to right and can be copied.
"""

import re
import sys
from dataclasses import dataclass, replace

from fledge.texts.bidi import (
    FSI,
    LRM,
    PDI,
    explicit_isolate,
    for_terminal,
    has_right_to_left,
    is_laid_out,
    isolates,
    line_isolate,
    terminal_line,
)
from fledge.texts.width import line_places

_COMMAND = re.compile(rf"(?<!{LRM}){FSI}`?(?P<command>(?:fledge|torchrun|pip) [^`{FSI}{PDI}]+?)\s*`?{PDI}[.,:;،؛]*")
COMMAND_INDENT = "  "


@dataclass(frozen=True)
class BrokenLine:
    begin: int  # its place in the paragraph
    end: int
    opening: str = ""  # stands before it: isolates that began in an earlier line
    closing: str = ""  # stands after it: the ends of isolates that go on in a later one
    is_command: bool = False


def broken_lines(text: str, columns: int, is_cut: bool = False) -> tuple[str, list[BrokenLine]]:
    """The paragraph and its lines. In it, as long as it was, isolates that were broken say their direction.

    A word that is longer than a line has its own, or is cut.
    """
    places: list[tuple[int, int, bool]] = []
    begin = 0
    for found in _COMMAND.finditer(text):
        places += [(*place, False) for place in line_places(text, begin, found.start(), columns, is_cut)]
        command = line_places(text, *found.span("command"), columns - len(COMMAND_INDENT), is_cut=True)
        places += [(*place, True) for place in (command if is_cut else [found.span("command")])]
        begin = found.end()
    places += [(*place, False) for place in line_places(text, begin, len(text), columns, is_cut)]
    held = isolates(text)
    characters = list(text)
    lines = []
    for begin, end, is_command in places:
        if is_command:
            lines.append(BrokenLine(begin, end, COMMAND_INDENT, is_command=True))
            continue
        before = [opened for opened, closed in held.items() if opened < begin <= closed]
        after = [opened for opened, closed in held.items() if opened < end <= closed]
        for opened in {*before, *after}:
            characters[opened] = explicit_isolate(text, opened, held[opened])
        lines.append(BrokenLine(begin, end, "".join(characters[one] for one in sorted(before)), PDI * len(after)))
    return "".join(characters), lines


def whole_line(text: str) -> tuple[str, list[BrokenLine]]:
    """The same of a line that is not broken: what was cut off at its end may have had the end of an isolate."""
    opened = sum(closed == len(text) for closed in isolates(text).values())
    line = BrokenLine(0, len(text), closing=PDI * opened)
    return text, [line if _is_ready(text) else _directed(text, line)]


def terminal_lines(text: str, columns: int, is_cut: bool = False) -> tuple[str, list[BrokenLine]]:
    """The lines of a paragraph, or of what stands in a column, with all that a terminal needs around each."""
    words, lines = broken_lines(text, columns, is_cut)
    if text.startswith(LRM):
        return words, [*lines[:1], *(replace(line, opening=LRM + line.opening) for line in lines[1:])]
    if _is_ready(text):
        return words, lines
    return words, [line if line.is_command else _directed(words, line) for line in lines]


def unwrapped(line: str) -> list[str]:
    """A line of any length, which the terminal breaks: the commands in it have their own."""
    if _is_ready(line.lstrip(" ")) or not _COMMAND.search(line):
        return [terminal_line(line)]
    indent = " " * (len(line) - len(line.lstrip(" ")))
    words, lines = terminal_lines(for_terminal(line.strip(" ")), sys.maxsize)
    return [f"{indent}{one.opening}{words[one.begin : one.end]}{one.closing}" for one in lines]


def _is_ready(text: str) -> bool:
    return is_laid_out(text) or not has_right_to_left(text)


def _directed(words: str, line: BrokenLine) -> BrokenLine:
    opening, closing = line_isolate(line.opening + words[line.begin : line.end] + line.closing)
    return replace(line, opening=opening + line.opening, closing=line.closing + closing)
