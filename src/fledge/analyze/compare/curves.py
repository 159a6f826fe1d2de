"""Losses side by side: at equal iterations, tokens, time or FLOPs, and where one curve passes another."""

import bisect
import itertools
import math
import statistics
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from fledge.analyze.compare.sides import Side
from fledge.logs.facts import Facts, noise
from fledge.logs.run import Metric
from fledge.logs.timeline import timeline_of

Axis = Literal["iterations", "tokens", "time", "flops"]
How = Literal["measured", "interpolated", "at least"]
AXES: tuple[Axis, ...] = ("iterations", "tokens", "time", "flops")
METRICS: tuple[Metric, ...] = ("val_loss", "val_bpb", "loss")
WIDEST = 2.0  # between two evaluations further apart than this ratio nothing is interpolated
CHUNKS = 60  # means that stand for a curve of batch losses
Points = list[tuple[float, float]]


@dataclass(frozen=True)
class Point:
    value: float
    how: How

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


class Track:
    """A loss along an axis."""

    def __init__(self, points: Points) -> None:
        self.points = points
        self.xs = [x for x, _ in points]

    @property
    def end(self) -> float:
        return self.xs[-1]

    def at(self, x: float) -> Point | None:
        """The loss there. Between two evaluations a loss is nearly straight in log x; where they are too far apart
        and it fell, the later one is a bound."""
        place = bisect.bisect_left(self.xs, x * (1 - 1e-9))
        if place == len(self.xs):
            return None
        later, value = self.points[place]
        if math.isclose(later, x, rel_tol=1e-9, abs_tol=1e-12):
            return Point(value, "measured")
        if place == 0:
            return None
        earlier, before = self.points[place - 1]
        if earlier > 0 and later / earlier <= WIDEST:
            share = math.log(x / earlier) / math.log(later / earlier)
            return Point(before + share * (value - before), "interpolated")
        return Point(value, "at least") if value < before else None


@dataclass(frozen=True)
class Meeting:
    """Where all sides are known, as far along an axis as they all went."""

    axis: Axis
    x: float
    points: tuple[Point, ...]

    def to_json(self) -> dict[str, Any]:
        return {"x": self.x, "values": [point.to_json() for point in self.points]}


@dataclass(frozen=True)
class Crossing:
    """Where one side's loss falls below another's, to stay there."""

    axis: Axis
    x: float
    passes: str
    passed: str

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def shared_metric(sides: Sequence[Side]) -> Metric | None:
    """What all of them have: the validation loss, else the batches'."""
    for metric in METRICS:
        if all(facts.run.curve(metric).finite() for side in sides for facts in side.members):
            return metric
    return None


def meet(sides: Sequence[Side], metric: Metric, axis: Axis) -> Meeting | None:
    tracks = [track_of(side, metric, axis) for side in sides]
    known = [track for track in tracks if track is not None and track.xs]
    if len(known) < len(sides):
        return None
    for x in _places(known):
        points = [track.at(x) for track in known]
        found = tuple(point for point in points if point is not None)
        if len(found) == len(points):
            return Meeting(axis, x, found)
    return None


def _places(tracks: Sequence[Track]) -> list[float]:
    """Where to look: an evaluation that all have, if it is late enough, or else the end of the shortest."""
    end = min(track.end for track in tracks)
    shared = [
        x
        for x in tracks[0].xs
        if 0 < x <= end * (1 + 1e-9) and all(_has(track, x) for track in tracks) and x >= end / WIDEST
    ]
    return [*reversed(shared), end] if end > 0 else []


def _has(track: Track, x: float) -> bool:
    point = track.at(x)
    return point is not None and point.how == "measured"


def crossing(a: Side, b: Side, metric: Metric, axis: Axis, threshold: float) -> Crossing | None:
    """The last time that the order changed, each side having been ahead by more than the noise."""
    one, other = track_of(a, metric, axis), track_of(b, metric, axis)
    if one is None or other is None:
        return None
    grid = sorted(x for x in {*one.xs, *other.xs} if x > 0)
    ahead: list[tuple[float, float]] = []  # where one is clearly ahead: the place, and by how much a leads
    for x in grid:
        pair = one.at(x), other.at(x)
        if pair[0] and pair[1] and "at least" not in (pair[0].how, pair[1].how):
            lead = pair[1].value - pair[0].value
            if abs(lead) > threshold:
                ahead.append((x, lead))
    changes = [(p, q) for p, q in itertools.pairwise(ahead) if p[1] * q[1] < 0]
    if not changes:
        return None
    (x0, lead0), (x1, lead1) = changes[-1]
    x = x0 + (x1 - x0) * lead0 / (lead0 - lead1)
    passes, passed = (a.label, b.label) if lead1 > 0 else (b.label, a.label)
    return Crossing(axis, x, passes, passed)


def track_of(side: Side, metric: Metric, axis: Axis) -> Track | None:
    """A side's losses; the seeds' mean where there are several."""
    place = position(side, axis)
    if place is None:
        return None
    curves = [dict(points_of(facts, metric)) for facts in side.members]
    iters = sorted(set.intersection(*(set(curve) for curve in curves)))
    return Track([(place(it), statistics.mean(curve[it] for curve in curves)) for it in iters])


def points_of(facts: Facts, metric: Metric) -> Points:
    """By iteration. Batch losses are smoothed: means of equal parts of the curve, at their middle."""
    points: Points = [(float(it), value) for it, value in facts.run.curve(metric).finite()]
    if metric != "loss" or len(points) <= CHUNKS:
        return points
    size = chunk(facts)
    parts = [points[start : start + size] for start in range(0, len(points), size)]
    return [(statistics.median(it for it, _ in part), statistics.mean(v for _, v in part)) for part in parts]


def chunk(facts: Facts) -> int:
    """How many batch losses are taken together."""
    return max(1, math.ceil(len(facts.run.curve("loss")) / CHUNKS))


def position(side: Side, axis: Axis) -> Callable[[float], float] | None:
    """Where an iteration is on the axis."""
    facts = side.first
    if axis == "iterations":
        return lambda it: it
    each = facts.tokens_per_iter
    if axis == "time":
        return _clock(side)
    if each is None or (axis == "flops" and facts.flops_per_token is None):
        return None
    scale = each * (facts.flops_per_token or 1 if axis == "flops" else 1)
    return lambda it: it * scale


def _clock(side: Side) -> Callable[[float], float] | None:
    """Seconds of training alone; of several seeds, their usual step times the iterations."""
    if len(side.members) == 1:
        clock = timeline_of(side.first)
        return clock.at if clock else None
    step = side.mean(lambda one: one.step_ms)
    return None if step is None else lambda it: it * step / 1000


def spread_of_batches(facts: Facts) -> float:
    """Standard deviation of the printed batch losses about their trend, in the later half."""
    values = [value for _, value in facts.run.curve("loss").finite()]
    return noise(values[len(values) // 2 :]) if len(values) >= 20 else math.nan
