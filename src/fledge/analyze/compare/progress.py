"""How far along two groups are in their schedules where they are compared, and the losses that they end with.

A loss falls as the learning rate decays. Two runs can be compared at a point only if both have decayed equally by then:
in the middle of two schedules, one is ahead because it is further along, not because it is better.
"""

import functools
import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from fledge.analyze.compare.curves import AlignedPoint, has_one_count, points_of
from fledge.analyze.compare.group import RunGroup
from fledge.analyze.forecast.decays import Numbers
from fledge.analyze.forecast.learning_rates import learning_rates
from fledge.logs.facts import Facts
from fledge.logs.run import Metric
from fledge.logs.timeline import timeline_of

End = Literal["finished", "cut", "unknown"]
Decay = Literal["equal", "different", "unknown"]

PROGRESS_POINTS = 64  # along the way, at which decays are compared
# How far decays may differ, as a share of the peak rate or of the run: at an equal iteration one schedule gives exactly
# one rate; at equal time or tokens the two are at other iterations.
MAX_GAP_AT_EQUAL_ITERATIONS, MAX_GAP = 0.005, 0.03
# A loss falls by at most about this share of it while the rate decays: it is 0.07, give or take 0.04 (forecast/fits.py)
DECAY_LOSS_SHARE = 0.2
SIMILAR_DECAYS = 0.1  # of the peak rate: how far falls may differ that count as whole
MIN_FINISHED_SHARE = 0.98  # of max_iters: a run that got so far has finished
# of the run: a loss from later than that is its last; batch losses are means, at their middle
MIN_FINAL_SHARE = {"val_loss": 0.99, "val_bpb": 0.99, "loss": 0.95}
MAX_FINAL_GAP = 0.2  # of the peak rate: schedules usually end between 0 and a tenth of it
EQUAL_LENGTH_SHARE, EQUAL_TIME_SHARE = 0.02, 0.03  # lengths and times closer than this count as equal


def end_of(facts: Facts) -> End:
    """Whether the run came to its end. Not known of a log that does not say so, or that ended before its last step."""
    run = facts.run
    if run.ended not in ("", "finished") or run.writer is not None:
        return "cut"
    if facts.max_iters is None:
        return "finished" if run.ended else "unknown"
    if run.last_iter >= MIN_FINISHED_SHARE * facts.max_iters:
        return "finished"
    return "unknown" if run.ended else "cut"


def length_of(facts: Facts) -> int | None:
    """The iterations of the whole run, also of one that was cut; None if that is not known."""
    return facts.max_iters if end_of(facts) == "cut" else facts.run.last_iter


def progress(group: RunGroup, iteration: float) -> float | None:
    """The share of the run that is done at this iteration."""
    lengths = [length for facts in group.members if (length := length_of(facts))]
    return iteration / statistics.mean(lengths) if lengths else None


def decay_at(a: RunGroup, b: RunGroup, point: AlignedPoint) -> tuple[Decay, float]:
    """Whether the learning rates of both have decayed equally up to the point, and how far apart they are."""
    first, second = point.iters
    most = MAX_GAP_AT_EQUAL_ITERATIONS if math.isclose(first, second, rel_tol=1e-3) else MAX_GAP
    decay_a, decay_b = (decay_of(group.first) for group in (a, b))
    if decay_a and decay_b:
        way = np.linspace(0, 1, PROGRESS_POINTS)
        fallen_a, fallen_b = decay_a.at(way * first), decay_b.at(way * second)
        if abs(decay_a.whole - decay_b.whole) <= SIMILAR_DECAYS:  # to a tenth of the peak, or to a twentieth
            fallen_a, fallen_b = fallen_a / (decay_a.whole or 1.0), fallen_b / (decay_b.whole or 1.0)
        gap = float(np.abs(fallen_a - fallen_b).max())
        return ("equal" if gap <= most else "different"), gap
    lengths = [[length_of(facts) for facts in group.members] for group in (a, b)]
    if any(length is None for both in lengths for length in both):
        return "unknown", 0.0
    done = [it / length for it, both in zip(point.iters, lengths, strict=True) for length in both if length]
    gap = max(done) - min(done)
    return ("equal" if gap <= most else "different"), gap


