"""The process of a trial: `fledge train`, which is asked to wait, or to stop, where the trial is judged.

A process of its own, so that a trial that fails or runs out of memory takes nothing with it.
"""

import contextlib
import ctypes
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from fledge.logs.run_lock import writer_of
from fledge.logs.run_requests import hold, is_held, let_go, request_file

LOOK_EVERY_S = 0.2
TAIL_BYTES = 4096  # of metrics.jsonl, in which its last lines stand
ERROR_MARK = "fledge: error: "
PR_SET_PDEATHSIG = 1  # of prctl (Linux): the signal that a process gets when its parent has died


class TrialProcess:
    """`fledge train` in a run directory: it begins the run there, or continues it."""

    def __init__(self, typed: Sequence[str], folder: Path, environment: Mapping[str, str]) -> None:
        self.folder = folder
        self.was_asked_to_stop = False
        self._began = time.monotonic()
        self._held_since: float | None = None
        let_go(folder)  # one that was killed while it waited has left its mark, and this one does not wait
        self._errors = folder.with_name(f".{folder.name}.errors.txt")
        with self._errors.open("wb") as stderr:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "fledge", "train", *typed, f"--out_dir={folder}", "--auto_resume"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=stderr,
                env={**os.environ, **environment},
                preexec_fn=_stop_with_parent if sys.platform == "linux" else None,
            )

    @property
    def exit_code(self) -> int | None:
        """None while it runs; negative: the signal that killed it."""
        return self._process.poll()

    @property
    def seconds(self) -> float:
        """For how long it was there, without the time that it waited."""
        return (self._held_since or time.monotonic()) - self._began

    @property
    def is_held(self) -> bool:
        return self._held_since is not None

    def hold(self) -> bool:
        """Ask it to wait, with all it has in memory; whether it does. To be called until it does."""
        if not self.is_held and is_held(self.folder):
            self._held_since = time.monotonic()
        if not self.is_held and writer_of(self.folder) is not None:
            with contextlib.suppress(OSError):
                hold(self.folder)
        return self.is_held

    def let_go(self) -> None:
        """It goes on where it was."""
        if self._held_since is not None:
            self._began += time.monotonic() - self._held_since
            self._held_since = None
        let_go(self.folder)

    def ask_to_stop(self) -> None:
        """To be called until it ends: a request that came before the loop began to look is thrown away there."""
        self.was_asked_to_stop = True
        _request_stop(self.folder)

    def end(self) -> None:
        """Stop it, and wait until it has saved."""
        while self.exit_code is None:
            self.ask_to_stop()
            time.sleep(LOOK_EVERY_S)

    def take_error(self) -> str:
        """What it said in the end, in a line."""
        said = self._errors.read_text(encoding="utf-8", errors="replace").strip()
        self._errors.unlink()
        _, mark, error = said.rpartition(ERROR_MARK)
        lines = error.splitlines() if mark else said.splitlines()[-1:]
        return " ".join(line.strip() for line in lines)


def _stop_with_parent() -> None:
    """A sweep that was killed leaves no trial running: it saves and ends, as on SIGTERM."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def _request_stop(folder: Path) -> None:
    if writer_of(folder) is not None:
        with contextlib.suppress(OSError):
            request_file(folder, "stop").touch()


def end_earlier(folder: Path) -> None:
    """A trial of a sweep that was killed may still be saving: it is waited for."""
    while writer_of(folder) is not None:
        _request_stop(folder)
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
