"""The page in a real browser: Chromium, without a window."""

import asyncio
import json
import shutil
import threading
from collections.abc import AsyncGenerator

import pytest

from fledge.analyze.report.output import write_report
from fledge.analyze.report.view import views_of
from fledge.api.open_runs import open_runs
from fledge.logs.run_lock import lock_run
from fledge.options.shared import LogOptions
from fledge.texts.language import PSEUDO, Language, speak
from fledge.web.watch.sampler import Answer, TextAsked
from tests.web.checkpoints import save_step
from tests.web.desk import Desk, browser, desk, is_wide, plot_area
from tests.web.runs import EVIL, GrowingRun

__all__ = ["browser", "desk"]  # fixtures

LONG_NAME = "a_name_that_is_long_and_has_no_place_to_break_it" * 3


def test_a_live_run_appears_and_grows_without_a_reload(desk: Desk) -> None:
    page = desk.open()
    page.get_by_text("No runs here yet").wait_for()
    run = GrowingRun(desk.folder / "runs" / "live")
    run.train(50)
    with lock_run(run.path):
        page.get_by_role("link", name="live").wait_for()
        page.locator(".badge", has_text="running").wait_for()
        page.get_by_role("link", name="live").click()
        page.wait_for_selector("canvas")
        page.evaluate("() => { window.isTheSame = true; }")
        page.locator(".state", has_text="49 of 2,000").wait_for()
        loss = page.get_by_role("img", name="Loss: batch")
        before = loss.get_attribute("aria-label")
        run.train(150)
        page.locator(".state", has_text="199 of 2,000").wait_for()
        page.wait_for_function("(before) => document.querySelector('.canvas').ariaLabel !== before", arg=before)
        # a finding that was not there: the loss becomes NaN
        assert page.locator(".findings .error").count() == 0
        for it in range(200, 230):
            run.event("iter", iter=it, loss="nan", lr=1e-3, grad_norm="nan", dt_ms=20.0, tokens_per_s=12_800.0)
        page.locator(".findings .error").first.wait_for()
        run.event("sample", iter=230, text="שלום and hello")
        page.get_by_text("שלום and hello").wait_for()
        assert page.evaluate("() => window.isTheSame")
    run.event("end", reason="diverged")
    page.locator(".badge.diverged").wait_for()


def test_save_sample_and_stop_reach_the_run(desk: Desk) -> None:
    run = GrowingRun(desk.folder / "runs" / "live")
    run.train(50)
    with lock_run(run.path):
        page = desk.open()
        page.get_by_role("link", name="live").click()
        for name, words in (("Save now", "Asked for a checkpoint"), ("Sample now", "Asked for a sample")):
            page.get_by_role("button", name=name).click()
            page.get_by_text(words).wait_for()
        page.get_by_role("button", name="Stop", exact=True).click()
        page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
        assert not (run.path / ".stop").exists()
        page.get_by_role("button", name="Stop", exact=True).press("Enter")
        page.get_by_role("dialog").get_by_role("button", name="Stop it").press("Enter")
        page.get_by_text("It ends after its current step").wait_for()
        assert sorted(path.name for path in run.path.glob(".s*")) == [".sample", ".save", ".stop"]
    page.get_by_role("button", name="Save now").wait_for(state="hidden")  # nobody is there any more


@pytest.mark.slow
def test_hostile_text_is_shown_as_text(desk: Desk) -> None:
    name = "<img src=x onerror=document.title='owned'>"
    run = GrowingRun(desk.folder / "runs" / name, dataset=EVIL)
    run.train(120)
    run.event("sample", iter=50, text=EVIL)
    run.event("warning", iter=50, message=EVIL)
    (run.path / "log.txt").write_text(EVIL)
    lines = "\n".join(f"iter {it}: loss {4 - it / 100:.4f}, time 50.00ms, mfu 1.50%" for it in range(0, 200, 10))
    (desk.folder / "evil.log").write_text(f"{lines}\nRuntimeError: {EVIL}\n")
    GrowingRun(desk.folder / "runs" / "other", n_embd=128).train(120)
    page = desk.open()
    page.get_by_role("link", name=name).wait_for()
    ids = [desk.run_id(page, label) for label in (name, "evil.log", "other")]
    for path in ("", f"runs/{ids[0]}", f"runs/{ids[1]}", f"compare?runs={','.join(ids)}"):
        page.goto(f"{desk.address.base}{path}")
        page.wait_for_selector("canvas, table.runs")
        page.locator(".findings li, .finding, .verdict").first.wait_for()
        assert "owned" not in page.title().replace(name, "")
        assert page.locator("main img, main script").count() == 0
    page.goto(f"{desk.address.base}runs/{ids[0]}")
    page.locator(".sample pre").wait_for()
    assert page.locator(".sample pre").inner_text() == EVIL
    assert page.locator("h1").inner_text() == name


