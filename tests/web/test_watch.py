"""`fledge watch`: what it finds, what it sends, and what it refuses to read."""

import asyncio
import contextlib
import json
import math
import os
import re
import threading
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

import fledge.logs.readers.fledge as reader
from fledge.common.errors import FledgeError
from fledge.logs.facts import Facts
from fledge.logs.readers import read_log
from fledge.logs.run import Curve
from fledge.logs.run_lock import Writer, lock_run
from fledge.logs.timeline import timeline_of
from fledge.texts.language import Language, speaking
from fledge.web.events import EventLine, written
from fledge.web.server import TOKEN_VARIABLE, guarded, listen
from fledge.web.watch.app import WatchApp
from fledge.web.watch.details import _command
from fledge.web.watch.entry import Entry
from fledge.web.watch.glance import glance
from fledge.web.watch.places import Places
from fledge.web.watch.sampler import Sampler
from fledge.web.watch.series import PLOTTED, PlotSeries, points_of, thinned
from fledge.web.watch.state import state_of
from fledge.web.watch.store import MOST_HELD, Store
from tests.helpers import Fledge
from tests.web.runs import EVIL, GrowingRun

TOKEN = "the-token-of-this-test"
BASE = "http://127.0.0.1:8710"
NANOGPT = "\n".join(f"iter {it}: loss {4 - it / 100:.4f}, time 50.00ms, mfu 12.50%" for it in range(0, 200, 10))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def entry_of(store: Store, name: str) -> Entry:
    return next(entry for entry in store.entries.values() if entry.label == name)


