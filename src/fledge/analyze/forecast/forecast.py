"""Forecast: the loss at a later iteration with an interval tested on the run's own past, or why there is none."""

import math
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np

from fledge.analyze.forecast.backtest import SMALL_ERROR_SHARE, Backtest, backtest
from fledge.analyze.forecast.decays import Numbers
from fledge.analyze.forecast.fits import ANNEALING_SHARE, FITS, GAP_FIT_NAME
from fledge.analyze.forecast.history import LEVEL_POINTS, ForecastMetric, LossHistory, forecast_metric, loss_history
from fledge.analyze.forecast.learning_rates import LearningRates, RateSource, learning_rates
from fledge.analyze.forecast.refusal import Refusal, failed_backtest, no_fit, no_further_fall, unfit_history
from fledge.logs.facts import Facts
from fledge.logs.run import Counts
from fledge.texts import Message, say, text
from fledge.texts.message_json import message_to_json

COVERAGE = 0.9
COVERAGE_SDS = 1.645  # standard deviations of a normal distribution that hold that share
# A short history can't show how wrong a forecast may be. So an error of this share of the forecast change is assumed,
# with the weight of this many back-tests.
PRIOR_ERROR_SHARE, PRIOR_TESTS = 0.25, 3.0
PATH_POINTS = 24  # iterations on the way that are forecast too


@dataclass(frozen=True)
class BacktestRow:
    """One forecast of the past from the losses before it, and the loss that came."""

    start: int
    to: int
    predicted: float
    actual: float

    @property
    def error(self) -> float:
        return self.predicted / self.actual - 1

    def to_json(self) -> dict[str, Any]:
        return {
            "from": self.start,
            "to": self.to,
            "predicted": self.predicted,
            "came": self.actual,
            "error": self.error,
        }


@dataclass(frozen=True)
class FitResult:
    name: str
    value: float
    weight: float
    error: float  # the typical error in the back-tests, as a share of the loss


@dataclass(frozen=True)
class Forecast:
    run: str
    metric: ForecastMetric
    counts: Counts  # what the numbers of its iterations count
    last_iter: int
    last_value: float  # smoothed
    last_logged: float  # as the log has it
    points: int
    values_per_point: float  # evaluations or losses that each is the mean of
    to: int
    rate_basis: Message
    rate_source: RateSource
    value: float | None = None
    low: float | None = None
    high: float | None = None
    value_if_rate_stays: float | None = None
    refusal: Refusal | None = None
    backtest: list[BacktestRow] = field(default_factory=list)
    fits: list[FitResult] = field(default_factory=list)
    path: list[tuple[int, float]] = field(default_factory=list)

    @property
    def basis(self) -> tuple[Message, ...]:
        points = say("forecast.basis.evaluations", points=self.points)
        if self.metric == "loss":
            points = say("forecast.basis.batch_losses", points=self.points)
        fits = say("forecast.basis.no_fit", points=points, iteration=self.last_iter)
        if self.fits:
            fits = say("forecast.basis.fits", fits=len(self.fits), points=points, iteration=self.last_iter)
        return fits, self.rate_basis

    @property
    def smoothing(self) -> Message:
        """What `last_value` is."""
        if self.points < LEVEL_POINTS:
            return say("forecast.now.logged")
        if self.metric == "loss":
            return say("forecast.now.batch_losses", points=LEVEL_POINTS, losses=self.values_per_point)
        if self.values_per_point > 1:
            return say("forecast.now.mean_evaluations", points=LEVEL_POINTS, evaluations=self.values_per_point)
        return say("forecast.now.evaluations", points=LEVEL_POINTS)

    def to_json(self) -> dict[str, Any]:
        return {
            "run": self.run,
            "metric": self.metric,
            "counts": self.counts,
            "last_iter": self.last_iter,
            "last_value": self.last_value if math.isfinite(self.last_value) else None,
            "last_value_is": text(self.smoothing),
            "last_logged": self.last_logged if math.isfinite(self.last_logged) else None,
            "to": self.to,
            "value": self.value,
            "low": self.low,
            "high": self.high,
            "coverage": COVERAGE,
            "basis": text(self.basis),
            "rate_source": self.rate_source,
            "refused": self.refusal is not None,
            "reason": text(self.refusal.reason) if self.refusal else "",
            "advice": text(self.refusal.advice) if self.refusal else "",
            "value_if_rate_stays": self.value_if_rate_stays,
            "backtest": [row.to_json() for row in self.backtest],
            "fits": [asdict(fit) for fit in self.fits],
            "path": [{"iter": it, "value": value} for it, value in self.path],
            "last_value_is_code": message_to_json(self.smoothing),
            "basis_codes": [message_to_json(message) for message in self.basis],
            "reason_code": message_to_json(self.refusal.reason) if self.refusal else None,
            "advice_codes": [message_to_json(message) for message in self.refusal.advice] if self.refusal else [],
        }


