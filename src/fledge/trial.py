"""A trial: one `fledge train` in a process of its own, and how long it took to a validation loss."""

import math
import re
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from fledge.common.errors import FledgeError, RunFailed
from fledge.logs.rundir import Event, read_events

VALIDATED = re.compile(r"step \d+: .*val loss ([\d.]+)")  # with four decimals
ROUNDING = 0.00005
ERROR = "fledge: error: "


@dataclass(frozen=True)
class Trial:
    """The first evaluation that reached the target; where none did, the best one."""

    seed: int
    reached: bool
    seconds: float  # from the start of the process to the end of that evaluation, everything included
    train_s: float  # of training alone
    iter: int
    val_loss: float


def run_trial(arguments: Sequence[str], seed: int, target: float, show: Callable[[str], None]) -> Trial:
    """Train with these arguments in a temporary directory until an evaluation reaches the target, or to the end."""
    with tempfile.TemporaryDirectory(prefix="fledge-bench-") as folder:
        run = Path(folder) / "run"
        command = [sys.executable, "-m", "fledge", "train", *arguments, f"--seed={seed}", f"--out_dir={run}"]
        started = time.time()
        code, said = _run(command, target, show)
        events = read_events(run / "metrics.jsonl") if (run / "metrics.jsonl").exists() else []
    evaluations = [event for event in events if event["event"] == "eval"]
    reached = next((event for event in evaluations if _loss(event) <= target), None)
    if reached is None and (code or not evaluations):
        raise _failure(code, said)
    event = reached or min(evaluations, key=_loss)
    seconds = event["time"] - started
    return Trial(seed, reached is not None, seconds, event["train_s"], event["iter"], _loss(event))


def _loss(event: Event) -> float:
    value = event["val_loss"]
    return value if isinstance(value, float) else math.inf  # what is not finite is written as text


def _run(command: Sequence[str], target: float, show: Callable[[str], None]) -> tuple[int, list[str]]:
    """Exit code and the last lines printed. A run that has reached the target is stopped: its time is known."""
    said: deque[str] = deque(maxlen=20)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        try:
            for line in process.stdout:
                said.append(line.strip())
                show(said[-1])
                found = VALIDATED.match(line)
                if found and float(found[1]) + ROUNDING <= target:
                    process.terminate()
        except BaseException:
            process.terminate()
            raise
    return process.returncode, list(said)


def _failure(code: int, said: Sequence[str]) -> FledgeError:
    errors = [line.removeprefix(ERROR) for line in said if line.startswith(ERROR)]
    problem = [*errors, *reversed(said), f"`fledge train` ended with code {code}."][0]
    return FledgeError(problem) if code == 2 else RunFailed(problem)
