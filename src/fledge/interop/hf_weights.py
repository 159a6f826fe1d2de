"""Weights under Hugging Face's names: those of gpt2 differ from ours and some are transposed, llama's are the same."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import safetensors
import torch
from torch import Tensor

from fledge.common.errors import FledgeError
from fledge.common.files import read_json
from fledge.config.shape import ModelShape
from fledge.model.build import empty_model
from fledge.model.weights import COUNTS, check_sizes
from fledge.texts import say

WHOLE, INDEX = "model.safetensors", "model.safetensors.index.json"
TRANSPOSED = ("attn.c_attn.weight", "attn.c_proj.weight", "mlp.c_fc.weight", "mlp.c_proj.weight")
NO_WEIGHTS = (".attn.bias", ".attn.masked_bias", ".rotary_emb.inv_freq")  # masks and tables that old versions saved
KINDS = ("F32", "F16", "BF16", "F64")
COUNT_KINDS = ("I64",)
AGAIN = say("interop.download_again")


def read_weights(folder: Path, shape: ModelShape, label: str) -> dict[str, Tensor]:
    """The weights of a folder under our names. Names and sizes are checked before any of them is read."""
    files = {path: _header(path) for path in _files(folder)}
    ours, sizes = {}, {}
    for path, tensors in files.items():
        for name, (size, kind) in tensors.items():
            own = our_name(name, shape)
            if own is None:
                continue
            kinds = COUNT_KINDS if own.startswith(COUNTS) else KINDS
            if kind not in kinds:
                raise FledgeError(
                    say("interop.weight_kind", path=path, name=name, kind=kind, kinds=", ".join(kinds)),
                    say("interop.another_file"),
                )
            ours[own] = (path, name)
            sizes[own] = size[::-1] if is_transposed(own, shape) else size
    check_sizes(_with_biases(shape), sizes, label)
    weights = {}
    for path in files:
        with _opened(path) as file:
            for own, (where, name) in ours.items():
                if where == path:
                    tensor = file.get_tensor(name)
                    weights[own] = tensor.mT if is_transposed(own, shape) else tensor
    return weights


def _files(folder: Path) -> list[Path]:
    """The safetensors files of a folder: one, or all that its index names."""
    if (folder / WHOLE).is_file():
        return [folder / WHOLE]
    index = folder / INDEX
    if not index.is_file():
        raise FledgeError(
            say("interop.no_weights", folder=folder, whole=WHOLE, index=INDEX), say("interop.safetensors_only")
        )
    about = read_json(index, AGAIN)
    named = about.get("weight_map") if isinstance(about, dict) else None
    if not isinstance(named, dict) or not named or not all(isinstance(name, str) for name in named.values()):
        raise FledgeError(say("interop.no_weight_map", index=index), AGAIN)
    names = sorted(set(named.values()))
    for name in names:
        if Path(name).name != name:
            raise FledgeError(say("interop.outside_folder", index=index, name=name), AGAIN)
    missing = [name for name in names if not (folder / name).is_file()]
    if missing:
        first, more = missing[0], len(missing) - 1
        problem = say("interop.incomplete_one", folder=folder, first=first, files=len(names))
        if more:
            problem = say("interop.incomplete_more", folder=folder, first=first, more=more, files=len(names))
        raise FledgeError(problem, AGAIN)
    return [folder / name for name in names]


def _header(path: Path) -> dict[str, tuple[tuple[int, ...], str]]:
    """The size and dtype of each tensor, without reading it."""
    with _opened(path) as file:
        parts = {name: file.get_slice(name) for name in file.keys()}  # noqa: SIM118, it is no dict
        return {name: (tuple(part.get_shape()), part.get_dtype()) for name, part in parts.items()}


def _opened(path: Path) -> Any:
    try:
        return safetensors.safe_open(path, framework="pt")
    except (OSError, safetensors.SafetensorError) as error:
        raise FledgeError(say("interop.torn_safetensors", path=path, reason=error), AGAIN) from error


def our_name(name: str, shape: ModelShape) -> str | None:
    """None for what is no weight of its own: a tied head, masks."""
    if name.endswith(NO_WEIGHTS) or (name == "lm_head.weight" and shape.is_tied):
        return None
    if shape.arch == "gpt2":
        return f"transformer.{name.removeprefix('transformer.')}"
    if shape.arch == "modern":
        return name
    return name if name.startswith(("model.", "lm_head.")) else f"model.{name}"


def is_transposed(own: str, shape: ModelShape) -> bool:
    return shape.arch == "gpt2" and own.endswith(TRANSPOSED)


def _with_biases(shape: ModelShape) -> ModelShape:
    """The shape of what the files hold: Hugging Face's GPT-2 always has biases."""
    return replace(shape, bias=True) if shape.arch == "gpt2" else shape


def without_zero_biases(shape: ModelShape, weights: dict[str, Tensor]) -> tuple[ModelShape, dict[str, Tensor]]:
    """A gpt2 that was exported without biases; with them, if somebody has trained the zeros since."""
    if shape.arch != "gpt2" or shape.bias:
        return shape, weights
    biases = [name for name in weights if name.endswith(".bias")]
    if any(bool(weights[name].any()) for name in biases):
        return _with_biases(shape), weights
    return shape, {name: tensor for name, tensor in weights.items() if name not in biases}


def to_hf(
    shape: ModelShape, weights: Mapping[str, Tensor], dtype: torch.dtype, transpose: bool = True
) -> Iterator[tuple[str, Tensor]]:
    """The weights under Hugging Face's names, with zeros for the biases that a gpt2 without them lacks."""
    for name, tensor in weights.items():
        is_turned = transpose and is_transposed(name, shape)
        made = tensor.mT if is_turned else tensor
        yield name, (made.to(dtype) if made.is_floating_point() else made).contiguous()  # counts are integers
    if shape.arch == "gpt2" and not shape.bias:
        for name, size in _biases(_with_biases(shape)).items():
            yield name, torch.zeros(size, dtype=dtype)


def _biases(shape: ModelShape) -> dict[str, tuple[int, ...]]:
    return {name: tuple(p.shape) for name, p in empty_model(shape).named_parameters() if name.endswith(".bias")}
