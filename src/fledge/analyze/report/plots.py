"""Plots: which curves share a plot, their titles and captions, and the numbers that the page's script draws."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from fledge.analyze.report import curves
from fledge.analyze.report.view import RunView
from fledge.logs.run import Metric, Point
from fledge.texts import say

Role = Literal["line", "raw", "smooth", "dashed", "best", "break"]
Axis = Literal["iterations", "tokens", "time"]
PAGE_MAX_POINTS = 60_000  # about two megabytes of numbers
LINE_MIN_POINTS = 50
LINE_MAX_POINTS = 3000
USUAL_SHARE = 0.995  # a frame leaves out the highest half percent of the values
OUTLIER_REACH = 4.0  # if they reach this many times higher than the others
WITHOUT_EVALUATIONS = "Training only: iterations with an evaluation are left out."


@dataclass(frozen=True)
class Line:
    run: int  # place of its run among the views
    name: str
    role: Role
    points: Sequence[Point]
    colour: int = 0
    text: str = ""  # beside its only point


@dataclass(frozen=True)
class Plot:
    key: str  # stable: the file name of its picture
    title: str
    unit: str
    caption: str
    lines: list[Line]
    wide: bool = False
    percent: bool = False
    from_zero: bool = False  # so that a small change does not look like a large one

    @cached_property
    def frame(self) -> list[float] | None:
        """The y range to show at first, if a few points are so high that the rest would look flat."""
        values = sorted(value for line in self.lines for _, value in line.points if math.isfinite(value))
        if len(values) < 20:
            return None
        low, usual, high = values[0], values[int(USUAL_SHARE * (len(values) - 1))], values[-1]
        if high - low <= OUTLIER_REACH * (usual - low):
            return None
        margin = 0.08 * (usual - low) or 0.08 * abs(usual)
        return [0.0 if self.from_zero else low - margin, usual + 2 * margin] if margin else None

    @property
    def full_caption(self) -> str:
        if self.frame is None:
            return self.caption
        return f"{self.caption} The frame leaves out the highest points; a double-click shows them.".strip()

    @property
    def spoken(self) -> str:
        """The plot in words, for screen readers: each line's start, end, lowest and highest value."""
        said = []
        for line in self.lines:
            values = [value for _, value in line.points if not math.isnan(value)]
            if line.role in ("line", "dashed", "smooth") and values:
                ends = f"{values[0]:.4g} at {line.points[0][0]:,} to {values[-1]:.4g} at {line.points[-1][0]:,}"
                said.append(f"{line.name}: {ends}, lowest {min(values):.4g}, highest {max(values):.4g}")
        return f"{self.title}. {'; '.join(said)}"


def plots_of(views: Sequence[RunView]) -> list[Plot]:
    """Every plot that has a line in it."""
    made = [
        *([_bits_per_byte(views), _evaluated_loss(views)] if _have_other_tokens(views) else [_evaluated_loss(views)]),
        _batch_loss(views),
        *([] if _have_other_tokens(views) else [_bits_per_byte(views)]),
        _single(views, "accuracy", "Accuracy", "share correct", percent=True),
        _throughput(views),
        _step_time(views),
        _utilization(views),
        _single(views, "memory_mb", "Memory", "MB", from_zero=True),
        _single(views, "lr", "Learning rate", ""),
        _single(views, "grad_norm", "Gradient norm", ""),
    ]
    return [plot for plot in made if plot.lines]


def _have_other_tokens(views: Sequence[RunView]) -> bool:
    """Whether runs have different vocabularies: their losses per token have different units."""
    shapes = [view.facts.shape for view in views]
    return len({shape.vocab_size for shape in shapes if shape is not None}) > 1


def _bits_per_byte(views: Sequence[RunView]) -> Plot:
    texts = {view.facts.run.value("val_text") for view in views}
    caption = ""
    if _have_other_tokens(views) and None not in texts:
        caption = str(say("compare.plot.same_text") if len(texts) == 1 else say("compare.plot.other_text"))
    lines = _line_per_run(views, lambda view: view.facts.run.curve("val_bpb"))
    return Plot("val_bpb", "Validation, bits per byte", "bits per byte", caption, lines, wide=True)


def _evaluated_loss(views: Sequence[RunView]) -> Plot:
    several = len(views) > 1
    lines = []
    for number, view in enumerate(views):
        run, best = view.facts.run, view.facts.best
        train_colour = number if several else 1  # a run alone has a colour per line
        lines.append(Line(number, "val", "line", run.curve("val_loss"), number))
        lines.append(Line(number, "train", "dashed", run.curve("train_loss"), train_colour))
        if best:
            text = "" if several else f"best {best[1]:.4f} at {best[0]:,}"
            lines.append(Line(number, "best val", "best", [best], number, text))
    lines = _drawable(lines)
    roles = {line.role for line in lines}
    caption = []
    if several and "dashed" in roles:
        caption.append("Solid: val. Dashed: train.")
    if _have_other_tokens(views):
        caption.append(str(say("compare.plot.other_tokens")))
    if "best" in roles:
        caption.append("The ring marks the lowest val loss.")
    return Plot("evaluated_loss", "Loss, evaluated", "nats per token", " ".join(caption), lines, wide=True)


