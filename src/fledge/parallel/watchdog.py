"""Watchdog: finds the process that a run hangs at, long before NCCL's ten silent minutes.

Each process has two threads. One measures its progress, in its own time (see OwnTime). The other writes a heartbeat
to the store: the iteration, where the process is, and for how long it has made no progress. The first two processes
read all heartbeats; the others read those of the first two, and the verdict, which ends them all.
"""

import contextlib
import json
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from torch.distributed.distributed_c10d import PrefixStore

from fledge.parallel.failures import Failure, Hung, agent_folder, has_agent, must_print, wait_for_agent
from fledge.parallel.meeting import Meeting
from fledge.parallel.own_time import Activity, OwnTime
from fledge.parallel.processes import open_store
from fledge.parallel.pulse import Pulse
from fledge.parallel.verdict import SLOW_FACTOR, View, named, verdict
from fledge.parallel.where import place_of
from fledge.texts import say, text

WATCHERS = 2  # processes that look at all others: if one hangs, the other notices
BEATS_IN_LIMIT = 10  # heartbeats, and looks, within the limit
LONGEST_BEAT_S = 2.0
# A process that computes on a CPU uses more than this of a core, even on a machine that others use; one that waits uses
# a tenth of it, for its heartbeat.
BUSY_CORES = 0.03
LEAVE_S = 5.0
MISSED_BEATS = 3  # after so many it is gone
VERDICT = "verdict"
Found = tuple[list[int], str]  # the ranks that a run hangs at, and a sentence on it


class Seen:
    """The last heartbeat of another process, and for how long no newer one came."""

    def __init__(self, about: dict[str, Any]) -> None:
        self.about, self.silent_s = about, 0.0
        host, pid, started = about["process"]
        self.pid = pid if host == socket.gethostname() and started and _started(pid) == started else None
        self.activity = None if self.pid is None else Activity(self.pid)

    def look(self, about: dict[str, Any], passed: float) -> None:
        if about["beat"] != self.about["beat"]:
            self.about, self.silent_s = about, 0.0
        elif self.activity is not None and self.activity.since() > BUSY_CORES * passed:
            self.silent_s += passed / SLOW_FACTOR  # it runs, or waits for a core: no time for a sign of life
        else:
            self.silent_s += passed


