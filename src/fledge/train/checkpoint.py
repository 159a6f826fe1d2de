"""Checkpoints: complete or absent, read without executing anything, and exact to resume from.

checkpoints/step-00002000/   model.safetensors, training.safetensors (optimizers, random generators), state.json
checkpoints/latest, best     the name of a step directory

Several processes write model-00001-of-00004.safetensors and so on. Format 1, with training.pt, is still read.
"""

import hashlib
import json
import math
import re
import warnings
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from fledge.common.errors import FledgeError, is_out_of_memory, why
from fledge.common.files import read_json
from fledge.config.shape import ModelShape
from fledge.data.identity import checked_identity
from fledge.logs.rundir import step_folders
from fledge.model.weights import ANOTHER, check_sizes, plain_value, shape_from
from fledge.texts import say
from fledge.train.tensor_files import FileSum, StoredTensors, open_tensors

FORMAT = 2
FILE = re.compile(r"(model|training)(-\d{5}-of-\d{5})?\.(safetensors|pt)")
MAX_PROCESSES = 1_000_000


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
    format: int
    shape: ModelShape
    counters: Counters
    config: dict[str, Any]
    choices: dict[str, Any]  # device, dtype, ... of the run that saved it
    tokenizer: dict[str, Any] | None
    data: dict[str, Any]  # the identity of the dataset; empty in checkpoints of earlier versions
    scaler: dict[str, Any]  # of float16; format 1 has it in training.pt
    processes: int
    files: Mapping[str, FileSum | int]  # by name; format 1 knows only the sizes

    def model_tensors(self) -> StoredTensors:
        """The weights, checked to fit the shape and not read yet."""
        tensors = open_tensors(self.parts("model"), self.path)
        check_sizes(self.shape, tensors.sizes, self.path)
        return tensors

    def weights(self) -> dict[str, Tensor]:
        tensors = self.model_tensors()
        return {name: tensors.read(name) for name in tensors.sizes}

    def training_tensors(self) -> StoredTensors:
        """Optimizer states and random generators, not read yet; not of format 1."""
        return open_tensors(self.parts("training"), self.path)

    def training_format_1(self) -> dict[str, Any]:
        """The contents of training.pt: optimizer, scaler and RNG states."""
        file = self.path / "training.pt"
        state = load_pt(file)
        for key, kind in (("optimizers", list), ("scaler", dict), ("rng", dict)):
            if not isinstance(state.get(key), kind):
                raise FledgeError(say("checkpoint.no_key", path=str(file), key=key, kind=kind.__name__), ANOTHER)
        return state

    def parts(self, kind: str) -> list[Path]:
        """The files of one kind: model or training."""
        return [self.path / name for name in sorted(self.files) if name.startswith(kind)]


def seal(state: Mapping[str, Any]) -> str:
    """The text of a state.json, with its own checksum at the end."""
    digest = hashlib.sha256(json.dumps(state, indent=1).encode()).hexdigest()
    return json.dumps({**state, "sha256": digest}, indent=1)


def is_sealed(text: str) -> bool:
    """Whether a state.json is, to the byte, as it was written."""
    state = json.loads(text)
    return seal({key: value for key, value in state.items() if key != "sha256"}) == text


def pointed(folder: Path, pointer: str) -> str | None:
    """The name of the step that a pointer holds."""
    try:
        return (folder / pointer).read_text(encoding="utf-8").strip() or None
    except (OSError, UnicodeDecodeError):
        return None


def find_checkpoint(run: Path, which: str) -> Path:
    """The step directory that `latest` or `best` points to; without the pointer, the newest complete one."""
    folder = run / "checkpoints"
    named = pointed(folder, which)
    steps = [path for path in step_folders(folder) if (path / "state.json").is_file()]
    for path in steps:
        if path.name == named:
            return path
    if steps:
        return steps[-1]
    raise FledgeError(say("checkpoint.none", run=str(run)), say("checkpoint.start_one"))


