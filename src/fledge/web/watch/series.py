"""The curves that the page draws: which they are, thinned for the first look, and the rows that were appended since."""

import math
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from fledge.analyze.report.curves import throughput, utilization
from fledge.logs.facts import Facts
from fledge.logs.run import Curve, Metric, Run
from fledge.logs.timeline import timeline_of

PLOTTED: tuple[Metric, ...] = (
    "loss", "train_loss", "val_loss", "val_bpb", "lr", "grad_norm", "tokens_per_s", "mfu", "memory_mb",
)  # fmt: skip
CLOCK = "clock"  # seconds of training up to an iteration: the page draws along time with it
MOST_POINTS = 2000  # of a curve; a screen has fewer columns
DIGITS = 7

Counts = dict[str, int]  # of each curve: how many of its points were sent
Points = list[list[Any]]  # iterations, and values: numbers, or null where one is not finite


class PlotSeries:
    """The plotted curves of a run that grows. Ours are read from the run itself; the clock is kept up to date."""

    def __init__(self) -> None:
        self.curves: dict[str, Curve] = {}
        self._clock = Curve()
        self._clocked = 0  # of the step times that are in the clock

    def update(self, run: Run) -> None:
        """Take the curves as they are now."""
        self.curves = {metric: run.curves[metric] for metric in PLOTTED if metric in run.curves}
        if run.origin == "directory":
            self._advance_clock(run)
            self.curves[CLOCK] = self._clock
            return
        facts = Facts(run)
        if not self.curves.get("tokens_per_s"):
            self._put("tokens_per_s", throughput(facts))
        self._put("mfu", utilization(facts)[0])
        if clock := timeline_of(facts):
            self.curves[CLOCK] = Curve(clock.iters, clock.seconds)

    def _put(self, name: str, points: Sequence[tuple[int, float]]) -> None:
        if points:
            self.curves[name] = Curve([it for it, _ in points], [value for _, value in points])

    def _advance_clock(self, run: Run) -> None:
        """As `timeline_of` sums the steps, but only over those that are new."""
        steps = run.curve("dt_ms")
        if len(steps) < self._clocked:  # the run went back to a checkpoint
            self._clock, self._clocked = Curve(), 0
        if not len(self._clock):
            self._clock.add(min(0, run.first_iter), 0.0)
        for place in range(max(1, self._clocked), len(steps)):  # the first step compiles
            it, ms = steps[place]
            before, seconds = self._clock[-1]
            if it > before and math.isfinite(ms) and ms > 0:
                self._clock.add(it, seconds + (it - before) * ms / 1000)
        self._clocked = len(steps)

    def counts(self) -> Counts:
        return {name: len(curve.values) for name, curve in self.curves.items()}

    def thinned(self, most: int = MOST_POINTS) -> dict[str, Curve]:
        return {name: thinned(curve, most) for name, curve in self.curves.items()}

    def since(self, counts: Mapping[str, int]) -> dict[str, Points]:
        """What was appended after so many points of each curve."""
        found = {}
        for name, curve in self.curves.items():
            sent = counts.get(name, 0)
            if sent < len(curve.values):
                found[name] = points_of(thinned(curve[sent:]))
        return found

    def window(self, first: int, last: int) -> dict[str, Points]:
        """What lies between two iterations, with the point before and after it: lines go on to the edges."""
        found = {}
        for name, curve in self.curves.items():
            begin = max(0, bisect_left(curve.iters, first) - 1)
            end = bisect_right(curve.iters, last) + 1
            found[name] = points_of(thinned(curve[begin:end]))
        return found


def thinned(curve: Curve, most: int = MOST_POINTS) -> Curve:
    """At most about `most` points: both ends, the lowest and highest of each stretch, and where it is not finite."""
    if len(curve) <= most:
        return curve[:]
    kept = _kept(np.array(curve.values, dtype=np.float64), most).tolist()
    return Curve([curve.iters[place] for place in kept], [curve.values[place] for place in kept])


def points_of(curve: Curve) -> Points:
    return [curve.iters.tolist(), [_number(value) for value in curve.values]]


def _kept(values: np.ndarray[Any, np.dtype[np.float64]], most: int) -> np.ndarray[Any, np.dtype[np.intp]]:
    width = math.ceil(len(values) / max(1, (most - 2) // 3))
    stretches = math.ceil(len(values) / width)
    padded = np.full(stretches * width, np.nan)
    padded[: len(values)] = values
    rows = padded.reshape(stretches, width)
    is_finite = np.isfinite(rows)
    first = np.arange(stretches) * width
    lowest = first + np.where(is_finite, rows, np.inf).argmin(axis=1)
    highest = first + np.where(is_finite, rows, -np.inf).argmax(axis=1)
    broken = first + is_finite.argmin(axis=1)
    broken = broken[(~is_finite).any(axis=1) & (broken < len(values))]
    return np.unique(np.concatenate([lowest, highest, broken, [0, len(values) - 1]]))


def _number(value: float) -> float | None:
    return float(f"{value:.{DIGITS}g}") if math.isfinite(value) else None


def sparkline(values: Sequence[float], cells: int) -> list[float | None]:
    """Means of equal parts; the overview draws them as a small curve."""
    finite = array("d", (value for value in values if math.isfinite(value)))
    if len(finite) < 2:
        return []
    parts = np.array_split(np.array(finite), min(cells, len(finite)))
    return [_number(float(part.mean())) for part in parts]
