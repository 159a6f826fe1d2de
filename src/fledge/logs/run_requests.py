"""Requests to a run that goes on: stop after this step, save now, sample now, wait.

A request is an empty file in the run directory. The loop looks for it between two iterations, a few times a second,
takes it away and does it. So anything that may write the directory can ask, and nothing has to listen.

A run that waits keeps its process and its memory, and goes on at once where it stood: a sweep holds trials so. It
waits no longer than the process that started it lives.
"""

import contextlib
import os
import time
from pathlib import Path
from typing import Literal, get_args

from fledge.common.errors import FledgeError
from fledge.common.files import reported
from fledge.logs.run_lock import HELD, Writer, writer_of
from fledge.texts import say

Request = Literal["stop", "save", "sample"]
REQUESTS: tuple[Request, ...] = get_args(Request)
LOOK_EVERY_S = 0.25  # four failed opens take microseconds: even a step of a millisecond does not notice
HOLD = ".hold"  # asks the run to wait. It renames it to HELD, and waits until that is gone


def request_file(run: Path, request: Request) -> Path:
    return run / f".{request}"


def ask(run: Path, request: Request) -> Writer:
    """Leave a request, and say which process will find it. An error if no process writes the run."""
    writer = writer_of(run)
    if writer is None:
        raise FledgeError(say("run.not_training", run=run), say("run.how_it_ended", run=run))
    with reported(run):
        request_file(run, request).touch()
    return writer


def hold(run: Path) -> None:
    """Ask the run to wait. To be repeated until `is_held`: what came before its loop began is thrown away there."""
    (run / HOLD).touch()


def is_held(run: Path) -> bool:
    return (run / HELD).exists()


def let_go(run: Path) -> None:
    for name in (HOLD, HELD):  # in this order: the run makes the second of the first
        (run / name).unlink(missing_ok=True)


class RequestBox:
    """Where a training loop finds the requests to its run. Only the process that writes the directory looks."""

    def __init__(self, run: Path, is_main: bool) -> None:
        self._run, self._is_main = run, is_main
        self._next_look = 0.0
        self._found: set[Request] = set()
        self._is_hold_asked = self._waits = False
        self._parent = os.getppid()
        if is_main:  # what was asked of an earlier process here is not for this one
            for request in REQUESTS:
                request_file(run, request).unlink(missing_ok=True)
            let_go(run)

    def take(self, request: Request) -> bool:
        """Whether this was asked for since it was last taken."""
        self._look()
        if request not in self._found:
            return False
        self._found.remove(request)
        return True

    def has(self, request: Request) -> bool:
        """Whether this was asked for; it stays."""
        self._look()
        return request in self._found

    def must_wait(self) -> bool:
        """Whether the run is held, by a process that still lives. Yes is also a promise to wait."""
        self._look()
        if self._is_hold_asked:
            self._is_hold_asked = False
            with contextlib.suppress(OSError):  # they have thought better of it
                (self._run / HOLD).rename(self._run / HELD)
                self._waits = True
        self._waits = self._waits and is_held(self._run) and os.getppid() == self._parent
        return self._waits

    def _look(self) -> None:
        now = time.monotonic()
        if not self._is_main or now < self._next_look:
            return
        self._next_look = now + LOOK_EVERY_S
        for request in REQUESTS:
            try:
                request_file(self._run, request).unlink()
            except OSError:  # not there; or not ours to remove, and then it would be done again and again
                continue
            self._found.add(request)
        self._is_hold_asked = (self._run / HOLD).exists()
