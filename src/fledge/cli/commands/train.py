"""`fledge train`: nanoGPT's train.py, with settings files, checks and a run directory."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fledge.cli.commands import take_switch
from fledge.common.errors import raise_all
from fledge.config.fields import Assignment
from fledge.config.schema import Config, config_from, read_written
from fledge.logs.rundir import place_run, resumable_run

if TYPE_CHECKING:
    from fledge.train.launch import Switches
    from fledge.train.loop import Outcome
    from fledge.train.profiling import Profile
    from fledge.train.session import Session

SUMMARY = "train a GPT, or continue one"
USAGE = """\
fledge train [file.py ...] [--key=value ...]
             [--overwrite] [--force] [--profile] [--trust-config]"""
ABOUT = """\
Settings come from files and from the command line, the later ones winning.
nanoGPT's settings files, datasets, names and ckpt.pt work as they are.
Ctrl-C finishes the step, saves, and says how to continue.

  fledge train config/demo.py
  fledge train config/train_shakespeare_char.py --max_iters=500
  fledge train --init_from=resume --out_dir=runs/shakespeare_char-gpt2
  torchrun --nproc_per_node=2 -m fledge train config/train_gpt2.py

--overwrite     start anew in an out_dir that holds a run; that run is deleted
--force         start although the plan says that it does not fit the memory
--profile       trace some early iterations to RUN/profile.json, which
                ui.perfetto.dev opens, and show the slowest operators at the end
--trust-config  execute settings files, instead of reading them as plain values
"""
Options = Config


def run(argv: Sequence[str]) -> int:
    trust, rest = take_switch(argv, "trust-config")
    overwrite, rest = take_switch(rest, "overwrite")
    profile, rest = take_switch(rest, "profile")
    force, rest = take_switch(rest, "force")
    written, problems = read_written(rest, trust)
    from fledge.train.launch import Switches
    from fledge.train.loop import train

    session = open_session(written, problems, Switches(overwrite, force, profile))
    outcome = train(session, profile)
    if session.runtime.is_main:
        print("\n".join(summary(session.config.run_path, outcome)), flush=True)
        if profile:
            print("\n".join(profile_table(outcome.profile)), flush=True)
    return 128 + outcome.signal if outcome.signal else 0


def open_session(written: Sequence[Assignment], problems: list[str], switches: "Switches") -> "Session":
    """The session that the command line asks for. The launch ends here: it holds weights that the session copies."""
    from fledge.common.progress import status_line
    from fledge.plan.preflight import preflight
    from fledge.train.launch import new_launch, resume_launch
    from fledge.train.session import new_session

    last = {entry.key: str(entry.value) for entry in written}
    if last.get("init_from") == "resume":
        raise_all(problems)
        return new_session(resume_launch(resumable_run(last.get("out_dir")), written, switches))
    launch = new_launch(place_run(config_from(written, problems), switches.overwrite), switches)
    with status_line() as show:
        plan = preflight(launch, show)
    session = new_session(launch)
    if plan is not None:
        session.notes.append(f"plan: {plan.headline}")
        session.planned = plan.figures
    return session


def summary(run: Path, outcome: "Outcome") -> list[str]:
    """What happened, where it is, and what to type next."""
    from fledge.common.text import duration
    from fledge.logs.rundir import is_run
    from fledge.train.loop import resume_command

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


def profile_table(profile: "Profile | None") -> list[str]:
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
