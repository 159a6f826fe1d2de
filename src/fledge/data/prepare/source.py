"""The text to prepare: all inputs in order, with what to do about damage."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fledge.common.errors import FledgeError
from fledge.data.corpus.inputs import Input
from fledge.data.corpus.kinds import ReadOptions
from fledge.data.corpus.reader import read_records
from fledge.data.corpus.reasons import reason_in_words
from fledge.data.corpus.records import BadRecord, Chunk, DamagedFile
from fledge.texts import say
from fledge.tokenizer.normalize import Normalizer

MAX_HELD_CHARS = 2 << 20  # text without white space is normalized in parts of this length
Report = Callable[[int], None]


@dataclass(frozen=True)
class TextSource:
    inputs: Sequence[Input]
    open_input: Callable[[int], Path]  # the local file of input number i
    read_options: ReadOptions
    skip_errors: bool

    def chunks(self, index: int, left_out: Counter[str], report: Report = lambda _: None) -> Iterator[Chunk]:
        """The text of one input; unreadable parts raise an error, or are counted in `left_out`."""
        name = self.inputs[index].name
        try:
            for record in read_records(self.open_input(index), name, self.read_options, report=report):
                if isinstance(record, Chunk):
                    yield record
                else:
                    left_out[self.check_bad_record(name, record)] += 1
        except DamagedFile as damage:
            left_out[self.check_damage(damage)] += 1

    def check_bad_record(self, name: str, record: BadRecord) -> str:
        """The reason to count for a record that is left out; an error if it may not be."""
        if record.is_fault and not self.skip_errors:
            raise FledgeError(
                say("prepare.bad_record", name=name, where=record.where, reason=reason_in_words(record.reason)),
                say("prepare.repair_or_skip"),
            )
        return record.reason

    def check_damage(self, damage: DamagedFile) -> str:
        """The reason to count for a file of which the rest is left out; an error if it may not be."""
        if not self.skip_errors:
            raise FledgeError(damage.problem, f"{damage.fix} {say('prepare.or_skip')}".strip()) from damage
        return f"{damage.reason} file"


def normalized_texts(chunks: Iterable[Chunk], normalizer: Normalizer | None) -> Iterator[str]:
    """The text of the chunks as it will be encoded. The last word of a chunk waits for the next one."""
    held = ""
    for chunk in chunks:
        if normalizer is None:
            yield chunk.text
            continue
        held += chunk.text
        is_due = chunk.ends or len(held) > MAX_HELD_CHARS
        cut = len(held) if is_due else normalizer.safe_cut(held)
        yield normalizer(held[:cut])
        held = held[cut:]
    if normalizer and held:  # of a damaged file
        yield normalizer(held)
