"""`fledge train --devices=N`: the processes of one machine, started, watched and started again by torchrun's own agent.

torchrun's command prints a traceback and a table for every error. This is the same agent with one message at the end.
"""

import contextlib
import logging
import os
import shutil
import signal
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import torch
from torch.distributed.elastic.agent.server.api import RunResult, WorkerGroup, WorkerSpec, WorkerState
from torch.distributed.elastic.agent.server.local_elastic_agent import LocalElasticAgent
from torch.distributed.elastic.multiprocessing import DefaultLogsSpecs, SignalException, Std
from torch.distributed.elastic.multiprocessing.errors import ProcessFailure
from torch.distributed.elastic.rendezvous import RendezvousParameters
from torch.distributed.elastic.rendezvous.registry import get_rendezvous_handler

from fledge.common.errors import FledgeError
from fledge.common.signals import SIGNALS
from fledge.parallel.failures import AGENT_FOLDER, STOPPED, Failure, Kind
from fledge.texts import say, text

MONITOR_S = 0.1  # between two looks at the processes; torchrun's
# A saved stop takes the rest of a step and a checkpoint. As torchrun's; TORCH_ELASTIC_SHUTDOWN_TIMEOUT changes both.
GRACE_S = 30
STDERR_LINES = 20  # shown of a process that ended without a word
# Which failure of several is the cause: of a process that hangs, of one that failed or was killed, of one that lost
# another. Those that the agent ended come last.
ORDER: dict[Kind | None, int] = {"hang": 0, "own": 1, None: 1, "peer": 2}
TOLD_TO_END = 3


@dataclass(frozen=True)
class Ended:
    """A process that ended badly: what it said, or the exit code of one that said nothing."""

    rank: int
    exit_code: int  # negative: the signal that killed it
    failure: Failure | None
    stderr: str = ""  # the last lines of it, if there is no failure

    @property
    def is_mistake(self) -> bool:
        """Of the user: it would be made again after a restart."""
        return self.failure is not None and self.failure.exit_code == FledgeError.exit_code

    def __str__(self) -> str:
        if self.failure is not None and (self.failure.kind != "own" or (self.is_mistake and not self.rank)):
            return self.failure.message  # it names the rank that is meant, or is about the command
        if self.failure is not None:
            return text(say("processes.failed", rank=self.rank, why=self.failure.message))
        if self.exit_code < 0:
            return text(say("processes.killed", rank=self.rank, signal=_signal_name(-self.exit_code)))
        return text(say("processes.ended", rank=self.rank, code=self.exit_code))


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def cause(ended: Sequence[Ended]) -> Ended:
    """The failure that the others follow from, of several in the order in which the agent saw them."""

    def order(one: Ended) -> int:
        if one.failure is None and one.exit_code == -signal.SIGTERM:
            return TOLD_TO_END
        return ORDER[one.failure.kind if one.failure else None]

    return min(ended, key=order)


def start_processes(argv: Sequence[str], processes: int, threads: int, max_restarts: int) -> int:
    """Run `fledge ARGV` in processes of this machine to their end; returns the exit code. What failed is printed."""
    with tempfile.TemporaryDirectory(prefix="fledge_agent_") as folder, _environment(folder, threads):
        return _Job(Path(folder), processes, max_restarts).run(argv)


