"""`fledge train`: nanoGPT's train.py, with settings files, checks and a run directory."""

import os
from pathlib import Path

from rich.cells import cell_len

from fledge.api.training import train_asked
from fledge.common.errors import FledgeError
from fledge.common.terminal import show_line
from fledge.config.fields import settings_of
from fledge.logs.rundir import is_run
from fledge.options.parser import Arguments
from fledge.options.train import TrainOptions
from fledge.parallel.agent import process_count, start_processes, threads_of_each
from fledge.parallel.failures import exit_code_of_stop, has_agent
from fledge.texts import say, text
from fledge.texts.numbers import number, percent
from fledge.train.loop import Outcome, resume_command
from fledge.train.profiling import Profile


def run(arguments: Arguments) -> int:
    options: TrainOptions = arguments.options
    if options.devices != 1 or options.max_restarts:
        processes = _processes(arguments)
        if processes > 1 or options.max_restarts:
            return start_processes(_argv(arguments), processes, threads_of_each(processes), options.max_restarts)
    session, outcome = train_asked(arguments)
    if session.runtime.is_main:
        show_line("\n".join(summary(session.config.run_path, outcome)))
        if options.profile:
            show_line("\n".join(profile_table(outcome.profile)))
    return exit_code_of_stop(outcome.signal)


def _processes(arguments: Arguments) -> int:
    """How many to start here."""
    if has_agent():
        started = os.environ.get("WORLD_SIZE", "")
        if not started.isdecimal():
            raise FledgeError(say("processes.already_some"))
        raise FledgeError(say("processes.already", number=int(started)))
    device = [str(entry.value) for entry in arguments.settings if entry.key == "device"]
    return process_count(arguments.options.devices, device[-1] if device else "auto")


def _argv(arguments: Arguments) -> list[str]:
    """The same command for one process, without what starts several."""
    options: TrainOptions = arguments.options
    argv = ["train", *arguments.typed]
    for spec in settings_of(TrainOptions).values():
        value = getattr(options, spec.name)
        if spec.name not in ("devices", "max_restarts") and value != spec.default:
            argv.append(f"--{spec.name}={value}")
    return argv


def summary(run: Path, outcome: Outcome) -> list[str]:
    """What happened, where it is, and what to type next."""
    if outcome.reason == "interrupted" and not is_run(run):
        return [text(say("train.stopped_early"))]
    if outcome.reason == "interrupted":
        return [text(say("train.stopped", it=outcome.iterations)), f"  {resume_command(run)}"]
    lines = [text(say("train.finished", iterations=outcome.iterations, seconds=outcome.seconds))]
    if outcome.losses is not None:
        losses = outcome.losses
        numbers = {"val": losses.val, "perplexity": losses.perplexity, "best": outcome.best_val}
        said = say("train.val_loss", **numbers)
        if losses.bits_per_byte:
            said = say("train.val_loss_bits", bits=losses.bits_per_byte, **numbers)
        lines.append(text(said))
    return [*lines, text(say("train.run", run=str(run))), *([f"  fledge sample {run}"] if is_run(run) else [])]


def profile_table(profile: Profile | None) -> list[str]:
    """Where the trace is, and the operators that took the time, in 80 columns."""
    if profile is None:
        return [text(say("train.no_profile"))]
    first, last = profile.iterations[0], profile.iterations[-1]
    title = text(say("train.profile_title", first=first, last=last))
    lines = [text(say("train.profile", path=str(profile.path))), ""]
    lines.append(_row(title, text(say("train.profile_calls")), "ms", text(say("train.profile_share"))))
    for row in profile.rows:
        name = row.name if len(row.name) <= 55 else row.name[:54] + "…"
        calls = number(row.calls, digits=0) if row.calls else ""
        lines.append(_row(name, calls, number(row.ms, digits=2), percent(row.share, digits=1)))
    return lines


def _row(name: str, calls: str, ms: str, share: str) -> str:
    """A line of the table: a title may be wider than its letters are many."""
    cells = zip((name, calls, ms, share), (-55, 6, 8, 7), strict=True)
    return " ".join(_filled(cell, width) for cell, width in cells)


def _filled(cell: str, width: int) -> str:
    """To the left of its space if `width` is negative."""
    space = " " * (abs(width) - cell_len(cell))
    return cell + space if width < 0 else space + cell
