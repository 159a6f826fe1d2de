"""Muon, for the matrices of every arch but gpt2 (Keller Jordan, https://kellerjordan.github.io/posts/muon)."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import torch
from torch import Tensor

from fledge.optim.interface import Optimizer
from fledge.parallel.owners import compute_sharded, compute_whole, share_out
from fledge.parallel.shards import is_sharded, local_part

# Coefficients of the quintic iteration that brings every singular value near 1.
NEWTON_SCHULZ = (3.4445, -4.7750, 2.0315)
# On a CPU, products of matrices with no more rows (or columns) than this are twice as fast in float32 as in bfloat16.
SMALL = 64
FIRST_MOMENTUM, MOMENTUM = 0.85, 0.95


def momentum_at(it: int, warmup: int) -> float:
    """It grows over the first iterations, in which gradients change fast (nanochat's schedule)."""
    return FIRST_MOMENTUM + (MOMENTUM - FIRST_MOMENTUM) * min(1.0, it / warmup) if warmup else MOMENTUM


def orthogonalise(matrices: Tensor, steps: int = 5) -> Tensor:
    """The nearest matrices whose singular values are all about 1, for a stack of one shape."""
    a, b, c = NEWTON_SCHULZ
    tall = matrices.size(-2) > matrices.size(-1)
    x = matrices.mT.contiguous() if tall else matrices  # products of transposed views are slower on a CPU
    x = x / x.norm(dim=(-2, -1), keepdim=True).clamp_min(1e-7)
    for _ in range(steps):
        gram = x @ x.mT
        x = torch.baddbmm(x, torch.baddbmm(gram, gram, gram, beta=b, alpha=c), x, beta=a)
    return x.mT if tall else x


def orthogonalisation_work(shape: torch.Size) -> float:
    """Multiplications of `orthogonalise`, in proportion: two Gram matrices' products and one with the matrix."""
    short, long = sorted(shape)
    return float(short * short * (2 * long + short))


class Muon(Optimizer):
    """Momentum whose update is orthogonalised; matrices of one shape are updated in one batch.

    Many processes share the orthogonalisation: each matrix has one owner. The momentum is element by element, and stays
    where the gradient is: whole in each process under DDP, in shards under FSDP.
    """

    def __init__(
        self,
        params: Iterable[Tensor],
        lr: float,
        warmup: int = 0,
        weight_decay: float = 0.0,
        processes: int = 1,
    ) -> None:
        self.precision = torch.float32  # of the orthogonalisation only
        self.warmup, self.processes = warmup, processes
        super().__init__(params, {"lr": lr, "momentum": momentum_at(0, warmup), "weight_decay": weight_decay})

    def set_dtype(self, dtype: str) -> None:
        """Orthogonalise in bfloat16, unless the run is in float32."""
        self.precision = torch.float32 if dtype == "float32" else torch.bfloat16

    def state_shapes(self, parameter: Tensor) -> dict[str, torch.Size]:
        return {"momentum": parameter.shape}

    @torch.no_grad()
    def step(self, closure: Any = None) -> None:  # type: ignore[override]
        for group in self.param_groups:
            parameters = [parameter for parameter in group["params"] if parameter.grad is not None]
            batches = [[parameters[place] for place in places] for places in places_by_shape(parameters).values()]
            # One process takes the matrices shape by shape, which needs less memory; many exchange all of them at once.
            for batch in batches if self.processes == 1 else [parameters]:
                updates = self._orthogonalised(batch, self._momenta(batch, group["momentum"]))
                weights = [local_part(parameter) for parameter in batch]
                if group["weight_decay"]:
                    torch._foreach_mul_(weights, 1 - group["lr"] * group["weight_decay"])
                for (height, width), places in places_by_shape(batch).items():
                    # A tall matrix's update has more entries for as many singular values of 1: scale it to match.
                    lr = group["lr"] * max(1.0, height / width) ** 0.5
                    torch._foreach_add_([weights[i] for i in places], [updates[i] for i in places], alpha=-lr)

    def _momenta(self, parameters: list[Tensor], momentum: float) -> list[Tensor]:
        """The Nesterov momentum of each parameter, or of this process's rows of it."""
        for parameter in parameters:
            if "momentum" not in self.state[parameter]:
                self.state[parameter]["momentum"] = torch.zeros_like(parameter)
        gradients = [local_part(parameter.grad) for parameter in parameters if parameter.grad is not None]
        buffers = [local_part(self.state[parameter]["momentum"]) for parameter in parameters]
        torch._foreach_lerp_(buffers, gradients, 1 - momentum)
        return list(torch._foreach_lerp(gradients, buffers, momentum))

    def _orthogonalised(self, parameters: list[Tensor], momenta: list[Tensor]) -> list[Tensor]:
        """The updates of parameters, or of this process's rows of them; takes the momenta out of their list."""
        if self.processes == 1:
            return self._orthogonalise_each(momenta)
        shapes = [parameter.shape for parameter in parameters]
        owners = share_out([orthogonalisation_work(shape) for shape in shapes], self.processes)
        sent = [momentum.to(self.precision) for momentum in momenta]
        momenta.clear()
        if is_sharded(parameters[0]):
            updates = compute_sharded(sent, shapes, owners, self._orthogonalise_each)
        else:
            updates = compute_whole(sent, owners, self._orthogonalise_each)
        return [update.to(parameters[0].dtype) for update in updates]

    def _orthogonalise_each(self, matrices: list[Tensor]) -> list[Tensor]:
        """Whole matrices, those of one shape in one batch; takes them out of their list, so that no copy is left."""
        places = list(places_by_shape(matrices).values())
        batches = [torch.stack([matrices[place] for place in of_shape]) for of_shape in places]
        matrices.clear()
        updates: dict[int, Tensor] = {}
        for of_shape in places:
            batch = batches.pop(0)
            made = orthogonalise(batch.to(self._fastest(batch))).to(batch.dtype)
            updates |= zip(of_shape, made.unbind(0), strict=True)
        return [updates[place] for place in range(len(updates))]

    def _fastest(self, batch: Tensor) -> torch.dtype:
        """The dtype that a batch is orthogonalised in: at least as exact as the run asks for."""
        is_small = batch.device.type == "cpu" and min(batch.shape[-2:]) <= SMALL
        return torch.float32 if is_small else self.precision


def places_by_shape(tensors: list[Tensor]) -> dict[torch.Size, list[int]]:
    """The places of the tensors in their list, by shape."""
    places: dict[torch.Size, list[int]] = defaultdict(list)
    for place, tensor in enumerate(tensors):
        places[tensor.shape].append(place)
    return places
