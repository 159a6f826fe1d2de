"""The learning rate as a pure function of the iteration."""

import math
from typing import Protocol


class ScheduleSettings(Protocol):
    """The settings a schedule reads; Config has them."""

    @property
    def learning_rate(self) -> float: ...
    @property
    def min_lr(self) -> float: ...
    @property
    def decay_lr(self) -> bool: ...
    @property
    def schedule(self) -> str: ...
    @property
    def warmup_iters(self) -> int: ...
    @property
    def lr_decay_iters(self) -> int: ...
    @property
    def max_iters(self) -> int: ...
    @property
    def decay_fraction(self) -> float: ...


def learning_rate(settings: ScheduleSettings, it: int) -> float:
    """The learning rate of iteration `it`: warmup, then the schedule's way down to min_lr."""
    peak, floor = settings.learning_rate, settings.min_lr
    if not settings.decay_lr:
        return peak
    if it < settings.warmup_iters:
        return peak * (it + 1) / (settings.warmup_iters + 1)
    end = settings.lr_decay_iters or settings.max_iters
    if it >= end:
        return floor
    start = settings.warmup_iters
    if settings.schedule == "wsd":  # stable until the last part, then straight down
        start = max(start, round(end * (1 - settings.decay_fraction)))
        if it < start:
            return peak
    done = (it - start) / (end - start)
    left = 0.5 * (1 + math.cos(math.pi * done)) if settings.schedule == "cosine" else 1 - done
    return floor + left * (peak - floor)
