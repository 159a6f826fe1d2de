"""The routes of `fledge watch`: two pages' data as server-sent events, comparisons, and the three actions.

Those of the playground are in `playground.py`.
"""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from fledge import __version__
from fledge.analyze.compare import compare
from fledge.common.errors import FledgeError
from fledge.common.text import for_json
from fledge.logs.run_requests import REQUESTS, ask
from fledge.texts import say, text
from fledge.texts.language import language
from fledge.texts.page_words import intl_locale, page_words
from fledge.web.colours import colours_route
from fledge.web.events import EventLine, EventStream
from fledge.web.page_file import filled_page
from fledge.web.watch.details import Document
from fledge.web.watch.entry import Entry
from fledge.web.watch.playground import Playground
from fledge.web.watch.sampler import Sampler
from fledge.web.watch.state import tail_file
from fledge.web.watch.store import Store

STATIC = Path(__file__).parents[1] / "static"
TICK_S = 0.25  # an update waits at most this long, after the look that found it
MAX_COMPARED = 8
TAIL_BYTES = 16_384
MARK_CHARS = 1000


class WatchApp:
    def __init__(self, store: Store, sampler: Sampler) -> None:
        self.store, self.playground = store, Playground(store, sampler)

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/", self.page),
            Route("/runs/{id}", self.page),
            Route("/compare", self.page),
            Route("/playground", self.page),
            *self.playground.routes(),
            Route("/api/texts", self.texts),
            Route("/api/runs", self.runs),
            Route("/api/events", self.overview_events),
            Route("/api/runs/{id}/events", self.run_events),
            Route("/api/runs/{id}/tail", self.tail),
            Route("/api/runs/{id}/window", self.window),
            Route("/api/runs/{id}/{request}", self.act, methods=["POST"]),
            Route("/api/compare", self.comparison),
            colours_route(),
            Mount("/static", StaticFiles(directory=STATIC)),
        ]

    async def page(self, request: Request) -> Response:
        page = filled_page(STATIC / "watch" / "index.html", {"skip": text(say("web.watch.skip"))})
        return HTMLResponse(page, headers={"cache-control": "no-store"})

    async def texts(self, request: Request) -> Response:
        return JSONResponse({**page_words("watch"), **page_words("unit"), "page": {"locale": intl_locale(language())}})

    def _entry(self, request: Request) -> Entry:
        self.store.requested()
        entry = self.store.entries.get(request.path_params["id"])
        if entry is None:
            raise HTTPException(404, text(say("web.watch.no_run")))
        return entry

    async def runs(self, request: Request) -> Response:
        self.store.requested()
        await asyncio.to_thread(self.store.look)
        return JSONResponse(for_json(self._overview()))

    def _overview(self) -> dict[str, Any]:
        rows = [entry.shown() for entry in list(self.store.entries.values())]
        roots = [str(root.absolute()) for root in self.store.places.roots]
        return {"version": __version__, "folders": roots, "runs": rows}

    # events

    async def overview_events(self, request: Request) -> Response:
        return EventStream(self._overview_lines())

    async def _overview_lines(self) -> AsyncGenerator[EventLine, None]:
        """All rows, then those that changed. Of a few kilobytes: a page that comes back takes them all again."""
        sent = -1
        known: set[str] = set()
        while True:
            self.store.requested()
            version = self.store.version
            if sent < 0 or known != self.store.entries.keys():
                known = set(self.store.entries)
                yield "runs", str(version), for_json(self._overview())
            elif version > sent:
                changed = [entry.shown() for entry in self.store.entries.values() if entry.version > sent]
                yield "changed", str(version), for_json(changed)
            sent = version
            await asyncio.sleep(TICK_S)

    async def run_events(self, request: Request) -> Response:
        entry = self._entry(request)
        return EventStream(self._run_lines(entry, request.headers.get("last-event-id", "")[:MARK_CHARS]))

    async def _run_lines(self, entry: Entry, had: str) -> AsyncGenerator[EventLine, None]:
        """The document when it changed, and rows as they are appended; a page that comes back gets what it missed.

        `had` is the id of the last event that it got: a mark in the curves, and the number of the document.
        """
        entry.viewers += 1
        row: dict[str, Any] = {}
        document: Document = {}
        reads = documents = -1  # of the entry, when it was last compared with what was sent
        mark, _, number = had.partition(";")
        if entry.has_sent(mark, number):
            document = entry.document or {}
        try:
            if not mark and entry.thin:  # at once, while the rows are read again
                yield "whole", "", (await asyncio.to_thread(entry.whole))[0]
            while True:
                self.store.requested()
                if (shown := entry.shown()) != row:
                    row = shown
                    yield "row", "", for_json(row)
                if entry.documents != documents:
                    documents = entry.documents
                    if changed := _differences(entry.document or {}, document):
                        document = {**document, **changed}
                        yield "document", f"{mark};{documents}" if mark else "", for_json(changed)
                if not entry.is_held:  # nobody looked at it lately
                    await asyncio.to_thread(entry.read)
                    await asyncio.to_thread(entry.read)  # what was appended while a long run was read
                if entry.is_held and entry.reads != reads:
                    reads = entry.reads
                    rows = await asyncio.to_thread(entry.since, mark)
                    if rows is None:
                        whole, mark = await asyncio.to_thread(entry.whole)
                        yield "whole", f"{mark};{documents}", whole
                    elif rows[0]:
                        mark = rows[1]
                        yield "rows", f"{mark};{documents}", rows[0]
                await asyncio.sleep(TICK_S)
        finally:
            entry.viewers -= 1

    # single answers

    async def tail(self, request: Request) -> Response:
        """The last lines of the console or the log."""
        entry = self._entry(request)
        file = tail_file(entry.place.path)
        if file is None or not entry.place.holds(file):
            return JSONResponse({"lines": [], "file": ""})
        return JSONResponse({"lines": await asyncio.to_thread(_last_lines, file), "file": file.name})

    async def window(self, request: Request) -> Response:
        """A part of the curves, at the resolution at which the whole is sent."""
        entry = self._entry(request)
        try:
            first, last = (int(request.query_params[name]) for name in ("from", "to"))
        except (KeyError, ValueError):
            raise HTTPException(400, text(say("web.watch.window"))) from None
        curves = await asyncio.to_thread(entry.window, first, last)
        if curves is None:
            raise HTTPException(409, entry.error)
        if not entry.viewers:  # of a comparison: nobody follows the run
            await asyncio.to_thread(self.store.tidy)
        return JSONResponse({"curves": curves})

    async def comparison(self, request: Request) -> Response:
        ids = list(dict.fromkeys(request.query_params.get("runs", "").split(",")))
        entries = [self.store.entries[id_] for id_ in ids if id_ in self.store.entries]
        if not 2 <= len(entries) <= MAX_COMPARED:
            raise HTTPException(400, text(say("web.watch.compare", most=MAX_COMPARED)))
        said = await asyncio.to_thread(_compared, entries)
        await asyncio.to_thread(self.store.tidy)
        return JSONResponse(said)

    async def act(self, request: Request) -> Response:
        """Leave a request for the process that trains the run."""
        entry = self._entry(request)
        asked = next((one for one in REQUESTS if one == request.path_params["request"]), None)
        if asked is None:
            raise HTTPException(404, text(say("web.watch.no_run")))
        if not entry.place.is_ours:
            raise HTTPException(409, text(say("web.watch.not_ours")))
        try:
            writer = await asyncio.to_thread(ask, entry.place.path, asked)
        except FledgeError as error:
            raise HTTPException(409, str(error)) from error
        return JSONResponse({"asked": asked, "pid": writer.pid, "host": writer.host})


