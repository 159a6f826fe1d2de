"""Writing a checkpoint: every process its files, then state.json, then one rename; the pointers move last.

One process writes alone. Several go through torch.distributed.checkpoint, which knows who has which piece of a tensor
and makes all processes fail if one does; `ShardWriter` is its storage.
"""

import contextlib
import dataclasses
import math
import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, cast

import torch
import torch.distributed as dist
from torch import Tensor

from fledge import __version__
from fledge.common.errors import FledgeError, RunFailed
from fledge.common.files import DISK_FULL, atomic_dir, write_text
from fledge.config.shape import ModelShape
from fledge.logs.rundir import remove_left_overs, step_folders, when_there_is_space
from fledge.parallel.failures import PeerLost
from fledge.parallel.owners import share_out
from fledge.texts import say, text
from fledge.train.checkpoint import FORMAT, Counters, pointed, seal
from fledge.train.tensor_files import FileSum, TensorPiece, piece_of, whole, write_tensors
from fledge.train.training_state import is_training_state

SHARED_DISK = say("checkpoint.shared_disk")


@dataclass(frozen=True)
class Snapshot:
    """What a checkpoint will hold, as it was at one moment."""

    run: Path
    shape: ModelShape
    counters: Counters
    about: Mapping[str, Any]  # the rest of state.json
    tensors: Mapping[str, Tensor]  # on the CPU: what this process writes
    live: Mapping[str, Tensor]  # the same tensors of the session; several processes look at how they are sharded
    keep: int
    is_best: bool

    @property
    def path(self) -> Path:
        return self.run / "checkpoints" / f"step-{self.counters.it:08d}"

    def state(self) -> dict[str, Any]:
        """The contents of state.json, without the files."""
        counters = asdict(self.counters)
        if not math.isfinite(self.counters.best_val):
            counters["best_val"] = None
        model = asdict(self.shape)
        return {"format": FORMAT, "fledge": __version__, "model": model, "counters": counters, **self.about}


def write_checkpoint(snapshot: Snapshot, group: dist.ProcessGroup | None = None) -> None:
    """Write a snapshot. With a process group, all of its processes call this, each with its own tensors."""
    if group is not None:
        _write_together(snapshot, group)
        return
    with new_folder(snapshot) as folder:
        sums = write_files(folder, [whole(name, tensor) for name, tensor in snapshot.tensors.items()])
        write_state(folder, snapshot.state(), sums)
    move_pointers(snapshot)


def new_folder(snapshot: Snapshot) -> contextlib.AbstractContextManager[Path]:
    """A temporary folder that becomes the checkpoint at a clean end."""
    if not snapshot.run.is_dir():
        problem = say("checkpoint.vanished", run=str(snapshot.run), it=snapshot.counters.it)
        raise RunFailed(problem, say("checkpoint.bring_back"))
    return atomic_dir(snapshot.path, partial(when_there_is_space, snapshot.run))


def write_files(folder: Path, pieces: list[TensorPiece], rank: int = 0, processes: int = 1) -> dict[str, FileSum]:
    """Write the weights and the training state of one process; returns the files' names and checksums."""
    part = f"-{rank + 1:05d}-of-{processes:05d}" if processes > 1 else ""
    sums = {}
    for kind, is_wanted in (("model", False), ("training", True)):
        chosen = [piece for piece in pieces if is_training_state(piece.name) == is_wanted]
        name = f"{kind}{part}.safetensors"
        sums[name] = write_tensors(folder / name, chosen, are_parts=processes > 1)
    return sums


def write_state(folder: Path, state: Mapping[str, Any], sums: Mapping[str, FileSum]) -> None:
    """Write state.json, which names every file, its size and its checksum."""
    files = {name: asdict(found) for name, found in sorted(sums.items())}
    (folder / "state.json").write_text(seal({**state, "files": files}), encoding="utf-8")


def move_pointers(snapshot: Snapshot) -> None:
    """Point to the new checkpoint, then remove those that are no longer kept."""
    folder, name = snapshot.path.parent, snapshot.path.name
    write_text(folder / "latest", name + "\n")
    if snapshot.is_best:
        write_text(folder / "best", name + "\n")
    remove_left_overs(folder)
    steps = step_folders(folder)
    wanted = {path.name for path in steps[-snapshot.keep :]} | {pointed(folder, "latest"), pointed(folder, "best")}
    for path in steps:
        if path.name not in wanted:
            with contextlib.suppress(OSError):  # renamed first: half of one must not look like a checkpoint
                shutil.rmtree(path.rename(folder / f".{path.name}.pruned.old"))


