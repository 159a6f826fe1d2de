"""`fledge train`: nanoGPT's train.py, with settings files, checks and a run directory."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fledge.cli.commands import take_switch
from fledge.common.errors import FledgeError, raise_all
from fledge.config.schema import Config, load_config, read_written
from fledge.logs.rundir import place_run, resumable_run

if TYPE_CHECKING:
    from fledge.train.loop import Outcome
    from fledge.train.profiling import Profile

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
    init_from = [entry.value for entry in written if entry.key == "init_from"]
    from fledge.train.session import new_session, resumed_session

    if init_from[-1:] == ["resume"]:
        raise_all(problems)
        out_dir = [str(entry.value) for entry in written if entry.key == "out_dir"]
        session = resumed_session(resumable_run(out_dir[-1] if out_dir else None), written)
    else:
        config = place_run(load_config(rest, trust), overwrite)
        line, figures = planned(config, force)
        session = new_session(config)
        session.notes += [f"plan: {line}"] * bool(line)
        session.planned = figures
    if profile and session.config.eval_only:
        raise FledgeError("--profile has nothing to trace: eval_only trains no iteration.", "Leave one of them out.")
    from fledge.train.loop import train

    outcome = train(session, profile)
    if session.runtime.is_main:
        print("\n".join(summary(session.config.run_path, outcome)), flush=True)
        if profile:
            print("\n".join(profile_table(outcome.profile)), flush=True)
    return 128 + outcome.signal if outcome.signal else 0


def planned(config: Config, force: bool) -> tuple[str, dict[str, float]]:
    """The plan's headline and figures, of a run whose size and device the settings tell."""
    if config.init_from != "scratch" or config.eval_only or not config.max_iters or "WORLD_SIZE" in os.environ:
        return "", {}
    from fledge.common.progress import status_line
    from fledge.plan.preflight import foresee

    with status_line() as show:
        return foresee(config, force, show)


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
