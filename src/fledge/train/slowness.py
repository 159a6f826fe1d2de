"""Iterations that take much longer than they could, and the reason, if the machine shows one."""

import math
import statistics
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from fledge.hardware.load import BUSY_CORES, Load
from fledge.texts import Message, say

SLOW_FACTOR = 1.5  # times the fastest, or the planned time
WAITING_CORES = 2 * BUSY_CORES  # of lost time, to be worth a line where nothing tells how fast the run could be
MIN_SLOW_S, MIN_SLOW_WINDOWS = 20.0, 3  # so long before it is said: a moment of other work is nobody's concern
AGAIN_S = 900.0  # before it is said again
MAX_WINDOWS = 1000  # kept
MIN_BUSY_SHARE = 0.1  # of a run, to be named as a reason for its length


@dataclass(frozen=True)
class Window:
    """Some iterations: the mean time of one, and the load meanwhile."""

    seconds: float
    iteration_ms: float
    load: Load


class Slowness:
    """Looks at windows of a run, one after the other."""

    def __init__(self, planned_ms: float | None, clock: Callable[[], float] = time.monotonic) -> None:
        self.planned_ms, self._clock = planned_ms, clock
        self._fastest: Window | None = None
        self._slow: deque[Window] = deque(maxlen=MAX_WINDOWS)  # the last windows, as long as all were slow
        self._said_at = -math.inf
        self._seconds = self._busy_seconds = 0.0
        self._busy: list[Window] = []

    def check(self, window: Window) -> Message | None:
        """What there is to say after this window: nothing, unless it has been slow for some time."""
        self._seconds += window.seconds
        if window.load.is_busy:
            self._busy_seconds += window.seconds
            self._busy = [*(self._busy if len(self._busy) < MAX_WINDOWS else self._busy[::2]), window]
        if self._fastest is None or window.iteration_ms < self._fastest.iteration_ms:
            self._fastest = window
        is_slow = window.iteration_ms > SLOW_FACTOR * self._fastest.iteration_ms
        if not is_slow and not window.load.is_busy:
            self._slow.clear()
            return None
        self._slow.append(window)
        is_lasting = sum(one.seconds for one in self._slow) >= MIN_SLOW_S and len(self._slow) >= MIN_SLOW_WINDOWS
        if not is_lasting or self._clock() - self._said_at < AGAIN_S:
            return None
        message = self._message(self._fastest)
        if message is not None:
            self._said_at = self._clock()
        return message

    def _message(self, fastest: Window) -> Message | None:
        now = statistics.median(one.iteration_ms for one in self._slow)
        load = typical_load(self._slow)
        reasons = load.reasons(fastest.load.cpu_mhz)
        if now > SLOW_FACTOR * fastest.iteration_ms:
            told = reasons or [say("load.unknown")]
            ratio = now / fastest.iteration_ms
            return say("train.slower_than_before", now=now, ratio=ratio, best=fastest.iteration_ms, reasons=told)
        if not reasons:
            return None  # the plan may be wrong: a busy machine has to show
        if self.planned_ms and now > SLOW_FACTOR * self.planned_ms:
            ratio = now / self.planned_ms
            return say("train.slower_than_planned", now=now, ratio=ratio, planned=self.planned_ms, reasons=reasons)
        if load.lost > WAITING_CORES:
            return say("train.waiting", lost=min(1.0, load.lost), reasons=reasons)
        return None

    def busy_share(self) -> float:
        """The share of the run in which the machine was busy."""
        return self._busy_seconds / self._seconds if self._seconds else 0.0

    def summary(self, planned_s: float, took_s: float) -> Message:
        """The planned and the actual time of a run that has ended; a busy machine is named if it took longer."""
        share, reasons = self.busy_share(), typical_load(self._busy).reasons() if self._busy else []
        if took_s > planned_s and share >= MIN_BUSY_SHARE and reasons:
            return say("train.planned_but_busy", planned=planned_s, took=took_s, share=share, reasons=reasons)
        return say("train.planned", planned=planned_s, took=took_s)


def typical_load(windows: Iterable[Window]) -> Load:
    """The load of the window in the middle, by what was lost."""
    loads = sorted((one.load for one in windows), key=lambda load: load.lost)
    return loads[len(loads) // 2]
