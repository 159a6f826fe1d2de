"""LogReader: reads a log line by line, decides on its format, and counts the lines no format understands."""

import itertools
import re
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from typing import NamedTuple

from fledge.config.fields import Value
from fledge.logs.readers import generic
from fledge.logs.readers.cleanup import PREFIX_STARTS, STAMP, seen_lines
from fledge.logs.readers.families import family_of, judge_model
from fledge.logs.readers.format import NO_ROW, Format, LogRow
from fledge.logs.readers.metadata import LineMetadata, read_metadata
from fledge.logs.readers.notices import failed_part
from fledge.logs.readers.numbers import decimals, split_tail
from fledge.logs.readers.source_code import CodeWatch
from fledge.logs.readers.stated import note_stated
from fledge.logs.readers.tracks import Tracks
from fledge.logs.readers.unfold import Unfolder
from fledge.logs.run import Metric, Run, StepPart

DECIDING_ROWS = 50  # the format is chosen after so many rows of one format
MAX_KEPT_LINES = 20_000  # or after so many lines
GENERIC_ROWS = 3  # times as many rows as a trainer's own format: then the lines of most rows have only named numbers
MAX_EXAMPLES = 20  # lines that were not understood, shown by --verbose
MAX_EXAMPLE_CHARS = 200
MAX_OTHER_LINES = 300  # kept, to see by their words what the model is
TRACEBACK_LINES = 200  # kept, to see where an error happened
SAMPLE_ROWS = 50  # kept, to see how many decimals a trainer prints
NAMED_LOSS = re.compile(r"loss\b[\w/]*[\"']?\s{0,3}[:=|]?\s{0,3}\d+\.\d", re.IGNORECASE)  # a number must follow
EVALUATED_LOSS = re.compile(  # of one of several datasets: `val/c4_loss: 3.2`
    r"\b(?:val|valid|validation|eval|test)[/_ .-][\w/.-]{0,80}(?:loss|entropy|nll|ce)\b[\"']?\s{0,3}[:=|]?\s{0,3}\d",
    re.IGNORECASE,
)
STAMP_CHARS = 100  # a line's time is in the first ones
ISO_CHARS = 19  # of a date and a time to the second
LOSSES: tuple[Metric, ...] = ("loss", "train_loss", "val_loss")


@dataclass
class LogReading:
    """The runs of a log, and how much of it was understood."""

    runs: list[Run] = field(default_factory=list)
    lines: int = 0
    rows: int = 0  # a line of progress bars may have many
    other: int = 0  # lines that are not about training: samples, tables, tracebacks
    examples: list[tuple[int, str]] = field(default_factory=list)  # some of those, with their line numbers
    losses: int = 0  # of the other lines, those that name a loss

    def not_understood(self, line: int, text: str) -> None:
        self.other += 1
        self.losses += bool(NAMED_LOSS.search(text))
        if len(self.examples) < MAX_EXAMPLES:
            self.examples.append((line, text.strip()[:MAX_EXAMPLE_CHARS]))


@dataclass(slots=True)
class KeptLine:
    """A line kept until the format is chosen: the row that each format reads in it, and its metadata."""

    line: int
    text: str
    rows: dict[str, LogRow]
    metadata: LineMetadata
    part: StepPart | None
    stamp: str


class FoundSetting(NamedTuple):
    name: str
    value: Value
    line: int
    is_assigned: bool  # it may turn out to be source code


