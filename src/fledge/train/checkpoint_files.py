"""Whether the files of a checkpoint are as they were written, and one checkpoint made of many files."""

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from fledge.common.errors import FledgeError, RunFailed, why
from fledge.common.files import atomic_dir, atomic_file, read_json
from fledge.config.load import config_from_json
from fledge.model.build import empty_model
from fledge.model.weights import ANOTHER
from fledge.optim.build import build_optimizers
from fledge.texts import Message, say
from fledge.train.checkpoint import FILE, FORMAT, Checkpoint, is_sealed, read_checkpoint
from fledge.train.checkpoint_writing import write_files, write_state
from fledge.train.pretrained import NanoGPTCheckpoint, open_pretrained
from fledge.train.tensor_files import FileSum, StoredTensors, sum_of, write_tensors
from fledge.train.training_state import adamw_state, from_format_1

LISTED = ("sizes", "files", "sha256")  # what state.json says of the files


@dataclasses.dataclass(frozen=True)
class CheckedFile:
    """A file of a checkpoint, and what is wrong with it."""

    name: str
    bytes: int | None  # None if it is not there
    problem: str | Message = ""
    is_summed: bool = True  # whether it has a checksum; format 1 has none


def verify(path: Path, report: Callable[[int], None]) -> list[CheckedFile]:
    """Compare every byte of a checkpoint with its checksums. `report` is told the bytes that were read."""
    state = path / "state.json"
    size = state.stat().st_size if state.is_file() else None
    try:
        checkpoint = _listed(path)
        is_whole = checkpoint["format"] == 1 or is_sealed(state.read_text(encoding="utf-8"))
        problem = "" if is_whole else say("checkpoint.not_as_written")
        files = checkpoint["sizes" if checkpoint["format"] == 1 else "files"]
        expected = {name: _sum(found) for name, found in files.items()}
        if strange := [name for name in expected if not FILE.fullmatch(name)]:
            raise ValueError(say("checkpoint.no_file_of_it", name=strange[0]))
        is_summed = checkpoint["format"] != 1
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        return [CheckedFile("state.json", size, say("checkpoint.cant_be_read", error=str(error)))]
    checked = [CheckedFile("state.json", size, problem, is_summed)]
    for name, found in sorted(expected.items()):
        checked.append(_checked(path / name, found))
        report(checked[-1].bytes or 0)
    return checked


def _listed(path: Path) -> Any:
    try:
        return read_json(path / "state.json", ANOTHER)
    except FledgeError as error:
        raise ValueError(error.problem.rstrip(".")) from error


def _sum(found: Any) -> FileSum:
    return FileSum(found, "") if isinstance(found, int) else FileSum(int(found["bytes"]), str(found["sha256"]))


def _checked(path: Path, expected: FileSum) -> CheckedFile:
    is_summed = bool(expected.sha256)
    try:
        size = path.stat().st_size
        if size != expected.bytes:
            return CheckedFile(
                path.name, size, say("checkpoint.other_size", size=size, wanted=expected.bytes), is_summed
            )
        if is_summed and sum_of(path) != expected:
            return CheckedFile(path.name, size, say("checkpoint.other_bytes"), is_summed)
        return CheckedFile(path.name, size, "", is_summed)
    except OSError as error:
        return CheckedFile(path.name, None, (error.strerror or str(error)).lower(), is_summed)


def training_tensors(checkpoint: Checkpoint) -> StoredTensors:
    """The training state of a checkpoint of any format, by name."""
    if checkpoint.format != 1:
        return checkpoint.training_tensors()
    config = config_from_json(checkpoint.config, source=checkpoint.path / "state.json")
    model = empty_model(checkpoint.shape)
    with torch.device("meta"):
        optimizers = build_optimizers(model, config, "cpu")
    try:
        return from_format_1(checkpoint.training_format_1(), model, optimizers)
    except (KeyError, ValueError, TypeError, IndexError, AttributeError) as error:
        path = checkpoint.path / "training.pt"
        raise FledgeError(say("checkpoint.damaged_because", path=str(path), reason=why(error)), ANOTHER) from error


def consolidate(path: Path, out: Path) -> None:
    """Write a checkpoint of any number of files to a new directory: the same, in one file each, tensor by tensor."""
    checkpoint = read_checkpoint(path)
    model, training = checkpoint.model_tensors(), training_tensors(checkpoint)
    state = {key: value for key, value in read_json(path / "state.json", ANOTHER).items() if key not in LISTED}
    if checkpoint.format == 1:
        state |= {"format": FORMAT, "processes": 1, "scaler": checkpoint.training_format_1()["scaler"]}
    pieces = [tensors.piece(name) for tensors in (model, training) for name in tensors.sizes]
    with atomic_dir(out) as folder:
        write_state(folder, state, write_files(folder, pieces))
    if damaged := [one.name for one in verify(out, lambda read: None) if one.problem]:
        raise RunFailed(say("checkpoint.damaged_anew", path=str(out / damaged[0])), say("checkpoint.check_disk"))


def write_weights(path: Path, out: Path) -> None:
    """Write the weights of a checkpoint to one new safetensors file."""
    model = read_checkpoint(path).model_tensors()
    with atomic_file(out) as temporary:
        write_tensors(temporary, [model.piece(name) for name in model.sizes])


def for_nanogpt(path: Path) -> NanoGPTCheckpoint:
    """A checkpoint as nanoGPT's ckpt.pt holds it, with the optimizer's state."""
    checkpoint = read_checkpoint(path)
    config = {key: entry["value"] for key, entry in checkpoint.config.items()}
    counters = checkpoint.counters
    return NanoGPTCheckpoint(open_pretrained(path), adamw_state(checkpoint), counters.it, counters.best_val, config)
