"""A sample of the text that a user names: enough to learn a vocabulary from, or to measure one on."""

import contextlib
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fledge.common.files import cache_dir, reported
from fledge.common.progress import byte_bar
from fledge.data.corpus.find import find_inputs
from fledge.data.corpus.inputs import Input
from fledge.data.corpus.kinds import ReadOptions
from fledge.data.corpus.local import describe_skipped
from fledge.data.corpus.reader import read_records
from fledge.data.corpus.reasons import counted_reasons
from fledge.data.corpus.records import BadRecord
from fledge.texts import say


@dataclass
class TextSample:
    """Up to `max_bytes` of text: the beginning of every local file, an equal share of each.

    Files that have to be downloaded are read whole, one after the other, until there is enough.
    """

    inputs: Sequence[Input]
    read_options: ReadOptions
    max_bytes: int
    skipped: Counter[str]
    bytes: int = 0
    read: set[str] = field(default_factory=set)  # names of the inputs with text
    is_all: bool = True
    bad: Counter[str] = field(default_factory=Counter)

    def __iter__(self) -> Iterator[tuple[Input, str]]:
        # The smallest first: the larger ones may take what these leave of their share.
        local = sorted((item for item in self.inputs if not item.is_temporary), key=lambda item: item.size or 0)
        inputs = local + [item for item in self.inputs if item.is_temporary]
        sizes = [item.size for item in inputs]
        total = self.max_bytes if None in sizes else min(self.max_bytes, sum(size or 0 for size in sizes))
        with byte_bar(str(say("prepare.reading")), total) as report, _download_folder() as folder:
            for number, item in enumerate(inputs):
                left = self.max_bytes - self.bytes
                if left <= 0:
                    self.is_all = False
                    break
                share = left if item.is_temporary else max(1, left // (len(inputs) - number))
                for text in self._beginning(item, folder, share):
                    size = len(text.encode("utf-8", "replace"))
                    self.bytes += size
                    report(size)
                    yield item, text

    def _beginning(self, item: Input, folder: Path, max_bytes: int) -> Iterator[str]:
        path = item.fetch(folder, lambda _: None)
        left = max_bytes
        try:
            for record in read_records(path, item.name, self.read_options):
                if isinstance(record, BadRecord):
                    self.bad[record.reason] += 1
                    continue
                if left <= 0:
                    self.is_all = False
                    break
                text, data = record.text, record.text.encode("utf-8", "replace")
                if len(data) > left:
                    self.is_all, text = False, data[:left].decode(errors="ignore")
                left -= len(data)
                if text:
                    self.read.add(item.name)
                    yield text
        finally:
            if item.is_temporary:
                path.unlink(missing_ok=True)

    def statement(self) -> str:
        """How much text was read, once it has been."""
        is_large, files = self.bytes >= 1e6, len(self.read)
        size = say("prepare.megabytes", n=self.bytes / 1e6) if is_large else say("prepare.sample.bytes", n=self.bytes)
        if self.is_all:
            return str(say("prepare.sample.all", size=size, files=files))
        if len(self.inputs) == 1:
            return str(say("prepare.sample.first", size=size, files=files))
        return str(say("prepare.sample.each", size=size, files=files, inputs=len(self.inputs)))

    def notes(self) -> list[str]:
        notes = [describe_skipped(self.skipped)] if self.skipped else []
        if self.bad:
            reasons = counted_reasons(self.bad.most_common())
            notes.append(str(say("prepare.bad_records", number=self.bad.total(), reasons=reasons)))
        return notes


def sample_text(words: Sequence[str], read_options: ReadOptions, max_bytes: int) -> TextSample:
    inputs, skipped = find_inputs(words, subset="", encoding=read_options.encoding)
    return TextSample(inputs, read_options, max_bytes, skipped)


@contextlib.contextmanager
def _download_folder() -> Iterator[Path]:
    with reported(cache_dir()):
        cache_dir().mkdir(parents=True, exist_ok=True)
        folder = tempfile.TemporaryDirectory(dir=cache_dir(), prefix="texts-")
    with folder as name:
        yield Path(name)
