"""Losses of a model on both splits: a random estimate, as nanoGPT makes it, or the whole validation split exactly."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch
import torch.distributed as dist

from fledge.config import Config
from fledge.data import EVAL_TRAIN, EVAL_VAL, Batches
from fledge.runtime import Runtime

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
    train: Batches
    val: Batches
    bytes_per_token: float | None

    @torch.no_grad()
    def losses(
        self,
        model: torch.nn.Module,
        config: Config,
        runtime: Runtime,
        it: int,
        stopped: Callable[[], bool] = lambda: False,
    ) -> Losses:
        """Both losses at iteration `it`; the same numbers whatever the number of processes."""
        model.eval()
        try:
            both = []
            for stream, batches in ((EVAL_TRAIN, self.train), (EVAL_VAL, self.val)):
                if config.eval_iters == "all":
                    val_windows = len(self.val.tokens) / self.val.block_size
                    train_windows = len(self.train.tokens) / self.train.block_size
                    share = 1.0 if stream == EVAL_VAL else min(1.0, TRAIN_SHARE * val_windows / train_windows)
                    work = batches.exhaustive(share)
                else:
                    count = int(config.eval_iters)
                    tokens = batches.batch_size * batches.block_size
                    work = ((*batches.random(config.seed, stream, it * count + k), tokens) for k in range(count))
                total = torch.zeros(2, dtype=torch.float64)
                for number, (x, y, weight) in enumerate(work):
                    if number % runtime.world_size != runtime.rank:
                        continue
                    if stopped():
                        raise Interrupted
                    with runtime.autocast():
                        loss = model(x, y)
                    total += torch.tensor([loss.item() * weight, weight], dtype=torch.float64)
                if runtime.world_size > 1:
                    total = total.to(runtime.reduce_device)
                    dist.all_reduce(total)
                both.append((total[0] / total[1]).item())
            return Losses(both[0], both[1], self.bytes_per_token)
        finally:
            model.train()
