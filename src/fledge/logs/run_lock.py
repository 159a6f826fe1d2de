"""The lock of a run directory: one process writes it, for as long as that process lives.

The lock is the kernel's (flock), so it ends with the process however that dies; the file `.lock` only says who holds
it. A file that a killed process left behind is therefore no obstacle.
"""

import contextlib
import errno
import fcntl
import json
import os
import socket
import time
from dataclasses import dataclass
from pathlib import Path

from fledge.common.errors import FledgeError
from fledge.common.files import reported
from fledge.texts import say, text

LOCK = ".lock"
HELD = ".held"  # there while the process waits, because a sweep holds the run: run_requests.py
NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL)  # a file system without flock
# A reader that looks whether a run is live holds the lock for an instant.
TRIES, BETWEEN_TRIES_S = 5, 0.02


@dataclass(frozen=True)
class Writer:
    """The process that writes a run directory now."""

    pid: int
    host: str
    started: float  # seconds since 1970
    waits: bool = False  # it trains nothing now: its sweep holds it

    def __str__(self) -> str:
        since = time.strftime("%d %b %H:%M", time.localtime(self.started))
        return text(say("run.writer", pid=self.pid, host=self.host, since=since))


class Held(FledgeError):
    """Another process writes this run directory."""

    def __init__(self, run: Path, writer: Writer | None) -> None:
        problem = say("run.written_by", run=run, writer=writer) if writer else say("run.written", run=run)
        super().__init__(problem, say("run.wait"))


class RunLock:
    """Holds a run directory until the end of its block. Made by `hold_run`."""

    def __init__(self, run: Path, handle: int | None, made: list[Path], note: str = "") -> None:
        self.run, self.note = run, note
        self._handle, self._made = handle, made

    def __enter__(self) -> "RunLock":
        return self

    def __exit__(self, *error: object) -> None:
        self.release()

    def release(self) -> None:
        """Free the directory. If nothing was written to it, the directories that the lock made go too."""
        if self._handle is not None:
            with contextlib.suppress(OSError):
                (self.run / LOCK).unlink()
            os.close(self._handle)
            self._handle = None
        for folder in self._made:
            with contextlib.suppress(OSError):  # not empty: the run began
                folder.rmdir()


def hold_run(run: Path, is_main: bool) -> RunLock:
    """The lock on a directory. Under torchrun only the first process (`is_main`) writes, so the others need none."""
    return lock_run(run) if is_main else RunLock(run, None, [])


def lock_run(run: Path) -> RunLock:
    """Take the directory, and make it if it is not there. Raises Held if another process has it."""
    made: list[Path] = []
    try:
        with reported(run):
            made = [folder for folder in (run, *run.parents) if not folder.exists()]
            run.mkdir(parents=True, exist_ok=True)
        return _lock(run, made)
    except FledgeError:
        RunLock(run, None, made).release()
        raise


def _lock(run: Path, made: list[Path]) -> RunLock:
    for _ in range(TRIES):
        with reported(run):
            handle = os.open(run / LOCK, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            time.sleep(BETWEEN_TRIES_S)
            continue
        except OSError as error:
            os.close(handle)
            if error.errno not in NO_LOCKS:
                raise
            (run / LOCK).unlink(missing_ok=True)
            return RunLock(run, None, made, text(say("run.no_locks", run=run)))
        if _is_still_there(run / LOCK, handle):
            _sign(handle)
            return RunLock(run, handle, made)
        os.close(handle)  # its last holder removed it after we opened it
    raise Held(run, _signature(run / LOCK))


def _is_still_there(path: Path, handle: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(handle))
    except FileNotFoundError:
        return False


def _sign(handle: int) -> None:
    about = {"pid": os.getpid(), "host": socket.gethostname(), "started": time.time()}
    os.truncate(handle, 0)
    os.pwrite(handle, json.dumps(about).encode(), 0)


def _signature(path: Path) -> Writer | None:
    try:
        about = json.loads(path.read_bytes())
        waits = path.with_name(HELD).exists()
        return Writer(int(about["pid"]), str(about["host"]), float(about["started"]), waits)
    except (OSError, ValueError, KeyError, TypeError, OverflowError):
        return None


def writer_of(run: Path) -> Writer | None:
    """The process that writes this run directory now, if there is one."""
    try:
        handle = os.open(run / LOCK, os.O_RDONLY)
    except OSError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return _signature(run / LOCK) or Writer(0, text(say("run.unknown_host")), 0.0)
    except OSError:  # no file locks here: nobody knows
        return None
    finally:
        os.close(handle)
    return None
