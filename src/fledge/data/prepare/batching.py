"""The documents of all inputs as one flow of batches, from any place on.

Batches are cut where it suits, and never where the tokens would come out otherwise: what is written depends on the
text alone, not on how often the work was interrupted or how many worked on it.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from fledge.common.errors import FledgeError
from fledge.data.corpus import Reading, read_pieces
from fledge.data.corpus.inputs import Input
from fledge.data.corpus.records import Bad, Damaged
from fledge.tokenizer.base import Tokenizer

BATCH_CHARACTERS = 1 << 20
MOST_CARRIED = 2 << 20  # characters without a word's end: base64 or a genome, cut wherever we are


@dataclass(frozen=True)
class Place:
    """Everything before it has been written."""

    input: int = 0
    records: int = 0  # of that input
    characters: int = 0  # of the record that comes next
    open: str = ""  # what becomes of that record, if it has begun: train, val or dropped
    documents: int = 0  # begun so far, in all inputs
    position: int = 0  # characters so far, in all inputs


class Part(NamedTuple):
    """A document, or some of one that is too long to be held whole."""

    text: str
    starts: bool
    is_whole: bool
    closes: bool  # <|endoftext|> follows
    split: str  # "" if its document's hash decides


@dataclass(frozen=True)
class Batch:
    parts: list[Part]
    after: Place
    skipped: Counter[str]


@dataclass(frozen=True)
class Contiguous:
    """The end of the text is the validation split: all that follows character number `cut`."""

    cut: int
    documents: int  # with text: nothing divides the last of them from what follows
    characters: int  # in all


class Flow:
    def __init__(
        self,
        inputs: Sequence[Input],
        open_input: Callable[[int], Path],
        reading: Reading,
        tokenizer: Tokenizer,
        contiguous: Contiguous | None,
        skip_errors: bool,
        report: Callable[[int], None],
    ) -> None:
        self.inputs, self.open_input, self.reading = inputs, open_input, reading
        self.tokenizer, self.contiguous = tokenizer, contiguous
        self.skip_errors, self.report = skip_errors, report

    def batches(self, start: Place) -> Iterator[Batch]:
        place = start
        while place.input < len(self.inputs):
            reader = _InputReader(self, place)
            yield from reader.batches(self.open_input(place.input))
            place = reader.place


class _InputReader:
    """One input's records as parts. The counts say where these end; what was read after that is `carried`."""

    def __init__(self, flow: Flow, start: Place) -> None:
        self.flow, self.input = flow, start.input
        self.name = flow.inputs[start.input].name
        self.records, self.characters = start.records, start.characters
        self.documents, self.position = start.documents, start.position
        self.parts: list[Part] = []
        self.size = 0  # characters in the parts
        self.skipped: Counter[str] = Counter()
        self.carried = ""
        self.ends_line = False

    @property
    def place(self) -> Place:
        return Place(self.input, self.records, self.characters, documents=self.documents, position=self.position)

    def batches(self, path: Path) -> Iterator[Batch]:
        flow = self.flow
        unread = self.characters  # of a document that was begun before an interruption
        is_plain = flow.contiguous is None and flow.tokenizer.eot is not None
        try:
            for item in read_pieces(path, self.name, flow.reading, self.records, flow.report):
                if isinstance(item, Bad):
                    self._bad(item)
                elif is_plain and item.ends and item.text and not self.carried and not self.characters:
                    self._add_whole(item.text)
                elif unread:
                    self._take(item.text, item.text[unread:], item.ends)
                    unread = max(0, unread - len(item.text))
                else:
                    self._take(item.text, item.text, item.ends)
                if self.size >= BATCH_CHARACTERS:
                    yield self._batch()
        except Damaged as damage:
            if not flow.skip_errors:
                raise unreadable(damage) from damage
            self.skipped[f"{damage.reason} file"] += 1
            if self.carried or self.characters:
                self._end_document()
        self.input, self.records, self.characters = self.input + 1, 0, 0
        yield self._batch()

    def _bad(self, item: Bad) -> None:
        if item.is_fault and not self.flow.skip_errors:
            raise unusable(self.name, item)
        self.skipped[item.reason] += 1
        self.records += 1

    def _take(self, whole: str, text: str, ends: bool) -> None:
        """The unread `text` of a piece; parts are cut only where both sides encode as the whole would."""
        contiguous, tokenizer = self.flow.contiguous, self.flow.tokenizer
        if whole:
            self.ends_line = whole[-1] == "\n"
        if contiguous and 0 <= (inside := contiguous.cut - self.position - len(self.carried)) < len(text):
            self.carried += text[:inside]
            self._add(len(self.carried))
            text = text[inside:]
        self.carried += text
        if not ends:
            self._add(tokenizer.safe_cut(self.carried) or (MOST_CARRIED if len(self.carried) > MOST_CARRIED else 0))
        elif self.carried or self.characters:
            self._end_document()
        else:
            self.skipped["empty"] += 1
            self.records += 1

    def _end_document(self) -> None:
        flow = self.flow
        number = self.documents + (not self.characters)
        is_last = flow.contiguous is not None and number == flow.contiguous.documents
        if flow.tokenizer.eot is None and not self.ends_line and not is_last:
            self.carried += "\n"  # the only divider such a vocabulary has
        self._add(len(self.carried), ends=True, closes=not is_last)
        self.records += 1
        self.characters = 0

    def _add(self, length: int, ends: bool = False, closes: bool = False) -> None:
        """The first `length` characters of what is carried, as a part."""
        if not length and not ends:
            return
        contiguous, starts = self.flow.contiguous, not self.characters
        text, self.carried = self.carried[:length], self.carried[length:]
        split = "" if contiguous is None else "train" if self.position + length <= contiguous.cut else "val"
        self.parts.append(Part(text, starts, starts and ends, closes, split))
        self.size += length
        self.characters += length
        self.documents += starts
        self.position += length

    def _add_whole(self, text: str) -> None:
        """What most documents of a collection come to, without the questions that others raise."""
        self.parts.append(Part(text, True, True, True, ""))
        self.size += len(text)
        self.records += 1
        self.documents += 1
        self.position += len(text)

    def _batch(self) -> Batch:
        batch = Batch(self.parts, self.place, self.skipped)
        self.parts, self.size, self.skipped = [], 0, Counter()
        return batch


def unreadable(damage: Damaged) -> FledgeError:
    return FledgeError(damage.problem, f"{damage.fix} Or go on without it: --on_error=skip.".strip())


def unusable(name: str, item: Bad) -> FledgeError:
    return FledgeError(
        f"{name}, {item.where}: {item.reason}.", "Mend it, or leave out what can't be used: --on_error=skip."
    )
