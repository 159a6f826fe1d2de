"""Sampler: hands texts to a process of its own, which has torch and the weights, and hands back what it writes.

The process is started for the first text, and ended when no text was asked for in a while.
"""

import asyncio
import contextlib
import itertools
import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import AsyncGenerator, Callable
from dataclasses import asdict, dataclass
from typing import Any

from fledge.texts import say, text

PROCESS = "fledge.web.watch.sampling_process"
IDLE_S = 120.0  # a person reads a text before asking for the next one
MOST_TEXTS = 4  # at once: two people with two checkpoints each

Answer = dict[str, Any]  # kind: state, text, end or problem; the last two are the last


@dataclass(frozen=True)
class TextAsked:
    checkpoint: str  # its folder, which was checked
    prompt: str
    max_tokens: int
    temperature: float
    top_k: int
    top_p: float
    seed: int


class Sampler:
    """All methods but `close` are called in the server's event loop."""

    def __init__(self, idle_s: float = IDLE_S) -> None:
        self._idle_s = idle_s
        self._child: _Child | None = None
        self._numbers = itertools.count(1)
        self._last = 0
        self.texts = 0  # being written

    @property
    def pid(self) -> int | None:
        """Of the process, while there is one."""
        return self._child.pid if self._child is not None and self._child.is_alive else None

    async def write(self, asked: TextAsked) -> AsyncGenerator[Answer, None]:
        """What the process says about one text, to its end. Whoever stops reading stops the writing."""
        loop, said = asyncio.get_running_loop(), asyncio.Queue[Answer]()

        def deliver(answer: Answer) -> None:
            with contextlib.suppress(RuntimeError):  # the server has ended: nobody listens
                loop.call_soon_threadsafe(said.put_nowait, answer)

        number = next(self._numbers)
        self.texts += 1
        child: _Child | None = None
        try:
            if self.pid is None:
                yield {"kind": "state", "state": "starting"}
            child = self._registered(number, deliver)
            child.send({"id": number, **asdict(asked)})
            while True:
                answer = await said.get()
                yield answer
                if answer["kind"] in ("end", "problem"):
                    return
        except OSError as error:  # no memory for one more process, or no room for its pipes
            yield {"kind": "problem", "message": text(say("web.play.start", why=error.strerror or str(error)))}
        finally:
            self.texts -= 1
            self._last = number
            if child is not None:
                child.forget(number)
            loop.call_later(self._idle_s, self._rest, number)

    def _registered(self, number: int, deliver: Callable[[Answer], None]) -> "_Child":
        child = self._child
        while child is None or not child.register(number, deliver):  # none, or it has just ended
            self._child = child = _Child()
        return child

    def _rest(self, last: int) -> None:
        """Ends the process if nothing was asked for since."""
        if self.texts == 0 and last == self._last:
            self.close()

    def close(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.end()


class _Child:
    """The process, with a thread that reads what it says and one that writes to it: neither may block the server."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", PROCESS],  # -P: nothing in the current folder is imported
            env={**os.environ, "OMP_NUM_THREADS": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for the server, which ends it
            encoding="utf-8",
        )
        self._lock = threading.Lock()
        self._readers: dict[int, Callable[[Answer], None]] = {}
        self._outbox = queue.SimpleQueue[str | None]()
        self._is_over = False
        for work in (self._read, self._write):
            threading.Thread(target=work, daemon=True).start()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def register(self, number: int, deliver: Callable[[Answer], None]) -> bool:
        """Whether it lives, and will say how the text ends."""
        with self._lock:
            if not self._is_over:
                self._readers[number] = deliver
            return not self._is_over

    def send(self, message: Answer) -> None:
        self._outbox.put(json.dumps(message) + "\n")

    def forget(self, number: int) -> None:
        with self._lock:
            self._readers.pop(number, None)
        self.send({"id": number, "cancel": True})

    def end(self) -> None:
        with self._lock:
            self._is_over = True
        self._outbox.put(None)
        self._process.kill()
        self._process.wait()

    def _write(self) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            while (line := self._outbox.get()) is not None:
                self._process.stdin.write(line)
                self._process.stdin.flush()
        with contextlib.suppress(OSError):
            self._process.stdin.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as lines:
            for line in lines:
                said = json.loads(line)
                with self._lock:
                    deliver = self._readers.get(said.pop("id"))
                if deliver is not None:
                    deliver(said)
        code = self._process.wait()
        self._outbox.put(None)
        with self._lock:
            self._is_over = True
            left = list(self._readers.values())
        why = say("web.play.killed") if code < 0 else say("web.play.ended")
        for deliver in left:
            deliver({"kind": "problem", "message": text(why)})
