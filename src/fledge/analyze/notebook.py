"""How a run and a comparison look in a notebook: the verdict, the loss curves, the numbers."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fledge.analyze.findings.finding import SEVERITY_NAMES
from fledge.analyze.report import curves
from fledge.analyze.report.tiles import tiles_of
from fledge.analyze.report.view import RunView, unique_labels
from fledge.analyze.summary import Explanation
from fledge.common.card import card, legend, rows, toned, words
from fledge.common.chart import ChartLine, line_chart
from fledge.common.lines import arrow
from fledge.logs.facts import Facts
from fledge.logs.names import COUNTS, format_name
from fledge.logs.readers import LogReading
from fledge.logs.run import Metric, Point
from fledge.texts import Message, say, text
from fledge.texts.units import separated

if TYPE_CHECKING:
    from fledge.analyze.compare import Comparison

MOST_POINTS = 500  # of a line: a picture 640 wide shows no more
MOST_FINDINGS = 4
MOST_CONCLUSIONS = 6
NAMES: dict[Metric, Message] = {
    "loss": say("report.card.loss"),
    "val_loss": say("report.card.val_loss"),
    "train_loss": say("report.card.train_loss"),
    "val_bpb": say("report.card.val_bpb"),
}


def run_html(explanation: Explanation, reading: LogReading) -> str:
    facts = explanation.facts
    run = facts.run
    view = RunView(unique_labels([run.name])[0], explanation, reading)
    lines = run_lines(facts)
    spoken = text(say("report.card.losses_of", run=view.label, curves=_spoken(lines)))
    chart = line_chart(lines, text(COUNTS[run.counts]), spoken)
    findings = "".join(
        toned(found.severity, text(SEVERITY_NAMES[found.severity]), text(found.title), text(found.evidence))
        for found in explanation.findings[:MOST_FINDINGS]
    )
    if len(explanation.findings) > MOST_FINDINGS:
        findings += words(text(say("report.card.more", number=len(explanation.findings) - MOST_FINDINGS)))
    numbers = [
        (
            tile.label,
            text(say("report.card.value_about", value=tile.value, about=tile.about)) if tile.about else tile.value,
        )
        for tile in tiles_of(view)
        if tile.value
    ]
    return card(view.label, view.about, [chart + legend(lines) if chart else "", findings, rows(numbers)])


def run_lines(facts: Facts) -> list[ChartLine]:
    """The batch losses, smoothed where there are many, and the evaluated ones."""
    run = facts.run
    losses = run.curve("loss")
    smooth = curves.smoothed(losses.finite())
    lines = [ChartLine("" if smooth else text(NAMES["loss"]), _thin(losses), 0, "faint" if smooth else "line")]
    lines.append(ChartLine(text(say("report.card.smoothed")) if smooth else "", _thin(smooth), 0))
    lines.append(ChartLine(text(NAMES["train_loss"]), _thin(run.curve("train_loss")), 2, "dashed"))
    lines.append(ChartLine(text(NAMES["val_loss"]), _thin(run.curve("val_loss")), 1))
    if not any(line.points for line in lines):
        lines.append(ChartLine(text(NAMES["val_bpb"]), _thin(run.curve("val_bpb")), 1))
    return [line for line in lines if line.points]


def comparison_html(comparison: "Comparison") -> str:
    metric: Metric = comparison.metric or "loss"
    lines = []
    names = []
    for number, group in enumerate(comparison.groups):
        for label, facts in zip(group.labels(), group.members, strict=True):
            names.append(
                (label, text(say("report.card.run", name=facts.run.name, format=format_name(facts.run.format))))
            )
            printed = facts.run.curve(metric)
            smooth = curves.smoothed(printed.finite()) if metric == "loss" else []
            lines.append(ChartLine(label, _thin(smooth or printed), number))
    counted = {facts.run.counts for group in comparison.groups for facts in group.members}
    x_name = text(COUNTS[counted.pop() if len(counted) == 1 else "iterations"])
    metric_name = NAMES.get(metric, metric)
    spoken = text(say("report.card.metric_of_runs", metric=metric_name, curves=_spoken(lines)))
    chart = line_chart(lines, x_name, spoken)
    verdict = f'<div style="font-size:1.05em"><b>{words(text(comparison.verdict))}</b></div>'
    changes = [
        (change.name, f" {arrow()} ".join(map(str, change.values))) for change in comparison.changes if change.counts
    ]
    shown = comparison.conclusions[:MOST_CONCLUSIONS]
    can = [toned("good", "", text(one.text), text(one.evidence)) for one in shown if one.kind == "can"]
    cannot = [toned("warning", "", text(one.text), text(one.evidence)) for one in shown if one.kind == "cannot"]
    about = text(say("report.card.metric_of", metric=metric_name, runs=len(names)))
    concluded = [
        f"<b>{words(text(title))}</b>{''.join(found)}"
        for title, found in ((say("compare.page.can"), can), (say("compare.page.cannot"), cannot))
        if found
    ]
    picture = chart + legend(lines) if chart else ""
    return card(text(say("report.card.comparison")), about, [verdict, picture, rows(names), rows(changes), *concluded])


def _thin(points: Sequence[Point]) -> list[Point]:
    return list(curves.thin(points, MOST_POINTS)) if len(points) else []


def _spoken(lines: list[ChartLine]) -> str:
    said = []
    for line in lines:
        if line.name and line.points:
            (first_it, first), (last_it, last) = line.points[0], line.points[-1]
            ends = {"first": first, "first_it": first_it, "last": last, "last_it": last_it}
            said.append(say("report.card.curve", name=line.name, **ends))
    return separated(said) or text(say("report.card.none"))
