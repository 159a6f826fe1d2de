"""How far a trial is behind a finished one of the same seed, batches and schedule, and how much it may still make up.

Two such runs read the same text in the same order, so their difference at an iteration says more than either loss. It
still changes in the rest of the run, for two reasons that the logs show:
- It is not settled yet. A trial that was slow to start, or stood still for a while, comes nearer: what the difference
  has moved in the last doubling of iterations tells how much it may still move.
- The learning rate falls. A higher rate or a larger model gains more by that than the finished run did, a lower rate or
  a smaller model hardly.
"""

import itertools
import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from fledge.analyze.compare.settings import TRAINING, value_of
from fledge.logs.facts import Facts

# Chosen by `tuned`, `wide`, `others`, `fresh` and seed 1 of `scored` in bench/sweeping.py (LOG.md, 2026-11-18 and 19).
MOVED_SHARE = 0.5  # of what the difference moved in the last doubling of iterations, for each doubling that is left
# Of what the finished run gains while the rate falls: for each time that the trial's rate or size is twice as high, and
# for another dropout. Muon's steps have one length whatever the gradient is, and a high rate does less harm.
RATE_SHARE, MUON_RATE_SHARE, SIZE_SHARE, DROPOUT_SHARE = 0.4, 0.3, 0.3, 0.4
# Of a run: before, a trial may stand still, and then fall faster than the other did. What it has fallen behind since
# half as many iterations does not count, and one that has come nearer before may do so again.
EARLY_SHARE = 0.3
MAX_LAST_RATE = 0.5  # of the peak; with a rate that hardly falls, trials make up more than the decay tells
AVERAGED = 2  # evaluations; a single one is noisy
RATES = ("learning_rate", "embedding_lr", "ngram_lr", "head_lr")
DROPOUTS = ("dropout", "ngram_dropout")
MEASURED = {*RATES, *DROPOUTS, "depth", "n_layer", "n_head", "n_embd"}  # others are not judged by this


@dataclass(frozen=True)
class CatchUp:
    """As logarithms of the loss, so that 0.01 is about 1%."""

    behind: float  # at the last evaluations
    most: float  # that it may make up until the end


def catch_up(finished: Facts, trial: Facts, at: int, max_iters: int) -> CatchUp | None:
    """Where the trial stands at this iteration against a run of the same schedule; None if that can't be told."""
    found = _differences(finished, trial, at)
    early = sum(it <= at // 2 for it, _ in found)
    if len(found) < AVERAGED or not early or not _can_be_told(finished, trial):
        return None
    behind = statistics.mean(difference for _, difference in found[-AVERAGED:])
    last_doubling = [difference for _, difference in found[early - 1 :]]
    moved = max(last_doubling) - min(last_doubling)
    if at < EARLY_SHARE * max_iters:
        behind = min(behind, last_doubling[0])
        moved = max(moved, _came_nearer([difference for _, difference in found]))
    moves = MOVED_SHARE * moved * math.log2(max_iters / at)
    return CatchUp(behind, max(moves, _decay_share(finished, trial) * _gained_by_decay(finished, at)))


def _came_nearer(differences: Sequence[float]) -> float:
    """The most that the trial has made up at any time: from a difference down to a later one."""
    farthest = itertools.accumulate(differences, max)
    return max(far - now for far, now in zip(farthest, differences, strict=True))


def _can_be_told(finished: Facts, trial: Facts) -> bool:
    """Whether the shares were measured for such a pair: the rate falls, and they differ in few settings."""
    rates = finished.run.curve("lr").finite().values
    if not rates or rates[-1] > MAX_LAST_RATE * max(rates):
        return False
    return all(value_of(finished, name) == value_of(trial, name) for name in TRAINING if name not in MEASURED)


def _differences(finished: Facts, trial: Facts, at: int) -> list[tuple[int, float]]:
    """How far the trial is behind at each evaluation that both have, up to this iteration."""
    own, other = (facts.run.curve("val_loss").finite() for facts in (trial, finished))
    return [(it, math.log(loss / then)) for it, loss in own if 0 < it <= at and (then := other.at(it))]


def _decay_share(finished: Facts, trial: Facts) -> float:
    """What the trial gains by the decay beyond what the finished run does, as a share of that."""
    rate = max(_times_twice(value_of(trial, name), value_of(finished, name)) for name in RATES)
    size = _times_twice(trial.flops_per_token, finished.flops_per_token)
    has_other_dropout = any(value_of(trial, name) != value_of(finished, name) for name in DROPOUTS)
    rate_share = MUON_RATE_SHARE if value_of(finished, "optimizer") == "muon" else RATE_SHARE
    return rate_share * rate + SIZE_SHARE * size + DROPOUT_SHARE * has_other_dropout


def _times_twice(own: object, other: object) -> float:
    """How often the one is twice the other; 0 if it is lower."""
    if not isinstance(own, int | float) or not isinstance(other, int | float) or own <= other or other <= 0:
        return 0.0
    return math.log2(own / other)


def _gained_by_decay(finished: Facts, at: int) -> float:
    """What the run fell by from there on, each part of it as far as the learning rate was below its peak."""
    losses, rates = finished.run.curve("val_loss").finite(), finished.run.curve("lr").finite()
    peak = max(rates.values)
    parts = []
    for (it, loss), (next_it, next_loss) in itertools.pairwise(losses):
        if next_it > at:
            rate = ((rates.before(it) or peak) + (rates.before(next_it) or peak)) / 2
            parts.append(math.log(loss / next_loss) * (1 - rate / peak))
    return max(0.0, sum(parts))
