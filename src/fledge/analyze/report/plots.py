"""Plots: which curves stand together, what they are called, and the numbers the page draws."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from fledge.analyze.report import curves
from fledge.analyze.report.curves import Points
from fledge.analyze.report.view import View
from fledge.logs.run import Curve, Metric
from fledge.logs.run import Points as CurvePoints

Role = Literal["line", "raw", "smooth", "dashed", "best", "break"]
Axis = Literal["iterations", "tokens", "time"]
POINTS = 60_000  # in one page: about two megabytes of numbers
LEAST_POINTS, MOST_POINTS = 50, 3000  # of one line
OUTLIER_SHARE, OUTLIER_REACH = 0.995, 4.0  # a frame leaves out the highest half percent where they dwarf the rest


@dataclass(frozen=True)
class Line:
    run: int  # which of the views
    name: str
    role: Role
    points: Points
    colour: int = 0
    text: str = ""  # beside its only point


@dataclass(frozen=True)
class Plot:
    key: str  # stable: the name of its picture
    title: str
    unit: str
    caption: str
    lines: list[Line]
    wide: bool = False
    percent: bool = False
    from_zero: bool = False  # where the eye would take a small change for a large one


def plots_of(views: Sequence[View]) -> list[Plot]:
    """Every plot that has a line in it."""
    made = [
        _evaluated(views),
        _batch_loss(views),
        _single(views, "val_bpb", "Validation, bits a byte", "bits a byte", wide=True),
        _single(views, "accuracy", "Accuracy", "share right", percent=True),
        _throughput(views),
        _step_time(views),
        _utilization(views),
        _single(views, "memory_mb", "Memory", "MB", from_zero=True),
        _single(views, "lr", "Learning rate", ""),
        _single(views, "grad_norm", "Gradient norm", ""),
    ]
    return [plot for plot in made if plot.lines]


def _evaluated(views: Sequence[View]) -> Plot:
    lines = []
    for number, view in enumerate(views):
        run, best = view.facts.run, view.facts.best
        ours = _colours(views, number)
        lines += _line(number, "val", "line", _points(run.curve("val_loss")), ours[0])
        lines += _line(number, "train", "dashed", _points(run.curve("train_loss")), ours[1])
        if best:
            text = f"best {best[1]:.4f} at {best[0]:,}" if len(views) == 1 else ""
            lines += _line(number, "best val", "best", [best], ours[0], text)
    two = any(line.role == "dashed" for line in lines) and len(views) > 1
    caption = "Solid: val. Dashed: train. " if two else ""
    ring = "The ring is the lowest val loss." if any(line.role == "best" for line in lines) else ""
    return Plot("evaluated_loss", "Loss, evaluated", "nats a token", caption + ring, lines, wide=True)


def _batch_loss(views: Sequence[View]) -> Plot:
    lines = []
    for number, view in enumerate(views):
        curve = view.facts.run.curve("loss")
        colour = _colours(views, number)[0]
        mean = curves.smoothed(curve.finite())
        lines += _line(number, "batch", "raw" if mean else "line", _points(curve), colour)
        lines += _line(number, "smoothed", "smooth", mean, colour)
        if broken := curves.first_break(curve):
            lines += _line(number, "not finite", "break", [broken], colour, "not finite from here")
    bold = any(line.role == "smooth" for line in lines)
    caption = "Of each iteration's own batch, dropout and all. "
    caption += f"Bold: the mean over {100 / curves.SMOOTH_SHARE:.0f}% of the iterations." if bold else ""
    return Plot("batch_loss", "Loss of the batches", "nats a token", caption, lines, wide=True)


def _throughput(views: Sequence[View]) -> Plot:
    lines = _each(views, lambda view: curves.throughput(view.facts))
    caption = "Training alone: iterations that contain an evaluation are left out."
    return Plot("throughput", "Throughput", "tokens/s", caption, lines, from_zero=True)


def _step_time(views: Sequence[View]) -> Plot:
    """Only where the tokens of a step are not known: else the throughput says the same."""
    if all(curves.throughput(view.facts) or not view.facts.step_times for view in views):
        return Plot("step_time", "", "", "", [])
    lines = _each(views, lambda view: view.facts.step_times)
    caption = "Training alone: iterations that contain an evaluation are left out."
    return Plot("step_time", "Step time", "ms", caption, lines, from_zero=True)


def _utilization(views: Sequence[View]) -> Plot:
    found = {view.label: curves.utilization(view.facts) for view in views}
    lines = _each(views, lambda view: found[view.label][0])
    runs: dict[str, list[str]] = {}  # by what their share is of
    for label, (points, basis) in found.items():
        if points:
            runs.setdefault(basis, []).append(label)
    said = "; ".join(f"{basis} ({', '.join(labels)})" if len(runs) > 1 else basis for basis, labels in runs.items())
    caption = f"The share of the peak FLOP/s that the model's own arithmetic uses: {said}."
    return Plot("mfu", "MFU", "share of peak", caption, lines, percent=True, from_zero=True)


def _single(views: Sequence[View], metric: Metric, title: str, unit: str, **how: bool) -> Plot:
    lines = _each(views, lambda view: _points(view.facts.run.curve(metric)))
    return Plot(metric, title, unit, "", lines, **how)


def _each(views: Sequence[View], points: Callable[[View], Points]) -> list[Line]:
    """One line for each run that has the points."""
    return [
        line
        for number, view in enumerate(views)
        for line in _line(number, view.label, "line", points(view), _colours(views, number)[0])
    ]


def _points(curve: Curve) -> Points:
    """All of a curve, also what is no number, without a copy."""
    return CurvePoints(curve.iters, curve.values)


def _line(run: int, name: str, role: Role, points: Points, colour: int, text: str = "") -> list[Line]:
    there = any(math.isfinite(value) for _, value in points)
    return [Line(run, name, role, points, colour, text)] if there else []


def _colours(views: Sequence[View], number: int) -> tuple[int, int]:
    """A colour for each run; where there is only one, one for each of its lines."""
    return (number, number) if len(views) > 1 else (0, 1)


# the numbers of a page


def axes_of(views: Sequence[View]) -> dict[Axis, str]:
    """The x-axes that at least one run has, with their names."""
    counted = {view.facts.run.counts for view in views}
    axes: dict[Axis, str] = {"iterations": counted.pop() if len(counted) == 1 else "iterations"}
    if any(view.facts.tokens_per_iter for view in views):
        axes["tokens"] = "tokens"
    if any(view.clock for view in views):
        axes["time"] = time_unit(views)[0]
    return axes


def time_unit(views: Sequence[View]) -> tuple[str, float]:
    """Hours; minutes or seconds where there is not half an hour of training."""
    longest = max((view.clock.total for view in views if view.clock), default=0.0)
    return ("hours", 3600.0) if longest >= 1800 else ("minutes", 60.0) if longest >= 60 else ("seconds", 1.0)


def to_json(plots: Sequence[Plot], views: Sequence[View]) -> dict[str, Any]:
    """What the page's script draws."""
    total = sum(len(plot.lines) for plot in plots)
    most = min(MOST_POINTS, max(LEAST_POINTS, POINTS // max(total, 1)))
    return {
        "runs": [view.label for view in views],
        "axes": axes_of(views),
        "plots": [_plot_json(plot, views, most) for plot in plots],
    }


def _plot_json(plot: Plot, views: Sequence[View], most: int) -> dict[str, Any]:
    return {
        "key": plot.key,
        "title": plot.title,
        "unit": plot.unit,
        "percent": plot.percent,
        "from_zero": plot.from_zero,
        "frame": frame(plot),
        "lines": [_line_json(line, views, most) for line in plot.lines],
    }


def _line_json(line: Line, views: Sequence[View], most: int) -> dict[str, Any]:
    view = views[line.run]
    points = curves.thin(line.points, most)
    if line.role in ("line", "raw", "smooth") and line.name != "val":
        points = curves.with_gaps(points)
    x: dict[str, list[float | None]] = {"iterations": [it for it, _ in points]}
    if view.facts.tokens_per_iter:
        x["tokens"] = [_short(view.tokens_at(it)) for it, _ in points]
    if view.clock:
        unit = time_unit(views)[1]
        x["time"] = [_short(view.clock.at(it) / unit) for it, _ in points]
    about = {"run": line.run, "name": line.name, "role": line.role, "colour": line.colour, "text": line.text}
    return {**about, "x": x, "y": [_short(value) for _, value in points]}


def _short(value: float | None) -> float | None:
    """Six digits are more than a screen shows; what is not finite is a gap."""
    if value is None or not math.isfinite(value):
        return None
    short = float(f"{value:.6g}")
    return int(short) if short.is_integer() and abs(short) < 2**53 else short


def frame(plot: Plot) -> list[float] | None:
    """The range to show at first, where a few points are so high that the rest would be a flat line."""
    values = sorted(value for line in plot.lines for _, value in line.points if math.isfinite(value))
    if len(values) < 20:
        return None
    low, usual, high = values[0], values[int(OUTLIER_SHARE * (len(values) - 1))], values[-1]
    if high - low <= OUTLIER_REACH * (usual - low):
        return None
    margin = 0.08 * (usual - low) or 0.08 * abs(usual)
    return [0.0 if plot.from_zero else low - margin, usual + 2 * margin] if margin else None
