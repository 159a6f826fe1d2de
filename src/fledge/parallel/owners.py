"""Work on whole matrices, shared by the processes: each matrix has one owner, which alone computes with it.

Under FSDP every process holds some rows of each matrix: the rows travel to the owner, and the rows of its result travel
back. Under DDP every process holds every matrix: only results travel.
"""

import itertools
from collections.abc import Callable, Sequence

import torch
import torch.distributed as dist
from torch import Tensor

# Takes whole matrices, which it may drop from the list when it has read them; returns one result for each.
Compute = Callable[[list[Tensor]], list[Tensor]]


def share_out(work: Sequence[float], processes: int, able: Sequence[Sequence[int]] | None = None) -> list[int]:
    """The owner of each piece of work: the largest first, each to the process that has the least so far.

    `able` lists the processes that can do each piece; if it is not given, all can.
    """
    loads, owners = [0.0] * processes, [0] * len(work)
    for piece in sorted(range(len(work)), key=lambda piece: -work[piece]):
        owners[piece] = min(able[piece] if able else range(processes), key=lambda process: (loads[process], process))
        loads[owners[piece]] += work[piece]
    return owners


def rows_of(process: int, rows: int, processes: int) -> slice:
    """The rows of a matrix that a process holds under FSDP: as torch.chunk gives them, the last ones may be fewer."""
    each = -(-rows // processes)
    return slice(min(rows, process * each), min(rows, (process + 1) * each))


def compute_whole(matrices: list[Tensor], owners: Sequence[int], compute: Compute) -> list[Tensor]:
    """Matrices that every process holds: each computes with its own, and all get all results."""
    rank, size = dist.get_rank(), dist.get_world_size()
    shapes = [matrix.shape for matrix in matrices]
    like = matrices[0].new_empty(0)
    mine = [matrix for matrix, owner in zip(matrices, owners, strict=True) if owner == rank]
    matrices.clear()
    results = [result.flatten() for result in compute(mine)]
    by_owner = [[number for number, owner in enumerate(owners) if owner == process] for process in range(size)]
    lengths = [sum(shapes[number].numel() for number in numbers) for numbers in by_owner]
    sent = torch.cat([like, *results, like.new_empty(max(lengths) - lengths[rank])])  # all of one length
    received = like.new_empty(size, max(lengths))
    dist.all_gather_single(received.view(-1), sent)
    whole: list[Tensor] = [like] * len(shapes)
    for numbers, flat in zip(by_owner, received, strict=True):
        for number, result in zip(numbers, _unflattened(flat, [shapes[number] for number in numbers]), strict=True):
            whole[number] = result
    return whole


def compute_sharded(
    parts: list[Tensor], shapes: Sequence[torch.Size], owners: Sequence[int], compute: Compute
) -> list[Tensor]:
    """Matrices of `shapes`, of which this process holds the rows `parts`; returns the same rows of the results."""
    rank, size = dist.get_rank(), dist.get_world_size()
    by_owner = [[number for number, owner in enumerate(owners) if owner == process] for process in range(size)]
    mine, like = by_owner[rank], parts[0].new_empty(0)

    def pieces(holder: int, numbers: Sequence[int]) -> list[torch.Size]:
        """The shapes of what a process holds of these matrices."""
        held = [rows_of(holder, shapes[number][0], size) for number in numbers]
        return [torch.Size((rows.stop - rows.start, *shapes[n][1:])) for rows, n in zip(held, numbers, strict=True)]

    ours = [pieces(rank, numbers) for numbers in by_owner]  # by the process that owns the matrix
    theirs = [pieces(process, mine) for process in range(size)]  # by the process that holds the rows
    arrived = _exchange([parts[number] for numbers in by_owner for number in numbers], ours, theirs, like)
    parts.clear()
    results = compute([torch.cat([arrived[process][k] for process in range(size)]) for k in range(len(mine))])
    sent_back = [result[rows_of(process, len(result), size)] for process in range(size) for result in results]
    returned = itertools.chain.from_iterable(_exchange(sent_back, theirs, ours, like))
    rows: list[Tensor] = [like] * len(shapes)
    for number in itertools.chain.from_iterable(by_owner):
        rows[number] = next(returned)
    return rows


def _exchange(
    sent: Sequence[Tensor],
    outgoing: Sequence[Sequence[torch.Size]],
    incoming: Sequence[Sequence[torch.Size]],
    like: Tensor,
) -> list[list[Tensor]]:
    """Send tensors to the other processes, and receive theirs; the shapes are listed by process."""
    lengths_out, lengths_in = ([sum(map(torch.Size.numel, shapes)) for shapes in side] for side in (outgoing, incoming))
    flat = torch.cat([like, *(tensor.flatten() for tensor in sent)])
    received = like.new_empty(sum(lengths_in))
    dist.all_to_all_single(received, flat, lengths_in, lengths_out)
    starts = [0, *itertools.accumulate(lengths_in)]
    return [_unflattened(received[start:], shapes) for start, shapes in zip(starts, incoming, strict=False)]


def _unflattened(flat: Tensor, shapes: Sequence[torch.Size]) -> list[Tensor]:
    """Tensors of these shapes, one after another in a flat one, which may be longer."""
    starts = [0, *itertools.accumulate(map(torch.Size.numel, shapes))]
    return [flat[start:end].view(shape) for (start, end), shape in zip(itertools.pairwise(starts), shapes, strict=True)]
