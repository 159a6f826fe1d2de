"""The page of `fledge forecast`: the value or the refusal, the curve, the back-test, and what would change it."""

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.markup import escape
from rich.text import Text

from fledge.analyze.forecast import COVERAGE, Forecast
from fledge.cli.pages.tables import WordTable
from fledge.common.console import console
from fledge.common.lines import gap, in_column, wrapped
from fledge.common.text import sparkline
from fledge.logs.facts import Facts
from fledge.logs.names import COUNTS
from fledge.texts import Message, say, text
from fledge.texts.numbers import fixed, number, percent
from fledge.texts.width import padded, width

CURVE_CELLS = 60
PAGE_CELLS = 80
MIN_NAME_CELLS = 8
ROW_NAMES = {
    "forecast": say("forecast.page.forecast"),
    "now": say("forecast.page.now"),
    "basis": say("forecast.page.basis"),
    "note": say("forecast.page.note"),
    "curve": say("forecast.page.curve"),
}
FIT_NAMES = {
    "power law": say("forecast.fit.power_law"),
    "logarithm": say("forecast.fit.logarithm"),
    "exponential": say("forecast.fit.exponential"),
    "recent slope": say("forecast.fit.recent_slope"),
    "train and gap": say("forecast.fit.train_and_gap"),
}
MIN_SHOWN_EFFECT_SHARE = 0.002  # a smaller effect of the learning rate is not worth a line


def print_page(found: Forecast, facts: Facts) -> None:
    out = console()
    out.print(f"{text(_head(found))}\n", soft_wrap=True)
    _print_row(out, "forecast", _answer(found, facts))
    _print_row(out, "now", text(_now(found)))
    _print_row(out, "basis", text(found.basis))
    if found.metric == "loss":
        _print_row(out, "note", text(_batch_losses(len(facts.run.curve("val_loss")))))
    if facts.run.counts != "iterations":
        _print_row(out, "note", text(say("forecast.counts", counts=COUNTS[facts.run.counts])))
    out.print(_curve(found, facts))
    if found.backtest:
        _print_backtest(out, found)
    out.print(f"\n[bold]{text(say('forecast.page.changes'))}[/bold]")
    for line in _changes(found, facts):
        for place, part in enumerate(wrapped(escape(text(line)), PAGE_CELLS - 4)):
            out.print(f"{'    ' if place else '  - '}{part}", soft_wrap=True)


def _head(found: Forecast) -> Message:
    name = f"[bold]{escape(Path(found.run).name)}[/bold]"
    if found.metric == "val_bpb":
        return say("forecast.page.head_bpb", name=name, to=found.to)
    if found.metric == "loss":
        return say("forecast.page.head_batch", name=name, to=found.to)
    return say("forecast.page.head_val", name=name, to=found.to)


def _name_cells() -> int:
    return max([MIN_NAME_CELLS, *(width(text(name)) for name in ROW_NAMES.values())])


def _print_row(out: Console, row: str, line: str) -> None:
    columns = _name_cells()
    for place, part in enumerate(wrapped(line, PAGE_CELLS - columns - 2 - len(gap()))):
        name = "" if place else in_column(text(ROW_NAMES[row]))
        out.print(f"  [bold]{padded(name, columns)}[/bold]{gap()}{escape(in_column(part))}", soft_wrap=True)


def _batch_losses(evaluations: int) -> Message:
    if evaluations:
        return say("forecast.page.few_evaluations", evaluations=evaluations)
    return say("forecast.page.no_evaluations")


def _answer(found: Forecast, facts: Facts) -> str:
    if found.refusal is not None:
        return f"{text(say('forecast.page.refused'))} {text(found.refusal.reason)}"
    value, low, high = found.value or 0.0, found.low or 0.0, found.high or 0.0
    perplexity = None if found.metric == "val_bpb" else facts.perplexity(value)
    numbers = {"value": value, "coverage": COVERAGE, "low": low, "high": high}
    if perplexity is None:
        return text(say("forecast.page.answer", **numbers))
    return text(say("forecast.page.answer_and_perplexity", perplexity=perplexity, **numbers))


