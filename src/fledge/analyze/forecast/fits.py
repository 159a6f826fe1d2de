"""Fits of a loss curve: what each predicts for a later iteration, and how sure it is.

Every fit is `a + b f(s) + e r`: s is the area under the learning rate so far, f one of several falling shapes, and r
the current learning rate. The last term is the extra loss at a high rate, which goes away as the rate decays
(Tissue et al. 2024, "Scaling Law with Learning Rate Annealing"). Until the rate has changed, the curve does not
determine e, so e has a prior.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from fledge.analyze.forecast.decays import Numbers
from fledge.analyze.forecast.history import MIN_FIT_POINTS, LossHistory

# how much the loss falls when the rate decays from its peak to zero, as a share of it; see bench/forecasting.py
ANNEALING_SHARE, ANNEALING_SD_SHARE = 0.05, 0.04
HUBER_SDS = 2.0  # points further off than this count less
RECENCY_POWER = 2.0  # a point's weight grows with this power of its position in the run


Shapes = Callable[[Numbers], Numbers]  # a row for each shape; they fall with the area, which is 1 at the last point
Predictions = tuple[Numbers, Numbers]  # the loss at each point, and its standard deviation if the fit is right


def _powers(shifts: tuple[float, ...], exponents: tuple[float, ...]) -> Shapes:
    pairs = np.array([(shift, exponent) for shift in shifts for exponent in exponents])
    return lambda s: (s + pairs[:, :1]) ** -pairs[:, 1:]


def _logarithms(*shifts: float) -> Shapes:
    return lambda s: -np.log(s + np.array(shifts)[:, None])


def _exponentials(*times: float) -> Shapes:
    return lambda s: np.exp(-s / np.array(times)[:, None])


@dataclass(frozen=True)
class FallingFit:
    """A family of shapes, each weighted by how well it fits."""

    name: str
    shapes: Shapes
    since: float = 0.0  # only points after this share of the run

    def predict(self, past: LossHistory, area: Numbers, rate: Numbers) -> Predictions | None:
        """The losses at these areas and learning rates; None if the curve does not have this shape."""
        kept = past.iters >= self.since * past.iters[-1]
        kept[-MIN_FIT_POINTS:] = True
        s, loss = past.area[kept] / past.area[-1], past.loss[kept]
        columns = _columns(self.shapes, s, past.rate[kept])
        asked = _columns(self.shapes, area / past.area[-1], rate)
        weights, least = s**RECENCY_POWER, max(past.noise, 1e-4 * abs(loss[-1]))
        sd = least
        for _ in range(3):  # outliers show only after a first fit
            beta, covariance, penalty = _solve(columns, loss, weights / sd**2, abs(loss[-1]))
            residuals = loss - (columns @ beta[:, :, None])[:, :, 0]
            squares = (weights * residuals**2).sum(axis=1)
            score = squares / sd**2 + penalty
            score[beta[:, 1] <= 0] = np.inf  # the shape must fall
            best = int(score.argmin())
            if not np.isfinite(score[best]):
                return None
            sd = max(least, float(np.sqrt(squares[best] / max(weights.sum() - 3, 1))))
            far = np.abs(residuals[best]) / sd
            weights = s**RECENCY_POWER * np.minimum(1.0, HUBER_SDS / np.maximum(far, 1e-9))
        likely = np.exp(-0.5 * (score - score[best]))
        likely /= likely.sum()
        values = (asked @ beta[:, :, None])[:, :, 0]
        own = (asked @ covariance * asked).sum(axis=2)
        mean = likely @ values
        return mean, np.sqrt(likely @ (own + (values - mean) ** 2))


@dataclass(frozen=True)
class GapFit:
    """The train loss by another fit, plus a gap between train and val that grows linearly, as in overfitting."""

    name: str
    train: FallingFit

    def predict(self, past: LossHistory, area: Numbers, rate: Numbers) -> Predictions | None:
        if past.train is None:
            return None
        train = self.train.predict(replace(past, loss=past.train, train=None), area, rate)
        if train is None:
            return None
        s = past.area / past.area[-1]
        columns, weights = np.stack([np.ones_like(s), s], axis=1), s**RECENCY_POWER
        covariance = np.linalg.inv(columns.T * weights @ columns)
        gap = past.loss - past.train
        line = covariance @ (columns.T @ (weights * gap))
        residual = float(np.sqrt((weights * (gap - columns @ line) ** 2).sum() / max(weights.sum() - 2, 1)))
        asked = np.stack([np.ones_like(area), area / past.area[-1]], axis=1)
        gap_sds = residual * np.sqrt(np.einsum("pk,kl,pl->p", asked, covariance, asked))
        values, sds = train
        return values + asked @ line, np.hypot(sds, gap_sds)


GAP_FIT_NAME = "train and gap"
SHIFTS = (0.0, 0.01, 0.03, 0.1, 0.3)
POWER_LAW = FallingFit("power law", _powers(SHIFTS, (0.15, 0.3, 0.5, 0.7, 1.0, 1.5)))
Fit = FallingFit | GapFit
FITS: tuple[Fit, ...] = (
    POWER_LAW,
    FallingFit("logarithm", _logarithms(*SHIFTS)),
    FallingFit("exponential", _exponentials(0.1, 0.15, 0.25, 0.4, 0.6, 1.0, 1.5, 2.5)),
    FallingFit("recent slope", _logarithms(0.0), since=0.5),
    GapFit(GAP_FIT_NAME, POWER_LAW),
)


def _columns(shapes: Shapes, s: Numbers, rate: Numbers) -> Numbers:
    """For each shape and point: 1, the shape relative to its value at the last point, and the rate.

    Relative, so that the equations are well conditioned.
    """
    falling, unit = shapes(s), shapes(np.array([0.5, 1.0]))
    columns = np.ones((*falling.shape, 3))
    columns[:, :, 1] = (falling - unit[:, 1:]) / (unit[:, :1] - unit[:, 1:])
    columns[:, :, 2] = rate
    return columns


def _solve(columns: Numbers, loss: Numbers, weights: Numbers, level: float) -> tuple[Numbers, Numbers, Numbers]:
    """Weighted least squares with a prior on the rate's coefficient: coefficients, covariances, the prior's penalty."""
    prior_sd = ANNEALING_SD_SHARE * level
    weighted = (columns * weights[:, None]).swapaxes(1, 2)
    left, right = weighted @ columns, weighted @ loss
    left[:, 2, 2] += 1 / prior_sd**2
    right[:, 2] += ANNEALING_SHARE * level / prior_sd**2
    left[:, 1, 1] += 1 / level**2  # so weak that it matters only where nothing else decides
    covariance: Numbers = np.linalg.inv(left).astype(float, copy=False)
    beta = (covariance @ right[:, :, None])[:, :, 0]
    penalty = ((beta[:, 2] - ANNEALING_SHARE * level) / prior_sd) ** 2
    return beta, covariance, penalty
