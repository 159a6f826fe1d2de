"""One text in the making: its context, what the model has not read of it yet, and the text so far."""

import torch
from torch import Tensor

from fledge.serving.request import Finish, Piece, Scored, Ticket
from fledge.serving.text import TextStream
from fledge.tokenizer.base import Tokenizer
from fledge.train.generate import SLIDE, last_document

CHUNK = 256  # tokens of prompts that are read between two steps of the others: they wait no longer than that
IMPOSSIBLE = -9999.0  # OpenAI's log probability of a token that can't be: JSON has no infinity


class Sequence:
    """Follows generate(): the same tokens for the same prompt and seed."""

    def __init__(self, ticket: Ticket, slot: int, tokenizer: Tokenizer, document_end: int | None, block: int) -> None:
        asked = ticket.asked
        self.ticket, self.slot = ticket, slot
        self.generator = torch.Generator().manual_seed(asked.sampling.seed)
        self._block, self._eot = block, tokenizer.eot
        self.context = last_document(asked.prompt, document_end)[-block:]
        self._begins = asked.prompt[-1] == document_end
        self.unread = list(self.context)
        self.is_anew = True  # nothing of it is in the cache
        self._text = TextStream(tokenizer, asked.stop)
        self._count = 0
        self._scored: list[Scored] = []

    @property
    def is_reading(self) -> bool:
        """Whether a prompt, or a context that slid, has to be read before the next token."""
        return self.is_anew or len(self.unread) > 1

    @property
    def next_piece(self) -> int:
        """How many of the tokens that it has to read are read at once."""
        return min(CHUNK, len(self.unread))

    def take_piece(self) -> list[int]:
        piece, self.unread = self.unread[: self.next_piece], self.unread[self.next_piece :]
        self.is_anew = False
        return piece

    def can_copy(self, other: "Sequence") -> bool:
        """Whether nothing of it has been read, and the other has the same context: it is read once."""
        return self is not other and self.is_anew and self.context == other.context

    def make_room(self, length: int) -> None:
        """Lets the context slide if the cache, which holds `length` of its tokens, has no room for the rest."""
        if length + len(self.unread) > self._block:
            self.unread = self.context[-(self._block - max(1, self._block // SLIDE)) :]
            self.is_anew = True

    def add(self, token: int, logits_V: Tensor) -> Piece:
        """The piece of text that the next token gives; its `finish` is set if it is the last."""
        if token == self._eot:
            return self._last("stop")
        self._count += 1
        asked = self.ticket.asked
        if asked.alternatives is not None:
            self._scored.append(scored(token, logits_V, asked.alternatives, self._text.decoded))
        text = self._text.feed(token)
        if self._text.is_stopped:
            return self._last("stop", text)
        if self._count >= asked.max_tokens:
            return self._last("length", text)
        self.unread = [token]
        if self._begins:  # the text no longer sees the end of a document that it began with
            self.context, self._begins, self.is_anew = [token], False, True
        else:
            self.context = [*self.context, token][-self._block :]
        ready = [one for one in self._scored if one.start < self._text.handed]
        self._scored = self._scored[len(ready) :]
        return Piece(text, self._count, tuple(ready))

    def _last(self, finish: Finish, text: str = "") -> Piece:
        text += self._text.finish()
        kept = [one for one in self._scored if not self._text.is_stopped or one.start < self._text.handed]
        return Piece(text, self._count, tuple(kept), finish)


def scored(token: int, logits_V: Tensor, alternatives: int, start: int) -> Scored:
    logprobs = torch.log_softmax(logits_V.float(), dim=-1).nan_to_num(nan=IMPOSSIBLE, neginf=IMPOSSIBLE)
    best = logprobs.topk(min(alternatives, len(logprobs)))
    top = tuple(zip(best.indices.tolist(), best.values.tolist(), strict=True))
    return Scored(token, float(logprobs[token]), top, start)
