"""Answers in OpenAI's form: whole, or in the chunks of a stream."""

import json
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fledge import __version__
from fledge.serving.request import Finish, Piece, Scored
from fledge.tokenizer.base import Tokenizer

Json = dict[str, Any]


class Gathered:
    """A choice of an answer: all of it, or what has not been sent yet."""

    def __init__(self) -> None:
        self.text, self.tokens = "", 0
        self.finish: Finish | None = None
        self.scored: list[Scored] = []

    def add(self, piece: Piece) -> None:
        self.text += piece.text
        self.tokens = piece.tokens or self.tokens
        self.scored += piece.scored
        self.finish = piece.finish or self.finish

    def piece(self) -> Piece:
        """What was gathered, as one piece."""
        return Piece(self.text, self.tokens, tuple(self.scored), self.finish)


@dataclass(frozen=True)
class Form:
    """The form of the answers to one request."""

    model: str
    tokenizer: Tokenizer
    is_chat: bool
    has_logprobs: bool
    warning: str  # "" for none
    identity: str
    created: int

    @classmethod
    def new(cls, model: str, tokenizer: Tokenizer, is_chat: bool, has_logprobs: bool, warning: str) -> "Form":
        identity = ("chatcmpl-" if is_chat else "cmpl-") + secrets.token_hex(12)
        return cls(model, tokenizer, is_chat, has_logprobs, warning, identity, int(time.time()))

    def whole(self, choices: Sequence[Gathered], prompt_tokens: int) -> Json:
        made = []
        for index, choice in enumerate(choices):
            content: Json = {"text": choice.text}
            if self.is_chat:
                content = {"message": {"role": "assistant", "content": self.opened(choice.text), "refusal": None}}
            logprobs = self._logprobs(choice.scored)
            made.append({"index": index, **content, "logprobs": logprobs, "finish_reason": choice.finish})
        counts = [choice.tokens for choice in choices]
        return {**self._head(is_chunk=False), "choices": made, "usage": usage(prompt_tokens, counts)}

    def opened(self, text: str) -> str:
        """The beginning of an answer: the plain template ends before the space, and the answer begins after it."""
        return text.lstrip() if self.warning else text

    def first(self, choices: int) -> Json | None:
        """The chunk that opens a streamed chat: it says who speaks."""
        if not self.is_chat:
            return None
        delta = {"role": "assistant", "content": ""}
        opened = [{"index": k, "delta": delta, "logprobs": None, "finish_reason": None} for k in range(choices)]
        return {**self._head(), "choices": opened}

    def chunk(self, index: int, piece: Piece) -> Json:
        content: Json = {"text": piece.text}
        if self.is_chat:
            content = {"delta": {"content": piece.text} if piece.text else {}}
        logprobs = self._logprobs(piece.scored)
        choice = {"index": index, **content, "logprobs": logprobs, "finish_reason": piece.finish}
        return {**self._head(), "choices": [choice]}

    def last(self, prompt_tokens: int, counts: Sequence[int]) -> Json:
        return {**self._head(), "choices": [], "usage": usage(prompt_tokens, counts)}

    def _head(self, is_chunk: bool = True) -> Json:
        kind = "text_completion"
        if self.is_chat:
            kind = "chat.completion.chunk" if is_chunk else "chat.completion"
        head = {"id": self.identity, "object": kind, "created": self.created, "model": self.model}
        head["system_fingerprint"] = f"fledge-{__version__}"
        return {**head, "warning": self.warning} if self.warning else head

    def _logprobs(self, scored: Sequence[Scored]) -> Json | None:
        if not self.has_logprobs:
            return None
        if self.is_chat:
            return {"content": [self._chat_token(one) for one in scored], "refusal": None}
        return {
            "tokens": [self._name(one.token) for one in scored],
            "token_logprobs": [one.logprob for one in scored],
            "top_logprobs": [{self._name(token): value for token, value in one.top} for one in scored],
            "text_offset": [one.start for one in scored],
        }

    def _chat_token(self, one: Scored) -> Json:
        top = [self._chat_entry(token, value) for token, value in one.top]
        return {**self._chat_entry(one.token, one.logprob), "top_logprobs": top}

    def _chat_entry(self, token: int, logprob: float) -> Json:
        raw = self.tokenizer.decode_bytes([token])
        return {"token": raw.decode("utf-8", errors="replace"), "logprob": logprob, "bytes": list(raw)}

    def _name(self, token: int) -> str:
        """A token in words; one that is part of a character by its bytes, as OpenAI writes them."""
        raw = self.tokenizer.decode_bytes([token])
        try:
            return raw.decode()
        except UnicodeDecodeError:
            return "bytes:" + "".join(f"\\x{byte:02x}" for byte in raw)


def usage(prompt_tokens: int, counts: Sequence[int]) -> Json:
    written = sum(counts)
    return {"prompt_tokens": prompt_tokens, "completion_tokens": written, "total_tokens": prompt_tokens + written}


def event(content: Json) -> bytes:
    """One server-sent event."""
    return b"data: " + json.dumps(content, ensure_ascii=False, allow_nan=False).encode() + b"\n\n"


DONE = b"data: [DONE]\n\n"
