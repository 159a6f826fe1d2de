"""A Session: everything a training run holds in memory, built from scratch, from weights, or from a checkpoint."""

import contextlib
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from fledge.common.errors import FledgeError, why
from fledge.config.fields import Assignment, convert
from fledge.config.schema import PRETRAINED, SETTINGS, SHAPE_SETTINGS, Config, config_from_json
from fledge.data.dataset import SPLITS
from fledge.data.loader import check_block_size
from fledge.data.mixture import Data, open_data, parts_of
from fledge.model.base import GPT
from fledge.model.build import build_model
from fledge.optim.build import build_optimizers
from fledge.optim.interface import Optimizer
from fledge.train.checkpoint import (
    Checkpoint,
    Counters,
    find_checkpoint,
    load_weights,
    read_checkpoint,
    save_checkpoint,
)
from fledge.train.pretrained import SavedModel, open_saved, read_nanogpt
from fledge.train.runtime import Runtime, set_up

# What a training state of another run raises while it is taken over.
UNFIT = (KeyError, ValueError, TypeError, IndexError, AttributeError, RuntimeError)
ITS_DATA = "Use the dataset the model was made for."


@dataclass
class Session:
    config: Config
    dataset: Data
    runtime: Runtime
    model: GPT
    optimizers: list[Optimizer]
    scaler: torch.amp.GradScaler
    counters: Counters
    notes: list[str]  # for the start of the log
    resumed: bool = False
    planned: dict[str, float] = field(default_factory=dict)  # figures to check at the end

    def save(self, is_best: bool) -> Path:
        state = {
            "optimizers": [optimizer.state_dict() for optimizer in self.optimizers],
            "scaler": self.scaler.state_dict(),
            "rng": rng_state(self.runtime.device),
        }
        return save_checkpoint(
            self.config.run_path,
            self.model,
            state,
            self.counters,
            self.config.to_json(),
            self.runtime.choices(),
            self.dataset.tokenizer_spec,
            self.config.keep,
            is_best,
        )


def new_session(config: Config, dataset: Data | None = None) -> Session:
    """A run that starts at iteration 0, from random or from given weights; on the config's dataset or a given one."""
    dataset = dataset or open_data(config)
    saved = None
    if config.init_from != "scratch":
        saved = open_saved(config.init_from)
        config = _shaped_like(config, saved)
        saved = saved.cropped(config.block_size)
    else:
        config = with_vocabulary(config, dataset)
    check_data(config, dataset, f"Try --vocab_size={dataset.vocab_size}." if saved is None else ITS_DATA)
    if saved is not None:
        _check_tokenizer(saved.label, {"name": "gpt2"} if saved.label in PRETRAINED else saved.tokenizer, dataset)
    notes = [f"vocab_size = {config.vocab_size} ({dataset.path} has {dataset.vocab_size})"]
    if saved is not None:
        notes.append(f"weights from {saved.label}")
    return _assemble(config, dataset, saved.weights if saved else None, Counters(), notes)


def resumed_session(out_dir: Path, written: Sequence[Assignment]) -> Session:
    """The run in `out_dir`, where its last checkpoint left it. What the user wrote anew is laid over its settings."""
    if not (out_dir / "checkpoints").is_dir() and (out_dir / "ckpt.pt").is_file():
        return _resumed_nanogpt(out_dir, written)
    checkpoint = read_checkpoint(find_checkpoint(out_dir, "latest"))
    state = checkpoint.path / "state.json"
    before = config_from_json(checkpoint.config, source=state)
    if before.shape != checkpoint.shape:
        raise FledgeError(f"{state} is damaged: its settings are those of another model.", "Use another checkpoint.")
    config, notes = _continued(before, written, out_dir)
    dataset = open_data(config)
    check_data(config, dataset, ITS_DATA)
    _check_tokenizer(str(checkpoint.path), checkpoint.tokenizer, dataset)
    counters = checkpoint.counters
    if config.dataset != before.dataset:
        counters.best_val = math.inf  # of other text: no loss on this one can be compared with it
    session = _assemble(config, dataset, checkpoint.weights(), counters, notes, checkpoint.choices)
    _restore(session, checkpoint)
    session.resumed = True
    if session.runtime.device.type != checkpoint.choices["device"]:
        notes.append(f"saved on {checkpoint.choices['device']}, resumed on {session.runtime.device.type}")
    notes.append(f"resumed {checkpoint.path} at iteration {checkpoint.counters.it:,}")
    return session


