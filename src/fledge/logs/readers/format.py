"""A Format: how one trainer's lines look. Most are a head that gives the iteration, and named numbers behind it."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from fledge.logs.readers.lines import Row, fields, iteration, number
from fledge.logs.run import Counts, Metric

UNITS: dict[str, tuple[Metric, float, float]] = {  # groups named for another unit: the metric, times and divided by
    "dt_s": ("dt_ms", 1000, 1),
    "train_ms": ("train_s", 1, 1000),
    "train_min": ("train_s", 60, 1),
    "eval_ms": ("eval_s", 1, 1000),
    "mfu_percent": ("mfu", 1, 100),
    "memory_gib": ("memory_mb", 1024, 1),
}


def no_line(text: str) -> None:
    """Of formats that are not read line by line."""


@dataclass(frozen=True)
class Format:
    """One trainer's log: its name for people, a line of it, and the function that reads one line.

    `read` gives None for a line that is not the format's: most lines are not.
    """

    name: str
    about: str
    example: str
    read: Callable[[str], Row | None] = no_line
    signs: tuple[str, ...] = ()  # what only this trainer prints before its first iteration
    counts: Counts = "iterations"
    foreign: frozenset[str] = frozenset()  # settings whose words mean something else there


SURE_DIGITS = 15  # fewer make an iteration, whatever they are

Head = tuple[str, str]  # what every such line contains (cheap to look for), and its pattern
Part = tuple[int, Metric, float, float]  # a group's place, what it measures, and how that becomes fledge's unit


def line_format(
    name: str,
    about: str,
    example: str,
    *heads: Head,
    signs: tuple[str, ...] = (),
    counts: Counts = "iterations",
    foreign: frozenset[str] = frozenset(),
) -> Format:
    """A format whose lines match one of several patterns. A pattern's groups are named as fledge's metrics are.

    `it` is the iteration, `last` the one it will end with; a group `rest` is searched for named numbers, for trainers
    whose forks add or reorder them. The first pattern that fits a line reads it.
    """
    compiled = [(needle, LineReader(pattern).read) for needle, pattern in heads]

    def read(text: str) -> Row | None:
        for needle, read_line in compiled:
            if needle in text and (row := read_line(text)):
                return row
        return None

    return Format(name, about, example, read, signs, counts, foreign)


class LineReader:
    """One pattern, and what its groups mean."""

    def __init__(self, pattern: str) -> None:
        compiled = re.compile(pattern)
        groups = dict(compiled.groupindex)
        self.search = compiled.search
        self.it, self.last, self.rest = groups.pop("it", 0), groups.pop("last", 0), groups.pop("rest", 0)
        self.parts: list[Part] = [(index - 1, *UNITS.get(group, (group, 1, 1))) for group, index in groups.items()]

    def read(self, text: str) -> Row | None:
        match = self.search(text)
        if match is None:
            return None
        groups = match.groups()
        it = None
        if self.it:
            digits = groups[self.it - 1]
            it = int(digits) if len(digits) < SURE_DIGITS else iteration(digits)
            if it is None:
                return None
        values: dict[Metric, float] = {}
        for place, metric, times, by in self.parts:
            if (found := groups[place]) is not None and (value := number(found)) is not None:
                values[metric] = value * times / by
        if self.rest and groups[self.rest - 1]:
            for metric, value in fields(groups[self.rest - 1]).items():
                values.setdefault(metric, value)
        if not values:
            return None
        last = groups[self.last - 1] if self.last else None
        return Row(it, values, iteration(last) if last else None)
