"""A progress bar for long work on files: on a terminal's stderr, and nowhere else."""

import contextlib
import sys
from collections.abc import Callable, Iterator


@contextlib.contextmanager
def byte_bar(label: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """Yields the function to call with the number of bytes just done; the bar is gone when the block ends."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(label, total=total)
        yield lambda done: progress.advance(task, done)
