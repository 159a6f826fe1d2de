"""Optimizers: nanoGPT's AdamW groups; Muon for the matrices of arch "modern", and a step for its n-gram table.

Every parameter group carries `lr_scale`, its peak learning rate relative to `learning_rate`: the loop sets
`group["lr"] = schedule(it) * group["lr_scale"]` and one schedule drives them all.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from inspect import unwrap
from typing import Any

import torch
import torch.distributed as dist
from torch import Tensor
from torch.optim import Optimizer

from fledge.config.schema import Config
from fledge.model.base import GPT
from fledge.model.ngrams import Ngrams

# Coefficients of the quintic iteration that brings every singular value near 1 (Keller Jordan's Muon).
NEWTON_SCHULZ = (3.4445, -4.7750, 2.0315)


class QuickStart(Optimizer):
    """An Optimizer whose first use does not import torch's compiler, which takes one to three seconds.

    What is unwrapped here only tells the compiler to leave the method alone, should it ever meet it; it never does.
    """

    add_param_group = unwrap(Optimizer.add_param_group)
    zero_grad = unwrap(Optimizer.zero_grad)
    state_dict = unwrap(Optimizer.state_dict)
    load_state_dict = unwrap(Optimizer.load_state_dict)


class AdamW(QuickStart, torch.optim.AdamW):
    step = torch.no_grad()(unwrap(torch.optim.AdamW.step))


def build_optimizers(model: GPT, config: Config, device_type: str, dtype: str = "float32") -> list[Optimizer]:
    """The optimizers of a run. `dtype` is the run's: in bfloat16 Muon works in it too."""
    betas = (config.beta1, config.beta2)
    fused = device_type in ("cuda", "cpu")
    if config.optimizer == "muon":
        named = list(model.named_parameters())
        tables = [p for name, p in named if name.startswith("embed")]
        head = [p for name, p in named if name.startswith("lm_head")]
        matrices = [p for name, p in named if name.startswith("blocks.")]
        groups = [{"params": tables, "lr": config.embedding_lr}, {"params": head, "lr": config.head_lr}]
        precision = torch.float32 if dtype == "float32" else torch.bfloat16
        optimizers: list[Optimizer] = [
            AdamW(groups, betas=betas, weight_decay=0.0, fused=fused),
            Muon(matrices, config.learning_rate, weight_decay=config.weight_decay, precision=precision),
        ]
    else:
        # Matrices and embeddings decay, biases and gains don't; the order is nanoGPT's, so its optimizer state loads.
        learned = [p for p in model.parameters() if p.requires_grad]
        decayed = [p for p in learned if p.dim() >= 2]
        rest = [p for p in learned if p.dim() < 2]
        groups = [
            {"params": decayed, "weight_decay": config.weight_decay},
            {"params": rest, "weight_decay": 0.0},
        ]
        optimizers = [AdamW(groups, lr=config.learning_rate, betas=betas, fused=fused)]
    optimizers += [RowAdagrad(part, config.ngram_lr) for part in model.modules() if isinstance(part, Ngrams)]
    for optimizer in optimizers:
        for group in optimizer.param_groups:
            group["lr_scale"] = group["lr"] / config.learning_rate
    return optimizers


def remembered_shapes(optimizer: Optimizer, parameter: Tensor) -> dict[str, torch.Size]:
    """What an optimizer has to remember of a parameter to go on as before."""
    if isinstance(optimizer, Muon):
        return {"momentum": parameter.shape}
    if isinstance(optimizer, RowAdagrad):
        return {"seen": parameter.shape[:1]}
    return {"step": torch.Size(), "exp_avg": parameter.shape, "exp_avg_sq": parameter.shape}


def set_learning_rate(optimizers: Iterable[Optimizer], lr: float) -> None:
    for optimizer in optimizers:
        for group in optimizer.param_groups:
            group["lr"] = lr * group["lr_scale"]


def orthogonalise(matrices: Tensor, steps: int = 5) -> Tensor:
    """The nearest matrices with all singular values about 1, for a stack of equal shapes."""
    a, b, c = NEWTON_SCHULZ
    tall = matrices.size(-2) > matrices.size(-1)
    x = matrices.mT.contiguous() if tall else matrices  # products of transposed views are slower on a CPU
    x = x / x.norm(dim=(-2, -1), keepdim=True).clamp_min(1e-7)
    for _ in range(steps):
        gram = x @ x.mT
        x = torch.baddbmm(x, torch.baddbmm(gram, gram, gram, beta=b, alpha=c), x, beta=a)
    return x.mT if tall else x


