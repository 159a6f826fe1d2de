"""Opens the runs and logs that explain, forecast, compare and report are given."""

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from fledge.cli.asked_gpus import notes_on_names
from fledge.cli.options.shared import LogOptions
from fledge.cli.run_settings import file_settings
from fledge.common.errors import FledgeError
from fledge.hardware.gpu_names import find_gpu
from fledge.logs.facts import Facts
from fledge.logs.readers import LogReading, read_log
from fledge.logs.readers.folders import event_files, find_file
from fledge.logs.run import Known
from fledge.logs.rundir import RUNS, begun_runs, events_in, has_progress, no_run_here

ReadLog = Callable[[str], LogReading]


def open_runs(
    names: Sequence[str], options: LogOptions, known: Mapping[str, Known], read: ReadLog = read_log
) -> list[tuple[Facts, LogReading]]:
    """Each named run or log, its settings completed from settings files and from what the user knows."""
    device = find_gpu(options.gpu) if options.gpu else None
    for note in notes_on_names([options.gpu] if options.gpu else []):
        print(f"note: {note}", file=sys.stderr)
    files = [part.strip() for part in options.config.split(",")] if options.config else []
    if len(files) not in (0, 1, len(names)):
        what = f"--config names {len(files)} files for {len(names)} logs."
        raise FledgeError(what, "Name one for all, or one for each.")
    if names.count("-") > 1:
        raise FledgeError("- stands for what is piped in, once.", "Save one of them to a file.")
    found = []
    for number, name in enumerate(names):
        reading = read(_path(name))
        if options.pick > len(reading.runs):
            raise FledgeError(f"{name} holds {len(reading.runs)} runs.", f"Try --pick={len(reading.runs)}.")
        run = reading.runs[options.pick - 1]  # 0 picks the last
        values: dict[str, Known] = {}
        if files:
            values = file_settings(files[number] if len(files) > 1 else files[0])
        # What the log itself says counts more than a file or a default, which may have been overridden.
        found.append((Facts(run.with_settings({**values, **run.settings, **known}), device), reading))
    return found


def newest_run(command: str, needs_losses: bool = False) -> str:
    """The newest run that the command can read. Which one that is, the user learns on stderr."""
    folders = begun_runs()
    if not folders:
        raise no_run_here()
    for path in folders:
        if _has_log(path, needs_losses):
            lacks = "losses" if needs_losses else "log"
            unread = f"; {folders[0]} is newer, but has no {lacks}" if path != folders[0] else ""
            print(f"{command}: {path}, the newest run{unread}", file=sys.stderr)
            return str(path)
    raise FledgeError(
        f"{folders[0]} holds a checkpoint and no log of how it was trained.",
        f"Name the file with what the trainer printed: fledge {command} train.log",
    )


def _has_log(path: Path, needs_losses: bool) -> bool:
    if (path / "metrics.jsonl").is_file():
        return has_progress(path) or (not needs_losses and any(events_in(path / "metrics.jsonl")))
    return find_file(path) is not None or bool(event_files(path))


def _path(name: str) -> str:
    """A file or directory, or a run's name in runs/."""
    if name != "-" and not Path(name).exists() and (RUNS / name).exists():
        return str(RUNS / name)
    return name
