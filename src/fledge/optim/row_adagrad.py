"""RowAdagrad: updates only the rows of the n-gram table that were read in this step."""

from collections.abc import Callable
from functools import partial
from typing import Any

import torch
import torch.distributed as dist
from torch import Tensor
from torch.amp import GradScaler

from fledge.model.ngrams import Ngrams
from fledge.optim.interface import Optimizer
from fledge.parallel.shards import is_sharded, local_part
from fledge.parallel.table_rows import one_per_row, own_rows


class RowAdagrad(Optimizer):
    """Adagrad with one accumulated number per row: the more a row was updated, the smaller its steps.

    Its gradients are those of the looked-up sums, not of the table, so neither the loss scaler nor the gradient norm
    finds them: it unscales and checks them itself. Many processes exchange the rows that their tokens read and the
    gradients of the sums: a gradient of the whole table is never made nor sent. Under DDP each changes its whole table,
    under FSDP the rows that it holds.
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
            self.state[table]["seen"] = one_per_row(table, 1e-30)
        seen = local_part(self.state[table]["seen"])  # per row: the sum of its mean squared gradients
        local, places, gradients = local_part(table), [], []
        for rows_BTK, sums_BTC in self.ngrams.pending:
            if sums_BTC.grad is None:
                continue
            gradients.append(sums_BTC.grad.flatten(0, 1))
            if self.processes > 1:
                gradients[-1].div_(self.processes)  # the loss is the mean of the processes' losses
            squares = self._of_all(gradients[-1].square().mean(-1))
            for rows_NK, squares_N in zip(self._of_all(rows_BTK.flatten(0, 1)), squares, strict=True):
                rows, expand = self._own(rows_NK)
                seen.index_add_(0, rows, expand(squares_N))
                places.append((rows, expand))
        read = iter(places)
        for gradient in gradients:  # those of all processes, for one micro-batch at a time: they are large
            for gradient_NC, (rows, expand) in zip(self._of_all(gradient), read, strict=False):
                rate = group["lr"] * seen[rows].rsqrt()
                local.index_add_(0, rows, expand(gradient_NC) * rate[:, None], alpha=-1)

    def zero_grad(self, set_to_none: bool = True) -> None:
        self.ngrams.pending.clear()

    def empty_state(self, parameter: Tensor) -> dict[str, Tensor]:
        return {"seen": one_per_row(parameter, 0.0)}

    def _own(self, rows_NK: Tensor) -> tuple[Tensor, Callable[[Tensor], Tensor]]:
        """Which rows that tokens read are held here, and what gives each of these its token's number or gradient."""
        table, rows, each = self.ngrams.table, rows_NK.flatten(), rows_NK.size(1)
        if not is_sharded(table):
            return rows, partial(torch.repeat_interleave, repeats=each, dim=0)
        own = own_rows(table)
        mine = ((rows >= own.start) & (rows < own.stop)).nonzero().flatten()
        return rows[mine] - own.start, partial(torch.index_select, dim=0, index=mine // each)

    def _of_all(self, tensor: Tensor) -> list[Tensor]:
        """The tensor of each process."""
        if self.processes == 1:
            return [tensor]
        gathered = [torch.empty_like(tensor) for _ in range(self.processes)]
        dist.all_gather(gathered, tensor)
        return gathered
