"""Opens the runs and logs that explain, forecast, compare and report are given."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from fledge.api.asked_gpus import notes_on_names
from fledge.api.run_settings import file_settings
from fledge.common.errors import FledgeError
from fledge.common.progress import note
from fledge.hardware.gpu_names import find_gpu
from fledge.logs.facts import Facts
from fledge.logs.readers import LogReading, read_log
from fledge.logs.run import Known
from fledge.logs.rundir import RUNS
from fledge.options.shared import LogOptions
from fledge.texts import say, text

ReadLog = Callable[[str], LogReading]


def open_runs(
    names: Sequence[str], options: LogOptions, known: Mapping[str, Known], read: ReadLog = read_log
) -> list[tuple[Facts, LogReading]]:
    """Each named run or log, its settings completed from settings files and from what the user knows."""
    device = find_gpu(options.gpu) if options.gpu else None
    for about in notes_on_names([options.gpu] if options.gpu else []):
        note(text(say("plan.page.note", note=about)))
    files = [part.strip() for part in options.config.split(",")] if options.config else []
    if len(files) not in (0, 1, len(names)):
        what = say("api.config_each", files=len(files), names=len(names))
        raise FledgeError(what, say("api.name_for_each"))
    if names.count("-") > 1:
        raise FledgeError(say("api.piped_once"), say("api.save_one"))
    found = []
    for number, name in enumerate(names):
        reading = read(_path(name))
        if options.pick > len(reading.runs):
            raise FledgeError(
                say("api.holds_runs", name=name, runs=len(reading.runs)),
                say("api.try_pick_number", runs=len(reading.runs)),
            )
        run = reading.runs[options.pick - 1]  # 0 picks the last
        values: dict[str, Known] = {}
        if files:
            values = file_settings(files[number] if len(files) > 1 else files[0])
        # What the log itself says counts more than a file or a default, which may have been overridden.
        found.append((Facts(run.with_settings({**values, **run.settings, **known}), device), reading))
    return found


def _path(name: str) -> str:
    """A file or directory, or a run's name in runs/."""
    if name != "-" and not Path(name).exists() and (RUNS / name).exists():
        return str(RUNS / name)
    return name