class Watchdog:
    """Watches the processes of a meeting, from their start on."""

    def __init__(self, meeting: Meeting, limit_s: float) -> None:
        # A connection of its own: the others wait for each other in theirs.
        self.store = PrefixStore("watchdog", open_store())
        self.rank, self.size = meeting.place.rank, meeting.place.world_size
        self.watched = range(self.size) if self.rank < WATCHERS else range(min(WATCHERS, self.size))
        self.follow(Pulse(), limit_s, iteration=int, on_cpu=True)
        self.beats = self.exchanges = 0
        self.progressed = (-1, -1)  # iteration and pulse at the last sign of progress
        self.still_s = self.unheard_s = 0.0  # own time without progress, and without an answer of the store
        self.cpu_s = 0.0
        self.where, self.waits = "", False
        self.absent_s = 0.0
        self.seen: dict[int, Seen] = {}
        self.over = threading.Event()
        self.threads = [
            threading.Thread(target=self._measure, name="fledge-watchdog", daemon=True),
            threading.Thread(target=self._exchange, name="fledge-heartbeat", daemon=True),
        ]

    def follow(self, pulse: Pulse, limit_s: float, iteration: Callable[[], int], on_cpu: bool) -> None:
        """The signs of progress of this process, once it has some. A limit of 0 ends the watch."""
        self.pulse, self.iteration, self.on_cpu = pulse, iteration, on_cpu
        if not limit_s:
            self.stop()
            return
        self.limit_s, self.every_s = limit_s, min(LONGEST_BEAT_S, limit_s / BEATS_IN_LIMIT)

    def start(self) -> None:
        self._look(0.0, 0.0)
        for thread in self.threads:
            thread.start()

    def stop(self) -> None:
        """This process has ended its work: the others no longer wait for its heartbeat."""
        self.over.set()
        for thread in self.threads:
            thread.join(LEAVE_S)  # a store that is gone does not answer
        if not any(thread.is_alive() for thread in self.threads):
            with contextlib.suppress(RuntimeError):
                self._beat(is_over=True)

    def gone(self) -> str:
        """After a lost connection: which ranks give no sign of life any more, in a sentence; empty if nobody knows."""
        self.watched = range(self.size)
        self._wait_for_exchanges(2)  # a last heartbeat of before may still be unread
        before = {rank: seen.about["beat"] for rank, seen in self.seen.items()}
        began = time.monotonic()
        self._wait_for_exchanges(MISSED_BEATS)
        seconds = time.monotonic() - began
        last = {rank: seen.about for rank, seen in sorted(self.seen.items()) if rank != self.rank}
        silent = [rank for rank, about in last.items() if about["beat"] == before.get(rank) and not about["is_over"]]
        if not silent or self.unheard_s > 2 * self.every_s:
            return ""
        it, where = last[silent[0]]["it"], last[silent[0]]["where"]
        return text(say("watchdog.frozen", ranks=named(silent), seconds=seconds, it=it, where=where))

    def _wait_for_exchanges(self, number: int) -> None:
        """Wait until the store was read so many times more; not much longer, if it does not answer."""
        until, deadline = self.exchanges + number, time.monotonic() + 2 * number * self.every_s
        while self.exchanges < until and time.monotonic() < deadline:
            time.sleep(self.every_s / 10)

    def _measure(self) -> None:
        """Follow the progress of this process."""
        clock, own_s = OwnTime(), time.thread_time()
        while not self.over.wait(self.every_s):
            now_s, passed = time.thread_time(), clock.passed(self.every_s)
            self.unheard_s += passed
            self._look(passed, now_s - own_s)
            own_s = now_s
            limit_s = self.limit_s * (SLOW_FACTOR if self.pulse.slow_work else 1)
            if min(self.unheard_s, self.still_s) > limit_s and not self.over.is_set():
                self._end([], self._no_store())

    def _look(self, passed: float, own_s: float) -> None:
        before, self.cpu_s = self.cpu_s, time.process_time()
        progress = (self.iteration(), self.pulse.count)
        is_busy = self.on_cpu and self.cpu_s - before - own_s > BUSY_CORES * passed
        self.still_s = 0.0 if progress != self.progressed or is_busy else self.still_s + passed
        self.progressed = progress
        where, self.waits = place_of(sys._current_frames().get(self.pulse.thread or 0))
        slow = self.pulse.slow_work
        self.where = text(say("watchdog.slow_work", work=slow, where=where)) if slow else where

    def _exchange(self) -> None:
        """Say what was measured, and read what others say."""
        clock = OwnTime()
        with contextlib.suppress(RuntimeError):
            self._beat()  # at once: who has not said anything yet is given ten times as long
        while not self.over.wait(self.every_s):
            try:
                self._beat()
                told = self._told() or self._verdict(clock.passed(self.every_s))
            except RuntimeError:  # the store is gone: the processes learn it from their connections
                continue
            self.unheard_s = 0.0
            self.exchanges += 1
            if told is not None and not self.over.is_set():
                self._end(*told)

    def _beat(self, is_over: bool = False) -> None:
        self.beats += 1
        about = {
            "beat": self.beats,
            "it": self.progressed[0],
            "where": self.where,
            "waits": self.waits,
            "still_s": self.still_s,
            "is_slow": bool(self.pulse.slow_work),
            "is_over": is_over,
            "process": [socket.gethostname(), os.getpid(), _started(os.getpid())],
        }
        self.store.set(str(self.rank), json.dumps(about))

    def _told(self) -> Found | None:
        """What another process has found."""
        if not self.store.check([VERDICT]):
            return None
        ranks, message = json.loads(self.store.get(VERDICT))
        return ranks, message

    def _verdict(self, passed: float) -> Found | None:
        watched = self.watched
        ranks = [rank for rank in watched if self.store.check([str(rank)])]
        self.absent_s += passed
        views = {rank: View(self.absent_s, 0.0, 0, "", False, is_absent=True) for rank in watched}
        for rank, raw in zip(ranks, self.store.multi_get([str(rank) for rank in ranks]), strict=True):
            about = json.loads(raw)
            seen = self.seen.setdefault(rank, Seen(about))
            seen.look(about, passed)
            # This process is alive; and a limit ends on time only if the time between two looks is part of it.
            silent_s = 0.0 if rank == self.rank else seen.silent_s + self.every_s
            kept = {name: about[name] for name in ("still_s", "it", "where", "waits", "is_slow", "is_over")}
            views[rank] = View(silent_s=silent_s, **kept)
        found = verdict(views, self.limit_s - self.every_s)
        if found is None or (self.rank >= WATCHERS and not set(range(min(WATCHERS, self.size))) <= set(found[0])):
            return None  # the watchers see more than the others, as long as one of them lives
        self.store.compare_set(VERDICT, "", json.dumps(found))
        return self._told() or found

    def _no_store(self) -> str:
        address = f"{os.environ.get('MASTER_ADDR', '?')}:{os.environ.get('MASTER_PORT', '?')}"
        about = {"rank": self.rank, "seconds": self.still_s, "it": self.progressed[0], "where": self.where}
        return text(say("watchdog.no_store", address=address, **about))

    def _end(self, blamed: list[int], message: str) -> None:
        """End this process, and one on this machine that is frozen: it would not hear the agent."""
        is_first = self.rank == min((rank for rank in range(self.size) if rank not in blamed), default=0)
        if not blamed:  # nobody can be asked: one process of each machine speaks
            is_first = os.environ.get("LOCAL_RANK", "0") == "0" or not has_agent()
            blamed = [] if has_agent() else [0]  # it keeps the store
        failure = Failure.of(Hung(message))
        if must_print(failure) or (is_first and self.rank and agent_folder() is None):
            print(f"fledge: error: {message}", file=sys.stderr, flush=True)
        time.sleep(2 * self.every_s)  # the others read the verdict, too
        if is_first:
            for rank in blamed:
                self._kill(rank)
        else:
            wait_for_agent()
        os._exit(failure.exit_code)

    def _kill(self, rank: int) -> None:
        seen = self.seen.get(rank)
        if rank == self.rank or seen is None or seen.pid is None:
            return
        if _started(seen.pid) == seen.about["process"][2]:
            with contextlib.suppress(OSError):
                os.kill(seen.pid, signal.SIGKILL)


def _started(pid: int) -> str:
    """When a process started, so that a number that was given anew is not taken for it; empty where nobody says."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    except OSError:
        return ""


@contextlib.contextmanager
def watched(meeting: Meeting | None, limit_s: float) -> Iterator[Watchdog | None]:
    """Meanwhile a hang is found within `limit_s` seconds, and ends the run. 0: never."""
    if meeting is None or not limit_s:
        yield None
        return
    watchdog = Watchdog(meeting, limit_s)
    watchdog.start()
    try:
        yield watchdog
    finally:
        watchdog.stop()
