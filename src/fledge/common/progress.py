"""Progress bars and status lines, on stderr and only if it is a terminal."""

import contextlib
import shutil
import sys
import time
from collections.abc import Callable, Iterator

from fledge.common.console import console
from fledge.common.terminal import clean, uncleaned

Show = Callable[[str], None]
LOG_INTERVAL_S = 60


def nowhere(text: str) -> None:
    """A status line that is not shown."""


@contextlib.contextmanager
def byte_bar(label: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """Yields a function to call with the number of bytes just done. The bar disappears when the block ends."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        task = progress.add_task(label, total=total)
        yield lambda done: progress.advance(task, done)


@contextlib.contextmanager
def status_line() -> Iterator[Show]:
    """Yields a function to call with what is going on now. The line disappears when the block ends.

    It is drawn only when it changes: what runs meanwhile may be timed.
    """
    if not sys.stderr.isatty():
        yield nowhere
        return
    terminal, empty_line = uncleaned(sys.stderr), "\r\x1b[2K"

    def show(text: str) -> None:
        width = shutil.get_terminal_size().columns - 1
        print(empty_line + clean(text)[:width], end="", file=terminal, flush=True)

    try:
        yield show
    finally:
        print(empty_line, end="", file=terminal, flush=True)


@contextlib.contextmanager
def work_bar(label: str, total: int | None) -> Iterator[Callable[[int, str], None]]:
    """Yields a function to call with how much is done and a few words about it. A log file gets one line per minute."""
    if not sys.stderr.isatty():
        yield _occasional_lines(label, total)
        return
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (BarColumn(12), TaskProgressColumn(), TimeRemainingColumn(compact=True), TextColumn("{task.description}"))
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        task = progress.add_task(label, total=total)
        yield lambda done, about: progress.update(task, completed=done, description=about)


def _occasional_lines(label: str, total: int | None) -> Callable[[int, str], None]:
    began = last = time.monotonic()

    def show(done: int, about: str) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last < LOG_INTERVAL_S:
            return
        last = now
        left = ""
        if total and done:
            minutes_left = (now - began) * (total - done) / done / 60
            left = f"{done / total:.0%}, about {minutes_left:.0f} min left, "
        print(f"{label}: {left}{about}", file=sys.stderr, flush=True)

    return show
