"""View: everything a report shows of one run."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from fledge.analyze.summary import Explanation, explain
from fledge.logs.facts import Facts
from fledge.logs.readers.log import LogReading
from fledge.logs.rundir import read_events
from fledge.logs.timeline import Timeline, timeline_of

SAMPLES, SAMPLE_LENGTH = 12, 2000  # of a run; and characters of one


@dataclass(frozen=True)
class Sample:
    it: int | None
    text: str


@dataclass(frozen=True)
class View:
    label: str
    explanation: Explanation
    reading: LogReading
    samples: list[Sample] = field(default_factory=list)
    plan: dict[str, dict[str, Any]] = field(default_factory=dict)  # of each figure: planned, actual, unit

    @property
    def facts(self) -> Facts:
        return self.explanation.facts

    @cached_property
    def clock(self) -> Timeline | None:
        return timeline_of(self.facts)

    def tokens_at(self, it: int) -> float | None:
        each = self.facts.tokens_per_iter
        return None if each is None else each * it

    def seconds_at(self, it: int) -> float | None:
        return None if self.clock is None else self.clock.at(it)


def views_of(opened: Sequence[tuple[Facts, LogReading]]) -> list[View]:
    labels = unique_labels([facts.run.name for facts, _ in opened])
    return [_view(label, facts, reading) for label, (facts, reading) in zip(labels, opened, strict=True)]


def _view(label: str, facts: Facts, reading: LogReading) -> View:
    run = facts.run
    if run.origin != "directory":
        samples = [Sample(notice.it, notice.text) for notice in run.notices_of("sample")]
        return View(label, explain(facts), reading, samples)
    events = read_events(Path(run.name) / "metrics.jsonl")
    samples = [Sample(_whole(e.get("iter")), str(e.get("text", ""))) for e in events if e["event"] == "sample"]
    planned = [event for event in events if event["event"] == "planned"]
    plan = {name: row for name, row in planned[-1].items() if isinstance(row, dict)} if planned else {}
    return View(label, explain(facts), reading, samples, plan)


def _whole(value: Any) -> int | None:
    return value if isinstance(value, int) else None


def unique_labels(names: Sequence[str]) -> list[str]:
    """The last part of each name, with as many before it as tell them apart; numbered where nothing does."""
    parts = [Path(name).parts or (name,) for name in names]
    depth = 1
    while depth < max(map(len, parts)) and len({part[-depth:] for part in parts}) < len(set(parts)):
        depth += 1
    labels = ["/".join(part[-depth:]).replace("//", "/") for part in parts]
    total, seen = Counter(labels), Counter[str]()
    unique = []
    for label in labels:
        seen[label] += 1
        unique.append(f"{label} ({seen[label]})" if total[label] > 1 else label)
    return unique


def spaced(samples: Sequence[Sample], most: int = SAMPLES) -> list[Sample]:
    """The first, the last, and others evenly between."""
    if len(samples) <= most:
        return list(samples)
    return [samples[round(place * (len(samples) - 1) / (most - 1))] for place in range(most)]
