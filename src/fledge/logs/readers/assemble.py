"""Assembler: rows become runs. Repeated rows are dropped; a step back in the iterations is a resume or a new run."""

import bisect
from collections.abc import Collection
from dataclasses import dataclass

from fledge.config.fields import Value
from fledge.logs.readers.epochs import EpochNumbers
from fledge.logs.readers.format import Format, LogRow, Placing
from fledge.logs.run import Curve, Known, Metric, Notice, NoticeKind, Resume, Run, StepPart

MAX_PROCESS_LAG_ROWS = 8  # processes that print in turn are not further apart
MAX_NOTICE_CHARS = 300
MAX_NOTICES = 500  # of one kind kept from a run's beginning, and as many from its end
EVALUATED: set[Metric] = {"val_loss", "test_loss", "train_loss", "val_bpb", "accuracy", "eval_s", "val_perplexity"}
# printed when a program starts
STARTUP_NOTICES: set[NoticeKind] = {"device", "gpu", "no_gpu", "compiled", "resumed"}
STARTUP_SETTINGS = {"tokens_per_iter", "params", "decayed"}
MIN_TESTS = 2  # a model that is tested so often while it trains is validated by that; once is the test at the end
PERCENT_SHARE = 0.05  # of the MFUs without a unit that are 1 or more, from which on all of them are percent


@dataclass
class Stretch:
    """A run, the lines of its first and last row, and the last iteration that its lines state (-1: none)."""

    run: Run
    first_line: int
    last_line: int
    goal: int
    is_apart: bool  # certainly not the run before it, going on


class Assembler:
    """Takes the content of each line in order, and returns the runs at the end."""

    def __init__(self, name: str, kind: Format) -> None:
        self.name, self.format = name, kind
        self.stretches: list[Stretch] = []
        self.run = self._new_run()
        self.top = -1  # the furthest iteration of this run
        self.goal = -1  # the iteration it should end with
        self.first_line = self.last_line = 0  # of the first and the last row
        self.stamp = ""  # the time of the last counted row, if the log prints times
        self.epochs = EpochNumbers()
        self.is_apart = False  # this run is known to be another one than the one before
        # read since the last row: they belong to this run, or to one that starts with the next row
        self.values: dict[Metric, float] = {}
        self.settings: dict[str, Known] = {}
        self.notices: list[Notice] = []

    def _new_run(self) -> Run:
        return Run(self.name, self.format.name, counts=self.format.counts)

    def row(self, row: LogRow, line: int, stamp: str = "") -> None:
        it, values = row.it, row.values
        if row.placing and row.placing.is_bare and self._is_nowhere(row.placing):
            return
        if row.placing is not None or row.counted or self.epochs.is_active:
            it = self._placed(row, stamp)
        if it is None:  # an evaluation that is printed before its iteration
            self.values.update(values)
            return
        if it <= self.top and self.run.curves:
            it = self._step_back(it, row, line)
        if self.notices or self.settings:
            self._take_pending()
        if self.values:
            values = {**self.values, **values}
            self.values = {}
        self._add(it, values)
        self.top = max(self.top, it)
        self.last_line = line
        if self.first_line == 0:
            self.first_line = line
        if row.last is not None and row.last != self.goal and not self.epochs.is_active:
            self.goal = row.last  # more reliable than a default in the trainer's source
            self.run.settings["max_iters"] = Known(row.last, f"line {line}")

    def _is_nowhere(self, placing: Placing) -> bool:
        """Of a line of nothing but a loss: an evaluation before all iterations, or a loss among numbered ones."""
        return not self.run.curves if placing.is_late else bool(self.run.curves) and not self.epochs.is_counting

    def setting(self, name: str, value: Value, line: int) -> None:
        if name not in self.format.ignored_settings:
            self.settings[name] = Known(value, f"line {line}")

    def notice(self, kind: NoticeKind, text: str, line: int, part: StepPart | None = None) -> None:
        it = self.top if self.top >= 0 else None
        self.notices.append(Notice(kind, text.strip()[:MAX_NOTICE_CHARS], line, it, part))
        if len(self.notices) > 4 * MAX_NOTICES:  # without a row in between
            self.notices = _thinned(self.notices)

    def finish(self, lines: int) -> list[Run]:
        self.end()
        runs = [stretch.run for stretch in self.stretches]
        for run in runs:
            run.lines = lines
        return [run for run in runs if run.curves] or runs

    def end(self) -> None:
        if self.values:  # an evaluation after the last iteration
            it = max(self.top, 0)
            if any(self.run.curve(metric).at(self.top) is not None for metric in self.values):
                it += 1
            self._add(it, self.values)
            self.top, self.values = it, {}
        self._take_pending()
        self._close()

    def _close(self) -> None:
        """Complete this run: thin out its notices, and see whether the last ones show that it finished."""
        self.run.notices = _thinned(self.run.notices)
        if any(notice.kind == "finished" and notice.line > self.last_line for notice in self.run.notices):
            self.run.ended = "finished"
        _settle(self.run)
        self.stretches.append(Stretch(self.run, self.first_line, self.last_line, self.goal, self.is_apart))

    def _add(self, it: int, values: dict[Metric, float]) -> None:
        curves, is_new = self.run.curves, False
        for metric, value in values.items():
            curve = curves.get(metric)
            if curve is None:
                curve = curves[metric] = Curve()
            if not curve.iters or curve.iters[-1] < it:
                curve.iters.append(it)
                curve.values.append(value)
                is_new = True
            elif curve.put(it, value):
                is_new = True
        if not is_new:
            self.run.repeated += 1

    def _placed(self, row: LogRow, stamp: str) -> int | None:
        """The iteration of a row that is not simply numbered: see Placing and LogRow.counted."""
        if row.counted:
            is_twice = not stamp or stamp == self.stamp
            self.stamp = stamp
            return self.epochs.count(self.run, row.values, self.top, is_twice)
        if row.it is None:  # it is late
            return max(self.top, 0)
        if self.epochs.is_counting:  # what was counted came before the first iteration
            self.epochs.is_counting, self.run.counts = False, self.format.counts
        if row.placing and row.placing.is_bar:
            _forget_old_evaluation(self.run, row.values)
        if row.placing and row.placing.of_samples:
            self.run.counts = "samples"
        return self.epochs.number(row)

    def _step_back(self, it: int, row: LogRow, line: int) -> int:
        """The iterations go back: another process repeats them, an epoch or a run starts, or the run was resumed.

        Returns the row's iteration, which a new epoch changes.
        """
        values = row.values
        first = self.run.first_iter
        has_started = any(notice.kind in STARTUP_NOTICES for notice in self.notices)
        has_started = has_started or bool(STARTUP_SETTINGS & self.settings.keys())
        if not has_started and (continued := self.epochs.next_epoch(self.run, row, self.top)) is not None:
            self.run.settings.pop("max_iters", None)  # it was an epoch's
            self.goal = -1
            return continued
        if it == self.top > first:
            return it
        same = [self.run.curves[metric] for metric in values if metric in self.run.curves]
        behind = max((len(curve) - bisect.bisect_left(curve.iters, it) for curve in same), default=0)
        from_the_start = it <= first and behind > 2
        if behind == 0 or (behind <= MAX_PROCESS_LAG_ROWS and not has_started and not from_the_start):
            return it
        if it <= first:
            self.begin_anew()
            return it if row.it is None or row.placing else row.it
        self.run.resumes.append(Resume(it, self.top, line))
        cut_back(self.run, it, values.keys())
        self.top = it
        return it

    def begin_anew(self) -> None:
        """The next row is another run's."""
        if self.run.curves:
            self._take_pending_before_start()
            self._close()
            counts = self.run.counts
            self.run, self.top, self.goal, self.first_line = self._new_run(), -1, -1, 0
            self.run.counts = counts
            self.epochs, self.is_apart = EpochNumbers(), True

    def _take_pending(self) -> None:
        """Everything read since the last row belongs to this run."""
        self.run.notices += self.notices
        self.notices = []
        if len(self.run.notices) > 16 * MAX_NOTICES:
            self.run.notices = _thinned(self.run.notices)
        self.run.settings.update(self.settings)
        self.settings = {}

    def _take_pending_before_start(self) -> None:
        """As above at the end of a run: what is printed at a start belongs to the next one."""
        self.run.notices += [notice for notice in self.notices if notice.kind not in STARTUP_NOTICES]
        self.notices = [notice for notice in self.notices if notice.kind in STARTUP_NOTICES]


