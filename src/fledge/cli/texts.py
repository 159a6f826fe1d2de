"""A part of the text that a user names, enough to learn from or to measure."""

import contextlib
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fledge.cli.options.shared import TextOptions
from fledge.common.files import cache_dir, reported
from fledge.common.progress import byte_bar
from fledge.data.corpus import Reading, read_pieces
from fledge.data.corpus.inputs import Input
from fledge.data.corpus.local import describe_skipped
from fledge.data.corpus.records import Bad
from fledge.data.prepare import find
from fledge.data.prepare.request import Request


@dataclass
class Texts:
    """Up to `most` bytes of text: the first of every file here, as much of each as there is room for.

    What has to be fetched is read whole, one file after the other, until there is enough.
    """

    inputs: Sequence[Input]
    reading: Reading
    most: int
    skipped: Counter[str]
    bytes: int = 0
    read: set[str] = field(default_factory=set)
    is_all: bool = True
    bad: Counter[str] = field(default_factory=Counter)

    def __iter__(self) -> Iterator[tuple[Input, str]]:
        # The smallest first: what they leave is for the larger ones.
        here = sorted((item for item in self.inputs if not item.is_temporary), key=lambda item: item.size or 0)
        inputs = here + [item for item in self.inputs if item.is_temporary]
        sizes = [item.size for item in inputs]
        total = self.most if None in sizes else min(self.most, sum(size or 0 for size in sizes))
        with byte_bar("reading", total) as report, _download_folder() as folder:
            for number, item in enumerate(inputs):
                left = self.most - self.bytes
                if left <= 0:
                    self.is_all = False
                    break
                share = left if item.is_temporary else max(1, left // (len(inputs) - number))
                for text in self._first(item, folder, share):
                    size = len(text.encode("utf-8", "replace"))
                    self.bytes += size
                    report(size)
                    yield item, text

    def _first(self, item: Input, folder: Path, most: int) -> Iterator[str]:
        path = item.fetch(folder, lambda _: None)
        try:
            for record in read_pieces(path, item.name, self.reading):
                if isinstance(record, Bad):
                    self.bad[record.reason] += 1
                    continue
                if most <= 0:
                    self.is_all = False
                    break
                data = record.text.encode("utf-8", "replace")
                text = record.text
                if len(data) > most:
                    self.is_all, text = False, data[:most].decode(errors="ignore")
                most -= len(data)
                if text:
                    self.read.add(item.name)
                    yield text
        finally:
            if item.is_temporary:
                path.unlink(missing_ok=True)

    def statement(self) -> str:
        """How much text was looked at, once it has been."""
        size = f"{self.bytes / 1e6:,.1f} MB" if self.bytes >= 1e6 else f"{self.bytes:,} bytes"
        files = "1 file" if len(self.read) == 1 else f"{len(self.read):,} files"
        part = "all the text there is" if self.is_all else f"of {len(self.inputs):,}, the first part of each"
        if not self.is_all and len(self.inputs) == 1:
            part = "its first part"
        return f"{size} of text from {files} ({part})"

    def notes(self) -> list[str]:
        notes = [describe_skipped(self.skipped)] if self.skipped else []
        if self.bad:
            reasons = ", ".join(f"{often:,} {why}" for why, often in self.bad.most_common())
            notes.append(f"records that can't be used: {self.bad.total():,} ({reasons})")
        return notes


def find_texts(words: Sequence[str], options: TextOptions, most: int) -> Texts:
    reading = Reading(encoding=options.encoding, text_column=options.text_column)
    inputs, skipped = find(Request(words=tuple(words), out=Path(), reading=reading))
    return Texts(inputs, reading, most, skipped)


@contextlib.contextmanager
def _download_folder() -> Iterator[Path]:
    with reported(cache_dir()):
        cache_dir().mkdir(parents=True, exist_ok=True)
        folder = tempfile.TemporaryDirectory(dir=cache_dir(), prefix="texts-")
    with folder as name:
        yield Path(name)
