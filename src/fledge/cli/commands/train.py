"""`fledge train`: nanoGPT's train.py, with settings files, checks and a run directory."""

import os
from pathlib import Path

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
from fledge.texts.units import duration
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
        raise FledgeError(text(say("processes.already", number=os.environ.get("WORLD_SIZE", "some"))))
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
        return ["stopped before the first iteration was done: there is nothing to continue."]
    if outcome.reason == "interrupted":
        return [f"stopped at iteration {outcome.iterations:,}; saved. To continue:", f"  {resume_command(run)}"]
    lines = [f"finished: {outcome.iterations:,} iterations, {duration(outcome.seconds)} of training"]
    if outcome.losses is not None:
        losses = outcome.losses
        bits = f", {losses.bits_per_byte:.3f} bits per byte" if losses.bits_per_byte else ""
        lines.append(
            f"val loss {losses.val:.4f} (perplexity {losses.perplexity:.2f}{bits}); best {outcome.best_val:.4f}"
        )
    return [*lines, f"run: {run}", *([f"  fledge sample {run}"] if is_run(run) else [])]


def profile_table(profile: Profile | None) -> list[str]:
    """Where the trace is, and the operators that took the time, in 80 columns."""
    if profile is None:
        return ["profile: none, as no iteration was left to trace"]
    title = f"iterations {profile.iterations[0]} to {profile.iterations[-1]}: operators by their own time"
    lines = [f"profile: {profile.path}, to open at ui.perfetto.dev", ""]
    lines.append(f"{title:<55} {'calls':>6} {'ms':>8} {'share':>7}")
    for row in profile.rows:
        name = row.name if len(row.name) <= 55 else row.name[:54] + "…"
        calls = f"{row.calls:,.0f}" if row.calls else ""
        lines.append(f"{name:<55} {calls:>6} {row.ms:>8,.2f} {row.share:>7.1%}")
    return lines
