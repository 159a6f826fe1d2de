"""Runs that train on this machine's CPU now, so that each can count the others.

A note in the cache names a run directory; the lock of that directory (`run_lock.py`) says whether its process lives.
"""

import contextlib
import hashlib
import json
import os
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from fledge.common.errors import FledgeError
from fledge.common.files import cache_dir
from fledge.logs.run_lock import writer_of

FOLDER = "training"
MAX_NOTES = 100  # looked at; more are left over from runs that were killed


@dataclass(frozen=True)
class Neighbour:
    run: Path
    pid: int


@contextlib.contextmanager
def announced(run: Path) -> Iterator[None]:
    """Others see that this run trains here, until the end of the block. A cache that can't be written tells nobody."""
    note = None
    with contextlib.suppress(OSError, FledgeError):
        place = str(run.resolve())
        note = cache_dir() / FOLDER / f"{hashlib.sha256(place.encode()).hexdigest()[:16]}.json"
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text(json.dumps({"run": place, "host": socket.gethostname()}), encoding="utf-8")
    try:
        yield
    finally:
        if note is not None:
            with contextlib.suppress(OSError):
                note.unlink(missing_ok=True)


def neighbours(own_pid: int | None = None) -> list[Neighbour]:
    """The other runs that train on this machine now. Notes of runs that are gone are removed."""
    own_pid = own_pid or os.getpid()
    found = []
    try:
        notes = sorted((cache_dir() / FOLDER).glob("*.json"))[:MAX_NOTES]
    except (OSError, FledgeError):
        return []
    for note in notes:
        neighbour = _read(note)
        if neighbour is not None and neighbour.pid != own_pid:
            found.append(neighbour)
    return found


def _read(note: Path) -> Neighbour | None:
    try:
        about = json.loads(note.read_bytes())
        run, host = Path(str(about["run"])), str(about["host"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    if host != socket.gethostname():  # a home directory that many machines share
        return None
    writer = writer_of(run)
    if writer is None:
        with contextlib.suppress(OSError):
            note.unlink(missing_ok=True)
        return None
    return Neighbour(run, writer.pid) if writer.host == host else None
