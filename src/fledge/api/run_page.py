"""The page of a run (`fledge watch`) beside its training: a process of its own, that ends when training does."""

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

from fledge.texts import say, text

# In the environment of that process: it ends when its standard input does, so that a killed training leaves no orphan.
ENDS_WITH_INPUT = "FLEDGE_WATCH_ENDS_WITH_INPUT"
START_S = 20.0  # for the page to say its address; training does not wait longer
END_S = 5.0


@contextlib.contextmanager
def run_page(run: Path) -> Iterator[str]:
    """Starts the page; yields the line that says where it is, or why there is none. Training goes on either way."""
    process = subprocess.Popen(
        [sys.executable, "-m", "fledge", "watch", str(run)],
        env={**os.environ, ENDS_WITH_INPUT: "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,  # Ctrl-C in the terminal is for training
        text=True,
        errors="replace",
    )
    page = _PageOutput(process)
    try:
        yield page.first_line()
    finally:
        _end(process)
        page.close()


class _PageOutput:
    """What the process prints, read to its end, so that it never waits for a reader."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdout is not None
        self._output = process.stdout
        self._said: list[str] = []
        self._is_said = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        for line in self._output:
            self._said.append(line.strip())
            self._is_said.set()
        self._is_said.set()

    def first_line(self) -> str:
        """Where the page is, or why there is none."""
        self._is_said.wait(START_S)
        if self._said and "://" in self._said[0]:
            return self._said[0]
        return text(say("train.no_page", why=self._said[-1] if self._said else say("api.page_did_not_start")))

    def close(self) -> None:
        self._reader.join(END_S)
        self._output.close()


def _end(process: "subprocess.Popen[str]") -> None:
    assert process.stdin is not None
    with contextlib.suppress(OSError):
        process.stdin.close()
    try:
        process.wait(END_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
