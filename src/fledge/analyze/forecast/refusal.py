"""Reasons not to forecast: the history is too short, not of the usual shape, or fails its back-test."""

import math
from dataclasses import dataclass

import numpy as np

from fledge.analyze.forecast.backtest import Backtest
from fledge.analyze.forecast.history import MIN_EVALUATIONS, MIN_FIT_POINTS, MIN_LOSSES, ForecastMetric, LossHistory
from fledge.analyze.forecast.learning_rates import LearningRates
from fledge.logs.facts import Facts
from fledge.texts import Message, say

MIN_POINTS = MIN_FIT_POINTS + 2
MAX_REACH = 4.0  # times the iterations that the run has done
MAX_BACKTEST_ERROR_SHARE = 0.05  # of the loss
MAX_INTERVAL_SHARE = 0.12  # half the interval, of the loss: a wider one says nothing

WAIT = say("forecast.advice.wait")
LOG_MORE_OFTEN = say("forecast.advice.log_more_often")
NEARER = say("forecast.advice.nearer")
REGULARISE = say("forecast.advice.regularise")


@dataclass(frozen=True)
class Refusal:
    reason: Message
    advice: tuple[Message, ...]


def unfit_history(
    facts: Facts, metric: ForecastMetric, past: LossHistory, rates: LearningRates, to: int
) -> Refusal | None:
    """Why this history can't be extrapolated, whatever the fits say."""
    return (
        _diverged(facts)
        or _too_few(len(facts.run.curve(metric)), metric, past)
        or _too_far(to, int(past.iters[-1]))
        or _rate_moves_up(rates, int(past.iters[-1]))
        or _rising(facts, past)
    )


def _diverged(facts: Facts) -> Refusal | None:
    for curve in (facts.run.curve("loss"), facts.run.curve("val_loss")):
        if len(curve) and not math.isfinite(curve.values[-1]):
            reason = say("forecast.diverged.reason", loss=curve.values[-1])
            return Refusal(reason, (say("forecast.diverged.advice"),))
    return None


def _too_few(count: int, metric: ForecastMetric, past: LossHistory) -> Refusal | None:
    advice = (WAIT, LOG_MORE_OFTEN)
    if metric == "val_loss":
        if count < MIN_EVALUATIONS:
            return Refusal(say("forecast.too_few.evaluations", count=count, least=MIN_EVALUATIONS), advice)
        if len(past) < MIN_POINTS:
            return Refusal(say("forecast.too_few.late_evaluations", points=len(past), least=MIN_POINTS), advice)
    elif count < MIN_LOSSES:
        return Refusal(say("forecast.too_few.losses", count=count, least=MIN_LOSSES), advice)
    elif len(past) < MIN_POINTS:
        return Refusal(say("forecast.too_few.late_losses", points=len(past), least=MIN_POINTS), advice)
    return None


def _too_far(to: int, last: int) -> Refusal | None:
    if to <= MAX_REACH * last:
        return None
    reason = say("forecast.too_far.reason", to=to, times=to / last, most=MAX_REACH)
    return Refusal(reason, (say("forecast.too_far.advice", nearer=int(MAX_REACH * last), later=to / MAX_REACH),))


def _rate_moves_up(rates: LearningRates, last: int) -> Refusal | None:
    if rates.is_warming_up(last):
        return Refusal(say("forecast.warming_up.reason"), (WAIT,))
    raised = rates.raised_at(last)
    if raised:
        return Refusal(say("forecast.rate_raised.reason", iteration=raised), (say("forecast.rate_raised.advice"),))
    return None


def _rising(facts: Facts, past: LossHistory) -> Refusal | None:
    smooth = np.array([np.median(past.loss[max(0, i - 1) : i + 2]) for i in range(len(past))])
    best = int(smooth.argmin())
    if best >= len(past) - 2 or past.level - smooth[best] <= max(0.004 * smooth[best], 3 * past.noise):
        return None
    rise = {"best": float(smooth[best]), "iteration": float(past.iters[best]), "level": past.level}
    train = [value for it, value in facts.run.curve("train_loss").finite() if it >= past.iters[best]]
    if len(train) >= 2 and train[-1] < train[0]:
        return Refusal(say("forecast.rising.overfitting", **rise), (REGULARISE,))
    return Refusal(say("forecast.rising.reason", **rise), (say("forecast.rising.advice"),))


def no_fit() -> Refusal:
    return Refusal(say("forecast.no_fit.reason"), (WAIT,))


def growing_gap(past: LossHistory) -> Refusal:
    """For a curve that the fit of a growing gap describes best."""
    assert past.train is not None
    gaps = past.loss - past.train
    reason = say("forecast.growing_gap.reason", first=float(gaps[0]), last=float(gaps[-1]))
    return Refusal(reason, (REGULARISE,))


def failed_backtest(tested: Backtest, value: float, half_interval: float, coverage: float) -> Refusal | None:
    typical = float(np.sqrt(np.mean(tested.combined_errors**2)))
    if value <= 0:
        return Refusal(say("forecast.below_zero.reason"), (WAIT, NEARER))
    if not math.isfinite(half_interval) or typical > MAX_BACKTEST_ERROR_SHARE * value:
        return Refusal(say("forecast.backtest.reason", error=typical, value=value), (WAIT, NEARER))
    if half_interval > MAX_INTERVAL_SHARE * value:
        reason = say("forecast.uncertain.reason", coverage=coverage, value=value, half_interval=half_interval)
        return Refusal(reason, (WAIT, NEARER))
    return None
