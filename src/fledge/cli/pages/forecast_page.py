"""The page of `fledge forecast`: the value or the refusal, the curve, the back-test, and what would change it."""

import math
import textwrap
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from fledge.analyze.forecast import COVERAGE, Forecast
from fledge.common.console import console
from fledge.common.text import sparkline
from fledge.logs.facts import Facts
from fledge.texts import Message, say, text

CURVE_CELLS = 60
METRIC_NAMES = {"val_loss": "val loss", "val_bpb": "val bits per byte", "loss": "batch loss"}
MIN_SHOWN_EFFECT_SHARE = 0.002  # a smaller effect of the learning rate is not worth a line


def print_page(found: Forecast, facts: Facts) -> None:
    out = console()
    metric = METRIC_NAMES[found.metric]
    out.print(f"[bold]{escape(Path(found.run).name)}[/bold]: the {metric} at iteration {found.to:,}\n", soft_wrap=True)
    _print_row(out, "forecast", _answer(found, facts))
    _print_row(out, "now", text(_now(found)))
    _print_row(out, "basis", text(found.basis))
    if found.metric == "loss":
        count = len(facts.run.curve("val_loss"))
        evaluations = f"too few evaluations ({count})" if count else "no evaluations"
        _print_row(out, "note", f"the log has {evaluations}: this is the mean loss of training batches, not val.")
    if facts.run.counts != "iterations":
        _print_row(out, "note", text(say("forecast.counts", counts=facts.run.counts)))
    out.print(_curve(found, facts))
    if found.backtest:
        _print_backtest(out, found)
    out.print("\n[bold]What would change it[/bold]")
    for line in _changes(found, facts):
        filled = textwrap.fill(escape(text(line)), 80, initial_indent="  - ", subsequent_indent="    ")
        out.print(filled, soft_wrap=True)


def _print_row(out: Console, name: str, line: str) -> None:
    for number, part in enumerate(textwrap.wrap(line, 80 - 11)):
        head = f"{name:<8}" if number == 0 else " " * 8
        out.print(f"  [bold]{head}[/bold] {escape(part)}", soft_wrap=True)


def _answer(found: Forecast, facts: Facts) -> str:
    if found.refusal is not None:
        return f"refused. {text(found.refusal.reason)}"
    value, low, high = found.value or 0.0, found.low or 0.0, found.high or 0.0
    perplexity = None if found.metric == "val_bpb" else facts.perplexity(value)
    shown = "" if perplexity is None else f" (perplexity {perplexity:,.2f})"
    return f"{value:.4f}; {COVERAGE:.0%} interval {low:.4f} to {high:.4f}{shown}"


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
    line.append(f"{'curve':<8} ", "bold")
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
    out.print("\n[bold]Back-test[/bold]: what it would have forecast earlier, and what came")
    rows = [
        (f"  {row.start:,}", f"{row.to:,}", f"{row.predicted:.4f}", f"{row.actual:.4f}", f"{row.error:+.1%}")
        for row in found.backtest
    ]
    _print_grid(out, ("  from", "to", "forecast", "came", "off"), rows)
    fits = [(f"  {fit.name}", f"{fit.value:.4f}", f"{fit.weight:.0%}", f"{fit.error:.1%}") for fit in found.fits]
    out.print()
    _print_grid(out, ("  fit", "says", "weight", "off in tests"), fits)


def _print_grid(out: Console, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    grid = Table.grid(padding=(0, 2))
    for _ in headings:
        grid.add_column(justify="right")
    grid.add_row(*(f"[dim]{heading}[/dim]" for heading in headings))
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
