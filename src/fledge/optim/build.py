"""The optimizers of a run, and the rates that drive them.

Every parameter group carries `lr_scale`, its peak learning rate relative to `learning_rate`: the loop sets
`group["lr"] = schedule(it) * group["lr_scale"]`, so one schedule drives all groups.
"""

from collections.abc import Iterable
from typing import Any

from torch import nn

from fledge.config.schema import Config
from fledge.model.base import GPT
from fledge.model.ngrams import Ngrams
from fledge.optim.adamw import AdamW
from fledge.optim.interface import Optimizer
from fledge.optim.muon import Muon, momentum_at
from fledge.optim.row_adagrad import RowAdagrad


def build_optimizers(
    model: GPT, config: Config, device_type: str, dtype: str = "float32", processes: int = 1
) -> list[Optimizer]:
    """The optimizers of a run that computes in `dtype`, in one or many processes that step together."""
    fused = device_type in ("cuda", "cpu")
    if config.optimizer == "muon":
        optimizers = _muon_and_adamw(model, config, fused, processes)
    else:
        optimizers = _adamw(model, config, fused)
    tables = [part for part in model.modules() if isinstance(part, Ngrams)]
    optimizers += [RowAdagrad(table, config.ngram_lr, processes) for table in tables]
    for optimizer in optimizers:
        optimizer.set_dtype(dtype)
        for group in optimizer.param_groups:
            group["lr_scale"] = group["lr"] / config.learning_rate
    return optimizers


def _adamw(model: GPT, config: Config, fused: bool) -> list[Optimizer]:
    """Matrices and embeddings decay, biases and gains don't; the order is nanoGPT's, so its optimizer state loads."""
    trained = [p for p in model.parameters() if p.requires_grad]
    groups = [
        {"params": [p for p in trained if p.dim() >= 2], "weight_decay": config.weight_decay},
        {"params": [p for p in trained if p.dim() < 2], "weight_decay": 0.0},
    ]
    return [AdamW(groups, lr=config.learning_rate, betas=(config.beta1, config.beta2), fused=fused)]


def _muon_and_adamw(model: GPT, config: Config, fused: bool, processes: int) -> list[Optimizer]:
    """Muon for the matrices of the blocks, AdamW for the token embedding, the head and the gains.

    A table that is both embedding and head learns at the head's rate.
    """
    head = model.lm_head.weight
    embedding = [part.weight for part in model.modules() if isinstance(part, nn.Embedding) and part.weight is not head]
    linear = [part.weight for part in model.modules() if isinstance(part, nn.Linear)]
    matrices = [weight for weight in linear if weight is not head]
    gains = [p for p in model.parameters() if p.dim() < 2]
    groups: list[dict[str, Any]] = [
        {"params": embedding, "lr": config.embedding_lr},
        {"params": [head], "lr": config.head_lr},
    ]
    groups += [{"params": gains, "lr": config.head_lr}]
    groups = [group for group in groups if group["params"]]
    return [
        AdamW(groups, betas=(config.beta1, config.beta2), weight_decay=0.0, fused=fused),
        Muon(matrices, config.learning_rate, config.momentum_warmup, config.weight_decay, processes),
    ]


def set_rates(optimizers: Iterable[Optimizer], lr: float, it: int) -> None:
    """The learning rate and Muon's momentum of an iteration."""
    for optimizer in optimizers:
        for group in optimizer.param_groups:
            group["lr"] = lr * group["lr_scale"]
            if isinstance(optimizer, Muon):
                group["momentum"] = momentum_at(it, optimizer.warmup)
