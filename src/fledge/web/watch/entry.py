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
from fledge.logs.run_lock import Writer, writer_of
from fledge.texts import say, text
from fledge.web.watch.analysis import Analysis, Stamp, files_of, stamp_of, stamp_of_files, touched
from fledge.web.watch.details import Document, document_of
from fledge.web.watch.glance import Glance, glance
from fledge.web.watch.places import Place
from fledge.web.watch.series import Counts, PlotSeries, Points, points_of
from fledge.web.watch.state import Row, row_of_facts, row_of_glance, state_of

# The share of one core that the analysis of a run that grows may take: training needs the cores.
ANALYSIS_SHARE = 0.003
MIN_ANALYSIS_GAP_S = 1.0
FAILED_GAP_S = 60.0  # before an analysis that failed is tried again

Turn = tuple[bool, bool]


class Entry:
    """All methods that read files hold `lock`; what is shown (`row`, `document`, `thin`) is replaced as a whole."""

    def __init__(self, place: Place, label: str) -> None:
        self.place, self.label = place, label
        self.lock = threading.RLock()
        self.stamp: Stamp = ()  # of what `row` was made from
        self._files: list[Path] = []  # that the stamp is of
        self._is_ours = False
        self._seen: Glance | None = None
        self.row: Row = {"state": "reading"}
        self.error = ""
        self.document: Document | None = None
        self.version = 0  # of what the overview shows; the store counts
        self.documents = 0  # how often the document was made
        self.viewers = 0
        self.writer: Writer | None = None
        # Another one when what was sent is no longer a part of what is there. A server that is started anew knows
        # nothing of what an earlier one sent: its marks begin with other letters.
        self.generation = 1
        self._session = secrets.token_hex(4)
        self.thin: dict[str, Curve] = {}  # compact: there may be hundreds of runs
        self.series: PlotSeries | None = None  # while the run is held whole
        self.reads = 0  # how often there was something new
        self.last_used = 0.0
        self._follower: LogFollower | None = None
        self._reading: LogReading | None = None
        self._read_stamp: Stamp = ()
        self._ends: dict[str, tuple[int, int]] = {}  # of each curve: length and last iteration when last looked at
        self._analyzed: tuple[Stamp, Turn] | None = None  # what was analyzed
        self._ended = ""
        self._next_analysis = self._last_analysis = 0.0

    # the overview

    def look(self, is_thorough: bool = True) -> bool:
        """Look at the files' sizes and, if they changed, at the run's end. Whether the row is another.

        Which files they are, and whether they still lie in what was named, takes many more system calls. It is looked
        at if the look is to be thorough, and whenever something is about to be read.
        """
        is_ours = self._is_ours if not is_thorough else self.place.is_ours
        writer = writer_of(self.place.path) if is_ours else None
        if not is_thorough and writer == self.writer and stamp_of_files(self._files) == self.stamp:
            return self._look_at_silence()
        self._files, self._is_ours = files_of(self.place), self.place.is_ours
        stamp = stamp_of_files(self._files)
        if stamp == self.stamp and writer == self.writer:
            return self._look_at_silence()
        self.stamp, self.writer = stamp, writer
        before = self.row
        if self._is_ours and self.place.files:
            try:
                self._seen = glance(self.place.path / "metrics.jsonl", self._seen)
                if self.document is not None:  # it was made of the whole run, and so was the small curve
                    self._seen.losses.clear()
                seen = row_of_glance(self._seen, writer)
            except OSError as error:
                seen = {"state": "unreadable"}
                self.error = f"{error.strerror}"
            if not seen.get("spark"):
                seen.pop("spark", None)
            if self.row.get("val_loss") is not None and seen.get("val_loss") is None:
                seen["val_loss"] = self.row["val_loss"]  # too long ago to be seen at a glance
            self.row = {**self.row, **seen}
        return self.row != before

    def _look_at_silence(self) -> bool:
        """A log that has not grown for long is no longer running."""
        if self.place.is_ours or self.document is None:
            return False
        state = state_of(self._ended, None, False, self._touched)
        is_other = state != self.row["state"]
        self.row = {**self.row, "state": state, "left_s": self.row.get("left_s") if state == "running" else None}
        return is_other

    @property
    def _touched(self) -> float:
        """When the files were last written, in seconds since 1970."""
        return touched(self.stamp)

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

    @property
    def is_behind(self) -> bool:
        """Whether its files are others than those that were read."""
        return self._read_stamp != self.stamp

    @property
    def is_left(self) -> bool:
        """Whether its rows are here though nobody looks, and it does not go on."""
        return self.is_held and not self.viewers and not self.is_running

    def read(self) -> bool:
        """Read what was appended. Whether there was something."""
        stamp = stamp_of(self.place)
        with self.lock:
            self.last_used = time.monotonic()
            if self.series is not None and stamp == self._read_stamp:
                return False
            if not self.place.files:
                self.error = text(say("web.watch.gone"))
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
            self.reads += 1
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
    def turn(self) -> Turn:
        """What can't wait to be explained when it is another: whether it goes on, and whether it has a loss."""
        goes_on = self.writer is not None if self.place.is_ours else self.is_running
        return goes_on, self.row.get("loss") is not None

    @property
    def is_analysis_due(self) -> bool:
        if self._analyzed == (self.stamp, self.turn):
            return False
        due = self._next_analysis
        if self._analyzed is not None and self._analyzed[1] != self.turn:
            due = min(due, self._last_analysis + MIN_ANALYSIS_GAP_S)
        return time.monotonic() >= due

    def analysis(self) -> Analysis:
        """Findings, forecast and the rest, from a copy of the run as it is now."""
        began = time.thread_time()
        with self.lock:
            self.read()
            stamp, reading = self._read_stamp, self._reading
            run = _copied(reading.runs[-1]) if reading else None
            thin = self.series.thinned() if self.series else {}
        if run is None or reading is None:
            return Analysis(stamp, self.error, seconds=time.thread_time() - began)
        if self.place.is_ours:  # its process may have ended since, without a word
            run.writer = writer_of(self.place.path)
        elif state_of(run.ended, None, False, touched(stamp)) == "running":
            run.writer = Writer(0, "", 0.0)  # nobody knows which process it is; what is found must not speak of an end
        facts = Facts(run)
        row = row_of_facts(facts, self.place.is_ours, touched(stamp))
        document = document_of(facts, reading, self.place)
        return Analysis(stamp, self.error, run.ended, row, document, thin, time.thread_time() - began)

    def take(self, found: Analysis, turn: Turn) -> None:
        """Show what was found, in a run that had taken this turn."""
        self.error = found.error
        if found.row is not None:
            row = dict(found.row)
            self._ended = found.ended
            if self.row.get("left_s") is not None:  # by the wall clock, which knows of evaluations
                row["left_s"] = self.row["left_s"]
            if self.place.is_ours:  # a glance is newer
                row["state"] = self.row["state"]
            self.document, self.thin = found.document, found.thin
            self.row = {**self.row, **row}
        elif found.error:
            self.row = {**self.row, "state": "unreadable"}
        self.documents += 1
        if not self.place.is_ours:  # only now it is known what kind of log it is
            turn = self.turn
        self._analyzed, self._last_analysis = (found.stamp, turn), time.monotonic()
        self._next_analysis = self._last_analysis + max(MIN_ANALYSIS_GAP_S, found.seconds / ANALYSIS_SHARE)

    def analyze(self) -> None:
        turn = self.turn
        self.take(self.analysis(), turn)

    def analysis_failed(self) -> None:
        """Others come first now."""
        self._analyzed = None
        self._next_analysis = time.monotonic() + FAILED_GAP_S

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
