"""The learning rate as a pure function of the iteration."""

import math

from fledge.config.schema import Config


def learning_rate(config: Config, it: int) -> float:
    """The learning rate of iteration `it`: warmup, then the schedule down to min_lr."""
    peak, floor = config.learning_rate, config.min_lr
    if not config.decay_lr:
        return peak
    if it < config.warmup_iters:
        return peak * (it + 1) / (config.warmup_iters + 1)
    end = config.lr_decay_iters or config.max_iters
    if it >= end:
        return floor
    start = config.warmup_iters
    if config.schedule == "wsd":  # stable until the last part, then straight down
        start = max(start, round(end * (1 - config.decay_fraction)))
        if it < start:
            return peak
    done = (it - start) / (end - start)
    left = 1 - done
    if config.schedule == "cosine":
        left = 0.5 * (1 + math.cos(math.pi * done))
    return floor + left * (peak - floor)
