"""Pulse: the signs of progress that a process gives while it trains. The watchdog reads them."""

import contextlib
import threading
from collections.abc import Iterator

from fledge.texts import Message, say

STARTING = say("watchdog.its_start")
FIRST_BEATS = 3  # the first batches still set up kernels and connections


class Pulse:
    """Counted up by the training loop, for each micro-batch and each batch of an evaluation."""

    def __init__(self) -> None:
        self.count = 0
        self.slow_work: Message | None = (
            STARTING  # what takes long without a sign, and may: compiling, saving, sampling
        )
        self.thread = threading.main_thread().ident  # the one whose work it is: the main one, or one that it waits for

    def beat(self) -> None:
        self.count += 1
        if self.slow_work == STARTING and self.count >= FIRST_BEATS:
            self.slow_work = None

    @contextlib.contextmanager
    def slow(self, work: Message) -> Iterator[None]:
        before, self.slow_work = self.slow_work, work
        try:
            yield
        finally:
            self.slow_work = before
            self.beat()

    def join(self, thread: threading.Thread) -> None:
        """Wait for a thread, whose place is meanwhile this process's."""
        self.thread, before = thread.ident, self.thread
        thread.join()
        self.thread = before
