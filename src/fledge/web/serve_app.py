"""The OpenAI-compatible API of one model."""

import asyncio
import contextlib
import math
from collections.abc import AsyncIterator
from dataclasses import dataclass

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from fledge.serving.chat import ChatTemplate
from fledge.serving.engine import Engine, QueueFull
from fledge.serving.request import Piece, Ticket
from fledge.texts import say, text
from fledge.web.guard import error_json
from fledge.web.openai_answers import DONE, Form, Gathered, Json, event
from fledge.web.openai_fields import BadRequest, Fields, read_body, refused
from fledge.web.openai_requests import Limits, Wanted, chat, check_model, completion
from fledge.web.rate import Rate

# Of a text that was written and not yet sent. A usual one fits as a whole; thousands of tokens with their log
# probabilities do not, and 200 clients that read none of them must not fill the memory.
MOST_UNREAD_BYTES = 2 << 20
SCORE_BYTES = 150  # of a token and its log probability, as Python keeps them


class ReadsTooSlowly(Exception):
    """More of a text waits for its client than is kept."""


class Inbox:
    """The pieces of one request, from the engine's thread to the server's."""

    def __init__(self, wanted: Wanted) -> None:
        self._loop, self._news = asyncio.get_running_loop(), asyncio.Event()
        self._unread: dict[int, Gathered] = {}
        self.unread_bytes = 0
        self._most_bytes = MOST_UNREAD_BYTES if wanted.is_streamed else math.inf  # a whole answer is read as it comes
        self._has_overflowed = False
        self.tickets = [
            Ticket(asked, lambda piece, choice=choice: self._hand_over(choice, piece))  # type: ignore[misc]
            for choice, asked in enumerate(wanted.texts)
        ]

    def _hand_over(self, choice: int, piece: Piece) -> None:
        with contextlib.suppress(RuntimeError):  # the server has ended: nobody listens
            self._loop.call_soon_threadsafe(self._put, choice, piece)

    def _put(self, choice: int, piece: Piece) -> None:
        scores = sum(1 + len(one.top) for one in piece.scored)
        size = len(piece.text.encode()) + SCORE_BYTES * scores
        if self._has_overflowed or self.unread_bytes + size > self._most_bytes:
            self._has_overflowed = True
            self._unread.clear()
            self.cancel()
        else:
            self.unread_bytes += size
            self._unread.setdefault(choice, Gathered()).add(piece)
        self._news.set()

    def cancel(self) -> None:
        for ticket in self.tickets:
            ticket.cancel()

    async def batches(self) -> AsyncIterator[dict[int, Piece]]:
        """What has come since the last time, by choice, until all have ended."""
        left = len(self.tickets)
        while left:
            await self._news.wait()
            self._news.clear()
            if self._has_overflowed:
                raise ReadsTooSlowly
            batch = {choice: gathered.piece() for choice, gathered in self._unread.items()}
            self._unread, self.unread_bytes = {}, 0
            left -= sum(piece.finish is not None for piece in batch.values())
            yield batch


