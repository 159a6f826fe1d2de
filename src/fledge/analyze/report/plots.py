"""Plots: which curves share a plot, their titles and captions, and the numbers that the page's script draws."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from fledge.analyze.report import curves
from fledge.analyze.report.view import RunView
from fledge.logs.names import COUNTS
from fledge.logs.run import Metric, Point
from fledge.texts import Message, say, text
from fledge.texts.bidi import isolated
from fledge.texts.language import language
from fledge.texts.numbers import native_marks

Role = Literal["line", "raw", "smooth", "dashed", "best", "break"]
Axis = Literal["iterations", "tokens", "time"]
PAGE_MAX_POINTS = 60_000  # about two megabytes of numbers
LINE_MIN_POINTS = 50
LINE_MAX_POINTS = 3000
USUAL_SHARE = 0.995  # a frame leaves out the highest half percent of the values
OUTLIER_REACH = 4.0  # if they reach this many times higher than the others


@dataclass(frozen=True)
class Line:
    run: int  # place of its run among the views
    name: str
    role: Role
    points: Sequence[Point]
    colour: int = 0
    text: str = ""  # beside its only point
    is_evaluated: bool = False  # so that its points may stand far apart


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
        return f"{self.caption} {text(say('report.plot.framed'))}".strip()

    @property
    def spoken(self) -> str:
        """The plot in words, for screen readers: each line's start, end, lowest and highest value."""
        said = []
        for line in self.lines:
            values = [value for _, value in line.points if not math.isnan(value)]
            if line.role in ("line", "dashed", "smooth") and values:
                ends = {"first": values[0], "first_it": line.points[0][0], "last": values[-1]}
                reach = {"last_it": line.points[-1][0], "lowest": min(values), "highest": max(values)}
                said.append(say("report.plot.spoken_line", name=line.name, **ends, **reach))
        return text(say("report.plot.spoken", title=self.title, lines=said))


