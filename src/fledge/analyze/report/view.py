"""RunView: everything the report shows about one run."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from fledge.analyze.findings.finding import SEVERITIES
from fledge.analyze.summary import Explanation, explain
from fledge.logs.facts import Facts
from fledge.logs.names import end_name, format_name
from fledge.logs.readers import LogReading
from fledge.logs.timeline import Timeline, timeline_of
from fledge.texts import Message, say, text
from fledge.texts.bidi import isolated
from fledge.texts.language import language
from fledge.texts.units import with_commas

MAX_SAMPLES = 12
MAX_SAMPLE_CHARS = 2000


@dataclass(frozen=True)
class Sample:
    it: int | None
    text: str

    @property
    def when(self) -> str:
        return text(say("report.no_iteration") if self.it is None else say("report.iteration", it=self.it))

    @property
    def excerpt(self) -> str:
        if len(self.text) <= MAX_SAMPLE_CHARS:
            return self.text
        return self.text[:MAX_SAMPLE_CHARS] + " …"


@dataclass(frozen=True)
class RunView:
    label: str
    explanation: Explanation
    reading: LogReading
    mark: Message | None = None  # beside its last evaluation: why there are no more
    why: Message | None = None  # the same in a sentence, at the top of the page

    @property
    def facts(self) -> Facts:
        return self.explanation.facts

    @cached_property
    def clock(self) -> Timeline | None:
        return timeline_of(self.facts)

    def tokens_at(self, it: int) -> float | None:
        each = self.facts.tokens_per_iter
        return None if each is None else each * it

    @cached_property
    def findings(self) -> list[dict[str, str]]:
        """Code, severity, title, evidence and advice of each finding, as `fledge explain --json` gives them."""
        return [finding.to_json() for finding in self.explanation.findings]

    @property
    def verdict(self) -> dict[str, str]:
        """The finding at the top of the page, the worst problem, and how many findings there are.

        A run that has only good findings and notes is well, so a good one comes before a note.
        """
        ranking = ("error", "warning", "good", "note")
        found = Counter(finding["severity"] for finding in self.findings)
        counts = with_commas([_counted(found[severity], severity) for severity in SEVERITIES[:3] if found[severity]])
        if self.why is not None:
            return {"severity": "note", "title": text(self.why), "counts": counts}
        none = {"severity": "note", "title": text(say("report.no_findings"))}
        worst = min(
            self.findings,
            key=lambda finding: (ranking.index(finding["severity"]), finding["code"] != "inconclusive"),
            default=none,
        )
        return {**worst, "counts": counts}

    @property
    def about(self) -> str:
        """Which program made the run, on which device, and how it ended."""
        run = self.facts.run
        kind = (
            say("report.fledge_run")
            if run.origin == "directory"
            else say("report.log_of", format=format_name(run.format))
        )
        ended = text(say("report.ended", ended=end_name(run.ended))) if run.ended else ""
        parts = [part for part in (text(kind), self.facts.device_name, ended) if part]
        return " · ".join(isolated(part) if language().is_right_to_left else part for part in parts)

    @property
    def source(self) -> str:
        """What was read, for the foot of the page."""
        run, reading = self.facts.run, self.reading
        read = {"lines": reading.lines, "rows": reading.rows, "other": reading.other}
        return text(say("report.source", run=run.name, format=format_name(run.format), **read))

    @cached_property
    def samples(self) -> list[Sample]:
        return [Sample(notice.it, notice.text) for notice in self.facts.run.notices_of("sample")]

    @property
    def shown_samples(self) -> list[Sample]:
        return spaced(self.samples)


def views_of(opened: Sequence[tuple[Facts, LogReading]]) -> list[RunView]:
    labels = unique_labels([facts.run.name for facts, _ in opened])
    return [RunView(label, explain(facts), reading) for label, (facts, reading) in zip(labels, opened, strict=True)]


def _counted(number: int, severity: str) -> Message:
    if severity == "error":
        return say("report.errors", number=number)
    return say("report.warnings", number=number) if severity == "warning" else say("report.notes", number=number)


def unique_labels(names: Sequence[str]) -> list[str]:
    """The last part of each path, with as many parts before it as tell them apart; numbered where nothing does."""
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


def spaced(samples: Sequence[Sample], most: int = MAX_SAMPLES) -> list[Sample]:
    """The first, the last, and others evenly between."""
    if len(samples) <= most:
        return list(samples)
    return [samples[round(place * (len(samples) - 1) / (most - 1))] for place in range(most)]
