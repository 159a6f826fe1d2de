"""Run: what happened, read from a run directory of fledge or from another trainer's log."""

import bisect
import math
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, overload

from fledge.config.fields import Value
from fledge.logs.run_lock import Writer
from fledge.texts import Message

Metric = Literal[
    "loss",  # of the iteration's own batch, with dropout
    "train_loss",  # evaluated
    "val_loss",  # evaluated
    "test_loss",  # evaluated; `val_loss` if the log has no other, so no finished run has it (assemble.py)
    "val_bpb",  # evaluated, bits per byte
    "perplexity",  # as printed beside `loss`
    "val_perplexity",  # as printed beside `val_loss`
    "accuracy",  # evaluated, on a benchmark
    "lr",
    "grad_norm",
    "dt_ms",  # time of one iteration, as printed
    "mean_ms",  # mean time of all iterations so far, as printed
    "train_s",  # time since the start, as printed
    "eval_s",  # time of one evaluation
    "tokens_per_s",
    "tokens",  # seen so far
    "mfu",  # as printed; 1.0 is the whole peak
    "mfu_bare",  # as printed without a unit, until the whole series tells whether it is percent (assemble.py)
    "memory_mb",
    "epoch",
    "tflops",
    # the load of the machine, as hardware/load.py names it; in cores, but for the last two
    "own_cpu",
    "others_cpu",
    "cpu_wait",
    "steal",
    "throttled",
    "load",
    "cpu_mhz",
]
LOAD_METRICS: tuple[Metric, ...] = ("own_cpu", "others_cpu", "cpu_wait", "steal", "throttled", "load", "cpu_mhz")

NoticeKind = Literal[
    "saved", "out_of_memory", "error", "killed", "no_gpu", "device", "gpu", "compiled", "resumed", "loaded",
    "finished", "sample", "warning", "skipped_step",
]  # fmt: skip

StepPart = Literal["forward", "logits", "backward", "optimizer"]

# "steps of epochs": numbered anew in each epoch, whose length the log does not say; here they are added up
Counts = Literal["iterations", "micro-batches", "log lines", "epochs", "wandb steps", "samples", "steps of epochs"]

Point = tuple[int, float]


class Curve(Sequence[Point]):
    """The values of one metric by iteration, in increasing order. Compact arrays: a log may have millions of lines."""

    __slots__ = ("_finite", "iters", "values")

    def __init__(self, iters: Iterable[int] = (), values: Iterable[float] = ()) -> None:
        self.iters, self.values = array("q", iters), array("d", values)
        self._finite: tuple[int, Curve] | None = None

    def add(self, it: int, value: float) -> None:
        self.iters.append(it)
        self.values.append(value)

    def put(self, it: int, value: float) -> bool:
        """Insert a value in its place; False if that iteration already has one."""
        place = bisect.bisect_left(self.iters, it)
        if place < len(self.iters) and self.iters[place] == it:
            return False
        self.iters.insert(place, it)
        self.values.insert(place, value)
        return True

    def cut(self, it: int) -> None:
        """Remove everything from this iteration on."""
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

    def finite(self) -> "Curve":
        """The points whose values are finite: this curve itself, without a copy, if all of them are."""
        if self._finite is None or self._finite[0] != len(self):
            found = self
            if not all(map(math.isfinite, self.values)):
                kept = [point for point in self if math.isfinite(point[1])]
                found = Curve([it for it, _ in kept], [value for _, value in kept])
            self._finite = len(self), found
        return self._finite[1]

    @overload
    def __getitem__(self, at: int) -> Point: ...
    @overload
    def __getitem__(self, at: slice) -> "Curve": ...
    def __getitem__(self, at: int | slice) -> "Point | Curve":
        if isinstance(at, slice):
            return Curve(self.iters[at], self.values[at])
        return self.iters[at], self.values[at]

    def __len__(self) -> int:
        return len(self.iters)

    def __iter__(self) -> Iterator[Point]:
        return zip(self.iters, self.values, strict=True)

    def __repr__(self) -> str:
        ends = f", {self.iters[0]:,} to {self.iters[-1]:,}" if len(self) else ""
        return f"<Curve of {len(self):,} points{ends}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # its arrays change


@dataclass(frozen=True)
class Known:
    """A setting's value and its origin."""

    value: Value
    origin: str


@dataclass(frozen=True)
class Notice:
    """A line without measurements that still matters: a saved checkpoint, an error, the device."""

    kind: NoticeKind
    text: str
    line: int
    it: int | None  # the last iteration before it
    part: StepPart | None = None  # the part of the step that ran out of memory, if a traceback shows it
    message: Message | None = field(
        default=None, hash=False
    )  # the same in any language, if the file has its code and numbers

    def __str__(self) -> str:
        return self.text if self.message is None else str(self.message)


@dataclass(frozen=True)
class PlannedFigure:
    """A figure of the plan of a run that has ended, and what it really was."""

    planned: float
    actual: float
    unit: str
    low: float | None = None  # of the range that was planned, if one was kept
    high: float | None = None


@dataclass(frozen=True)
class Resume:
    """A run continued from an earlier iteration than it had reached."""

    at: int
    reached: int
    line: int


@dataclass
class Run:
    name: str
    format: str
    curves: dict[Metric, Curve] = field(default_factory=dict)
    settings: dict[str, Known] = field(default_factory=dict)
    notices: list[Notice] = field(default_factory=list)
    resumes: list[Resume] = field(default_factory=list)
    stated: dict[str, list[str]] = field(default_factory=dict)  # other names and values that its log begins with
    planned: dict[str, PlannedFigure] = field(default_factory=dict)
    planned_step_ms: float | None = None  # as soon as it starts
    cores: float | None = None  # that the process may use
    lines: int = 0  # in the file
    unread_losses: int = 0  # lines of the file that name a loss, and that no format reads
    unread_evaluations: int = 0  # of the last rows, those with validation losses that no name tells apart
    repeated: int = 0  # rows that repeat another one, as when several processes print
    ended: str = ""  # finished, interrupted, diverged, out of memory, error; empty if unknown
    writer: Writer | None = None  # the process that writes it now
    origin: str = "log"  # or "directory": a run directory of fledge, which holds more than a log
    counts: Counts = "iterations"  # what the numbers of its lines count: some logs number other things, or nothing
    is_val_test: bool = False  # its log calls the validation loss a test loss
    averages_epochs: bool = False  # its train losses are means over an epoch while it trained, not evaluations
    is_language_model: bool = True  # False: a classifier, a detector, a diffusion model; perplexity has no meaning
    trains_rewards: bool = False  # its loss is no cross-entropy: a policy's loss may be 0, or rise
    loss_base: float | None = math.e  # of the losses' logarithm; None if its perplexities follow from no base

    def curve(self, metric: Metric) -> Curve:
        """The metric's curve; an empty one if it was never printed."""
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

    def notices_of(self, kind: NoticeKind) -> Sequence[Notice]:
        return [notice for notice in self.notices if notice.kind == kind]

    def with_settings(self, values: Mapping[str, Known]) -> "Run":
        """A copy with these settings added or replaced."""
        return Run(**{**self.__dict__, "settings": {**self.settings, **values}})
