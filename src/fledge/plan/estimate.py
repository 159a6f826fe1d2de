"""Estimate: a figure with its range, unit, basis and source."""

from collections.abc import Callable
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

    def map(self, formula: Callable[[float], float], unit: str, source: str = "") -> "Estimate":
        """The estimate of a monotonic formula of this one."""
        ends = formula(self.low), formula(self.high)
        return replace(
            self,
            value=formula(self.value),
            low=min(ends),
            high=max(ends),
            unit=unit,
            source=source or self.source,
        )

    def to_json(self) -> dict[str, Any]:
        return asdict(self)
