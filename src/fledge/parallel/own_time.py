"""Own time: the seconds in which a process could run. A limit of the watchdog counts only these.

On a machine that others use, a thread waits for a core; a laptop sleeps; Ctrl-Z stops a job. None of it is a hang.
"""

import os
import time
from pathlib import Path

NS = 1e-9
MOST_LOOKS = 2  # intervals that count between two looks


class OwnTime:
    """A clock of this process, which a thread of it looks at again and again."""

    def __init__(self) -> None:
        self._at = time.monotonic()
        self._delays = delays(os.getpid())

    def passed(self, every_s: float) -> float:
        """Seconds since the last look, without those in which a thread of this process waited for a core.

        If it looks every `every_s` seconds and much more have passed, it was stopped: they do not count.
        """
        now, waited = time.monotonic(), delays(os.getpid())
        elapsed, self._at = min(now - self._at, MOST_LOOKS * every_s), now
        delay = max((ns - self._delays.get(thread, 0) for thread, ns in waited.items()), default=0) * NS
        self._delays = waited
        return max(0.0, elapsed - delay)


class Activity:
    """Whether another process of this machine runs, or wants to, although it says nothing."""

    def __init__(self, pid: int) -> None:
        self.pid, self._before = pid, used_s(pid)

    def since(self) -> float:
        """Seconds of a core that its threads have used or waited for, since this was last asked."""
        now, before = used_s(self.pid), self._before
        self._before = now
        return max(0.0, now - before)


def delays(pid: int) -> dict[str, int]:
    """How long each thread of a process has waited for a core, in nanoseconds; empty where the kernel does not say."""
    return {thread: waited for thread, (_, waited) in _schedule(pid).items()}


def used_s(pid: int) -> float:
    return sum(ran + waited for ran, waited in _schedule(pid).values()) * NS


def _schedule(pid: int) -> dict[str, tuple[int, int]]:
    """By thread: nanoseconds on a core, and waiting for one. See schedstat in Linux's Documentation/scheduler."""
    found = {}
    for folder in Path(f"/proc/{pid}/task").glob("*"):
        try:
            ran, waited, _ = (folder / "schedstat").read_text().split()
        except (OSError, ValueError):  # the thread has ended, or the kernel was built without it
            continue
        found[folder.name] = (int(ran), int(waited))
    return found
