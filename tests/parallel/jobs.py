"""Runs of several processes, started by `fledge train --devices` or by torchrun, for tests that stop and kill them."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tests.helpers import TINY
from tests.processes import default_signals

PAIR = [*TINY, "--gradient_accumulation_steps=2"]  # for two processes
ENDLESS = [*PAIR, "--max_iters=1000000", "--eval_interval=1000000", "--log_interval=10"]
TORCHRUN = ["-m", "torch.distributed.run", "--standalone", "--nproc_per_node=2"]


class Job:
    """A running agent: ours, or torchrun's with its own options."""

    def __init__(self, *argv: str, torchrun: Sequence[str] | None = None, env: Mapping[str, str] | None = None) -> None:
        before = [] if torchrun is None else [*TORCHRUN, *torchrun]
        self.process = subprocess.Popen(
            [sys.executable, *before, "-m", "fledge", *argv],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "OMP_NUM_THREADS": "1", **(env or {})},
            start_new_session=True,
            preexec_fn=default_signals,
        )
        self._output = ""
        # A pipe that nobody reads fills up, and stops a long run.
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        """What all of its processes print, until the last of them has ended."""
        assert self.process.stdout is not None
        with self.process.stdout as stream:
            self._output = stream.read()

    def workers(self) -> dict[int, int]:
        """The processes by rank."""
        return {rank: pid for pid, rank in _ranks().items() if _parent(pid) == self.process.pid}

    def worker(self, rank: int) -> int:
        wait_for(lambda: rank in self.workers())
        return self.workers()[rank]

    def end(self, timeout: float = 120) -> tuple[int, str]:
        """Its exit code and what it printed. None of its processes may be left."""
        try:
            self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.close()
            raise
        self._reader.join(timeout)
        assert not self._reader.is_alive()
        return self.process.returncode, self._output

    def close(self) -> None:
        """End what a failed test left."""
        for pid in (self.process.pid, *self.workers().values()):
            kill(pid)
        self.process.wait()
        self._reader.join()


def _ranks() -> dict[int, int]:
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            variables = (folder / "environ").read_bytes().split(b"\0")
        except OSError:
            continue
        for variable in variables:
            if variable.startswith(b"RANK="):
                found[int(folder.name)] = int(variable.removeprefix(b"RANK="))
    return found


def _parent(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_for(is_there: Callable[[], object], seconds: float = 240) -> None:
    deadline = time.monotonic() + seconds
    while not is_there():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def has_line(run: str, words: str) -> bool:
    log = Path(run) / "log.txt"
    return log.exists() and words in log.read_text()


def kill(pid: int, number: signal.Signals = signal.SIGKILL) -> None:
    os.kill(pid, number)
