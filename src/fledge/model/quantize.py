"""int8 weights, with one scale per row, for sampling on a CPU, where reading the weights takes most of the time."""

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import Tensor

from fledge.common.errors import why
from fledge.model.base import GPT
from fledge.model.kernels import MAX_ROWS, c_matrix, kernels
from fledge.texts import Message, say

MAX_KERNEL_ROWS = 16  # torch's int8 kernel reads the weights again for every 4 rows: beyond, bfloat16 is faster
KERNEL_WIDTH = 16  # the kernel crashes on rows whose length is not a multiple of this


class Int8Linear(nn.Module):
    """nn.Linear with its weight rounded to int8; bfloat16 in and out."""

    weight: Tensor  # int8, out x in
    scale: Tensor  # per row: weight = scale * int8
    bias: Tensor | None

    def __init__(self, linear: nn.Linear) -> None:
        super().__init__()
        weight = linear.weight.detach().float()
        largest = weight.abs().amax(dim=1).clamp_min(1e-30)  # a row may be zero
        # The scale is rounded before the division, so that the integers fit the scale they will be multiplied with.
        # That changes it by 1/512 at most, and 127.25 still rounds to 127.
        scale = (largest / 127).bfloat16()
        self.register_buffer("weight", (weight / scale.float()[:, None]).round_().to(torch.int8))
        self.register_buffer("scale", scale)
        self.register_buffer("bias", None if linear.bias is None else linear.bias.detach().bfloat16())

    def forward(self, x: Tensor) -> Tensor:
        width = self.weight.size(1)
        rows = x.numel() // width
        if rows <= MAX_ROWS and (ours := kernels()) is not None:
            return ours.linear(x, c_matrix(self.weight, self.scale, self.bias))
        if rows <= MAX_KERNEL_ROWS and width % KERNEL_WIDTH == 0:
            y = torch._weight_int8pack_mm(x.reshape(rows, width), self.weight, self.scale).view(*x.shape[:-1], -1)
        else:
            y = F.linear(x, self.weight.to(x.dtype))  # int8 values are exact in bfloat16
            return y.mul_(self.scale) if self.bias is None else torch.addcmul(self.bias, y, self.scale)
        return y if self.bias is None else y + self.bias


@torch.no_grad()
def quantized(model: GPT) -> GPT:
    """Convert the matrices to int8 and the rest to bfloat16, in place. A tied head becomes a matrix of its own."""
    for module in list(model.modules()):
        for name, child in module.named_children():
            if isinstance(child, nn.Linear):
                setattr(module, name, Int8Linear(child))
    return model.bfloat16()


def converted(model: GPT, dtype: str) -> GPT:
    """Convert the weights of the model to a dtype, or to int8, in place."""
    return quantized(model) if dtype == "int8" else model.to(getattr(torch, dtype))


def int8_problem() -> Message | None:
    """Why torch can't multiply with int8 weights on this CPU; None if it can."""
    try:
        ones = torch.ones(1, KERNEL_WIDTH, dtype=torch.bfloat16)
        got = torch._weight_int8pack_mm(ones, ones.to(torch.int8), ones[0, :1])
    except (AttributeError, RuntimeError) as error:
        return say("runtime.no_int8_product", version=torch.__version__, error=why(error))
    return None if got.item() == KERNEL_WIDTH else say("runtime.int8_wrong", version=torch.__version__)
