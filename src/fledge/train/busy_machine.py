"""A run beside others: looks at the machine between iterations, changes the number of threads, and says so."""

import torch

from fledge.hardware.load import LoadMeter
from fledge.logs.neighbours import Neighbour, neighbours
from fledge.texts import Message, say
from fledge.train.reporter import Reporter
from fledge.train.runtime import Runtime
from fledge.train.slowness import Window
from fledge.train.threads import ThreadAdapter, ThreadChange

MIN_WINDOW_S = 2.0  # between two looks, as between two readings of the load: /proc/stat counts in ticks of 10 ms


class BusyMachine:
    """Watches over one run on the CPU. With a GPU or several processes it does nothing."""

    def __init__(self, runtime: Runtime, reporter: Reporter, it: int) -> None:
        self.runtime, self.reporter = runtime, reporter
        self.adapter = ThreadAdapter(runtime.threads, runtime.usual_threads)
        self.meter = LoadMeter()
        self._began = (it, 0.0)  # iterations and seconds of training at the last look
        self._told: set[Neighbour] = set()
        self._watches = runtime.device.type == "cpu" and runtime.world_size == 1
        # A compiled step has its number of threads in its code, and would be compiled again.
        self._may_change = self._watches and runtime.threads_may_change and not runtime.compile

    def start(self, it: int) -> None:
        """Say who else trains here."""
        if self._watches:
            self._tell_of_others(it)

    def skip(self, it: int, train_s: float) -> None:
        """What the machine did while the run waited says nothing about the run."""
        self._began = (it, train_s)
        self.meter = LoadMeter()

    def look(self, it: int, train_s: float) -> None:
        """Between two iterations, when `it` are done in `train_s` seconds of training: nothing, most of the time."""
        first, before = self._began
        if not self._watches or it == first or self.meter.seconds() < MIN_WINDOW_S:
            return
        self._began = (it, train_s)
        seconds = train_s - before
        window = Window(seconds, 1000 * seconds / (it - first), self.meter.since())
        runs = self._tell_of_others(it)
        self.adapter.note(window)
        change = self.adapter.change(runs) if self._may_change else None
        if change is not None:
            self._apply(it, change)
        self.reporter.console.remark(self._remark())

    def _apply(self, it: int, change: ThreadChange) -> None:
        torch.set_num_threads(change.threads)
        self.runtime.threads = change.threads  # checkpoints say it, and a resumed run begins with it
        self.reporter.threads_changed(it, change)

    def _remark(self) -> Message | None:
        """For the progress line."""
        threads, usual = self.runtime.threads, self.runtime.usual_threads
        if threads < usual:
            return say("train.remark_threads", threads=threads, usual=usual)
        return say("train.remark_slowed") if self.adapter.is_slowed() else None

    def _tell_of_others(self, it: int) -> int:
        """The number of other runs; those that are new are named once."""
        found = neighbours()
        for one in found:
            if one not in self._told:
                self.reporter.neighbour(it, one)
        self._told |= set(found)
        return len(found)
