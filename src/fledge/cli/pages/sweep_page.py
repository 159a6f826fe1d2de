"""What `fledge sweep` prints, and the settings file it writes."""

from collections.abc import Mapping

from fledge.analyze.sweep import Standing
from fledge.api.sweep_trials import Trial
from fledge.api.sweeping import SweepResult, state_of
from fledge.cli.pages.tables import table
from fledge.common.console import console
from fledge.common.text import duration
from fledge.texts import say, text


def print_sweep(result: SweepResult, files: Mapping[str, str], command: str) -> None:
    out = console()
    keys = list(result.folder.trials[0].values)
    rows = table([*keys, "val loss", "at the end", "90% range", "done", ""], left=(len(keys) + 4,))
    for standing in result.standings:
        trial = result.trial(standing.name)
        rows.add_row(
            *(str(value) for value in trial.values.values()),
            _loss(standing.best),
            _loss(standing.value),
            _range(standing),
            f"{standing.share:.0%}",
            state_of(trial, standing),
            style="bold" if trial is result.best else "",
        )
    out.print(rows)
    took = duration(result.folder.spent_s)
    if result.best is None:
        out.print(text(say("sweep.none_finished", took=took)))
    else:
        out.print(text(say("sweep.best", trial=result.best.name, loss=result.standings[0].best, took=took)))
    if result.comparison is not None:
        out.print(str(result.comparison))
    for trial in result.folder.trials:
        if trial.reason:
            out.print(f"[dim]{trial.name}: {trial.reason}[/dim]")
    for file in files.values():
        out.print(f"  {file}", markup=False)
    if "best" in files:
        out.print(f"  fledge train {files['best']}", markup=False)
    if not result.is_complete:
        out.print(text(say("sweep.continue")))
        out.print(f"  {command}", soft_wrap=True, markup=False)


def _loss(value: float | None) -> str:
    return "" if value is None else f"{value:.4f}"


def _range(now: Standing) -> str:
    return "" if now.low is None or now.high is None else f"{now.low:.4f} to {now.high:.4f}"


def best_settings_text(result: SweepResult, best: Trial) -> str:
    """A settings file: everything that the best trial sets, and how it was found."""
    config = best.config
    lines = [
        f"# fledge sweep: the best of {len(result.folder.trials)} trials, {best.name}",
        f"# val loss {_loss(result.standings[0].best)}; {str(result.comparison) if result.comparison else ''}".rstrip(
            "; "
        ),
    ]
    for key, value in config.values().items():
        if config.chosen(key) and key != "out_dir":
            lines.append(f"{key} = {value!r}")
    return "\n".join(lines) + "\n"
