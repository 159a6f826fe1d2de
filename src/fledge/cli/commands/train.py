"""`fledge train`: nanoGPT's train.py, with settings files, checks and a run directory."""

from pathlib import Path

from fledge.api.training import train_asked
from fledge.common.terminal import show_line
from fledge.common.text import duration
from fledge.logs.rundir import is_run
from fledge.options.parser import Arguments
from fledge.options.train import TrainOptions
from fledge.train.loop import Outcome, resume_command
from fledge.train.profiling import Profile


def run(arguments: Arguments) -> int:
    options: TrainOptions = arguments.options
    session, outcome = train_asked(arguments)
    if session.runtime.is_main:
        show_line("\n".join(summary(session.config.run_path, outcome)))
        if options.profile:
            show_line("\n".join(profile_table(outcome.profile)))
    return 128 + outcome.signal if outcome.signal else 0


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
