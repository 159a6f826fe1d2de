"""Seconds until `fledge train` reaches a validation loss, and until nanoGPT does, if it is here.

    python bench/loss.py --target=1.886 [--repeats=3] -- [file.py ...] [--key=value ...]
    python bench/loss.py --target=1.886 --nanogpt=PATH [--nanogpt_arguments="..."] -- [file.py ...]

The words after -- are the arguments of `fledge train`, and of nanoGPT's train.py unless --nanogpt_arguments has others.
Each run is a fresh process with an output directory of its own; fledge's have seed 1337, 1338 and so on. The time is
from the start of the process to the first printed evaluation at or below the target, everything included; the run is
stopped there. How exact the time is depends on --eval_interval, and every evaluation is part of it.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fledge.common.errors import FledgeError
from fledge.common.stats import Spread
from fledge.config.fields import setting
from fledge.options.parser import read_options

EVALUATION = re.compile(r"step (\d+): .*val loss ([\d.]+)")  # as both programs print it
FIRST_SEED = 1337


@dataclass(frozen=True)
class Options:
    target: float = setting(0.0, "the validation loss to reach", least=0, most=1000)
    repeats: int = setting(3, "runs of each program", least=1)
    nanogpt: str = setting("", "nanoGPT's folder, with its train.py and its data")
    nanogpt_arguments: str = setting("", "arguments of its train.py")


@dataclass(frozen=True)
class LossTime:
    """The first evaluation of a run that reached the target; if none did, the best one."""

    reached: bool
    seconds: float
    step: int
    val_loss: float


def seconds_to_loss(command: Sequence[str], folder: Path, target: float) -> LossTime:
    best: LossTime | None = None
    said: deque[str] = deque(maxlen=5)
    began = time.perf_counter()
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        assert process.stdout is not None
        try:
            for line in process.stdout:
                said.append(line.rstrip())
                found = EVALUATION.match(line)
                if found is None:
                    continue
                step, loss = int(found[1]), float(found[2])
                if best is None or loss < best.val_loss:
                    best = LossTime(loss <= target, time.perf_counter() - began, step, loss)
                if best.reached:
                    break
        finally:
            process.terminate()
    if best is None or (process.returncode > 0 and not best.reached):
        raise FledgeError(f"{shlex.join(command)} failed:\n" + "\n".join(said))
    return best


def main() -> None:
    words = sys.argv[1:]
    cut = words.index("--") if "--" in words else len(words)
    options, rest = read_options(Options, words[:cut])
    if rest or not options.target:
        raise FledgeError("say which loss to reach, and settings after --.", "Try --target=1.886 -- config/demo.py.")
    arguments = words[cut + 1 :]
    programs = ["fledge"]
    if options.nanogpt:
        programs.append("nanoGPT")
    found: dict[str, list[LossTime]] = {name: [] for name in programs}
    print(f"{'':<8} {'run':>3} {'seconds':>8} {'step':>6} {'val loss':>8}")
    for number in range(options.repeats):
        for name in programs:
            with tempfile.TemporaryDirectory(prefix="fledge-bench-") as out:
                if name == "fledge":
                    folder = Path.cwd()
                    command = [sys.executable, "-m", "fledge", "train", *arguments, f"--seed={FIRST_SEED + number}"]
                else:
                    folder = Path(options.nanogpt)
                    theirs = shlex.split(options.nanogpt_arguments) or arguments
                    command = [sys.executable, "train.py", *theirs]
                result = seconds_to_loss([*command, f"--out_dir={out}/run"], folder, options.target)
            found[name].append(result)
            verdict = "" if result.reached else "  not reached"
            print(
                f"{name:<8} {number + 1:>3} {result.seconds:>8.2f} {result.step:>6,} {result.val_loss:>8.4f}{verdict}",
                flush=True,
            )
    for name, results in found.items():
        if all(result.reached for result in results):
            seconds = Spread.of([result.seconds for result in results])
            print(f"{name}: {seconds.median:.2f} s ({seconds.min:.2f} .. {seconds.max:.2f}) to {options.target:g}")


if __name__ == "__main__":
    try:
        main()
    except FledgeError as error:
        sys.exit(f"error: {error}")
