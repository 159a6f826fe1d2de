"""The playground: checkpoints of the runs that are shown, and texts written with them as they come."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from fledge.common.text import for_json
from fledge.options.sample import SampleOptions
from fledge.texts import say
from fledge.web.events import EventLine, EventStream
from fledge.web.openai_fields import MAX_SEED, BadRequest, Fields, checked_text, read_body, refused
from fledge.web.watch.checkpoints import checkpoints_of, readable_checkpoint
from fledge.web.watch.entry import Entry
from fledge.web.watch.sampler import MOST_TEXTS, Answer, Sampler, TextAsked
from fledge.web.watch.store import Store

KNOWN = ("run", "checkpoint", "prompt", "max_tokens", "temperature", "top_k", "top_p", "seed")
MOST_TOKENS = 2000  # of a text: some pages
USUAL_TOKENS = 200
MOST_TEMPERATURE = 10.0
MOST_TOP_K = 1_000_000


class Playground:
    def __init__(self, store: Store, sampler: Sampler) -> None:
        self._store, self._sampler = store, sampler

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api/checkpoints", self.checkpoints),
            Route("/api/playground", self.write, methods=["POST"]),
        ]

    async def checkpoints(self, request: Request) -> Response:
        """What can be chosen: runs with checkpoints, those that were written last first."""
        self._store.requested()
        await asyncio.to_thread(self._store.look)
        entries = list(self._store.entries.values())
        runs = await asyncio.to_thread(_listed, entries)
        limits = {"most_tokens": MOST_TOKENS, "usual_tokens": USUAL_TOKENS}
        usual = {"temperature": SampleOptions.temperature, "seed": SampleOptions.seed}
        has_ours = any(entry.place.is_ours for entry in entries)
        return JSONResponse(
            for_json({"runs": runs, "has_runs": has_ours, "has_logs": bool(entries), **limits, **usual})
        )

    async def write(self, request: Request) -> Response:
        """A text as it is written: server-sent events, until its end or until the client goes away."""
        try:
            asked = await asyncio.to_thread(self._asked, await request.body())
            if self._sampler.texts >= MOST_TEXTS:
                raise BadRequest(say("web.play.busy", most=MOST_TEXTS), None, "busy", 429)
        except BadRequest as problem:
            return refused(problem)
        return EventStream(_lines(self._sampler.write(asked)))

    def _asked(self, body: bytes) -> TextAsked:
        fields = Fields(read_body(body))
        fields.only(KNOWN, {}, ())
        path = self._checkpoint(
            checked_text(fields.get("run"), "run"), checked_text(fields.get("checkpoint"), "checkpoint")
        )
        return TextAsked(
            str(path),
            checked_text(fields.get("prompt") or "", "prompt"),
            fields.whole("max_tokens", USUAL_TOKENS, 1, MOST_TOKENS),
            fields.number("temperature", SampleOptions.temperature, 0, MOST_TEMPERATURE),
            fields.whole("top_k", SampleOptions.top_k, 0, MOST_TOP_K),
            fields.number("top_p", SampleOptions.top_p, 1e-6, 1),
            fields.whole("seed", SampleOptions.seed, 0, MAX_SEED),
        )

    def _checkpoint(self, run: str, name: str) -> Path:
        entry = self._store.entries.get(run)
        if entry is None:
            raise BadRequest(say("web.watch.no_run"), "run", "not_found", 404)
        path = readable_checkpoint(entry.place, name)
        if path is None:
            raise BadRequest(say("web.play.no_checkpoint", run=entry.label), "checkpoint", "not_found", 404)
        return path.absolute()


def _listed(entries: list[Entry]) -> list[dict[str, Any]]:
    entries = sorted(entries, key=lambda entry: entry.shown()["touched"], reverse=True)
    found = [(entry, checkpoints_of(entry.place)) for entry in entries]
    return [{"id": entry.place.id, "name": entry.label, "checkpoints": steps} for entry, steps in found if steps]


async def _lines(answers: AsyncGenerator[Answer, None]) -> AsyncGenerator[EventLine, None]:
    async with aclosing(answers):
        async for answer in answers:
            yield answer["kind"], "", answer
