"""Commands in processes of their own, for tests that stop and kill them.

They are forked from a server that has imported torch: importing it takes longer than most of these runs.
"""

import io
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from multiprocessing.connection import Connection
from pathlib import Path

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(["tests.processes", "torch", "fledge.cli.commands.train", "fledge.train.loop"])


class FledgeProcess:
    """A running command. It has what these tests need of subprocess.Popen."""

    def __init__(
        self,
        *argv: str,
        cwd: Path | None = None,
        encoding: str = "utf-8",
    ) -> None:
        reader, writer = _context.Pipe(duplex=False)
        environment = {**os.environ, "OMP_NUM_THREADS": "1"}
        where = str(cwd or Path.cwd())
        self._process = _context.Process(target=_run, args=(argv, where, encoding, environment, writer), daemon=True)
        self._process.start()
        writer.close()
        self.stdout = os.fdopen(os.dup(reader.fileno()), encoding=encoding.partition(":")[0], errors="replace")
        reader.close()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        return self.returncode

    def send_signal(self, number: signal.Signals) -> None:
        os.kill(self.pid, number)

    def kill(self) -> None:
        self._process.kill()

    def wait(self, timeout: float) -> int:
        self._process.join(timeout)
        if self.returncode is None:
            raise subprocess.TimeoutExpired("fledge", timeout)
        return self.returncode

    def communicate(self, timeout: float = 120) -> str:
        """What it printed, on both streams, when it has ended."""
        try:
            output = self.stdout.read()
        finally:
            self.stdout.close()
        self.wait(timeout)
        return output


def default_signals() -> None:
    """Ctrl-C and a closed terminal end this process, even if it is started by one that ignores them (nohup)."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def _run(
    argv: tuple[str, ...],
    cwd: str,
    encoding: str,
    environment: Mapping[str, str],
    output: Connection,
) -> None:
    from fledge.cli.main import main

    default_signals()
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(environment)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for ours, theirs in ((nothing, 0), (output.fileno(), 1), (output.fileno(), 2)):
        os.dup2(ours, theirs)
    os.close(nothing)
    output.close()
    name, _, errors = encoding.partition(":")
    sys.stdout, sys.stderr = (
        io.TextIOWrapper(io.FileIO(number, "wb"), name, errors or "strict", write_through=True) for number in (1, 2)
    )
    sys.exit(main(argv))
