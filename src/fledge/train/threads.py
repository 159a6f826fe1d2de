"""The number of CPU threads of a run: what it starts with, and when it changes.

More threads than the cores have room for wait for each other: a step can take many times as long. The numbers of a run
depend on its threads in the last digits, so a change is logged, and a resumed run keeps those of its checkpoint unless
adapt_threads=always allows more.
"""

import statistics
from dataclasses import dataclass
from typing import Literal

from fledge.hardware.load import Load
from fledge.hardware.sharing import MIN_LOOK_S, fair_threads, free_threads
from fledge.texts import Message, say
from fledge.train.slowness import SLOW_FACTOR, WAITING_CORES, Window, typical_load

BUSY_WINDOWS, QUIET_WINDOWS = 2, 3  # in a row, before the threads become fewer, or more
MAX_QUIET_WINDOWS = 192  # others who come and go: the wait for quiet doubles up to this
MIN_GAIN = 0.05  # of a step's time: fewer threads have to be worth it
RETRY_WINDOWS = 150  # after fewer threads were not faster: some minutes
TAKEN_CORES = 0.5  # that others use, or the host takes: fewer threads can answer that


@dataclass(frozen=True)
class ThreadChoice:
    """The threads that a run starts with."""

    threads: int
    usual: int  # on an idle machine
    may_change: bool = False  # while the run goes on
    note: Message | None = None


def choose_threads(
    *,
    torchs: int,
    usual: int,
    asked: int = 0,
    before: int | None = None,
    adapt: str = "auto",
    is_given: bool = False,
    load: Load | None = None,
    runs: int = 0,
) -> ThreadChoice:
    """The threads of a run on the CPU.

    `torchs` is torch's number, `usual` the same within the machine's limits; `asked` is the setting, `before` what a
    resumed run had, `adapt` the setting adapt_threads, `is_given` whether the environment names a number, `load` the
    machine's until now, and `runs` how many others train here.
    """
    if asked:
        return ThreadChoice(asked, asked)
    if before and adapt != "always":
        note = None
        if before < usual and not is_given and adapt != "never":
            note = say("runtime.threads_kept", threads=before, usual=usual)
        return ThreadChoice(before, before, note=note)
    if is_given or adapt == "never":
        threads = before or torchs
        return ThreadChoice(threads, threads)
    if load is not None and load.seconds >= MIN_LOOK_S:
        threads = fair_threads(usual, load, runs)
        if threads < usual:
            reasons = reasons_of(load)
            note = say("runtime.threads", threads=threads, usual=usual, reasons=reasons)
            return ThreadChoice(threads, usual, may_change=True, note=note)
    if usual < torchs:
        note = say("runtime.threads_quota", threads=usual, torchs=torchs, cores=load.cores if load else float(usual))
        return ThreadChoice(usual, usual, may_change=True, note=note)
    return ThreadChoice(usual, usual, may_change=True)


def reasons_of(load: Load) -> list[Message]:
    """Who uses the cores, in words: also if this process lost nothing to them yet."""
    found = load.reasons()
    if not found and load.others_cpu:
        found = [say("load.others", others=load.others_cpu, cores=load.cores)]
    return found or [say("load.other_work")]


@dataclass(frozen=True)
class ThreadChange:
    """From the next iteration on."""

    kind: Literal["fewer", "more", "undone"]
    before: int
    threads: int
    message: Message


class ThreadAdapter:
    """Looks at windows of a run, one after the other, and says when the number of threads should change."""

    def __init__(self, threads: int, usual: int) -> None:
        self.threads, self.usual = threads, usual
        self._recent: list[Window] = []  # since the last change
        self._quiet_ms: dict[int, float] = {}  # the fastest window without others, by threads
        self._tried: tuple[int, float] | None = None  # threads and step time before a change that has to prove itself
        self._wait = 0  # windows, before fewer threads are tried again
        self._quiet_windows = QUIET_WINDOWS
        self._came_back_windows: int | None = None  # since the threads became more

    def note(self, window: Window) -> None:
        """Take a window into account."""
        self._recent = [*self._recent, window][-MAX_QUIET_WINDOWS:]
        self._wait = max(0, self._wait - 1)
        if self._came_back_windows is not None:
            self._came_back_windows += 1
        if not window.load.is_busy:
            best = self._quiet_ms.get(self.threads, window.iteration_ms)
            self._quiet_ms[self.threads] = min(best, window.iteration_ms)

    def change(self, runs: int = 0) -> ThreadChange | None:
        """The change to make now, after the last window, if any. `runs` are the other trainings that are known."""
        return self._judged() or self._fewer(runs) or self._more()

    def is_slowed(self) -> bool:
        """Whether the last window was far above the best of this run, while others used the cores."""
        return bool(self._recent) and self._is_slow(self._recent[-1])

    def _is_slow(self, window: Window) -> bool:
        load = window.load
        if not load.is_busy:
            return False
        best = self._quiet_ms.get(self.threads)
        return window.iteration_ms > SLOW_FACTOR * best if best else load.lost > WAITING_CORES

    def _judged(self) -> ThreadChange | None:
        """Whether fewer threads were faster, as soon as that can be told."""
        if self._tried is None or len(self._recent) < BUSY_WINDOWS:
            return None
        (before, old_ms), self._tried = self._tried, None
        now_ms = statistics.median(one.iteration_ms for one in self._recent)
        if now_ms <= (1 - MIN_GAIN) * old_ms:
            return None
        self._wait = RETRY_WINDOWS
        said = say("train.threads_undone", threads=before, fewer=self.threads, now=now_ms, before=old_ms)
        return self._changed("undone", before, said)

    def _fewer(self, runs: int) -> ThreadChange | None:
        last = self._recent[-BUSY_WINDOWS:]
        if self.threads == 1 or self._wait or len(last) < BUSY_WINDOWS or not all(map(self._is_slow, last)):
            return None
        load = typical_load(last)
        if (load.others_cpu or 0.0) + (load.steal or 0.0) < TAKEN_CORES:
            return None
        fair = fair_threads(self.usual, load, runs)
        threads = fair if fair < self.threads else self.threads // 2
        if self._came_back_windows is not None and self._came_back_windows < 2 * self._quiet_windows:
            self._quiet_windows = min(2 * self._quiet_windows, MAX_QUIET_WINDOWS)
        now_ms = statistics.median(one.iteration_ms for one in last)
        self._tried = (self.threads, now_ms)
        said = say("train.fewer_threads", threads=threads, before=self.threads, reasons=reasons_of(load))
        return self._changed("fewer", threads, said)

    def _more(self) -> ThreadChange | None:
        last = self._recent[-self._quiet_windows :]
        if self.threads >= self.usual or len(last) < self._quiet_windows:
            return None
        threads = min(free_threads(self.usual, one.load) for one in last)
        if threads <= self.threads:
            return None
        self._came_back_windows = 0
        return self._changed("more", threads, say("train.more_threads", threads=threads, before=self.threads))

    def _changed(self, kind: Literal["fewer", "more", "undone"], threads: int, said: Message) -> ThreadChange:
        change = ThreadChange(kind, self.threads, threads, said)
        self.threads, self._recent = threads, []
        return change
