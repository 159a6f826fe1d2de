"""The loss scaler of float16 for gradients that may be sharded: an overflow in one process is one in all."""

import torch
import torch.distributed as dist
from torch import Tensor
from torch.amp import GradScaler

from fledge.parallel.shards import is_sharded, local_part


class LossScaler(GradScaler):
    """torch's scaler, which would find only the overflows of this process's shards: the scales would drift apart."""

    def _unscale_grads_(
        self, optimizer: torch.optim.Optimizer, inv_scale: Tensor, found_inf: Tensor, allow_fp16: bool
    ) -> dict[torch.device, Tensor]:
        parameters = [parameter for group in optimizer.param_groups for parameter in group["params"]]
        gradients = [parameter.grad for parameter in parameters if parameter.grad is not None]
        if not any(map(is_sharded, gradients)):
            return super()._unscale_grads_(optimizer, inv_scale, found_inf, allow_fp16)
        found, scale = found_inf.to(gradients[0].device), inv_scale.to(gradients[0].device)
        torch._amp_foreach_non_finite_check_and_unscale_([local_part(gradient) for gradient in gradients], found, scale)
        dist.all_reduce(found, op=dist.ReduceOp.MAX)
        return {gradients[0].device: found}
