"""The process that analyzes runs for the page: it finds what the server would, and can die without harm."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from fledge.common.text import for_json
from fledge.logs.run_lock import lock_run
from fledge.web.watch.analysis_process import MOST_HELD, Explainer
from fledge.web.watch.analyst import Analyst, AnalystDied
from fledge.web.watch.entry import Entry
from fledge.web.watch.places import Places
from fledge.web.watch.store import Store
from tests.processes import is_gone
from tests.web.runs import GrowingRun


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def store(here: Path) -> Iterator[Store]:
    GrowingRun(here / "runs" / "a").train(300)
    (here / "b.log").write_text("\n".join(f"iter {it}: loss {4 - it / 100:.4f}, time 50.00ms" for it in range(60)))
    made = Store(Places([]), Analyst())
    yield made
    made.close()


def test_it_finds_what_the_server_itself_would(store: Store) -> None:
    assert store.analyst is not None
    assert store.analyst.pid is None  # until something is to be analyzed
    while store.analyze_next():
        pass
    alone = Store(Places([]))
    while alone.analyze_next():
        pass
    for id_, entry in store.entries.items():
        same = alone.entries[id_]
        assert entry.document == for_json(same.document)
        assert (entry.shown(), entry.thin) == (same.shown(), same.thin)
        assert not entry.is_held  # its rows are nowhere but in the process


def test_another_process_is_started_for_one_that_died(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    assert store.analyst is not None
    assert store.analyze_next()
    first = store.analyst.pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    while store.analyst.pid is not None:
        time.sleep(0.01)
    assert store.analyze_next()
    second = store.analyst.pid
    assert second not in (None, first)
    assert all(entry.document for entry in store.entries.values())
    store.analyst.rest()
    assert store.analyst.pid is None
    monkeypatch.setattr("fledge.web.watch.analyst.PROCESS", "fledge.nothing")  # ends without an answer
    entry = next(iter(store.entries.values()))
    entry._analyzed, entry._next_analysis = None, 0.0
    with pytest.raises(AnalystDied):
        store.analyze_next()
    assert not store.analyze_next()  # that run has to wait


def test_it_ends_with_the_server(store: Store) -> None:
    assert store.analyst is not None
    assert store.analyze_next()
    pid = store.analyst.pid
    assert pid is not None
    store.close()
    assert is_gone(pid)
    with pytest.raises(AnalystDied):
        store.analyst.analyze(next(iter(store.entries.values())).place)


def test_rows_of_runs_that_go_on_are_kept(here: Path) -> None:
    explainer = Explainer()
    for number in range(MOST_HELD + 2):
        run = GrowingRun(here / "runs" / f"r{number}")
        run.train(20)
        with lock_run(run.path):
            place = next(place for place in Places([]).scan() if place.path.name == run.path.name)
            assert explainer.explain(place).row is not None
    assert [place.path.name for place in explainer.held] == ["r2", "r3", "r4"]
    assert explainer.explain(place).row is not None  # nobody writes it now
    assert [place.path.name for place in explainer.held] == ["r2", "r3"]


def test_a_run_that_can_not_be_analyzed_is_said_to_be(
    here: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    GrowingRun(here / "runs" / "a").train(20)
    monkeypatch.setattr(Entry, "analysis", lambda self: 1 / 0)
    (entry,) = Store(Places([])).entries.values()
    entry.take(Explainer().explain(entry.place), entry.turn)
    assert "can't be analyzed" in entry.shown()["error"]
    assert entry.shown()["state"] == "unreadable"
    assert not entry.is_analysis_due  # the others come first
    assert "ZeroDivisionError" in capfd.readouterr().err