def plots_of(views: Sequence[RunView]) -> list[Plot]:
    """Every plot that has a line in it."""
    made = [
        *([_bits_per_byte(views), _evaluated_loss(views)] if _have_other_tokens(views) else [_evaluated_loss(views)]),
        _batch_loss(views),
        *([] if _have_other_tokens(views) else [_bits_per_byte(views)]),
        _single(views, "accuracy", say("report.plot.accuracy"), say("report.plot.share_correct"), percent=True),
        _throughput(views),
        _step_time(views),
        _utilization(views),
        _single(views, "memory_mb", say("report.plot.memory"), say("report.plot.megabytes"), from_zero=True),
        _single(views, "lr", say("report.plot.learning_rate")),
        _single(views, "grad_norm", say("report.plot.gradient_norm")),
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
    return Plot("val_bpb", text(say("report.plot.val_bpb")), "", caption, lines, wide=True)


def _evaluated_loss(views: Sequence[RunView]) -> Plot:
    several = len(views) > 1
    lines = []
    for number, view in enumerate(views):
        run, best = view.facts.run, view.facts.best
        train_colour = number if several else 1  # a run alone has a colour per line
        lines.append(
            Line(number, text(say("report.plot.val")), "line", run.curve("val_loss"), number, is_evaluated=True)
        )
        lines.append(Line(number, text(say("report.plot.train")), "dashed", run.curve("train_loss"), train_colour))
        if best:
            mark = "" if several else _beside(say("report.plot.best_at", loss=best[1], it=best[0]))
            lines.append(Line(number, text(say("report.plot.best_val")), "best", [best], number, mark))
        if view.mark is not None and view.facts.last_val:
            lines.append(Line(number, text(view.mark), "break", [view.facts.last_val], number, _beside(view.mark)))
    lines = _drawable(lines)
    roles = {line.role for line in lines}
    caption = []
    if several and "dashed" in roles:
        caption.append(say("report.plot.solid_and_dashed"))
    if _have_other_tokens(views):
        caption.append(say("compare.plot.other_tokens"))
    if "best" in roles:
        caption.append(say("report.plot.ring"))
    title, unit = text(say("report.plot.evaluated_loss")), text(say("report.plot.nats"))
    return Plot("evaluated_loss", title, unit, text(caption), lines, wide=True)


def _batch_loss(views: Sequence[RunView]) -> Plot:
    lines = []
    for number, view in enumerate(views):
        curve = view.facts.run.curve("loss")
        mean = curves.smoothed(curve.finite())
        lines.append(Line(number, text(say("report.plot.batch")), "raw" if mean else "line", curve, number))
        lines.append(Line(number, text(say("report.plot.smoothed")), "smooth", mean, number))
        if broken := curves.first_break(curve):
            name, mark = text(say("report.plot.not_finite")), _beside(say("report.plot.not_finite_from"))
            lines.append(Line(number, name, "break", [broken], number, mark))
    lines = _drawable(lines)
    caption = [say("report.plot.own_batch")]
    if any(line.role == "smooth" for line in lines):
        caption.append(say("report.plot.bold", share=1 / curves.SMOOTH_WINDOWS))
    title, unit = text(say("report.plot.batch_loss")), text(say("report.plot.nats"))
    return Plot("batch_loss", title, unit, text(caption), lines, wide=True)


def _throughput(views: Sequence[RunView]) -> Plot:
    lines = _line_per_run(views, lambda view: curves.throughput(view.facts))
    title, unit = text(say("report.plot.throughput")), text(say("report.plot.tokens_per_s"))
    return Plot("throughput", title, unit, text(say("report.plot.training_only")), lines, from_zero=True)


def _step_time(views: Sequence[RunView]) -> Plot:
    """Only where a run's tokens per step are not known: elsewhere the throughput shows the same."""
    is_needed = any(view.facts.step_times and not curves.throughput(view.facts) for view in views)
    lines = _line_per_run(views, lambda view: view.facts.step_times) if is_needed else []
    title, unit = text(say("report.plot.step_time")), text(say("report.plot.ms"))
    return Plot("step_time", title, unit, text(say("report.plot.training_only")), lines, from_zero=True)


def _utilization(views: Sequence[RunView]) -> Plot:
    found = {view.label: curves.utilization(view.facts) for view in views}
    lines = _line_per_run(views, lambda view: found[view.label][0])
    labels: dict[str, list[str]] = {}  # of the runs with the same peak, in words
    for label, (points, peak) in found.items():
        if points:
            labels.setdefault(text(peak), []).append(label)
    peaks: list[str | Message] = list(labels)
    if len(labels) > 1:
        peaks = [say("report.plot.peak_of", peak=peak, runs=runs) for peak, runs in labels.items()]
    caption = text(say("report.plot.mfu_caption", peaks=peaks))
    title, unit = text(say("report.plot.mfu")), text(say("report.plot.share_of_peak"))
    return Plot("mfu", title, unit, caption, lines, percent=True, from_zero=True)


def _single(views: Sequence[RunView], metric: Metric, title: Message, unit: Message | None = None, **how: bool) -> Plot:
    lines = _line_per_run(views, lambda view: view.facts.run.curve(metric))
    return Plot(metric, text(title), text(unit) if unit else "", "", lines, **how)


def _beside(message: Message) -> str:
    """Text in the picture, which runs from left to right."""
    return isolated(text(message)) if language().is_right_to_left else text(message)


def _line_per_run(views: Sequence[RunView], points: Callable[[RunView], Sequence[Point]]) -> list[Line]:
    return _drawable([Line(number, view.label, "line", points(view), number) for number, view in enumerate(views)])


def _drawable(lines: list[Line]) -> list[Line]:
    return [line for line in lines if any(math.isfinite(value) for _, value in line.points)]


# what the page draws


def axes_of(views: Sequence[RunView]) -> dict[Axis, str]:
    """The x-axes that at least one run has, with their names."""
    counted = {view.facts.run.counts for view in views}
    axes: dict[Axis, str] = {"iterations": text(COUNTS[counted.pop() if len(counted) == 1 else "iterations"])}
    if any(view.facts.tokens_per_iter for view in views):
        axes["tokens"] = text(say("report.axis.tokens"))
    if any(view.clock for view in views):
        axes["time"] = time_unit(views)[0]
    return axes


def time_unit(views: Sequence[RunView]) -> tuple[str, float]:
    """The unit of the time axis and its seconds: hours from half an hour of training on."""
    longest_s = max((view.clock.total for view in views if view.clock), default=0.0)
    if longest_s >= 1800:
        return text(say("report.axis.hours")), 3600.0
    if longest_s >= 60:
        return text(say("report.axis.minutes")), 60.0
    return text(say("report.axis.seconds")), 1.0


def plots_json(plots: Sequence[Plot], views: Sequence[RunView]) -> dict[str, Any]:
    """The numbers that plots.js draws."""
    total = sum(len(plot.lines) for plot in plots)
    most = min(LINE_MAX_POINTS, max(LINE_MIN_POINTS, PAGE_MAX_POINTS // max(total, 1)))
    return {
        "marks": native_marks(),
        "runs": [view.label for view in views],
        "axes": axes_of(views),
        "plots": [_plot_json(plot, views, most) for plot in plots],
        "words": {  # on plotly's buttons, and between two names
            "comma": text(say("unit.comma")),
            "save": text(say("report.plot.save")),
            "zoom": text(say("report.plot.zoom")),
            "pan": text(say("report.plot.pan")),
            "autoscale": text(say("report.plot.autoscale")),
            "reset": text(say("report.plot.reset")),
            "zoomed": text(say("report.plot.zoomed")),
        },
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
    if line.role in ("line", "raw", "smooth") and not line.is_evaluated:
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