def _write_together(snapshot: Snapshot, group: dist.ProcessGroup) -> None:
    import torch.distributed.checkpoint.api as errors
    import torch.distributed.checkpoint.default_planner as planners
    import torch.distributed.checkpoint.state_dict_saver as dcp

    planner = planners.DefaultSavePlanner(flatten_state_dict=False, flatten_sharded_tensors=False)
    with ShardWriter(snapshot, dist.get_rank(group), dist.get_world_size(group)) as writer:
        try:
            dcp.save(dict(snapshot.live), storage_writer=cast(Any, writer), planner=planner, process_group=group)
        except errors.CheckpointException as error:
            rank, (cause, _) = min(error.failures.items())
            failure = _failure(snapshot, cause)
            if rank != dist.get_rank(group):
                raise PeerLost(text(say("processes.failed", rank=rank, why=str(failure)))) from cause
            raise failure from cause


def _failure(snapshot: Snapshot, cause: BaseException) -> FledgeError:
    """The error of one process, in words for all."""
    if isinstance(cause, FledgeError):
        return cause
    if not isinstance(cause, OSError):
        return RunFailed(say("checkpoint.not_saved", path=str(snapshot.path), cause=cause))
    problem = say("files.unwritable", path=str(snapshot.path), reason=cause.strerror or str(cause))
    if cause.errno in DISK_FULL:
        return RunFailed(problem, when_there_is_space(snapshot.run))
    return RunFailed(problem, SHARED_DISK)


class ShardWriter:
    """A storage of torch.distributed.checkpoint: safetensors files and our state.json, where torch's own has a pickle.

    It has the methods of StorageWriter and does not inherit from it: importing that takes a second, which one process
    need not wait for. The folder's life is inside the calls that share their errors among all processes.
    """

    def __init__(self, snapshot: Snapshot, rank: int, processes: int) -> None:
        self.snapshot, self.rank, self.processes = snapshot, rank, processes
        self._folder = contextlib.ExitStack()
        self._path = Path()

    def __enter__(self) -> "ShardWriter":
        return self

    def __exit__(self, *error: Any) -> None:
        self._folder.__exit__(*error)

    def reset(self, checkpoint_id: object = None) -> None:
        pass

    def storage_meta(self) -> None:
        return None

    def set_up_storage_writer(self, is_coordinator: bool) -> None:
        if is_coordinator:
            self._path = self._folder.enter_context(new_folder(self.snapshot))

    def prepare_local_plan(self, plan: Any) -> Any:
        return plan

    def prepare_global_plan(self, plans: list[Any]) -> list[Any]:
        """Called by the first process: tells all which folder it has made."""
        return [dataclasses.replace(plan, storage_data=str(self._path)) for plan in plans]

    def write_data(self, plan: Any, planner: object) -> torch.futures.Future[list[dict[str, FileSum]]]:
        pieces = []
        for item in plan.items:
            tensor, offsets = self.snapshot.tensors[item.index.fqn], tuple(item.tensor_data.chunk.offsets)
            if tensor.numel() or not any(offsets):  # a small tensor has no rows for some processes
                pieces.append(piece_of(item.index.fqn, tensor, offsets))
        done: torch.futures.Future[list[dict[str, FileSum]]] = torch.futures.Future()
        done.set_result([write_files(Path(plan.storage_data), pieces, self.rank, self.processes)])
        return done

    def finish(self, metadata: object, results: list[list[dict[str, FileSum]]]) -> None:
        """Called by the first process, when all have written."""
        sums = {name: found for written in results for part in written for name, found in part.items()}
        for name, found in sums.items():
            if not (self._path / name).is_file() or (self._path / name).stat().st_size != found.bytes:
                raise RunFailed(say("checkpoint.not_there", path=str(self.snapshot.path / name)), SHARED_DISK)
        write_state(self._path, self.snapshot.state(), sums)
        self._folder.close()
        move_pointers(self.snapshot)


def shares(sizes: list[Mapping[str, int]]) -> list[set[str]]:
    """Which tensors each process writes, given the bytes of those it holds: each once, and about as much for each."""
    holders: dict[str, list[int]] = {}
    for rank, held in enumerate(sizes):
        for name in held:
            holders.setdefault(name, []).append(rank)
    names = sorted(holders)
    owners = share_out([sizes[holders[name][0]][name] for name in names], len(sizes), [holders[name] for name in names])
    return [{name for name, owner in zip(names, owners, strict=True) if owner == rank} for rank in range(len(sizes))]
