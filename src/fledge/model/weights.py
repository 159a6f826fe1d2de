"""Weights in files: the shape that a file describes, safetensors, and the check that weights fit a model."""

import os
import re
from collections.abc import Container, Mapping
from pathlib import Path
from typing import Any

import safetensors
import safetensors.torch
import torch
from torch import Tensor

from fledge.common.errors import FledgeError
from fledge.config.checks import head_unit
from fledge.config.fields import convert
from fledge.config.schema import LLAMA_SETTINGS, SETTINGS, SHAPE_SETTINGS
from fledge.config.shape import ModelShape
from fledge.model.base import GPT
from fledge.model.build import empty_model
from fledge.texts import say

ANOTHER = say("model.another_checkpoint")
COUNTS = "counts."  # the n-grams that modern counted: other buffers are made anew
LATER = {"counts.share"}  # what older files do not have: it stays as a new model has it
MAX_PROBLEMS = 3  # that an error names


def shape_from(values: Mapping[str, Any]) -> ModelShape:
    """The shape of a model that a file describes; KeyError or ValueError if it describes none."""
    optional = {
        key: SETTINGS[key].default for key in ("ngram_rows", "ngram_counts", "gelu", *LLAMA_SETTINGS)
    }  # not in every file
    values = {**optional, **values}
    shape = ModelShape(**{key: plain_value(key, values[key]) for key in SHAPE_SETTINGS})
    has_heads = shape.head_width or shape.n_embd % shape.n_head == 0
    if (
        not has_heads
        or shape.head_size % head_unit(shape.arch)
        or not shape.vocab_size
        or shape.n_head % shape.kv_heads
    ):
        raise ValueError(say("model.no_model", n_head=shape.n_head, n_embd=shape.n_embd, vocab_size=shape.vocab_size))
    return shape


def plain_value(key: str, value: object) -> Any:
    """The value of a setting from a file, after a check of its type and limits."""
    try:
        return convert(SETTINGS[key], value)
    except ValueError as error:
        raise ValueError(f"{key}: {error}") from None


def save_safetensors(weights: Mapping[str, Tensor], path: Path, about: dict[str, str] | None = None) -> None:
    try:
        safetensors.torch.save_file({name: t.detach().cpu().contiguous() for name, t in weights.items()}, path, about)
    except safetensors.SafetensorError as error:  # a full disk: the errno stands in its text
        number = re.search(r"os error (\d+)", str(error))
        if number is None:
            raise
        raise OSError(int(number[1]), os.strerror(int(number[1]))) from error


def check_weights(shape: ModelShape, weights: Mapping[str, Tensor], source: Path | str) -> None:
    """Refuse weights whose names or shapes do not fit the model, before it is allocated."""
    check_sizes(shape, {name: tuple(tensor.shape) for name, tensor in weights.items()}, source)


def check_sizes(shape: ModelShape, sizes: Mapping[str, tuple[int, ...]], source: Path | str) -> None:
    """The same, for the names and sizes of tensors that have not been read yet."""
    if shape.n_layer > len(sizes):
        raise FledgeError(say("model.few_tensors", source=source, n_layer=shape.n_layer, tensors=len(sizes)), ANOTHER)
    own = {name: tuple(tensor.shape) for name, tensor in stored(empty_model(shape)).items()}
    problems = [say("model.no_tensor", name=name) for name in own if name not in {*sizes, *LATER}]
    problems += [say("model.unknown_tensor", name=name) for name in sizes if name not in own]
    problems += [
        say("model.tensor_size", name=name, size=sizes[name], wanted=size)
        for name, size in own.items()
        if name in sizes and sizes[name] != size
    ]
    if len(problems) > MAX_PROBLEMS:
        shown, more = problems[:MAX_PROBLEMS], len(problems) - MAX_PROBLEMS
        raise FledgeError(say("model.not_fitting_more", source=source, problems=shown, more=more), ANOTHER)
    if problems:
        raise FledgeError(say("model.not_fitting", source=source, problems=problems), ANOTHER)


def stored(model: GPT) -> dict[str, Tensor]:
    """What a checkpoint holds of a model: its parameters, and the n-grams that it counted."""
    counted = {name: tensor for name, tensor in model.named_buffers() if name.startswith(COUNTS)}
    return {name: parameter.detach() for name, parameter in model.named_parameters()} | counted


def stored_in(model: GPT, names: Container[str]) -> dict[str, Tensor]:
    """What of a model a checkpoint holds that has tensors of these names."""
    return {name: tensor for name, tensor in stored(model).items() if name in names or name not in LATER}


def load_weights(model: GPT, weights: dict[str, Tensor]) -> None:
    """Copy checked weights into a model."""
    with torch.no_grad():
        for name, tensor in stored_in(model, weights).items():
            tensor.copy_(weights[name])
