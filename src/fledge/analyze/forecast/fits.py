"""Fits of a loss curve: what each says of a later iteration, and how sure it is.

Every fit is `a + b f(s) + e r`: s is the area under the learning rate so far, f one of several shapes that fall, and r
the learning rate now. The last term is what a high rate costs at the moment: it goes away when the rate is brought
down (Tissue et al. 2024, "Scaling Law with Learning Rate Annealing"). Before the rate has moved, the past can't tell
e: so e has a prior, which the past corrects as far as it can.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

ANNEALING, ANNEALING_DOUBT = 0.07, 0.04  # of the loss: what bringing the rate from its peak to zero gains; see bench
HUBER = 2.0  # standard deviations beyond which a point counts less
LEAST = 5  # points that a fit needs
RECENCY = 2.0  # a point's weight grows with this power of its place in the run


@dataclass(frozen=True)
class Past:
    """A curve to fit: iterations, area and rate (as parts of the peak), losses, and their noise."""

    iters: Numbers
    area: Numbers
    rate: Numbers
    loss: Numbers
    noise: float
    train: Numbers | None = None  # evaluated at the same iterations, where `loss` is of validation

    def first(self, count: int) -> "Past":
        train = None if self.train is None else self.train[:count]
        return Past(self.iters[:count], self.area[:count], self.rate[:count], self.loss[:count], self.noise, train)

    @property
    def level(self) -> float:
        """The loss at the end, without the noise of the last point."""
        return float(np.median(self.loss[-3:]))

    def __len__(self) -> int:
        return len(self.iters)


@dataclass(frozen=True)
class Place:
    """Where a fit is asked: an area and a rate."""

    area: float
    rate: float


@dataclass(frozen=True)
class Guess:
    value: float
    doubt: float  # standard deviation, if the fit's shape is right


Shape = Callable[[Numbers], Numbers]  # of the area, which is 1 at the last point


class Fit(Protocol):
    @property
    def name(self) -> str: ...

    def guess(self, past: Past, places: Sequence[Place]) -> list[Guess] | None:
        """What the fit says at each place; None where the past is not of its kind."""


def _power(shift: float, exponent: float) -> Shape:
    return lambda s: (s + shift) ** -exponent


def _logarithm(shift: float) -> Shape:
    return lambda s: -np.log(s + shift)


def _exponential(time: float) -> Shape:
    return lambda s: np.exp(-s / time)


@dataclass(frozen=True)
class Falling:
    """Shapes of one kind, each counting as well as it fits."""

    name: str
    shapes: tuple[Shape, ...]
    since: float = 0.0  # only points after this part of the run

    def guess(self, past: Past, places: Sequence[Place]) -> list[Guess] | None:
        last = past.area[-1]
        kept = past.iters >= self.since * past.iters[-1]
        kept[-LEAST:] = True
        s, rate, loss = past.area[kept] / last, past.rate[kept], past.loss[kept]
        at = np.array([place.area for place in places]) / last
        columns = np.stack([_columns(shape, s, rate) for shape in self.shapes])  # shapes, points, 3
        asked = np.stack([_columns(shape, at, np.array([p.rate for p in places])) for shape in self.shapes])
        weights, least = s**RECENCY, max(past.noise, 1e-4 * abs(loss[-1]))
        spread = least
        for _ in range(3):  # outliers show only once something has been fitted
            beta, covariance, penalty = _solve(columns, loss, weights / spread**2, abs(loss[-1]))
            residuals = loss - np.einsum("gnk,gk->gn", columns, beta)
            squares = (weights * residuals**2).sum(axis=1)
            score = squares / spread**2 + penalty
            score[beta[:, 1] <= 0] = np.inf  # a loss that grows with training is not this fit's
            best = int(score.argmin())
            if not np.isfinite(score[best]):
                return None
            spread = max(least, float(np.sqrt(squares[best] / max(weights.sum() - 3, 1))))
            far = np.abs(residuals[best]) / spread
            weights = s**RECENCY * np.minimum(1.0, HUBER / np.maximum(far, 1e-9))
        likely = np.exp(-0.5 * (score - score[best]))
        likely /= likely.sum()
        values = np.einsum("gpk,gk->gp", asked, beta)
        own = np.einsum("gpk,gkl,gpl->gp", asked, covariance, asked)
        mean = likely @ values
        variance = likely @ (own + (values - mean) ** 2)
        return [Guess(float(m), float(np.sqrt(v))) for m, v in zip(mean, variance, strict=True)]


@dataclass(frozen=True)
class Gapped:
    """The train loss by another fit, and the gap between train and val, which grows evenly: what overfitting does."""

    name: str
    train: Falling

    def guess(self, past: Past, places: Sequence[Place]) -> list[Guess] | None:
        if past.train is None:
            return None
        seen = replace(past, loss=past.train, train=None)
        said = self.train.guess(seen, places)
        if said is None:
            return None
        s = past.area / past.area[-1]
        at = np.array([place.area for place in places]) / past.area[-1]
        columns, weights = np.stack([np.ones_like(s), s], axis=1), s**RECENCY
        covariance = np.linalg.inv(columns.T * weights @ columns)
        gap = past.loss - past.train
        line = covariance @ (columns.T @ (weights * gap))
        left = float(np.sqrt((weights * (gap - columns @ line) ** 2).sum() / max(weights.sum() - 2, 1)))
        asked = np.stack([np.ones_like(at), at], axis=1)
        doubt = left * np.sqrt(np.einsum("pk,kl,pl->p", asked, covariance, asked))
        return [
            Guess(guess.value + float(more), float(np.hypot(guess.doubt, own)))
            for guess, more, own in zip(said, asked @ line, doubt, strict=True)
        ]


GAP = "train and gap"
SHIFTS = (0.0, 0.01, 0.03, 0.1, 0.3)
POWER_LAW = Falling("power law", tuple(_power(c, d) for c in SHIFTS for d in (0.15, 0.3, 0.5, 0.7, 1.0, 1.5)))
FITS: tuple[Fit, ...] = (
    POWER_LAW,
    Falling("logarithm", tuple(_logarithm(c) for c in SHIFTS)),
    Falling("exponential", tuple(_exponential(t) for t in (0.1, 0.15, 0.25, 0.4, 0.6, 1.0, 1.5, 2.5))),
    Falling("recent slope", (_logarithm(0.0),), since=0.5),
    Gapped(GAP, POWER_LAW),
)


def _columns(shape: Shape, s: Numbers, rate: Numbers) -> Numbers:
    """1, the shape measured from its value at the last point (which keeps the equations well posed), the rate."""
    unit = shape(np.array([0.5, 1.0]))
    return np.stack([np.ones_like(s), (shape(s) - unit[1]) / (unit[0] - unit[1]), rate], axis=1)


def _solve(columns: Numbers, loss: Numbers, weights: Numbers, level: float) -> tuple[Numbers, Numbers, Numbers]:
    """Weighted least squares with the prior on the rate's coefficient: coefficients, covariances, the prior's cost."""
    doubt = ANNEALING_DOUBT * level
    left = np.einsum("gnk,n,gnl->gkl", columns, weights, columns)
    right = np.einsum("gnk,n->gk", columns, weights * loss)
    left[:, 2, 2] += 1 / doubt**2
    right[:, 2] += ANNEALING * level / doubt**2
    left[:, 1, 1] += 1 / level**2  # so weak that it only decides where nothing else does
    covariance = np.linalg.inv(left)
    beta = np.einsum("gkl,gl->gk", covariance, right)
    penalty = ((beta[:, 2] - ANNEALING * level) / doubt) ** 2
    return beta, covariance, penalty
