"""The gap between training and validation loss at the last evaluation, and whether validation has risen."""

import math
from dataclasses import dataclass

import numpy as np

from fledge.analyze.findings.features import Features, Series, median
from fledge.logs.facts import noise

WIDE_GAP_NATS = 0.5
WIDE_GAP_SHARE = 0.25  # of val


@dataclass(frozen=True)
class Gap:
    it: int
    train: float | None
    is_evaluated: bool  # the train loss; else it is that of the batches
    val: float
    best_it: int
    best: float
    knows_best: bool  # there are enough evaluations to say which is best
    has_risen: bool  # val, from its best

    @property
    def nats(self) -> float:
        return self.val - self.train if self.train is not None else 0.0

    @property
    def share(self) -> float:
        return self.nats / self.val if self.val > 0 else 0.0

    @property
    def is_wide(self) -> bool:
        return self.nats > WIDE_GAP_NATS and self.share > WIDE_GAP_SHARE


def gap_of(features: Features) -> Gap | None:
    val = features.val
    if not len(val):
        return None
    it, best = int(val.iters[-1]), int(np.argmin(val.values))
    train, is_evaluated = _train_near(features, it)
    train_at_best, _ = _train_near(features, int(val.iters[best]))
    rise = _rise(val)
    if train is not None and train_at_best is not None and train > train_at_best + 0.5 * rise:
        rise = 0.0  # training rose too: that is not overfitting
    return Gap(
        it=it,
        train=train,
        is_evaluated=is_evaluated,
        val=float(val.values[-1]),
        best_it=int(val.iters[best]),
        best=float(val.values[best]),
        knows_best=len(val) > 2,
        has_risen=rise > 0,
    )


def _rise(val: Series) -> float:
    """How far the last evaluations are above the lowest; 0 if noise explains it.

    The lowest of many noisy numbers is low by luck, so medians of three are compared.
    """
    values = val.values
    if len(values) < 3:
        return 0.0
    if len(values) >= 5:
        values = np.median(np.lib.stride_tricks.sliding_window_view(values, 3), axis=1)
    # the steep beginning is not noise
    spread = noise(val.values[min(int(np.argmin(val.values)), max(0, len(val) - 6)) :].tolist())
    rise, low = float(values[-1] - values.min()), float(values.min())
    least = max(0.02, 0.01 * low)
    if not math.isnan(spread):
        least = max(least, 4 * spread)
    return rise if rise > least else 0.0


def _train_near(features: Features, it: int) -> tuple[float | None, bool]:
    """The evaluated train loss; if it is not evaluated, the median loss of the batches before."""
    evaluated = features.run.curve("train_loss").before(it)
    if evaluated is not None and math.isfinite(evaluated):
        return evaluated, True
    near = features.loss.between(0.95 * it, it).values[-50:]
    return (median(near), False) if len(near) >= 5 else (None, False)
