"""The rule of a sweep: what each trial's loss will be, which trials have lost, and which one to go on with.

A trial is dropped only on evidence beyond noise, and only if it is behind another one now, at the same share of runs.
Most are dropped by a finished trial of the same seed, batches and schedule: catch_up.py says how far such a pair may
still come together. For all others intervals decide: the whole interval of where the trial will end has to lie above
the whole interval of the other, further than evaluations differ by chance. The interval is that of its forecast; once
another trial with the same schedule has finished, it is narrowed by how much that one fell in the rest of its run.
bench/sweeping.py replays the rule on runs that have finished.
"""

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, replace

from fledge.analyze.catch_up import CatchUp, catch_up
from fledge.analyze.compare.evaluation_noise import evaluation_noise
from fledge.analyze.compare.noise import seed_share, step_tokens
from fledge.analyze.forecast import forecast
from fledge.logs.facts import Facts
from fledge.logs.run import Curve

INTERVAL_SDS = 1.645  # a 90% interval, as a forecast has
# Trials are judged at these shares of their iterations. Before, the first fast fall hides what settings do.
STOP_SHARES = tuple(percent / 100 for percent in range(15, 101, 5))
WANTED_EVALUATIONS = 32  # a forecast needs eight, from the first quarter or third of a run
# Trials with one schedule fall alike: in the rest of its run a trial falls by as much as one that has finished fell
# there, give or take this share of it (of the logarithm of the loss). Among 90 runs that differ in learning rate, size,
# dropout, weight decay, batch and seed, no later winner had more to make up than 0.31 of it and the noise of seeds,
# from 25% of the runs on, and 0.40 from 15% on (LOG.md, 2026-11-17).
FALL_SHARE = 0.4
MIN_INTERVAL_SHARE = 0.2  # of a run; before, intervals decide nothing
# Standard deviations between seeds that a trial may make up beyond what catch_up.py allows, against one that it is
# paired with: much of what another seed would change changes both alike.
PAIRED_SDS = 0.5
NEAR = 0.01  # behind: as likely to be needed
PAIRED_SETTINGS = ("seed", "dataset", "batch_size", "block_size", "gradient_accumulation_steps")
SCHEDULE_SETTINGS = ("schedule", "decay_lr", "decay_fraction", "warmup_iters", "lr_decay_iters", "max_iters", "min_lr")


@dataclass(frozen=True)
class Standing:
    """What a trial's log shows up to an iteration, and where the trial will end."""

    name: str
    at: int  # what came later is not looked at, so that a sweep decides alike however it was interrupted
    max_iters: int
    facts: Facts | None = None  # up to `at`
    is_diverged: bool = False
    best: float | None = None  # the lowest validation loss
    value: float | None = None  # the same at its end: known if it is done, else forecast; None: it can't be told yet
    low: float | None = None
    high: float | None = None

    @property
    def share(self) -> float:
        return self.at / self.max_iters

    @property
    def is_done(self) -> bool:
        return self.value is not None and self.at >= self.max_iters

    def loss_at(self, share: float) -> float | None:
        """The last validation loss at or before that share of the run."""
        if self.facts is None:
            return None
        return self.facts.run.curve("val_loss").finite().before(int(share * self.max_iters))


def standing(name: str, whole: Facts, at: int, max_iters: int) -> Standing:
    """Where a trial stands at an iteration that its log has reached."""
    facts = _until(whole, at)
    curve = facts.run.curve("val_loss")
    losses = curve.finite()
    batches = facts.run.curve("loss")
    is_diverged = len(losses) < len(curve) or len(batches.finite()) < len(batches)
    found = Standing(name, at, max_iters, facts, is_diverged, min(losses.values, default=None))
    if is_diverged or found.best is None:
        return found
    if losses.iters[-1] >= max_iters:
        half = INTERVAL_SDS * seed_share(step_tokens(facts)) * found.best
        return replace(found, value=found.best, low=found.best - half, high=found.best + half)
    ahead = forecast(facts, max_iters)
    if ahead.value is None or ahead.low is None or ahead.high is None or ahead.metric != "val_loss":
        return found
    # What counts is the best checkpoint: a loss that was reached stays reached.
    value, low, high = (min(end, found.best) for end in (ahead.value, ahead.low, ahead.high))
    return replace(found, value=value, low=low, high=high)


