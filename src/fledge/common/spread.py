"""A figure that was measured several times: its median, and how far the measurements lie apart."""

import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Spread:
    median: float
    min: float
    max: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Spread":
        return cls(statistics.median(values), min(values), max(values))

    def rate(self, amount: float) -> "Spread":
        """`amount` a second, where these are the seconds that it took."""
        return Spread(amount / self.median, amount / self.max, amount / self.min)

    def times(self, factor: float) -> "Spread":
        return Spread(self.median * factor, self.min * factor, self.max * factor)

    def to_json(self) -> dict[str, float]:
        return asdict(self)
