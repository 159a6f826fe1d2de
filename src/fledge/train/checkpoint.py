"""Checkpoints: complete or absent, read without executing anything, and exact to resume from.

checkpoints/step-00002000/   model.safetensors, training.pt (optimizers, scaler, RNG), state.json
checkpoints/latest, best     the name of a step directory
"""

import json
import math
import shutil
import warnings
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from fledge import __version__
from fledge.common.errors import FledgeError, is_out_of_memory, why
from fledge.common.files import atomic_dir, read_json, write_text
from fledge.config.shape import ModelShape
from fledge.data.identity import checked_identity
from fledge.logs.rundir import remove_left_overs, step_folders, when_there_is_space
from fledge.model.base import GPT
from fledge.model.weights import ANOTHER, check_weights, plain_value, read_safetensors, save_safetensors, shape_from

FORMAT = 1


@dataclass
class Counters:
    """How far a run has come."""

    it: int = 0  # iterations done
    tokens: int = 0
    best_val: float = math.inf
    last_eval: int = -1  # the iteration of the last evaluation, not repeated after a resume


@dataclass(frozen=True)
class Checkpoint:
    """A checkpoint that was read and checked. Weights and training state are large, so they are loaded on demand."""

    path: Path
    shape: ModelShape
    counters: Counters
    config: dict[str, Any]
    choices: dict[str, Any]  # device, dtype, ... of the run that saved it
    tokenizer: dict[str, Any] | None
    data: dict[str, Any]  # the identity of the dataset; empty in checkpoints of earlier versions

    def weights(self) -> dict[str, Tensor]:
        weights = read_safetensors(self.path / "model.safetensors")
        check_weights(self.shape, weights, self.path)
        return weights

    def training_state(self) -> dict[str, Any]:
        """Optimizer, scaler and RNG states."""
        file = self.path / "training.pt"
        state = load_pt(file)
        for key, kind in (("optimizers", list), ("scaler", dict), ("rng", dict)):
            if not isinstance(state.get(key), kind):
                raise FledgeError(f"{file} is damaged: {key} is missing or no {kind.__name__}.", ANOTHER)
        return state


def save_checkpoint(
    run: Path,
    model: GPT,
    training_state: dict[str, Any],
    counters: Counters,
    about: dict[str, Any],
    keep: int,
    is_best: bool,
) -> Path:
    """Write a step directory, then move the pointers, then remove the steps that are no longer kept.

    `about` is the rest of state.json: config, choices, tokenizer and data.
    """
    folder = run / "checkpoints"
    path = folder / f"step-{counters.it:08d}"
    with atomic_dir(path, partial(when_there_is_space, run)) as temporary:
        save_safetensors(dict(model.named_parameters()), temporary / "model.safetensors")
        save_pt(training_state, temporary / "training.pt")
        state = {
            "format": FORMAT,
            "fledge": __version__,
            "model": asdict(model.shape),
            "counters": {**asdict(counters), "best_val": counters.best_val if counters.best_val < math.inf else None},
            **about,
            "sizes": {file.name: file.stat().st_size for file in temporary.iterdir()},
        }
        (temporary / "state.json").write_text(json.dumps(state, indent=1), encoding="utf-8")
    write_text(folder / "latest", path.name + "\n")
    if is_best:
        write_text(folder / "best", path.name + "\n")
    _prune(folder, keep)
    return path


def _prune(folder: Path, keep: int) -> None:
    """Remove the steps that are no longer kept, and leftovers of a process that was killed while saving."""
    remove_left_overs(folder)
    steps = step_folders(folder)
    wanted = {path.name for path in steps[-keep:]} | {_pointed(folder, "latest"), _pointed(folder, "best")}
    for path in steps:
        if path.name not in wanted:
            shutil.rmtree(path, ignore_errors=True)


def _pointed(folder: Path, pointer: str) -> str | None:
    try:
        return (folder / pointer).read_text(encoding="utf-8").strip() or None
    except (OSError, UnicodeDecodeError):
        return None


