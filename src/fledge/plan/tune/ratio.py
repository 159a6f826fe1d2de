"""How many times as long one thing takes as another, from pairs of measurements side by side, and how sure that is."""

import functools
import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from fledge.common.stats import t_quantile

MIN_ROUNDS = 6  # pairs of measurements before anything is said for sure
CONFIDENCE = 0.999  # of the interval: a search looks at several micro-batches, several times
RESOLUTION_SHARE = 0.02  # rates that differ by less are equally good


@dataclass(frozen=True)
class Ratio:
    """The median of pairs, and the interval of their mean; with fewer than MIN_ROUNDS of them their range."""

    low: float
    median: float
    high: float
    rounds: int

    @classmethod
    def of(cls, ratios: Sequence[float]) -> "Ratio":
        """Needs at least one pair."""
        middle, n = statistics.median(ratios), len(ratios)
        if n < MIN_ROUNDS:
            return cls(min(ratios), middle, max(ratios), n)
        logs = [math.log(ratio) for ratio in ratios]
        mean, half = statistics.mean(logs), _quantile(n - 1) * statistics.stdev(logs) / math.sqrt(n)
        return cls(min(middle, math.exp(mean - half)), middle, max(middle, math.exp(mean + half)), n)

    def is_above(self, bound: float) -> bool:
        """Whether the ratio is larger for sure."""
        return self.rounds >= MIN_ROUNDS and self.low > bound

    def is_below(self, bound: float) -> bool:
        return self.rounds >= MIN_ROUNDS and self.high < bound

    @property
    def is_settled(self) -> bool:
        """One is certainly faster, or the difference is too small to matter."""
        is_small = self.is_above(1 - RESOLUTION_SHARE) and self.is_below(1 + RESOLUTION_SHARE)
        return self.is_above(1) or self.is_below(1) or is_small


@functools.cache
def _quantile(degrees: int) -> float:
    return t_quantile((1 + CONFIDENCE) / 2, degrees)