class Muon(QuickStart):
    """Momentum whose update is orthogonalised; matrices of one shape are worked on together, in one batch."""

    def __init__(
        self,
        params: Iterable[Tensor],
        lr: float,
        momentum: float = 0.95,
        weight_decay: float = 0.0,
        precision: torch.dtype = torch.float32,
    ) -> None:
        self.precision = precision  # of the orthogonalisation; the momentum and the weights keep theirs
        super().__init__(params, {"lr": lr, "momentum": momentum, "weight_decay": weight_decay})

    @torch.no_grad()
    def step(self, closure: Any = None) -> None:  # type: ignore[override]
        for group in self.param_groups:
            alike: dict[torch.Size, list[Tensor]] = defaultdict(list)
            for parameter in group["params"]:
                if parameter.grad is not None:
                    alike[parameter.shape].append(parameter)
            for shape, parameters in alike.items():
                momenta = self._momentum(parameters, group["momentum"])
                update = orthogonalise(momenta.to(self.precision)).to(momenta.dtype)
                # A tall matrix's update has more entries to its singular values of 1: scale it to match.
                lr = group["lr"] * max(1.0, shape[0] / shape[1]) ** 0.5
                if group["weight_decay"]:
                    torch._foreach_mul_(parameters, 1 - group["lr"] * group["weight_decay"])
                torch._foreach_add_(parameters, list(update.unbind(0)), alpha=-lr)

    def _momentum(self, parameters: list[Tensor], momentum: float) -> Tensor:
        """Nesterov momentum of equally shaped parameters, stacked."""
        for parameter in parameters:
            if "momentum" not in self.state[parameter]:
                self.state[parameter]["momentum"] = torch.zeros_like(parameter)
        gradients = [parameter.grad for parameter in parameters if parameter.grad is not None]
        buffers = [self.state[parameter]["momentum"] for parameter in parameters]
        torch._foreach_lerp_(buffers, gradients, 1 - momentum)
        return torch.stack(torch._foreach_lerp(gradients, buffers, momentum))


class RowAdagrad(QuickStart):
    """Each row learns at a pace of its own, slower the more it has learned: one number a row is all it remembers."""

    def __init__(self, ngrams: Ngrams, lr: float) -> None:
        self.ngrams = ngrams
        super().__init__([ngrams.table], {"lr": lr})

    @torch.no_grad()
    def step(self, closure: Any = None) -> None:  # type: ignore[override]
        (group,), table = self.param_groups, self.ngrams.table
        if "seen" not in self.state[table]:
            self.state[table]["seen"] = torch.full((len(table),), 1e-30, device=table.device)
        seen = self.state[table]["seen"]
        gradients = list(self._gradients())
        for rows_NK, gradient_NC in gradients:
            seen.index_add_(0, rows_NK.flatten(), gradient_NC.square().mean(-1).repeat_interleave(rows_NK.size(1)))
        for rows_NK, gradient_NC in gradients:
            pace = group["lr"] * seen[rows_NK.flatten()].rsqrt()
            steps = gradient_NC.repeat_interleave(rows_NK.size(1), 0) * pace[:, None]
            table.index_add_(0, rows_NK.flatten(), steps, alpha=-1)

    def _gradients(self) -> Iterator[tuple[Tensor, Tensor]]:
        """Of every micro-batch of every process: the rows that each token read, and what the loss says of their sum."""
        for rows_BTK, recalled in self.ngrams.unlearned:
            if recalled.grad is not None:
                yield from _of_all_processes(rows_BTK.flatten(0, 1), recalled.grad.flatten(0, 1))

    def unscale(self, scale: float) -> None:
        """Undo the loss scaling of float16; what overflowed teaches nothing."""
        for _, recalled in self.ngrams.unlearned:
            if recalled.grad is not None:
                recalled.grad.div_(scale).nan_to_num_(0.0, 0.0, 0.0)

    def zero_grad(self, set_to_none: bool = True) -> None:
        self.ngrams.unlearned.clear()


def _of_all_processes(rows: Tensor, gradient: Tensor) -> Iterable[tuple[Tensor, Tensor]]:
    """What each process has, in rank order; the loss is the mean of theirs."""
    if not dist.is_initialized():
        return [(rows, gradient)]
    size = dist.get_world_size()
    all_rows, all_gradients = ([torch.empty_like(t) for _ in range(size)] for t in (rows, gradient))
    dist.all_gather(all_rows, rows)
    dist.all_gather(all_gradients, gradient / size)
    return zip(all_rows, all_gradients, strict=True)
