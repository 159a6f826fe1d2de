"""A log, line by line, into runs: which format it is shows after some rows, and what was not understood is counted."""

from collections import Counter, deque
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field

from fledge.logs.readers import generic, preamble
from fledge.logs.readers.assemble import Assembler
from fledge.logs.readers.format import Format
from fledge.logs.readers.lines import Row, clean, decimals, without_tail
from fledge.logs.readers.notices import place_of
from fledge.logs.readers.preamble import Aside
from fledge.logs.run import Metric, Run

DECIDED = 50  # rows, after which the format is no longer in question
MOST_KEPT = 20_000  # lines, after which it isn't either
SHOWN = 20  # examples of lines that were not understood
TRACEBACK = 200  # lines before an error that say where it was
LOSSES: tuple[Metric, ...] = ("loss", "train_loss", "val_loss")
BEFORE = 50  # rows that show how many decimals a trainer prints


@dataclass
class Reading:
    """What was read of a log."""

    runs: list[Run]
    lines: int = 0
    rows: int = 0
    other: int = 0  # lines that say nothing of the training: samples, tables, tracebacks
    examples: list[tuple[int, str]] = field(default_factory=list)  # of those, with their line numbers


@dataclass(slots=True)
class Kept:
    """A line that may matter, while the format is in question: what each format and the preamble made of it."""

    line: int
    text: str
    rows: dict[str, Row]
    aside: Aside
    place: str


class LogReader:
    """Takes lines as they come: a log may be larger than memory."""

    def __init__(self, name: str, formats: Sequence[Format]) -> None:
        self.name, self.formats = name, (*formats, generic.FORMAT)
        self.chosen: Format | None = None
        self.into: Assembler | None = None
        self.found: Counter[str] = Counter()
        self.signs: Counter[str] = Counter()
        self.kept: list[Kept] = []
        self.recent: deque[str] = deque(maxlen=TRACEBACK)
        self.samples: dict[tuple[Metric, ...], deque[str]] = {}  # rows of late, by what they measure
        self.lines = self.rows = self.other = 0
        self.examples: list[tuple[int, str]] = []

    def feed(self, lines: Iterable[str]) -> None:
        for raw in lines:
            self.lines += 1
            for text in clean(raw):
                if self.into is None:
                    self._guess(text)
                else:
                    self._read(text)

    def feed_last(self, raw: str) -> None:
        """The last line of a file that does not end with a line end: it may stop inside a number."""
        if raw.strip():
            if self.into is None and self.found:
                self._decide()
            *whole, last = clean(raw)
            self.feed(["\r".join([*whole, self._surely(last)])])

    def finish(self) -> Reading:
        if self.into is None:
            self._decide()
        assert self.into is not None
        return Reading(self.into.finish(self.lines), self.lines, self.rows, self.other, self.examples)

    @property
    def is_known(self) -> bool:
        """Whether it has rows, or at least the signs of a trainer."""
        return bool(self.rows or self.signs)

    def _guess(self, text: str) -> None:
        rows = {kind.name: row for kind in self.formats if (row := kind.read(text))}
        self.found.update(rows.keys())
        self.signs.update(kind.name for kind in self.formats if any(sign in text for sign in kind.signs))
        aside = Aside() if rows else preamble.read(text)
        if not rows:
            self.recent.append(text)
        if not rows and not aside:
            self._not_understood(self.lines, text)
            return
        self.kept.append(Kept(self.lines, text, rows, aside, self._place(aside)))
        if len(self.kept) >= MOST_KEPT or (rows and max(self.found.values()) >= DECIDED):
            self._decide()

    def _decide(self) -> None:
        self.chosen = self._best()
        self.into = Assembler(self.name, self.chosen)
        for kept in self.kept:
            if row := kept.rows.get(self.chosen.name):
                self._take_row(row, kept.line, kept.text)
            else:
                aside = preamble.read(kept.text) if kept.rows else kept.aside
                self._take_aside(aside, kept.line, kept.text, kept.place)
        self.kept = []

    def _best(self) -> Format:
        """The format most rows are of; where two are, whose signs there are. Named numbers fit many trainers' lines."""
        best = max(self.formats[:-1], key=lambda kind: (self.found[kind.name], self.signs[kind.name]))
        named = self.found[generic.FORMAT.name]
        if self.found[best.name] * 10 >= max(named, 1) or (not named and self.signs[best.name]):
            return best
        return generic.FORMAT

    def _read(self, text: str) -> None:
        assert self.chosen is not None
        if row := self.chosen.read(text):
            self._take_row(row, self.lines, text)
            return
        self.recent.append(text)
        aside = preamble.read(text)
        self._take_aside(aside, self.lines, text, self._place(aside))

    def _take_row(self, row: Row, line: int, text: str) -> None:
        assert self.into is not None
        self.rows += 1
        self.into.row(row, line)
        kind = tuple(row.values)
        if kind not in self.samples:
            self.samples[kind] = deque(maxlen=BEFORE)
        self.samples[kind].append(text)

    def _take_aside(self, aside: Aside, line: int, text: str, place: str) -> None:
        assert self.into is not None
        for name, value in aside.settings.items():
            self.into.setting(name, value, line)
        if aside.mark:
            self.into.mark(*aside.mark, line, place)
        if not aside:
            self._not_understood(line, text)

    def _place(self, aside: Aside) -> str:
        return place_of(self.recent) if aside.mark and aside.mark[0] == "out_of_memory" else ""

    def _not_understood(self, line: int, text: str) -> None:
        if stripped := text.strip():
            self.other += 1
            if len(self.examples) < SHOWN:
                self.examples.append((line, stripped[:200]))

    def _surely(self, text: str) -> str:
        """The text without a number at its end, unless that has the decimals that such numbers have in this log."""
        tail = without_tail(text)
        reading = [kind for kind in ([self.chosen] if self.chosen else self.formats) if kind.read(text)]
        if tail is None or not reading:
            return text
        before, after = reading[0].read(tail[0]), reading[0].read(text)
        metrics = (after.values.keys() if after else set()) - (before.values.keys() if before else set())
        return text if metrics <= set(LOSSES) and tail[1] >= self._decimals(metrics) else tail[0]

    def _decimals(self, metrics: Set[Metric]) -> int:
        """Decimals that these metrics are printed with, or where they never were, that any loss is."""
        rows = [(kind, text) for kind, texts in self.samples.items() for text in texts]
        same = [text for kind, text in rows if metrics <= set(kind)]
        return max((self._loss_decimals(text) for text in same or [text for _, text in rows]), default=0)

    def _loss_decimals(self, text: str) -> int:
        row = self.chosen.read(text) if self.chosen else None
        return decimals(text, [row.values[metric] for metric in LOSSES if metric in row.values]) if row else 0
