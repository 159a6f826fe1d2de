"""What `fledge tune` prints, and the settings file it writes."""

import shlex
from collections.abc import Sequence
from datetime import datetime

from rich.table import Table

from fledge.cli.pages.tables import grid, table
from fledge.common.console import console
from fledge.common.stats import Spread
from fledge.plan.estimate import Estimate
from fledge.plan.tune.result import Candidate, Tuning, VariantTrial
from fledge.plan.tune.there import SLOW_HOST_S
from fledge.texts import Message, say, text
from fledge.texts.numbers import fixed, number, percent
from fledge.texts.units import duration, with_commas

FILE_MARK = "# fledge tune"  # a settings file that `fledge tune` wrote begins with this


def settings_text(tuning: Tuning, words: Sequence[str]) -> str:
    """The settings file: what was chosen, and in comments on what basis. `words` are the command's arguments."""
    shape, choice = tuning.config.shape, tuning.choice
    sizes = {"arch": shape.arch, "layers": shape.n_layer, "width": shape.n_embd, "context": shape.block_size}
    lines = [
        f"{FILE_MARK} {shlex.join(words)}".rstrip(),
        f"# {datetime.now():%Y-%m-%d %H:%M}, {tuning.device.name}; {text(tuning.basis)}",
        f"# {say('tune_page.shape', tokens=tuning.config.tokens_per_iter, **sizes)}",
        f"# {say('tune_page.rate_and_range', name=choice.name, rate=_rate(choice), range=_range(choice))}",
        f"# {say('tune_page.sure')} {text(tuning.sure)}",
    ]
    return "\n".join([*lines, *(f"{key} = {value!r}" for key, value in tuning.settings.items())]) + "\n"


def print_tuning(tuning: Tuning, notes: Sequence[str], command: str) -> None:
    """The candidates as a table, the choice and its reasons, and the command that uses it."""
    out = console()
    out.print(_heading(tuning), soft_wrap=True)
    out.print(text(say("tune_page.tokens", tokens=tuning.config.tokens_per_iter, basis=tuning.basis)))
    out.print(_candidates_table(tuning))
    out.print(f"[dim]{_legend(tuning)} {say('tune_page.memory')}[/dim]\n")
    knee = text(say("tune_page.smallest", name=tuning.knee.name))
    tried = text(say("tune_page.also_tried"))
    rows = [
        (f"[bold]{say('tune_page.choice')}[/bold]", text(_choice(tuning))),
        (text(say("tune_page.sure")), text(tuning.sure)),
        *([] if tuning.was_busy else [(text(say("tune_page.knee")), knee)]),
        *(("" if place else tried, _trial(trial)) for place, trial in enumerate(tuning.trials)),
        (text(say("tune_page.took")), duration(tuning.seconds)),
    ]
    out.print(grid(rows))
    for note in (*notes, *(text(note) for note in tuning.notes)):
        out.print(text(say("tune_page.note", note=note)))
    out.print(f"\n{' '.join(f'{key}={value}' for key, value in tuning.settings.items())}", soft_wrap=True)
    out.print(f"  {command}", soft_wrap=True, markup=False)


def _heading(tuning: Tuning) -> str:
    usual = tuning.usual
    how = say("tune_page.compiled") if usual["compile"] else say("tune_page.eager")
    words = [f"[bold]{tuning.device.name}[/bold]", usual["dtype"], how]
    if tuning.device.kind == "cpu":
        words.append(say("tune_page.threads", number=usual.get("threads", 0)))
    return with_commas(words)


def _legend(tuning: Tuning) -> str:
    if _is_planned(tuning):
        return text(say("tune.legend.planned", range=_range(tuning.best), ms=1000 * SLOW_HOST_S))
    return text(say("tune.legend.measured"))


def _candidates_table(tuning: Tuning) -> Table:
    """Planned rates all have one range, and another column."""
    is_planned = _is_planned(tuning)
    measured, planned = ((), (say("tune_page.slow_host"),)) if is_planned else ((say("tune_page.range"),), ())
    sizes = (say("tune_page.micro_batch"), say("tune_page.accumulation"))
    heads = (*sizes, "tokens/s", *measured, "GB", say("tune_page.of_best"), *planned, "")
    candidates = table([str(head) for head in heads], left=(len(heads) - 1,))
    for candidate in tuning.candidates:
        share = candidate.tokens_per_s / tuning.best.tokens_per_s
        candidates.add_row(
            str(candidate.batch_size),
            str(candidate.accumulation),
            _rate(candidate),
            *(_range(candidate) for _ in measured),
            fixed(candidate.memory.high / 1024, 1) if candidate.memory else "",
            percent(share) if candidate.fits is not False else "",
            *("" if candidate.slow_host_share is None else percent(candidate.slow_host_share) for _ in planned),
            _remark(candidate, tuning),
            style="bold" if candidate is tuning.choice else "",
        )
    return candidates


def _is_planned(tuning: Tuning) -> bool:
    return isinstance(tuning.best.rate, Estimate)


def _remark(candidate: Candidate, tuning: Tuning) -> str:
    if candidate.fits is False:
        reason = text(candidate.refused or say("tune_page.does_not_fit"))
        return f"[red]{reason}[/red]"
    words = []
    if candidate is tuning.choice:
        words.append(say("tune_page.choice"))
    if candidate.batch_size == tuning.config.batch_size:
        words.append(say("tune_page.yours"))
    return with_commas(words)


def _rate(candidate: Candidate) -> str:
    return number(candidate.tokens_per_s, digits=0) if candidate.rate else ""


def _range(candidate: Candidate) -> str:
    """How far the lowest and the highest rate are from the middle: -3% +2%."""
    rate, middle = candidate.rate, candidate.tokens_per_s
    if rate is None:
        return ""
    low, high = (rate.min, rate.max) if isinstance(rate, Spread) else (rate.low, rate.high)
    ends = (percent(end / middle - 1, sign="always") for end in (low, high))
    return " ".join(ends) if high > low else ""


def _choice(tuning: Tuning) -> Message:
    """The choice, its speed, and what it gains over the configured micro-batch."""
    choice = tuning.choice
    numbers = {"name": f"[bold]{choice.name}[/bold]", "rate": _rate(choice)}
    if choice.batch_size == tuning.config.batch_size:
        if tuning.is_kept:
            return say("tune_page.choice_as_configured", **numbers)
        return say("tune_page.choice_own", **numbers)
    for candidate in tuning.candidates:
        if candidate.batch_size == tuning.config.batch_size and candidate.rate:
            gain = choice.tokens_per_s / candidate.tokens_per_s
            return say("tune_page.choice_gains", gain=gain, own=candidate.name, **numbers)
    return say("tune_page.choice_alone", **numbers)


def _trial(trial: VariantTrial) -> str:
    if trial.gain is None:
        return text(say("tune_page.not_measured", what=trial.what, note=trial.note or ""))
    verdict = f"[bold]{say('tune_page.kept')}[/bold]" if trial.kept else text(say("tune_page.not_kept"))
    ends = {"gain": trial.gain.median, "low": trial.gain.low, "high": trial.gain.high}
    if trial.note is None:
        return text(say("tune_page.trial", what=trial.what, verdict=verdict, **ends))
    return text(say("tune_page.trial_note", what=trial.what, verdict=verdict, note=trial.note, **ends))
