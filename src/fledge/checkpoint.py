"""Checkpoints: complete or absent, readable without executing anything, exact to resume from.

checkpoints/step-00002000/   model.safetensors, training.pt (optimizers, scaler, RNG), state.json
checkpoints/latest, best     the name of a step directory
"""

import json
import math
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import safetensors
import safetensors.torch
import torch
from torch import Tensor

from fledge import __version__
from fledge.errors import FledgeError
from fledge.estimate import ModelShape
from fledge.files import atomic_dir, write_text
from fledge.model import GPT

FORMAT = 1


@dataclass
class Counters:
    """How far a run has come."""

    it: int = 0  # iterations done
    tokens: int = 0
    best_val: float = math.inf
    last_eval: int = -1  # the iteration of the last evaluation: not repeated after a resume


@dataclass(frozen=True)
class Checkpoint:
    """One saved state, read back. Weights and training state are loaded on demand: they are large."""

    path: Path
    shape: ModelShape
    counters: Counters
    config: dict[str, Any]
    choices: dict[str, Any]  # device, dtype, ... of the run that saved it
    tokenizer: dict[str, Any] | None

    def weights(self) -> dict[str, Tensor]:
        return read_safetensors(self.path / "model.safetensors")

    def training_state(self) -> dict[str, Any]:
        """Optimizer, scaler and RNG states; empty where the checkpoint has weights only."""
        return load_pt(self.path / "training.pt")


def save_checkpoint(
    run: Path,
    model: GPT,
    training_state: dict[str, Any],
    counters: Counters,
    config: dict[str, Any],
    choices: dict[str, Any],
    tokenizer: dict[str, Any],
    keep: int,
    is_best: bool,
) -> Path:
    """Write a step directory, then move the pointers, then drop what is no longer kept."""
    folder = run / "checkpoints"
    path = folder / f"step-{counters.it:08d}"
    try:
        with atomic_dir(path) as temporary:
            safetensors.torch.save_file(
                {name: p.detach().cpu().contiguous() for name, p in model.named_parameters()},
                temporary / "model.safetensors",
            )
            torch.save(training_state, temporary / "training.pt")
            state = {
                "format": FORMAT,
                "fledge": __version__,
                "model": asdict(model.shape),
                "counters": {
                    **asdict(counters),
                    "best_val": counters.best_val if counters.best_val < math.inf else None,
                },
                "config": config,
                "choices": choices,
                "tokenizer": tokenizer,
                "sizes": {file.name: file.stat().st_size for file in temporary.iterdir()},
            }
            (temporary / "state.json").write_text(json.dumps(state, indent=1), encoding="utf-8")
    except (
        RuntimeError,
        safetensors.SafetensorError,
    ) as error:  # how torch and safetensors report a full disk
        raise FledgeError(
            f"can't save {path}: {str(error).splitlines()[0]}.", "Free some space, then --init_from=resume."
        ) from error
    write_text(folder / "latest", path.name + "\n")
    if is_best:
        write_text(folder / "best", path.name + "\n")
    _prune(folder, keep)
    return path


def _prune(folder: Path, keep: int) -> None:
    steps = sorted(path for path in folder.glob("step-*") if path.is_dir())
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
    """The step directory that `latest` or `best` means; without that pointer, the newest complete one."""
    folder = run / "checkpoints"
    named = _pointed(folder, which)
    steps = sorted((path.parent for path in folder.glob("step-*/state.json")), reverse=True)
    for path in steps:
        if path.name == named:
            return path
    if steps:
        return steps[0]
    raise FledgeError(
        f"{run} holds no checkpoint to continue.", "Start one: `fledge train` without --init_from=resume."
    )


def read_checkpoint(path: Path) -> Checkpoint:
    """Read and check a step directory: a torn copy is told from a whole one by its sizes."""
    try:
        state = json.loads((path / "state.json").read_text(encoding="utf-8"))
        if state["format"] != FORMAT:
            raise FledgeError(f"{path} has format {state['format']}, and this fledge reads {FORMAT}.", "Update fledge.")
        for name, size in state["sizes"].items():
            actual = (path / name).stat().st_size
            if actual != size:
                raise FledgeError(
                    f"{path / name} is torn: {actual:,} of {size:,} bytes.",
                    "Copy it again, or use an earlier step.",
                )
        counters = state["counters"]
        best = counters["best_val"]
        return Checkpoint(
            path,
            ModelShape(**state["model"]),
            Counters(**{**counters, "best_val": math.inf if best is None else best}),
            state["config"],
            state["choices"],
            state.get("tokenizer"),
        )
    except OSError as error:
        raise FledgeError(f"can't read {error.filename}: {error.strerror}.", "Use another checkpoint.") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise FledgeError(f"{path / 'state.json'} is damaged ({error}).", "Use another checkpoint.") from error


def read_safetensors(path: Path) -> dict[str, Tensor]:
    try:
        return safetensors.torch.load_file(path)
    except (OSError, safetensors.SafetensorError) as error:
        raise FledgeError(f"{path} is damaged or no safetensors file ({error}).", "Use another checkpoint.") from error


def load_pt(path: Path) -> dict[str, Any]:
    """A .pt file's plain contents. Nothing in it is ever executed: anything but tensors and plain values is refused."""
    try:
        content = torch.load(path, map_location="cpu", weights_only=True)
    except FileNotFoundError as error:
        raise FledgeError(f"no file {path}.", "Check the path.") from error
    except Exception as error:  # torch raises many kinds for damaged and for unsafe files
        reason = "it holds more than tensors and plain values" if "WeightsUnpickler" in str(error) else "damaged"
        raise FledgeError(f"{path} can't be read safely: {reason}.", "Use another checkpoint.") from error
    if not isinstance(content, dict):
        raise FledgeError(f"{path} is no checkpoint: it holds a {type(content).__name__}.", "Use another file.")
    return content


def load_weights(model: GPT, weights: dict[str, Tensor], source: Path | str) -> None:
    """Copy weights into a model; every name and shape has to fit."""
    own = dict(model.named_parameters())
    problems = [f"no {name}" for name in own if name not in weights]
    problems += [f"unknown {name}" for name in weights if name not in own]
    problems += [
        f"{name} is {tuple(weights[name].shape)}, not {tuple(p.shape)}"
        for name, p in own.items()
        if name in weights and weights[name].shape != p.shape
    ]
    if problems:
        more = f" (and {len(problems) - 3} more)" if len(problems) > 3 else ""
        raise FledgeError(f"{source} does not fit the model: {'; '.join(problems[:3])}{more}.", "Check its settings.")
    with torch.no_grad():
        for name, parameter in own.items():
            parameter.copy_(weights[name])
