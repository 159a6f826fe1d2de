"""The gap between training and validation loss at the last evaluation, and whether validation has risen."""

import math
from dataclasses import dataclass

import numpy as np

from fledge.analyze.findings.evaluations import ValRise, evaluation_noise, least_rise, val_rise
from fledge.analyze.findings.features import Features, median

WIDE_GAP_NATS = 0.5
WIDE_GAP_SHARE = 0.25  # of val
MIN_BATCHES = 3  # printed since the evaluation before
SAME_SDS = 4.0  # within so many standard deviations of its lowest, val is as low as it was
MIN_FOR_NOISE = 10  # evaluations
ORDER_CHANCE = 0.02  # an order of the evaluations since then that is less likely without a trend is a doubt
SAME_SHARE = 0.002  # or within this share of it
ROSE_TOO_SHARE = 0.5  # of val's rise: if train rose by as much, it is not overfitting


@dataclass(frozen=True)
class Gap:
    it: int
    train: float | None
    train_at_best: float | None
    is_evaluated: bool  # the train loss; else it is that of the batches
    val: float
    best_it: int
    best: float
    is_bits: bool  # val is in bits per byte, which can't be compared with train
    evaluations: int
    noise: float  # of one evaluation; NaN if there are too few
    rise: ValRise

    @property
    def nats(self) -> float:
        return 0.0 if self.train is None or self.is_bits else self.val - self.train

    @property
    def share(self) -> float:
        return self.nats / self.val if self.val > 0 else 0.0

    @property
    def is_wide(self) -> bool:
        return self.nats > WIDE_GAP_NATS and self.share > WIDE_GAP_SHARE

    @property
    def knows_best(self) -> bool:
        """Whether there are enough evaluations to say which is best."""
        return self.evaluations > 2

    @property
    def train_falls(self) -> bool:
        """Since the lowest val."""
        return self.train is not None and self.train_at_best is not None and self.train < self.train_at_best

    @property
    def train_rose_too(self) -> bool:
        if self.train is None or self.train_at_best is None:
            return False
        return self.train > self.train_at_best + ROSE_TOO_SHARE * self.rise.nats

    @property
    def has_risen(self) -> bool:
        """Val, from its lowest, beyond noise and without the training loss."""
        if not self.knows_best or self.train_rose_too:
            return False
        is_memorising = self.is_wide and self.train_falls and self.rise.nats > least_rise(self.best)
        return self.rise.is_sure or is_memorising

    @property
    def is_at_best(self) -> bool:
        """Whether the last val is the lowest, or as low as that within noise."""
        if self.rise.is_sure or (self.rise.chance < ORDER_CHANCE and self.rise.nats > SAME_SHARE * abs(self.best)):
            return False
        # few evaluations show no noise but by going up on the way down
        spread = SAME_SDS * self.noise if self.evaluations >= MIN_FOR_NOISE else self.rise.went_up
        return self.rise.nats <= max(spread, SAME_SHARE * abs(self.best))


def gap_of(features: Features) -> Gap | None:
    """At the last evaluation; None if there is none."""
    val = features.evaluated
    if not len(val):
        return None
    it, best = int(val.iters[-1]), int(np.argmin(val.values))
    train, is_evaluated = train_near(features, it)
    train_at_best, _ = train_near(features, int(val.iters[best]))
    falls = train is not None and train_at_best is not None and train < train_at_best
    return Gap(
        it=it,
        train=train,
        train_at_best=train_at_best,
        is_evaluated=is_evaluated,
        val=float(val.values[-1]),
        best_it=int(val.iters[best]),
        best=float(val.values[best]),
        is_bits=not len(features.val),
        evaluations=len(val),
        noise=evaluation_noise(val.values),
        rise=val_rise(val.values, falls),
    )


def train_near(features: Features, it: int) -> tuple[float | None, bool]:
    """The evaluated train loss; if it is not evaluated, the median loss of the batches before."""
    evaluated = features.run.curve("train_loss").before(it)
    if evaluated is not None and math.isfinite(evaluated):
        return evaluated, True
    earlier = features.evaluated.iters[features.evaluated.iters < it]
    near = features.loss.between(int(earlier[-1]) + 1 if len(earlier) else 0, it).values[-50:]
    if not len(earlier) and len(near) < MIN_BATCHES:
        near = features.loss.values[:MIN_BATCHES]  # before any training
    # one printed loss may stand for all batches of an epoch
    least = 1 if len(features.loss) <= 2 * len(features.evaluated) else MIN_BATCHES
    return (median(near), False) if len(near) >= least else (None, False)
