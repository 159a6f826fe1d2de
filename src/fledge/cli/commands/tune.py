"""`fledge tune`: the micro-batch with the most tokens per second that fits."""

import json
import os
import shlex
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from fledge.cli.asked_gpus import asked_gpus
from fledge.cli.options.tune import TuneOptions
from fledge.cli.parser import Arguments
from fledge.cli.planned_data import with_data
from fledge.common import files
from fledge.common.errors import FledgeError
from fledge.common.progress import status_line
from fledge.common.terminal import console
from fledge.plan.tune.search import Budget
from fledge.plan.tune.tuner import tune_here, tune_there

if TYPE_CHECKING:
    from rich.table import Table

    from fledge.plan.tune.result import Row, Trial, Tuning

MARK = "# fledge tune"  # the first line of a settings file begins so


def run(arguments: Arguments) -> int:
    options: TuneOptions = arguments.options
    config = arguments.config()
    if config.init_from != "scratch":
        raise FledgeError(
            f"fledge tune builds a new model, not init_from={config.init_from}.",
            "Give the model's size instead: --init_from=scratch --n_layer=... --n_head=... --n_embd=...",
        )
    if os.environ.get("WORLD_SIZE", "1") != "1":
        raise FledgeError("fledge tune measures one process.", "Start it without torchrun.")
    out = Path(options.out)
    _check_place(out, options.overwrite)
    devices = asked_gpus(options)
    if len(devices) > 1:
        raise FledgeError("fledge tune takes one GPU at a time.", f"Try --gpu='{devices[0].name}'.")
    config, _, notes = with_data(config)
    budget = Budget(options.budget)
    with status_line() as show:
        tuning = tune_there(config, devices[0], budget, show) if devices else tune_here(config, budget, show)
    command = shlex.join(["fledge", "train", *arguments.typed, str(out)])
    if options.json:
        print(json.dumps({**tuning.to_json(), "file": str(out), "command": command, "more_notes": notes}, indent=1))
    else:
        _print(tuning, [*notes, *tuning.notes], command)
    files.write_text(out, settings_text(tuning, arguments.typed))
    return 0


def _check_place(out: Path, overwrite: bool) -> None:
    """Known before minutes are spent: the file may be written."""
    if out.is_dir() or not out.name:
        raise FledgeError(f"--out={out} is a directory.", "Name a file: --out=tuned.py.")
    if out.exists() and not overwrite and not out.read_bytes().startswith(MARK.encode()):
        raise FledgeError(f"{out} exists and is not fledge tune's.", "Name another --out, or add --overwrite.")


def settings_text(tuning: "Tuning", words: Sequence[str]) -> str:
    """A settings file: what was chosen, and in comments from what."""
    shape, choice = tuning.config.shape, tuning.choice
    lines = [
        f"{MARK} {shlex.join(words)}".rstrip(),
        f"# {datetime.now():%Y-%m-%d %H:%M}, {tuning.device.name}; {tuning.basis}",
        f"# {shape.arch}, {shape.n_layer} layers, {shape.n_embd} wide, context {shape.block_size}: "
        f"{tuning.config.tokens_per_iter:,} tokens an iteration",
        f"# {choice.name}: {_rate(choice)} tokens/s ({_range(choice)})",
        f"# sure? {tuning.sure}",
    ]
    return "\n".join([*lines, *(f"{key} = {value!r}" for key, value in tuning.settings.items())]) + "\n"


# the page


def _print(tuning: "Tuning", notes: Sequence[str], command: str) -> None:
    from rich.table import Table

    from fledge.common.text import duration

    out = console()
    usual, config = tuning.usual, tuning.config
    compiled = "compiled" if usual["compile"] else "eager"
    count = usual.get("threads", 0)
    threads = f", {count} thread{'s' * (count > 1)}" if tuning.device.kind == "cpu" else ""
    out.print(f"[bold]{tuning.device.name}[/bold], {usual['dtype']}, {compiled}{threads}", soft_wrap=True)
    out.print(f"{config.tokens_per_iter:,} tokens an iteration; {tuning.basis}")
    out.print(_table(tuning))
    of = "repeats" if "threads" in usual else "estimate"
    out.print(f"[dim]range: of the {of}. GB: traced, with all that a process holds besides.[/dim]\n")
    grid = Table.grid(padding=(0, 2, 0, 0))
    choice = tuning.choice
    grid.add_row("[bold]choice[/bold]", f"[bold]{choice.name}[/bold]: {_rate(choice)} tokens/s{_against(tuning)}")
    grid.add_row("sure?", tuning.sure)
    grid.add_row("knee", f"{tuning.knee.name}: the smallest micro-batch with 95% of the best")
    for number, trial in enumerate(tuning.trials):
        grid.add_row("" if number else "also tried", _trial(trial))
    grid.add_row("took", duration(tuning.seconds))
    out.print(grid)
    for note in notes:
        out.print(f"note: {note}")
    out.print(f"\n{' '.join(f'{key}={value}' for key, value in tuning.settings.items())}", soft_wrap=True)
    out.print(f"  {command}", soft_wrap=True, markup=False)


def _table(tuning: "Tuning") -> "Table":
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for heading in ("micro-batch", "accumulation", "tokens/s", "range", "GB", "of best"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    for row in tuning.rows:
        words = ["choice"] * (row is tuning.choice) + ["yours"] * (row.batch_size == tuning.config.batch_size)
        table.add_row(
            str(row.batch_size),
            str(row.accumulation),
            _rate(row),
            _range(row),
            f"{row.memory.high / 1024:.1f}" if row.memory else "",
            f"{row.middle / tuning.best.middle:.0%}" if row.fits is not False else "",
            ", ".join(words) if row.fits is not False else f"[red]{row.note or 'does not fit'}[/red]",
            style="bold" if row is tuning.choice else "",
        )
    return table


def _rate(row: "Row") -> str:
    return f"{row.middle:,.0f}" if row.rate else ""


def _range(row: "Row") -> str:
    """How far the least and the most lie from the middle."""
    from fledge.common.stats import Spread

    if row.rate is None:
        return ""
    low, high = (row.rate.min, row.rate.max) if isinstance(row.rate, Spread) else (row.rate.low, row.rate.high)
    return f"{low / row.middle - 1:+.0%} {high / row.middle - 1:+.0%}" if high > low else ""


def _against(tuning: "Tuning") -> str:
    """What it gains over the settings as they are."""
    now = next((row for row in tuning.rows if row.batch_size == tuning.config.batch_size), None)
    if now is None or not now.rate or now is tuning.choice:
        return ", as configured" if now is tuning.choice else ""
    return f", {tuning.choice.middle / now.middle:.2f}x the configured {now.name}"


def _trial(trial: "Trial") -> str:
    if trial.gain is None:
        return f"{trial.what}: {trial.note}"
    speed = f"{trial.gain.median:.2f}x the speed ({trial.gain.low:.2f} .. {trial.gain.high:.2f})"
    verdict = "[bold]kept[/bold]" if trial.kept else "not kept"
    return f"{trial.what}: {speed}, {verdict}{': ' if trial.note else ''}{trial.note}"
