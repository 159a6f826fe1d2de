"""Builds the model of a shape: the one place that knows every architecture."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch.overrides import TorchFunctionMode

from fledge.config.shape import LLAMA_ARCHS, ModelShape
from fledge.model.attention import Attend
from fledge.model.base import GPT
from fledge.model.gpt2 import GPT2
from fledge.model.llama import Llama
from fledge.model.modern import Modern

FILLS = ("normal_", "uniform_", "kaiming_uniform_", "zero_", "fill_")


def build_model(shape: ModelShape, dropout: float = 0.0, how: Attend = "sdpa") -> GPT:
    if shape.arch == "modern":
        return Modern(shape, dropout, how)
    if shape.arch in LLAMA_ARCHS:
        return Llama(shape, dropout, how)
    return GPT2(shape, dropout, how)


def empty_model(shape: ModelShape) -> GPT:
    """A model whose weights have names and sizes, but no contents and no memory."""
    with torch.device("meta"), NothingFilled():
        return build_model(shape)


class NothingFilled(TorchFunctionMode):
    """Passes over the initialisation of weights that have no contents.

    torch would run versions of it that are written in Python, and import its compiler for them: a second of work
    before a checkpoint is read.
    """

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Sequence[type],
        args: tuple[Any, ...] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        kwargs = kwargs or {}
        if func.__name__ in FILLS:
            return args[0] if args else kwargs["tensor"]
        return func(*args, **kwargs)
