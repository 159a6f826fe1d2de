"""Has the validation loss risen from its lowest, or does noise explain it?

An evaluation is noisy, and the lowest of many is low by luck. Three things tell a rise from that, and each is enough:
the height, in standard deviations of the late evaluations; the order, because noise does not rise evaluation by
evaluation; and, with few evaluations, both together, if the training loss falls meanwhile.
"""

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from fledge.common.stats import chance_of_order

Values = NDArray[np.float64]

MIN_LATE = 5  # evaluations that show the noise; of more than twice as many, the later half
# The height that counts, in standard deviations of a median of three, by the number of evaluations: few of them say
# little about the noise. Of evaluations that are noise alone, at most one series in 200 is that high (simulated).
MIN_SDS = ((30, 4.3), (20, 5.0), (12, 7.0), (5, 10.0))
WINDOWS = 6  # a level is the median over so large a part of the evaluations, and over three at least
MAX_LEVELS = 300  # more evaluations are averaged first
MIN_NATS = 0.02
MIN_SHARE = 0.01  # of the lowest loss
SURE_CHANCE = 0.002  # of such an order without a trend
SLIGHT_SHARE = 0.003  # of the lowest loss: enough, if each is above the one before and the training loss falls
# of the lowest loss, by the number of evaluations after it, if each is above the one before and the training loss falls
MIN_SHARE_RISING = ((5, 0.01), (4, 0.02), (3, 0.08), (2, 0.15))
MIN_SDS_EVEN = 8.0  # or so many standard deviations of these evaluations alone


@dataclass(frozen=True)
class ValRise:
    """From the lowest evaluation to the last ones."""

    at: int  # place of the lowest
    nats: float
    after: int  # evaluations after the lowest
    went_up: float  # the farthest it rose before the lowest, and came back from
    is_monotone: bool  # each of these is above the one before
    chance: float  # that evaluations without a trend come in such an order
    is_sure: bool


def evaluation_noise(values: Values) -> float:
    """Standard deviation of one evaluation around the curve, from the late ones; NaN for fewer than three.

    Second differences leave a trend out. The steep beginning is left out too: its bend is not noise.
    """
    return _spread(values[-max(MIN_LATE, len(values) // 2) :])


def _spread(values: Values) -> float:
    bends = np.diff(values, n=2)  # which have six times the variance
    return float(np.sqrt(np.mean(bends**2) / 6)) if len(bends) else math.nan


def val_rise(values: Values, train_falls: bool) -> ValRise:
    """`train_falls`: the training loss is lower at the last evaluation than at the lowest one."""
    at = int(np.argmin(values))
    low, tail = float(values[at]), values[at + 1 :]
    if not len(tail):
        return ValRise(at, 0.0, 0, 0.0, is_monotone=False, chance=1.0, is_sure=False)
    nats = float(np.median(tail[-3:]) if len(tail) > 4 else tail[-1]) - low
    went_up = float((values[: at + 1] - np.minimum.accumulate(values[: at + 1])).max())
    is_monotone = all(b > a for a, b in pairwise(values[at:].tolist()))
    chance = chance_of_order(tail.tolist())
    is_sure = _is_high(values) or (chance <= SURE_CHANCE and nats > least_rise(low))
    if is_monotone and train_falls and not is_sure:
        is_sure = values[-1] - low > 2 * went_up and _rises_evenly(values, at, chance)
    return ValRise(at, nats, len(tail), went_up, is_monotone, chance, bool(is_sure))


def _rises_evenly(values: Values, at: int, chance: float) -> bool:
    """For evaluations after the lowest that each are above the one before: whether noise would do that."""
    low, rise, after = abs(float(values[at])), float(values[-1] - values[at]), len(values) - 1 - at
    shares = [share for number, share in MIN_SHARE_RISING if after >= number]
    if chance <= SURE_CHANCE:
        shares.append(SLIGHT_SHARE)
    is_even = after >= 3 and rise > max(least_rise(low), MIN_SDS_EVEN * _spread(values[at:]))
    return is_even or any(rise > share * low for share in shares)


def least_rise(low: float) -> float:
    return max(MIN_NATS, MIN_SHARE * abs(low))


def _is_high(values: Values) -> bool:
    """Whether the last evaluations are above the lowest by more than noise explains."""
    if len(values) > MAX_LEVELS:
        values = np.array([part.mean() for part in np.array_split(values, MAX_LEVELS)])
    sds = next((sds for number, sds in MIN_SDS if len(values) >= number), math.inf)
    if sds == math.inf:
        return False
    width = max(3, len(values) // WINDOWS)
    levels = np.median(np.lib.stride_tricks.sliding_window_view(values, width), axis=1)
    least = sds * evaluation_noise(values) * math.sqrt(3 / width)
    return bool(levels[-1] - levels.min() > max(least_rise(float(values.min())), least))
