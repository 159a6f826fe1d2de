"""Back-test: what each fit would have forecast from earlier in the run, and the weights of the fits that follow."""

import math
from dataclasses import dataclass

import numpy as np

from fledge.analyze.forecast.decays import Numbers
from fledge.analyze.forecast.fits import Fit
from fledge.analyze.forecast.history import MIN_FIT_POINTS, LossHistory

MAX_TESTS = 8
MIN_TESTS = 3  # if the history has fewer as long as the forecast, shorter ones are used too
SMALL_ERROR_SHARE = 0.003  # of the loss; smaller errors do not make one fit better than another


@dataclass(frozen=True)
class PastForecast:
    """A forecast that could have been made: from the first `count` points, for the point at `target`."""

    count: int
    target: int
    stretch: float  # how many times longer the real forecast is; errors are assumed to grow with it


class Backtest:
    def __init__(self, past: LossHistory, tests: list[PastForecast], predicted: Numbers) -> None:
        self.past, self.tests = past, tests
        self.predicted = predicted  # by each fit (rows) in each test (columns)
        self.actual = past.loss[[test.target for test in tests]]
        self.stretch = np.array([test.stretch for test in tests])
        # of each fit in each test, for a forecast as long as the real one
        self.squared_errors: Numbers = ((predicted - self.actual) * self.stretch) ** 2

    @property
    def errors(self) -> Numbers:
        """The typical error of each fit, in nats."""
        return np.sqrt(self.squared_errors.mean(axis=1))

    @property
    def combined_errors(self) -> Numbers:
        """The error of the combined forecast in each test, for a forecast as long as the real one."""
        return (self.combined() - self.actual) * self.stretch

    def weights(self, without: int | None = None) -> Numbers:
        """The weight of each fit, from its mean squared error over all tests, or `without` one of several."""
        squares = self.squared_errors
        if without is not None and len(self.tests) > 1:
            squares = np.delete(squares, without, axis=1)
        least = max(self.past.noise, SMALL_ERROR_SHARE * self.past.level)
        raw: Numbers = 1 / (squares.mean(axis=1) + least**2)
        return raw / raw.sum()

    def combined(self) -> Numbers:
        """The combined forecast in each test, with weights from the other tests."""
        return np.array([self.weights(test) @ self.predicted[:, test] for test in range(len(self.tests))])


def backtest(fits: list[Fit], past: LossHistory, reach: float) -> Backtest | None:
    """Forecasts of the past from its own beginnings, over as large a ratio of areas as `reach`; None if too short."""
    tests = past_forecasts(past, reach)
    if not tests:
        return None
    return Backtest(past, tests, np.array([[_predicted(fit, past, test) for test in tests] for fit in fits]))


def past_forecasts(past: LossHistory, reach: float) -> list[PastForecast]:
    found = []
    for count in range(MIN_FIT_POINTS, len(past)):
        area = past.area[count - 1]
        target = min(max(int(np.searchsorted(past.area, reach * area)), count), len(past) - 1)
        length = math.log(past.area[target] / area)
        if length > 0:
            found.append(PastForecast(count, target, max(1.0, math.log(max(reach, 1.0)) / length)))
    chosen = [test for test in found if test.stretch == 1.0]
    if len(chosen) < MIN_TESTS:
        others = sorted((test for test in found if test.stretch > 1.0), key=lambda test: test.stretch)
        chosen += others[: MIN_TESTS - len(chosen)]
    every = math.ceil(len(chosen) / MAX_TESTS) or 1
    return sorted(chosen[::-1][::every], key=lambda test: test.count)


def _predicted(fit: Fit, past: LossHistory, test: PastForecast) -> float:
    found = fit.predict(past.first(test.count), past.area[[test.target]], past.rate[[test.target]])
    return float(found[0][0] if found else past.loss[test.count - 1])  # no fit: the loss stays as it is