class _Job:
    def __init__(self, folder: Path, processes: int, max_restarts: int) -> None:
        self.folder, self.processes, self.max_restarts = folder, processes, max_restarts
        self.ended: Ended | None = None
        self.signal: int | None = None

    def run(self, argv: Sequence[str]) -> int:
        # Every process prints to files of its own but the first: one writes to the terminal.
        quiet = dict.fromkeys(range(1, self.processes), Std.ALL)
        logs = DefaultLogsSpecs(str(self.folder / "logs"), redirects=quiet)
        rendezvous = get_rendezvous_handler(
            RendezvousParameters("c10d", "localhost:0", str(uuid.uuid4()), 1, 1, timeout=900)
        )
        spec = WorkerSpec(
            role="fledge",
            local_world_size=self.processes,
            rdzv_handler=rendezvous,
            entrypoint=sys.executable,
            # The agent replaces ${local_rank} and $$ in what it is given.
            args=tuple(word.replace("$", "$$") for word in ("-m", "fledge", *argv)),
            max_restarts=self.max_restarts,
            monitor_interval=MONITOR_S,
        )
        grace = int(os.environ.get("TORCH_ELASTIC_SHUTDOWN_TIMEOUT", GRACE_S))
        agent = _Agent(spec, logs, self._note, shutdown_timeout=grace)
        with _signals(self._stop):
            try:
                result = agent.run()
            except SignalException:
                return 128 + int(self.signal or signal.SIGTERM)
            finally:
                rendezvous.shutdown()
        stopped = self.folder / STOPPED
        if stopped.is_file():
            return 128 + int(stopped.read_text())
        if self.ended is None or not result.is_failed():
            return 0
        return self._told(self.ended)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        """The first signal goes to the processes, which save. After a second Ctrl-C they end unsaved: see Guard."""
        if self.signal is None:
            self.signal = number
            raise SignalException(f"signal {number}", signal.Signals(number))
        if number == signal.SIGINT:
            shutil.rmtree(self.folder, ignore_errors=True)
            os._exit(128 + number)

    def _note(self, failures: Mapping[int, ProcessFailure], restarts_left: int) -> int:
        """Keep what has failed, and say so if it is started again; returns the restarts that are left."""
        self.ended = cause([_ended(rank, failure) for rank, failure in failures.items()])
        if self.ended.is_mistake:
            return 0
        if restarts_left:
            number = self.max_restarts - restarts_left + 1
            _print(text(say("processes.restart", why=str(self.ended), number=number, most=self.max_restarts)))
        return restarts_left

    @staticmethod
    def _told(ended: Ended) -> int:
        """Prints why the run failed; its exit code."""
        details = ended.failure.callstack if ended.failure else ended.stderr
        if details:
            print(details.rstrip(), file=sys.stderr)
        _print(f"fledge: error: {ended}")
        return ended.failure.exit_code if ended.failure else 1


def _print(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _ended(rank: int, failure: ProcessFailure) -> Ended:
    document: Any = failure.error_file_data
    found = Failure.read(document) if isinstance(document, dict) else None
    stderr = Path(failure.error_file).with_name("stderr.log")
    last = ""
    if found is None and stderr.is_file():
        last = "\n".join(stderr.read_text(encoding="utf-8", errors="replace").splitlines()[-STDERR_LINES:])
    return Ended(rank, failure.exitcode, found, last)


TorchrunAgent: Any = LocalElasticAgent  # torch's own types of it are not complete


class _Agent(TorchrunAgent):  # type: ignore[misc]
    """torchrun's agent, which tells `on_failure` why processes ended and lets it take the restarts away."""

    def __init__(
        self,
        spec: WorkerSpec,
        logs: DefaultLogsSpecs,
        on_failure: Callable[[Mapping[int, ProcessFailure], int], int],
        shutdown_timeout: int,
    ) -> None:
        super().__init__(spec, logs, shutdown_timeout=shutdown_timeout)
        self._on_failure = on_failure

    def _monitor_workers(self, worker_group: WorkerGroup) -> RunResult:
        result: RunResult = super()._monitor_workers(worker_group)
        if result.state == WorkerState.FAILED:
            self._remaining_restarts: int = self._on_failure(result.failures, self._remaining_restarts)
        return result


@contextlib.contextmanager
def _signals(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Our handler of signals. The agent would install its own when it starts processes, and end at a second signal."""
    handled = [number for number in SIGNALS if signal.getsignal(number) != signal.SIG_IGN]
    before = {number: signal.signal(number, handler) for number in handled}
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)


@contextlib.contextmanager
def _environment(folder: str, threads: int) -> Iterator[None]:
    """What the processes find in their environment, and an agent that keeps its own log to itself."""
    before = dict(os.environ)
    os.environ[AGENT_FOLDER] = folder
    os.environ["OMP_NUM_THREADS"] = str(threads)
    os.environ.setdefault("TORCH_CPP_LOG_LEVEL", "ERROR")
    os.environ["TORCHELASTIC_SIGNALS_TO_HANDLE"] = "SIGQUIT"
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)
        os.environ.clear()
        os.environ.update(before)


def process_count(asked: int | str, device: str) -> int:
    """How many processes `--devices` means for a device setting; an error if they can't be had."""
    kind, _, index = device.partition(":")
    has_gpus = torch.cuda.is_available() and kind in ("auto", "cuda")
    if asked == "auto":
        return torch.cuda.device_count() if has_gpus and not index else 1
    number = int(asked)
    if number > 1 and index:
        raise FledgeError(say("processes.one_gpu", device=device, number=number))
    if number > 1 and kind == "mps":
        raise FledgeError(say("processes.mps"))
    if has_gpus and number > torch.cuda.device_count():
        raise FledgeError(say("processes.too_few_gpus", number=number, gpus=torch.cuda.device_count()))
    return number


def threads_of_each(processes: int) -> int:
    """The processes share the cores, unless the user says how many threads each has."""
    given = os.environ.get("OMP_NUM_THREADS", "")
    return int(given) if given.isdecimal() and int(given) else max(1, torch.get_num_threads() // processes)
