"""`fledge train`: nanoGPT's train.py, with settings files, checks and a run directory."""

import os
from pathlib import Path

from fledge.cli.options.train import TrainOptions
from fledge.cli.parser import Arguments
from fledge.common.errors import FledgeError
from fledge.common.progress import status_line
from fledge.common.text import duration
from fledge.config.schema import Config
from fledge.logs.rundir import is_run, place_run, resumable_run
from fledge.plan.preflight import foresee
from fledge.train.loop import Outcome, resume_command, train
from fledge.train.profiling import Profile
from fledge.train.session import new_session, resumed_session


def run(arguments: Arguments) -> int:
    options: TrainOptions = arguments.options
    if arguments.is_resume:
        out_dir = [str(entry.value) for entry in arguments.settings if entry.key == "out_dir"]
        session = resumed_session(resumable_run(out_dir[-1] if out_dir else None), arguments.settings)
    else:
        if not arguments.typed and not Path("data").exists():
            raise FledgeError(
                "fledge train needs a dataset and settings, and there are none here.",
                "To see a whole run first: fledge demo. For your own text: fledge prepare YOUR_TEXT.txt",
            )
        config = place_run(arguments.config(), options.overwrite)
        line, figures = planned(config, options.force)
        session = new_session(config)
        if line:
            session.notes.append(f"plan: {line}")
        session.planned = figures
    if options.profile and session.config.eval_only:
        raise FledgeError("--profile has nothing to trace: eval_only trains no iteration.", "Leave one of them out.")
    outcome = train(session, options.profile)
    if session.runtime.is_main:
        print("\n".join(summary(session.config.run_path, outcome)), flush=True)
        if options.profile:
            print("\n".join(profile_table(outcome.profile)), flush=True)
    return 128 + outcome.signal if outcome.signal else 0


def planned(config: Config, force: bool) -> tuple[str, dict[str, float]]:
    """The plan's headline and figures, of a run whose size and device the settings tell."""
    if config.init_from != "scratch" or config.eval_only or not config.max_iters or "WORLD_SIZE" in os.environ:
        return "", {}
    with status_line() as show:
        return foresee(config, force, show)


def summary(run: Path, outcome: Outcome) -> list[str]:
    """What happened, where it is, and what to type next."""
    if outcome.reason == "interrupted":
        return [
            f"stopped at iteration {outcome.iterations:,}; saved. To continue:",
            f"  {resume_command(run)}",
        ]
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
