"""Timeline: the seconds of training, without evaluations, up to each iteration of a run."""

import bisect
import itertools
import math
from collections.abc import Sequence

from fledge.logs.facts import STARTUP_ITERS, STARTUP_STEPS, Facts
from fledge.logs.run import Point
from fledge.texts import Message, say


class Timeline:
    """Iterations and the seconds of training up to each; linear between two of them."""

    def __init__(self, points: Sequence[Point], basis: Message) -> None:
        self.iters = [it for it, _ in points]
        self.seconds = [seconds for _, seconds in points]
        self.basis = basis

    def at(self, it: float) -> float:
        """Seconds up to an iteration. Beyond both ends the speed there continues, and time is never below zero."""
        place = min(max(bisect.bisect_left(self.iters, it), 1), len(self.iters) - 1)
        a, b = self.iters[place - 1], self.iters[place]
        start, end = self.seconds[place - 1], self.seconds[place]
        return max(0.0, start + (end - start) * (it - a) / (b - a))

    @property
    def total(self) -> float:
        return self.seconds[-1]

    def without_startup(self, step_ms: float) -> "tuple[Timeline, float]":
        """The same without the time that the first steps took longer than usual, to compile; and that time."""
        usual, startup = step_ms / 1000, 0.0
        points = [(min(0, self.iters[0]), 0.0), *zip(self.iters, self.seconds, strict=True)]
        last_of_start = max(points[0][0] + STARTUP_ITERS, next((it for it in self.iters if it > 0), 0))
        kept: list[Point] = []
        for (a, start), (b, end) in itertools.pairwise(points):
            extra = end - start - (b - a) * usual
            if b <= last_of_start and extra > max(STARTUP_STEPS, b - a) * usual:
                startup += extra
            kept.append((b, end - startup))
        return Timeline(kept, self.basis), startup


def timeline_of(facts: Facts) -> Timeline | None:
    """From the time the log prints, else from the sum of its step times; None without either."""
    printed = _printed(facts)
    if len(printed) > 1:
        return Timeline(printed, say("logs.printed_time"))
    summed = _summed(facts)
    return Timeline(summed, say("logs.summed_time")) if len(summed) > 1 else None


def _printed(facts: Facts) -> list[Point]:
    """Seconds as printed. Some trainers start again from zero when they resume: the earlier time is added."""
    if facts.run.origin == "directory":  # dt_ms covers more iterations there
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
    """The sum of step times. An iteration that was not printed counts as long as the next printed one."""
    points = [(min(0, facts.run.first_iter), 0.0)]
    for it, ms in facts.step_times:
        before, seconds = points[-1]
        if it > before and math.isfinite(ms):
            points.append((it, seconds + (it - before) * ms / 1000))
    return points
