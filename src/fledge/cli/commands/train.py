"""`fledge train`: nanoGPT's train.py, with settings files, checks and a run directory."""

from pathlib import Path

from fledge.cli.options.train import TrainOptions
from fledge.cli.parser import Arguments
from fledge.common.errors import FledgeError
from fledge.common.progress import status_line
from fledge.common.terminal import show_line
from fledge.common.text import duration
from fledge.logs.run_lock import RunLock, hold_run
from fledge.logs.rundir import is_run, place_run, resumable_run
from fledge.plan.preflight import preflight
from fledge.train.disk import check_disk
from fledge.train.launch import Launch, new_launch, resume_launch
from fledge.train.loop import Outcome, resume_command, train
from fledge.train.profiling import Profile
from fledge.train.runtime import is_main_process
from fledge.train.session import Session, new_session


def run(arguments: Arguments) -> int:
    options: TrainOptions = arguments.options
    if arguments.is_resume:
        out_dir = [str(entry.value) for entry in arguments.settings if entry.key == "out_dir"]
        with hold_run(resumable_run(out_dir[-1] if out_dir else None), is_main_process()) as lock:
            launch = resume_launch(lock.run, arguments.settings, force=options.force, profile=options.profile)
            return _train(_session(launch, lock), options)
    if not arguments.typed and not Path("data").exists():
        raise FledgeError(
            "fledge train needs a dataset and settings, and there are none here.",
            "To see a whole run first: fledge demo. For your own text: fledge prepare YOUR_TEXT.txt",
        )
    config, lock = place_run(arguments.config(), options.overwrite, is_main_process())
    with lock:
        launch = new_launch(config, force=options.force, profile=options.profile)
        with status_line() as show:
            plan = preflight(launch, show)
        session = _session(launch, lock)
        if plan is not None:
            session.notes.append(f"plan: {plan.headline}")
            session.planned = plan.figures
        return _train(session, options)


def _session(launch: Launch, lock: RunLock) -> Session:
    """The run, in memory, if there is room for its checkpoints."""
    if launch.runtime.is_main and not launch.force:
        check_disk(launch.config)
    session = new_session(launch)
    if lock.note:
        session.notes.append(lock.note)
    return session


def _train(session: Session, options: TrainOptions) -> int:
    outcome = train(session, options.profile)
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
