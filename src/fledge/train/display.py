"""The training console: nanoGPT's lines, kept in log.txt, and on a terminal a live progress line under them."""

import sys
import time
from types import TracebackType

from fledge.common.text import count, duration
from fledge.logs.rundir import RunLog

REDRAW = 0.5  # seconds


class Display:
    """Where a run's lines go. Processes other than the first show and write nothing."""

    def __init__(self, log: RunLog | None, total: int, done: int) -> None:
        self._log = log
        self._live = None
        self._task = None
        self._val = ""
        self._drawn = 0.0
        if log is not None and sys.stdout.isatty():
            from rich.progress import BarColumn, Progress, TextColumn

            columns = (
                BarColumn(bar_width=20),
                TextColumn("{task.percentage:.0f}%"),
                TextColumn("{task.description}"),
            )
            # Drawn by the loop itself: a thread that redraws would take its core from the computation.
            self._live = Progress(*columns, transient=True, auto_refresh=False)
            self._task = self._live.add_task("starting", total=max(total, 1), completed=done)

    def __enter__(self) -> "Display":
        if self._live:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._live:
            self._live.stop()

    def line(self, text: str) -> None:
        if self._log is None:
            return
        self._log.line(text)
        if self._live:
            self._live.console.print(text, markup=False, highlight=False, soft_wrap=True)
        else:
            print(text, flush=True)

    def advance(self, done: int) -> None:
        """Move the bar, between the log lines too, but not so often that drawing it costs anything."""
        if self._live and self._task is not None and time.monotonic() - self._drawn > REDRAW:
            self._live.update(self._task, completed=done, refresh=True)
            self._drawn = time.monotonic()

    def progress(self, done: int, tokens_per_s: float, seconds_left: float) -> None:
        text = f"{count(tokens_per_s)} tokens/s · {duration(seconds_left)} left{self._val}"
        if self._live and self._task is not None:
            self._live.update(self._task, completed=done, description=text, refresh=True)

    def validated(self, val_loss: float) -> None:
        self._val = f" · val {val_loss:.4f}"

    def activity(self, text: str) -> None:
        """What is going on while no iteration ends: evaluating, saving, compiling."""
        if self._live and self._task is not None:
            self._live.update(self._task, description=text, refresh=True)
