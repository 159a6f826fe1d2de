"""A table whose rows the processes have shared out: each holds a range, and reads the others' rows when it needs them.

A step reads a few thousand rows of a table that may have millions: only those travel.
"""

import torch
import torch.distributed as dist
from torch import Tensor, nn
from torch.distributed.device_mesh import DeviceMesh

from fledge.parallel.owners import rows_of
from fledge.parallel.shards import is_sharded, local_part


def shard_rows(table: nn.Parameter, mesh: DeviceMesh, device: torch.device) -> nn.Parameter:
    """This process's rows of a table that every process has built, as a DTensor; split as FSDP splits."""
    from torch.distributed.tensor import DTensor, Shard  # its import takes a second

    own = rows_of(mesh.get_local_rank(), len(table), mesh.size())
    local = table.detach()[own].to(device, copy=True)
    sharded = DTensor.from_local(local, mesh, [Shard(0)], run_check=False, shape=table.shape, stride=table.stride())
    return nn.Parameter(sharded, requires_grad=table.requires_grad)


def one_per_row(table: Tensor, value: float) -> Tensor:
    """A number for each row of a table, sharded as the table is."""
    local = torch.full(local_part(table).shape[:1], value, device=local_part(table).device)
    if not is_sharded(table):
        return local
    from torch.distributed.tensor import DTensor

    mesh, placements = table.device_mesh, table.placements  # type: ignore[attr-defined]
    return DTensor.from_local(local, mesh, placements, run_check=False, shape=table.shape[:1], stride=(1,))


def own_rows(table: Tensor) -> slice:
    """The rows of a table that this process holds."""
    if not is_sharded(table):
        return slice(0, len(table))
    mesh: DeviceMesh = table.device_mesh  # type: ignore[attr-defined]
    return rows_of(mesh.get_local_rank(), len(table), mesh.size())


def read_rows(table: Tensor, rows: Tensor) -> tuple[Tensor, Tensor]:
    """The rows of a sharded table that this process needs: each once, and the place among them of every one asked for.

    All processes must call this together; they need not ask for equally many.
    """
    mesh: DeviceMesh = table.device_mesh  # type: ignore[attr-defined]
    group, size = mesh.get_group(), mesh.size()
    each = -(-len(table) // size)
    wanted, places = torch.unique(rows, return_inverse=True)  # sorted, and so by owner
    asked = torch.bincount(wanted // each, minlength=size)
    given = torch.empty_like(asked)
    dist.all_to_all_single(given, asked, group=group)
    received, sent = asked.tolist(), given.tolist()
    numbers = wanted.new_empty(sum(sent))
    dist.all_to_all_single(numbers, wanted, sent, received, group=group)
    local = local_part(table).detach()
    found = local[numbers - own_rows(table).start]
    needed = local.new_empty(len(wanted), local.size(1))
    dist.all_to_all_single(needed, found, received, sent, group=group)
    return needed, places
