"""What `fledge tune` prints, and the settings file it writes."""

import shlex
from collections.abc import Sequence
from datetime import datetime

from rich.table import Table

from fledge.cli.pages.tables import grid, table
from fledge.common.console import console
from fledge.common.stats import Spread
from fledge.common.text import counted
from fledge.plan.estimate import Estimate
from fledge.plan.tune.result import Candidate, Tuning, VariantTrial
from fledge.plan.tune.there import SLOW_HOST_S
from fledge.texts import say, text
from fledge.texts.units import duration

KNEE = "the smallest micro-batch with 95% of the best speed"
FILE_MARK = "# fledge tune"  # a settings file that `fledge tune` wrote begins with this


def settings_text(tuning: Tuning, words: Sequence[str]) -> str:
    """The settings file: what was chosen, and in comments on what basis. `words` are the command's arguments."""
    shape, choice = tuning.config.shape, tuning.choice
    lines = [
        f"{FILE_MARK} {shlex.join(words)}".rstrip(),
        f"# {datetime.now():%Y-%m-%d %H:%M}, {tuning.device.name}; {text(tuning.basis)}",
        f"# {shape.arch}, {shape.n_layer} layers, {shape.n_embd} wide, context {shape.block_size}: "
        f"{tuning.config.tokens_per_iter:,} tokens per iteration",
        f"# {choice.name}: {_rate(choice)} tokens/s ({_range(choice)})",
        f"# sure? {text(tuning.sure)}",
    ]
    return "\n".join([*lines, *(f"{key} = {value!r}" for key, value in tuning.settings.items())]) + "\n"


def print_tuning(tuning: Tuning, notes: Sequence[str], command: str) -> None:
    """The candidates as a table, the choice and its reasons, and the command that uses it."""
    out = console()
    out.print(_heading(tuning), soft_wrap=True)
    out.print(f"{tuning.config.tokens_per_iter:,} tokens per iteration; {text(tuning.basis)}")
    out.print(_candidates_table(tuning))
    out.print(f"[dim]{_legend(tuning)} GB: traced, with everything else that the process holds.[/dim]\n")
    choice = tuning.choice
    rows = [
        ("[bold]choice[/bold]", f"[bold]{choice.name}[/bold]: {_rate(choice)} tokens/s{_gain(tuning)}"),
        ("sure?", text(tuning.sure)),
        *([] if tuning.was_busy else [("knee", f"{tuning.knee.name}: {KNEE}")]),
        *(("" if number else "also tried", _trial(trial)) for number, trial in enumerate(tuning.trials)),
        ("took", duration(tuning.seconds)),
    ]
    out.print(grid(rows))
    for note in (*notes, *(text(note) for note in tuning.notes)):
        out.print(f"note: {note}")
    out.print(f"\n{' '.join(f'{key}={value}' for key, value in tuning.settings.items())}", soft_wrap=True)
    out.print(f"  {command}", soft_wrap=True, markup=False)


def _heading(tuning: Tuning) -> str:
    usual = tuning.usual
    words = [f"[bold]{tuning.device.name}[/bold]", usual["dtype"], "compiled" if usual["compile"] else "eager"]
    if tuning.device.kind == "cpu":
        words.append(counted(usual.get("threads", 0), "thread"))
    return ", ".join(words)


def _legend(tuning: Tuning) -> str:
    if _is_planned(tuning):
        return text(say("tune.legend.planned", range=_range(tuning.best), ms=1000 * SLOW_HOST_S))
    return text(say("tune.legend.measured"))


def _candidates_table(tuning: Tuning) -> Table:
    """Planned rates all have one range, and another column."""
    measured, planned = ((), ("slow host",)) if _is_planned(tuning) else (("range",), ())
    heads = ("micro-batch", "accumulation", "tokens/s", *measured, "GB", "of best", *planned, "")
    candidates = table(heads, left=(len(heads) - 1,))
    for candidate in tuning.candidates:
        share = candidate.tokens_per_s / tuning.best.tokens_per_s
        candidates.add_row(
            str(candidate.batch_size),
            str(candidate.accumulation),
            _rate(candidate),
            *(_range(candidate) for _ in measured),
            f"{candidate.memory.high / 1024:.1f}" if candidate.memory else "",
            f"{share:.0%}" if candidate.fits is not False else "",
            *("" if candidate.slow_host_share is None else f"{candidate.slow_host_share:.0%}" for _ in planned),
            _remark(candidate, tuning),
            style="bold" if candidate is tuning.choice else "",
        )
    return candidates


def _is_planned(tuning: Tuning) -> bool:
    return isinstance(tuning.best.rate, Estimate)


def _remark(candidate: Candidate, tuning: Tuning) -> str:
    if candidate.fits is False:
        reason = text(candidate.refused) if candidate.refused else "does not fit"
        return f"[red]{reason}[/red]"
    words = []
    if candidate is tuning.choice:
        words.append("choice")
    if candidate.batch_size == tuning.config.batch_size:
        words.append("yours")
    return ", ".join(words)


def _rate(candidate: Candidate) -> str:
    return f"{candidate.tokens_per_s:,.0f}" if candidate.rate else ""


def _range(candidate: Candidate) -> str:
    """How far the lowest and the highest rate are from the middle: -3% +2%."""
    rate, middle = candidate.rate, candidate.tokens_per_s
    if rate is None:
        return ""
    low, high = (rate.min, rate.max) if isinstance(rate, Spread) else (rate.low, rate.high)
    return f"{low / middle - 1:+.0%} {high / middle - 1:+.0%}" if high > low else ""


def _gain(tuning: Tuning) -> str:
    """What the choice gains over the configured micro-batch."""
    choice = tuning.choice
    if choice.batch_size == tuning.config.batch_size:
        return ", as configured" if tuning.is_kept else ", your micro-batch"
    for candidate in tuning.candidates:
        if candidate.batch_size == tuning.config.batch_size and candidate.rate:
            return f", {choice.tokens_per_s / candidate.tokens_per_s:.2f}x the configured {candidate.name}"
    return ""


def _trial(trial: VariantTrial) -> str:
    note = text(trial.note) if trial.note else ""
    if trial.gain is None:
        return f"{trial.what}: {note}"
    speed = f"{trial.gain.median:.2f}x the speed ({trial.gain.low:.2f} .. {trial.gain.high:.2f})"
    verdict = "[bold]kept[/bold]" if trial.kept else "not kept"
    return f"{trial.what}: {speed}, {verdict}: {note}" if note else f"{trial.what}: {speed}, {verdict}"
