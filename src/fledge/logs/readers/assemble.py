"""Assembler: rows become runs. Repeated rows are dropped; a step back in the iterations is a resume or a new run."""

import bisect

from fledge.config.fields import Value
from fledge.logs.readers.format import Format, LogRow
from fledge.logs.run import Curve, Known, Metric, Notice, NoticeKind, Resume, Run, StepPart

MAX_PROCESS_LAG_ROWS = 8  # processes that print in turn are not further apart
MAX_NOTICE_CHARS = 300
MAX_NOTICES = 500  # of one kind kept from a run's beginning, and as many from its end
EVALUATED: set[Metric] = {"val_loss", "train_loss", "val_bpb", "accuracy", "eval_s"}
TRAINED: set[Metric] = {"loss", "train_loss"}  # an evaluation alone may come before all training
# printed when a program starts
STARTUP_NOTICES: set[NoticeKind] = {"device", "gpu", "no_gpu", "compiled", "resumed"}
STARTUP_SETTINGS = {"tokens_per_iter", "params", "decayed"}


class Assembler:
    """Takes the content of each line in order, and returns the runs at the end."""

    def __init__(self, name: str, kind: Format) -> None:
        self.name, self.format = name, kind
        self.runs: list[Run] = []
        self.run = self._new_run()
        self.top = -1  # the furthest iteration of this run
        self.goal = -1  # the iteration it should end with
        self.last_line = 0  # of the last row
        # read since the last row: they belong to this run, or to one that starts with the next row
        self.values: dict[Metric, float] = {}
        self.settings: dict[str, Known] = {}
        self.notices: list[Notice] = []

    def _new_run(self) -> Run:
        return Run(self.name, self.format.name, counts=self.format.counts)

    def row(self, row: LogRow, line: int) -> None:
        it, values = row.it, row.values
        if row.counted:
            it = self._count(values)
        if it is None:  # an evaluation that is printed before its iteration
            self.values.update(values)
            return
        if it <= self.top and self.run.curves:
            self._step_back(it, values, line)
        if self.notices or self.settings:
            self._take_pending()
        if self.values:
            values = {**self.values, **values}
            self.values = {}
        self._add(it, values)
        self.top = max(self.top, it)
        self.last_line = line
        if row.last is not None and row.last != self.goal:
            self.goal = row.last  # more reliable than a default in the trainer's source
            self.run.settings["max_iters"] = Known(row.last, f"line {line}")

    def setting(self, name: str, value: Value, line: int) -> None:
        if name not in self.format.ignored_settings:
            self.settings[name] = Known(value, f"line {line}")

    def notice(self, kind: NoticeKind, text: str, line: int, part: StepPart | None = None) -> None:
        it = self.top if self.top >= 0 else None
        self.notices.append(Notice(kind, text.strip()[:MAX_NOTICE_CHARS], line, it, part))
        if len(self.notices) > 4 * MAX_NOTICES:  # without a row in between
            self.notices = _thinned(self.notices)

    def finish(self, lines: int) -> list[Run]:
        if self.values:  # an evaluation after the last iteration
            it = max(self.top, 0)
            if any(self.run.curve(metric).at(self.top) is not None for metric in self.values):
                it += 1
            self.row(LogRow(it), self.last_line)
        self._take_pending()
        self._close()
        for run in self.runs:
            run.lines = lines
        return [run for run in self.runs if run.curves] or self.runs

    def _close(self) -> None:
        """Complete this run: thin out its notices, and see whether the last ones show that it finished."""
        self.run.notices = _thinned(self.run.notices)
        if any(notice.kind == "finished" and notice.line > self.last_line for notice in self.run.notices):
            self.run.ended = "finished"
        self.runs.append(self.run)

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

    def _count(self, values: dict[Metric, float]) -> int:
        """The number of a line that has no iteration: the run's lines are counted, and epochs never go back."""
        curves = self.run.curves
        self.run.counts = "log lines"
        is_training = bool(TRAINED & values.keys())
        if not curves:
            return 1 if is_training else 0
        epochs, epoch = curves.get("epoch"), values.get("epoch")
        if epochs is not None and epoch is not None and epoch > epochs.values[-1]:
            return self.top + 1
        if all(self.run.curve(metric).at(self.top) == value for metric, value in values.items()):
            return self.top  # printed twice
        if epochs is None or epoch is None:
            return self.top + 1 if is_training else self.top
        if epoch < epochs.values[-1]:
            return epochs.iters[bisect.bisect_left(epochs.values, epoch)]
        is_taken = any(self.run.curve(metric).at(self.top) is not None for metric in values if metric != "epoch")
        return self.top + 1 if is_taken else self.top

    def _step_back(self, it: int, values: dict[Metric, float], line: int) -> None:
        """The iterations go back: another process repeats them, the run was resumed, or a new run starts."""
        first = self.run.first_iter
        if it == self.top > first:
            return
        same = [self.run.curves[metric] for metric in values if metric in self.run.curves]
        behind = max((len(curve) - bisect.bisect_left(curve.iters, it) for curve in same), default=0)
        has_started = any(notice.kind in STARTUP_NOTICES for notice in self.notices)
        has_started = has_started or bool(STARTUP_SETTINGS & self.settings.keys())
        from_the_start = it <= first and behind > 2
        if behind == 0 or (behind <= MAX_PROCESS_LAG_ROWS and not has_started and not from_the_start):
            return
        if it <= first:
            self._take_pending_before_start()
            self._close()
            counts = self.run.counts
            self.run, self.top, self.goal = self._new_run(), -1, -1
            self.run.counts = counts
            return
        self.run.resumes.append(Resume(it, self.top, line))
        for metric, curve in self.run.curves.items():
            curve.cut(it + 1 if metric in EVALUATED - values.keys() else it)
        self.top = it

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
