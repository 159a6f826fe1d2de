"""Reasons not to forecast: the history is too short, not of the usual shape, or fails its back-test."""

import math
import statistics
from dataclasses import dataclass

import numpy as np

from fledge.analyze.forecast.backtest import Backtest
from fledge.analyze.forecast.history import (
    LEVEL_POINTS,
    MIN_EVALUATIONS,
    MIN_FIT_POINTS,
    MIN_LOSSES,
    ForecastMetric,
    LossHistory,
)
from fledge.analyze.forecast.learning_rates import LearningRates
from fledge.logs.facts import Facts, noise
from fledge.logs.run import Run
from fledge.texts import Message, say

MIN_POINTS = MIN_FIT_POINTS + 2
MAX_REACH = 4.0  # times the iterations that the run has done
MAX_BACKTEST_ERROR_SHARE = 0.05  # of the loss
MAX_INTERVAL_SHARE = 0.12  # half the interval, of the loss: a wider one says nothing
# The last batch losses are above the ones before, by this share of those and by this many standard deviations.
JUMP_LOSSES, JUMP_SHARE, JUMP_SDS = 30, 0.1, 6.0
LAST_JUMP_SHARE = 0.01  # of the loss: the last evaluation is that much above the lowest of those before it
MIN_FALL_SHARE, MIN_FALL_SDS = 0.001, 3.0  # of the loss, and of what noise explains: a curve that fell by less is flat

WAIT = say("forecast.advice.wait")
LOG_MORE_OFTEN = say("forecast.advice.log_more_often")
NEARER = say("forecast.advice.nearer")
REGULARISE = say("forecast.advice.regularise")
EXPLAIN = say("forecast.rising.advice")


@dataclass(frozen=True)
class Refusal:
    reason: Message
    advice: tuple[Message, ...]


def unfit_history(
    facts: Facts, metric: ForecastMetric, past: LossHistory, rates: LearningRates, to: int
) -> Refusal | None:
    """Why this history can't be extrapolated, whatever the fits say."""
    return (
        _other_losses(facts.run, metric)
        or _diverged(facts.run)
        or _zero(facts.run, metric)
        or _too_few(len(facts.run.curve(metric)), metric, past)
        or _too_far(to, int(past.iters[-1]))
        or _rate_moves_up(rates, int(past.iters[-1]))
        or _rising(facts, past)
        or _last_one_jumped(facts.run, metric, past)
        or _does_not_fall(past)
    )


def _other_losses(run: Run, metric: ForecastMetric) -> Refusal | None:
    """Losses that do not fall as a language model's do."""
    if not run.is_language_model:
        return Refusal(say("forecast.no_language_model.reason"), (say("forecast.no_language_model.advice"),))
    has_evaluations = metric != "loss" and len(run.curve(metric)) >= MIN_EVALUATIONS
    if run.counts == "epochs" and not has_evaluations:
        return Refusal(say("forecast.epoch_means.reason"), (say("forecast.epoch_means.advice"),))
    return None


def _diverged(run: Run) -> Refusal | None:
    for curve in (run.curve("loss"), run.curve("val_loss"), run.curve("val_bpb")):
        if len(curve) and not math.isfinite(curve.values[-1]):
            return Refusal(say("forecast.diverged.reason", loss=curve.values[-1]), (say("forecast.diverged.advice"),))
    batches = run.curve("loss").finite()
    if len(batches) < MIN_LOSSES:
        return None
    before, now = batches.values[-JUMP_LOSSES:-LEVEL_POINTS], batches.values[-LEVEL_POINTS:]
    usual, level = statistics.median(before), statistics.median(now)
    if level - usual <= max(JUMP_SHARE * usual, JUMP_SDS * noise(before)):
        return None
    return Refusal(say("forecast.jumped.reason", before=usual, now=level), (say("forecast.diverged.advice"),))


def _zero(run: Run, metric: ForecastMetric) -> Refusal | None:
    points = run.curve(metric).finite()
    if not len(points) or points.values[-1] > 0:
        return None
    return Refusal(say("forecast.zero.reason", loss=points.values[-1], iteration=points.iters[-1]), (EXPLAIN,))


def _last_one_jumped(run: Run, metric: ForecastMetric, past: LossHistory) -> Refusal | None:
    """One evaluation far above those before it: a spike, or the beginning of something worse."""
    (iteration, last), lowest = run.curve(metric).finite()[-1], float(past.loss[-MIN_FIT_POINTS:].min())
    if metric == "loss" or last - lowest <= max(LAST_JUMP_SHARE * lowest, JUMP_SDS * past.noise):
        return None
    return Refusal(say("forecast.last_jumped.reason", last=last, iteration=iteration, lowest=lowest), (WAIT,))


def _does_not_fall(past: LossHistory) -> Refusal | None:
    """Whether a straight line over the logarithm of the iterations falls too little to be told from noise."""
    x = np.log(past.iters) - np.log(past.iters).mean()
    slope = float(x @ past.loss / (x @ x))
    fall, sd = -slope * float(x[-1] - x[0]), past.noise / math.sqrt(x @ x) * float(x[-1] - x[0])
    if fall > max(MIN_FALL_SDS * sd, MIN_FALL_SHARE * past.level):
        return None
    first, last = float(past.iters[0]), float(past.iters[-1])
    return Refusal(say("forecast.flat.reason", fall=fall, first=first, last=last, level=past.level), (EXPLAIN,))


def _too_few(count: int, metric: ForecastMetric, past: LossHistory) -> Refusal | None:
    advice = (WAIT, LOG_MORE_OFTEN)
    if metric != "loss":
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
    return Refusal(say("forecast.rising.reason", **rise), (EXPLAIN,))


def no_fit() -> Refusal:
    return Refusal(say("forecast.no_fit.reason"), (WAIT,))


def no_further_fall(past: LossHistory) -> Refusal:
    """For a curve whose fits say that it will not fall any more."""
    if past.train is None:
        return Refusal(say("forecast.at_lowest.reason", level=past.level), (EXPLAIN,))
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
