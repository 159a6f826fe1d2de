"""Watchdog: a thread in each process that finds the process a run hangs at, long before NCCL's ten silent minutes.

Each process writes a heartbeat to the store: its iteration, where its main thread is, and for how long it has made no
progress. The first two read them all; the others read those of the first two, and the verdict, which ends them all.
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
from types import FrameType
from typing import Any

from torch.distributed.distributed_c10d import PrefixStore

from fledge.parallel.failures import Failure, Hung, agent_folder, must_print
from fledge.parallel.meeting import Meeting
from fledge.parallel.processes import open_store
from fledge.parallel.pulse import Pulse
from fledge.parallel.verdict import View, verdict

WATCHERS = 2  # processes that look at all others: if one hangs, the other notices
BEATS_IN_LIMIT = 10  # heartbeats, and looks, within the limit
LONGEST_BEAT_S = 2.0
# A process that computes on a CPU uses more than this of a core, even on a machine that others use; one that waits uses
# a tenth of it, for its heartbeat.
BUSY_CORES = 0.03
VERDICT = "verdict"
OF_TORCH = os.sep + os.path.join("torch", "distributed") + os.sep
BACKWARD = ("_engine_run_backward", "backward")
OURS = os.sep + "fledge" + os.sep


class Watchdog:
    """Watches the processes of a meeting. `iteration` gives this one's."""

    def __init__(
        self, meeting: Meeting, pulse: Pulse, limit_s: float, iteration: Callable[[], int], on_cpu: bool
    ) -> None:
        # A connection of its own: the others wait for each other in theirs.
        self.store = PrefixStore("watchdog", open_store())
        self.rank, self.size = meeting.place.rank, meeting.place.world_size
        self.pulse, self.limit_s, self.iteration, self.on_cpu = pulse, limit_s, iteration, on_cpu
        self.every_s = min(LONGEST_BEAT_S, limit_s / BEATS_IN_LIMIT)
        self.main = threading.get_ident()
        self.beats = 0
        self.progressed = (-1, -1)  # iteration and pulse at the last sign of progress
        self.progressed_at = self.looked_at = time.monotonic()
        self.cpu_s = time.process_time()
        self.seen: dict[int, tuple[int, float, dict[str, Any]]] = {}  # rank: its beat's number, when, what it said
        self.over = threading.Event()
        self.thread = threading.Thread(target=self._watch, name="fledge-watchdog", daemon=True)

    def start(self) -> None:
        self._beat()
        self.thread.start()

    def stop(self) -> None:
        """This process has ended its work: the others no longer wait for its heartbeat."""
        self.over.set()
        self.thread.join()
        with contextlib.suppress(RuntimeError):
            self._beat(is_over=True)

    def _watch(self) -> None:
        while not self.over.wait(self.every_s):
            try:
                self._beat()
                told = self._told() or self._verdict()
            except RuntimeError:  # the store is gone: the processes learn it from their connections
                continue
            if told is not None and not self.over.is_set():
                self._end(*told)

    def _beat(self, is_over: bool = False) -> None:
        now, cpu_s = time.monotonic(), time.process_time()
        where, waits = place_of(sys._current_frames().get(self.main))
        progress = (self.iteration(), self.pulse.count)
        is_busy = self.on_cpu and cpu_s - self.cpu_s > BUSY_CORES * (now - self.looked_at)
        if progress != self.progressed or is_busy:
            self.progressed, self.progressed_at = progress, now
        self.cpu_s, self.looked_at = cpu_s, now
        self.beats += 1
        about = {
            "beat": self.beats,
            "it": progress[0],
            "where": self.pulse.slow_work or where,
            "waits": waits,
            "still_s": now - self.progressed_at,
            "is_slow": bool(self.pulse.slow_work),
            "is_over": is_over,
            "process": [socket.gethostname(), os.getpid(), _started(os.getpid())],
        }
        self.store.set(str(self.rank), json.dumps(about))

    def _told(self) -> tuple[list[int], str] | None:
        """What another process has found."""
        if not self.store.check([VERDICT]):
            return None
        ranks, message = json.loads(self.store.get(VERDICT))
        return ranks, message

    def _verdict(self) -> tuple[list[int], str] | None:
        watched = range(self.size) if self.rank < WATCHERS else range(min(WATCHERS, self.size))
        ranks = [rank for rank in watched if self.store.check([str(rank)])]
        now = time.monotonic()
        views = {}
        for rank, raw in zip(ranks, self.store.multi_get([str(rank) for rank in ranks]), strict=True):
            about = json.loads(raw)
            beat, at, _ = self.seen.get(rank, (0, now, about))
            if about["beat"] != beat:
                at = now
            self.seen[rank] = (about["beat"], at, about)
            # This process is alive; and a limit ends on time only if the time between two looks is part of it.
            silent_s = 0.0 if rank == self.rank else now - at + self.every_s
            kept = {name: about[name] for name in ("still_s", "it", "where", "waits", "is_slow", "is_over")}
            views[rank] = View(silent_s=silent_s, **kept)
        found = verdict(views, self.limit_s - self.every_s)
        if found is None or (self.rank >= WATCHERS and not set(range(min(WATCHERS, self.size))) <= set(found[0])):
            return None  # the watchers see more than the others, as long as one of them lives
        self.store.compare_set(VERDICT, "", json.dumps(found))
        return self._told() or found

    def _end(self, blamed: list[int], message: str) -> None:
        """End this process, and one on this machine that is frozen: it would not hear the agent."""
        is_first = self.rank == min((rank for rank in range(self.size) if rank not in blamed), default=0)
        failure = Failure.of(Hung(message))
        if must_print(failure) or (is_first and self.rank and agent_folder() is None):
            print(f"fledge: error: {message}", file=sys.stderr, flush=True)
        time.sleep(2 * self.every_s)  # the others read the verdict, too
        if is_first:
            for rank in blamed:
                self._kill(rank)
        os._exit(failure.exit_code)

    def _kill(self, rank: int) -> None:
        host, pid, started = self.seen.get(rank, (0, 0.0, {}))[2].get("process", ["", 0, ""])
        if rank != self.rank and host == socket.gethostname() and started and _started(pid) == started:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)


