"""LogFollower: reads a log that grows, again and again. What was read once is not read again.

Metrics of fledge and plain logs are followed: the parser keeps its state, and each look begins where the last ended.
Other files (tables, TensorBoard's, compressed ones) are read anew when they have changed, and so are small logs, whose
first lines may not yet show what they are.
"""

import copy
from collections.abc import Iterator
from pathlib import Path

from fledge.logs.readers import fledge, registry
from fledge.logs.readers.dispatch import finished_log, kind_of, log_file, read_log
from fledge.logs.readers.log import LogReader, LogReading
from fledge.logs.readers.source import CHUNK_BYTES, HEAD_BYTES, LineSplitter, opened

REMEMBERED_BYTES = 256  # of the end of what was read: other bytes there mean that the file was written anew

Stamp = tuple[int, int, int]  # inode, size and time of a file


class LogFollower:
    """`read_log` for one log that is read again and again."""

    def __init__(self) -> None:
        self._tail: _MetricsTail | _LogTail | None = None
        self._whole: tuple[Stamp, LogReading] | None = None  # of a file that is read whole

    def read(self, name: str) -> LogReading:
        file = log_file(Path(name))
        if file is None:
            return read_log(name)
        if self._tail is None or not self._tail.continues(file):
            self._tail = _tail_of(file)
        if self._tail is not None:
            return self._tail.read()
        stamp = _stamp(file)
        if self._whole is None or self._whole[0] != stamp:
            self._whole = stamp, read_log(name)
        return self._whole[1]


class FileTail:
    """The lines appended to a file since they were last asked for."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._inode, self._offset, self._last = path.stat().st_ino, 0, b""
        self.splitter: LineSplitter | None = None

    def continues(self, path: Path) -> bool:
        """Whether this is still the file that was read, with more at its end."""
        about = path.stat()
        if path != self.path or about.st_ino != self._inode or about.st_size < self._offset:
            return False
        with path.open("rb") as file:
            file.seek(self._offset - len(self._last))
            return file.read(len(self._last)) == self._last

    def new_lines(self) -> Iterator[str]:
        """The new lines that are complete. What follows them is in `splitter.rest`."""
        with self.path.open("rb") as file:
            file.seek(self._offset)
            while chunk := file.read(CHUNK_BYTES):
                self._offset += len(chunk)
                self._last = (self._last + chunk)[-REMEMBERED_BYTES:]
                if self.splitter is None:
                    self.splitter = LineSplitter(chunk)
                yield from self.splitter.feed(chunk)


class _MetricsTail(FileTail):
    """A metrics.jsonl, alone or in its run directory. A line that is not complete is left for later."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._has_config = (path.parent / "config.json").is_file()
        self._reader = fledge.MetricsReader(str(path.parent if self._has_config else path))

    def read(self) -> LogReading:
        self._reader.feed(self.new_lines())
        reading = self._reader.finish()
        return fledge.with_directory(reading, self.path.parent) if self._has_config else reading


class _LogTail(FileTail):
    """A plain log. Its last line counts as far as it is there."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._reader = LogReader(str(path), registry.FORMATS)

    def read(self) -> LogReading:
        self._reader.feed(self.new_lines())
        so_far = copy.deepcopy(self._reader)  # to finish it closes its runs
        if self.splitter is not None:
            so_far.feed_last(self.splitter.rest)
        return finished_log(so_far)


def _tail_of(path: Path) -> _MetricsTail | _LogTail | None:
    """How to follow a file; None if it has to be read whole."""
    if path.name == "metrics.jsonl":
        return _MetricsTail(path)
    if path.stat().st_size < HEAD_BYTES:
        return None
    with opened(str(path)) as source:
        kind = "compressed" if source.is_compressed else kind_of(source)
    if kind == "metrics":
        return _MetricsTail(path)
    return _LogTail(path) if kind == "log" else None


def _stamp(path: Path) -> Stamp:
    about = path.stat()
    return about.st_ino, about.st_size, about.st_mtime_ns