@pytest.fixture
def visit(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A client of the page for some places."""
    monkeypatch.setenv(TOKEN_VARIABLE, TOKEN)
    opened = []

    def visiting(*names: str) -> tuple[TestClient, Store]:
        address = listen("127.0.0.1", 0, 18_710)
        opened.append(address)
        store = Store(Places(names))
        client = TestClient(guarded(WatchApp(store, Sampler()).routes(), address), base_url=BASE)
        client.headers["authorization"] = f"Bearer {TOKEN}"
        return client, store

    yield visiting
    for address in opened:
        address.listener.close()


def first_lines(lines: AsyncIterator[EventLine], number: int) -> list[EventLine]:
    async def take() -> list[EventLine]:
        found = []
        async for line in lines:
            found.append(line)
            if len(found) == number:
                break
        return found

    return asyncio.run(take())


# what is shown


def test_runs_and_logs_are_found_in_folders(here: Path) -> None:
    GrowingRun(here / "runs" / "a").train(10)
    GrowingRun(here / "sweep" / "one" / "b").train(10)
    (here / "train.log").write_text(NANOGPT)
    (here / "notes.txt").write_text("not a log")
    (here / ".hidden").mkdir()
    assert {place.path.name for place in Places([]).scan()} == {"a", "train.log"}
    assert {place.path.name for place in Places(["sweep"]).scan()} == {"b"}
    assert {place.path.name for place in Places(["a", "train.log"]).scan()} == {"a", "train.log"}
    with pytest.raises(FledgeError, match="no run, log or folder nothing"):
        Places(["nothing"])


def test_a_run_that_is_started_later_appears(here: Path) -> None:
    store = Store(Places([]))
    assert store.entries == {}
    GrowingRun(here / "runs" / "a").train(10)
    before = store.version
    store.scan()
    assert [entry.label for entry in store.entries.values()] == ["a"]
    assert store.version > before


def test_an_empty_folder_is_served(here: Path, visit: Any) -> None:
    client, _ = visit()
    assert client.get("/api/runs").json()["runs"] == []
    assert client.get("/").status_code == 200
    assert "empty_title" in client.get("/api/texts").json()["overview"]


def test_the_overview_knows_a_run_before_it_was_read(here: Path) -> None:
    run = GrowingRun(here / "runs" / "a")
    run.train(3000, every=2)
    store = Store(Places([]))
    row = entry_of(store, "a").shown()
    assert (row["iter"], row["max_iters"], row["state"], row["worst"]) == (2998, 2000, "crashed", None)
    assert row["tokens_per_s"] == 12_800
    assert row["val_loss"] == pytest.approx(1.55, abs=0.01)
    assert 20 < len(row["spark"]) <= 60
    assert row["spark"][0] > 3 > 2 > row["spark"][-1]
    with lock_run(here / "runs" / "a"):
        store.look()
        assert entry_of(store, "a").shown()["state"] == "running"


def test_time_left_is_by_the_wall_clock(here: Path) -> None:
    run = GrowingRun(here / "runs" / "a")
    run.train(500)
    with lock_run(run.path):
        row = entry_of(Store(Places([])), "a").shown()
    assert row["left_s"] == pytest.approx(1500, abs=1)  # an iteration a second by the clock, though a step takes 20 ms


def test_a_glance_survives_torn_and_hostile_lines(here: Path) -> None:
    run = GrowingRun(here / "runs" / "a")
    with (run.path / "metrics.jsonl").open("ab") as file:
        lines = [b'{"event": "iter", "iter": "x", "loss": "nan", "time": true}', b"[1]", b"\xff\xfe", b'{"event": 7}']
        lines += [b'{"event": "iter", "iter": -5, "loss": 1e999, "tokens_per_s": []}', b"[" * 100_000, b'{"event": "it']
        file.write(b"\n".join(lines))
    assert glance(run.path / "metrics.jsonl").losses == []
    row = entry_of(Store(Places([])), "a").shown()
    json.dumps(row, allow_nan=False)
    assert (row["iter"], row["left_s"], row["loss"]) == (None, None, None)


def test_a_later_glance_sees_what_was_appended(here: Path) -> None:
    """And nothing else is read again: what was there is spoiled between two glances."""
    run = GrowingRun(here / "runs" / "a")
    run.train(3000)
    metrics = run.path / "metrics.jsonl"
    seen = glance(metrics)
    assert seen.end == metrics.stat().st_size
    with metrics.open("r+b") as file:
        file.write(b"x" * (seen.end - 1))
    line = json.dumps({"event": "iter", "time": 1e9 + 3000, "iter": 3000, "loss": 1.25})
    for part, last in ((line[:20], 2999), (line[20:], 2999), ("\n", 3000)):  # a line that is written in parts
        with metrics.open("a") as file:
            file.write(part)
        seen = glance(metrics, seen)
        assert seen.last["iter"] == last
    assert (seen.losses[-1], seen.start["max_iters"], seen.evaluation["iter"]) == (1.25, 2000, 2900)
    run.event("end", reason="finished")
    assert glance(metrics, seen).ended == "finished"
    with metrics.open("a") as file:
        file.write("x" * 200_000)  # too much to go on from there
    assert glance(metrics, seen).start == {}
    metrics.write_text(line[:30])  # written anew
    assert glance(metrics, seen).last == {}


def test_a_quick_look_sees_a_run_grow_and_end(here: Path) -> None:
    run = GrowingRun(here / "runs" / "a")
    run.train(20)
    entry = entry_of(Store(Places([])), "a")
    assert not entry.look(is_thorough=False)
    run.train(5)
    assert entry.look(is_thorough=False)
    assert entry.shown()["iter"] == 24
    with lock_run(run.path):
        assert entry.look(is_thorough=False)
        assert entry.shown()["state"] == "running"
    run.event("end", reason="finished")
    assert entry.look(is_thorough=False)
    assert entry.shown()["state"] == "finished"
    assert not entry.look(is_thorough=False)


def test_a_turn_is_explained_before_its_time(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A loss that is no number, or the end of the process: findings that somebody waits for."""
    now = 1000.0
    monkeypatch.setattr("fledge.web.watch.entry.time.monotonic", lambda: now)
    monkeypatch.setattr("fledge.web.watch.entry.time.thread_time", iter(range(100)).__next__)  # a second of a core
    run = GrowingRun(here / "runs" / "a")
    run.train(30)
    entry = entry_of(Store(Places([])), "a")
    with lock_run(run.path):
        entry.look()
        entry.analyze()
        run.train(1)
        entry.look()
        now += 2.0
        assert not entry.is_analysis_due  # a long analysis is not made again at once
        run.event("iter", iter=31, loss="nan")
        entry.look()
        assert entry.is_analysis_due
        entry.analyze()
        assert not entry.is_analysis_due
        now += 2.0
    entry.look()
    assert entry.is_analysis_due


WRITER = Writer(7, "here", 0.0)


@pytest.mark.parametrize(
    ("ended", "writer", "is_ours", "state"),
    [
        ("", WRITER, True, "running"),
        ("", replace(WRITER, waits=True), True, "waiting"),
        ("finished", None, True, "finished"),
        ("interrupted", None, True, "stopped"),
        ("diverged", None, True, "diverged"),
        ("error", None, True, "crashed"),
        ("out of memory", None, True, "crashed"),
        ("", None, True, "crashed"),
        ("", None, False, "quiet"),
        ("finished", WRITER, True, "running"),  # resumed
    ],
)
def test_states(ended: str, writer: Writer | None, is_ours: bool, state: str) -> None:
    assert state_of(ended, writer, is_ours, touched=0.0) == state


def test_a_log_that_falls_silent_is_no_longer_running(here: Path) -> None:
    log = here / "train.log"
    log.write_text(NANOGPT)
    store = Store(Places([]))
    store.analyze_next()
    assert entry_of(store, "train.log").shown()["state"] == "running"
    long_ago = time.time() - 1000
    os.utime(log, (long_ago, long_ago))
    store.look()
    store.look()
    assert entry_of(store, "train.log").shown()["state"] == "quiet"


def test_a_log_that_grows_is_not_said_to_have_stopped(here: Path) -> None:
    log = here / "train.log"
    lines = [f"iter {it}: loss {4.2 - 0.001 * it:.4f}, time 50.00ms, mfu 12.50%\n" for it in range(0, 1500, 10)]
    log.write_text("number of parameters: 10.65M\n" + "".join(lines))
    store = Store(Places([]))
    entry = entry_of(store, "train.log")

    def codes() -> set[str]:
        assert entry.document is not None
        return {finding["code"] for finding in entry.document["findings"]}

    assert store.analyze_next()
    assert entry.shown()["state"] == "running"
    assert "not_converged" not in codes()
    assert not entry.is_analysis_due
    long_ago = time.time() - 1000
    os.utime(log, (long_ago, long_ago))
    for _ in range(2):
        store.look()
    entry._last_analysis = 0.0
    assert store.analyze_next()
    assert entry.shown()["state"] == "quiet"
    assert "not_converged" in codes()


@pytest.mark.parametrize(
    ("advice", "command"),
    [
        ("Try `fledge tune runs/a.b --x=1,2`. Or not.", "fledge tune runs/a.b --x=1,2"),
        ('Name the GPU: fledge explain train.log --gpu="RTX 4070".', 'fledge explain train.log --gpu="RTX 4070"'),
        (
            "Continue it: fledge train --init_from=resume --out_dir=runs/a.",
            "fledge train --init_from=resume --out_dir=runs/a",
        ),
        ("See fledge compare a.log b.log, then look.", "fledge compare a.log b.log"),
        ("fledge is here.", ""),
    ],
)
def test_the_command_of_an_advice(advice: str, command: str) -> None:
    assert _command(advice) == command


def test_a_killed_run_is_crashed_and_its_findings_say_so(here: Path) -> None:
    run = GrowingRun(here / "runs" / "a")
    run.train(300)
    store = Store(Places([]))
    entry = entry_of(store, "a")
    with lock_run(run.path):
        store.look()
        entry.analyze()
        assert entry.document is not None
        assert "truncated" not in {finding["code"] for finding in entry.document["findings"]}
    store.look()
    assert entry.shown()["state"] == "crashed"
    entry._next_analysis = 0.0
    assert store.analyze_next()
    assert "truncated" in {finding["code"] for finding in entry.document["findings"]}


# what is sent


def test_a_page_gets_the_curves_and_then_only_what_is_appended(here: Path) -> None:
    run = GrowingRun(here / "runs" / "a")
    run.train(150)
    store = Store(Places([]))
    entry = entry_of(store, "a")
    entry.analyze()
    kinds = {
        kind: (mark, data) for kind, mark, data in first_lines(WatchApp(store, Sampler())._run_lines(entry, ""), 4)
    }
    assert kinds.keys() == {"whole", "row", "document"}
    mark, curves = kinds["whole"]
    assert curves["loss"][0] == list(range(150))
    assert curves["val_loss"][0] == [0, 100]
    assert {finding["code"] for finding in kinds["document"][1]["findings"]}
    run.train(60)
    entry.read()
    # A page whose connection was cut comes back with its mark.
    sent = first_lines(WatchApp(store, Sampler())._run_lines(entry, mark), 2)
    assert [kind for kind, _, _ in sent] == ["row", "rows"]
    rows = sent[1][2]
    assert rows["loss"][0] == list(range(150, 210))
    assert rows["val_loss"][0] == [200]
    assert entry.viewers == 0


def test_a_page_that_comes_back_to_a_finished_run_gets_nothing_twice(here: Path) -> None:
    """Its rows were forgotten meanwhile, as nobody looked."""
    run = GrowingRun(here / "runs" / "a")
    run.train(5000, every=2)
    run.event("end", reason="finished")
    store = Store(Places([]))
    app, entry = WatchApp(store, Sampler()), entry_of(store, "a")
    entry.analyze()
    opened = first_lines(app._run_lines(entry, ""), 4)
    assert [kind for kind, _, _ in opened] == ["whole", "row", "document", "whole"]
    had = opened[-1][1]
    store.tidy()
    assert not entry.is_held
    run.event("start", iter=5000, params=210_000, tokens_per_iter=256, max_iters=9000, peak_flops=4e11)
    run.train(6, every=2)
    back = first_lines(app._run_lines(entry, had), 2)
    assert [kind for kind, _, _ in back] == ["row", "rows"]
    assert back[1][2]["loss"][0] == [5000, 5002, 5004]
    entry.analyze()
    again = first_lines(app._run_lines(entry, back[1][1]), 2)  # the document is another now
    assert [kind for kind, _, _ in again] == ["row", "document"]
    assert "settings" in again[1][2]


def test_a_mark_of_an_earlier_server_starts_anew(here: Path) -> None:
    GrowingRun(here / "runs" / "a").train(20)
    entries = [entry_of(Store(Places([])), "a") for _ in range(2)]
    for entry in entries:
        entry.read()
    _, mark = entries[0].whole()
    assert entries[0].since(mark) == ({}, mark)
    assert entries[1].since(mark) is None


def test_a_forgotten_run_that_was_written_anew_is_sent_anew(here: Path) -> None:
    run = GrowingRun(here / "runs" / "a")
    run.train(100)
    entry = entry_of(Store(Places([])), "a")
    entry.read()
    _, mark = entry.whole()
    entry.drop()
    (run.path / "metrics.jsonl").unlink()
    run.it = 0
    run.train(50)
    entry.read()
    assert entry.since(mark) is None


def test_a_part_of_a_long_run_comes_at_full_resolution(here: Path, visit: Any) -> None:
    GrowingRun(here / "runs" / "a").train(9000)
    client, store = visit()
    entry = entry_of(store, "a")
    address = f"/api/runs/{entry.place.id}/window"
    entry.read()
    whole = entry.whole()[0]["loss"][0]
    assert len([it for it in whole if 4000 <= it <= 4500]) < 300
    curves = client.get(f"{address}?from=4000&to=4500").json()["curves"]
    assert curves["loss"][0] == list(range(3999, 4502))  # and one beyond each edge: the line goes on
    assert curves["val_loss"][0] == [3900, 4000, 4100, 4200, 4300, 4400, 4500, 4600]
    assert len(client.get(f"{address}?from=0&to=9000").json()["curves"]["loss"][0]) <= 2000
    assert client.get(f"{address}?from=-5&to=-1").json()["curves"]["loss"] == [
        [0],
        [client.get(f"{address}?from=0&to=0").json()["curves"]["loss"][1][0]],
    ]
    assert client.get(f"{address}?from=99999&to=999999").json()["curves"]["loss"][0] == [8999]
    assert client.get(f"{address}?from=9&to=5").status_code == 200
    for query in ("", "?from=1", "?from=a&to=b", "?from=1.5&to=2", "?from=nan&to=inf"):
        assert client.get(f"{address}{query}").status_code == 400, query
    assert client.get("/api/runs/nothing/window?from=0&to=1").status_code == 404
    assert not entry.is_held  # nobody follows it


def test_nothing_new_sends_nothing(here: Path) -> None:
    GrowingRun(here / "runs" / "a").train(20)
    entry = entry_of(Store(Places([])), "a")
    entry.read()
    _, mark = entry.whole()
    assert entry.since(mark) == ({}, mark)
    assert not entry.read()


@pytest.mark.parametrize("mark", ["", "x", "99:loss=1", "1:loss=x", "1:loss", ":", "1:loss=1=2"])
def test_a_mark_of_another_time_starts_anew(here: Path, mark: str) -> None:
    GrowingRun(here / "runs" / "a").train(20)
    entry = entry_of(Store(Places([])), "a")
    entry.read()
    assert entry.since(mark) is None


def test_a_run_that_goes_back_is_sent_anew(here: Path) -> None:
    run = GrowingRun(here / "runs" / "a")
    run.train(100)
    entry = entry_of(Store(Places([])), "a")
    entry.read()
    _, mark = entry.whole()
    run.it = 50
    run.event("start", iter=50, params=210_000, tokens_per_iter=256, max_iters=2000, peak_flops=4e11)
    run.train(10)
    assert entry.read()
    assert entry.since(mark) is None
    curves, _ = entry.whole()
    assert curves["loss"][0] == list(range(60))
    assert curves["clock"][0] == sorted(set(curves["clock"][0]))


def test_our_own_runs_are_read_once(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A look at a run that grew reads what was appended, not what was there."""
    run = GrowingRun(here / "runs" / "a")
    run.train(1000)
    entry = entry_of(Store(Places([])), "a")
    entry.read()
    taken = []
    original = reader._event
    monkeypatch.setattr(reader, "_event", lambda line: taken.append(line) or original(line))  # type: ignore[func-returns-value]
    run.train(5)
    entry.read()
    assert len(taken) == 6  # with the evaluation


def test_a_log_of_another_trainer_grows(here: Path) -> None:
    log = here / "train.log"
    log.write_text(NANOGPT + "\n")
    entry = entry_of(Store(Places([])), "train.log")
    entry.read()
    curves, mark = entry.whole()
    assert curves["loss"][0][-1] == 190
    with log.open("a") as file:
        file.write("iter 200: loss 1.9000, time 50.00ms, mfu 12.50%\n")
    entry.read()
    rows = entry.since(mark)
    assert rows is not None
    assert rows[0]["loss"] == [[200], [1.9]]


def test_the_clock_is_the_timeline(here: Path) -> None:
    run = GrowingRun(here / "runs" / "a")
    run.train(50)
    entry = entry_of(Store(Places([])), "a")
    entry.read()
    run.train(50)
    entry.read()
    iters, seconds = entry.whole()[0]["clock"]
    whole = timeline_of(Facts(read_log(str(run.path)).runs[0]))
    assert whole is not None
    assert iters == whole.iters
    assert seconds == pytest.approx(whole.seconds, rel=1e-6)


def test_rows_are_kept_for_running_runs_and_for_viewers_alone(here: Path) -> None:
    with contextlib.ExitStack() as locks:
        for number in range(MOST_HELD + 4):
            run = GrowingRun(here / "runs" / f"r{number}")
            run.train(6)
            if number > 1:
                locks.enter_context(lock_run(run.path))
        store = Store(Places([]))
        while store.analyze_next():
            pass
        entries = list(store.entries.values())
        assert all(entry.document for entry in entries)
        held = [entry for entry in entries if entry.is_held]
        assert len(held) == MOST_HELD
        assert all(entry.writer is not None for entry in held)
        dropped = entry_of(store, "r0")
        assert list(dropped.thin["loss"].iters) == list(range(6))  # still drawn at once
        sent = first_lines(WatchApp(store, Sampler())._run_lines(dropped, ""), 4)
        assert [kind for kind, _, _ in sent] == ["whole", "row", "document", "whole"]
        store.tidy()
        assert not dropped.is_held  # its page was closed


def test_rows_stay_for_a_moment_after_a_page_was_closed(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be loaded again; but not those of all runs that somebody clicks through."""
    for number in range(MOST_HELD + 1):
        GrowingRun(here / "runs" / f"r{number}").train(6)
    store = Store(Places([]))
    entries = list(store.entries.values())
    for number, entry in enumerate(entries):
        entry.read()
        store.look()
        held = [one for one in entries if one.is_held]
        assert len(held) == (number + 1 if number < MOST_HELD else 0)
    entries[0].read()
    now = time.monotonic()
    monkeypatch.setattr("fledge.web.watch.store.time.monotonic", lambda: now + 5)
    store.look()
    assert entries[0].is_held
    monkeypatch.setattr("fledge.web.watch.store.time.monotonic", lambda: now + 15)
    store.look()
    assert not entries[0].is_held


def test_analysis_leaves_the_cores_to_training(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fledge.web.watch.entry.time.monotonic", lambda: 1000.0)  # no time passes, however busy it is
    run = GrowingRun(here / "runs" / "a")
    run.train(30)
    store = Store(Places([]))
    assert store.analyze_next()
    run.train(1)
    store.look()
    assert not store.analyze_next()  # not yet


def test_only_one_read_at_a_time(here: Path) -> None:
    run = GrowingRun(here / "runs" / "a")
    run.train(2000)
    entry = entry_of(Store(Places([])), "a")
    threads = [threading.Thread(target=entry.read) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert entry.whole()[0]["loss"][0][-1] == 1999


# fewer points


@given(st.lists(st.floats(allow_subnormal=False, width=32), min_size=1, max_size=400), st.integers(10, 120))
def test_thinning_keeps_ends_and_extremes(values: list[float], most: int) -> None:
    iters, kept = points_of(thinned(Curve(range(len(values)), values), most))
    assert len(iters) <= max(most, 5)
    assert iters == sorted(set(iters))
    assert (iters[0], iters[-1]) == (0, len(values) - 1)
    finite = [value for value in values if math.isfinite(value)]
    shown = [value for value in kept if value is not None]
    if finite:
        assert (min(shown), max(shown)) == pytest.approx((min(finite), max(finite)), rel=1e-6)
    assert (len(finite) < len(values)) == (None in kept)


def test_a_million_rows_are_some_thousand() -> None:
    series = PlotSeries()
    curve = Curve(range(1_000_000), (math.sin(it / 1000) for it in range(1_000_000)))
    series.curves = dict.fromkeys(PLOTTED, curve)
    assert all(len(points) <= 2000 for points in series.thinned().values())


# what is not read


def test_no_path_leads_out_of_the_folder(here: Path, visit: Any) -> None:
    GrowingRun(here / "watched" / "a").train(10)
    secret = here / "secret.log"
    secret.write_text(NANOGPT)
    client, _ = visit("watched")
    for name in ("../secret.log", "..%2Fsecret.log", "%2e%2e/secret.log", str(secret), "a/../../secret.log", "a"):
        for path in (f"/runs/{name}/x", f"/api/runs/{name}/tail", f"/api/runs/{name}/events", f"/static/{name}"):
            answer = client.get(path)
            assert answer.status_code == 404, path
            assert "loss" not in answer.text
    for path in (
        "/static/../../cli/main.py",
        "/static/%2e%2e/guard.py",
        "/static/..%2fguard.py",
        "/static//etc/passwd",
    ):
        assert client.get(path).status_code == 404, path


def test_a_link_out_of_the_folder_is_not_followed(here: Path, visit: Any) -> None:
    outside = GrowingRun(here / "outside")
    outside.train(10)
    (here / "secret.log").write_text(NANOGPT)
    watched = here / "watched"
    GrowingRun(watched / "good").train(10)
    (watched / "run").symlink_to(here / "outside")
    (watched / "file.log").symlink_to(here / "secret.log")
    (watched / "metrics").mkdir()
    (watched / "metrics" / "metrics.jsonl").symlink_to(outside.path / "metrics.jsonl")
    GrowingRun(watched / "config").train(10)
    (watched / "config" / "config.json").unlink()
    (watched / "config" / "config.json").symlink_to(outside.path / "config.json")
    client, store = visit("watched")
    assert [run["name"] for run in client.get("/api/runs").json()["runs"]] == ["good"]
    good = watched / "good"
    (good / "log.txt").unlink()
    (good / "log.txt").symlink_to(here / "secret.log")
    (good / "checkpoints").symlink_to(here)
    id_ = entry_of(store, "good").place.id
    assert client.get(f"/api/runs/{id_}/tail").json()["lines"] == []
    entry_of(store, "good").analyze()
    document = entry_of(store, "good").document
    assert document is not None
    assert document["checkpoints"] == []
    # a run whose log is replaced by a link while it is watched
    (good / "metrics.jsonl").unlink()
    (good / "metrics.jsonl").symlink_to(outside.path / "metrics.jsonl")
    assert not entry_of(store, "good").read()


def test_what_the_user_names_may_be_a_link(here: Path) -> None:
    GrowingRun(here / "elsewhere" / "a").train(10)
    (here / "link").symlink_to(here / "elsewhere")
    assert [place.path.name for place in Places(["link"]).scan()] == ["a"]


def test_hostile_text_stays_text(here: Path, visit: Any) -> None:
    name = "<img src=x onerror=alert(1)>"
    run = GrowingRun(here / "runs" / name, dataset=EVIL)
    run.train(50)
    run.event("sample", iter=50, text=EVIL)
    run.event("warning", iter=50, message=EVIL)
    (run.path / "log.txt").write_text(EVIL)
    client, store = visit()
    answer = client.get("/api/runs")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["runs"][0]["name"] == name
    entry = entry_of(store, name)
    entry.analyze()
    assert entry.document is not None
    assert entry.document["samples"][0]["text"] == EVIL
    assert client.get(f"/api/runs/{entry.place.id}/tail").json()["lines"] == [EVIL]
    line = written("document", "", entry.document)
    assert line.count("\n") == 3  # a line break in a sample begins no new event


def test_warnings_are_said_in_the_viewers_language(here: Path, visit: Any) -> None:
    run = GrowingRun(here / "runs" / "a")
    run.train(50)
    coded = {"code": "train.spike", "numbers": {"it": 40, "loss": 9.0, "mean": 3.0, "deviation": 0.1}}
    run.event("warning", iter=20, text="an old file has the words alone")
    run.event("warning", iter=30, text="of another version", code="train.no_such_warning", numbers={})
    run.event("warning", iter=35, text="numbers that are none", code="train.spike", numbers={"it": "x"})
    run.event("warning", iter=40, text="the loss jumped", **coded)
    _, store = visit()
    entry = entry_of(store, "a")
    with speaking(Language("ar")):
        entry.analyze()
    assert entry.document is not None
    newest, *others = entry.document["warnings"]
    assert newest == {"iter": 40, "text": newest["text"]}
    assert "التكرار" in newest["text"]
    assert [one["text"] for one in others] == [
        "numbers that are none",
        "of another version",
        "an old file has the words alone",
    ]


def test_no_script_of_the_page_makes_markup_of_text() -> None:
    folder = Path(__file__).parents[2] / "src" / "fledge" / "web" / "static" / "watch"
    scripts = list(folder.glob("*.js"))
    assert len(scripts) > 5
    for script in scripts:
        for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"):
            assert word not in script.read_text(), script.name
    page = (folder / "index.html").read_text()
    assert "<style" not in page
    assert "style=" not in page
    assert "//" not in page.replace("<!doctype", "")


def test_every_text_of_the_page_is_in_the_catalog(visit: Any, here: Path) -> None:
    client, _ = visit()
    texts = client.get("/api/texts").json()
    folder = Path(__file__).parents[2] / "src" / "fledge" / "web" / "static" / "watch"
    keys = {key for script in folder.glob("*.js") for key in re.findall(r'say\("([\w.]+)"', script.read_text())}
    assert len(keys) > 50
    assert [key for key in keys if key.split(".")[1] not in texts[key.split(".")[0]]] == []


# acting


@pytest.mark.parametrize("request_", ["stop", "save", "sample"])
def test_an_action_leaves_a_request_in_the_run(here: Path, visit: Any, request_: str) -> None:
    run = GrowingRun(here / "runs" / "a")
    client, store = visit()
    address = f"/api/runs/{entry_of(store, 'a').place.id}/{request_}"
    answer = client.post(address)
    assert (answer.status_code, (run.path / f".{request_}").exists()) == (409, False)
    assert "no fledge trains" in answer.json()["error"]["message"]
    with lock_run(run.path):
        assert client.get(address).status_code == 405
        assert client.post(address, headers={"authorization": "Bearer wrong"}).status_code == 401
        assert client.post(address, headers={"origin": "https://evil.invalid"}).status_code == 403
        assert not (run.path / f".{request_}").exists()
        assert client.post(address).json()["asked"] == request_
        assert (run.path / f".{request_}").exists()


def test_only_known_actions_and_only_runs_of_ours(here: Path, visit: Any) -> None:
    (here / "train.log").write_text(NANOGPT)
    run = GrowingRun(here / "runs" / "a")
    client, store = visit()
    log, ours = (entry_of(store, name).place.id for name in ("train.log", "a"))
    assert client.post(f"/api/runs/{log}/stop").status_code == 409
    assert client.post(f"/api/runs/{ours}/delete").status_code == 404
    assert client.post("/api/runs/nothing/stop").status_code == 404
    assert client.post(f"/api/runs/{ours}/stop/../x").status_code == 404
    assert sorted(path.name for path in run.path.iterdir()) == ["config.json", "log.txt", "metrics.jsonl"]


# comparing


def test_runs_are_compared(here: Path, visit: Any) -> None:
    for name, size in (("a", 64), ("b", 128)):
        GrowingRun(here / "runs" / name, n_embd=size).train(300)
    client, store = visit()
    ids = [entry_of(store, name).place.id for name in ("a", "b")]
    said = client.get(f"/api/compare?runs={','.join(ids)}").json()
    assert said["names"] == dict(zip(ids, ["a", "b"], strict=True))
    assert said["comparison"]["letters"] == [["A", "a"], ["B", "b"]]
    assert "n_embd" in {change["name"] for change in said["comparison"]["differences"]}
    assert len(said["curves"][ids[0]]["loss"][0]) == 300
    for runs in ("", ids[0], f"{ids[0]},{ids[0]}", "x,y", ",".join(map(str, range(20)))):
        assert client.get(f"/api/compare?runs={runs}").status_code == 400, runs


# the command


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["nothing"], "no run, log or folder nothing"),
        (["--port=99999"], "--port"),
        (["--port=http"], "--port"),
        (["--host=192.0.2.1"], "no address of this machine"),
    ],
)
def test_bad_input_is_one_line(here: Path, fledge: Fledge, argv: list[str], words: str) -> None:
    code, out, err = fledge("watch", *argv)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


def test_a_port_in_use_is_one_line(here: Path, fledge: Fledge) -> None:
    taken = listen("127.0.0.1", 0, 18_710)
    port = taken.port
    code, out, err = fledge("watch", f"--port={port}")
    taken.listener.close()
    assert (code, out) == (2, "")
    assert err == f"fledge: error: port {port} is in use. Try --port={port + 1}.\n"


@pytest.mark.parametrize("command", ["stop", "save"])
def test_stop_and_save_as_commands(here: Path, fledge: Fledge, command: str) -> None:
    assert fledge(command)[0] == 2
    code, _, err = fledge(command, "runs/nothing")
    assert (code, "no run runs/nothing" in err) == (2, True)
    run = GrowingRun(here / "runs" / "a")
    code, _, err = fledge(command, "runs/a")
    assert (code, "no fledge trains runs/a now" in err) == (2, True)
    with lock_run(run.path):
        code, out, err = fledge(command, "a")
    assert (code, err, (run.path / f".{command}").exists()) == (0, "", True)
    assert out.startswith("runs/a ")
