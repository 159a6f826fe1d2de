"""The process that writes the playground's texts. It has torch and the weights; `sampler.py` starts and ends it.

It reads a JSON object a line from standard input, and answers in the same form. It ends when its input does.
"""

import contextlib
import json
import os
import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from fledge.common.errors import FledgeError, as_fledge_error
from fledge.hardware.host import available_memory
from fledge.hardware.table import GIB
from fledge.serving.engine import Engine, QueueFull
from fledge.serving.request import Asked, Piece, Ticket
from fledge.texts import say, text
from fledge.tokenizer.spec import tokenizer_from_json
from fledge.train.generate import Sampling
from fledge.train.pretrained import open_pretrained
from fledge.web.watch.sampler import MOST_TEXTS

NICENESS = 10  # a tenth of a core's share, where a run wants all of them
KILLED_FIRST = 1000  # oom_score_adj, proc(5)
MOST_MODELS = 2  # kept: as many as stand side by side
MOST_CONTEXT = 4096  # tokens: published contexts of many thousand would need room that no short text uses
COPIES = 2.2  # of the weights: as they are read, as the model has them, and some room

Answer = dict[str, Any]


@dataclass(frozen=True)
class Loaded:
    engine: Engine
    stamp: tuple[int, int]  # of its state.json: a run that is started anew writes the same names


class TextWriter:
    """Writes texts, each with the model that it asks for. `answer` may be called from any thread."""

    def __init__(self, answer: Callable[[Answer], None]) -> None:
        self._answer = answer
        self._models: dict[str, Loaded] = {}  # the last used one last
        self._lock = threading.Lock()
        self._tickets: dict[int, Ticket] = {}

    def take(self, asked: Answer) -> None:
        """A text to write, or one that nobody waits for any more."""
        number = asked["id"]
        if asked.get("cancel"):
            if ticket := self._tickets.pop(number, None):
                ticket.cancel()
            return
        ticket = Ticket(Asked((), 0, Sampling()), lambda piece: self._deliver(number, piece))
        self._tickets[number] = ticket
        threading.Thread(target=self._begin, args=(number, ticket, asked), daemon=True).start()

    def _begin(self, number: int, ticket: Ticket, asked: Answer) -> None:
        try:
            with self._lock:  # one model is read at a time, and none is let go before its text has begun
                engine = self._engine(number, Path(asked["checkpoint"]))
                ticket.asked = _asked(engine, asked)
                self._answer({"id": number, "kind": "state", "state": "writing"})
                engine.submit([ticket])
        except QueueFull:
            self._refuse(number, text(say("web.play.busy", most=MOST_TEXTS)))
        except Exception as error:
            told = as_fledge_error(error)
            if told is None:  # a fault of ours: the terminal gets the whole of it
                traceback.print_exc()
            why = str(told) if told is not None else text(say("web.failure"))
            self._refuse(number, why[:1].upper() + why[1:])

    def _deliver(self, number: int, piece: Piece) -> None:
        if piece.text:
            self._answer({"id": number, "kind": "text", "text": piece.text, "tokens": piece.tokens})
        if piece.finish == "error":
            self._refuse(number, text(say("web.play.failed")))
        elif piece.finish is not None:
            self._tickets.pop(number, None)
            self._answer({"id": number, "kind": "end", "reason": piece.finish, "tokens": piece.tokens})

    def _refuse(self, number: int, why: str) -> None:
        self._tickets.pop(number, None)
        self._answer({"id": number, "kind": "problem", "message": why})

    def _engine(self, number: int, path: Path) -> Engine:
        """The model of a checkpoint: one that is here, or it is read."""
        about = (path / "state.json").stat()
        stamp = about.st_ino, about.st_mtime_ns
        kept = self._models.pop(str(path), None)
        if kept is None or kept.stamp != stamp:
            self._answer({"id": number, "kind": "state", "state": "loading"})
            self._make_room(sum(file.stat().st_size for file in path.glob("*.safetensors")))
            kept = Loaded(_read(path), stamp)
        self._models[str(path)] = kept
        return kept.engine

    def _make_room(self, weights_bytes: int) -> None:
        """Lets models go that nobody reads from; refuses one that would take memory from the runs of this machine."""
        idle = [path for path, one in self._models.items() if one.engine.counts() == (0, 0)]
        for path in idle[: max(0, len(self._models) - MOST_MODELS + 1)]:
            self._models.pop(path).engine.close()
        free = available_memory()
        needed = int(weights_bytes * COPIES)
        if free is not None and needed > free:
            raise FledgeError(text(say("web.play.memory", needed=needed / GIB, free=free / GIB)))


def _read(path: Path) -> Engine:
    saved = open_pretrained(path)
    if saved.tokenizer is None:  # a dataset would have it, which may lie anywhere
        raise FledgeError(text(say("web.play.tokenizer", name=path.name)))
    tokenizer = tokenizer_from_json(saved.tokenizer)
    if tokenizer.vocab_size > saved.shape.vocab_size:
        raise FledgeError(text(say("web.play.vocabulary", name=path.name)))
    # float32 and the CPU: what other weights would gain has to be measured first, and a GPU's memory is the run's.
    model = saved.cropped(min(saved.shape.block_size, MOST_CONTEXT)).build().eval()
    return Engine(model, tokenizer, slots=MOST_TEXTS, max_waiting=MOST_TEXTS)


def _asked(engine: Engine, asked: Answer) -> Asked:
    tokens = engine.tokenizer.encode(asked["prompt"], allow_special=True).tolist() or engine.tokenizer.opening()
    if len(tokens) > engine.block:
        raise FledgeError(text(say("serve.bad.context", tokens=len(tokens), context=engine.block)))
    sampling = Sampling(asked["temperature"], asked["top_k"], asked["top_p"], asked["seed"])
    return Asked(tuple(tokens), asked["max_tokens"], sampling)


def _step_back() -> None:
    """Puts this process behind all others, for a core and for memory. Where the system has no such thing, not.

    torch is imported before: that takes as much work from a run at any priority, and at this one minutes.
    """
    torch.set_num_threads(1)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICENESS)
    # Linux shares its cores between sessions first, and niceness counts only within one (sched(7), autogroup).
    for name, value in (("autogroup", NICENESS), ("oom_score_adj", KILLED_FIRST)):
        with contextlib.suppress(OSError):
            (Path("/proc/self") / name).write_text(str(value))


def main() -> None:
    _step_back()
    lock = threading.Lock()
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever prints must not stand between the answers

    def answer(said: Answer) -> None:
        with lock:
            answers.write(json.dumps(said) + "\n")
            answers.flush()

    writer = TextWriter(answer)
    for line in sys.stdin:
        writer.take(json.loads(line))
    os._exit(0)  # nobody listens: no text has to be finished


if __name__ == "__main__":
    main()
