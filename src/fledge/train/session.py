"""Session: everything a training run holds in memory, built from a Launch."""

import functools
from dataclasses import dataclass, field, replace
from typing import Any

import torch
from torch import Tensor

from fledge.common.errors import FledgeError, why
from fledge.config.schema import Config
from fledge.data.identity import identity
from fledge.data.mixture import Data
from fledge.model.base import GPT
from fledge.model.build import build_model
from fledge.model.weights import load_weights, stored, stored_in
from fledge.optim.build import build_optimizers
from fledge.optim.interface import Optimizer
from fledge.parallel.scaler import LossScaler
from fledge.parallel.wrap import shard
from fledge.texts import Message, say
from fledge.train.checkpoint import Checkpoint, Counters
from fledge.train.checkpoint_loading import Loading
from fledge.train.counting import count_ngrams, counts_of
from fledge.train.launch import Launch
from fledge.train.pretrained import NanoGPTCheckpoint
from fledge.train.runtime import Runtime, start_runtime
from fledge.train.training_state import (
    from_format_1,
    optimizer_states,
    restore_optimizers,
    restore_rng,
    rng_states,
)

FRESH_SEEDS = 1_000_003  # a prime, beyond any number of processes: seeds of different iterations do not meet
# Raised when the training state of another run is loaded.
STATE_ERRORS = (KeyError, ValueError, TypeError, IndexError, AttributeError, RuntimeError)


@dataclass
class Session:
    config: Config
    dataset: Data
    runtime: Runtime
    model: GPT
    optimizers: list[Optimizer]
    scaler: torch.amp.GradScaler
    counters: Counters
    notes: list[str | Message]  # for the start of the log
    resumed: bool = False
    planned: dict[str, float] = field(default_factory=dict)  # the plan's figures, checked at the end

    @functools.cached_property
    def data_identity(self) -> dict[str, Any]:
        return identity(self.dataset)

    def tensors(self) -> dict[str, Tensor]:
        """Everything that a checkpoint must hold of this process, by name; not copied."""
        return {
            **stored(self.model),
            **optimizer_states(self.model, self.optimizers),
            **rng_states(self.runtime.device, self.runtime.rank),
        }

    def about(self) -> dict[str, Any]:
        """What a checkpoint says besides: enough to continue elsewhere."""
        return {
            "config": self.config.to_json(),
            "choices": self.runtime.choices(),
            "processes": self.runtime.world_size,
            "scaler": self.scaler.state_dict(),
            "tokenizer": self.dataset.tokenizer_spec,
            "data": self.data_identity,
        }


def new_session(launch: Launch) -> Session:
    """The run that a launch asks for, at its first iteration or where its checkpoint left it."""
    config, runtime = launch.config, launch.runtime
    weights, notes = _weights(launch), list(launch.notes)
    start_runtime(config, runtime)
    torch.manual_seed(config.seed)
    model = build_model(config.shape, config.dropout, runtime.attend)
    model.document_end = launch.dataset.eot if config.mask_documents else None
    if weights is not None:
        load_weights(model, weights)
    counts = counts_of(model)
    if counts is not None and not launch.resumed:  # weights of another run bring the counts of its text
        if launch.counted is None:
            notes.append(count_ngrams(counts, launch.dataset, config.block_size, model.document_end))
        else:
            counts.load_state_dict(launch.counted.state_dict())
    if runtime.parallel == "fsdp":
        shard(model, runtime.device, runtime.world_size)
    model.checkpoint_activations = config.checkpoint_activations
    model.to(runtime.device)
    session = Session(
        config,
        launch.dataset,
        runtime,
        model,
        build_optimizers(model, config, runtime.device.type, runtime.dtype, runtime.world_size),
        LossScaler(runtime.device.type, enabled=runtime.dtype == "float16"),
        replace(launch.counters),
        notes,
        launch.resumed,
    )
    if runtime.rank:
        torch.manual_seed(config.seed + runtime.rank)  # each process drops out other units
    if isinstance(launch.checkpoint, Checkpoint):
        _restore(session, launch.checkpoint)
    elif launch.checkpoint is not None:
        _restore_nanogpt(session, launch.checkpoint)
    return session


def _weights(launch: Launch) -> dict[str, Tensor] | None:
    """The weights to start from. Those of a checkpoint are only checked here: they are read when all is built."""
    if isinstance(launch.checkpoint, Checkpoint):
        launch.checkpoint.model_tensors()
        return None
    if launch.checkpoint is not None:
        return launch.checkpoint.model.weights
    return launch.pretrained.weights if launch.pretrained is not None else None


def _restore(session: Session, checkpoint: Checkpoint) -> None:
    """Load the weights, optimizer, scaler and RNG states of a checkpoint, saved by any number of processes."""
    runtime, model, optimizers = session.runtime, session.model, session.optimizers
    load = Loading(runtime.world_size, runtime.control_group)
    saved_weights = checkpoint.model_tensors()
    load(stored_in(model, saved_weights.sizes), saved_weights)
    is_old = checkpoint.format == 1
    old = checkpoint.training_format_1() if is_old else {}
    try:
        if is_old:
            saved, scaler = from_format_1(old, model, optimizers), old["scaler"]
        else:
            saved, scaler = checkpoint.training_tensors(), checkpoint.scaler
        restore_optimizers(saved, model, optimizers, load)
        if session.scaler.is_enabled() and scaler:
            session.scaler.load_state_dict(scaler)
        # A process that was not there before must not repeat the dropout of the first iterations.
        fresh = session.config.seed + runtime.rank + session.counters.it * FRESH_SEEDS
        restore_rng(saved, runtime.device, runtime.rank, fresh)
    except STATE_ERRORS as error:
        path = str(checkpoint.path)
        problem = say("checkpoint.state_does_not_fit", path=path, reason=why(error))
        raise FledgeError(problem, say("checkpoint.from_its_weights", path=path)) from error


def _restore_nanogpt(session: Session, checkpoint: NanoGPTCheckpoint) -> None:
    """Load the AdamW state of nanoGPT's ckpt.pt, if it has one."""
    if not checkpoint.optimizer:
        return
    try:
        _load_optimizer(session.optimizers[0], checkpoint.optimizer)
    except STATE_ERRORS as error:
        path = checkpoint.model.label
        problem = say("checkpoint.optimizer_does_not_fit", path=path, reason=why(error))
        raise FledgeError(problem, say("checkpoint.use_weights", path=path)) from error


def _load_optimizer(optimizer: Optimizer, saved: dict[str, Any]) -> None:
    """Load the state of an optimizer; learning rate, betas and weight decay stay those of the current settings."""
    groups = optimizer.state_dict()["param_groups"]
    if [len(group["params"]) for group in groups] != [len(group["params"]) for group in saved["param_groups"]]:
        raise ValueError(say("checkpoint.another_optimizer"))
    parameters = [parameter for group in optimizer.param_groups for parameter in group["params"]]
    for number, parameter in enumerate(parameters if saved["state"] else []):  # empty if no step was ever taken
        entry = saved["state"][number]
        for name, shape in optimizer.state_shapes(parameter).items():
            if entry[name].shape != shape:
                size, wanted = tuple(entry[name].shape), tuple(shape)
                raise ValueError(say("model.tensor_size", name=f"{name} {number}", size=size, wanted=wanted))
    optimizer.load_state_dict({"state": saved["state"], "param_groups": groups})
