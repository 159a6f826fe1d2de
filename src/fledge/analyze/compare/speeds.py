"""SpeedDifference: how much faster one group is than another, and whether the machine can explain it."""

import itertools
import math
import statistics
from dataclasses import dataclass
from typing import Literal

from fledge.analyze.compare.group import RunGroup
from fledge.analyze.compare.pair import EQUAL_SPEED_SHARE, Pair
from fledge.logs.facts import Facts

BLOCKS = 10  # parts of a run whose median step times show how the machine's speed drifts
MIN_BLOCK_STEPS = 4
NOISE_SDS = 3.0  # a speed further off than this many standard deviations is another speed
UNKNOWN_SPREAD = 0.1  # of step times, where a log shows too few: as on a machine that does other work too
MAX_EQUAL_SHARE = 0.1  # where noise may hide more than this, speeds are not called equal
MIN_LONG_STEPS_RATIO = 1.1  # of the mean step to the median: some steps are much longer
# settings that do not change how long a step takes
NEUTRAL = {
    "learning_rate", "embedding_lr", "ngram_lr", "head_lr", "schedule", "decay_lr", "min_lr", "warmup_iters",
    "lr_decay_iters", "decay_fraction", "max_iters", "weight_decay", "beta1", "beta2", "momentum_warmup",
    "ngram_counts",
}  # fmt: skip


@dataclass(frozen=True)
class SpeedDifference:
    ratio: float  # of the second group's speed to the first's
    noise: float  # how far the ratio may be from 1 by chance, as a logarithm
    # different: beyond noise. machine: no changed setting explains it
    # alike: no difference is seen, but noise would hide a large one
    kind: Literal["equal", "alike", "different", "noise", "machine"]


def speed_difference(pair: Pair) -> SpeedDifference | None:
    """None if a speed is not known. Both the usual step and the mean of all must show a difference."""
    a, b = (group.tokens_per_s for group in pair.groups)
    if not a or not b:
        return None
    ratio, noise = b / a, speed_noise(pair)
    means = [_long_steps(group) for group in pair.groups]
    by_mean = ratio * means[0] / means[1]
    if abs(ratio - 1) < EQUAL_SPEED_SHARE:
        return SpeedDifference(ratio, noise, "equal" if noise <= MAX_EQUAL_SHARE else "alike")
    if abs(math.log(ratio)) <= noise or abs(math.log(by_mean)) <= noise or (ratio > 1) != (by_mean > 1):
        return SpeedDifference(ratio, noise, "noise")
    return SpeedDifference(ratio, noise, "different" if is_other_work(pair) else "machine")


def is_other_work(pair: Pair) -> bool:
    """Whether something differs that may change the time of a step."""
    names = {change.name for change in pair.chosen_changes}
    return bool(names - NEUTRAL or pair.change("tokens_per_iter") or pair.change("params") or pair.printed_changes)


def speed_noise(pair: Pair) -> float:
    return max(math.log1p(EQUAL_SPEED_SHARE), NOISE_SDS * math.hypot(*(_spread(group) for group in pair.groups)))


def _spread(group: RunGroup) -> float:
    """The standard deviation of the logarithm of the speed: along each run, and between runs."""
    along = statistics.mean(_drift(facts) for facts in group.members)
    speeds = [math.log(facts.step_ms) for facts in group.members if facts.step_ms]
    return max(along, statistics.stdev(speeds)) if len(speeds) > 1 else along


def _drift(facts: Facts) -> float:
    """By the medians of blocks: single steps that are long or short do not matter, but a slow hour does."""
    times = [ms for _, ms in facts.step_times]
    blocks = min(BLOCKS, len(times) // MIN_BLOCK_STEPS)
    if blocks < 2:
        return UNKNOWN_SPREAD
    edges = [len(times) * number // blocks for number in range(blocks + 1)]
    medians = [statistics.median(times[a:b]) for a, b in itertools.pairwise(edges)]
    return statistics.stdev(map(math.log, medians))


def mean_step_ms(group: RunGroup) -> float | None:
    return group.mean(lambda facts: facts.step_mean_ms)


def _long_steps(group: RunGroup) -> float:
    """The mean step in median steps."""
    mean, median = mean_step_ms(group), group.step_ms
    return mean / median if mean and median else 1.0


def has_long_steps(group: RunGroup) -> bool:
    return _long_steps(group) > MIN_LONG_STEPS_RATIO
