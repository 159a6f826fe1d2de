"""How a run and a comparison look in a notebook: the verdict, the loss curves, the numbers."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fledge.analyze.report import curves
from fledge.analyze.report.tiles import tiles_of
from fledge.analyze.report.view import RunView, unique_labels
from fledge.analyze.summary import Explanation
from fledge.common.card import card, legend, rows, toned, words
from fledge.common.chart import ChartLine, line_chart
from fledge.logs.facts import Facts
from fledge.logs.readers import LogReading
from fledge.logs.run import Metric, Point
from fledge.texts import text

if TYPE_CHECKING:
    from fledge.analyze.compare import Comparison

MOST_POINTS = 500  # of a line: a picture 640 wide shows no more
MOST_FINDINGS = 4
MOST_CONCLUSIONS = 6
NAMES: dict[Metric, str] = {
    "loss": "batch loss",
    "val_loss": "val loss",
    "train_loss": "train loss",
    "val_bpb": "val bits per byte",
}


def run_html(explanation: Explanation, reading: LogReading) -> str:
    facts = explanation.facts
    run = facts.run
    view = RunView(unique_labels([run.name])[0], explanation, reading)
    lines = run_lines(facts)
    chart = line_chart(lines, str(run.counts), f"Losses of {view.label}: {_spoken(lines)}")
    findings = "".join(
        toned(found["severity"], found["severity"], found["title"], found["evidence"])
        for found in view.findings[:MOST_FINDINGS]
    )
    if len(view.findings) > MOST_FINDINGS:
        findings += words(f"and {len(view.findings) - MOST_FINDINGS} more: findings()")
    numbers = [
        (tile.label, f"{tile.value} ({tile.about})" if tile.about else tile.value)
        for tile in tiles_of(view)
        if tile.value
    ]
    return card(view.label, view.about, [chart + legend(lines) if chart else "", findings, rows(numbers)])


def run_lines(facts: Facts) -> list[ChartLine]:
    """The batch losses, smoothed where there are many, and the evaluated ones."""
    run = facts.run
    losses = run.curve("loss")
    smooth = curves.smoothed(losses.finite())
    lines = [ChartLine("" if smooth else NAMES["loss"], _thin(losses), 0, "faint" if smooth else "line")]
    lines.append(ChartLine("batch loss, smoothed" if smooth else "", _thin(smooth), 0))
    lines.append(ChartLine(NAMES["train_loss"], _thin(run.curve("train_loss")), 2, "dashed"))
    lines.append(ChartLine(NAMES["val_loss"], _thin(run.curve("val_loss")), 1))
    if not any(line.points for line in lines):
        lines.append(ChartLine(NAMES["val_bpb"], _thin(run.curve("val_bpb")), 1))
    return [line for line in lines if line.points]


def comparison_html(comparison: "Comparison") -> str:
    metric: Metric = comparison.metric or "loss"
    lines = []
    names = []
    for number, group in enumerate(comparison.groups):
        for label, facts in zip(group.labels(), group.members, strict=True):
            names.append((label, f"{facts.run.name}, {facts.run.format}"))
            printed = facts.run.curve(metric)
            smooth = curves.smoothed(printed.finite()) if metric == "loss" else []
            lines.append(ChartLine(label, _thin(smooth or printed), number))
    counted = {facts.run.counts for group in comparison.groups for facts in group.members}
    x_name = str(counted.pop()) if len(counted) == 1 else "iterations"
    chart = line_chart(lines, x_name, f"{NAMES.get(metric, metric)} of the runs: {_spoken(lines)}")
    verdict = f'<div style="font-size:1.05em"><b>{words(text(comparison.verdict))}</b></div>'
    changes = [(change.name, " → ".join(map(str, change.values))) for change in comparison.changes if change.counts]
    shown = comparison.conclusions[:MOST_CONCLUSIONS]
    can = [toned("good", "", text(one.text), text(one.evidence)) for one in shown if one.kind == "can"]
    cannot = [toned("warning", "", text(one.text), text(one.evidence)) for one in shown if one.kind == "cannot"]
    about = f"{NAMES.get(metric, metric)} of {len(names)} runs"
    concluded = [
        f"<b>{words(title)}</b>{''.join(found)}"
        for title, found in (("What can be concluded", can), ("What cannot", cannot))
        if found
    ]
    picture = chart + legend(lines) if chart else ""
    return card("Comparison", about, [verdict, picture, rows(names), rows(changes), *concluded])


def _thin(points: Sequence[Point]) -> list[Point]:
    return list(curves.thin(points, MOST_POINTS)) if len(points) else []


def _spoken(lines: list[ChartLine]) -> str:
    said = [
        f"{line.name} from {line.points[0][1]:.4g} at {line.points[0][0]:,} to {line.points[-1][1]:.4g} at "
        f"{line.points[-1][0]:,}"
        for line in lines
        if line.name and line.points
    ]
    return "; ".join(said) or "none"
