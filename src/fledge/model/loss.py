"""Cross-entropy for a large vocabulary, in chunks of rows.

The float32 logits are the largest tensor of a small model: 1,024 tokens of GPT-2's vocabulary take 200 MB, and the
usual implementation holds three copies. Here each chunk's logits are turned into loss and gradient at once, then freed.
On a CPU our kernel does that in their place, where there is a compiler for it.
"""

from collections.abc import Iterator
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor

from fledge.model.kernels import kernels

CHUNK_ELEMENTS = 104 << 20  # logits per chunk: 416 MB in float32, 2,048 tokens of GPT-2's vocabulary
CHUNK_ROWS = 64  # a chunk has a multiple of this many rows: other numbers make slower matmuls
LARGE_VOCABULARY = 2048  # below, torch's own cross-entropy is about as good
may_use_kernel = True  # False while a GPU's step is traced on fake tensors of a CPU


def cross_entropy(x_NC: Tensor, weight_VC: Tensor, targets_N: Tensor) -> Tensor:
    """The mean loss of logits x @ weight.T over the targets that are not -1."""
    kind = x_NC.device.type
    dtype = torch.get_autocast_dtype(kind) if torch.is_autocast_enabled(kind) else x_NC.dtype
    with torch.autocast(kind, enabled=False):
        function = _ChunkedTwice if dtype == torch.float16 else _Chunked
        loss: Tensor = function.apply(x_NC, weight_VC, targets_N, dtype)  # type: ignore[no-untyped-call]
    return loss


class _Chunked(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x_NC: Tensor, weight_VC: Tensor, targets_N: Tensor, dtype: torch.dtype) -> Tensor:
        needs_grad = ctx.needs_input_grad[0] or ctx.needs_input_grad[1]
        weight = weight_VC.to(dtype)
        counted_N = targets_N >= 0
        share = 1 / counted_N.sum()
        total = x_NC.new_zeros((), dtype=torch.float64 if dtype == torch.float64 else torch.float32)
        dx_NC = torch.empty_like(x_NC) if needs_grad else None
        dweight_VC: Tensor | None = None
        for part in _chunks(x_NC, weight_VC):
            x, counted = x_NC[part].to(dtype), counted_N[part, None]
            targets = targets_N[part, None].clamp_min(0)
            logits = x @ weight.mT
            if _has_kernel(logits):
                losses, d = torch.ops.fledge.loss_and_gradient_(logits, targets[:, 0])[:, None], logits
            elif dx_NC is None:
                losses, d = F.cross_entropy(logits.to(total.dtype), targets[:, 0], reduction="none")[:, None], logits
            else:
                loss_and_gradient = _in_fused_kernels if torch.compiler.is_compiling() else _in_few_passes
                losses, d = loss_and_gradient(logits, targets, total.dtype)
            del logits  # before the next large tensor is made
            total += (losses * counted).sum()
            if dx_NC is None:
                continue
            weighting = counted * share  # applied to C columns, not to V
            dx_NC[part] = (d @ weight) * weighting
            dweight = (d.mT @ (x * weighting).to(dtype)).to(weight_VC.dtype)
            dweight_VC = dweight if dweight_VC is None else dweight_VC.add_(dweight)
        if needs_grad:
            ctx.save_for_backward(dx_NC, dweight_VC)
        return total * share

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, Tensor, None, None]:
        dx_NC, dweight_VC = ctx.saved_tensors  # not shared, so they are scaled in place
        return dx_NC.mul_(gradients[0]), dweight_VC.mul_(gradients[0]), None, None


