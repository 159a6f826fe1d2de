"""Estimate: a figure with its range, unit, basis and source."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

Basis = Literal["computed", "traced", "measured", "table", "assumed"]


@dataclass(frozen=True)
class Estimate:
    """A figure, the range it may be in, and where it comes from."""

    value: float
    low: float
    high: float
    unit: str
    basis: Basis
    source: str

    @classmethod
    def exact(cls, value: float, unit: str, source: str) -> "Estimate":
        return cls(value, value, value, unit, "computed", source)

    @classmethod
    def between(cls, ends: Sequence[float], unit: str, basis: Basis, source: str) -> "Estimate":
        """`ends` are the lowest, the usual and the highest value, or the reverse."""
        return cls(ends[1], min(ends), max(ends), unit, basis, source)

    def map(self, formula: Callable[[float], float], unit: str, source: str = "") -> "Estimate":
        """The estimate of a monotonic formula of this one."""
        ends = formula(self.low), formula(self.high)
        value, source = formula(self.value), source or self.source
        return replace(self, value=value, low=min(ends), high=max(ends), unit=unit, source=source)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def within(value: float, factor: float, unit: str, basis: Basis, source: str) -> Estimate:
    """A figure that is right within a factor either way."""
    return Estimate(value, value / factor, value * factor, unit, basis, source)
