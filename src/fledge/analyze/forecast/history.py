"""LossHistory: the points of a loss curve that a forecast is fitted to."""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from fledge.analyze.forecast.decays import Numbers
from fledge.analyze.forecast.learning_rates import LearningRates
from fledge.logs.facts import noise
from fledge.logs.run import Run

ForecastMetric = Literal["val_loss", "val_bpb", "loss"]
MIN_EVALUATIONS, MIN_LOSSES = 8, 40  # a curve with fewer is not forecast
MIN_FIT_POINTS = 5
LEVEL_POINTS = 3  # the last ones, of which the median is the loss now
MAX_POINTS = 40  # more are averaged: they add nothing to the shape of the curve
MIN_LOSSES_PER_POINT = 3  # a single batch loss is mostly noise
SKIPPED_SHARE = 0.1  # the first part of the run is left out: the loss falls there in a way it never does again
NOISE_POINTS = 4096  # the last points, from which the noise is measured
MAX_LOSS = 1e6  # larger values are broken lines


@dataclass(frozen=True)
class LossHistory:
    """Iterations, area and learning rate (as shares of the peak), losses, and their noise."""

    iters: Numbers
    area: Numbers
    rate: Numbers
    loss: Numbers
    noise: float
    train: Numbers | None = None  # train loss at the same iterations, if `loss` is the validation loss
    values_per_point: float = 1.0  # logged values that each point is the mean of

    def first(self, count: int) -> "LossHistory":
        train = None if self.train is None else self.train[:count]
        iters, area, rate, loss = (row[:count] for row in (self.iters, self.area, self.rate, self.loss))
        return LossHistory(iters, area, rate, loss, self.noise, train)

    @property
    def level(self) -> float:
        """The loss at the end, without the noise of the last point."""
        return float(np.median(self.loss[-LEVEL_POINTS:]))

    def __len__(self) -> int:
        return len(self.iters)


def forecast_metric(run: Run) -> ForecastMetric:
    """The validation loss or bits per byte if there are enough evaluations, else the batch loss."""
    evaluations: tuple[ForecastMetric, ...] = ("val_loss", "val_bpb")
    for metric in evaluations:
        if len(run.curve(metric).finite()) >= MIN_EVALUATIONS:
            return metric
    return "val_loss" if not len(run.curve("loss")) else "loss"


def loss_history(run: Run, metric: ForecastMetric, rates: LearningRates) -> LossHistory:
    """The curve without its beginning and its spikes, averaged to at most MAX_POINTS; batch losses always averaged."""
    points = run.curve(metric).finite()
    iters, values = np.array(points.iters, dtype=float), np.array(points.values, dtype=float)
    kept = (values > 0) & (values < MAX_LOSS) & (iters > SKIPPED_SHARE * run.last_iter)
    rows = np.stack([iters[kept], values[kept], _train_losses(run, metric, iters[kept])])
    rows = rows[:, ~_spikes(rows[1])]
    sd, count, per_point = _noise(rows[1]), rows.shape[1], 1.0
    most = MAX_POINTS if metric != "loss" else min(MAX_POINTS, count // MIN_LOSSES_PER_POINT)
    if count > most > 0:
        bins = (np.arange(count) * most) // count
        sizes = np.bincount(bins)
        rows = np.stack([np.bincount(bins, row) / sizes for row in rows])
        per_point = count / most
        sd = max(_noise(rows[1]), sd / math.sqrt(per_point))
    area = rates.area(rows[0])
    iters, values, train = rows[:, area > 0]
    return LossHistory(
        iters=iters,
        area=area[area > 0],
        rate=rates.at(iters),
        loss=values,
        noise=0.0 if math.isnan(sd) else sd,
        train=train if np.isfinite(train).all() else None,
        values_per_point=per_point,
    )


def _noise(values: Numbers) -> float:
    """From the last points: there may be millions, and the first have other noise."""
    return noise(values[-NOISE_POINTS:].tolist())


def _spikes(values: Numbers) -> NDArray[np.bool_]:
    """Points far above both neighbours and the noise: they do not tell where the curve goes."""
    if len(values) < MIN_FIT_POINTS:
        return np.zeros(len(values), dtype=bool)
    before, after = np.concatenate([values[:1], values[:-1]]), np.concatenate([values[1:], values[-1:]])
    return values - np.maximum(before, after) > np.maximum(10 * _noise(values), 0.03 * np.abs(values))


def _train_losses(run: Run, metric: ForecastMetric, iters: Numbers) -> Numbers:
    """The evaluated train loss beside each evaluation, NaN where there is none."""
    if metric != "val_loss":
        return np.full(len(iters), math.nan)
    train = run.curve("train_loss")
    found = [train.at(int(it)) for it in iters]
    return np.array([math.nan if value is None or abs(value) > MAX_LOSS else value for value in found], dtype=float)
