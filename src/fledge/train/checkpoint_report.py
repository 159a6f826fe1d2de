"""What is in a checkpoint: counters, sizes, processes, settings and losses."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fledge.common.errors import FledgeError
from fledge.logs.rundir import RUNS, STEP, events_in, find_run, step_folders
from fledge.model.flops import parameters
from fledge.texts import say
from fledge.train.checkpoint import Checkpoint, find_checkpoint, pointed, read_checkpoint
from fledge.train.tensor_files import pieces_in


@dataclass(frozen=True)
class StoredFile:
    name: str
    bytes: int
    tensors: int | None  # None for the training.pt of format 1, which is not opened
    dtypes: list[str]


@dataclass(frozen=True)
class CheckpointReport:
    checkpoint: Checkpoint
    files: list[StoredFile]
    losses: dict[str, float]  # the last evaluation before it, if the run's log is beside it
    evaluated_at: int | None
    pointers: list[str]  # which of latest and best point to it

    @property
    def bytes(self) -> int:
        return sum(file.bytes for file in self.files)

    def to_json(self) -> dict[str, Any]:
        saved = self.checkpoint
        best = saved.counters.best_val
        return {
            "path": str(saved.path),
            "format": saved.format,
            "iteration": saved.counters.it,
            "tokens": saved.counters.tokens,
            "processes": saved.processes,
            "parameters": parameters(saved.shape),
            "arch": saved.shape.arch,
            "choices": saved.choices,
            "bytes": self.bytes,
            "files": [
                {"name": file.name, "bytes": file.bytes, "tensors": file.tensors, "dtypes": file.dtypes}
                for file in self.files
            ],
            "losses": {
                "iteration": self.evaluated_at,
                "train": self.losses.get("train_loss"),
                "val": self.losses.get("val_loss"),
                "best_val": best if best < float("inf") else None,
            },
            "pointers": self.pointers,
            "tokenizer": (saved.tokenizer or {}).get("name"),
            "config": {key: entry["value"] for key, entry in saved.config.items()},
        }


def named_steps(name: str | None) -> list[Path]:
    """The checkpoints of a run, or the one that is named; also those that are damaged."""
    path = _run_or_step(name)
    return [path] if _is_step(path) else step_folders(path / "checkpoints")


def named_step(name: str | None, which: str) -> Path:
    """The checkpoint that is named, or the `latest` or `best` of a run."""
    path = _run_or_step(name)
    return path if _is_step(path) else find_checkpoint(path, which)


def _run_or_step(name: str | None) -> Path:
    for path in (Path(name), RUNS / name) if name is not None else ():
        if _is_step(path) or step_folders(path / "checkpoints"):
            return path
    path = find_run(name)
    if not step_folders(path / "checkpoints"):
        raise FledgeError(say("checkpoint.nanogpts", path=str(path)), say("checkpoint.name_a_run"))
    return path


def _is_step(path: Path) -> bool:
    return path.is_dir() and ((path / "state.json").is_file() or STEP.fullmatch(path.name) is not None)


def report_on(path: Path) -> CheckpointReport:
    checkpoint = read_checkpoint(path)
    checkpoint.model_tensors()
    files = [_stored(path / name) for name in sorted(checkpoint.files)]
    run = path.absolute().parent.parent
    losses, at = _last_evaluation(run / "metrics.jsonl", checkpoint.counters.it)
    pointers = [name for name in ("latest", "best") if pointed(path.absolute().parent, name) == path.absolute().name]
    return CheckpointReport(checkpoint, files, losses, at, pointers)


def _stored(path: Path) -> StoredFile:
    size = path.stat().st_size
    if path.suffix == ".pt":
        return StoredFile(path.name, size, None, [])
    pieces = pieces_in(path)
    dtypes = {str(piece.dtype).removeprefix("torch.") for piece in pieces.values()}
    return StoredFile(path.name, size, len(pieces), sorted(dtypes))


def _last_evaluation(metrics: Path, it: int) -> tuple[dict[str, float], int | None]:
    """The losses of the last evaluation up to an iteration, and where it was."""
    losses: dict[str, float] = {}
    at = None
    try:
        for event in events_in(metrics):
            when = event.get("iter")
            if event["event"] == "eval" and type(when) is int and when <= it:
                found = {key: event.get(key) for key in ("train_loss", "val_loss")}
                losses, at = {key: value for key, value in found.items() if isinstance(value, float)}, when
    except OSError:
        return {}, None
    return losses, at