def read_checkpoint(path: Path) -> Checkpoint:
    """Read and check a step directory; a torn copy shows in the file sizes."""
    state = read_json(path / "state.json", ANOTHER)
    try:
        if state["format"] not in (1, FORMAT):
            numbers = {"path": str(path), "format": state["format"], "known": FORMAT}
            raise FledgeError(say("checkpoint.newer_format", **numbers), say("checkpoint.update"))
        files = _read_files(state)
        for name, found in files.items():
            actual, size = (path / name).stat().st_size, found if isinstance(found, int) else found.bytes
            if actual != size:
                torn = say("checkpoint.torn", path=str(path / name), actual=actual, size=size)
                raise FledgeError(torn, say("checkpoint.copy_again", path=str(path)))
        for key in ("model", "counters", "config", "choices"):
            if not isinstance(state[key], dict):
                raise ValueError(say("checkpoint.no_object", key=key))
        return Checkpoint(
            path,
            state["format"],
            shape_from(state["model"]),
            _read_counters(state["counters"]),
            _read_settings(state["config"]),
            _read_choices(state["choices"]),
            state.get("tokenizer"),
            checked_identity(state.get("data", {})),
            state.get("scaler", {}),
            _read_processes(state),
            files,
        )
    except OSError as error:
        raise FledgeError(say("files.unreadable", path=error.filename, reason=error.strerror), ANOTHER) from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        damaged = say("checkpoint.damaged_because", path=str(path / "state.json"), reason=why(error))
        raise FledgeError(damaged, ANOTHER) from error


def _read_files(state: dict[str, Any]) -> dict[str, FileSum | int]:
    """The files that must be there; a name that leads elsewhere is refused."""
    files: dict[str, FileSum | int] = {}
    for name, found in state["sizes" if state["format"] == 1 else "files"].items():
        if not FILE.fullmatch(name):
            raise ValueError(say("checkpoint.no_file_of_it", name=name))
        files[name] = found if state["format"] == 1 else FileSum(int(found["bytes"]), str(found["sha256"]))
    return files


def _read_processes(state: dict[str, Any]) -> int:
    processes = state.get("processes", 1)
    if type(processes) is not int or not 1 <= processes <= MAX_PROCESSES:
        raise ValueError(say("checkpoint.key_is", key="processes", value=processes))
    return processes


def _read_counters(saved: dict[str, Any]) -> Counters:
    best = saved["best_val"]
    counters = Counters(**{**saved, "best_val": math.inf if best is None else best})
    for key, value in asdict(counters).items():
        least = -1 if key == "last_eval" else 0
        if type(value) not in ((int, float) if key == "best_val" else (int,)) or value < least:
            raise ValueError(say("checkpoint.key_is", key=key, value=value))
    return counters


def _read_settings(saved: dict[str, Any]) -> dict[str, Any]:
    for key, entry in saved.items():
        if not isinstance(entry, dict) or "value" not in entry:
            raise ValueError(say("checkpoint.no_value", key=key))
    return saved


def _read_choices(saved: dict[str, Any]) -> dict[str, Any]:
    for key in ("device", "dtype", "threads"):
        if plain_value(key, saved[key]) == "auto":
            raise ValueError(say("checkpoint.not_chosen", key=key))
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
        raise FledgeError(say("checkpoint.no_file", path=str(path)), say("checkpoint.check_path")) from error
    except Exception as error:  # torch raises many kinds of errors for damaged and unsafe files
        if is_out_of_memory(error):
            raise
        unsafe = "GLOBAL" in str(error)  # the pickle opcode that imports code
        reason = say("checkpoint.holds_more") if unsafe else say("checkpoint.not_torchs")
        raise FledgeError(say("checkpoint.unsafe", path=str(path), reason=reason), ANOTHER) from error
    if not isinstance(content, dict):
        kind = type(content).__name__
        raise FledgeError(say("checkpoint.holds", path=str(path), kind=kind), say("checkpoint.another_file"))
    return content