@dataclass(frozen=True)
class LearningRateDecay:
    """How far the learning rate has fallen from its highest so far, as a share of that."""

    iters: Numbers
    fallen: Numbers
    whole: float  # how far it falls in all; 1 if that is not known

    def at(self, iters: Numbers) -> Numbers:
        return np.interp(iters, self.iters, self.fallen)


@functools.lru_cache(maxsize=64)
def decay_of(facts: Facts) -> LearningRateDecay | None:
    end = facts.run.number("lr_decay_iters") or facts.max_iters or 0
    rates = learning_rates(facts.run, max(facts.run.last_iter, int(end), 1))
    if rates.peak is None:
        return None
    fallen = 1 - rates.shares / np.maximum(np.maximum.accumulate(rates.shares), 1e-12)
    return LearningRateDecay(rates.iters, fallen, float(fallen.max()) if rates.known_until >= end > 0 else 1.0)


@dataclass(frozen=True)
class FinalLosses:
    """The last loss of every run of two groups."""

    iters: tuple[list[int], list[int]]
    losses: tuple[list[float], list[float]]
    is_end_known: bool  # whether every run is known to have finished
    is_equal_time: bool
    length_ratio: float  # of the second group to the first, in tokens if they are known

    @property
    def means(self) -> tuple[float, float]:
        return statistics.mean(self.losses[0]), statistics.mean(self.losses[1])

    @property
    def is_equal_length(self) -> bool:
        return abs(self.length_ratio - 1) <= EQUAL_LENGTH_SHARE


def last_loss(facts: Facts, metric: Metric) -> tuple[int, float] | None:
    """The iteration and the loss at the end of a run; None if it was cut, or not evaluated at its end."""
    points = points_of(facts, metric)
    if not points or end_of(facts) == "cut":
        return None
    it, loss = points[-1]
    return (int(it), loss) if it >= MIN_FINAL_SHARE.get(metric, 1.0) * facts.run.last_iter else None


def final_losses(a: RunGroup, b: RunGroup, metric: Metric) -> FinalLosses | None:
    ends = [[last_loss(facts, metric) for facts in group.distinct] for group in (a, b)]
    known = [[end for end in both if end is not None] for both in ends]
    is_end_known = all(end_of(facts) == "finished" for group in (a, b) for facts in group.members)
    if len(known[0]) < len(ends[0]) or len(known[1]) < len(ends[1]) or not has_one_count((a, b)):
        return None
    if not is_end_known and _is_one_decaying(a.first, b.first):
        return None
    return FinalLosses(
        iters=([it for it, _ in known[0]], [it for it, _ in known[1]]),
        losses=([loss for _, loss in known[0]], [loss for _, loss in known[1]]),
        is_end_known=is_end_known,
        is_equal_time=_is_equal([_seconds(a), _seconds(b)]),
        length_ratio=_length(b, known[1]) / max(_length(a, known[0]), 1),
    )


def _is_one_decaying(a: Facts, b: Facts) -> bool:
    """Whether one log stops where its learning rate is high, and the other where it has decayed."""
    fallen = [float(decay.at(np.array([facts.run.last_iter]))[0]) for facts in (a, b) if (decay := decay_of(facts))]
    return len(fallen) == 2 and abs(fallen[0] - fallen[1]) > MAX_FINAL_GAP


def _length(group: RunGroup, ends: Sequence[tuple[int, float]]) -> float:
    return statistics.mean(it for it, _ in ends) * (group.first.tokens_per_iter or 1.0)


def _seconds(group: RunGroup) -> float | None:
    """Of training and compilation: what somebody waited for."""
    found = [timeline.total for facts in group.members if (timeline := timeline_of(facts))]
    return statistics.mean(found) if len(found) == len(group.members) else None


def _is_equal(seconds: Sequence[float | None]) -> bool:
    first, second = seconds
    return bool(first and second and abs(second / first - 1) <= EQUAL_TIME_SHARE)