def glimpse(name: str, whole: Facts, at: int, max_iters: int) -> Standing:
    """The same without where it will end, which takes longer: enough to choose what to go on with."""
    return Standing(name, at, max_iters, _until(whole, at))


def narrowed(trials: Sequence[Standing]) -> list[Standing]:
    """The same standings, to be shown: those of trials that go on with what the finished ones tell about them."""
    finished = [trial for trial in trials if trial.is_done]
    return [_narrowed(trial, finished) for trial in trials]


def _narrowed(trial: Standing, finished: Sequence[Standing]) -> Standing:
    now = trial.loss_at(trial.share)
    falls = [fall for one in finished if _has_same_schedule(one, trial) and (fall := _fall_after(one, trial.share))]
    if trial.is_done or trial.is_diverged or trial.best is None or now is None or not falls:
        return trial
    ends = [now * math.exp(-share * fall) for fall in falls for share in (1 + FALL_SHARE, 1.0, 1 - FALL_SHARE)]
    low, value, high = min(ends), statistics.mean(ends[1::3]), max(ends)
    if trial.low is not None and trial.high is not None and trial.low < high and low < trial.high:
        low, high = max(low, trial.low), min(high, trial.high)
        value = value if low < value < high else (low + high) / 2
    elif trial.low is not None and trial.high is not None:  # they contradict each other: either may be right
        low, high = min(low, trial.low), max(high, trial.high)
    value, low, high = (min(end, trial.best) for end in (value, low, high))
    return replace(trial, value=value, low=low, high=high)


def _fall_after(finished: Standing, share: float) -> float:
    """How much the logarithm of its loss fell from there to its end; 0 if that is not known."""
    then = finished.loss_at(share)
    return math.log(then / finished.value) if then and finished.value and then > finished.value > 0 else 0.0


def _has_same_schedule(a: Standing, b: Standing) -> bool:
    if a.facts is None or b.facts is None:
        return False
    return all(a.facts.run.value(name) == b.facts.run.value(name) for name in SCHEDULE_SETTINGS)


def _until(facts: Facts, at: int) -> Facts:
    """The same run as it was at that iteration."""
    curves = {}
    for metric, curve in facts.run.curves.items():
        kept = sum(it <= at for it in curve.iters)
        if kept:
            curves[metric] = Curve(curve.iters[:kept], curve.values[:kept])
    return Facts(replace(facts.run, curves=curves, ended=""), facts.device)


@dataclass(frozen=True)
class Defeat:
    """Why a trial has lost: it would end at `low` at best, and the winner at `high` at worst."""

    winner: Standing
    low: float
    high: float


def beaten_by(trial: Standing, others: Sequence[Standing]) -> Defeat | None:
    """The trial that this one can no longer reach, if there is one: the best of them. Intervals are those of forecasts.

    A finished trial's fall narrows the interval only against that trial itself: one that learns too slowly, and has
    finished, falls little in the end, and tells nothing about how far a fast one will fall below a third.
    """
    found = [defeat for other in others if other is not trial and (defeat := _defeat(other, trial)) is not None]
    return min(found, key=lambda defeat: defeat.winner.value or math.inf, default=None)


def _defeat(winner: Standing, loser: Standing) -> Defeat | None:
    if loser.is_done:
        return None
    share = min(winner.share, loser.share)
    ahead, behind = winner.loss_at(share), loser.loss_at(share)
    if ahead is None or behind is None or ahead >= behind:
        return None
    chance = _catch_up(winner, loser)
    return _by_intervals(winner, loser) if chance is None else _by_pair(winner, loser, chance)


def _catch_up(winner: Standing, loser: Standing) -> CatchUp | None:
    """Against a finished trial of the same seed and schedule."""
    if not winner.is_done or winner.facts is None or loser.facts is None:
        return None
    if not _is_paired(winner, loser) or not _has_same_schedule(winner, loser):
        return None
    return catch_up(winner.facts, loser.facts, loser.at, loser.max_iters)


