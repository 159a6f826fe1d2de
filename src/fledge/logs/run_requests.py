"""Requests to a run that goes on: stop after this step, save now, sample now.

A request is an empty file in the run directory. The loop looks for it between two iterations, a few times a second,
takes it away and does it. So anything that may write the directory can ask, and nothing has to listen.
"""

import time
from pathlib import Path
from typing import Literal, get_args

from fledge.common.errors import FledgeError
from fledge.common.files import reported
from fledge.logs.run_lock import Writer, writer_of
from fledge.texts import say

Request = Literal["stop", "save", "sample"]
REQUESTS: tuple[Request, ...] = get_args(Request)
LOOK_EVERY_S = 0.25  # three failed opens take microseconds: even a step of a millisecond does not notice


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


class RequestBox:
    """Where a training loop finds the requests to its run. Only the process that writes the directory looks."""

    def __init__(self, run: Path, is_main: bool) -> None:
        self._run, self._is_main = run, is_main
        self._next_look = 0.0
        self._found: set[Request] = set()
        for request in REQUESTS if is_main else ():  # those of an earlier process here are not for this one
            request_file(run, request).unlink(missing_ok=True)

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
