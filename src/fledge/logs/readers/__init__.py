"""Reading what happened, whoever wrote it: one small module a format, and this table of them (docs/readers.md)."""

from pathlib import Path

from fledge.common.errors import FledgeError
from fledge.logs.readers import (
    build_nanogpt,
    generic,
    hf_trainer,
    litgpt,
    llmc,
    mingpt,
    modded_nanogpt,
    nanochat,
    nanogpt,
    tables,
    torchtitan,
)
from fledge.logs.readers import fledge as ours
from fledge.logs.readers import tensorboard as events
from fledge.logs.readers.folders import event_files, find_file
from fledge.logs.readers.format import Format
from fledge.logs.readers.log import LogReader, Reading
from fledge.logs.readers.source import Source, opened
from fledge.logs.run import MarkKind

FORMATS: list[Format] = [  # where two fit a log equally well, the earlier one reads it
    mingpt.FORMAT,
    nanogpt.FORMAT,
    ours.CONSOLE,
    nanochat.FORMAT,
    build_nanogpt.CONSOLE,
    build_nanogpt.LOG_FILE,
    llmc.CONSOLE,
    llmc.LOG_FILE,
    modded_nanogpt.FORMAT,
    litgpt.FORMAT,
    torchtitan.FORMAT,
    hf_trainer.FORMAT,
]
FILES: list[Format] = [hf_trainer.STATE, tables.TENSORBOARD, tables.WANDB, tables.ITERATIONS, events.FORMAT]

# a log without a single iteration still says something if it has one of these
TELLING: set[MarkKind] = {"out_of_memory", "killed", "error", "no_gpu"}


def read_log(name: str) -> Reading:
    """A run directory, a log file, or `-` for what is piped in; an error where there is no training in it."""
    path = Path(name)
    if name != "-" and path.is_dir():
        return _read_folder(path)
    if path.name == "metrics.jsonl" and (path.parent / "config.json").is_file():
        return ours.read_directory(path.parent)
    with opened(name) as source:
        return _read_source(source)


def _read_folder(path: Path) -> Reading:
    if (path / "metrics.jsonl").is_file():
        return read_log(str(path / "metrics.jsonl"))
    if file := find_file(path):
        return read_log(str(file))
    readings = [_read_events(files) for files in event_files(path)]
    if found := [reading for reading in readings if any(run.curves for run in reading.runs)]:
        return _together(found)
    raise FledgeError(
        f"{path} holds no run of fledge's and no log that it knows.", "Name a run directory or a log file."
    )


def _read_events(files: list[Path]) -> Reading:
    reader = events.EventReader(str(files[0].parent))
    for file in files:
        with opened(str(file)) as source:
            reader.feed(source.chunks())
    return reader.finish()


def _together(readings: list[Reading]) -> Reading:
    return Reading(
        [run for reading in readings for run in reading.runs],
        sum(reading.lines for reading in readings),
        sum(reading.rows for reading in readings),
        sum(reading.other for reading in readings),
        [example for reading in readings for example in reading.examples],
    )


def _read_source(source: Source) -> Reading:
    """Whatever its first bytes and lines say that it is."""
    if events.is_events(source.head):
        reader = events.EventReader(source.name)
        reader.feed(source.chunks())
        return _checked(reader.finish(), source)
    first = source.first_lines()
    if hf_trainer.is_state("\n".join(first)):
        return _checked(hf_trainer.read_state("\n".join(source.all_lines()), source.name), source)
    if ours.is_metrics(next((line for line in first if line.strip()), "")):
        return ours.read_metrics(source.all_lines(), source.name)
    if table := tables.find_table(first, source.name):
        rows = tables.TableReader(source.name, table)
        rows.feed(source.lines())
        rows.feed_last(source.rest)
        return _checked(rows.finish(), source)
    log = LogReader(source.name, FORMATS)
    log.feed(source.lines())
    log.feed_last(source.rest)
    reading = log.finish()
    return reading if log.is_known else _checked(reading, source)


def _checked(reading: Reading, source: Source) -> Reading:
    if not any(run.curves or TELLING & {mark.kind for mark in run.marks} for run in reading.runs):
        raise FledgeError(f"{source.name} has no training lines that fledge knows.", known_formats())
    return reading


def known_formats() -> str:
    names = ", ".join(kind.name for kind in (*FORMATS, *FILES) if kind is not ours.CONSOLE)
    return f"It reads run directories of fledge, logs of {names}, and lines of {generic.FORMAT.example!r}."
