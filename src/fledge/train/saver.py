"""Saves checkpoints in the background: training waits for a copy in memory, and a thread writes it.

A failed write is reported at the next step boundary; a second save waits for the first, and so does the end of the run.
"""

import os
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import torch
import torch.distributed as dist
from torch import Tensor

from fledge.hardware.host import available_memory
from fledge.parallel.shards import is_sharded, local_part
from fledge.train.checkpoint_writing import Snapshot, shares, write_checkpoint
from fledge.train.session import Session

# A copy may take this share of the memory that is free. Above it, training waits for the disk instead.
MAX_MEMORY_SHARE = 0.5


@dataclass(frozen=True)
class SavedCheckpoint:
    """A checkpoint that is complete on the disk."""

    it: int
    path: Path
    is_best: bool
    seconds: float  # from the request to the last byte
    stopped_s: float  # of these, how long training stood still


class Saver:
    """Writes the checkpoints of a session. Several processes have one each, and save at the same iterations."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._group: dist.ProcessGroup | None = None
        if session.runtime.world_size > 1:
            # Of its own: its messages must not come between those of the training.
            self._group = dist.new_group(backend="gloo")
        self._thread: threading.Thread | None = None
        self._error: BaseException | None = None
        self._saved: list[SavedCheckpoint] = []

    def save(self, is_best: bool) -> None:
        """Copy the state of the session and begin to write it. Waits for an earlier save, and raises its error."""
        began = time.perf_counter()
        self.wait()
        live = self._own_tensors()
        is_copied = _has_room(live)
        snapshot = self._snapshot(live, copied(live) if is_copied else local_tensors(live), is_best)
        stopped = time.perf_counter() - began
        self._thread = threading.Thread(target=self._write, args=(snapshot, began, stopped), name="saver", daemon=True)
        self._thread.start()
        if not is_copied:
            self.session.runtime.pulse.join(self._thread)

    def failed(self) -> bool:
        """Whether the last save has failed; `wait` raises the error."""
        return self._error is not None

    def finished(self) -> list[SavedCheckpoint]:
        """The checkpoints that were completed since this was last asked."""
        saved, self._saved = self._saved, []
        return saved

    def wait(self) -> None:
        """Wait for the save that is under way, if there is one, and raise its error."""
        if self._thread is not None:
            self.session.runtime.pulse.join(self._thread)
            self._thread = None
        if self._error is not None:
            error, self._error = self._error, None
            raise error

    def _write(self, snapshot: Snapshot, began: float, stopped: float) -> None:
        try:
            write_checkpoint(snapshot, self._group)
        except BaseException as error:  # `wait` raises it where it can be handled
            self._error = error
        else:
            seconds = time.perf_counter() - began
            it, path, is_best = snapshot.counters.it, snapshot.path, snapshot.is_best
            self._saved.append(SavedCheckpoint(it, path, is_best, seconds, stopped))

    def _own_tensors(self) -> dict[str, Tensor]:
        """What this process writes: its shards, and its share of what several processes hold alike."""
        tensors = self.session.tensors()
        if self._group is None:
            return tensors
        alike = {name: tensor.nbytes for name, tensor in tensors.items() if not is_sharded(tensor)}
        sizes: list[Mapping[str, int]] = [{}] * self.session.runtime.world_size
        dist.all_gather_object(sizes, alike, group=self._group)
        own = shares(sizes)[self.session.runtime.rank]
        return {name: tensor for name, tensor in tensors.items() if is_sharded(tensor) or name in own}

    def _snapshot(self, live: dict[str, Tensor], tensors: dict[str, Tensor], is_best: bool) -> Snapshot:
        session, config = self.session, self.session.config
        return Snapshot(
            run=config.run_path,
            shape=config.shape,
            counters=replace(session.counters),
            about=session.about(),
            tensors=tensors,
            live=live,
            keep=config.keep,
            is_best=is_best,
        )


def local_tensors(tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """What is in this process's memory of each tensor, on the CPU; copied only if it is elsewhere."""
    return {name: local_part(tensor).cpu() for name, tensor in tensors.items()}


def copied(tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """A copy of the same. From a GPU it goes to pinned memory, which torch keeps for the next time."""
    copies = {}
    for name, tensor in tensors.items():
        local = local_part(tensor)
        copy = torch.empty(local.shape, dtype=local.dtype, pin_memory=local.is_cuda)
        copies[name] = copy.copy_(local, non_blocking=local.is_cuda)
    if any(local_part(tensor).is_cuda for tensor in tensors.values()):
        torch.cuda.synchronize()
    return copies


def _has_room(tensors: Mapping[str, Tensor]) -> bool:
    """Whether a copy fits into this process's share of the free memory, with as much left for the training."""
    free, here = available_memory(), int(os.environ.get("LOCAL_WORLD_SIZE", "1"))
    needed = sum(local_part(tensor).nbytes for tensor in tensors.values())
    return free is None or needed < MAX_MEMORY_SHARE * free / here
