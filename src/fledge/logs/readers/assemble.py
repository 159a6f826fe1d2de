"""Rows into runs: what was said twice is taken once; a step back in the iterations is a resume, or another run."""

import bisect

from fledge.config.fields import Value
from fledge.logs.readers.format import Format
from fledge.logs.readers.lines import Row
from fledge.logs.run import Curve, Known, Mark, MarkKind, Metric, Resume, Run

NEAR = 8  # rows: processes that print in turn are not further apart
MARK_TEXT = 300  # characters
MOST_MARKS = 500  # of a kind in a run, from its beginning, and as many from its end
EVALUATED: set[Metric] = {"val_loss", "train_loss", "val_bpb", "accuracy", "eval_s"}
TRAINED: set[Metric] = {"loss", "train_loss"}  # an evaluation alone may come before all training
# what a program says when it starts
OF_A_START: set[MarkKind] = {"device", "gpu", "no_gpu", "compiled", "resumed"}
SET_AT_A_START = {"tokens_per_iter", "params", "decayed"}


class Assembler:
    """Takes what each line says, in order, and has the runs at the end."""

    def __init__(self, name: str, kind: Format) -> None:
        self.name, self.format = name, kind
        self.runs: list[Run] = []
        self.run = self._new_run()
        self.top = -1  # the furthest iteration of this run
        self.goal = -1  # the iteration it is to end with
        self.last_line = 0  # of the last row
        # said since the last row: of this run, or of the one that starts with the next row
        self.values: dict[Metric, float] = {}
        self.settings: dict[str, Known] = {}
        self.marks: list[Mark] = []

    def _new_run(self) -> Run:
        return Run(self.name, self.format.name, counts=self.format.counts)

    def row(self, row: Row, line: int) -> None:
        it, values = row.it, row.values
        if row.counted:
            it = self._place(values)
        if it is None:  # an evaluation that is printed before its iteration
            self.values.update(values)
            return
        if it <= self.top and self.run.curves:
            self._step_back(it, values, line)
        if self.marks or self.settings:
            self._take_pending()
        if self.values:
            values = {**self.values, **values}
            self.values = {}
        self._add(it, values)
        self.top = max(self.top, it)
        self.last_line = line
        if row.last is not None and row.last != self.goal:
            self.goal = row.last  # surer than a setting's default in a program's text
            self.run.settings["max_iters"] = Known(row.last, f"line {line}")

    def setting(self, name: str, value: Value, line: int) -> None:
        if name not in self.format.foreign:
            self.settings[name] = Known(value, f"line {line}")

    def mark(self, kind: MarkKind, text: str, line: int, place: str = "") -> None:
        text = text.strip()[:MARK_TEXT] + (f" [in {place}]" if place else "")
        self.marks.append(Mark(kind, text, line, self.top if self.top >= 0 else None))
        if len(self.marks) > 4 * MOST_MARKS:  # without a row in between
            self.marks = _shortened(self.marks)

    def finish(self, lines: int) -> list[Run]:
        if self.values:  # an evaluation after the last iteration
            there = any(self.run.curve(metric).at(self.top) is not None for metric in self.values)
            self.row(Row(max(self.top, 0) + there), self.last_line)
        self._take_pending()
        self._close()
        for run in self.runs:
            run.lines = lines
        return [run for run in self.runs if run.curves] or self.runs

    def _close(self) -> None:
        """This run is complete: its marks are not more than anybody reads, and its last words may say how it ended."""
        self.run.marks = _shortened(self.run.marks)
        if any(mark.kind == "finished" and mark.line > self.last_line for mark in self.run.marks):
            self.run.ended = "finished"
        self.runs.append(self.run)

    def _add(self, it: int, values: dict[Metric, float]) -> None:
        curves, told = self.run.curves, False
        for metric, value in values.items():
            curve = curves.get(metric)
            if curve is None:
                curve = curves[metric] = Curve()
            if not curve.iters or curve.iters[-1] < it:
                curve.iters.append(it)
                curve.values.append(value)
                told = True
            else:
                told |= curve.put(it, value)
        if not told:
            self.run.repeated += 1

    def _place(self, values: dict[Metric, float]) -> int:
        """Where a line belongs that has no iteration: the lines of a run are counted, and epochs never go back."""
        curves = self.run.curves
        self.run.counts = "log lines"
        if not curves:
            return 1 if TRAINED & values.keys() else 0
        epochs, epoch = curves.get("epoch"), values.get("epoch")
        if epochs is not None and epoch is not None and epoch > epochs.values[-1]:
            return self.top + 1
        if all(self.run.curve(metric).at(self.top) == value for metric, value in values.items()):
            return self.top  # said twice
        if epochs is None or epoch is None:
            return self.top + bool(TRAINED & values.keys())
        if epoch < epochs.values[-1]:
            return epochs.iters[bisect.bisect_left(epochs.values, epoch)]
        taken = any(self.run.curve(metric).at(self.top) is not None for metric in values if metric != "epoch")
        return self.top + taken

    def _step_back(self, it: int, values: dict[Metric, float], line: int) -> None:
        """The same iterations again, by another process; or a resume; or a run that starts anew."""
        first = self.run.first_iter
        if it == self.top > first:
            return
        same = [self.run.curves[metric] for metric in values if metric in self.run.curves]
        behind = max((len(curve) - bisect.bisect_left(curve.iters, it) for curve in same), default=0)
        started = any(mark.kind in OF_A_START for mark in self.marks) or bool(SET_AT_A_START & self.settings.keys())
        anew = it <= first and behind > 2
        if behind == 0 or (behind <= NEAR and not started and not anew):
            return
        if it <= first:
            self._take_pending(of_a_start=False)
            self._close()
            counts = self.run.counts
            self.run, self.top, self.goal = self._new_run(), -1, -1
            self.run.counts = counts
            return
        self.run.resumes.append(Resume(it, self.top, line))
        for metric, curve in self.run.curves.items():
            curve.cut(it + 1 if metric in EVALUATED - values.keys() else it)
        self.top = it

    def _take_pending(self, of_a_start: bool = True) -> None:
        """What was said since the last row is this run's; at its end, all but what the next one said to begin with."""
        self.run.marks += [mark for mark in self.marks if of_a_start or mark.kind not in OF_A_START]
        self.marks = [] if of_a_start else [mark for mark in self.marks if mark.kind in OF_A_START]
        if len(self.run.marks) > 16 * MOST_MARKS:
            self.run.marks = _shortened(self.run.marks)
        if of_a_start:
            self.run.settings.update(self.settings)
            self.settings = {}


def _shortened(marks: list[Mark]) -> list[Mark]:
    """The first and the last of each kind, and of GPUs' names each once."""
    kinds: dict[MarkKind, list[Mark]] = {}
    named: set[str] = set()
    for mark in marks:
        if mark.kind == "gpu" and mark.text in named:
            continue
        if mark.kind == "gpu":
            named.add(mark.text)
        kinds.setdefault(mark.kind, []).append(mark)
    kept = {id(mark) for same in kinds.values() for mark in (same[:MOST_MARKS] + same[MOST_MARKS:][-MOST_MARKS:])}
    return [mark for mark in marks if id(mark) in kept]
