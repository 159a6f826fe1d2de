"""`fledge.train`: trains a model, as the command does."""

import contextlib
import signal
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from fledge.api.call import api_call
from fledge.api.names import Name, names_of
from fledge.api.run_page import run_page
from fledge.api.run_place import RunPlace, placed
from fledge.common.errors import FledgeError
from fledge.common.progress import OnProgress, status_line
from fledge.common.terminal import show_line
from fledge.config.fields import Value
from fledge.config.planned_loss import planned_loss_of
from fledge.config.schema import Config
from fledge.hardware.waiting import START_UP
from fledge.logs.neighbours import announced
from fledge.options.parser import Arguments, parse_call
from fledge.options.train import COMMAND, TrainOptions
from fledge.parallel.guard import guarded
from fledge.parallel.meeting import Meeting, met
from fledge.parallel.peers import told_of_peers
from fledge.parallel.processes import alone
from fledge.parallel.watchdog import watched
from fledge.plan.ladder_store import remember_run
from fledge.plan.preflight import preflight
from fledge.texts import say, text
from fledge.train.agreement import check_agreement
from fledge.train.disk import check_disk
from fledge.train.launch import Launch, new_launch, resume_launch
from fledge.train.loop import Outcome
from fledge.train.loop import train as train_session
from fledge.train.memory import return_freed_memory
from fledge.train.session import Session, new_session


@dataclass(frozen=True)
class TrainedRun:
    """A run that `fledge.train` has finished. `fledge.load(run.path)` is its model, `fledge.read(run.path)` its log."""

    path: Path  # the run directory
    iterations: int
    seconds: float  # of training, without evaluation and saving
    train_loss: float | None  # of the last evaluation; None if there was nothing left to do
    val_loss: float | None
    best_val_loss: float | None  # of all evaluations; its checkpoint is the one that `fledge.load` takes
    bits_per_byte: float | None  # of the validation split, where its bytes are known


def train(
    config: Name | Iterable[Name] | None = None,
    *,
    progress: OnProgress | None = None,
    overwrite: bool | None = None,
    **settings: Value,
) -> TrainedRun:
    """Trains a model by a settings file, or several, and `settings`: those of `fledge train --help`.

    `progress` is called with every line of the log and its numbers; init_from="resume" goes on with out_dir. Ctrl-C
    finishes the step, saves a checkpoint and then raises KeyboardInterrupt; a second Ctrl-C raises it at once, unsaved.
    SIGTERM and SIGHUP wait for the checkpoint, too. `progress` stops a run, also one in a thread, by raising
    KeyboardInterrupt.

        run = fledge.train("config/demo.py", max_iters=50)
        print(run.val_loss, run.path)
    """
    with api_call(progress):
        arguments = parse_call(
            COMMAND, names_of(config, say("api.settings_file")), {"overwrite": overwrite, **settings}
        )
        if arguments.options.devices != 1 or arguments.options.max_restarts:
            raise FledgeError(text(say("processes.from_python", devices=arguments.options.devices)))
        try:
            session, outcome = train_asked(arguments)
        finally:
            return_freed_memory()
    if outcome.reason == "interrupted":
        _stop(outcome)
    losses = outcome.losses
    return TrainedRun(
        path=session.config.run_path,
        iterations=outcome.iterations,
        seconds=outcome.seconds,
        train_loss=losses.train if losses else None,
        val_loss=losses.val if losses else None,
        best_val_loss=outcome.best_val if outcome.best_val < float("inf") else None,
        bits_per_byte=losses.bits_per_byte if losses else None,
    )


def _stop(outcome: Outcome) -> None:
    """The signal that stopped the run, once more: the handlers of before are in place again, and decide."""
    number = outcome.signal or signal.SIGTERM
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    signal.raise_signal(number)
    raise KeyboardInterrupt  # a handler that lets the process go on: the caller asked for a whole run, and has none


def train_asked(arguments: Arguments) -> tuple[Session, Outcome]:
    """The run that a command line, or a call, asks for, to its end. Under torchrun, in each of its processes."""
    options: TrainOptions = arguments.options
    with (
        guarded(),
        met() as meeting,
        watched(meeting, _hang_timeout(arguments)) as watchdog,
        told_of_peers(meeting, watchdog.gone if watchdog is not None else str),
        placed(arguments, meeting) as place,
    ):
        launch = _launch(place, options, meeting)
        if meeting is not None:
            check_agreement(meeting, launch)
        plan = None
        if place.config is not None and launch.runtime.is_main:
            with alone(), status_line() as show:
                plan = preflight(launch, show)
        session = _session(launch, place)
        if plan is not None:
            session.notes.append(say("train.plan", plan=plan.headline))
            session.planned = plan.figures
        runtime, counters = session.runtime, session.counters
        if watchdog is not None:
            is_cpu = runtime.device.type == "cpu"
            watchdog.follow(runtime.pulse, session.config.hang_timeout, lambda: counters.it, is_cpu)
        with announced(session.config.run_path) if _is_on_cpu(session) else contextlib.nullcontext():
            return _trained(session, options)


def _is_on_cpu(session: Session) -> bool:
    """Whether the run takes this machine's cores, and this is its first process."""
    return session.runtime.device.type == "cpu" and session.runtime.is_main


def _hang_timeout(arguments: Arguments) -> float:
    """As typed, until the settings are known: those of a run that continues are in its checkpoint."""
    typed = [float(str(entry.value)) for entry in arguments.settings if entry.key == "hang_timeout"]
    return typed[-1] if typed else Config.hang_timeout


def _launch(place: RunPlace, options: TrainOptions, meeting: Meeting | None) -> Launch:
    """What to run. Many processes compute alike: the first one's choices are measured, the others take them over."""
    choices = None if meeting is None or meeting.place.rank == 0 else meeting.hear("choices")
    force, profile, load = options.force, options.profile, START_UP.load()
    if place.config is None:
        launch = resume_launch(place.run, place.settings, choices, force=force, profile=profile, load=load)
    else:
        launch = new_launch(place.config, choices=choices, force=force, profile=profile, load=load)
    if meeting is not None and meeting.place.rank == 0:
        meeting.tell("choices", launch.runtime.choices())
    return launch


def _trained(session: Session, options: TrainOptions) -> tuple[Session, Outcome]:
    """The session after training, with a page beside it if that was asked for."""
    with contextlib.ExitStack() as stack:
        if options.watch and session.runtime.is_main:
            # Shown, and not logged: the address holds a token, and a log may be read by others.
            show_line(stack.enter_context(run_page(session.config.run_path)))
        outcome = train_session(session, options.profile)
    _remember(session, outcome)
    return session, outcome


def _remember(session: Session, outcome: Outcome) -> None:
    """A run that `fledge plan --hours` planned improves the next plan."""
    config = session.config
    if outcome.reason != "finished" or config.eval_only or outcome.losses is None or not session.runtime.is_main:
        return
    if planned_loss_of(config) is not None:
        remember_run(config, session.dataset, outcome.losses.val, outcome.seconds)


def _session(launch: Launch, place: RunPlace) -> Session:
    """The run, in memory, if there is room for its checkpoints."""
    if launch.runtime.is_main and not launch.force:
        check_disk(launch.config)
    session = new_session(launch)
    session.notes += place.notes
    if place.lock.note:
        session.notes.append(place.lock.note)
    return session
