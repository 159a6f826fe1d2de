"""EpochNumbers: the iteration of rows that are numbered by epoch, anew in each epoch, or not at all."""

import bisect
import itertools
from typing import TypeGuard

from fledge.logs.readers.format import LogRow
from fledge.logs.readers.numbers import MAX_ITERATIONS
from fledge.logs.run import Curve, Metric, Run

TRAINED: set[Metric] = {"loss", "train_loss"}  # an evaluation alone may come before all training


class EpochNumbers:
    def __init__(self) -> None:
        self.is_counting = False  # the rows so far had no iterations
        self.base: float | None = None  # the number of the first epoch: 0, or 1 if the log does not begin with 0
        self.length = 0  # of an epoch, if the lines state it
        self.offset = 0  # iterations before this epoch
        self.offsets: dict[float, int] = {}  # the same, by epoch

    @property
    def is_active(self) -> bool:
        return self.is_counting or self.offset > 0

    def number(self, row: LogRow) -> int:
        """The iteration of a row that has a number."""
        assert row.it is not None
        epoch = row.values.get("epoch")
        if row.placing and row.placing.per_epoch and epoch is not None:
            if self.base is None:
                self.base = min(epoch, 1.0)
            self.length = row.placing.per_epoch
            return row.it + int(max(0.0, epoch - self.base) * self.length)
        return row.it + (self.offset if epoch is None else self.offsets.get(epoch, self.offset))

    def next_epoch(self, run: Run, row: LogRow, top: int) -> int | None:
        """The iteration of a row whose number is lower than the last one's because an epoch began; None if none did."""
        if row.it is None or row.counted or (row.placing and row.placing.per_epoch):
            return None
        epoch, before = row.values.get("epoch"), run.curve("epoch")
        if _is_whole(epoch) and len(before) and epoch > before.values[-1] >= 0:
            self.offsets.setdefault(before.values[-1], self.offset)
            passed = int(epoch - before.values[-1])
        elif epoch is None and row.last and top - self.offset >= 0.9 * row.last and _goes_on(run.curve("loss"), row):
            passed = 1
        else:
            return None
        if row.last:
            if self.offset + passed * row.last >= MAX_ITERATIONS:
                return None
            self.offset += passed * row.last
        else:
            self.offset = top + (row.it == 0)
            if not _is_dense(run.curve("loss")):
                run.counts = "steps of epochs"
        if epoch is not None:
            self.offsets[epoch] = self.offset
        return row.it + self.offset

    def count(self, run: Run, values: dict[Metric, float], top: int, is_twice: bool) -> int:
        """The number of a row that has none: its epoch, or else the number of rows so far. Epochs never go back."""
        if run.counts == "log lines" and run.curves:
            return _next_row(run, values, top, is_twice)
        if run.curves and run.counts != "epochs":  # a summary between iterations
            if "loss" in values:
                values.setdefault("train_loss", values.pop("loss"))
            epoch = values.pop("epoch", None)
            end = 0 if not _is_whole(epoch) or self.base is None else int((epoch - self.base + 1) * self.length)
            return max(end, top, 0) if end <= top + self.length else max(top, 0)
        epoch = values.get("epoch")
        if not run.curves:
            self.is_counting, run.counts = True, "epochs" if _is_whole(epoch) else "log lines"
        if run.counts == "epochs":
            is_taken = any(run.curve(metric).at(top) not in (None, value) for metric, value in values.items())
            if _is_whole(epoch) and not (epoch == top and is_taken):
                return int(epoch)
            top = _count_rows(run)
            run.counts = "log lines"
        return _next_row(run, values, top, is_twice)


def _is_whole(epoch: float | None) -> TypeGuard[float]:
    return epoch is not None and 0 <= epoch < MAX_ITERATIONS and epoch.is_integer()


def _next_row(run: Run, values: dict[Metric, float], top: int, is_twice: bool) -> int:
    is_training = bool(TRAINED & values.keys())
    if not run.curves:
        return 1 if is_training else 0
    epochs, epoch = run.curves.get("epoch"), values.get("epoch")
    if epochs is not None and epoch is not None and epoch > epochs.values[-1]:
        return top + 1
    if is_twice and all(run.curve(metric).at(top) == value for metric, value in values.items()):
        return top
    if epochs is None or epoch is None:
        return top + 1 if is_training else top
    if epoch < epochs.values[-1]:
        return epochs.iters[bisect.bisect_left(epochs.values, epoch)]
    is_taken = any(run.curve(metric).at(top) is not None for metric in values if metric != "epoch")
    return top + 1 if is_taken else top


def _count_rows(run: Run) -> int:
    """Number the rows so far one by one instead of by their epochs. Returns the last number."""
    its = sorted({it for curve in run.curves.values() for it in curve.iters})
    first = 1 if any(run.curve(metric).at(its[0]) is not None for metric in TRAINED) else 0
    place = {it: number for number, it in enumerate(its, start=first)}
    for metric, curve in run.curves.items():
        run.curves[metric] = Curve([place[it] for it in curve.iters], curve.values)
    return place[its[-1]]


def _goes_on(losses: Curve, row: LogRow) -> bool:
    """Whether a loss is nearer to the last one than to the first: a new epoch goes on, a new run begins anew."""
    loss = row.values.get("loss")
    if loss is None or len(losses) < 2:
        return False
    return abs(loss - losses.values[-1]) < abs(loss - losses.values[0])


def _is_dense(losses: Curve) -> bool:
    """Whether every iteration is printed, so that the last one printed in an epoch was its last."""
    return all(b - a == 1 for a, b in itertools.pairwise(losses.iters[-20:]))
