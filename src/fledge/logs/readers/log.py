"""LogReader: reads a log line by line, decides on its format, and counts the lines no format understands."""

import re
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field

from fledge.logs.readers import generic
from fledge.logs.readers.assemble import Assembler
from fledge.logs.readers.cleanup import seen_lines
from fledge.logs.readers.format import Format, LogRow
from fledge.logs.readers.metadata import LineMetadata, read_metadata
from fledge.logs.readers.notices import failed_part
from fledge.logs.readers.numbers import decimals, split_tail
from fledge.logs.readers.stated import note_stated
from fledge.logs.run import Metric, Run, StepPart

DECIDING_ROWS = 50  # the format is chosen after so many rows of one format
MAX_KEPT_LINES = 20_000  # or after so many lines
MAX_EXAMPLES = 20  # lines that were not understood, shown by --verbose
MAX_EXAMPLE_CHARS = 200
TRACEBACK_LINES = 200  # kept, to see where an error happened
SAMPLE_ROWS = 50  # kept, to see how many decimals a trainer prints
NAMED_LOSS = re.compile(r"loss\b[\w/]*[\"']?\s{0,3}[:=|]?\s{0,3}\d+\.\d", re.IGNORECASE)  # a number must follow
LOSSES: tuple[Metric, ...] = ("loss", "train_loss", "val_loss")


@dataclass
class LogReading:
    """The runs of a log, and how much of it was understood."""

    runs: list[Run] = field(default_factory=list)
    lines: int = 0
    rows: int = 0
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


class LogReader:
    """Takes lines one at a time: a log may be larger than memory."""

    def __init__(self, name: str, formats: Sequence[Format]) -> None:
        self.name, self.formats = name, (*formats, generic.FORMAT)
        self.chosen: Format | None = None
        self.into: Assembler | None = None
        self.rows_found: Counter[str] = Counter()  # by format
        self.startups_found: Counter[str] = Counter()  # by format
        self.kept: list[KeptLine] = []
        self.recent: deque[str] = deque(maxlen=TRACEBACK_LINES)
        # recent rows, by their metrics
        self.samples: dict[tuple[Metric, ...], deque[str]] = defaultdict(lambda: deque(maxlen=SAMPLE_ROWS))
        self.stated: dict[str, list[str]] = {}  # before the first loss
        self.has_losses = False
        self.reading = LogReading()

    def feed(self, lines: Iterable[str]) -> None:
        for raw in lines:
            self.reading.lines += 1
            for text in seen_lines(raw):
                if self.into is None:
                    self._try_formats(text)
                else:
                    self._read(text)

    def feed_last(self, raw: str) -> None:
        """The last line of a file without a final line end: it may stop inside a number."""
        if raw.strip():
            if self.into is None and self.rows_found:
                self._decide()
            *whole, last = seen_lines(raw)
            self.feed(["\r".join([*whole, self._without_cut_number(last)])])

    def finish(self) -> LogReading:
        if self.into is None:
            self._decide()
        assert self.into is not None
        self.reading.runs = self.into.finish(self.reading.lines)
        if len(self.reading.runs) == 1:
            self.reading.runs[0].stated = self.stated
        for run in self.reading.runs:
            run.unread_losses = self.reading.losses
        return self.reading

    @property
    def is_known(self) -> bool:
        """Whether it has rows, or at least the startup texts of a known trainer."""
        return bool(self.reading.rows or self.startups_found)

    def _try_formats(self, text: str) -> None:
        rows = {kind.name: row for kind in self.formats if (row := kind.read(text))}
        self.rows_found.update(rows.keys())
        self.startups_found.update(
            kind.name for kind in self.formats if any(startup in text for startup in kind.startup_texts)
        )
        metadata = LineMetadata() if rows else read_metadata(text)
        self.has_losses = self.has_losses or any(metric in row.values for row in rows.values() for metric in LOSSES)
        if not self.has_losses:
            note_stated(text, self.stated)
        if not rows:
            self.recent.append(text)
        if not rows and not metadata:
            if text.strip():
                self.reading.not_understood(self.reading.lines, text)
            return
        self.kept.append(KeptLine(self.reading.lines, text, rows, metadata, self._failed_part(metadata)))
        if len(self.kept) >= MAX_KEPT_LINES or (rows and max(self.rows_found.values()) >= DECIDING_ROWS):
            self._decide()

    def _decide(self) -> None:
        self.chosen = self._best_format()
        self.into = Assembler(self.name, self.chosen)
        for kept in self.kept:
            if row := kept.rows.get(self.chosen.name):
                self._take_row(row, kept.line, kept.text)
            else:
                metadata = read_metadata(kept.text) if kept.rows else kept.metadata
                self._take_metadata(metadata, kept.line, kept.text, kept.part)
        self.kept = []

    def _best_format(self) -> Format:
        """The format with the most rows; of two with as many, the one whose startup texts were seen.

        Named numbers match many trainers' lines, so they need ten times as many rows.
        """
        best = max(self.formats[:-1], key=lambda kind: (self.rows_found[kind.name], self.startups_found[kind.name]))
        named = self.rows_found[generic.FORMAT.name]
        if self.rows_found[best.name] * 10 >= max(named, 1) or (not named and self.startups_found[best.name]):
            return best
        return generic.FORMAT

    def _read(self, text: str) -> None:
        assert self.chosen is not None
        if row := self.chosen.read(text):
            self._take_row(row, self.reading.lines, text)
            return
        self.recent.append(text)
        metadata = read_metadata(text)
        self._take_metadata(metadata, self.reading.lines, text, self._failed_part(metadata))

    def _take_row(self, row: LogRow, line: int, text: str) -> None:
        assert self.into is not None
        self.reading.rows += 1
        self.into.row(row, line)
        self.samples[tuple(row.values)].append(text)

    def _take_metadata(self, metadata: LineMetadata, line: int, text: str, part: StepPart | None) -> None:
        assert self.into is not None
        for name, value in metadata.settings.items():
            self.into.setting(name, value, line)
        if metadata.notice:
            self.into.notice(*metadata.notice, line, part)
        if not metadata and text.strip():
            self.reading.not_understood(line, text)

    def _failed_part(self, metadata: LineMetadata) -> StepPart | None:
        if metadata.notice and metadata.notice[0] == "out_of_memory":
            return failed_part(self.recent)
        return None

    def _without_cut_number(self, text: str) -> str:
        """The text without the number at its end, unless that has all the decimals such numbers have in this log."""
        tail = split_tail(text)
        candidates = [self.chosen] if self.chosen else self.formats
        reading = [kind for kind in candidates if kind.read(text)]
        if tail is None or not reading:
            return text
        before, after = reading[0].read(tail[0]), reading[0].read(text)
        metrics = (after.values.keys() if after else set()) - (before.values.keys() if before else set())
        is_whole = metrics <= set(LOSSES) and tail[1] >= self._usual_decimals(metrics)
        return text if is_whole else tail[0]

    def _usual_decimals(self, metrics: Set[Metric]) -> int:
        """The decimals these metrics are printed with; if they never were, those of any loss."""
        rows = [(theirs, text) for theirs, texts in self.samples.items() for text in texts]
        same = [text for theirs, text in rows if metrics <= set(theirs)]
        return max((self._loss_decimals(text) for text in same or [text for _, text in rows]), default=0)

    def _loss_decimals(self, text: str) -> int:
        row = self.chosen.read(text) if self.chosen else None
        return decimals(text, [row.values[metric] for metric in LOSSES if metric in row.values]) if row else 0
