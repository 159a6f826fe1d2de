"""What `fledge sweep` prints, and the settings file it writes."""

import shlex
from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.table import Table

from fledge.analyze.sweep import Standing
from fledge.api.sweep_process import last_iteration
from fledge.api.sweep_trials import Trial
from fledge.api.sweeping import SweepResult
from fledge.cli.pages.compare_page import print_conclusions
from fledge.cli.pages.tables import first_fitting, table
from fledge.common.console import console
from fledge.common.lines import wrapped
from fledge.texts import Message, say, text
from fledge.texts.numbers import fixed, percent
from fledge.texts.units import duration, with_commas

FILE_MARK = "# fledge sweep"  # a settings file that `fledge sweep` wrote begins with this
HEADS = {
    "val_loss": say("sweep.column.val_loss"),
    "end": say("sweep.column.end"),
    "range": say("sweep.column.range"),
    "done": say("sweep.column.done"),
    "state": say("sweep.column.state"),
}
# The columns beside the settings; those of the first row that fit beside them are printed.
LAYOUTS = (tuple(HEADS), ("val_loss", "range", "done", "state"), ("val_loss", "done", "state"))
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
    _print_trials(out, result)
    best, took = result.best, duration(result.folder.seconds)
    if best is not None:
        said = say("sweep.best", trial=best.name, loss=result.standings[0].best, took=took)
        _print_words(out, text(said), "bold")
    else:
        _print_words(out, text(say("sweep.none_finished", took=took)))
    _print_reasons(out, result)
    if result.comparison is not None and result.closest is not None:
        out.print()
        _print_words(out, text(result.comparison.verdict))
        print_conclusions(out, result.closest)
        if result.closest is not result.comparison:
            out.print()
            _print_words(out, text(say("sweep.closest", number=len(result.closest.groups))), "dim")
    for one in result.folder.notes:
        _print_words(out, text(say("tune_page.note", note=one)), "dim")
    out.print()
    if best is not None:
        _print_command(out, say("sweep.train"), f"fledge train {shlex.quote(files['best'])}")
        _print_command(out, say("sweep.sample"), f"fledge sample {shlex.quote(str(best.folder))}")
    if "report" in files:
        _print_command(out, say("sweep.picture"), files["report"])
    if not result.is_complete:
        _print_command(out, say("sweep.continue"), command)


def _print_words(out: Console, words: str, style: str = "") -> None:
    """A paragraph, in lines as wide as the terminal. Names of trials are not cut where that can be avoided."""
    for line in wrapped(words, out.width, break_on_hyphens=False):
        out.print(line, style=style, soft_wrap=True, markup=False)


def _print_trials(out: Console, result: SweepResult) -> None:
    """A table; where the settings leave no room for one, a line for each trial."""
    rows = [_row(result, now) for now in result.standings]
    made = first_fitting(out, (_table(result, rows, layout) for layout in LAYOUTS))
    if made is not None:
        out.print(made)
        return
    for now, row in zip(result.standings, rows, strict=True):
        label = result.label(now)
        name = f"{label}  {now.name}" if label else now.name
        _print_words(out, name, "bold" if now is result.standings[0] else "")
        loss = f"{text(HEADS['val_loss'])} {row['val_loss']}" if row["val_loss"] else ""
        _print_words(out, f"  {with_commas([part for part in (loss, row['done'], row['state']) if part])}")
    out.print()


Row = Mapping[str, str]  # by the names of the columns


def _row(result: SweepResult, now: Standing) -> Row:
    trial = result.trial(now)
    share = min(1.0, last_iteration(trial.folder) / trial.config.max_iters)
    return {
        "val_loss": _loss(now.best),
        "end": _loss(now.value),
        "range": _range(now),
        "done": percent(share),
        "state": text(STATES[trial.state(now)]),
    }


def _table(result: SweepResult, rows: Sequence[Row], layout: Sequence[str]) -> Table:
    keys = list(result.folder.trials[0].values)
    has_labels = result.comparison is not None
    heads = [*([""] if has_labels else []), *keys, *("" if head == "state" else text(HEADS[head]) for head in layout)]
    made = table(heads, left=(len(heads) - 1,))
    for now, row in zip(result.standings, rows, strict=True):
        trial = result.trial(now)
        label = [result.label(now)] if has_labels else []
        values = [str(value) for value in trial.values.values()]
        style = "dim" if trial.state(now) in ("dropped", "failed") else ""
        made.add_row(*label, *values, *(row[head] for head in layout), style="bold" if trial is result.best else style)
    return made


def _print_reasons(out: Console, result: SweepResult) -> None:
    decided = [trial for trial in result.folder.trials if trial.fate != "open"]
    for trial in decided if len(decided) <= MANY_TRIALS else [one for one in decided if one.fate == "failed"]:
        said = say("sweep.told.failed", trial=trial.name, error=trial.error)
        if trial.fate == "dropped":
            said = say("sweep.told.dropped", trial=trial.name, reason=trial.reason)
        _print_words(out, text(said), "dim")


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
