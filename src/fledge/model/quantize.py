"""Weights in one byte: matrices as int8 with a scale a row, for sampling on a CPU, where reading them is the work."""

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import Tensor

from fledge.common.errors import why
from fledge.model.base import GPT

FEW_ROWS = 16  # torch's int8 kernel reads the weights again for every four rows: more are faster in bfloat16
KERNEL_WIDTH = 16  # numbers the kernel takes at a time; it crashes on rows that are no multiple of that


class Int8Linear(nn.Module):
    """nn.Linear with its weight rounded to int8; bfloat16 in and out."""

    weight: Tensor  # int8, out x in
    scale: Tensor  # a row of the weight is about scale * int8
    bias: Tensor | None

    def __init__(self, linear: nn.Linear) -> None:
        super().__init__()
        weight = linear.weight.detach().float()
        largest = weight.abs().amax(dim=1).clamp_min(1e-30)  # a row may be zero
        # Rounded before it divides, so that the integers fit the scale they will be multiplied with. That moves it by
        # 1/512 at most, and 127.25 still rounds to 127.
        scale = (largest / 127).bfloat16()
        self.register_buffer("weight", (weight / scale.float()[:, None]).round_().to(torch.int8))
        self.register_buffer("scale", scale)
        self.register_buffer("bias", None if linear.bias is None else linear.bias.detach().bfloat16())

    def forward(self, x: Tensor) -> Tensor:
        width = self.weight.size(1)
        rows = x.numel() // width
        if rows <= FEW_ROWS and width % KERNEL_WIDTH == 0:
            y = torch._weight_int8pack_mm(x.reshape(rows, width), self.weight, self.scale).view(*x.shape[:-1], -1)
        else:
            y = F.linear(x, self.weight.to(x.dtype)) * self.scale  # an int8 is exact in bfloat16
        return y if self.bias is None else y + self.bias


@torch.no_grad()
def quantized(model: GPT) -> GPT:
    """The model with int8 matrices and all else in bfloat16, made in place. A tied table is the embedding's alone."""
    for module in list(model.modules()):
        for name, child in module.named_children():
            if isinstance(child, nn.Linear):
                setattr(module, name, Int8Linear(child))
    return model.bfloat16()


def converted(model: GPT, dtype: str) -> GPT:
    """The model with its weights in a number format, int8 among them; made in place."""
    return quantized(model) if dtype == "int8" else model.to(getattr(torch, dtype))


def int8_problem() -> str | None:
    """Why this torch can't multiply with int8 weights; None where it can."""
    try:
        ones = torch.ones(1, KERNEL_WIDTH, dtype=torch.bfloat16)
        got = torch._weight_int8pack_mm(ones, ones.to(torch.int8), ones[0, :1])
    except (AttributeError, RuntimeError) as error:
        return f"torch {torch.__version__} has no int8 product for this CPU ({why(error)})"
    return None if got.item() == KERNEL_WIDTH else f"torch {torch.__version__} multiplies int8 wrongly on this CPU"
