"""read_log: finds out what a file, directory or pipe holds, and reads it with the matching reader."""

from pathlib import Path
from typing import Literal

from fledge.common.errors import FledgeError
from fledge.logs.readers import fledge, hf_trainer, registry, tables, tensorboard
from fledge.logs.readers.folders import event_files, find_file
from fledge.logs.readers.log import LogReader, LogReading
from fledge.logs.readers.source import LogSource, opened
from fledge.logs.run import NoticeKind
from fledge.logs.run_lock import writer_of
from fledge.texts import say

# a log without a single iteration is still worth explaining if it has one of these
FAILURES: set[NoticeKind] = {"out_of_memory", "killed", "error", "no_gpu"}

FileKind = Literal["events", "state", "metrics", "table", "log"]


def read_log(name: str) -> LogReading:
    """Read a run directory, a log file, or standard input for `-`. An error if it holds no training."""
    path = Path(name)
    if name != "-" and path.is_dir():
        return _read_folder(path)
    if path.name == "metrics.jsonl" and (path.parent / "config.json").is_file():
        return fledge.read_directory(path.parent)
    with opened(name) as source:
        return _read_source(source)


def _read_folder(path: Path) -> LogReading:
    if file := find_file(path):
        return read_log(str(file))
    readings = [_read_event_files(files) for files in event_files(path)]
    if found := [reading for reading in readings if any(run.curves for run in reading.runs)]:
        return _merged(found)
    raise FledgeError(say("logs.unknown_folder", path=path), say("logs.give_log"))


def _read_event_files(files: list[Path]) -> LogReading:
    reader = tensorboard.EventReader(str(files[0].parent))
    for file in files:
        with opened(str(file)) as source:
            reader.feed(source.chunks())
    return reader.finish()


def _merged(readings: list[LogReading]) -> LogReading:
    return LogReading(
        [run for reading in readings for run in reading.runs],
        sum(reading.lines for reading in readings),
        sum(reading.rows for reading in readings),
        sum(reading.other for reading in readings),
        [example for reading in readings for example in reading.examples],
    )


def log_file(path: Path) -> Path | None:
    """The one file that a log or a directory of one is read from; None if there is none, or if there are several."""
    return path if path.is_file() else find_file(path)


def kind_of(source: LogSource) -> FileKind:
    """What a file holds, by its first bytes and lines."""
    if tensorboard.is_events(source.head):
        return "events"
    first = source.first_lines()
    if hf_trainer.is_state("\n".join(first)):
        return "state"
    if fledge.is_metrics(next((line for line in first if line.strip()), "")):
        return "metrics"
    return "table" if tables.find_table(first, source.name) else "log"


def _read_source(source: LogSource) -> LogReading:
    kind = kind_of(source)
    if kind == "events":
        reader = tensorboard.EventReader(source.name)
        reader.feed(source.chunks())
        return _checked(reader.finish(), source.name)
    if kind == "state":
        return _checked(hf_trainer.read_state(source.document(), source.name), source.name)
    if kind == "metrics":
        return fledge.read_metrics(source.all_lines(), source.name)
    if table := tables.find_table(source.first_lines(), source.name):
        rows = tables.TableReader(source.name, table)
        rows.feed(source.lines())
        rows.feed_last(source.rest)
        return _checked(rows.finish(), source.name)
    log = LogReader(source.name, registry.FORMATS)
    log.feed(source.lines())
    log.feed_last(source.rest)
    return finished_log(log)


def finished_log(log: LogReader) -> LogReading:
    """What was read. An error if none of it is about training."""
    reading = log.finish() if log.is_known else _checked(log.finish(), log.name)
    path = Path(log.name)
    if path.name == "log.txt":  # the console of a run of fledge, or a user's own log, which has no lock
        reading.runs[-1].writer = writer_of(path.parent)
    return reading


def _checked(reading: LogReading, name: str) -> LogReading:
    if not any(run.curves or FAILURES & {notice.kind for notice in run.notices} for run in reading.runs):
        raise FledgeError(say("logs.no_training", name=name), registry.known_formats())
    return reading
