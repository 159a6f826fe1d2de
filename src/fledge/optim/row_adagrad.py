"""RowAdagrad: updates only the rows of the n-gram table that were read in this step."""

from collections.abc import Iterator
from typing import Any

import torch
import torch.distributed as dist
from torch import Tensor
from torch.amp import GradScaler

from fledge.model.ngrams import Ngrams
from fledge.optim.interface import Optimizer


class RowAdagrad(Optimizer):
    """Adagrad with one accumulated number per row: the more a row was updated, the smaller its steps.

    Its gradients are those of the looked-up sums, not of the table, so neither the loss scaler nor the gradient norm
    finds them: it unscales and checks them itself. Many processes have a table each, and exchange the rows that their
    tokens read and the gradients of the sums: a gradient of the whole table is never made nor sent.
    """

    per_micro_batch = True

    def __init__(self, ngrams: Ngrams, lr: float, processes: int = 1) -> None:
        self.ngrams, self.processes = ngrams, processes
        super().__init__([ngrams.table], {"lr": lr})

    def state_shapes(self, parameter: Tensor) -> dict[str, torch.Size]:
        return {"seen": parameter.shape[:1]}

    def unscale(self, scaler: GradScaler) -> None:
        if not scaler.is_enabled():
            return
        for _, sums_BTC in self.ngrams.pending:
            if sums_BTC.grad is not None:
                sums_BTC.grad.div_(scaler.get_scale())

    def has_finite_gradients(self) -> bool:
        gradients = [sums_BTC.grad for _, sums_BTC in self.ngrams.pending if sums_BTC.grad is not None]
        checked = [torch.isfinite(gradient).all() for gradient in gradients]
        return not checked or bool(torch.stack(checked).all())

    @torch.no_grad()
    def step(self, closure: Any = None) -> None:  # type: ignore[override]
        (group,), table = self.param_groups, self.ngrams.table
        if "seen" not in self.state[table]:
            self.state[table]["seen"] = torch.full((len(table),), 1e-30, device=table.device)
        seen = self.state[table]["seen"]  # per row: the sum of its mean squared gradients
        gradients = list(self._gradients())
        for rows_NK, gradient_NC in gradients:
            seen.index_add_(0, rows_NK.flatten(), gradient_NC.square().mean(-1).repeat_interleave(rows_NK.size(1)))
        for rows_NK, gradient_NC in gradients:
            rate = group["lr"] * seen[rows_NK.flatten()].rsqrt()
            steps = gradient_NC.repeat_interleave(rows_NK.size(1), 0) * rate[:, None]
            table.index_add_(0, rows_NK.flatten(), steps, alpha=-1)

    def zero_grad(self, set_to_none: bool = True) -> None:
        self.ngrams.pending.clear()

    def _gradients(self) -> Iterator[tuple[Tensor, Tensor]]:
        """For every micro-batch: the rows that each token read, and the gradient of their sum; of all processes."""
        for rows_BTK, sums_BTC in self.ngrams.pending:
            if sums_BTC.grad is None:
                continue
            rows, gradient = rows_BTK.flatten(0, 1), sums_BTC.grad.flatten(0, 1)
            if self.processes == 1:
                yield rows, gradient
                continue
            all_rows, all_gradients = ([torch.empty_like(t) for _ in range(self.processes)] for t in (rows, gradient))
            dist.all_gather(all_rows, rows)
            dist.all_gather(all_gradients, gradient / self.processes)  # the loss is the mean of the processes' losses
            yield from zip(all_rows, all_gradients, strict=True)
