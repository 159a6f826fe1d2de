"""Losses of a model on both splits: estimated from random batches, as in nanoGPT, or exact over the validation one."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import torch
import torch.distributed as dist
from torch import Tensor, nn

from fledge.config import Config
from fledge.data import EVAL_TRAIN, EVAL_VAL, Batches
from fledge.runtime import Runtime

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
    train: Batches
    val: Batches
    bytes_per_token: float | None

    @torch.no_grad()
    def losses(self, model: nn.Module, stopped: Callable[[], bool] = lambda: False) -> Losses:
        """Both losses; the same numbers whatever the number of processes."""
        model.eval()
        try:
            train = self._mean_loss(model, self._train_work(), stopped)
            val = self._mean_loss(model, self._val_work(), stopped)
            return Losses(train, val, self.bytes_per_token)
        finally:
            model.train()

    def _train_work(self) -> Iterator[Work]:
        if self.config.eval_iters != "all":
            return self._fixed_sample(self.train, EVAL_TRAIN)
        windows = [len(batches.tokens) / batches.block_size for batches in (self.train, self.val)]
        return self._large(self.train).exhaustive(min(1.0, TRAIN_SHARE * windows[1] / windows[0]), self._own)

    def _val_work(self) -> Iterator[Work]:
        if self.config.eval_iters != "all":
            return self._fixed_sample(self.val, EVAL_VAL)
        return self._large(self.val).exhaustive(1.0, self._own)

    @staticmethod
    def _large(batches: Batches) -> Batches:
        size = max(batches.batch_size, LEAST_TOKENS // batches.block_size)
        return Batches(batches.tokens, batches.split, batches.block_size, size, batches.vocab_size, batches.device)

    def _fixed_sample(self, batches: Batches, stream: int) -> Iterator[Work]:
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
