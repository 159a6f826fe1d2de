"""Loss curves along iterations, tokens, time or FLOPs: aligned at equal points, and where one passes another."""

import bisect
import functools
import itertools
import math
import statistics
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

import numpy as np

from fledge.analyze.compare.group import RunGroup
from fledge.analyze.compare.settings import value_of
from fledge.logs.facts import Facts, noise
from fledge.logs.run import Metric
from fledge.logs.timeline import Timeline, timeline_of

Axis = Literal["iterations", "tokens", "time", "flops"]
How = Literal["measured", "interpolated", "at least"]
AXES: tuple[Axis, ...] = ("iterations", "tokens", "time", "flops")
METRICS: tuple[Metric, ...] = ("val_loss", "val_bpb", "loss")
MAX_GAP_RATIO = 2.0  # evaluations further apart than this are not interpolated
MAX_SMOOTHED_POINTS = 60  # a curve of batch losses becomes at most so many means
Points = list[tuple[float, float]]


@dataclass(frozen=True)
class CurvePoint:
    value: float
    how: How


class LossCurve:
    """Losses along an axis, and the iteration of each."""

    def __init__(self, points: Points, iters: Sequence[float] = ()) -> None:
        self.points = points
        self.xs = [x for x, _ in points]
        self.iters = iters or self.xs

    @property
    def end(self) -> float:
        return self.xs[-1]

    def at(self, x: float) -> CurvePoint | None:
        """The loss at x: measured, or interpolated in log x, where a loss curve is nearly straight. Between
        evaluations too far apart for that, a falling loss is at least as high as at the later one."""
        index = bisect.bisect_left(self.xs, x * (1 - 1e-9))
        if index == len(self.xs):
            return None
        later, value = self.points[index]
        if math.isclose(later, x, rel_tol=1e-9, abs_tol=1e-12):
            return CurvePoint(value, "measured")
        if index == 0:
            return None
        earlier, before = self.points[index - 1]
        if earlier > 0 and later / earlier <= MAX_GAP_RATIO:
            share = math.log(x / earlier) / math.log(later / earlier)
            return CurvePoint(before + share * (value - before), "interpolated")
        return CurvePoint(value, "at least") if value < before else None

    def iteration_at(self, x: float) -> float:
        return float(np.interp(x, self.xs, self.iters))


@dataclass(frozen=True)
class AlignedPoint:
    """The losses of all groups at one point of an axis, as far along as all of them went."""

    axis: Axis
    x: float
    losses: tuple[CurvePoint, ...]
    iters: tuple[float, ...]  # where each group is

    def to_json(self) -> dict[str, Any]:
        return {"x": self.x, "values": [asdict(loss) for loss in self.losses]}


@dataclass(frozen=True)
class Crossing:
    """Where the loss of one group falls below that of another and stays there."""

    axis: Axis
    x: float
    passes: str
    passed: str


def shared_metric(groups: Sequence[RunGroup]) -> Metric | None:
    """The best metric that all runs have: the validation loss, or else the batch loss.

    Losses per token of different tokenizers have different units; bits per byte have not.
    """
    metrics: tuple[Metric, ...] = ("val_bpb", *METRICS) if _may_have_other_tokens(groups) else METRICS
    for metric in metrics:
        if all(facts.run.curve(metric).finite() for group in groups for facts in group.members):
            return metric
    return None


def _may_have_other_tokens(groups: Sequence[RunGroup]) -> bool:
    """Whether tokenizers differ, or may differ: one text under several names was prepared several times."""
    vocabularies = {size for group in groups if (size := value_of(group.first, "vocab_size")) is not None}
    datasets = {value_of(group.first, "dataset") for group in groups}
    texts = {group.first.run.value("val_text") for group in groups}
    return len(vocabularies) > 1 or (len(datasets) > 1 and len(texts) == 1 and None not in texts)


def has_one_count(groups: Sequence[RunGroup]) -> bool:
    """Whether all count the same: not one epochs and the other iterations."""
    return len({facts.run.counts for group in groups for facts in group.members}) == 1


def align_all(groups: Sequence[RunGroup], metric: Metric) -> dict[Axis, AlignedPoint]:
    """Per axis, where the groups can be compared."""
    points = {axis: align(groups, metric, axis) for axis in AXES}
    return {axis: point for axis, point in points.items() if point is not None}


def align(groups: Sequence[RunGroup], metric: Metric, axis: Axis) -> AlignedPoint | None:
    """At the last evaluation that all have, if it is late enough, else at the end of the shortest curve."""
    if axis == "iterations" and not has_one_count(groups):
        return None
    curves = [curve for group in groups if (curve := loss_curve(group, metric, axis)) is not None and curve.xs]
    if len(curves) < len(groups):
        return None
    end = min(curve.end for curve in curves)
    for x in reversed(curves[0].xs):
        if 0 < end / MAX_GAP_RATIO <= x <= end * (1 + 1e-9):
            losses = [loss for curve in curves if (loss := curve.at(x)) is not None and loss.how == "measured"]
            if len(losses) == len(curves):
                return _aligned(axis, x, losses, curves)
    losses = [loss for curve in curves if (loss := curve.at(end)) is not None]
    return _aligned(axis, end, losses, curves) if end > 0 and len(losses) == len(curves) else None


