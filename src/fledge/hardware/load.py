"""How busy this machine is: the cores that others use, and the time that this process waited for one.

Figures are in cores: 1.5 is a core and a half for the whole time. Linux says them in /proc and /sys; on other systems,
or in a container that hides them, a figure is None.
"""

import contextlib
import os
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from fledge.texts import Message, say

MIN_WINDOW_S = 2.0  # /proc/stat counts in ticks of 10 ms: a shorter window would be noise, and readings cost time
BUSY_CORES = 0.15  # of lost time: threads wait for each other, so a step takes about this share longer
FULL_SHARE = 0.95  # of the cores in use: what others do then is done at the expense of this process
SLOW_CLOCK_SHARE = 0.8  # of the usual frequency
MAX_FREQUENCIES = 32  # cores whose frequency is read
# Columns of a line of /proc/stat (man 5 proc_stat); guest time is part of user time.
USER, NICE, SYSTEM, IDLE, IOWAIT, IRQ, SOFTIRQ, STEAL = range(8)
BUSY_COLUMNS = (USER, NICE, SYSTEM, IRQ, SOFTIRQ)


@dataclass(frozen=True)
class Load:
    """What happened on the cores of this process between two readings."""

    seconds: float
    cores: float  # that this process may use: by its affinity and by its container's quota
    load: float | None = None  # the system's load average of the last minute, in threads
    own_cpu: float | None = None
    others_cpu: float | None = None
    cpu_wait: float | None = None  # threads of this process that were ready to run and waited for a core
    steal: float | None = None  # taken by the host of a virtual machine
    throttled: float | None = None  # held back by the container's quota
    cpu_mhz: float | None = None  # of the fastest core

    @property
    def lost(self) -> float:
        """The time that this process asked for and others had. Its own threads wait for each other too: not counted."""
        held, others = self.throttled or 0.0, self.others_cpu or 0.0
        if self.cpu_wait is not None:
            waited = min(max(self.cpu_wait, held), others + held)
        else:
            is_full = (self.own_cpu or 0.0) + others > FULL_SHARE * self.cores
            waited = held + (others if is_full else 0.0)
        return waited + (self.steal or 0.0)

    @property
    def is_busy(self) -> bool:
        """Whether so much was lost that a time measured meanwhile is not the machine's."""
        return self.lost > BUSY_CORES

    def reasons(self, usual_mhz: float | None = None) -> list[Message]:
        """What slowed this process down, in words. `usual_mhz` is the frequency that the cores had before."""
        found = []
        if self.throttled is not None and self.throttled > BUSY_CORES:
            found.append(say("load.throttled", throttled=self.throttled, cores=self.cores))
        if self.steal is not None and self.steal > BUSY_CORES:
            found.append(say("load.steal", steal=self.steal, cores=self.cores))
        if self.others_cpu is not None and self.is_busy and self.others_cpu > BUSY_CORES:
            found.append(say("load.others", others=self.others_cpu, cores=self.cores))
        if self.cpu_mhz and usual_mhz and self.cpu_mhz < SLOW_CLOCK_SHARE * usual_mhz:
            found.append(say("load.slow_clock", mhz=self.cpu_mhz, usual=usual_mhz))
        return found

    def to_json(self) -> dict[str, float]:
        """The figures that are known, under the names that metrics.jsonl has."""
        values = {name: value for name, value in asdict(self).items() if name not in ("seconds", "cores")}
        return {name: value for name, value in values.items() if value is not None}


@dataclass(frozen=True)
class _Reading:
    """Counters since some beginning, in seconds."""

    at: float
    own: float
    busy: float | None = None
    steal: float | None = None
    throttled: float | None = None
    waits: dict[str, float] = field(default_factory=dict)  # by thread


