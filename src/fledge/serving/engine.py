"""Continuous batching: one loop in a thread of its own takes a step for every text in the making.

Texts join between two steps, each with its own length and settings, and leave when they are done or when nobody waits
for them any more. A long prompt is read in pieces, and short ones together, with a step of the others after each.
"""

import logging
import threading
from collections import deque
from collections.abc import Sequence as Items
from dataclasses import replace

import torch
from torch import Tensor

from fledge.model.base import GPT
from fledge.serving.request import Piece, Ticket
from fledge.serving.sequence import CHUNK, Sequence
from fledge.serving.steps import Steps
from fledge.tokenizer.base import Tokenizer
from fledge.train.generate import Sampling, next_tokens

LOG = logging.getLogger(__name__)


class QueueFull(Exception):
    """More texts wait than the engine takes."""


class Engine:
    def __init__(self, model: GPT, tokenizer: Tokenizer, slots: int = 16, max_waiting: int = 64) -> None:
        self._model, self.tokenizer = model, tokenizer
        self.block, self.max_waiting, self.slots = model.shape.block_size, max_waiting, slots
        self._steps = Steps(model, slots)
        self._free = list(reversed(range(slots)))
        self._running: list[Sequence] = []
        self._waiting: deque[Ticket] = deque()
        self._changed = threading.Condition()
        self._is_closing = False
        self.step_count = 0  # steps taken since the start
        self._thread = threading.Thread(target=self._loop, name="decoding", daemon=True)
        self._thread.start()

    def submit(self, tickets: Items[Ticket]) -> None:
        """All of them or none: raises QueueFull if they don't fit into the queue."""
        with self._changed:
            room = self.max_waiting + len(self._free) - len(self._waiting)
            if len(tickets) > room or self._is_closing:
                raise QueueFull
            self._waiting.extend(tickets)
            self._changed.notify()

    def counts(self) -> tuple[int, int]:
        """How many texts are in the making, and how many wait."""
        with self._changed:
            return len(self._running), len(self._waiting)

    def close(self) -> None:
        """Ends the loop after the step it is in; texts in the making get a last piece."""
        with self._changed:
            self._is_closing = True
            self._changed.notify()
        self._thread.join()

    def _loop(self) -> None:
        with torch.inference_mode():
            while self._admit():
                try:
                    self._turn()
                except Exception:  # out of memory, or a fault of ours: those who wait must hear of it
                    LOG.exception("decoding failed")
                    self._fail()
        self._fail()

    def _admit(self) -> bool:
        """Gives free slots to those who wait, and waits if there is nothing to do. False: the engine closes."""
        with self._changed:
            while not self._is_closing:
                self._drop_cancelled()
                while self._waiting and self._free:
                    ticket, slot = self._waiting.popleft(), self._free.pop()
                    end = self._model.document_end
                    self._running.append(Sequence(ticket, slot, self.tokenizer, end, self.block))
                if self._running:
                    return True
                self._changed.wait()
            return False

    def _drop_cancelled(self) -> None:
        self._waiting = deque(ticket for ticket in self._waiting if not ticket.is_cancelled)
        for sequence in [one for one in self._running if one.ticket.is_cancelled]:
            self._leave(sequence)

    def _leave(self, sequence: Sequence) -> None:
        self._running.remove(sequence)
        self._free.append(sequence.slot)

    def _turn(self) -> None:
        lengths = self._steps.cache.lengths
        for sequence in self._running:
            sequence.make_room(0 if sequence.is_anew else lengths[sequence.slot])
        stepping = [one for one in self._running if not one.is_reading]
        if reading := self._next_to_read():
            self._read(reading)
        if stepping:
            self.step_count += 1
            logits_BV = self._steps.step([one.slot for one in stepping], [one.unread[0] for one in stepping])
            self._draw(stepping, logits_BV)

    def _next_to_read(self) -> list[Sequence]:
        """Whose tokens are read now: the first's, and those of others if they are few. How much is read of a text at
        once does not depend on the others."""
        chosen: list[Sequence] = []
        room = CHUNK
        for sequence in self._running:
            gets_a_copy = any(sequence.can_copy(one) for one in chosen)
            if sequence.is_reading and not gets_a_copy and (not chosen or sequence.next_piece <= room):
                chosen.append(sequence)
                room -= sequence.next_piece
        return chosen

    def _read(self, sequences: Items[Sequence]) -> None:
        for sequence in sequences:
            if sequence.is_anew:
                self._steps.cache.clear(sequence.slot)
        logits = self._steps.read([one.slot for one in sequences], [one.take_piece() for one in sequences])
        done = [(one, logits_V) for one, logits_V in zip(sequences, logits, strict=True) if not one.unread]
        for sequence, logits_V in list(done):
            for twin in [one for one in self._running if one.can_copy(sequence)]:  # another choice of a request
                self._steps.cache.copy(sequence.slot, twin.slot)
                twin.is_anew, twin.unread = False, []
                done.append((twin, logits_V))
        if done:
            self._draw([one for one, _ in done], torch.stack([logits_V for _, logits_V in done]))

    def _draw(self, sequences: Items[Sequence], logits_BV: Tensor) -> None:
        """The next token of each, drawn together for those with the same settings."""
        logits_BV = logits_BV[:, : self.tokenizer.vocab_size]
        alike: dict[Sampling, list[int]] = {}
        for row, sequence in enumerate(sequences):
            alike.setdefault(replace(sequence.ticket.asked.sampling, seed=0), []).append(row)
        for sampling, rows in alike.items():
            own_BV = logits_BV if len(rows) == len(logits_BV) else logits_BV[rows]  # without a copy
            generators = [sequences[row].generator for row in rows]
            tokens = next_tokens(own_BV, sampling, generators, self._steps.kernels)
            for row, token in zip(rows, tokens, strict=True):
                self._add(sequences[row], token, logits_BV[row])

    def _add(self, sequence: Sequence, token: int, logits_V: Tensor) -> None:
        piece = sequence.add(token, logits_V)
        if piece.finish is not None:
            with self._changed:
                self._leave(sequence)
        if piece.text or piece.scored or piece.finish is not None:
            sequence.ticket.deliver(piece)

    def _fail(self) -> None:
        with self._changed:
            tickets = [sequence.ticket for sequence in self._running]
            for sequence in list(self._running):
                self._leave(sequence)
            if self._is_closing:
                tickets += self._waiting
                self._waiting.clear()
        for ticket in tickets:
            if not ticket.is_cancelled:
                ticket.deliver(Piece("", 0, (), "error"))
