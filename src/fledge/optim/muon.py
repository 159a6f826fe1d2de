"""Muon, for the matrices of every arch but gpt2 (Keller Jordan, https://kellerjordan.github.io/posts/muon)."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import torch
from torch import Tensor

from fledge.optim.interface import Optimizer

# Coefficients of the quintic iteration that brings every singular value near 1.
NEWTON_SCHULZ = (3.4445, -4.7750, 2.0315)


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


class Muon(Optimizer):
    """Momentum whose update is orthogonalised; matrices of one shape are updated in one batch."""

    def __init__(self, params: Iterable[Tensor], lr: float, momentum: float = 0.95, weight_decay: float = 0.0) -> None:
        self.precision = torch.float32  # of the orthogonalisation only
        super().__init__(params, {"lr": lr, "momentum": momentum, "weight_decay": weight_decay})

    def set_dtype(self, dtype: str) -> None:
        """Orthogonalise in bfloat16, unless the run is in float32."""
        self.precision = torch.float32 if dtype == "float32" else torch.bfloat16

    def state_shapes(self, parameter: Tensor) -> dict[str, torch.Size]:
        return {"momentum": parameter.shape}

    @torch.no_grad()
    def step(self, closure: Any = None) -> None:  # type: ignore[override]
        for group in self.param_groups:
            by_shape: dict[torch.Size, list[Tensor]] = defaultdict(list)
            for parameter in group["params"]:
                if parameter.grad is not None:
                    by_shape[parameter.shape].append(parameter)
            for shape, parameters in by_shape.items():
                momenta = self._momentum(parameters, group["momentum"])
                update = orthogonalise(momenta.to(self.precision)).to(momenta.dtype)
                # A tall matrix's update has more entries for as many singular values of 1: scale it to match.
                lr = group["lr"] * max(1.0, shape[0] / shape[1]) ** 0.5
                if group["weight_decay"]:
                    torch._foreach_mul_(parameters, 1 - group["lr"] * group["weight_decay"])
                torch._foreach_add_(parameters, list(update.unbind(0)), alpha=-lr)

    def _momentum(self, parameters: list[Tensor], momentum: float) -> Tensor:
        """The Nesterov momentum of parameters of one shape, stacked."""
        for parameter in parameters:
            if "momentum" not in self.state[parameter]:
                self.state[parameter]["momentum"] = torch.zeros_like(parameter)
        gradients = [parameter.grad for parameter in parameters if parameter.grad is not None]
        buffers = [self.state[parameter]["momentum"] for parameter in parameters]
        torch._foreach_lerp_(buffers, gradients, 1 - momentum)
        return torch.stack(torch._foreach_lerp(gradients, buffers, momentum))
