"""The rule of a sweep: what each trial's loss will be, and which trials have lost.

A trial is dropped only on evidence beyond noise: the whole interval of its forecast lies above the whole interval of
another trial, and it is behind that one now, at the same share of the run.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from fledge.analyze.compare.noise import seed_share, step_tokens
from fledge.analyze.forecast import forecast
from fledge.logs.facts import Facts, noise
from fledge.logs.run import Curve

INTERVAL_SDS = 1.645  # a 90% interval, as a forecast has
# A forecast needs eight evaluations: the first look comes when a trial that is evaluated 32 times has ten.
FIRST_SHARE, NEXT_SHARE = 0.3, 0.1
WANTED_EVALUATIONS = 32
MIN_DROP_SHARE = 0.2  # of a run: before that, warm-up and the fast first fall hide the differences


@dataclass(frozen=True)
class Standing:
    """What a trial's log shows: how far it is, its lowest validation loss, and where it will end."""

    name: str
    share: float  # of its iterations that are done
    is_done: bool
    is_diverged: bool
    curve: Curve  # validation losses
    max_iters: int
    best: float | None  # the lowest validation loss so far
    value: float | None = None  # at its end: known if it is done, else forecast; None: it can't be told yet
    low: float | None = None
    high: float | None = None

    def at_share(self, share: float) -> float | None:
        """The last validation loss at or before that share of the run."""
        return self.curve.before(int(share * self.max_iters))


def standing(name: str, facts: Facts, max_iters: int) -> Standing:
    """Where a trial stands by its log."""
    run = facts.run
    curve = run.curve("val_loss")
    losses = curve.finite()
    is_diverged = len(losses) < len(curve) or not all(map(math.isfinite, run.curve("loss").values[-1:]))
    last = losses.iters[-1] if len(losses) else 0
    best = min(losses.values, default=None)
    found = Standing(
        name=name,
        share=min(1.0, run.last_iter / max_iters),
        is_done=last >= max_iters,
        is_diverged=is_diverged,
        curve=losses,
        max_iters=max_iters,
        best=best,
    )
    if is_diverged or best is None:
        return found
    if found.is_done:
        half = INTERVAL_SDS * _chance(losses.values, seed_share(step_tokens(facts)) * best)
        return _with_end(found, best, best - half, best + half)
    ahead = forecast(facts, max_iters)
    if ahead.value is None or ahead.low is None or ahead.high is None or ahead.metric != "val_loss":
        return found
    # What counts is the best checkpoint: a loss that was reached stays reached.
    return _with_end(found, min(ahead.value, best), min(ahead.low, best), min(ahead.high, best))


def _with_end(found: Standing, value: float, low: float, high: float) -> Standing:
    return Standing(**{**vars(found), "value": value, "low": low, "high": high})


def _chance(losses: Sequence[float], seed_sd: float) -> float:
    """The standard deviation of a final loss: another seed, and the noise of the evaluations, if they are enough."""
    scatter = noise(losses[len(losses) // 2 :])
    return seed_sd if math.isnan(scatter) else math.hypot(seed_sd, scatter)


def beaten_by(trial: Standing, others: Sequence[Standing]) -> Standing | None:
    """The trial that this one can no longer reach, if there is one: the best of them."""
    if trial.is_done or trial.low is None or trial.share < MIN_DROP_SHARE:
        return None
    winners = [other for other in others if other is not trial and _is_beyond(other, trial, trial.low)]
    return min(winners, key=lambda other: other.value or math.inf, default=None)


def _is_beyond(winner: Standing, loser: Standing, low: float) -> bool:
    if winner.high is None or winner.high >= low:
        return False
    share = min(winner.share, loser.share)
    ahead, behind = winner.at_share(share), loser.at_share(share)
    return ahead is not None and behind is not None and ahead < behind


def next_trial(trials: Sequence[Standing]) -> Standing | None:
    """The trial to go on with: each to FIRST_SHARE in order, then the one that promises most, to its end first.

    A finished trial has the narrowest interval, so that the others can be judged soonest.
    """
    open_ones = [trial for trial in trials if not trial.is_done and not trial.is_diverged]
    for trial in open_ones:
        if trial.share < FIRST_SHARE:
            return trial
    return min(open_ones, key=_promise, default=None)


def _promise(trial: Standing) -> float:
    """The loss to expect of it. One that can't be forecast is tried before those that can: it may be the best."""
    return trial.value if trial.value is not None else 0.0


def next_stop(trial: Standing) -> int:
    """The iteration up to which a trial is run before all are judged again."""
    share = FIRST_SHARE if trial.share < FIRST_SHARE else trial.share + NEXT_SHARE
    return trial.max_iters if share > 1 - NEXT_SHARE / 2 else math.ceil(share * trial.max_iters)