def _by_pair(winner: Standing, loser: Standing, chance: CatchUp) -> Defeat | None:
    """The forecast is not asked: the other run's log says more."""
    if winner.value is None or winner.facts is None:
        return None
    low = winner.value * math.exp(chance.behind - chance.most)
    end = winner.value * (1 + PAIRED_SDS * seed_share(step_tokens(winner.facts)))
    distance = winner.value * math.expm1(chance.behind)
    return Defeat(winner, low, end) if low > end and distance > _evaluation_noise(winner, loser) else None


def _by_intervals(winner: Standing, loser: Standing) -> Defeat | None:
    if loser.share < MIN_INTERVAL_SHARE:
        return None
    if winner.is_done:
        loser = _narrowed(loser, [winner])
    if winner.high is None or loser.low is None or loser.low - winner.high <= _evaluation_noise(winner, loser):
        return None
    return Defeat(winner, loser.low, winner.high)


def _is_paired(a: Standing, b: Standing) -> bool:
    """Whether both have the same initial numbers, and read the same text in the same order.

    Much of what another seed would change then changes both alike.
    """
    if a.facts is None or b.facts is None or a.facts.run.value("seed") is None:
        return False
    return all(a.facts.run.value(name) == b.facts.run.value(name) for name in PAIRED_SETTINGS)


def _evaluation_noise(a: Standing, b: Standing) -> float:
    """How far two evaluations of equal models may lie apart."""
    if a.facts is None or b.facts is None:
        return math.inf
    found = evaluation_noise(a.facts, b.facts, "val_loss")
    return math.inf if found is None else INTERVAL_SDS * math.sqrt(2) * found.sd


def next_trial(trials: Sequence[Standing]) -> Standing | None:
    """The trial to go on with: each to its first stop in order, then the most promising, to its end first.

    A finished trial has the narrowest interval, and narrows those of the others.
    """
    open_ones = [trial for trial in trials if not trial.is_done and not trial.is_diverged]
    return next((trial for trial in open_ones if not trial.at), None) or finishing(open_ones)


def next_ahead(turn: Standing, others: Sequence[Standing]) -> Standing | None:
    """The trial to run beside the one whose turn it is, ahead of its own turn: the one that will most likely be needed.

    Those that have not begun are. Of the others it is the one that is least behind the trial whose turn it is: the
    further behind, the sooner it is dropped, and all that it did ahead of its turn is lost then. Of several it is the
    one with the most left to do, which would otherwise run alone in the end.
    """
    open_ones = [trial for trial in others if not trial.is_done and not trial.is_diverged]
    first = next((trial for trial in open_ones if not trial.at), None)
    if first is not None or not turn.at:
        return first or finishing(open_ones)
    ratios = {trial.name: _ratio(trial, turn) for trial in open_ones}
    least = min(ratios.values(), default=math.inf)
    near = [trial for trial in open_ones if ratios[trial.name] <= least * (1 + NEAR)]
    return max(near, key=_flops_left, default=None)


def _flops_left(trial: Standing) -> float:
    if trial.facts is None:
        return 0.0
    return (trial.max_iters - trial.at) * (trial.facts.flops_per_token or 0) * (trial.facts.tokens_per_iter or 0)


def _ratio(trial: Standing, turn: Standing) -> float:
    """Of their losses, at the share of the run that both have reached."""
    share = min(trial.share, turn.share)
    own, other = trial.loss_at(share), turn.loss_at(share)
    return own / other if own and other else math.inf


def finishing(trials: Sequence[Standing]) -> Standing | None:
    """The most promising of those that have begun and go on: the lowest loss at the share that all have reached."""
    begun = [trial for trial in trials if trial.at and not trial.is_done and not trial.is_diverged]
    share = min((trial.share for trial in begun), default=0.0)
    return min(begun, key=lambda trial: trial.loss_at(share) or math.inf, default=None)


def stops(max_iters: int) -> tuple[int, ...]:
    """The iterations at which a trial is judged, its last among them."""
    return tuple(sorted({math.ceil(share * max_iters) for share in STOP_SHARES}))
