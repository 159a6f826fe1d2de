"""Server-sent events: one long answer that a browser opens again by itself where it was cut."""

import json
from collections.abc import AsyncIterator
from typing import Any

from starlette.responses import StreamingResponse

RETRY_MS = 1000  # a browser comes back after this time

EventLine = tuple[str, str, Any]  # kind, id (empty: none), data


def event_stream(lines: AsyncIterator[EventLine]) -> StreamingResponse:
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(_written(lines), media_type="text/event-stream", headers=headers)


async def _written(lines: AsyncIterator[EventLine]) -> AsyncIterator[str]:
    yield f"retry: {RETRY_MS}\n\n"
    async for kind, mark, data in lines:
        yield written(kind, mark, data)


def written(kind: str, mark: str, data: Any) -> str:
    """One event. JSON has no line break in it, so it is one line; NaN would be no JSON, and is an error here."""
    body = json.dumps(data, separators=(",", ":"), allow_nan=False)
    head = f"id: {mark}\n" if mark else ""
    return f"{head}event: {kind}\ndata: {body}\n\n"