def cut_back(run: Run, it: int, repeated: Collection[Metric]) -> None:
    """Remove what is repeated from an iteration on. An evaluation there stays, unless it is repeated too."""
    for metric, curve in run.curves.items():
        curve.cut(it + 1 if metric in EVALUATED and metric not in repeated else it)


def _forget_old_evaluation(run: Run, values: dict[Metric, float]) -> None:
    """Remove an evaluation that a progress bar still shows from before."""
    for metric in EVALUATED & values.keys():
        curve = run.curve(metric)
        if len(curve) and curve.values[-1] == values[metric]:
            del values[metric]


def _settle(run: Run) -> None:
    """What only a whole run tells: whether MFUs are percent, and tests validations; losses of epochs are means."""
    bare = run.curves.pop("mfu_bare", None)
    if bare is not None and "mfu" not in run.curves:
        is_percent = sum(value >= 1 for value in bare.values) > PERCENT_SHARE * len(bare)
        run.curves["mfu"] = Curve(bare.iters, [value / 100 if is_percent else value for value in bare.values])
    test = run.curves.pop("test_loss", None)
    if test is not None and len(test) >= MIN_TESTS and not run.curves.keys() & {"val_loss", "val_bpb"}:
        run.curves["val_loss"], run.is_val_test = test, True
    if run.counts == "epochs":
        run.averages_epochs = True
        for it, value in run.curves.pop("loss", ()):
            run.curves.setdefault("train_loss", Curve()).put(it, value)


def _thinned(notices: list[Notice]) -> list[Notice]:
    """The first and last notices of each kind, and each GPU's name once."""
    kinds: dict[NoticeKind, list[Notice]] = {}
    gpus: set[str] = set()
    for notice in notices:
        if notice.kind == "gpu":
            if notice.text in gpus:
                continue
            gpus.add(notice.text)
        kinds.setdefault(notice.kind, []).append(notice)
    kept: set[int] = set()
    for same in kinds.values():
        kept.update(id(notice) for notice in same[:MAX_NOTICES] + same[MAX_NOTICES:][-MAX_NOTICES:])
    return [notice for notice in notices if id(notice) in kept]
