"""Ctrl-C, SIGTERM, SIGHUP: the first asks the loop to stop and save; only a second Ctrl-C ends the work at once."""

import os
import signal
import threading
import time
from types import FrameType

from fledge.common.progress import listener

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)  # SIGHUP: the terminal was closed, or ssh was cut
# On Ctrl-C the terminal signals every process, and torchrun passes its own on: one press arrives twice.
SAME_PRESS_S = 1.0


class StopRequest:
    """While active, the first of SIGNALS only sets `number`."""

    number: int | None = None
    _at = 0.0

    def __init__(self) -> None:
        self._is_called_from_python = listener() is not None

    def __enter__(self) -> "StopRequest":
        self._before = {}
        if threading.current_thread() is threading.main_thread():
            for number in SIGNALS:
                if signal.getsignal(number) != signal.SIG_IGN:  # nohup ignores SIGHUP, and means it
                    self._before[number] = signal.signal(number, self._note)
        return self

    def __exit__(self, *error: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _note(self, number: int, frame: FrameType | None) -> None:
        if self.number is None:
            self.number, self._at = number, time.monotonic()
        elif number == signal.SIGINT and not self._is_same_press():
            if self._is_called_from_python:  # the process is not ours to end: it may be a notebook's
                raise KeyboardInterrupt
            os._exit(128 + number)

    def _is_same_press(self) -> bool:
        return "TORCHELASTIC_RUN_ID" in os.environ and time.monotonic() - self._at < SAME_PRESS_S

    def request(self) -> None:
        """As Ctrl-C does; for threads, which get no signals."""
        self.number = self.number or signal.SIGINT

    def requested(self) -> bool:
        return self.number is not None
