"""Commands in processes of their own, for tests that stop and kill them.

They are forked from a server that has imported torch: importing it takes longer than most of these runs.
"""

import io
import multiprocessing
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from multiprocessing.connection import Connection
from pathlib import Path

CONTEXT = multiprocessing.get_context("forkserver")
CONTEXT.set_forkserver_preload(["tests.preload"])


class FledgeProcess:
    """A running command. It has what these tests need of subprocess.Popen."""

    def __init__(
        self,
        *argv: str,
        cwd: Path | None = None,
        encoding: str = "utf-8",
        environment: Mapping[str, str] | None = None,
        max_memory: int = resource.RLIM_INFINITY,
        max_file: int = resource.RLIM_INFINITY,
    ) -> None:
        reader, writer = CONTEXT.Pipe(duplex=False)
        environment = {**os.environ, "OMP_NUM_THREADS": "1", **(environment or {})}
        limits = {resource.RLIMIT_AS: max_memory, resource.RLIMIT_FSIZE: max_file}
        what = (argv, str(cwd or Path.cwd()), encoding, environment, limits, writer)
        self._process = CONTEXT.Process(target=_run, args=what, daemon=True)
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


def together(
    count: int,
    *argv: str,
    cwd: Path | None = None,
    full_disks: Mapping[int, int] | None = None,
    other_words: Mapping[int, Sequence[str]] | None = None,
    other_folders: Mapping[int, Path] | None = None,
) -> list[FledgeProcess]:
    """One command in several processes, as torchrun starts them, without the time to import torch in each.

    Of the processes in `full_disks`, no file can grow beyond so many bytes. Some have `other_words` after the command,
    or run in `other_folders`.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    size = str(count)
    group = {"WORLD_SIZE": size, "LOCAL_WORLD_SIZE": size, "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port}
    return [
        FledgeProcess(
            *argv,
            *(other_words or {}).get(rank, ()),
            cwd=(other_folders or {}).get(rank, cwd),
            environment={**group, "RANK": str(rank), "LOCAL_RANK": str(rank)},
            max_file=(full_disks or {}).get(rank, resource.RLIM_INFINITY),
        )
        for rank in range(count)
    ]


def done_by(count: int, *argv: str, cwd: Path | None = None) -> None:
    """The same, to its end, which must be a good one."""
    for process in together(count, *argv, cwd=cwd):
        output = process.communicate()
        assert process.returncode == 0, output


def printed_by(function: Callable[[], None], environment: Mapping[str, str]) -> str:
    """What a function prints in a process of its own, which must end well."""
    reader, writer = CONTEXT.Pipe(duplex=False)
    process = CONTEXT.Process(target=_call, args=(function, {**os.environ, **environment}, writer), daemon=True)
    process.start()
    writer.close()
    with os.fdopen(os.dup(reader.fileno())) as output:
        printed = output.read()
    process.join(120)
    assert process.exitcode == 0, printed
    return printed


def default_signals() -> None:
    """Ctrl-C and a closed terminal end this process, even if it is started by one that ignores them (nohup)."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def _run(
    argv: tuple[str, ...],
    cwd: str,
    encoding: str,
    environment: Mapping[str, str],
    limits: Mapping[int, int],
    output: Connection,
) -> None:
    from fledge.cli.main import main

    default_signals()
    os.chdir(cwd)
    for kind, most in limits.items():
        resource.setrlimit(kind, (most, most))
    _redirect(environment, output)
    name, _, errors = encoding.partition(":")
    sys.stdout, sys.stderr = (
        io.TextIOWrapper(io.FileIO(number, "wb"), name, errors or "strict", write_through=True) for number in (1, 2)
    )
    sys.exit(main(argv))


def _call(function: Callable[[], None], environment: Mapping[str, str], output: Connection) -> None:
    _redirect(environment, output)
    function()
    sys.stdout.flush()


def _redirect(environment: Mapping[str, str], output: Connection) -> None:
    os.environ.clear()
    os.environ.update(environment)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for ours, theirs in ((nothing, 0), (output.fileno(), 1), (output.fileno(), 2)):
        os.dup2(ours, theirs)
    os.close(nothing)
    output.close()


def is_gone(pid: int) -> bool:
    """Whether a process ends within half a minute. One that nobody has waited for yet has ended, too."""
    state = Path(f"/proc/{pid}/stat")
    for _ in range(600):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        if state.exists() and state.read_text().split(") ")[1][0] == "Z":
            return True
        time.sleep(0.05)
    return False