def _differences(now: Document, before: Document) -> Document:
    return {name: value for name, value in now.items() if name not in before or before[name] != value}


def _last_lines(file: Path) -> list[str]:
    with file.open("rb") as handle:
        size = handle.seek(0, 2)
        handle.seek(max(0, size - TAIL_BYTES))
        lines = handle.read().decode(errors="replace").splitlines()
    return lines[1:] if size > TAIL_BYTES else lines


def _compared(entries: list[Entry]) -> dict[str, Any]:
    """The comparison as `fledge compare --json` gives it, with each run's thinned curves."""
    found = [(entry, facts) for entry in entries if (facts := entry.facts()) is not None]
    if len(found) < 2:
        raise HTTPException(409, text(say("web.watch.unreadable")))
    try:
        said = compare([facts for _, facts in found]).to_json()
    except FledgeError as error:
        raise HTTPException(409, str(error)) from error
    curves = {entry.place.id: entry.whole()[0] for entry, _ in found}
    names = {entry.place.id: entry.label for entry, _ in found}
    by_run = {facts.run.name: entry.label for entry, facts in found}
    said["letters"] = [[run["label"], by_run[run["run"]]] for run in said["runs"]]
    each = {entry.place.id: facts.tokens_per_iter for entry, facts in found}
    return {"comparison": said, "curves": curves, "names": names, "tokens_per_iter": each}
