"""The terminal: the console that pages are printed to, and output that nobody may be reading any more."""

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


def console() -> "Console":
    """As wide as the terminal; 80 columns in a file."""
    from rich.console import Console

    return Console(highlight=False, width=None if sys.stdout.isatty() else 80)


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
