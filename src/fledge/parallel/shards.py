"""Shards of tensors: what this process holds of a DTensor, sums over all of them, and whole copies.

A DTensor is known by its `placements`: importing the class takes a second, and a run of one process never needs it.
"""

from collections.abc import Sequence
from typing import Any

import torch
import torch.distributed as dist
from torch import Tensor, nn

from fledge.model.base import GPT
from fledge.model.build import build_model


def is_sharded(tensor: Tensor) -> bool:
    return hasattr(tensor, "placements")


def local_part(tensor: Tensor) -> Tensor:
    """The part of a tensor that this process holds; a tensor that is not sharded itself. Changes write through."""
    return tensor.to_local() if is_sharded(tensor) else tensor  # type: ignore[attr-defined]


def total_norm(gradients: Sequence[Tensor]) -> Tensor:
    """The norm of all gradients as one vector, the same in every process."""
    norm = nn.utils.get_total_norm([local_part(gradient) for gradient in gradients])
    if not any(map(is_sharded, gradients)):
        return norm  # DDP has averaged them: they are whole and alike everywhere
    square = norm.double().square()
    dist.all_reduce(square)
    return square.sqrt().to(norm.dtype)


def whole(tensor: Tensor) -> Tensor:
    """The whole tensor; all processes must ask for it together."""
    return tensor.full_tensor() if is_sharded(tensor) else tensor  # type: ignore[attr-defined]


def plain_copy(model: GPT, keep: bool) -> GPT | None:
    """A whole copy of a sharded model on the CPU, in the processes that `keep` it; all must call this together."""
    state: dict[str, Any] = {}
    for name, parameter in model.named_parameters():
        gathered = whole(parameter.detach())
        if keep:
            state[name] = gathered.cpu()
    if not keep:
        return None
    with torch.random.fork_rng(devices=[]):  # the weights it starts with are drawn, and replaced
        copy = build_model(model.shape, how=model.attend)
    copy.document_end = model.document_end
    for name, parameter in copy.named_parameters():
        parameter.data = state[name]
    own = dict(model.named_buffers())
    for name, buffer in copy.named_buffers():  # they are whole in every process
        buffer.copy_(own[name])
    return copy
