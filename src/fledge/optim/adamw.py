"""AdamW: torch's, with our interface."""

from inspect import unwrap

import torch
from torch import Tensor

from fledge.optim.interface import Optimizer


class AdamW(Optimizer, torch.optim.AdamW):
    step = torch.no_grad()(unwrap(torch.optim.AdamW.step))

    def state_shapes(self, parameter: Tensor) -> dict[str, torch.Size]:
        return {"step": torch.Size(), "exp_avg": parameter.shape, "exp_avg_sq": parameter.shape}
