"""Format: how one trainer's lines look, and how a line becomes a row of numbers."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from fledge.logs.readers.named_numbers import named_numbers
from fledge.logs.readers.numbers import iteration, number
from fledge.logs.run import Counts, Metric

# pattern groups named for another unit: the metric, and what to multiply and divide by
UNITS: dict[str, tuple[Metric, float, float]] = {
    "dt_s": ("dt_ms", 1000, 1),
    "train_ms": ("train_s", 1, 1000),
    "train_min": ("train_s", 60, 1),
    "eval_ms": ("eval_s", 1, 1000),
    "mfu_percent": ("mfu", 1, 100),
    "memory_gib": ("memory_mb", 1024, 1),
}
SAFE_DIGITS = 15  # an iteration with fewer digits needs no check of its size


@dataclass(frozen=True, slots=True)
class Placing:
    """How the number of a row is meant, if it is not simply an iteration."""

    per_epoch: int | None = None  # it counts from the start of its epoch, which has so many
    of_samples: bool = False  # it counts samples
    is_bar: bool = False  # a progress bar: it starts again, and shows an evaluation until the next one
    is_late: bool = False  # no iteration is printed, and the row belongs to the one before
    is_bare: bool = (
        False  # nothing but a loss is printed: it counts only without any iterations, an evaluation with some
    )


@dataclass(slots=True)
class LogRow:
    """The numbers of one line. A row without an iteration belongs to the next iteration printed."""

    it: int | None
    values: dict[Metric, float] = field(default_factory=dict)
    last: int | None = None  # the run's last iteration, if the line states it
    counted: bool = False  # the trainer prints no iterations: count the lines or epochs instead
    placing: Placing | None = None


# a line that a format knows and that has no row: one batch of an evaluation, or "the best loss so far"
NO_ROW = LogRow(None)


def no_row(text: str) -> None:
    """`read` of formats that are not read line by line."""


@dataclass(frozen=True)
class Format:
    """One trainer's log. `read` turns a line into a row, or returns None if the line is not of this format."""

    name: str
    example: str
    read: Callable[[str], LogRow | None] = no_row
    startup_texts: tuple[str, ...] = ()  # printed only by this trainer, before its first iteration
    counts: Counts = "iterations"
    ignored_settings: frozenset[str] = frozenset()  # names that mean something else in this trainer
    of_language_models: bool = True  # False: of models of all kinds, so the words of the log decide (families.py)


LinePattern = tuple[str, str]  # text that every such line contains (fast to look for), and a regular expression


def line_format(
    name: str,
    example: str,
    *patterns: LinePattern,
    startup_texts: tuple[str, ...] = (),
    counts: Counts = "iterations",
    ignored_settings: frozenset[str] = frozenset(),
) -> Format:
    """A format whose lines match one of several patterns; the first that matches reads the line.

    Groups are named after metrics (run.py) or after UNITS. `it` is the iteration and `last` the run's last one. A group
    `rest` is searched for named numbers, because forks add and reorder them.
    """
    readers = [(needle, PatternReader(pattern).read) for needle, pattern in patterns]

    def read(text: str) -> LogRow | None:
        for needle, read_line in readers:
            if needle in text and (row := read_line(text)):
                return row
        return None

    return Format(name, example, read, startup_texts, counts, ignored_settings)


class PatternReader:
    """One pattern, and the meaning of its groups."""

    def __init__(self, pattern: str) -> None:
        compiled = re.compile(pattern)
        groups = dict(compiled.groupindex)
        self.search = compiled.search
        self.it, self.last, self.rest = groups.pop("it", 0), groups.pop("last", 0), groups.pop("rest", 0)
        # each group's place, its metric, and what to multiply and divide by
        self.metrics: list[tuple[int, Metric, float, float]] = [
            (index - 1, *UNITS.get(group, (group, 1, 1))) for group, index in groups.items()
        ]

    def read(self, text: str) -> LogRow | None:
        match = self.search(text)
        if match is None:
            return None
        groups = match.groups()
        it = None
        if self.it:
            digits = groups[self.it - 1]
            it = int(digits) if len(digits) < SAFE_DIGITS else iteration(digits)
            if it is None:
                return None
        values: dict[Metric, float] = {}
        for place, metric, times, by in self.metrics:
            if (found := groups[place]) is not None and (value := number(found)) is not None:
                values[metric] = value * times / by
        if self.rest and groups[self.rest - 1]:
            for metric, value in named_numbers(groups[self.rest - 1]).items():
                values.setdefault(metric, value)
        if not values:
            return None
        last = groups[self.last - 1] if self.last else None
        return LogRow(it, values, iteration(last) if last else None)