class LoadMeter:
    """Reads the load of this machine between two moments."""

    def __init__(
        self,
        processes: int = 1,
        root: Path = Path("/"),
        clock: Callable[[], float] = time.perf_counter,
        process_time: Callable[[], float] = time.process_time,
    ) -> None:
        """Of several processes of a run on this machine, none knows what the others used: `others_cpu` is None."""
        self._processes, self._root, self._clock, self._process_time = processes, root, clock, process_time
        self._cpus = _own_cpus()
        quota, self._group = _tightest_quota(root)
        self.cores = min(len(self._cpus), quota or len(self._cpus))
        self._before = self._read()

    def seconds(self) -> float:
        """Since the last reading."""
        return self._clock() - self._before.at

    def since(self) -> Load:
        """The load since the last reading, or since the meter was made."""
        before, now = self._before, self._read()
        self._before = now
        seconds = max(now.at - before.at, 1e-9)

        def cores(later: float | None, earlier: float | None) -> float | None:
            return None if later is None or earlier is None else max(0.0, (later - earlier) / seconds)

        own, busy = cores(now.own, before.own) or 0.0, cores(now.busy, before.busy)
        waited = sum(wait - before.waits.get(thread, 0.0) for thread, wait in now.waits.items())
        load_average = None
        with contextlib.suppress(OSError, AttributeError):
            load_average = os.getloadavg()[0]
        return Load(
            seconds=seconds,
            cores=self.cores,
            load=load_average,
            own_cpu=own,
            others_cpu=None if busy is None or self._processes > 1 else max(0.0, busy - own),
            cpu_wait=max(0.0, waited / seconds) if now.waits else None,
            steal=cores(now.steal, before.steal),
            throttled=cores(now.throttled, before.throttled),
            cpu_mhz=self._mhz(),
        )

    def _read(self) -> _Reading:
        busy, steal = self._cpu_seconds()
        throttled = None if self._group is None else _throttled_seconds(self._group)
        return _Reading(self._clock(), self._process_time(), busy, steal, throttled, self._waits())

    def _cpu_seconds(self) -> tuple[float | None, float | None]:
        """Seconds in which the cores of this process were used by anybody, and stolen by the host."""
        lines = {words[0]: words[1:] for line in _lines(self._root / "proc/stat") if (words := line.split())}
        rows = [lines.get(f"cpu{number}") for number in self._cpus]
        if None in rows:  # a container may number its cores anew
            rows = [lines.get("cpu")]
        try:
            ticks = [[int(word) for word in row] for row in rows if row is not None]
            per_second = os.sysconf("SC_CLK_TCK")
            busy = sum(row[column] for row in ticks for column in BUSY_COLUMNS) / per_second
            steal = sum(row[STEAL] for row in ticks) / per_second
        except (ValueError, IndexError):
            return None, None
        return (busy, steal) if ticks else (None, None)

    def _waits(self) -> dict[str, float]:
        """The seconds that each thread of this process was ready to run and had no core."""
        waits = {}
        with contextlib.suppress(OSError):
            for folder in (self._root / "proc/self/task").iterdir():
                with contextlib.suppress(ValueError, IndexError):
                    waits[folder.name] = int(_text(folder / "schedstat").split()[1]) / 1e9
        return waits

    def _mhz(self) -> float | None:
        """The frequency of the fastest core: cores without work run slower."""
        system = self._root / "sys/devices/system/cpu"
        files = (system / f"cpu{number}/cpufreq/scaling_cur_freq" for number in self._cpus[:MAX_FREQUENCIES])
        found = list(_numbers(_text(file) for file in files))
        if found:
            return max(found) / 1000
        lines = _lines(self._root / "proc/cpuinfo")
        return max(_numbers(line.partition(":")[2] for line in lines if line.startswith("cpu MHz")), default=None)


def _own_cpus() -> list[int]:
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def _tightest_quota(root: Path) -> tuple[float | None, Path | None]:
    """The smallest CPU quota among the control groups of this process, in cores, and the group that has it."""
    found: list[tuple[float, Path]] = []
    for line in _lines(root / "proc/self/cgroup"):
        _, names, place = [*line.split(":", 2), "", ""][:3]
        if names and "cpu" not in names.split(","):
            continue
        top = root / "sys/fs/cgroup" / ("cpu" if names else "")  # version 1 has a hierarchy for each controller
        group = top / place.strip("/")
        # A container may not see the group under its name on the host, and sees its own as the top.
        for folder in (group, *group.parents):
            if quota := _quota(folder):
                found.append((quota, folder))
            if folder == top:
                break
    return min(found) if found else (None, None)


def _quota(group: Path) -> float | None:
    """The quota of a control group, in cores."""
    words = _text(group / "cpu.max").split() or [
        _text(group / "cpu.cfs_quota_us").strip(),
        _text(group / "cpu.cfs_period_us").strip(),
    ]
    try:
        quota, period = float(words[0]), float(words[1])
    except (ValueError, IndexError):
        return None  # "max": no quota
    return quota / period if quota > 0 and period > 0 else None  # -1: no quota


def _throttled_seconds(group: Path) -> float | None:
    """The seconds that the quota has held the group back, summed over the cores."""
    for line in _lines(group / "cpu.stat"):
        for name, per_second in (("throttled_usec", 1e6), ("throttled_time", 1e9)):
            if line.startswith(f"{name} "):
                return next(_numbers([line.split()[1]]), 0.0) / per_second
    return None


def _lines(path: Path) -> list[str]:
    return _text(path).splitlines()


def _text(path: Path) -> str:
    """A file of the system; empty where there is none."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _numbers(words: Iterable[str]) -> Iterator[float]:
    for word in words:
        with contextlib.suppress(ValueError):
            yield float(word)