def forecast(facts: Facts, to: int) -> Forecast:
    """The loss at iteration `to`: the validation loss if there are enough evaluations, else the batch loss."""
    run = facts.run
    metric = forecast_metric(run)
    rates = learning_rates(run, to)
    past = loss_history(run, metric, rates)
    finite = run.curve(metric).finite()
    last, value = finite[-1] if len(finite) else (run.last_iter, math.nan)
    asked = Forecast(
        run=run.name,
        metric=metric,
        counts=run.counts,
        last_iter=last,
        last_value=past.level if len(past) >= LEVEL_POINTS else value,
        last_logged=value,
        points=len(past),
        values_per_point=past.values_per_point,
        to=to,
        rate_basis=rates.basis,
        rate_source=rates.source,
    )
    refusal = unfit_history(facts, metric, past, rates, to)
    if refusal is not None:
        return replace(asked, refusal=refusal)
    return _combine(asked, past, rates, facts.max_iters)


def _combine(asked: Forecast, past: LossHistory, rates: LearningRates, end: int | None) -> Forecast:
    """All fits, weighted by their back-tests. The interval comes from these tests and from how far the fits differ."""
    last, to = int(past.iters[-1]), asked.to
    steps = np.unique(np.linspace(last, to, PATH_POINTS + 1).round())[1:]
    at_end, goal, held = steps[-1:], len(steps) - 1, len(steps)  # the forecast, and what it is if the rate stays
    others = (rates.held_from(last), *rates.alternatives)
    area = np.concatenate([rates.area(steps), *(other.area(at_end) for other in others)])
    rate = np.concatenate([rates.at(steps), *(other.at(at_end) for other in others)])
    predictions = {fit: found for fit in FITS if (found := fit.predict(past, area, rate)) is not None}
    tested = backtest(list(predictions), past, area[goal] / past.area[-1]) if predictions else None
    if tested is None:
        return replace(asked, refusal=no_fit())
    weights = tested.weights()
    values, sds = np.array(list(predictions.values())).swapaxes(0, 1)
    path = weights @ values
    gain = _unknown_gain(past, rates, to)
    if to >= (end or math.inf):  # at the run's end a decay is expected; before, it is only possible
        path[:held] -= gain / 2 * np.linspace(0, 1, len(steps))
    value = float(path[goal])
    # one for each schedule that is possible
    possible = [value, *path[held + 1 :].tolist()] if not gain else [float(path[held]), float(path[held]) - gain]
    half_interval = COVERAGE_SDS * _forecast_sd(tested, weights, values[:, goal], sds[:, goal])
    low, high = min(possible) - half_interval, max(possible) + half_interval
    results = [
        FitResult(fit.name, float(found), float(weight), float(error))
        for fit, found, weight, error in zip(
            predictions, values[:, goal], weights, tested.errors / past.level, strict=True
        )
    ]
    results.sort(key=lambda result: -result.weight)
    asked = replace(asked, backtest=_backtest_rows(tested), fits=results)
    is_rising = value > min(past.level, float(path[:held].min()) + SMALL_ERROR_SHARE / 10 * past.level)
    is_rising = is_rising or (results[0].name == GAP_FIT_NAME and results[0].value > past.level)
    refusal = no_further_fall(past) if is_rising else None
    refusal = refusal or failed_backtest(tested, value, (high - low) / 2, COVERAGE)
    if refusal is not None:
        return replace(asked, refusal=refusal)
    return replace(
        asked,
        value=value,
        low=low,
        high=high,
        value_if_rate_stays=float(path[held]),
        path=[(int(it), float(loss)) for it, loss in zip(steps, path[:held], strict=True)],
    )


def _forecast_sd(tested: Backtest, weights: Numbers, values: Numbers, sds: Numbers) -> float:
    """The forecast's standard deviation: errors in the tests, differences between the fits, and each fit's own."""
    value = float(weights @ values)
    errors = tested.combined_errors
    prior = PRIOR_ERROR_SHARE * (value - tested.past.level)
    squared_error = (PRIOR_TESTS * prior**2 + float((errors**2).sum())) / (PRIOR_TESTS + len(errors))
    return math.sqrt(squared_error + float(weights @ ((values - value) ** 2 + sds**2)) + tested.past.noise**2)


def _unknown_gain(past: LossHistory, rates: LearningRates, to: int) -> float:
    """What a decay of the rate would gain, if it is not known whether it will decay.

    Near the end of a run, most of a decay has already happened if there is one.
    """
    if rates.known_until >= to:
        return 0.0
    left = min(1.0, to / float(past.iters[-1]) - 1)
    return ANNEALING_SHARE * past.level * float(past.rate[-1]) * left


def _backtest_rows(tested: Backtest) -> list[BacktestRow]:
    iters = tested.past.iters
    return [
        BacktestRow(int(iters[test.count - 1]), int(iters[test.target]), float(predicted), float(actual))
        for test, predicted, actual in zip(tested.tests, tested.combined(), tested.actual, strict=True)
    ]
