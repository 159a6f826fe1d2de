"""Store: all runs that the page shows, kept up to date by two threads while somebody looks.

One looks at files. The other waits for the analyst, a process of its own; without one it analyzes runs itself.
"""

import sys
import threading
import time
import traceback
from collections.abc import Callable

from fledge.analyze.report.view import unique_labels
from fledge.web.watch.analyst import Analyst, AnalystDied
from fledge.web.watch.entry import Entry
from fledge.web.watch.heap import return_memory, use_one_heap
from fledge.web.watch.places import Place, Places

LOOK_EVERY_S = 0.25
SCAN_EVERY_S = 2.0
SCAN_SHARE = 0.005  # of one core, for looking for runs and at all about them: hundreds of runs are scanned less often
SLOWEST_SCAN_S = 10.0
IDLE_AFTER_S = 15.0  # without a request nothing is looked at
MOST_HELD = 3  # running runs whose rows stay in memory, though nobody looks: 100,000 iterations are 15 MB
HELD_S = 10.0  # rows stay for so long after the last viewer left: a page may be loaded again
SWITCH_S = 0.001  # between Python's threads: one that reads a long run must not make the others wait


class Store:
    """The runs, by their ids. `version` counts changes of the overview."""

    def __init__(self, places: Places, analyst: Analyst | None = None) -> None:
        self.places, self.analyst = places, analyst
        self.entries: dict[str, Entry] = {}
        self.version = 1
        self._last_request = time.monotonic()
        self._wake = threading.Event()
        self._looking = threading.Lock()
        self._ended = False
        self._next_scan = 0.0
        self.scan()

    def start(self) -> None:
        use_one_heap()
        sys.setswitchinterval(SWITCH_S)
        for work in (self._keep_looking, self._keep_analyzing):
            threading.Thread(target=work, daemon=True).start()

    def close(self) -> None:
        self._ended = True
        self._wake.set()
        if self.analyst is not None:
            self.analyst.close()

    def requested(self) -> None:
        """Somebody looks."""
        self._last_request = time.monotonic()
        self._wake.set()

    # looking

    def scan(self) -> None:
        """Find runs that are new, and forget those that are gone."""
        found = {place.id: place for place in self.places.scan()}
        if found.keys() == self.entries.keys():
            return
        labels = unique_labels([str(place.path.absolute()) for place in found.values()])
        entries = {}
        for (id_, place), label in zip(found.items(), labels, strict=True):
            entry = self.entries.get(id_) or self._new_entry(place)
            entry.label = label
            entries[id_] = entry
        self.entries = entries
        self.version += 1
        for entry in entries.values():
            entry.version = self.version

    def _new_entry(self, place: Place) -> Entry:
        entry = Entry(place, "")
        entry.look()
        return entry

    def look(self) -> None:
        """One round over all runs: a few system calls for each that did not change."""
        with self._looking:
            began, is_thorough = time.thread_time(), time.monotonic() >= self._next_scan
            if is_thorough:
                self.scan()
            for entry in list(self.entries.values()):
                is_other = entry.look(is_thorough)
                if entry.viewers and entry.is_held and entry.is_behind:
                    entry.read()
                if is_other:
                    self._changed(entry)
            if is_thorough:
                pause = (time.thread_time() - began) / SCAN_SHARE
                self._next_scan = time.monotonic() + min(max(SCAN_EVERY_S, pause), SLOWEST_SCAN_S)
            left = [entry for entry in self.entries.values() if entry.is_left]
            if len(left) > MOST_HELD or any(time.monotonic() - entry.last_used > HELD_S for entry in left):
                self.tidy()

    def _changed(self, entry: Entry) -> None:
        self.version += 1
        entry.version = self.version

    def _keep_looking(self) -> None:
        while not self._ended:
            if self._is_watched():
                _reporting(self.look)
                time.sleep(LOOK_EVERY_S)
            else:
                self._wake.clear()
                self._wake.wait()

    def _is_watched(self) -> bool:
        return any(entry.viewers for entry in self.entries.values()) or (
            time.monotonic() - self._last_request < IDLE_AFTER_S
        )

    # analyzing

    def analyze_next(self) -> bool:
        """Analyze the run that needs it most. Whether there was one."""
        due = [entry for entry in self.entries.values() if entry.is_analysis_due]
        if not due:
            return False
        entry = min(due, key=lambda one: (-one.viewers, one.documents > 0, -one.shown()["touched"]))
        try:
            self._analyze(entry)
        except Exception:
            entry.analysis_failed()
            raise
        self._changed(entry)
        self.tidy()
        return True

    def _analyze(self, entry: Entry) -> None:
        if self.analyst is None:
            entry.analyze()
            return
        turn = entry.turn
        try:
            entry.take(self.analyst.analyze(entry.place), turn)
        except AnalystDied:
            if not self._ended:
                raise

    def tidy(self) -> None:
        """Rows are kept for the runs looked at, and for some of those that go on: these will be read again."""
        held = [entry for entry in self.entries.values() if entry.is_held and not entry.viewers]
        held.sort(key=lambda one: (one.is_running, one.last_used), reverse=True)
        left = [entry for number, entry in enumerate(held) if not entry.is_running or number >= MOST_HELD]
        for entry in left:
            entry.drop()
        if left:
            return_memory()

    def _keep_analyzing(self) -> None:
        while not self._ended:
            if self._is_watched():
                if not _reporting(self.analyze_next):
                    time.sleep(LOOK_EVERY_S)
            else:
                if self.analyst is not None:
                    self.analyst.rest()
                time.sleep(LOOK_EVERY_S)


def _reporting(work: Callable[[], bool | None]) -> bool:
    """An error in one round is printed; the next round is tried all the same."""
    try:
        return bool(work())
    except Exception:
        traceback.print_exc()
        time.sleep(1.0)
        return False
