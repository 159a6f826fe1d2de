"""A server of `fledge watch` and a browser without a window, for tests. Both are there for all tests of a module."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from fledge.web.server import TOKEN_VARIABLE, Address, guarded, listen, make_server
from fledge.web.watch.analyst import Analyst
from fledge.web.watch.app import WatchApp
from fledge.web.watch.places import Places
from fledge.web.watch.sampler import Sampler
from fledge.web.watch.store import Store
from tests.helpers import browser_or_skip

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FloatRect, Page, Request, Response

WAIT_MS = 90_000  # importing torch takes long on a busy machine


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    found = browser_or_skip()
    from playwright.sync_api import sync_playwright  # heavy, and only here

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield opened
        opened.close()


class Desk:
    """A server for a folder, and pages of it that remember what went wrong."""

    def __init__(self, browser: Browser, folder: Path, address: Address, sampler: Sampler) -> None:
        self.browser, self.folder, self.address, self.sampler = browser, folder, address, sampler
        self.problems: list[str] = []
        self.hosts: set[str] = set()

    def open(self, path: str = "", **options: Any) -> Page:
        context = self.browser.new_context(viewport={"width": options.pop("width", 1280), "height": 900}, **options)
        page = context.new_page()
        page.set_default_timeout(WAIT_MS)
        page.on("console", lambda said: self.problems.append(said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("request", self._asked)
        page.on("response", self._answered)
        page.goto(self.address.url)
        page.wait_for_url(self.address.base)
        if path:
            page.goto(f"{self.address.base}{path}")
        return page

    def _asked(self, request: Request) -> None:
        if not request.url.startswith("data:"):
            self.hosts.add(request.url.split("/")[2])

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.problems.append(f"{response.status} {response.url}")

    def run_id(self, page: Page, name: str) -> str:
        rows = page.evaluate("() => fetch('/api/runs').then((answer) => answer.json())")["runs"]
        return str(next(row["id"] for row in rows if row["name"] == name))


@pytest.fixture
def desk(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(TOKEN_VARIABLE, "the-token-of-this-test")
    address = listen("127.0.0.1", 0, 18_710)
    store = Store(Places([]), Analyst())
    sampler = Sampler()
    server = make_server(guarded(WatchApp(store, sampler).routes(), address))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [address.listener]}, daemon=True)
    thread.start()
    store.start()
    made = Desk(browser, tmp_path, address, sampler)
    port = address.port
    yield made
    for context in browser.contexts:
        context.close()
    server.should_exit = server.force_exit = True
    thread.join(30)
    store.close()
    sampler.close()
    assert made.problems == []
    assert made.hosts <= {f"127.0.0.1:{port}"}  # no request leaves the machine


OUTSIDE = """() => [...document.querySelectorAll("body *")].filter((one) => {
  if (one.closest(".scroll, .unseen, .skip, .tail, .u-wrap, svg, thead, .bar label")) return false; // a bar, or hidden
  const box = one.getBoundingClientRect();
  return box.width > 1 && (box.left < -1 || box.right > window.innerWidth + 1);
}).map((one) => `${one.tagName}.${one.className}: ${one.textContent.slice(0, 60)}`)"""


def is_wide(page: Page) -> list[str]:
    """What stands outside of the window at either side. A page that runs from right to left can't be scrolled to the
    right, and its own width does not count what stands there."""
    width, window = page.evaluate("() => [document.documentElement.scrollWidth, window.innerWidth]")
    outside: list[str] = page.evaluate(OUTSIDE)
    return [f"{width} of {window}", *outside] if width > window else outside


def plot_area(page: Page) -> FloatRect:
    """Where the first plot is, after what was changed is drawn."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    area = page.locator(".u-over").first
    area.wait_for()
    box = area.bounding_box()
    assert box is not None
    return box