def with_vocabulary(config: Config, dataset: Data) -> Config:
    """The dataset's, unless the settings have one.

    GPT-2's 50257 becomes 50304, a multiple of 64 that runs faster; a small vocabulary stays as it is.
    """
    if config.vocab_size:
        return config
    size = dataset.vocab_size
    return config.with_values(f"{dataset.path}", vocab_size=size if size < 1024 else -(-size // 64) * 64)


def rng_state(device: torch.device) -> dict[str, Any]:
    state: dict[str, Any] = {"cpu": torch.get_rng_state()}
    if device.type == "cuda":
        state["cuda"] = torch.cuda.get_rng_state(device)
    return state


def _assemble(
    config: Config,
    dataset: Data,
    weights: dict[str, Tensor] | None,
    counters: Counters,
    notes: list[str],
    choices_before: dict[str, Any] | None = None,
) -> Session:
    runtime = set_up(config, choices_before)
    torch.manual_seed(config.seed)
    model = build_model(config.shape, config.dropout, runtime.attend)
    model.document_end = dataset.eot if config.mask_documents else None
    if weights is not None:
        load_weights(model, weights)
    model.to(runtime.device)
    optimizers = build_optimizers(model, config, runtime.device.type, runtime.dtype)
    scaler = torch.amp.GradScaler(runtime.device.type, enabled=runtime.dtype == "float16")
    if runtime.rank:
        torch.manual_seed(config.seed + runtime.rank)  # each process drops out other units
    return Session(config, dataset, runtime, model, optimizers, scaler, counters, notes)


def check_data(config: Config, dataset: Data, fix: str) -> None:
    """The data has to fit the model and the settings: known before anything is built or written."""
    if config.vocab_size < dataset.vocab_size:
        raise FledgeError(
            f"vocab_size={config.vocab_size} is too small for {dataset.path}, which has {dataset.vocab_size:,} tokens.",
            fix,
        )
    for part in parts_of(dataset):
        for split in SPLITS:
            check_block_size(config.block_size, f"{part.name} {split}".strip(), part.dataset.tokens[split])
    if config.mask_documents and dataset.eot is None:
        raise FledgeError(
            f"mask_documents=True needs <|endoftext|> between documents, and {dataset.path} has none: its tokens are "
            f"of the {dataset.tokenizer_spec['name']} tokenizer.",
            "Leave it out, or prepare the text with --tokenizer=gpt2 or byte.",
        )
    if config.sample_interval:
        dataset.tokenizer()  # its vocabulary may have to be fetched: better now than hours later


def _check_tokenizer(label: str, spec: dict[str, Any] | None, dataset: Data) -> None:
    """The same numbers must stand for the same text: else what the model knows is of another language."""
    if spec is not None and spec != dataset.tokenizer_spec:
        names = [str(one.get("name")) for one in (spec, dataset.tokenizer_spec)]
        other = f"{names[0]} tokens, the data {names[1]}"
        if names[0] == names[1]:
            other = "other characters" if names[0] == "char" else f"another {names[0]} vocabulary"
        raise FledgeError(
            f"{label} was trained on {other}: {dataset.path} would be gibberish to it.",
            f"{ITS_DATA} Or leave out init_from, and train a new one.",
        )


def _shaped_like(config: Config, saved: SavedModel) -> Config:
    """The config with the shape of the weights it starts from; only the context may be made shorter."""
    shape = saved.shape
    changes: dict[str, Any] = {}
    if config.depth:
        raise FledgeError(f"depth={config.depth} is for new models; {saved.label} has its size.", "Leave out depth.")
    for key in SHAPE_SETTINGS:
        value = getattr(shape, key)
        if key == "block_size" and config.chosen(key):
            continue
        if config.chosen(key) and getattr(config, key) != value:
            raise FledgeError(
                f"{key}={getattr(config, key)} does not fit {saved.label}, which has {value}.",
                f"Leave out {key}.",
            )
        changes[key] = value
    if shape.arch == "gpt2" and config.optimizer == "muon":
        raise FledgeError(f"{saved.label} is a gpt2, and optimizer=muon is for arch=modern.", "Use --optimizer=adamw.")
    return config.with_values(saved.label, **changes)


def _continued(before: Config, written: Sequence[Assignment], out_dir: Path) -> tuple[Config, list[str]]:
    """The resumed run's config, and a note on every setting that is not as before."""
    notes = []
    fresh = [entry for entry in written if entry.key not in ("init_from", "out_dir")]
    for entry in fresh:
        old = getattr(before, entry.key)
        if entry.value == old or (entry.key == "vocab_size" and entry.value == 0):
            continue
        if entry.key in (*SHAPE_SETTINGS, "depth"):
            raise FledgeError(
                f"{entry.key}={entry.value} can't change on resume: the checkpoint has {old}.",
                f"Leave out {entry.key}, or start a new run with another --out_dir.",
            )
        notes.append(f"{entry.key} is now {entry.value}, was {old}")
    fresh = [entry for entry in fresh if entry.key != "vocab_size"]
    place = Assignment("out_dir", str(out_dir), "command line")
    return config_from_json(before.to_json(), [*fresh, place]), notes


def _restore(session: Session, checkpoint: Checkpoint) -> None:
    state = checkpoint.training_state()
    try:
        for optimizer, saved in zip(session.optimizers, state["optimizers"], strict=True):
            _load_optimizer(optimizer, saved)
        if session.scaler.is_enabled() and state["scaler"]:
            session.scaler.load_state_dict(state["scaler"])
        if not session.runtime.rank:
            torch.set_rng_state(state["rng"]["cpu"])
            if "cuda" in state["rng"] and session.runtime.device.type == "cuda":
                torch.cuda.set_rng_state(state["rng"]["cuda"], session.runtime.device)
    except UNFIT as error:
        raise FledgeError(
            f"{checkpoint.path / 'training.pt'} does not fit this run ({why(error)}).",
            f"Start from its weights instead: --init_from={checkpoint.path} --out_dir=NEW.",
        ) from error


def _load_optimizer(optimizer: Optimizer, saved: dict[str, Any]) -> None:
    """Take over the state; the learning rate, betas and decay stay those of the current settings."""
    groups = optimizer.state_dict()["param_groups"]
    if [len(group["params"]) for group in groups] != [len(group["params"]) for group in saved["param_groups"]]:
        raise ValueError("another optimizer")
    parameters = [parameter for group in optimizer.param_groups for parameter in group["params"]]
    for number, parameter in enumerate(parameters if saved["state"] else []):  # empty if no step was ever taken
        entry = saved["state"][number]
        for name, shape in optimizer.state_shapes(parameter).items():
            if entry[name].shape != shape:
                raise ValueError(f"{name} {number} is {tuple(entry[name].shape)}, not {tuple(shape)}")
    optimizer.load_state_dict({"state": saved["state"], "param_groups": groups})


def _resumed_nanogpt(out_dir: Path, written: Sequence[Assignment]) -> Session:
    """Continue a run that nanoGPT saved: its weights, optimizer and iteration, in our run directory."""
    path = out_dir / "ckpt.pt"
    saved = read_nanogpt(path)
    entries = {
        key: value
        for key, value in saved.config.items()
        if key in SETTINGS and key not in ("device", "dtype", "compile")
    }
    document: dict[str, Any] = {}
    for key, value in entries.items():
        with contextlib.suppress(ValueError):  # a fork's own idea of a setting: ours stays
            document[key] = {"value": convert(SETTINGS[key], value), "origin": str(path)}
    for key in SHAPE_SETTINGS:
        document[key] = {"value": getattr(saved.model.shape, key), "origin": str(path)}
    config, notes = _continued(config_from_json(json.loads(json.dumps(document))), written, out_dir)
    dataset = open_data(config)
    check_data(config, dataset, ITS_DATA)
    counters = Counters(saved.it, saved.it * config.tokens_per_iter, saved.best_val, saved.it)
    session = _assemble(config, dataset, saved.model.weights, counters, notes)
    if saved.optimizer:
        try:
            _load_optimizer(session.optimizers[0], saved.optimizer)
        except UNFIT as error:
            raise FledgeError(
                f"the optimizer state in {path} does not fit ({why(error)}).", f"Use --init_from={path}."
            ) from error
    session.resumed = True
    session.notes.append(f"resumed nanoGPT's {path} at iteration {saved.it:,}")
    return session
