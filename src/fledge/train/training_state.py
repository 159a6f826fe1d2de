"""The tensors of a session by name, as a checkpoint holds them: weights, optimizer states and random generators.

    transformer.wte.weight                      a weight, in the model's files
    optimizer.transformer.wte.weight.exp_avg    its optimizer's state
    rng.0.cpu                                   torch's generator in process 0: dropout

Names do not depend on the number of processes, nor on how a tensor is sharded.
"""

from collections.abc import Iterator
from typing import Any

import torch
from torch import Tensor

from fledge.config.load import config_from_json
from fledge.config.schedule import learning_rate
from fledge.model.base import GPT
from fledge.model.build import empty_model
from fledge.optim.build import build_optimizers, set_rates
from fledge.optim.interface import Optimizer
from fledge.texts import say
from fledge.train.checkpoint import Checkpoint
from fledge.train.checkpoint_loading import Loading
from fledge.train.tensor_files import LoadedPiece, StoredTensors

OPTIMIZER, RNG = "optimizer.", "rng."


def is_training_state(name: str) -> bool:
    """Whether a tensor is needed only to train on."""
    return name.startswith((OPTIMIZER, RNG))


def optimizer_states(model: GPT, optimizers: list[Optimizer]) -> dict[str, Tensor]:
    """What the optimizers of this process hold."""
    found = {}
    for name, optimizer, parameter in _parameters(model, optimizers):
        for key, value in optimizer.state.get(parameter, {}).items():
            found[f"{name}.{key}"] = value
    return found


def rng_states(device: torch.device, rank: int) -> dict[str, Tensor]:
    found = {f"{RNG}{rank}.cpu": torch.get_rng_state()}
    if device.type == "cuda":
        found[f"{RNG}{rank}.cuda"] = torch.cuda.get_rng_state(device)
    return found


def restore_rng(saved: StoredTensors, device: torch.device, rank: int, fresh_seed: int) -> None:
    """Continue the generator of this process. One that was not there then is seeded with `fresh_seed`."""
    if f"{RNG}{rank}.cpu" not in saved.sizes:
        torch.manual_seed(fresh_seed)
        return
    torch.set_rng_state(saved.read(f"{RNG}{rank}.cpu"))
    if device.type == "cuda" and f"{RNG}{rank}.cuda" in saved.sizes:
        torch.cuda.set_rng_state(saved.read(f"{RNG}{rank}.cuda"), device)


def restore_optimizers(saved: StoredTensors, model: GPT, optimizers: list[Optimizer], load: Loading) -> None:
    """Load the optimizers' states; learning rate, betas and weight decay stay those of the current settings.

    ValueError or KeyError if they are those of another run.
    """
    wanted: dict[str, Tensor] = {}
    states: list[dict[int, dict[str, Tensor]]] = []
    for optimizer in optimizers:
        named = list(_parameters(model, [optimizer]))
        prefixes = tuple(f"{name}." for name, _, _ in named)
        state: dict[int, dict[str, Tensor]] = {}
        if any(name.startswith(prefixes) for name in saved.sizes):  # none if no step was ever taken
            for number, (name, _, parameter) in enumerate(named):
                state[number] = optimizer.empty_state(parameter)
                wanted |= {f"{name}.{key}": tensor for key, tensor in state[number].items()}
        states.append(state)
    known = {f"{name}.{key}" for name, one, p in _parameters(model, optimizers) for key in one.state_shapes(p)}
    if unknown := [name for name in saved.sizes if name.startswith(OPTIMIZER) and name not in known]:
        raise ValueError(say("checkpoint.another_optimizer_with", name=unknown[0]))
    load(wanted, saved)
    for optimizer, state in zip(optimizers, states, strict=True):
        optimizer.load_state_dict({"state": state, "param_groups": optimizer.state_dict()["param_groups"]})


def _parameters(model: GPT, optimizers: list[Optimizer]) -> Iterator[tuple[str, Optimizer, Tensor]]:
    """Every parameter with its optimizer and the beginning of its states' names, in the optimizer's order."""
    names = {parameter: name for name, parameter in model.named_parameters()}
    for optimizer in optimizers:
        for group in optimizer.param_groups:
            for parameter in group["params"]:
                yield OPTIMIZER + names[parameter], optimizer, parameter


def from_format_1(content: dict[str, Any], model: GPT, optimizers: list[Optimizer]) -> StoredTensors:
    """The training state of format 1, by name. It numbers the parameters of each optimizer."""
    found = {f"{RNG}0.{device}": state for device, state in content["rng"].items()}
    if len(content["optimizers"]) != len(optimizers):
        raise ValueError(say("checkpoint.another_optimizer"))
    for optimizer, saved in zip(optimizers, content["optimizers"], strict=True):
        groups = [len(group["params"]) for group in optimizer.param_groups]
        if groups != [len(group["params"]) for group in saved["param_groups"]]:
            raise ValueError(say("checkpoint.another_optimizer"))
        for number, (name, _, parameter) in enumerate(_parameters(model, [optimizer]) if saved["state"] else ()):
            for key in optimizer.state_shapes(parameter):
                found[f"{name}.{key}"] = saved["state"][number][key]
    return StoredTensors({name: [LoadedPiece(tensor)] for name, tensor in found.items()})


def adamw_state(checkpoint: Checkpoint) -> dict[str, Any] | None:
    """The AdamW state of a whole model as torch's optimizers save it: parameters by number, in nanoGPT's order."""
    if checkpoint.format == 1:
        first, *_ = checkpoint.training_format_1()["optimizers"] or [None]
        return first
    config, saved = (
        config_from_json(checkpoint.config, source=checkpoint.path / "state.json"),
        checkpoint.training_tensors(),
    )
    if config.optimizer != "adamw":
        return None
    model = empty_model(checkpoint.shape)
    with torch.device("meta"):
        optimizer, *_ = build_optimizers(model, config, "cpu")
    set_rates([optimizer], learning_rate(config, checkpoint.counters.it), checkpoint.counters.it)
    state: dict[int, dict[str, Tensor]] = {}
    for number, (name, _, parameter) in enumerate(_parameters(model, [optimizer])):
        keys = [key for key in optimizer.state_shapes(parameter) if f"{name}.{key}" in saved.sizes]
        state |= {number: {key: saved.read(f"{name}.{key}") for key in keys}} if keys else {}
    return {"state": state, "param_groups": optimizer.state_dict()["param_groups"]}
