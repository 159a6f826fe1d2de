"""Connection: uvicorn's, with two limits. There are only so many, and a client that stops reading is let go."""

import asyncio

from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from fledge.texts import say
from fledge.web.guard import refusal

MAX_CONNECTIONS = 200  # a page holds one or two; more are refused with 503, so that descriptors do not run out
STALL_S = 30.0  # a client that takes nothing of what waits for it for so long is gone, or wants to do harm


class Connection(H11Protocol):
    _stalling: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > MAX_CONNECTIONS:
            self.app = _too_many  # for this connection, which it closes

    def pause_writing(self) -> None:
        """More waits to be sent than a buffer holds: whoever writes waits from here on."""
        super().pause_writing()
        self._expect(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        self._forget()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        super().connection_lost(exc)

    def _expect(self, waiting: int) -> None:
        self._forget()
        self._stalling = self.loop.call_later(STALL_S, self._look, waiting)

    def _look(self, waiting: int) -> None:
        """Drops the connection if nothing was taken. One that is merely slow may go on."""
        now = self.transport.get_write_buffer_size()
        if now >= waiting:
            self.transport.abort()
        else:
            self._expect(now)

    def _forget(self) -> None:
        if self._stalling is not None:
            self._stalling.cancel()
            self._stalling = None


async def _too_many(scope: Scope, receive: Receive, send: Send) -> None:
    answer = refusal(Headers(scope=scope), 503, say("web.refused.many", most=MAX_CONNECTIONS))
    answer.headers["retry-after"] = "1"
    await answer(scope, receive, send)
