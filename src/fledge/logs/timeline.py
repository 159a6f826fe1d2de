"""When an iteration was done: seconds of training alone, as far as a run says."""

import bisect
import math
from collections.abc import Sequence

from fledge.logs.facts import Facts
from fledge.logs.run import Point


class Clock:
    """Iterations and the seconds of training up to each. Between two of them time passes evenly."""

    def __init__(self, points: Sequence[Point], basis: str) -> None:
        self.iters = [it for it, _ in points]
        self.seconds = [seconds for _, seconds in points]
        self.basis = basis

    def at(self, it: float) -> float:
        """Beyond its ends the clock goes on as fast as it did there, and never below zero."""
        place = min(max(bisect.bisect_left(self.iters, it), 1), len(self.iters) - 1)
        a, b = self.iters[place - 1], self.iters[place]
        start, end = self.seconds[place - 1], self.seconds[place]
        return max(0.0, start + (end - start) * (it - a) / (b - a))

    @property
    def total(self) -> float:
        return self.seconds[-1]


def clock_of(facts: Facts) -> Clock | None:
    """From the time that a log prints, else from the sum of its steps; None where it has neither."""
    printed = _printed(facts)
    if len(printed) > 1:
        return Clock(printed, "the time that the log prints")
    summed = _summed(facts)
    return Clock(summed, "the sum of the steps, evaluations left out") if len(summed) > 1 else None


def _printed(facts: Facts) -> list[Point]:
    """A trainer's clock may start anew when it resumes: ours goes on."""
    if facts.run.origin == "directory":  # there dt_ms says it of more iterations
        return []
    points: list[Point] = []
    offset = 0.0
    for it, seconds in facts.run.curve("train_s"):
        if not (math.isfinite(seconds) and seconds >= 0):
            continue
        if points and seconds + offset < points[-1][1]:
            offset = points[-1][1]
        points.append((it, seconds + offset))
    return points


def _summed(facts: Facts) -> list[Point]:
    """An iteration that was not printed took as long as the next one that was."""
    points = [(min(0, facts.run.first_iter), 0.0)]
    for it, ms in facts.step_times:
        before, seconds = points[-1]
        if it > before and math.isfinite(ms):
            points.append((it, seconds + (it - before) * ms / 1000))
    return points
