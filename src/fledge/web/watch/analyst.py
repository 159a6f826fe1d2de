"""Analyst: hands runs to a process of its own that reads and explains them, one at a time and at low priority.

In a thread it would share Python's lock with the page: a viewer would wait for it, and, where training keeps the cores
busy, for a thread that hardly ever gets one.
"""

import contextlib
import json
import os
import subprocess
import sys
import threading

from fledge.web.watch.analysis import Analysis
from fledge.web.watch.places import Place

PROCESS = "fledge.web.watch.analysis_process"


class AnalystDied(Exception):
    """The process ended before it answered."""


class Analyst:
    """`analyze` is called by one thread, `rest` and `close` by any."""

    def __init__(self) -> None:
        self._lock = threading.Lock()  # of the two below
        self._process: subprocess.Popen[str] | None = None
        self._is_closed = False
        self._talking = threading.Lock()  # pipes are not closed while they are read

    @property
    def pid(self) -> int | None:
        """Of the process, while there is one."""
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def analyze(self, place: Place) -> Analysis:
        asked = {"path": str(place.path), "root": str(place.root), "is_named": place.is_named}
        process = self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            with self._talking:
                process.stdin.write(json.dumps(asked) + "\n")
                process.stdin.flush()
                answer = process.stdout.readline()
        except (OSError, ValueError) as error:  # ValueError: it was ended, and its pipes closed
            raise AnalystDied from error
        if not answer.endswith("\n"):
            raise AnalystDied
        return Analysis.from_json(json.loads(answer))

    def _started(self) -> "subprocess.Popen[str]":
        if self.pid is None:
            self.rest()
        with self._lock:
            if self._is_closed:
                raise AnalystDied
            if self._process is None:
                self._process = subprocess.Popen(
                    [sys.executable, "-P", "-m", PROCESS],  # -P: nothing in the current folder is imported
                    env={**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    start_new_session=True,  # Ctrl-C is for the server, which ends it
                    encoding="utf-8",
                )
            return self._process

    def rest(self) -> None:
        """End the process; the next question starts another."""
        with self._lock:
            process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        with self._talking:
            for pipe in (process.stdin, process.stdout):
                with contextlib.suppress(OSError):  # what it was still to be told
                    pipe.close()  # type: ignore[union-attr]

    def close(self) -> None:
        with self._lock:
            self._is_closed = True
        self.rest()
