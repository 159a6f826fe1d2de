"""`fledge forecast`: the loss to come, with an interval, or why it cannot be told."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fledge.analyze.forecast import forecast
from fledge.cli.open_runs import newest_run, open_runs
from fledge.cli.parser import Arguments
from fledge.cli.run_settings import known_settings
from fledge.common.errors import FledgeError
from fledge.common.terminal import console

if TYPE_CHECKING:
    from rich.text import Text

    from fledge.analyze.forecast import Forecast
    from fledge.logs.facts import Facts

WIDTH = 60  # cells of the curve


def run(arguments: Arguments) -> int:
    names = arguments.words or [newest_run()]
    facts, _ = open_runs(names, arguments.options, known_settings(arguments.settings))[0]
    found = forecast(facts, _target(facts, arguments.options.to))
    if arguments.options.json:
        print(json.dumps(found.to_json(), indent=1))
    else:
        print_page(found, facts)
    return 0


def _target(facts: "Facts", to: int) -> int:
    if not facts.run.curves:
        raise FledgeError(f"{facts.run.name} has no losses.", "Name a run that has begun.")
    last, goal = facts.iterations, facts.max_iters
    if not to and not goal:
        raise FledgeError("the log does not say where the run ends.", f"Try --to={2 * last} or --max_iters={2 * last}.")
    if (to or goal or 0) > last:
        return to or goal or 0
    if to:
        raise FledgeError(
            f"--to={to}: the run is at iteration {last:,} already.",
            f"Try --to={max(goal or 0, 2 * last)}; `fledge explain` says what was.",
        )
    raise FledgeError(
        f"the run has done its {goal:,} iterations: nothing is left to forecast.",
        f"Try --to={2 * last} for a longer one, or `fledge explain`.",
    )


def print_page(found: "Forecast", facts: "Facts") -> None:
    import textwrap

    from rich.markup import escape

    out = console()
    metric = {"val_loss": "val loss", "loss": "batch loss"}[found.metric]
    out.print(f"[bold]{escape(Path(found.run).name)}[/bold]: the {metric} at iteration {found.to:,}\n", soft_wrap=True)
    if found.refused:
        _row("forecast", f"refused: {found.reason}.")
    else:
        _row("forecast", _says(found))
    _row("now", f"{found.last_value:.4f} at iteration {found.last_iter:,}")
    _row("basis", f"{found.basis}.")
    if found.metric == "loss":
        count = len(facts.run.curve("val_loss"))
        what = f"only {count} evaluations" if count else "no evaluations"
        _row("note", f"the log has {what}: this is the mean loss of training batches, not val.")
    out.print(_curve(found, facts))
    if found.backtest:
        _print_tests(found)
    out.print("\n[bold]What would change it[/bold]")
    for line in _changes(found, facts):
        out.print(textwrap.fill(escape(line), 80, initial_indent="  - ", subsequent_indent="    "), soft_wrap=True)


def _row(name: str, text: str) -> None:
    import textwrap

    from rich.markup import escape

    for number, line in enumerate(textwrap.wrap(text, 80 - 11)):
        head = f"{name:<8}" if number == 0 else " " * 8
        console().print(f"  [bold]{head}[/bold] {escape(line)}", soft_wrap=True)


def _says(found: "Forecast") -> str:
    import math

    from fledge.analyze.forecast import COVERAGE

    value, low, high = found.value or 0.0, found.low or 0.0, found.high or 0.0
    return f"{value:.4f}; {COVERAGE:.0%} interval {low:.4f} to {high:.4f} (perplexity {math.exp(min(value, 700)):,.2f})"


def _curve(found: "Forecast", facts: "Facts") -> "Text":
    """The past as it was and the rest as it is forecast, in one line, equal parts of it being equal iterations."""
    from rich.text import Text

    from fledge.common.text import sparkline

    past = [point for point in facts.run.curve(found.metric).finite() if point[0] >= 0.04 * found.last_iter]
    line = Text("  ")
    line.append(f"{'curve':<8} ", "bold")
    if len(past) < 2:
        return line
    cells = WIDTH if found.refused else max(2, min(WIDTH - 2, round(WIDTH * found.last_iter / found.to)))
    values = _resampled(past, cells) + _resampled(found.path, 0 if found.refused else WIDTH - cells)
    drawn = sparkline(values, WIDTH)
    line.append(drawn[:cells])
    if not found.refused:
        line.append("│", "dim")
        line.append(drawn[cells:], "cyan")
    return line


def _resampled(points: Sequence[tuple[int, float]], cells: int) -> list[float]:
    """The curve's values at equally distant iterations."""
    found, place = [], 0
    for cell in range(cells):
        it = points[0][0] + (points[-1][0] - points[0][0]) * cell / max(1, cells - 1)
        while place + 1 < len(points) and points[place + 1][0] <= it:
            place += 1
        found.append(points[place][1])
    return found


def _print_tests(found: "Forecast") -> None:
    from rich.table import Table

    out = console()
    out.print("\n[bold]Back-test[/bold]: what it would have said before, and what came")
    table = Table.grid(padding=(0, 2))
    for head in ("from", "of", "forecast", "came", "off"):
        table.add_column(head, justify="right")
    table.add_row(*(f"[dim]{head}[/dim]" for head in ("  from", "of", "forecast", "came", "off")))
    for test in found.backtest:
        table.add_row(
            f"  {test.at:,}", f"{test.to:,}", f"{test.predicted:.4f}", f"{test.came:.4f}", f"{test.error:+.1%}"
        )
    out.print(table)
    fits = Table.grid(padding=(0, 2))
    for _ in range(4):
        fits.add_column(justify="right")
    fits.add_row(*(f"[dim]{head}[/dim]" for head in ("  fit", "says", "weight", "off in tests")))
    for fitted in found.fits:
        fits.add_row(f"  {fitted.name}", f"{fitted.value:.4f}", f"{fitted.weight:.0%}", f"{fitted.error:.1%}")
    out.print()
    out.print(fits)


def _assumed(found: "Forecast", facts: "Facts") -> str:
    if facts.max_iters and found.to >= facts.max_iters:
        return "half of what a decay to the end would gain is in the value, and as much in the interval"
    return "it is taken to stay as it is, and the interval is wider for it"


def _changes(found: "Forecast", facts: "Facts") -> list[str]:
    if found.refused:
        return [found.advice]
    lines = []
    if not found.rate_known:
        lines.append(
            f"The learning rate to come is not known; {_assumed(found, facts)}. "
            "Give --learning_rate, --lr_decay_iters, --min_lr, or --config=FILE."
        )
    elif found.held is not None and found.value is not None and abs(found.held - found.value) > 0.002 * found.value:
        lines.append(f"The learning rate: if it stayed as it is now, {found.held:.4f}.")
    goal = facts.max_iters
    if goal and found.to > goal:
        lines.append(f"Beyond max_iters={goal:,} the schedule is at its end: a new run with a longer one does better.")
    if found.metric == "val_loss":
        lines.append("Overfitting that has not begun: the past does not show it. Watch val rise while train falls.")
    lines.append("Another batch size, dropout or data from here on: all of it is assumed to stay as it is.")
    return lines
