"""One stretch of a trial: `fledge train` in a process of its own, asked to stop when it has reached an iteration.

A process of its own, so that a trial that fails or runs out of memory takes nothing with it.
"""

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from fledge.logs.run_lock import writer_of
from fledge.logs.run_requests import request_file

LOOK_EVERY_S = 0.2
FIRST_STOP_CODE = 128
TAIL_BYTES = 4096  # of metrics.jsonl, in which its last lines stand
ERRORS = "errors.txt"  # of a trial's process, in its run directory's parent


@dataclass(frozen=True)
class Stretch:
    """How it ended: the process's exit code, and its last error line."""

    code: int
    error: str

    @property
    def has_failed(self) -> bool:
        """A run that was stopped ends with 128 and the signal's number, as shells count."""
        return self.code != 0 and self.code < FIRST_STOP_CODE


def run_stretch(
    typed: Sequence[str], folder: Path, until: int, threads: int, is_stopped: Callable[[], bool]
) -> Stretch:
    """Begin or continue the trial in `folder`, until an iteration, its end, or until `is_stopped`."""
    command = [sys.executable, "-m", "fledge", "train", *typed, f"--out_dir={folder}", "--auto_resume"]
    environment = {**os.environ, **({"OMP_NUM_THREADS": str(threads)} if threads else {})}
    errors = folder.with_name(f".{folder.name}.{ERRORS}")
    with errors.open("wb") as stderr:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=stderr, env=environment
        )
        while True:
            with contextlib.suppress(subprocess.TimeoutExpired):
                code = process.wait(LOOK_EVERY_S)
                break
            if last_iteration(folder) >= until or is_stopped():
                _ask_to_stop(folder)
    lines = errors.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    errors.unlink()
    return Stretch(code, lines[-1] if lines else "")


def _ask_to_stop(folder: Path) -> None:
    """Again and again, until it ends: a request that came before the loop began to look is thrown away there."""
    if writer_of(folder) is not None:
        with contextlib.suppress(OSError):
            request_file(folder, "stop").touch()


def end_earlier(folder: Path) -> None:
    """A process that outlived a killed sweep: it is asked to stop and save, and waited for."""
    while writer_of(folder) is not None:
        _ask_to_stop(folder)
        time.sleep(LOOK_EVERY_S)


def last_iteration(folder: Path) -> int:
    """The last iteration that a run has logged."""
    try:
        with (folder / "metrics.jsonl").open("rb") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - TAIL_BYTES))
            lines = file.read().splitlines()
    except OSError:
        return 0
    for line in reversed(lines):
        with contextlib.suppress(ValueError):
            event = json.loads(line)
            if isinstance(event, dict) and event.get("event") in ("iter", "eval"):
                return int(event["iter"])
    return 0
