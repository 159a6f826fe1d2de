"""What reaches a terminal: everything printed is cleaned, because much of it was written by others.

A log, a run directory, a file's name or a model's sample may hold codes that clear the screen, change the font or
rename the window. Nobody who prints has to remember that: `clean_output` puts the cleaning around stdout and stderr.
"""

import contextlib
import io
import os
import re
import sys
from collections.abc import Iterator
from typing import Any, TextIO

from fledge.texts.bidi import RLM, without_isolates
from fledge.texts.broken_lines import unwrapped
from fledge.texts.language import language

# C0 but tab and line feed, delete, C1 (of which \x9b begins a sequence as ESC [ does), and the two marks that turn the
# direction of any letters. Joiners and the other marks of right-to-left text stay as they are.
UNSAFE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202d\u202e]")


def clean(text: str) -> str:
    """The text without power over a terminal: control characters are written as \\x1b, carriage returns left out."""
    return UNSAFE.sub(_shown, text)


def _shown(found: re.Match[str]) -> str:
    return "" if found[0] == "\r" else found[0].encode("unicode_escape").decode()


def in_direction(text: str) -> str:
    """Words for a terminal, line by line."""
    if not language().is_right_to_left:
        return text
    if not has_marks():
        return without_isolates(text)
    return "\n".join(_shifted(line) for whole in text.split("\n") for line in unwrapped(whole))


def has_marks() -> bool:
    """Whether the terminal knows Unicode's marks of direction. mlterm gives each a column of its own: lines break.

    It orders every line by its first letter. Columns beside right-to-left words may change places there.
    """
    return "MLTERM" not in os.environ


def _shifted(line: str) -> str:
    """VTE drops marks in the first column: the line begins in the second."""
    return f" {line}" if line.startswith(RLM) else line


class CleanStream:
    """A text stream that cleans what is written to it. In all else it is the stream that it stands for."""

    def __init__(self, stream: TextIO) -> None:
        self.uncleaned = stream

    def write(self, text: str) -> int:
        # A file or another program gets the words alone.
        self.uncleaned.write(in_direction(clean(text)) if self.uncleaned.isatty() else clean(text))
        return len(text)

    def writelines(self, lines: list[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.uncleaned, name)


@contextlib.contextmanager
def clean_output() -> Iterator[None]:
    """Meanwhile everything printed is cleaned, and nothing that can't be encoded is an error."""
    before = sys.stdout, sys.stderr
    for stream, errors in zip(before, ("replace", "backslashreplace"), strict=True):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)
    # A stream that was closed before Python started is None.
    sys.stdout, sys.stderr = (stream and CleanStream(stream) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def uncleaned(stream: TextIO) -> TextIO:
    """The stream itself, for terminal codes of our own."""
    return stream.uncleaned if isinstance(stream, CleanStream) else stream


def show_line(text: str) -> None:
    """Print for somebody who may have gone: a closed terminal or a finished `head` must not end the work."""
    with while_watched():
        print(text, flush=True)


@contextlib.contextmanager
def while_watched() -> Iterator[None]:
    """If the terminal or pipe is gone, what is printed from now on goes nowhere."""
    try:
        yield
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
