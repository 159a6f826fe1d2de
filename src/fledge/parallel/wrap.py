"""A model on many devices: DDP keeps all of it in each process, FSDP shards it.

Sharding comes before the optimizers, which then hold shards too; `session.model` is the sharded model. DDP wraps the
model that the training step calls, and `session.model` stays the plain one.
"""

import contextlib
from typing import Literal

import torch
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.nn.parallel import DistributedDataParallel

from fledge.model.base import GPT
from fledge.model.ngrams import Ngrams
from fledge.parallel.table_rows import read_rows, shard_rows

Parallel = Literal["none", "ddp", "fsdp"]
CALLED_METHODS = ("logits", "all_logits")  # besides forward: they need the gathered weights, too


def replicate(model: nn.Module, device: torch.device) -> nn.Module:
    """The model in DDP. Buffers are never exchanged: they are constants.

    Gradients that are there when DDP begins become views of what it sends. A step that accumulates keeps them: it would
    otherwise hold all gradients twice.
    """
    for parameter in model.parameters():
        if parameter.requires_grad:
            parameter.grad = torch.zeros_like(parameter)
    ids = [device.index] if device.type == "cuda" else None
    return DistributedDataParallel(model, device_ids=ids, forward_sync_buffers=False, gradient_as_bucket_view=True)


def shard(model: GPT, device: torch.device, world_size: int) -> None:
    """Shard the model in place, block by block, with FSDP2: parameters become DTensors, split by rows.

    Every process has built the same weights and keeps its part of them. Weights are gathered in their own dtype and
    autocast computes as in one process. The n-gram table is sharded by rows, too, and never gathered: each step reads
    the rows that it needs (`read_rows`).
    """
    from torch.distributed.fsdp import fully_shard, register_fsdp_forward_method  # its import takes 0.7 s

    mesh = init_device_mesh(device.type, (world_size,))  # explicit: the default would be a GPU, where one exists
    for part in model.modules():
        if isinstance(part, Ngrams):
            part.table, part.read_rows = shard_rows(part.table, mesh, device), read_rows
    ignored = {parameter for parameter in model.parameters() if not parameter.requires_grad}
    for part in (*model.blocks_in_order(), model):
        sharded = fully_shard(part, mesh=mesh, ignored_params=ignored)
        # FSDP asks for an average, and gloo may give the sum (https://github.com/pytorch/pytorch/issues/162338): this
        # sums with every backend, and divides afterwards.
        sharded.set_force_sum_reduction_for_comms(True)
    for name in CALLED_METHODS:
        register_fsdp_forward_method(model, name)


def exchanging_gradients(model: nn.Module, exchange: bool) -> contextlib.AbstractContextManager[None]:
    """Forward and backward inside add to the gradients; DDP's processes exchange them only if `exchange` is true.

    A sharded model's gradients are reduced to shards in every micro-batch: whole ones, kept until the last, would take
    as much memory as all of the model.
    """
    if isinstance(model, DistributedDataParallel) and not exchange:
        return model.no_sync()
    return contextlib.nullcontext()


def free_gathered(model: nn.Module) -> None:
    """Free what a sharded model keeps gathered after a forward pass, in the hope of a backward pass."""
    reshard = getattr(model, "reshard", None)
    if reshard is not None:
        reshard()
