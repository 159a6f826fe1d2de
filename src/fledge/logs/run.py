"""Run: what happened. A run directory of ours, or a log that another trainer wrote, read into the same type."""

import bisect
import math
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, overload

from fledge.config.fields import Value

Metric = Literal[
    "loss",  # of the iteration's own batch, dropout and all
    "train_loss",  # evaluated
    "val_loss",  # evaluated
    "val_bpb",  # evaluated, bits a byte
    "accuracy",  # evaluated, of a benchmark
    "lr",
    "grad_norm",
    "dt_ms",  # of one iteration, as it was printed
    "mean_ms",  # of all iterations up to this one, as it was printed
    "train_s",  # since the start, as it was printed
    "eval_s",  # of one evaluation
    "tokens_per_s",
    "tokens",  # seen so far
    "mfu",  # 1.0 is all of the peak, as it was printed
    "memory_mb",
    "epoch",
    "tflops",
]

MarkKind = Literal[
    "saved", "out_of_memory", "error", "killed", "no_gpu", "device", "gpu", "compiled", "resumed", "finished",
    "sample", "warning",
]  # fmt: skip

Counts = Literal["iterations", "micro-batches", "log lines", "epochs", "wandb steps"]

Point = tuple[int, float]


class Points(Sequence[Point]):
    """Iterations and values, as pairs, without a copy of either: there may be millions."""

    __slots__ = ("iters", "values")

    def __init__(self, iters: "array[int]", values: "array[float]") -> None:
        self.iters, self.values = iters, values

    @overload
    def __getitem__(self, at: int) -> Point: ...
    @overload
    def __getitem__(self, at: slice) -> "Points": ...
    def __getitem__(self, at: int | slice) -> "Point | Points":
        if isinstance(at, slice):
            return Points(self.iters[at], self.values[at])
        return self.iters[at], self.values[at]

    def __len__(self) -> int:
        return len(self.iters)

    def __iter__(self) -> Iterator[Point]:
        return zip(self.iters, self.values, strict=True)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Points):
            return self.iters == other.iters and self.values == other.values
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # its arrays change


class Curve:
    """Numbers along the iterations, which only grow. Compact: a log may have millions."""

    __slots__ = ("_finite", "iters", "values")

    def __init__(self) -> None:
        self.iters, self.values = array("q"), array("d")
        self._finite: tuple[int, Points] | None = None

    def add(self, it: int, value: float) -> None:
        self.iters.append(it)
        self.values.append(value)

    def put(self, it: int, value: float) -> bool:
        """Add a value wherever it belongs; False where there is one already."""
        place = bisect.bisect_left(self.iters, it)
        if place < len(self.iters) and self.iters[place] == it:
            return False
        self.iters.insert(place, it)
        self.values.insert(place, value)
        return True

    def cut(self, it: int) -> None:
        """Forget everything from this iteration on."""
        end = bisect.bisect_left(self.iters, it)
        del self.iters[end:], self.values[end:]
        self._finite = None

    def at(self, it: int) -> float | None:
        place = bisect.bisect_left(self.iters, it)
        return self.values[place] if place < len(self.iters) and self.iters[place] == it else None

    def before(self, it: int) -> float | None:
        """The last value up to and including this iteration."""
        place = bisect.bisect_right(self.iters, it)
        return self.values[place - 1] if place else None

    def finite(self) -> Points:
        """The values that are numbers."""
        if self._finite is None or self._finite[0] != len(self):
            if all(map(math.isfinite, self.values)):
                found = Points(self.iters, self.values)
            else:
                kept = [point for point in self if math.isfinite(point[1])]
                found = Points(array("q", [it for it, _ in kept]), array("d", [value for _, value in kept]))
            self._finite = len(self), found
        return self._finite[1]

    def __len__(self) -> int:
        return len(self.iters)

    def __iter__(self) -> Iterator[Point]:
        return zip(self.iters, self.values, strict=True)


@dataclass(frozen=True)
class Known:
    """A setting's value, and who says so."""

    value: Value
    origin: str


@dataclass(frozen=True)
class Mark:
    """A line that is no measurement and says something all the same."""

    kind: MarkKind
    text: str
    line: int
    it: int | None  # the last iteration before it


@dataclass(frozen=True)
class Resume:
    """Where a run went on from an earlier iteration than it had reached."""

    at: int
    reached: int
    line: int


@dataclass
class Run:
    name: str
    format: str
    curves: dict[Metric, Curve] = field(default_factory=dict)
    settings: dict[str, Known] = field(default_factory=dict)
    marks: list[Mark] = field(default_factory=list)
    resumes: list[Resume] = field(default_factory=list)
    lines: int = 0  # in the file
    repeated: int = 0  # rows that said again what another had said, as several processes do
    ended: str = ""  # finished, interrupted, diverged, out of memory, error; empty where nothing says so
    origin: str = "log"  # or "directory": a run of ours, whose files say more than a log can
    counts: Counts = "iterations"  # what its iterations are: some logs number other things, or nothing

    def curve(self, metric: Metric) -> Curve:
        """The metric's curve; an empty one where it was never printed."""
        return self.curves.get(metric) or Curve()

    def value(self, name: str) -> Value | None:
        known = self.settings.get(name)
        return None if known is None else known.value

    def number(self, name: str) -> float | None:
        value = self.value(name)
        return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None

    @property
    def first_iter(self) -> int:
        return min((curve.iters[0] for curve in self.curves.values() if curve.iters), default=0)

    @property
    def last_iter(self) -> int:
        return max((curve.iters[-1] for curve in self.curves.values() if curve.iters), default=0)

    def marked(self, kind: MarkKind) -> Sequence[Mark]:
        return [mark for mark in self.marks if mark.kind == kind]

    def with_settings(self, values: Mapping[str, Known]) -> "Run":
        """The run with what somebody knows of it besides."""
        return Run(**{**self.__dict__, "settings": {**self.settings, **values}})
