"""`fledge bench loss`: seconds until `fledge train` reaches a validation loss."""

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from fledge.cli.commands import console, take_settings, take_switch
from fledge.cli.commands.bench import Common, shown
from fledge.cli.commands.bench.speed import new_run
from fledge.common.errors import FledgeError, RunFailed
from fledge.config.fields import setting
from fledge.config.schema import load_config

if TYPE_CHECKING:
    from fledge.trial import Trial

SUMMARY = "seconds until `fledge train` reaches a validation loss"
USAGE = "fledge bench loss [file.py ...] [--key=value ...] --target=1.886 [--json]"
ABOUT = """\
Runs `fledge train` with these settings as a fresh process, in a temporary
directory, once for each repeat: with seed, seed + 1, seed + 2 and so on. The
time is from the start of the process to the end of the first evaluation that is
at or below the target, everything included; the run is stopped there. How fine
the time is depends on --eval_interval, and every evaluation is in it.

  fledge bench loss config/demo.py --target=1.6
  fledge bench loss config/demo.py --target=1.6 --eval_interval=50 --repeats=5

The exit code is 1 if a run ended above the target.
"""


@dataclass(frozen=True)
class Options(Common):
    target: float = setting(0.0, "the validation loss to reach", least=0, most=1000)


def run(argv: Sequence[str]) -> int:
    options, rest = take_settings(Options, argv)
    if not options.target:
        raise FledgeError("fledge bench loss needs a validation loss to reach.", "Try --target=1.886.")
    trust, plain = take_switch(rest, "trust-config")
    config = new_run(load_config(plain, trust), "loss")
    from fledge.common.progress import status_line
    from fledge.data.mixture import open_data
    from fledge.trial import run_trial

    open_data(config)  # what is wrong with it is said before anything is started
    trials = []
    for number in range(options.repeats):
        seed = config.seed + number
        label = f"run {number + 1} of {options.repeats} (seed {seed})"
        print(f"{label} ...", file=sys.stderr, flush=True)
        with status_line() as show:
            trials.append(run_trial(rest, seed, options.target, show))
    document = _document(trials, options.target)
    if options.json:
        print(json.dumps(document, indent=1))
    else:
        _print(trials, options.target)
    if not document["reached"]:
        best = min(trial.val_loss for trial in trials)
        missed = sum(not trial.reached for trial in trials)
        raise RunFailed(
            f"{missed} of {len(trials)} runs did not reach {options.target:g}; the best val loss was {best:.4f}.",
            "Try more --max_iters, or a higher --target.",
        )
    return 0


def _document(trials: Sequence["Trial"], target: float) -> dict[str, Any]:
    from fledge.common.stats import Spread

    reached = all(trial.reached for trial in trials)
    document: dict[str, Any] = {"target": target, "reached": reached, "runs": [asdict(trial) for trial in trials]}
    for name in ("seconds", "train_s", "iter", "val_loss"):
        values = [float(getattr(trial, name)) for trial in trials]
        document[name] = Spread.of(values).to_json() if reached else None  # of runs that went on nothing can be said
    return document


def _print(trials: Sequence["Trial"], target: float) -> None:
    from rich import box
    from rich.table import Table

    from fledge.common.stats import Spread

    out = console()
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 3, 0, 0))
    for heading in ("seed", "seconds", "of training", "iteration", "val loss"):
        table.add_column(heading, justify="right")
    table.add_column("")
    for trial in trials:
        table.add_row(
            f"{trial.seed}",
            f"{trial.seconds:.2f}",
            f"{trial.train_s:.2f}",
            f"{trial.iter:,}",
            f"{trial.val_loss:.4f}",
            "" if trial.reached else "not reached",
        )
    out.print(table)
    if all(trial.reached for trial in trials):
        whole = Spread.of([trial.seconds for trial in trials])
        alone = Spread.of([trial.train_s for trial in trials])
        out.print(f"[bold]{shown(whole)} s to a val loss of {target:g}[/bold], from the start of the process")
        out.print(f"{shown(alone)} s of training alone")