class LogReader:
    """Takes lines one at a time: a log may be larger than memory."""

    def __init__(self, name: str, formats: Sequence[Format]) -> None:
        self.name, self.formats = name, (*formats, generic.FORMAT)
        self.chosen: Format | None = None
        self.into: Tracks | None = None
        self.rows_found: Counter[str] = Counter()  # by format
        self.startups_found: Counter[str] = Counter()  # by format
        self.kept: list[KeptLine] = []
        self.recent: deque[str] = deque(maxlen=TRACEBACK_LINES)
        # recent rows, by their metrics
        self.samples: dict[tuple[Metric, ...], deque[str]] = defaultdict(lambda: deque(maxlen=SAMPLE_ROWS))
        self.others: list[str] = []
        self.stated: dict[str, list[str]] = {}  # before the first loss
        self.has_losses = False
        self.reading = LogReading()
        self.unfolder, self.code = Unfolder(), CodeWatch()
        self.settings: list[FoundSetting] = []  # since the last row
        self.raw = ""
        self.known_line = 0  # the last line of which a part was understood
        self.unknown: tuple[int, str] | None = None  # the last one of which no part was, so far

    def feed(self, lines: Iterable[str]) -> None:
        reading, unfolder = self.reading, self.unfolder
        for raw in lines:
            reading.lines += 1
            self.raw = raw
            for text in seen_lines(raw):
                if self.chosen is not None and unfolder.is_idle and (row := self.chosen.read(text)):
                    self._take_row(row, reading.lines, text, self._stamp(row.counted))
                else:
                    for line, unfolded in unfolder.feed(reading.lines, text):
                        self._read(line, unfolded)

    def feed_last(self, raw: str) -> None:
        """The last line of a file without a final line end: it may stop inside a number."""
        if raw.strip():
            if self.into is None and self.rows_found:
                self._decide()
            *whole, last = seen_lines(raw)
            self.feed(["\r".join([*whole, *self._without_cut_number(last)])])

    def finish(self) -> LogReading:
        for line, text in self.unfolder.finish():
            self._read(line, text)
        if self.into is None:
            self._decide()
        assert self.into is not None
        assert self.chosen is not None
        self._take_settings()
        self._count_unknown()
        self.reading.runs = self.into.finish(self.reading.lines)
        if len(self.reading.runs) == 1:
            self.reading.runs[0].stated = self.stated
        rows = [text for texts in self.samples.values() for text in texts]
        family = family_of(rows) if self.chosen is generic.FORMAT else None
        words = () if self.chosen.of_language_models else (*rows, *self.others)
        unread = sum(EVALUATED_LOSS.search(text) is not None for text in rows)
        for run in self.reading.runs:
            run.unread_losses = self.reading.losses
            run.unread_evaluations = unread if not run.curves.keys() & {"val_loss", "val_bpb"} else 0
            run.format = family.name if family else run.format
            judge_model(run, words, family is not None and family.is_general)
        return self.reading

    @property
    def is_known(self) -> bool:
        """Whether it has rows, or at least the startup texts of a known trainer."""
        return bool(self.reading.rows or self.startups_found)

    def _read(self, line: int, text: str) -> None:
        if self.chosen is None:
            self._try_formats(line, text)
            return
        if row := self.chosen.read(text):
            self._take_row(row, line, text, self._stamp(row.counted))
            return
        metadata = self._metadata(line, text)
        self._take_metadata(metadata, line, text, self._failed_part(metadata))

    def _try_formats(self, line: int, text: str) -> None:
        found = {kind.name: row for kind in self.formats if (row := kind.read(text))}
        rows = {name: row for name, row in found.items() if row is not NO_ROW}
        # `val loss 3.2` alone is in many formats: it says nothing about which it is
        self.rows_found.update(name for name, row in rows.items() if row.it is not None or row.counted)
        self.startups_found.update(
            kind.name for kind in self.formats if any(startup in text for startup in kind.startup_texts)
        )
        metadata = LineMetadata() if rows else self._metadata(line, text)
        self.has_losses = self.has_losses or any(metric in row.values for row in rows.values() for metric in LOSSES)
        if not self.has_losses:
            note_stated(text, self.stated)
        if not rows and not metadata:
            if not found:
                self._not_understood(line, text)
            return
        stamp = self._stamp(any(row.counted for row in rows.values()))
        self.known_line = line
        self.kept.append(KeptLine(line, text, rows, metadata, self._failed_part(metadata), stamp))
        if len(self.kept) >= MAX_KEPT_LINES or (rows and max(self.rows_found.values(), default=0) >= DECIDING_ROWS):
            self._decide()

    def _decide(self) -> None:
        self.chosen = self._best_format()
        self.into = Tracks(self.name, self.chosen)
        known_line = self.known_line
        for kept in self.kept:
            if row := kept.rows.get(self.chosen.name):
                self._take_row(row, kept.line, kept.text, kept.stamp)
            else:
                metadata = read_metadata(kept.text) if kept.rows else kept.metadata
                self._take_metadata(metadata, kept.line, kept.text, kept.part)
        self.kept, self.known_line = [], known_line

    def _best_format(self) -> Format:
        """The format with the most rows; of two with as many, the one whose startup texts were seen.

        Named numbers match many trainers' lines, so they need several times as many rows.
        """
        best = max(self.formats[:-1], key=lambda kind: (self.rows_found[kind.name], self.startups_found[kind.name]))
        named = self.rows_found[generic.FORMAT.name]
        if self.rows_found[best.name] * GENERIC_ROWS >= max(named, 1) or (not named and self.startups_found[best.name]):
            return best
        return generic.FORMAT

    def _stamp(self, is_counted: bool) -> str:
        """The time that a line begins with: it tells lines without an iteration apart, and runs that were joined."""
        if self.raw.startswith(("20", "[20")):
            return self.raw.lstrip("[")[:ISO_CHARS]
        found = STAMP.search(self.raw[:STAMP_CHARS]) if is_counted and self.raw.startswith(PREFIX_STARTS) else None
        return found[0] if found else ""

    def _metadata(self, line: int, text: str) -> LineMetadata:
        """A line's settings and notice. What is assigned near source code is left out, also what was read before it."""
        self.recent.append(text)
        if self.code.see(line, text):
            begins = self.code.begins()
            self.settings = [found for found in self.settings if found.line < begins or not found.is_assigned]
            for kept in itertools.takewhile(lambda kept: kept.line >= begins, reversed(self.kept)):
                kept.metadata.assigned.clear()
        metadata = read_metadata(text)
        if self.code.is_near(line):
            metadata.assigned.clear()
        return metadata

    def _take_row(self, row: LogRow, line: int, text: str, stamp: str) -> None:
        assert self.into is not None
        self.known_line = line
        if row is NO_ROW:
            return
        if self.settings:
            self._take_settings()
        self.reading.rows += 1
        self.samples[tuple(row.values)].append(text)
        self.into.row(row, line, stamp)

    def _take_settings(self) -> None:
        assert self.into is not None
        for found in self.settings:
            self.into.setting(found.name, found.value, found.line)
        self.settings = []

    def _take_metadata(self, metadata: LineMetadata, line: int, text: str, part: StepPart | None) -> None:
        assert self.into is not None
        self.settings += [FoundSetting(name, value, line, True) for name, value in metadata.assigned.items()]
        self.settings += [FoundSetting(name, value, line, False) for name, value in metadata.settings.items()]
        if metadata.notice:
            self.into.notice(*metadata.notice, line, part)
        if metadata:
            self.known_line = line
        else:
            self._not_understood(line, text)

    def _failed_part(self, metadata: LineMetadata) -> StepPart | None:
        if metadata.notice and metadata.notice[0] == "out_of_memory":
            return failed_part(self.recent)
        return None

    def _not_understood(self, line: int, text: str) -> None:
        """Remember a line until the next one: another part of it may still be understood."""
        if not text.strip():
            return
        if len(self.others) < MAX_OTHER_LINES:
            self.others.append(text)
        if self.unknown is None or self.unknown[0] != line:
            self._count_unknown()
            self.unknown = line, text

    def _count_unknown(self) -> None:
        if self.unknown is not None and self.unknown[0] != self.known_line:
            self.reading.not_understood(*self.unknown)
        self.unknown = None

    def _without_cut_number(self, text: str) -> Iterator[str]:
        """The text without the number at its end, unless that has all the decimals such numbers have in this log."""
        tail = split_tail(text)
        candidates = [self.chosen] if self.chosen else self.formats
        reading = [kind for kind in candidates if kind.read(text)]
        if self.unfolder.block or self.unfolder.columns:
            usual = split_tail(self.unfolder.last_row) if self.unfolder.columns else None
            if tail is None or (usual is not None and tail[1] >= usual[1]):
                yield text
            return
        if tail is None or not reading:
            yield text
            return
        before, after = reading[0].read(tail[0]), reading[0].read(text)
        metrics = (after.values.keys() if after else set()) - (before.values.keys() if before else set())
        is_whole = metrics <= set(LOSSES) and tail[1] >= self._usual_decimals(metrics)
        yield text if is_whole else tail[0]

    def _usual_decimals(self, metrics: Set[Metric]) -> int:
        """The decimals these metrics are printed with; if they never were, those of any loss."""
        rows = [(theirs, text) for theirs, texts in self.samples.items() for text in texts]
        same = [text for theirs, text in rows if metrics <= set(theirs)]
        return max((self._loss_decimals(text) for text in same or [text for _, text in rows]), default=0)

    def _loss_decimals(self, text: str) -> int:
        row = self.chosen.read(text) if self.chosen else None
        return decimals(text, [row.values[metric] for metric in LOSSES if metric in row.values]) if row else 0
