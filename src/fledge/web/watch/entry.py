"""Entry: one run as the page knows it. Read incrementally while somebody looks at it, and small otherwise."""

import secrets
import threading
import time
from dataclasses import replace
from pathlib import Path

from fledge.common.errors import FledgeError
from fledge.logs.facts import Facts
from fledge.logs.readers import LogFollower, LogReading
from fledge.logs.run import Curve, Run
from fledge.logs.run_lock import writer_of
from fledge.web.watch.details import Document, document_of
from fledge.web.watch.glance import glance
from fledge.web.watch.places import Place
from fledge.web.watch.series import Counts, PlotSeries, Points, points_of
from fledge.web.watch.state import Row, row_of_facts, row_of_glance, state_of

Stamp = tuple[tuple[int, int, int], ...]  # of each file: inode, size, time
# The share of one core that the analysis of a run that grows may take: training needs the cores.
ANALYSIS_SHARE = 0.02
MIN_ANALYSIS_GAP_S = 1.0


class Entry:
    """All methods that read files hold `lock`; what is shown (`row`, `document`, `thin`) is replaced as a whole."""

    def __init__(self, place: Place, label: str) -> None:
        self.place, self.label = place, label
        self.lock = threading.RLock()
        self.stamp: Stamp = ()  # of what `row` was made from
        self.row: Row = {"state": "reading"}
        self.error = ""
        self.document: Document | None = None
        self.version = 0  # of what the overview shows; the store counts
        self.documents = 0  # how often the document was made
        self.viewers = 0
        self.is_written = False
        # Another one when what was sent is no longer a part of what is there. A server that is started anew knows
        # nothing of what an earlier one sent: its marks begin with other letters.
        self.generation = 1
        self._session = secrets.token_hex(4)
        self.thin: dict[str, Curve] = {}  # compact: there may be hundreds of runs
        self.series: PlotSeries | None = None  # while the run is held whole
        self.last_used = 0.0
        self._follower: LogFollower | None = None
        self._reading: LogReading | None = None
        self._read_stamp: Stamp = ()
        self._ends: dict[str, tuple[int, int]] = {}  # of each curve: length and last iteration when last looked at
        self._analyzed: tuple[Stamp, bool] | None = None  # what was analyzed, and whether it was being written
        self._ended = ""
        self._next_analysis = 0.0

    # the overview

    def look(self) -> bool:
        """Look at the files' sizes and, if they changed, at the run's end. Whether the row is another."""
        stamp = _stamp(self.place)
        is_written = self.place.is_ours and writer_of(self.place.path) is not None
        if stamp == self.stamp and is_written == self.is_written:
            return self._look_at_silence()
        self.stamp, self.is_written = stamp, is_written
        before = self.row
        if self.place.is_ours and self.place.files:
            try:
                seen = row_of_glance(self.place.path, glance(self.place.path / "metrics.jsonl"))
            except OSError as error:
                seen = {"state": "unreadable"}
                self.error = f"{error.strerror}"
            if self.row.get("val_loss") is not None and seen.get("val_loss") is None:
                seen["val_loss"] = self.row["val_loss"]  # too long ago to be seen at a glance
            self.row = {**self.row, **seen}
        return self.row != before

    def _look_at_silence(self) -> bool:
        """A log that has not grown for long is no longer running."""
        if self.place.is_ours or self.document is None:
            return False
        state = state_of(self._ended, False, False, self._touched)
        is_other = state != self.row["state"]
        self.row = {**self.row, "state": state, "left_s": self.row.get("left_s") if state == "running" else None}
        return is_other

    @property
    def _touched(self) -> float:
        """When the files were last written, in seconds since 1970."""
        return max((about[2] for about in self.stamp), default=0) / 1e9

    def shown(self) -> Row:
        """The row with what is known besides."""
        worst = self.document["worst"] if self.document else None
        return {
            "id": self.place.id,
            "name": self.label,
            "ours": self.place.is_ours,
            "worst": worst,
            "checked": self.document is not None,
            "error": self.error,
            "touched": self._touched,
            **self.row,
        }

    # the whole run

    @property
    def is_held(self) -> bool:
        return self.series is not None

    @property
    def is_running(self) -> bool:
        return self.row["state"] == "running"

    def read(self) -> bool:
        """Read what was appended. Whether there was something."""
        stamp = _stamp(self.place)
        with self.lock:
            self.last_used = time.monotonic()
            if self.series is not None and stamp == self._read_stamp:
                return False
            if not self.place.files:
                self.error = "It is gone, or leads out of the folder."
                return False
            self._follower = self._follower or LogFollower()
            try:
                reading = self._follower.read(str(self.place.path))
            except (FledgeError, OSError) as error:
                self.error = str(error)
                self._read_stamp = stamp
                return False
            self.error = ""
            self._reading, self._read_stamp = reading, stamp
            self.series = self.series or PlotSeries()
            self.series.update(reading.runs[-1])
            self._check_ends()
            return True

    def _check_ends(self) -> None:
        """Notice a run that went back, or a log that was written anew: what was sent then counts no more."""
        assert self.series is not None
        for name, (length, last) in self._ends.items():
            curve = self.series.curves.get(name)
            if curve is None or len(curve) < length or curve.iters[length - 1] != last:
                self.generation += 1
                break
        self._ends = {name: (len(c), c.iters[len(c) - 1]) for name, c in self.series.curves.items() if len(c)}

    def drop(self) -> None:
        """Forget the rows; the thinned curves and the document stay."""
        with self.lock:
            self._follower = self._reading = self.series = None
            self._read_stamp = ()  # the ends stay: when it is read again they tell whether what was sent still counts

    def whole(self) -> tuple[dict[str, Points], str]:
        """The thinned curves, and the mark of where they end."""
        with self.lock:
            if self.series is None:
                return _sent(self.thin), ""
            return _sent(self.series.thinned()), self._mark(self.series.counts())

    def since(self, mark: str) -> tuple[dict[str, Points], str] | None:
        """The rows after a mark, and the new mark; None if the mark is of another time."""
        with self.lock:
            counts = self._counts(mark)
            if counts is None or self.series is None:
                return None
            return self.series.since(counts), self._mark(self.series.counts())

    def _mark(self, counts: Counts) -> str:
        return f"{self._time}:" + ",".join(f"{name}={number}" for name, number in sorted(counts.items()))

    @property
    def _time(self) -> str:
        return f"{self._session}.{self.generation}"

    def has_sent(self, mark: str, documents: str) -> bool:
        """Whether a page that has this mark also has the document as it is now."""
        return self._counts(mark) is not None and documents == str(self.documents)

    def window(self, first: int, last: int) -> dict[str, Points] | None:
        """The curves between two iterations, as finely as a whole run is sent; None if it can't be read."""
        with self.lock:
            self.read()
            return None if self.series is None else self.series.window(first, last)

    def _counts(self, mark: str) -> Counts | None:
        time_, _, rest = mark.partition(":")
        if time_ != self._time:
            return None
        try:
            pairs = [part.split("=") for part in rest.split(",") if part]
            return {name: max(0, int(number)) for name, number in pairs}
        except ValueError:
            return None

    # what it means

    @property
    def is_analysis_due(self) -> bool:
        return self._analyzed != (self.stamp, self.is_written) and time.monotonic() >= self._next_analysis

    def analyze(self) -> bool:
        """Findings, forecast and the rest, from a copy of the run as it is now."""
        began, is_written = time.monotonic(), self.is_written
        with self.lock:
            self.read()
            stamp, reading = self._read_stamp, self._reading
            run = _copied(reading.runs[-1]) if reading else None
        if run is not None and reading is not None:
            if self.place.is_ours:  # its process may have ended since, without a word
                run.writer = writer_of(self.place.path)
            self._ended = run.ended
            facts = Facts(run)
            row = row_of_facts(facts, self.place.is_ours, self._touched)
            if self.row.get("left_s") is not None:  # by the wall clock, which knows of evaluations
                row["left_s"] = self.row["left_s"]
            if self.place.is_ours:  # a glance is newer
                row = {**row, "state": self.row["state"]}
            self.document = document_of(facts, reading, self.place)
            self.row = {**self.row, **row}
            with self.lock:
                self.thin = self.series.thinned() if self.series else {}
        elif self.error:
            self.row = {**self.row, "state": "unreadable"}
        self.documents += 1
        self._analyzed = stamp, is_written
        took = time.monotonic() - began
        self._next_analysis = time.monotonic() + max(MIN_ANALYSIS_GAP_S, took / ANALYSIS_SHARE)
        return True

    def facts(self) -> Facts | None:
        """A copy, to compare with other runs."""
        with self.lock:  # nobody forgets the rows meanwhile
            self.read()
            return Facts(_copied(self._reading.runs[-1])) if self._reading else None


def _sent(curves: dict[str, Curve]) -> dict[str, Points]:
    return {name: points_of(curve) for name, curve in curves.items()}


def _copied(run: Run) -> Run:
    """So that it stays as it is while more rows are read."""
    curves = {metric: curve[:] for metric, curve in run.curves.items()}
    return replace(run, curves=curves, notices=list(run.notices), resumes=list(run.resumes))


def _stamp(place: Place) -> Stamp:
    found = []
    for path in place.files or ([place.path] if place.path.is_dir() else []):
        try:
            about = Path(path).stat()
        except OSError:
            continue
        found.append((about.st_ino, about.st_size, about.st_mtime_ns))
    return tuple(found)
