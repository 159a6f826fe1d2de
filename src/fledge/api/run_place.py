"""Where a run of `fledge train` goes, and whether it begins or continues there.

The first process decides and tells the others. A process that torchrun's agent started again continues the run that its
first start began, whatever the command says; so does --auto_resume, for jobs that a cluster starts again.
"""

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fledge.common.errors import FledgeError
from fledge.config.fields import Assignment
from fledge.config.schema import Config
from fledge.logs.run_jobs import is_of_this_job, restarts
from fledge.logs.run_lock import RunLock, hold_run
from fledge.logs.rundir import begun_runs, has_weights, is_run, place_run, resumable_run
from fledge.options.parser import Arguments
from fledge.options.train import TrainOptions
from fledge.parallel.meeting import Meeting
from fledge.texts import Message, say


@dataclass(frozen=True)
class RunPlace:
    lock: RunLock
    config: Config | None  # of a run that begins
    settings: Sequence[Assignment] = ()  # given anew to one that continues
    notes: list[Message] = field(default_factory=list)

    @property
    def run(self) -> Path:
        return self.lock.run


@contextlib.contextmanager
def placed(arguments: Arguments, meeting: Meeting | None) -> Iterator[RunPlace]:
    """The place of a run, held until the end of the block."""
    if meeting is None:
        place = _place(arguments)
    elif meeting.place.rank == 0:
        place = _place(arguments)
        known = arguments.settings == place.settings
        meeting.tell("run", [str(place.run), place.config is not None, known])
    else:
        place = _as_told(arguments, *meeting.hear("run"))
    with place.lock:
        yield place


def _as_told(arguments: Arguments, run: str, is_new: bool, with_settings: bool) -> RunPlace:
    lock = hold_run(Path(run), is_main=False)
    if not is_new:
        return RunPlace(lock, None, arguments.settings if with_settings else ())
    config = arguments.config()
    return RunPlace(lock, config if config.chosen("out_dir") else config.with_values("default", out_dir=run))


def _place(arguments: Arguments) -> RunPlace:
    options: TrainOptions = arguments.options
    if restarts() and (run := _begun_by_this_job(arguments)) is not None:
        return _started_again(arguments, run)
    if arguments.is_resume:
        return RunPlace(hold_run(resumable_run(_out_dir(arguments)), is_main=True), None, arguments.settings)
    if not arguments.typed and not Path("data").exists():
        raise FledgeError(say("train.nothing_given"), say("train.first_steps"))
    config, overwrite = arguments.config(), options.overwrite
    if options.auto_resume:
        if not config.chosen("out_dir"):
            raise FledgeError(say("processes.auto_resume_where"))
        if is_run(config.run_path):
            return RunPlace(hold_run(config.run_path, is_main=True), None, arguments.settings)
        overwrite = overwrite or not has_weights(config.run_path)  # a log without a checkpoint is of an earlier try
    config, lock = place_run(config, overwrite)
    return RunPlace(lock, config)


def _started_again(arguments: Arguments, run: Path) -> RunPlace:
    lock = hold_run(run, is_main=True)
    number = restarts()
    if not is_run(run):
        config = arguments.config().with_values("default", out_dir=str(run))
        return RunPlace(lock, config, notes=[say("processes.restarted_anew", number=number, run=str(run))])
    # Its checkpoint has the settings of a run that this job began. One that it continued may not have been saved yet.
    settings = arguments.settings if arguments.is_resume else ()
    return RunPlace(lock, None, settings, [say("processes.restarted", number=number, run=str(run))])


def _begun_by_this_job(arguments: Arguments) -> Path | None:
    out_dir = _out_dir(arguments)
    runs = begun_runs() if out_dir in (None, "auto") else [Path(str(out_dir))]
    return next((run for run in runs if is_of_this_job(run)), None)


def _out_dir(arguments: Arguments) -> str | None:
    found = [str(entry.value) for entry in arguments.settings if entry.key == "out_dir"]
    return found[-1] if found else None
