"""Progress of long work: bars and status lines on stderr if it is a terminal, or calls of the caller's own function.

The Python API prints nothing: inside `progress_to` everything here goes to the function that the caller gave.
"""

import contextlib
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field

from fledge.common.console import console
from fledge.common.lines import in_column
from fledge.common.terminal import clean, in_direction, uncleaned
from fledge.texts import say

Show = Callable[[str], None]
LOG_INTERVAL_S = 60


@dataclass(frozen=True)
class Progress:
    """How far long work has come, as a function given as `progress=` is told it."""

    text: str  # what is going on, in words: a line of the log, or "tracing a step"
    done: int = 0
    total: int | None = None  # in the unit of `done` (iterations, bytes or tokens); None if nobody knows
    values: Mapping[str, float] = field(default_factory=dict)  # of training: loss, lr, tokens_per_s, val_loss, ...


OnProgress = Callable[[Progress], None]
_LISTENER: ContextVar[OnProgress | None] = ContextVar("progress", default=None)


@contextlib.contextmanager
def progress_to(listener: OnProgress | None) -> Iterator[None]:
    """Meanwhile nothing is printed: progress goes to the listener, or nowhere. Of this thread alone."""
    before = _LISTENER.set(listener or _ignored)
    try:
        yield
    finally:
        _LISTENER.reset(before)


def listener() -> OnProgress | None:
    """The function that is told of progress; None if it is to be printed."""
    return _LISTENER.get()


def note(text: str) -> None:
    """A line that the user should see."""
    if told := listener():
        told(Progress(text))
    else:
        print(text, file=sys.stderr)


def _ignored(progress: Progress) -> None:
    """Progress that nobody listens to."""


def nowhere(text: str) -> None:
    """A status line that is not shown."""


@contextlib.contextmanager
def byte_bar(label: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """Yields a function to call with the number of bytes just done. The bar disappears when the block ends."""
    if told := listener():
        yield _added_up(told, label, total)
        return
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.progress import BarColumn, DownloadColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Bars(*columns, console=console(stderr=True), transient=True) as progress:
        task = progress.add_task(f" {in_column(label)}", total=total)  # VTE drops marks in the first column
        yield lambda done: progress.advance(task, done)


@contextlib.contextmanager
def status_line() -> Iterator[Show]:
    """Yields a function to call with what is going on now. The line disappears when the block ends.

    It is drawn only when it changes: what runs meanwhile may be timed.
    """
    if told := listener():
        yield lambda text: told(Progress(text))
        return
    if not sys.stderr.isatty():
        yield nowhere
        return
    terminal, empty_line = uncleaned(sys.stderr), "\r\x1b[2K"

    def show(text: str) -> None:
        width = shutil.get_terminal_size().columns - 1
        print(empty_line + in_direction(clean(text)[:width]), end="", file=terminal, flush=True)

    try:
        yield show
    finally:
        print(empty_line, end="", file=terminal, flush=True)


@contextlib.contextmanager
def work_bar(label: str, total: int | None) -> Iterator[Callable[[int, str], None]]:
    """Yields a function to call with how much is done and a few words about it. A log file gets one line per minute."""
    if told := listener():
        yield lambda done, about: told(Progress(about, done, total))
        return
    if not sys.stderr.isatty():
        yield _occasional_lines(label, total)
        return
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    columns = (BarColumn(12), TaskProgressColumn(), TimeRemainingColumn(compact=True), TextColumn("{task.description}"))
    with Bars(*columns, console=console(stderr=True), transient=True) as progress:
        task = progress.add_task(in_column(label), total=total)
        yield lambda done, about: progress.update(task, completed=done, description=in_column(about))


def _added_up(told: OnProgress, label: str, total: int | None) -> Callable[[int], None]:
    done = 0

    def add(count: int) -> None:
        nonlocal done
        done += count
        told(Progress(label, done, total))

    return add


def _occasional_lines(label: str, total: int | None) -> Callable[[int, str], None]:
    began = last = time.monotonic()

    def show(done: int, about: str) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last < LOG_INTERVAL_S:
            return
        last = now
        line = say("progress.line", label=label, about=about)
        if total and done:
            minutes = (now - began) * (total - done) / done / 60
            line = say("progress.line_left", label=label, done=done / total, minutes=minutes, about=about)
        print(line, file=sys.stderr, flush=True)

    return show
