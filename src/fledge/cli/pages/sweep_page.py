"""What `fledge sweep` prints, and the settings file it writes."""

import shlex
from collections.abc import Mapping

from rich.console import Console
from rich.markup import escape

from fledge.analyze.sweep import Standing
from fledge.api.sweep_process import last_iteration
from fledge.api.sweep_trials import Trial
from fledge.api.sweeping import SweepResult
from fledge.cli.pages.compare_page import print_conclusions
from fledge.cli.pages.tables import table
from fledge.common.console import console
from fledge.texts import Message, say, text
from fledge.texts.numbers import fixed, percent
from fledge.texts.units import duration

FILE_MARK = "# fledge sweep"  # a settings file that `fledge sweep` wrote begins with this
COLUMNS = (
    say("sweep.column.val_loss"),
    say("sweep.column.end"),
    say("sweep.column.range"),
    say("sweep.column.done"),
)
STATES = {
    "waiting": say("sweep.state.waiting"),
    "stopped": say("sweep.state.stopped"),
    "finished": say("sweep.state.finished"),
    "dropped": say("sweep.state.dropped"),
    "failed": say("sweep.state.failed"),
}
MANY_TRIALS = 12  # the reasons of more than these are in the JSON document only


def print_sweep(result: SweepResult, files: Mapping[str, str], command: str) -> None:
    out = console()
    _print_table(out, result)
    best, took = result.best, duration(result.folder.seconds)
    if best is not None:
        said = say("sweep.best", trial=best.name, loss=result.standings[0].best, took=took)
        out.print(f"[bold]{escape(text(said))}[/bold]", soft_wrap=True)
    else:
        out.print(text(say("sweep.none_finished", took=took)), soft_wrap=True)
    _print_reasons(out, result)
    if result.comparison is not None:
        out.print(f"\n{escape(text(result.comparison.verdict))}", soft_wrap=True)
        print_conclusions(out, result.comparison)
    for one in result.folder.notes:
        out.print(f"[dim]{escape(text(say('tune_page.note', note=one)))}[/dim]", soft_wrap=True)
    out.print()
    if best is not None:
        _print_command(out, say("sweep.train"), f"fledge train {shlex.quote(files['best'])}")
        _print_command(out, say("sweep.sample"), f"fledge sample {shlex.quote(str(best.folder))}")
    if "report" in files:
        _print_command(out, say("sweep.picture"), files["report"])
    if not result.is_complete:
        _print_command(out, say("sweep.continue"), command)


def _print_table(out: Console, result: SweepResult) -> None:
    keys = list(result.folder.trials[0].values)
    heads = [*keys, *map(text, COLUMNS), ""]
    rows = table(heads, left=(len(heads) - 1,))
    for now in result.standings:
        trial = result.trial(now)
        share = min(1.0, last_iteration(trial.folder) / trial.config.max_iters)
        state = trial.state(now)
        rows.add_row(
            *(str(value) for value in trial.values.values()),
            _loss(now.best),
            _loss(now.value),
            _range(now),
            percent(share),
            text(STATES[state]),
            style="bold" if trial is result.best else "dim" if state in ("dropped", "failed") else "",
        )
    out.print(rows)


def _print_reasons(out: Console, result: SweepResult) -> None:
    decided = [trial for trial in result.folder.trials if trial.fate != "open"]
    for trial in decided if len(decided) <= MANY_TRIALS else [one for one in decided if one.fate == "failed"]:
        said = say("sweep.told.failed", trial=trial.name, error=trial.error)
        if trial.fate == "dropped":
            said = say("sweep.told.dropped", trial=trial.name, reason=trial.reason)
        out.print(f"[dim]{escape(text(said))}[/dim]", soft_wrap=True)


def _print_command(out: Console, what: Message, command: str) -> None:
    out.print(text(what))
    out.print(f"  {command}", soft_wrap=True, markup=False)


def _loss(value: float | None) -> str:
    return "" if value is None else fixed(value, 4)


def _range(now: Standing) -> str:
    return "" if now.low is None or now.high is None else f"{fixed(now.low, 4)} - {fixed(now.high, 4)}"


def settings_text(result: SweepResult, best: Trial) -> str:
    """A settings file: what the best trial sets, and in comments how it was found."""
    loss = say("sweep.file_loss", loss=result.standings[0].best)
    said = [loss, *(result.comparison.verdict if result.comparison else ())]
    lines = [
        f"{FILE_MARK}: {say('sweep.file_title', number=len(result.folder.trials), trial=best.name)}",
        f"# {'. '.join(text(one).rstrip('.') for one in said)}.",
    ]
    for key, value in best.asked.values().items():
        if best.asked.chosen(key) and key != "out_dir":
            lines.append(f"{key} = {value!r}")
    return "\n".join(lines) + "\n"