def _now(found: Forecast) -> Message:
    """The last value as the log has it, and what the forecast starts from, where that is smoothed."""
    if not math.isfinite(found.last_logged):
        return say("forecast.now.none")
    if found.last_value == found.last_logged:
        return say("forecast.now.unsmoothed", value=found.last_logged, iteration=found.last_iter)
    numbers = {"value": found.last_value, "logged": found.last_logged, "iteration": found.last_iter}
    return say("forecast.now.line", smoothing=found.smoothing, **numbers)


def _curve(found: Forecast, facts: Facts) -> Text:
    """The past and the forecast in one line; equal widths are equal numbers of iterations."""
    past = [point for point in facts.run.curve(found.metric).finite() if point[0] >= 0.04 * found.last_iter]
    line = Text("  ")
    line.append(f"{padded(in_column(text(ROW_NAMES['curve'])), _name_cells())}{gap()}", "bold")
    if len(past) < 2:
        return line
    if found.refusal is not None:
        line.append(sparkline(_resampled(past, CURVE_CELLS), CURVE_CELLS))
        return line
    cells = max(2, min(CURVE_CELLS - 2, round(CURVE_CELLS * found.last_iter / found.to)))
    drawn = sparkline(_resampled(past, cells) + _resampled(found.path, CURVE_CELLS - cells), CURVE_CELLS)
    line.append(drawn[:cells])
    line.append("│", "dim")
    line.append(drawn[cells:], "cyan")
    return line


def _resampled(points: Sequence[tuple[int, float]], cells: int) -> list[float]:
    """The values of the curve at equally spaced iterations."""
    iters, values = np.array(points).T
    places = np.searchsorted(iters, np.linspace(iters[0], iters[-1], cells), side="right") - 1
    return list(values[places])


def _print_backtest(out: Console, found: Forecast) -> None:
    title = f"[bold]{text(say('forecast.page.backtest'))}[/bold]"
    out.print(f"\n{text(say('forecast.page.backtest_of', title=title))}")
    rows = [
        (
            f"  {number(row.start)}",
            number(row.to),
            fixed(row.predicted, 4),
            fixed(row.actual, 4),
            percent(row.error, 1, sign="always"),
        )
        for row in found.backtest
    ]
    tests = [
        say("forecast.page.from"),
        say("forecast.page.to"),
        say("forecast.page.predicted"),
        say("forecast.page.came"),
        say("forecast.page.off"),
    ]
    _print_grid(out, tests, rows)
    fits = [
        (f"  {text(FIT_NAMES[fit.name])}", fixed(fit.value, 4), percent(fit.weight), percent(fit.error, 1))
        for fit in found.fits
    ]
    out.print()
    says = [
        say("forecast.page.fit"),
        say("forecast.page.says"),
        say("forecast.page.weight"),
        say("forecast.page.off_in_tests"),
    ]
    _print_grid(out, says, fits)


def _print_grid(out: Console, headings: Sequence[Message], rows: Sequence[Sequence[str]]) -> None:
    grid = WordTable.grid(padding=(0, 2))
    for _ in headings:
        grid.add_column(justify="right")
    named = [f"{'' if place else '  '}{text(heading)}" for place, heading in enumerate(headings)]
    grid.add_row(*(f"[dim]{heading}[/dim]" for heading in named))
    for row in rows:
        grid.add_row(*row)
    out.print(grid)


def _changes(found: Forecast, facts: Facts) -> list[Message | Sequence[Message]]:
    if found.refusal is not None:
        return [found.refusal.advice]
    lines: list[Message | Sequence[Message]] = []
    value, held, end = found.value or 0.0, found.value_if_rate_stays, facts.max_iters
    if facts.run.counts != "iterations":
        pass  # settings of the schedule, which count iterations, would not help
    elif found.rate_source == "unknown" and end and found.to >= end:
        lines.append(say("forecast.changes.unknown_rate_at_end"))
    elif found.rate_source == "unknown":
        lines.append(say("forecast.changes.unknown_rate"))
    elif found.rate_source == "ambiguous":
        lines.append(say("forecast.changes.ambiguous_rate"))
    elif held is not None and abs(held - value) > MIN_SHOWN_EFFECT_SHARE * value:
        lines.append(say("forecast.changes.rate", value=held))
    if end and found.to > end:
        lines.append(say("forecast.changes.beyond_end", iterations=end))
    if found.metric != "loss":
        lines.append(say("forecast.changes.overfitting"))
    lines.append(say("forecast.changes.settings"))
    return lines