def find_checkpoint(run: Path, which: str) -> Path:
    """The step directory that `latest` or `best` points to; without the pointer, the newest complete one."""
    folder = run / "checkpoints"
    named = _pointed(folder, which)
    steps = [path for path in step_folders(folder) if (path / "state.json").is_file()]
    for path in steps:
        if path.name == named:
            return path
    if steps:
        return steps[-1]
    raise FledgeError(
        f"{run} holds no checkpoint to continue.", "Start one: `fledge train` without --init_from=resume."
    )


def read_checkpoint(path: Path) -> Checkpoint:
    """Read and check a step directory; a torn copy shows in the file sizes."""
    state = read_json(path / "state.json", ANOTHER)
    try:
        if state["format"] != FORMAT:
            raise FledgeError(f"{path} has format {state['format']}, and this fledge reads {FORMAT}.", "Update fledge.")
        for name, size in state["sizes"].items():
            actual = (path / name).stat().st_size
            if actual != size:
                raise FledgeError(
                    f"{path / name} is torn: {actual:,} of {size:,} bytes.",
                    f"Copy it again, or delete {path} to go on from an earlier step.",
                )
        for key in ("model", "counters", "config", "choices"):
            if not isinstance(state[key], dict):
                raise ValueError(f"{key} is no object")
        return Checkpoint(
            path,
            shape_from(state["model"]),
            _read_counters(state["counters"]),
            _read_settings(state["config"]),
            _read_choices(state["choices"]),
            state.get("tokenizer"),
            checked_identity(state.get("data", {})),
        )
    except OSError as error:
        raise FledgeError(f"can't read {error.filename}: {error.strerror}.", ANOTHER) from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise FledgeError(f"{path / 'state.json'} is damaged ({why(error)}).", ANOTHER) from error


def _read_counters(saved: dict[str, Any]) -> Counters:
    best = saved["best_val"]
    counters = Counters(**{**saved, "best_val": math.inf if best is None else best})
    for key, value in asdict(counters).items():
        least = -1 if key == "last_eval" else 0
        if type(value) not in ((int, float) if key == "best_val" else (int,)) or value < least:
            raise ValueError(f"{key} is {value!r}")
    return counters


def _read_settings(saved: dict[str, Any]) -> dict[str, Any]:
    for key, entry in saved.items():
        if not isinstance(entry, dict) or "value" not in entry:
            raise ValueError(f"config has no value for {key}")
    return saved


def _read_choices(saved: dict[str, Any]) -> dict[str, Any]:
    for key in ("device", "dtype", "threads"):
        if plain_value(key, saved[key]) == "auto":
            raise ValueError(f"{key} is not chosen")
    return saved


def save_pt(content: dict[str, Any], path: Path) -> None:
    """torch.save, which raises RuntimeError for a full disk; this raises the OSError."""
    with path.open("wb") as file:
        try:
            torch.save(content, file)
        except RuntimeError as error:
            if isinstance(error.__context__, OSError):
                raise error.__context__ from None
            raise


def load_pt(path: Path) -> dict[str, Any]:
    """The contents of a .pt file. It is never executed: anything but tensors and plain values is refused."""
    try:
        with warnings.catch_warnings(action="ignore"):  # torch warns about old and odd pickles
            content = torch.load(path, map_location="cpu", weights_only=True)
    except FileNotFoundError as error:
        raise FledgeError(f"no file {path}.", "Check the path.") from error
    except Exception as error:  # torch raises many kinds of errors for damaged and unsafe files
        if is_out_of_memory(error):
            raise
        unsafe = "GLOBAL" in str(error)  # the pickle opcode that imports code
        reason = "it holds more than tensors and plain values" if unsafe else "damaged, or no file of torch's"
        raise FledgeError(f"{path} can't be read safely: {reason}.", ANOTHER) from error
    if not isinstance(content, dict):
        raise FledgeError(f"{path} is no checkpoint: it holds a {type(content).__name__}.", "Use another file.")
    return content
