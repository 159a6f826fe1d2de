"""The documents of all inputs as batches, starting at any point.

Text is only cut where the tokens stay the same: what is written depends on the text alone, not on how often the work
was interrupted or how many threads did it.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from fledge.data.corpus.reader import read_records
from fledge.data.corpus.records import BadRecord, DamagedFile
from fledge.data.prepare.source import Report, TextSource
from fledge.tokenizer.base import Tokenizer

BATCH_CHARS = 1 << 20
MAX_CARRIED_CHARS = 2 << 20  # text without the end of a word (base64, a genome) is cut here wherever it is


@dataclass(frozen=True)
class ResumePoint:
    """Everything before this point has been written."""

    input: int = 0
    records: int = 0  # of that input
    characters: int = 0  # of the next record
    open: str = ""  # where that record goes, if it has begun: train, val or dropped
    documents: int = 0  # begun so far, in all inputs
    position: int = 0  # characters so far, in all inputs


class Segment(NamedTuple):
    """A document, or a part of one that is too long to be held whole."""

    text: str
    starts: bool
    is_whole: bool
    closes: bool  # <|endoftext|> follows
    split: str  # "": the hash of the document decides


@dataclass(frozen=True)
class Batch:
    segments: list[Segment]
    after: ResumePoint
    skipped: Counter[str]


@dataclass(frozen=True)
class ContiguousSplit:
    """The validation split is the end of the text: everything from character number `cut` on."""

    cut: int
    documents: int  # with text: nothing separates the last of them from what follows
    characters: int  # in all


class BatchReader:
    """Turns the records of the inputs into segments.

    The counts end where these do; the text after that is `carried`.
    """

    def __init__(
        self,
        source: TextSource,
        tokenizer: Tokenizer,
        contiguous: ContiguousSplit | None,
        report: Report,
        start: ResumePoint,
    ) -> None:
        self.source, self.tokenizer, self.contiguous, self.report = source, tokenizer, contiguous, report
        self.input, self.records, self.characters = start.input, start.records, start.characters
        self.documents, self.position = start.documents, start.position
        self.segments: list[Segment] = []
        self.size = 0  # characters in the segments
        self.skipped: Counter[str] = Counter()
        self.carried = ""
        self.ends_line = False

    def batches(self) -> Iterator[Batch]:
        while self.input < len(self.source.inputs):
            yield from self._input_batches()

    def _input_batches(self) -> Iterator[Batch]:
        unread = self.characters  # of a document that was begun before an interruption
        path, name = self.source.open_input(self.input), self.source.inputs[self.input].name
        try:
            for record in read_records(path, name, self.source.read_options, self.records, self.report):
                if isinstance(record, BadRecord):
                    self.skipped[self.source.check_bad_record(name, record)] += 1
                    self.records += 1
                else:
                    self._take(record.text, record.text[unread:], record.ends)
                    unread = max(0, unread - len(record.text))
                if self.size >= BATCH_CHARS:
                    yield self._batch()
        except DamagedFile as damage:
            self.skipped[self.source.check_damage(damage)] += 1
            if self.carried or self.characters:
                self._end_document()
        self.input, self.records, self.characters = self.input + 1, 0, 0
        yield self._batch()

    def _take(self, whole: str, text: str, ends: bool) -> None:
        """Add the unread `text` of a chunk. Segments are cut only where both sides encode as the whole would."""
        if whole:
            self.ends_line = whole[-1] == "\n"
        if self.contiguous:
            before_cut = self.contiguous.cut - self.position - len(self.carried)
            if 0 <= before_cut < len(text):
                self.carried += text[:before_cut]
                self._add(len(self.carried))
                text = text[before_cut:]
        self.carried += text
        if not ends:
            cut = self.tokenizer.safe_cut(self.carried)
            if not cut and len(self.carried) > MAX_CARRIED_CHARS:
                cut = MAX_CARRIED_CHARS
            self._add(cut)
        elif self.carried or self.characters:
            self._end_document()
        else:
            self.skipped["empty"] += 1
            self.records += 1

    def _end_document(self) -> None:
        number = self.documents if self.characters else self.documents + 1
        is_last = self.contiguous is not None and number == self.contiguous.documents
        if self.tokenizer.eot is None and not self.ends_line and not is_last:
            self.carried += "\n"  # the only separator such a vocabulary has
        self._add(len(self.carried), ends=True, closes=not is_last)
        self.records += 1
        self.characters = 0

    def _add(self, length: int, ends: bool = False, closes: bool = False) -> None:
        """Make a segment of the first `length` characters of the carried text."""
        if not length and not ends:
            return
        starts = not self.characters
        text, self.carried = self.carried[:length], self.carried[length:]
        split = ""
        if self.contiguous:
            split = "train" if self.position + length <= self.contiguous.cut else "val"
        self.segments.append(Segment(text, starts, starts and ends, closes, split))
        self.size += length
        self.characters += length
        self.documents += starts
        self.position += length

    def _batch(self) -> Batch:
        place = (self.input, self.records, self.characters)
        point = ResumePoint(*place, documents=self.documents, position=self.position)
        batch = Batch(self.segments, point, self.skipped)
        self.segments, self.size, self.skipped = [], 0, Counter()
        return batch