def _aligned(axis: Axis, x: float, losses: Sequence[CurvePoint], curves: Sequence[LossCurve]) -> AlignedPoint:
    return AlignedPoint(axis, x, tuple(losses), tuple(curve.iteration_at(x) for curve in curves))


def crossing(
    a: RunGroup, b: RunGroup, metric: Metric, axis: Axis, threshold: Callable[[float], float]
) -> Crossing | None:
    """The last change of order in which both were ahead by more than the noise, which is larger early in a run."""
    curve_a, curve_b = loss_curve(a, metric, axis), loss_curve(b, metric, axis)
    if curve_a is None or curve_b is None:
        return None
    leads: list[tuple[float, float]] = []  # x, and by how much a leads there, where that is more than the noise
    for x in sorted(x for x in {*curve_a.xs, *curve_b.xs} if x > 0):
        loss_a, loss_b = curve_a.at(x), curve_b.at(x)
        if loss_a and loss_b and "at least" not in (loss_a.how, loss_b.how):
            lead = loss_b.value - loss_a.value
            if abs(lead) > threshold(x / min(curve_a.end, curve_b.end)):
                leads.append((x, lead))
    changes = [(p, q) for p, q in itertools.pairwise(leads) if p[1] * q[1] < 0]
    if not changes:
        return None
    (x0, lead0), (x1, lead1) = changes[-1]
    x = x0 * (x1 / x0) ** (lead0 / (lead0 - lead1))  # in log x, where loss curves are nearly straight
    passes, passed = (a.label, b.label) if lead1 > 0 else (b.label, a.label)
    return Crossing(axis, x, passes, passed)


def loss_curve(group: RunGroup, metric: Metric, axis: Axis) -> LossCurve | None:
    """The losses of a group; of several seeds, their mean."""
    position = _axis_position(group, axis)
    if position is None:
        return None
    curves = [dict(points_of(facts, metric)) for facts in group.members]
    iters = sorted(set.intersection(*(set(curve) for curve in curves)))
    return LossCurve([(position(it), statistics.mean(curve[it] for curve in curves)) for it in iters], iters)


def points_of(facts: Facts, metric: Metric) -> Points:
    """Losses by iteration. Batch losses are smoothed: means of equal parts of the curve, each at its middle."""
    points: Points = [(float(it), value) for it, value in facts.run.curve(metric).finite()]
    if metric != "loss" or len(points) <= MAX_SMOOTHED_POINTS:
        return points
    size = batches_per_mean(facts)
    parts = [points[start : start + size] for start in range(0, len(points), size)]
    return [(statistics.median(it for it, _ in part), statistics.mean(v for _, v in part)) for part in parts]


def batches_per_mean(facts: Facts) -> int:
    """How many batch losses are averaged into one point."""
    return max(1, math.ceil(len(facts.run.curve("loss")) / MAX_SMOOTHED_POINTS))


def _axis_position(group: RunGroup, axis: Axis) -> Callable[[float], float] | None:
    """A function that says where an iteration is on the axis."""
    if axis == "iterations":
        return lambda it: it
    if axis == "time":
        return _seconds(group)
    tokens, flops_per_token = group.first.tokens_per_iter, group.first.flops_per_token
    if tokens is None:
        return None
    if axis == "tokens":
        return lambda it: it * tokens
    if flops_per_token is None:
        return None
    flops = tokens * flops_per_token
    return lambda it: it * flops


def _seconds(group: RunGroup) -> Callable[[float], float] | None:
    """Seconds of training alone, without compilation; of several seeds, their mean."""
    clocks = [found[0] for facts in group.members if (found := training_time(facts))]
    if len(clocks) < len(group.members):
        return None
    return lambda it: statistics.mean(clock.at(it) for clock in clocks)


@functools.lru_cache(maxsize=64)  # a log may have millions of steps
def training_time(facts: Facts) -> tuple[Timeline, float] | None:
    """The seconds of training without compilation, and the seconds of compilation."""
    timeline = timeline_of(facts)
    if timeline is None:
        return None
    return timeline.without_startup(facts.step_ms) if facts.step_ms else (timeline, 0.0)


def batch_loss_sd(facts: Facts) -> float:
    """The standard deviation of the printed batch losses around their trend, in the later half of the run."""
    values = [value for _, value in facts.run.curve("loss").finite()]
    return noise(values[len(values) // 2 :]) if len(values) >= 20 else math.nan
