"""The page of `fledge serve` in a browser: text streams in, is escaped, and fits a phone."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.helpers import browser_or_skip
from tests.web.serving import Running, serving, tiny_engine

HOSTILE = "<img src=x onerror=alert(1)><b>bold</b>"


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    with serving(tiny_engine(block=256)) as made:
        yield made


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as started:
        made = started.chromium.launch(executable_path=browser_or_skip(), args=["--no-sandbox"])
        yield made
        made.close()


class Page:
    """A page, with what went wrong in it."""

    def __init__(self, browser: Any, running: Running, scheme: str, width: int) -> None:
        context = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 800})
        self.page = context.new_page()
        self.problems: list[str] = []
        self.page.on("console", lambda message: self.problems.append(message.text))
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("dialog", lambda dialog: self.problems.append("a dialog opened"))
        self.page.on("request", lambda request: self._check(request.url, running.address.base))
        self.page.goto(running.address.url)
        self.page.wait_for_url(running.address.base)  # the token has left the address
        self.page.wait_for_selector("#prompt")

    def _check(self, url: str, base: str) -> None:
        if not url.startswith((base, "data:")):
            self.problems.append(f"a request to {url}")

    def write(self, text: str, tokens: int) -> None:
        self.page.fill("#length", str(tokens))
        self.page.fill("#prompt", text)
        self.page.click("#send")
        self.wait_for_the_end()

    def wait_for_the_end(self) -> None:
        self.page.locator("#send", has_text="Write").wait_for(timeout=60_000)

    @property
    def is_too_wide(self) -> bool:
        found: bool = self.page.evaluate("document.documentElement.scrollWidth > innerWidth")
        return found


@pytest.mark.parametrize(("scheme", "width"), [pytest.param("light", 1200, marks=pytest.mark.slow), ("dark", 390)])
def test_text_is_continued(browser: Any, running: Running, scheme: str, width: int) -> None:
    seen = Page(browser, running, scheme, width)
    seen.write(HOSTILE, 40)
    shown = seen.page.inner_text("#log .text")
    assert shown.startswith(HOSTILE)
    assert len(shown) > len(HOSTILE)
    assert seen.page.locator("#log b, #log img").count() == 0
    seen.write("x" * 300, 5)  # beyond the context: the server refuses, and the page says so
    assert "at most 256" in seen.page.inner_text("#log .error")
    assert [problem for problem in seen.problems if "400" not in problem] == []  # the browser reports a refusal itself
    assert not seen.is_too_wide


@pytest.mark.slow
def test_a_chat_in_hebrew_on_a_phone(browser: Any, running: Running) -> None:
    seen = Page(browser, running, "light", 390)
    assert not seen.page.is_visible("#untrained")
    seen.page.click("#chat")
    assert seen.page.is_visible("#untrained")
    seen.write("שלום", 30)
    given = seen.page.locator("#log .text").first
    assert given.inner_text() == "שלום"
    assert given.evaluate("element => getComputedStyle(element).direction") == "rtl"
    assert seen.page.locator("#log .turn").count() == 2
    assert seen.problems == []
    assert not seen.is_too_wide


@pytest.mark.slow
def test_stop_ends_the_text_and_frees_its_place(browser: Any, running: Running) -> None:
    seen = Page(browser, running, "light", 800)
    seen.page.fill("#length", "1000")
    seen.page.fill("#prompt", "abc")
    before = running.engine.step_count
    seen.page.click("#send")
    seen.page.locator("#log .given + span:not(:empty)").wait_for(timeout=60_000)
    seen.page.click("#send")
    seen.wait_for_the_end()
    for _ in range(600):
        if running.engine.counts() == (0, 0):
            break
        seen.page.wait_for_timeout(50)
    assert running.engine.counts() == (0, 0)
    assert running.engine.step_count - before < 999
    assert seen.problems == []
