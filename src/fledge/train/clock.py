"""The clock of a run: seconds of training."""

import contextlib
import time
from collections.abc import Iterator


class Clock:
    """Stopped while the run evaluates, saves or samples."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._since: float | None = None

    def start(self) -> None:
        if self._since is None:
            self._since = time.perf_counter()

    def stop(self) -> None:
        if self._since is not None:
            self.seconds += time.perf_counter() - self._since
            self._since = None

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        was_running = self._since is not None
        self.stop()
        yield
        if was_running:
            self.start()