def _started(pid: int) -> str:
    """When a process started, so that a number that was given anew is not taken for it; empty where nobody says."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    except OSError:
        return ""


def place_of(frame: FrameType | None) -> tuple[str, bool]:
    """What a thread does: the collective that it waits in, or else its place in fledge; and whether it waits."""
    collective, ours, is_backward = "", "", False
    while frame is not None:
        file, name = frame.f_code.co_filename, frame.f_code.co_name
        if OF_TORCH in file and not name.startswith(("_", "wrapper")):
            collective = name  # the outermost of torch's: what fledge, or DDP, has called
        if name in BACKWARD and f"{os.sep}torch{os.sep}" in file:
            is_backward = True
        if not ours and OURS in file:
            ours = f"{name} in {file.rpartition(OURS)[2]}:{frame.f_lineno}"
        frame = frame.f_back
    if is_backward:
        return "the exchange of gradients in backward", True
    if collective and collective != "forward":
        return f"{collective}, called by {ours}", True
    return ours, False


@contextlib.contextmanager
def watched(
    meeting: Meeting | None, pulse: Pulse, limit_s: float, iteration: Callable[[], int], on_cpu: bool
) -> Iterator[None]:
    """Meanwhile a hang is found within `limit_s` seconds, and ends the run. 0: never."""
    if meeting is None or not limit_s:
        yield
        return
    watchdog = Watchdog(meeting, pulse, limit_s, iteration, on_cpu)
    watchdog.start()
    try:
        yield
    finally:
        watchdog.stop()
