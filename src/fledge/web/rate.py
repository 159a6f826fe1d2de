"""A limit on the requests of a minute."""

import math
import time
from collections import deque
from collections.abc import Callable

MINUTE_S = 60.0


class Rate:
    """Lets so many requests pass in any 60 seconds; 0: all."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.per_minute, self._clock = per_minute, clock
        self._passed: deque[float] = deque()

    def wait_s(self) -> int:
        """0 if a request may pass now, which then counts; otherwise whole seconds until one may."""
        if not self.per_minute:
            return 0
        now = self._clock()
        while self._passed and self._passed[0] <= now - MINUTE_S:
            self._passed.popleft()
        if len(self._passed) < self.per_minute:
            self._passed.append(now)
            return 0
        return max(1, math.ceil(self._passed[0] + MINUTE_S - now))
