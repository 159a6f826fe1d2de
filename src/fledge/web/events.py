"""Server-sent events: one long answer that a browser opens again by itself where it was cut."""

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

RETRY_MS = 1000  # a browser comes back after this time

EventLine = tuple[str, str, Any]  # kind, id (empty: none), data


class EventStream(StreamingResponse):
    """Ends what makes the events at once when the client goes away, not when the garbage is collected."""

    def __init__(self, lines: AsyncGenerator[EventLine, None]) -> None:
        self._events = _written(lines)
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        super().__init__(self._events, media_type="text/event-stream", headers=headers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with aclosing(self._events):
            await super().__call__(scope, receive, send)


async def _written(lines: AsyncGenerator[EventLine, None]) -> AsyncGenerator[str, None]:
    async with aclosing(lines):
        yield f"retry: {RETRY_MS}\n\n"
        async for kind, mark, data in lines:
            yield written(kind, mark, data)


def written(kind: str, mark: str, data: Any) -> str:
    """One event. JSON has no line break in it, so it is one line; NaN would be no JSON, and is an error here."""
    body = json.dumps(data, separators=(",", ":"), allow_nan=False)
    head = f"id: {mark}\n" if mark else ""
    return f"{head}event: {kind}\ndata: {body}\n\n"