@pytest.mark.parametrize(
    ("scheme", "width", "code"),
    [
        ("dark", 390, PSEUDO),  # a third longer than English, and from right to left
        pytest.param("light", 390, "en", marks=pytest.mark.slow),
        pytest.param("light", 1280, "en", marks=pytest.mark.slow),
        pytest.param("dark", 2400, "en", marks=pytest.mark.slow),
        pytest.param("light", 1280, "ar", marks=pytest.mark.slow),
        pytest.param("light", 390, "hi", marks=pytest.mark.slow),
    ],
)
def test_no_page_is_wider_than_its_window(
    desk: Desk, scheme: str, width: int, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FLEDGE_LANG", code)  # for the process that analyzes
    run = GrowingRun(desk.folder / "runs" / LONG_NAME, dataset="y" * 300)
    run.train(120)
    run.event("sample", iter=50, text="x" * 500)
    run.event("planned", step_ms={"planned": 10.0, "actual": 20.0, "unit": "ms"})
    save_step(run.path, 10)
    GrowingRun(desk.folder / "runs" / "b", n_embd=128).train(120)
    speak(Language(code))
    page = desk.open(width=width, color_scheme=scheme)
    page.locator(".finding").nth(1).wait_for()
    assert page.evaluate("() => document.documentElement.lang") == code
    assert is_wide(page) == []
    ids = [desk.run_id(page, name) for name in (LONG_NAME, "b")]
    for path, shows in {
        f"runs/{ids[0]}": ".findings li",
        f"compare?runs={','.join(ids)}": ".verdict",
        "playground": "#write",
    }.items():
        page.goto(f"{desk.address.base}{path}")
        page.locator(shows).first.wait_for()
        page.evaluate("() => document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        assert is_wide(page) == [], path
    background = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    assert (sum(json.loads(background.replace("rgb(", "[").replace(")", "]"))) < 300) == (scheme == "dark")
    window = {"width": width, "height": 900}
    report = desk.browser.new_context(viewport=window, color_scheme=scheme).new_page()  # type: ignore[arg-type]
    for paths in ([run.path], [run.path, desk.folder / "runs" / "b"]):
        made = desk.folder / f"{len(paths)}.html"
        write_report(made, views_of(open_runs(list(map(str, paths)), LogOptions(), {})))
        report.goto(made.as_uri())
        report.locator(".plot svg").first.wait_for()
        report.evaluate("() => document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        assert is_wide(report) == [], len(paths)


@pytest.mark.slow
def test_axes_scale_smoothing_and_zoom_by_keyboard_and_mouse(desk: Desk) -> None:
    GrowingRun(desk.folder / "runs" / "a").train(300)
    page = desk.open()
    page.get_by_role("link", name="a", exact=True).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("canvas")
    for name in ("tokens", "time", "iterations"):
        page.get_by_role("radio", name=name).check()
        page.wait_for_selector("canvas")
    page.get_by_role("checkbox", name="Log scale").check()
    page.get_by_role("slider", name="Smoothing").fill("0")
    page.get_by_role("slider", name="Smoothing").fill("0.5")
    box = plot_area(page)
    page.mouse.move(box["x"] + 100, box["y"] + 50)
    page.mouse.down()
    page.mouse.move(box["x"] + 300, box["y"] + 50, steps=5)
    page.mouse.up()
    page.get_by_role("button", name="Reset zoom").click()
    page.wait_for_selector("canvas")


@pytest.mark.slow
def test_a_page_says_that_the_run_or_the_server_is_gone(desk: Desk) -> None:
    page = desk.open("runs/0123456789ab")
    page.get_by_text("This run is not here").wait_for()
    desk.problems = [one for one in desk.problems if "0123456789ab" not in one and "404" not in one]
    page = desk.open("compare?runs=x")
    page.get_by_text("These runs can't be compared").wait_for()
    desk.problems = [one for one in desk.problems if "400" not in one]


@pytest.mark.slow
def test_the_playground_shows_text_as_it_comes(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its second part is not written before the first one is on the page."""
    run = GrowingRun(desk.folder / "runs" / "live")
    run.train(20)
    save_step(run.path, 10)
    is_seen = threading.Event()
    asked: list[TextAsked] = []

    async def write(text: TextAsked) -> AsyncGenerator[Answer, None]:
        asked.append(text)
        yield {"kind": "text", "text": "the first part", "tokens": 3}
        while not is_seen.is_set():
            await asyncio.sleep(0.02)
        yield {"kind": "text", "text": " and the second", "tokens": 3}
        yield {"kind": "end", "reason": "length", "tokens": 6}

    monkeypatch.setattr(desk.sampler, "write", write)
    page = desk.open("playground")
    page.get_by_label("Prompt").fill("Once ")
    page.get_by_role("button", name="Write").click()
    page.get_by_text("the first part").wait_for()
    is_seen.set()
    page.get_by_text("the first part and the second").wait_for()
    page.get_by_text("6 tokens.").wait_for()
    assert [(one.prompt, one.seed) for one in asked] == [("Once ", 1337)]


@pytest.mark.slow
def test_the_playground_streams_and_stops(desk: Desk) -> None:
    run = GrowingRun(desk.folder / "runs" / "live")
    run.train(50)
    page = desk.open()
    page.get_by_role("link", name="Playground").click()
    page.get_by_text("have not saved one").wait_for()  # nothing to choose from yet
    for step in (10, 20):
        save_step(run.path, step, seed=step)
    page.reload()
    chosen = page.get_by_label("Checkpoint", exact=True)
    assert chosen.locator("option:checked").inner_text() == "live · step 20 (best, latest)"
    page.get_by_label("Prompt").fill("שלום")
    page.get_by_label("New tokens").fill("40")
    page.get_by_label("Prompt").press("Control+Enter")
    page.get_by_text("40 tokens.").wait_for()
    text = page.get_by_role("region", name="live · step 20").locator("pre")
    assert text.inner_text().startswith("שלום")
    assert len(text.inner_text()) > 10
    assert text.evaluate("(element) => getComputedStyle(element).direction") == "rtl"
    # two on the same seed: the same checkpoint writes the same, another one does not
    page.get_by_label("Two side by side").check()
    both = page.locator(".written pre > span:last-child")
    for choice, is_same in (("step 20", True), ("step 10", False)):
        second = page.get_by_label("Second checkpoint")
        second.select_option(label=next(one for one in second.locator("option").all_inner_texts() if choice in one))
        page.get_by_role("button", name="Write").click()
        page.locator(".written [role=status]", has_text="40 tokens.").nth(1).wait_for()
        page.get_by_role("button", name="Write").wait_for()
        first, other = both.all_text_contents()
        assert (first == other) == is_same
    assert "run2=" in page.url  # a reload keeps the choice
    page.get_by_label("New tokens").fill("2000")
    page.get_by_label("Temperature").fill("0")
    page.get_by_role("button", name="Write").click()
    page.get_by_role("button", name="Stop").click()
    page.get_by_text("Stopped after").nth(1).wait_for()
    for _ in range(600):
        if desk.sampler.texts == 0:
            break
        page.wait_for_timeout(50)
    assert desk.sampler.texts == 0


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_playground_on_a_phone_says_what_is_wrong(desk: Desk, scheme: str) -> None:
    run = GrowingRun(desk.folder / "runs" / LONG_NAME)
    run.train(20)
    save_step(run.path, 10)
    page = desk.open("playground", width=390, color_scheme=scheme)
    page.get_by_label("Two side by side").check()
    page.get_by_label("Prompt").fill("x" * 200)
    page.get_by_role("button", name="Write").click()
    page.get_by_role("alert").filter(has_text="The prompt has 200 tokens; this model reads at most 64.").nth(
        1
    ).wait_for()
    assert is_wide(page) == []
    page.get_by_label("Prompt").fill(EVIL[:40])
    page.get_by_label("New tokens").fill("5")
    page.get_by_role("button", name="Write").click()
    page.locator(".written [role=status]", has_text="5 tokens.").nth(1).wait_for()
    assert page.locator("main img, main script").count() == 0
    assert is_wide(page) == []
    shutil.rmtree(run.path / "checkpoints")
    page.get_by_role("button", name="Write").click()
    page.get_by_role("alert").filter(has_text="no such checkpoint").first.wait_for()
    desk.problems = [one for one in desk.problems if "404" not in one]


@pytest.mark.slow
def test_zooming_in_fetches_the_points_between(desk: Desk) -> None:
    GrowingRun(desk.folder / "runs" / "a").train(9000)
    page = desk.open()
    page.get_by_role("link", name="a", exact=True).click()
    page.wait_for_selector("canvas")
    for along in ("iterations", "time"):
        page.get_by_role("radio", name=along).check()
        box = plot_area(page)
        page.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 50)
        page.mouse.down()
        page.mouse.move(box["x"] + 0.55 * box["width"], box["y"] + 50, steps=5)
        with page.expect_response("**/window?*") as answered:
            page.mouse.up()
        iters = answered.value.json()["curves"]["loss"][0]
        assert iters == list(range(iters[0], iters[-1] + 1))  # every one of them
        assert 4000 < iters[0] < iters[-1] < 5500
        page.get_by_role("button", name="Reset zoom").click()