@dataclass(frozen=True)
class Api:
    """The routes under /v1."""

    name: str
    engine: Engine
    template: ChatTemplate
    limits: Limits
    created: int
    rate: Rate

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/v1/models", self.models),
            Route("/v1/models/{name:path}", self.model),
            Route("/v1/completions", self.completions, methods=["POST"]),
            Route("/v1/chat/completions", self.chats, methods=["POST"]),
        ]

    def about(self) -> Json:
        return {
            "id": self.name,
            "object": "model",
            "created": self.created,
            "owned_by": "fledge",
            "context": self.limits.context,
            "max_tokens": self.limits.max_tokens,
            "is_trained_to_chat": self.template.is_the_models,
        }

    async def models(self, request: Request) -> Response:
        return JSONResponse({"object": "list", "data": [self.about()]})

    async def model(self, request: Request) -> Response:
        try:
            check_model(Fields({"model": request.path_params["name"]}), self.name)
        except BadRequest as problem:
            return refused(problem)
        return JSONResponse(self.about())

    async def completions(self, request: Request) -> Response:
        return await self._answer(request, is_chat=False)

    async def chats(self, request: Request) -> Response:
        return await self._answer(request, is_chat=True)

    async def _answer(self, request: Request, is_chat: bool) -> Response:
        try:
            body = await request.body()
            # In a thread: a long prompt takes a while to encode, and others wait for their tokens.
            wanted = await run_in_threadpool(self._wanted, body, is_chat)
            self._check_rate()
            inbox = Inbox(wanted)
            self._submit(inbox)
        except BadRequest as problem:
            return refused(problem)
        except ClientDisconnect:
            return Response(status_code=400)  # nobody reads it
        warning = text(say("serve.untrained")) if is_chat and not self.template.is_the_models else ""
        has_logprobs = wanted.texts[0].alternatives is not None
        form = Form.new(self.name, self.engine.tokenizer, is_chat, has_logprobs, warning)
        if wanted.is_streamed:
            headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
            return _Stream(inbox, _told(_stream(inbox, form, wanted)), headers)
        return await _whole(request, inbox, form, wanted)

    def _wanted(self, body: bytes, is_chat: bool) -> Wanted:
        content = read_body(body)
        if is_chat:
            return chat(content, self.engine.tokenizer, self.template, self.name, self.limits)
        return completion(content, self.engine.tokenizer, self.name, self.limits)

    def _check_rate(self) -> None:
        wait_s = self.rate.wait_s()
        if wait_s:
            why = say("serve.rate", most=self.rate.per_minute, seconds=wait_s)
            problem = BadRequest(why, None, "rate_limit_exceeded", 429)
            problem.retry_s = wait_s
            raise problem

    def _submit(self, inbox: Inbox) -> None:
        try:
            self.engine.submit(inbox.tickets)
        except QueueFull:
            running, waiting = self.engine.counts()
            why = say("serve.busy", running=running, waiting=waiting)
            raise BadRequest(why, None, "queue_full", 429) from None


class _Stream(StreamingResponse):
    """Frees the places of a request, even if the client goes away before the first piece."""

    def __init__(self, inbox: Inbox, events: AsyncIterator[bytes], headers: dict[str, str]) -> None:
        super().__init__(events, 200, headers, "text/event-stream")
        self._inbox = inbox

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._inbox.cancel()


async def _told(events: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The events; the last one says so if the client did not keep up."""
    try:
        async for one in events:
            yield one
    except ReadsTooSlowly:
        yield event(error_json(text(say("serve.slow", most=MOST_UNREAD_BYTES)), 408))


async def _stream(inbox: Inbox, form: Form, wanted: Wanted) -> AsyncIterator[bytes]:
    counts, has_begun = [0] * len(inbox.tickets), [False] * len(inbox.tickets)
    opening = form.first(len(inbox.tickets))
    if opening is not None:
        yield event(opening)
    async for batch in inbox.batches():
        chunks = []
        for choice, piece in batch.items():
            if piece.finish == "error":
                yield event(error_json(text(say("serve.failed")), 500))
                return
            counts[choice] = piece.tokens
            if not has_begun[choice]:
                piece = Piece(form.opened(piece.text), piece.tokens, piece.scored, piece.finish)
                has_begun[choice] = bool(piece.text)
            chunks.append(event(form.chunk(choice, piece)))
        yield b"".join(chunks)
    if wanted.has_usage:
        yield event(form.last(wanted.prompt_tokens, counts))
    yield DONE


async def _whole(request: Request, inbox: Inbox, form: Form, wanted: Wanted) -> Response:
    gathering, leaving = asyncio.create_task(_gathered(inbox)), asyncio.create_task(_departure(request))
    try:
        await asyncio.wait((gathering, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not gathering.done():
            return Response(status_code=400)  # the client went away: nobody reads it
        choices = gathering.result()
        if any(choice.finish == "error" for choice in choices):
            return JSONResponse(error_json(text(say("serve.failed")), 500), 500)
        return JSONResponse(form.whole(choices, wanted.prompt_tokens))
    finally:
        inbox.cancel()
        for task in (gathering, leaving):
            task.cancel()


async def _gathered(inbox: Inbox) -> list[Gathered]:
    choices = [Gathered() for _ in inbox.tickets]
    async for batch in inbox.batches():
        for choice, piece in batch.items():
            choices[choice].add(piece)
    return choices


async def _departure(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
