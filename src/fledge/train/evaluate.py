"""Losses of a model on both splits: estimated from random batches, as in nanoGPT, or exact over the validation one."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import torch
import torch.distributed as dist
from torch import Tensor, nn

from fledge.config.schema import Config
from fledge.data.loader import EVAL_TRAIN, EVAL_VAL, Batches, MixedBatches
from fledge.train.runtime import Runtime

Work = tuple[Tensor, Tensor, int]  # tokens, targets, and how many of the targets count
EVAL_SEED = 3  # a sample of tiny Shakespeare that is as hard as the whole (LOG.md, 2026-11-15)
LEAST_TOKENS = 8192  # in a batch of the whole split: no gradients are kept, so it may be larger than training's
TRAIN_SHARE = 0.25  # of the validation windows: enough to see the gap, at a quarter of the cost


class Interrupted(Exception):
    """The user asked to stop while an evaluation was under way."""


@dataclass(frozen=True)
class Losses:
    train: float
    val: float
    bytes_per_token: float | None  # of the validation split
    parts: dict[str, float] = field(default_factory=dict)  # of a mixture: each dataset's validation loss

    @property
    def perplexity(self) -> float:
        return math.exp(min(self.val, 700))

    @property
    def bits_per_byte(self) -> float | None:
        return self.val / math.log(2) / self.bytes_per_token if self.bytes_per_token else None


@dataclass(frozen=True)
class Evaluator:
    config: Config
    runtime: Runtime
    train: Batches | MixedBatches
    val: Batches | MixedBatches
    bytes_per_token: float | None

    @torch.no_grad()
    def losses(self, model: nn.Module, stopped: Callable[[], bool] = lambda: False) -> Losses:
        """Both losses; the same numbers whatever the number of processes.

        Of a mixture: each dataset's validation loss, as a run on it alone would measure it, and the mean by the shares.
        """
        model.eval()
        try:
            train = sum(share * self._mean_loss(model, work, stopped) for share, work in self._train_work())
            parts = {
                name: (share, self._mean_loss(model, self._val_work(part), stopped))
                for name, share, part in self.val.parts
            }
            val = sum(share * loss for share, loss in parts.values())
            own = {name: loss for name, (_, loss) in parts.items()} if len(parts) > 1 else {}
            return Losses(train, val, self.bytes_per_token, own)
        finally:
            model.train()

    def _train_work(self) -> Iterator[tuple[float, Iterator[Work]]]:
        if self.config.eval_iters != "all":
            yield 1.0, self._fixed_sample(self.train, EVAL_TRAIN)
            return
        for (_, share, train), (_, _, val) in zip(self.train.parts, self.val.parts, strict=True):
            looked_at = min(1.0, TRAIN_SHARE * len(val.tokens) / len(train.tokens))
            yield share, self._large(train).exhaustive(looked_at, self._own)

    def _val_work(self, val: Batches) -> Iterator[Work]:
        if self.config.eval_iters != "all":
            return self._fixed_sample(val, EVAL_VAL)
        return self._large(val).exhaustive(1.0, self._own)

    @staticmethod
    def _large(batches: Batches) -> Batches:
        size = max(batches.batch_size, LEAST_TOKENS // batches.block_size)
        return Batches(batches.tokens, batches.split, batches.block_size, size, batches.vocab_size, batches.device)

    def _fixed_sample(self, batches: Batches | MixedBatches, stream: int) -> Iterator[Work]:
        """eval_iters random batches, the same at every evaluation and for every seed.

        How hard the drawn windows are is most of an estimate's error, and so it is the same error for all: two
        evaluations, or two runs, differ by their models.
        """
        for number in range(int(self.config.eval_iters))[self._own]:
            x, y = batches.random(EVAL_SEED, stream, number)
            yield x, y, y.numel()

    @property
    def _own(self) -> slice:
        """This process's share of the batches."""
        return slice(self.runtime.rank, None, self.runtime.world_size)

    def _mean_loss(self, model: nn.Module, work: Iterator[Work], stopped: Callable[[], bool]) -> float:
        """The mean over all tokens of all processes; the device is asked for its numbers once, at the end."""
        sums, count = [torch.zeros((), device=self.runtime.device)], 0
        for x, y, weight in work:
            if stopped():
                raise Interrupted
            with self.runtime.autocast():
                sums.append(model(x, y).float() * weight)
            count += weight
        total = torch.stack([torch.stack(sums).cpu().double().sum(), torch.tensor(float(count)).double()])
        if self.runtime.world_size > 1:
            total = total.to(self.runtime.reduce_device)
            dist.all_reduce(total)
        return (total[0] / total[1]).item()
