"""Ctrl-C and SIGTERM: the first asks the loop to stop and save, the second ends the process at once."""

import os
import signal
import threading
from types import FrameType, TracebackType


class StopRequest:
    """While active, the first SIGINT or SIGTERM only sets `number`."""

    number: int | None = None

    def __enter__(self) -> "StopRequest":
        self._before = {}
        if threading.current_thread() is threading.main_thread():
            self._before = {s: signal.signal(s, self._note) for s in (signal.SIGINT, signal.SIGTERM)}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _note(self, number: int, frame: FrameType | None) -> None:
        if self.number is not None:
            os._exit(128 + number)
        self.number = number

    def requested(self) -> bool:
        return self.number is not None