class _ChunkedTwice(torch.autograd.Function):
    """For float16: the gradient is made in the backward pass, where the loss scale is known.

    Made without the scale, a third of the head's small gradients would be rounded to 0. The price is that the logits
    are computed twice.
    """

    @staticmethod
    def forward(ctx: Any, x_NC: Tensor, weight_VC: Tensor, targets_N: Tensor, dtype: torch.dtype) -> Tensor:
        weight, counted_N = weight_VC.to(dtype), targets_N >= 0
        share, total = 1 / counted_N.sum(), x_NC.new_zeros((), dtype=torch.float32)
        for part in _chunks(x_NC, weight_VC):
            logits, targets = x_NC[part].to(dtype) @ weight.mT, targets_N[part].clamp_min(0)
            total += (F.cross_entropy(logits.float(), targets, reduction="none") * counted_N[part]).sum()
        ctx.save_for_backward(x_NC, weight_VC, targets_N, share)
        ctx.dtype = dtype
        return total * share

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor, Tensor, None, None]:
        x_NC, weight_VC, targets_N, share = ctx.saved_tensors
        weight, scale = weight_VC.to(ctx.dtype), gradients[0] * share
        dx_NC, dweight_VC = torch.empty_like(x_NC), torch.zeros_like(weight_VC)
        for part in _chunks(x_NC, weight_VC):
            x, targets = x_NC[part].to(ctx.dtype), targets_N[part, None]
            d = F.softmax((x @ weight.mT).float(), dim=-1)
            d.scatter_add_(1, targets.clamp_min(0), -torch.ones_like(d[:, :1]))
            scaled = (d * (scale * (targets >= 0))).to(ctx.dtype)
            dx_NC[part] = scaled @ weight
            dweight_VC += scaled.mT @ x
        return dx_NC, dweight_VC, None, None


def _chunks(x_NC: Tensor, weight_VC: Tensor) -> Iterator[slice]:
    """The rows of the logits, some at a time."""
    rows = max(1, CHUNK_ELEMENTS // len(weight_VC) // CHUNK_ROWS) * CHUNK_ROWS
    for start in range(0, len(x_NC), rows):
        yield slice(start, start + rows)


def _has_kernel(logits: Tensor) -> bool:
    """Whether native/loss.h can: it is compiled at its first use."""
    if not may_use_kernel or torch.compiler.is_compiling() or logits.device.type != "cpu":
        return False
    return logits.dtype in (torch.bfloat16, torch.float32) and kernels() is not None


def _by_kernel(logits: Tensor, targets: Tensor) -> Tensor:
    ours = kernels()
    assert ours is not None
    return ours.loss_and_gradient(logits, targets)


def _losses_like(logits: Tensor, targets: Tensor) -> Tensor:
    return logits.new_empty(len(logits), dtype=torch.float32)


# An operator, so that a trace of a step on fake tensors has it. Not torch.library.custom_op: the first call of one
# imports the compiler.
_operators = torch.library.Library("fledge", "FRAGMENT")  # type: ignore[no-untyped-call]
_operators.define("loss_and_gradient_(Tensor(a!) logits, Tensor targets) -> Tensor")  # type: ignore[no-untyped-call]
_operators.impl("loss_and_gradient_", _by_kernel, "CPU")  # type: ignore[no-untyped-call]
_operators.impl("loss_and_gradient_", _losses_like, "Meta")  # type: ignore[no-untyped-call]


def _in_few_passes(logits: Tensor, targets: Tensor, exact: torch.dtype) -> tuple[Tensor, Tensor]:
    """Losses and the gradient of the logits, with as few passes as separate kernels allow."""
    logp = F.log_softmax(logits.to(exact), dim=-1)
    losses = -logp.gather(1, targets)
    logp.exp_().scatter_add_(1, targets, -torch.ones_like(losses))
    return losses, logp.to(logits.dtype)


def _in_fused_kernels(logits: Tensor, targets: Tensor, exact: torch.dtype) -> tuple[Tensor, Tensor]:
    """The same for torch.compile, which fuses the elementwise operations and writes no float32 logits."""
    lse = torch.logsumexp(logits.to(exact), dim=-1, keepdim=True)
    columns = torch.arange(logits.size(1), device=logits.device)
    probabilities = torch.exp(logits.to(exact) - lse)
    return lse - logits.gather(1, targets).to(exact), (probabilities - (columns == targets).to(exact)).to(logits.dtype)