def _batch_loss(views: Sequence[RunView]) -> Plot:
    lines = []
    for number, view in enumerate(views):
        curve = view.facts.run.curve("loss")
        mean = curves.smoothed(curve.finite())
        lines.append(Line(number, "batch", "raw" if mean else "line", curve, number))
        lines.append(Line(number, "smoothed", "smooth", mean, number))
        if broken := curves.first_break(curve):
            lines.append(Line(number, "not finite", "break", [broken], number, "not finite from here"))
    lines = _drawable(lines)
    caption = "The loss of each iteration's own batch, with dropout if there is any."
    if any(line.role == "smooth" for line in lines):
        caption += f" Bold: the mean over {100 / curves.SMOOTH_WINDOWS:.0f}% of the iterations."
    return Plot("batch_loss", "Batch loss", "nats per token", caption, lines, wide=True)


def _throughput(views: Sequence[RunView]) -> Plot:
    lines = _line_per_run(views, lambda view: curves.throughput(view.facts))
    return Plot("throughput", "Throughput", "tokens/s", WITHOUT_EVALUATIONS, lines, from_zero=True)


def _step_time(views: Sequence[RunView]) -> Plot:
    """Only where a run's tokens per step are not known: elsewhere the throughput shows the same."""
    is_needed = any(view.facts.step_times and not curves.throughput(view.facts) for view in views)
    lines = _line_per_run(views, lambda view: view.facts.step_times) if is_needed else []
    return Plot("step_time", "Step time", "ms", WITHOUT_EVALUATIONS, lines, from_zero=True)


def _utilization(views: Sequence[RunView]) -> Plot:
    found = {view.label: curves.utilization(view.facts) for view in views}
    lines = _line_per_run(views, lambda view: found[view.label][0])
    labels: dict[str, list[str]] = {}  # of the runs with the same peak
    for label, (points, peak) in found.items():
        if points:
            labels.setdefault(peak, []).append(label)
    if len(labels) > 1:
        peaks = "; ".join(f"{peak} ({', '.join(runs)})" for peak, runs in labels.items())
    else:
        peaks = "".join(labels)
    caption = f"The share of the peak FLOP/s that the model's arithmetic uses: {peaks}."
    return Plot("mfu", "MFU", "share of peak", caption, lines, percent=True, from_zero=True)


def _single(views: Sequence[RunView], metric: Metric, title: str, unit: str, **how: bool) -> Plot:
    lines = _line_per_run(views, lambda view: view.facts.run.curve(metric))
    return Plot(metric, title, unit, "", lines, **how)


def _line_per_run(views: Sequence[RunView], points: Callable[[RunView], Sequence[Point]]) -> list[Line]:
    return _drawable([Line(number, view.label, "line", points(view), number) for number, view in enumerate(views)])


def _drawable(lines: list[Line]) -> list[Line]:
    return [line for line in lines if any(math.isfinite(value) for _, value in line.points)]


# what the page draws


def axes_of(views: Sequence[RunView]) -> dict[Axis, str]:
    """The x-axes that at least one run has, with their names."""
    counted = {view.facts.run.counts for view in views}
    axes: dict[Axis, str] = {"iterations": counted.pop() if len(counted) == 1 else "iterations"}
    if any(view.facts.tokens_per_iter for view in views):
        axes["tokens"] = "tokens"
    if any(view.clock for view in views):
        axes["time"] = time_unit(views)[0]
    return axes


def time_unit(views: Sequence[RunView]) -> tuple[str, float]:
    """The unit of the time axis and its seconds: hours from half an hour of training on."""
    longest_s = max((view.clock.total for view in views if view.clock), default=0.0)
    if longest_s >= 1800:
        return "hours", 3600.0
    return ("minutes", 60.0) if longest_s >= 60 else ("seconds", 1.0)


def plots_json(plots: Sequence[Plot], views: Sequence[RunView]) -> dict[str, Any]:
    """The numbers that plots.js draws."""
    total = sum(len(plot.lines) for plot in plots)
    most = min(LINE_MAX_POINTS, max(LINE_MIN_POINTS, PAGE_MAX_POINTS // max(total, 1)))
    return {
        "runs": [view.label for view in views],
        "axes": axes_of(views),
        "plots": [_plot_json(plot, views, most) for plot in plots],
    }


def _plot_json(plot: Plot, views: Sequence[RunView], most: int) -> dict[str, Any]:
    return {
        "key": plot.key,
        "title": plot.title,
        "unit": plot.unit,
        "percent": plot.percent,
        "from_zero": plot.from_zero,
        "frame": plot.frame,
        "lines": [_line_json(line, views, most) for line in plot.lines],
    }


def _line_json(line: Line, views: Sequence[RunView], most: int) -> dict[str, Any]:
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
    """Six digits, more than a screen shows; None, a gap in the line, if it is not finite."""
    if value is None or not math.isfinite(value):
        return None
    short = float(f"{value:.6g}")
    return int(short) if short.is_integer() and abs(short) < 2**53 else short
