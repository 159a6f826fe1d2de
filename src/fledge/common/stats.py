"""Statistics of a few measurements: median and range, mean with its 95% interval, Welch's and Kendall's tests."""

import itertools
import math
import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass

CONFIDENCE = 0.95
MAX_ORDERED = 40  # values in an order that is tested for a trend


@dataclass(frozen=True)
class Spread:
    """The median and the range of repeated measurements."""

    median: float
    min: float
    max: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Spread":
        return cls(statistics.median(values), min(values), max(values))

    def rate(self, amount: float) -> "Spread":
        """`amount` per second, where the measurements are the seconds it took."""
        return Spread(amount / self.median, amount / self.max, amount / self.min)

    def times(self, factor: float) -> "Spread":
        return Spread(self.median * factor, self.min * factor, self.max * factor)

    def to_json(self) -> dict[str, float]:
        return asdict(self)


@dataclass(frozen=True)
class MeanInterval:
    """The mean of some measurements and its 95% confidence interval."""

    mean: float
    low: float
    high: float
    sd: float
    n: int


@dataclass(frozen=True)
class WelchTest:
    """The second group's mean minus the first's. p: how often chance alone would put them at least this far apart."""

    difference: float
    low: float
    high: float
    t: float
    df: float
    p: float


def mean_interval(values: Sequence[float]) -> MeanInterval:
    """Needs at least two values."""
    middle, sd = statistics.mean(values), statistics.stdev(values)
    half = t_quantile((1 + CONFIDENCE) / 2, len(values) - 1) * sd / math.sqrt(len(values))
    return MeanInterval(middle, middle - half, middle + half, sd, len(values))


def welch_test(first: Sequence[float], second: Sequence[float]) -> WelchTest | None:
    """Needs at least two values per group. None if neither group varies: then chance cannot be measured."""
    parts = [statistics.variance(values) / len(values) for values in (first, second)]
    error = math.sqrt(sum(parts))
    if error == 0:
        return None
    df = sum(parts) ** 2 / sum(part**2 / (len(values) - 1) for part, values in zip(parts, (first, second), strict=True))
    difference = statistics.mean(second) - statistics.mean(first)
    t = difference / error
    half = t_quantile((1 + CONFIDENCE) / 2, df) * error
    return WelchTest(difference, difference - half, difference + half, t, df, _both_tails(t, df))


def t_cdf(t: float, df: float) -> float:
    """The cumulative distribution function of Student's t, by the incomplete beta function."""
    tail = _both_tails(t, df) / 2
    return 1 - tail if t > 0 else tail


def _both_tails(t: float, df: float) -> float:
    return _incomplete_beta(df / 2, 0.5, df / (df + t * t))


def t_quantile(p: float, df: float) -> float:
    """The t at which the distribution reaches p > 0.5, by bisection."""
    low, high = 0.0, 1.0
    while t_cdf(high, df) < p:
        low, high = high, 2 * high
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if t_cdf(middle, df) < p else (low, middle)
    return (low + high) / 2


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """Regularized, by its continued fraction. Above the mean it converges slowly, so the mirror image is used."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - _incomplete_beta(b, a, 1 - x)
    scale = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)) / a
    return scale * _fraction(a, b, x)


def _fraction(a: float, b: float, x: float) -> float:
    """1 / (1 + d1 / (1 + d2 / (1 + ...))), by Lentz's method."""
    tiny = 1e-300
    value, c, d = 1.0, 1.0, 0.0
    for number in range(1, 500):
        m = number // 2
        if number % 2:
            term = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            term = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        d = 1 / (1 + term * d or tiny)
        c = 1 + term / c or tiny
        value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return 1 / value


def chance_of_order(values: Sequence[float]) -> float:
    """How often values without a trend come in an order that rises at least as much as this one: Kendall's test.

    Exact, by the number of orders with as many rising pairs; longer series are averaged over MAX_ORDERED stretches.
    """
    number = min(len(values), MAX_ORDERED)
    edges = [round(i * len(values) / number) for i in range(number + 1)]
    means = [statistics.fmean(values[a:b]) for a, b in itertools.pairwise(edges)]
    rising = sum(a < b for a, b in itertools.combinations(means, 2))
    chances = [1.0]  # of each number of rising pairs: the value at place i is above 0 to i of those before it
    for place in range(1, number):
        sums = [0.0, *itertools.accumulate(chances)]
        last = len(chances) + place
        chances = [
            (sums[min(pairs + 1, len(sums) - 1)] - sums[max(pairs - place, 0)]) / (place + 1) for pairs in range(last)
        ]
    return math.fsum(chances[rising:])
