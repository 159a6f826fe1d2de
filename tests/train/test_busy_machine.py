"""A run beside others: it says so, changes its threads only where that is allowed, and keeps exact what is promised."""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

import fledge.logs.neighbours as notes
from fledge.hardware.load import Load, LoadMeter
from fledge.logs.neighbours import Neighbour, announced, neighbours
from fledge.logs.run_lock import lock_run
from fledge.train import busy_machine
from fledge.train.reporter import Console
from tests.helpers import TINY, Fledge, read_events
from tests.processes import FledgeProcess
from tests.train.test_resume_exact import wait_for

BUSY = Load(4.0, 2, own_cpu=0.8, others_cpu=1.3, cpu_wait=1.1, steal=0.0)
FEWER = "note: the machine is busy, threads=1 from now on, were 2: other processes use 1.3 of 2 cores"


@pytest.fixture
def busy(work: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A machine whose cores others use, for a run with two threads that looks at it after each iteration."""
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    monkeypatch.delenv("MKL_NUM_THREADS", raising=False)
    monkeypatch.setattr(busy_machine, "MIN_WINDOW_S", 0.0)
    monkeypatch.setattr(LoadMeter, "since", lambda self: BUSY)
    monkeypatch.setattr("fledge.train.threads.MIN_GAIN", -math.inf)  # whatever the clock says: fewer are kept
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    yield work
    torch.set_num_threads(before)


def threads_of(run: Path) -> list[dict[str, Any]]:
    return [event for event in read_events(run / "metrics.jsonl") if event["event"] == "threads"]


def test_a_change_is_in_the_log_the_metrics_and_the_checkpoint(busy: Path, fledge: Fledge) -> None:
    code, out, _ = fledge("train", *TINY, "--out_dir=run")
    assert code == 0
    assert FEWER in out
    assert FEWER in (busy / "run/log.txt").read_text()
    (event,) = threads_of(busy / "run")
    assert {key: event[key] for key in ("iter", "change", "threads", "before", "usual")} == {
        "iter": 2,
        "change": "fewer",
        "threads": 1,
        "before": 2,
        "usual": 2,
    }
    assert event["text"] in FEWER
    start = read_events(busy / "run/metrics.jsonl")[0]
    assert (start["threads"], start["usual_threads"]) == (2, 2)
    assert '"threads": 1' in (busy / "run/checkpoints/step-00000012/state.json").read_text()


def test_the_console_speaks_the_users_language_and_the_log_english(busy: Path, fledge: Fledge) -> None:
    _, out, _ = fledge("train", *TINY, "--out_dir=run", "--lang=ar")
    assert FEWER not in out
    assert "مشغول" in out
    assert FEWER in (busy / "run/log.txt").read_text()
    assert threads_of(busy / "run")[0]["text"] in FEWER


@pytest.mark.parametrize("fixed", [["--threads=2"], ["--adapt_threads=never"], "OMP_NUM_THREADS", "compiled"])
def test_what_was_chosen_does_not_change(
    busy: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch, fixed: list[str] | str
) -> None:
    if fixed == "OMP_NUM_THREADS":
        monkeypatch.setenv(fixed, "2")
    if fixed == "compiled":
        monkeypatch.setattr("fledge.train.loop.compiled_model", lambda session, batches: (session.model, None))
        fixed = ["--compile=True"]
    assert fledge("train", *TINY, *(fixed if isinstance(fixed, list) else []), "--out_dir=run")[0] == 0
    assert threads_of(busy / "run") == []
    assert torch.get_num_threads() == 2


def test_a_resumed_run_keeps_its_threads_unless_more_is_allowed(busy: Path, fledge: Fledge) -> None:
    assert fledge("train", *TINY, "--adapt_threads=never", "--out_dir=run")[0] == 0
    assert fledge("train", "--init_from=resume", "--out_dir=run", "--adapt_threads=auto", "--max_iters=20")[0] == 0
    assert threads_of(busy / "run") == []
    assert fledge("train", "--init_from=resume", "--out_dir=run", "--adapt_threads=always", "--max_iters=30")[0] == 0
    assert [event["threads"] for event in threads_of(busy / "run")] == [1]


def test_a_run_that_had_fewer_threads_is_resumed_with_as_many(busy: Path, fledge: Fledge) -> None:
    assert fledge("train", *TINY, "--out_dir=run")[0] == 0
    torch.set_num_threads(2)
    _, out, _ = fledge("train", "--init_from=resume", "--out_dir=run", "--max_iters=20")
    assert "threads=1 (as the checkpoint has it; --adapt_threads=always allows 2)" in out
    assert len(threads_of(busy / "run")) == 1


def test_the_losses_of_a_run_that_may_not_change_are_exact_on_a_busy_machine(busy: Path, fledge: Fledge) -> None:
    """Stopped in the middle and resumed, with others on the cores: the whole run, bit for bit."""
    options = [*TINY, "--dtype=bfloat16", "--dropout=0.1", "--log_interval=1", "--adapt_threads=never"]

    def losses(run: str) -> list[tuple[int, float, float]]:
        events = read_events(busy / run / "metrics.jsonl")
        return [(event["iter"], event["loss"], event["grad_norm"]) for event in events if event["event"] == "iter"]

    assert fledge("train", *options, "--out_dir=whole")[0] == 0
    assert fledge("train", *options, "--out_dir=parts", "--max_iters=5")[0] == 0
    assert fledge("train", "--init_from=resume", "--out_dir=parts", "--adapt_threads=auto", "--max_iters=12")[0] == 0
    assert losses("parts") == losses("whole")


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no run of another test is announced."""
    monkeypatch.setenv("FLEDGE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(notes, "FOLDER", "training")
    monkeypatch.setattr(busy_machine, "MIN_WINDOW_S", 0.0)


@pytest.mark.usefixtures("own_cache")
def test_two_runs_at_once_note_each_other(work: Path, fledge: Fledge) -> None:
    other = FledgeProcess("train", *TINY, "--max_iters=1000000", "--out_dir=other", cwd=work)
    try:
        wait_for(other, work / "other", 0)
        assert fledge("train", *TINY, "--out_dir=run")[0] == 0
    finally:
        other.kill()
        other.communicate()
    note = f"another run trains on this machine: {work.resolve() / 'other'} (process {other.pid})"
    assert (work / "run/log.txt").read_text().count(note) == 1, "said once, whatever the number of looks"
    (event,) = [event for event in read_events(work / "run/metrics.jsonl") if event["event"] == "neighbour"]
    assert (event["run"], event["pid"], event["text"]) == (str(work.resolve() / "other"), other.pid, note)
    assert fledge("train", *TINY, "--out_dir=alone")[0] == 0
    assert "another run" not in (work / "alone/log.txt").read_text(), "it was killed"


@pytest.mark.usefixtures("own_cache")
def test_a_run_that_begins_later_is_noted_while_this_one_goes_on(
    work: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seen: list[int] = []

    def later() -> list[Neighbour]:
        seen.append(1)
        if len(seen) < 5:
            return neighbours()
        with lock_run(tmp_path / "newcomer"), announced(tmp_path / "newcomer"):
            return neighbours(-1)[-1:]

    monkeypatch.setattr(busy_machine, "neighbours", later)
    assert fledge("train", *TINY, "--out_dir=run")[0] == 0
    (event,) = [event for event in read_events(work / "run/metrics.jsonl") if event["event"] == "neighbour"]
    assert event["iter"] > 0


def test_the_progress_line_says_it(busy: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def draw(self: Console, **changes: object) -> None:
        drawn.append(str(changes.get("description", "")))

    monkeypatch.setattr(Console, "_draw", draw)
    assert fledge("train", *TINY, "--log_interval=1", "--out_dir=run")[0] == 0
    assert any(line.endswith("· busy machine, 1 of 2 threads") for line in drawn)
    drawn.clear()
    assert fledge("train", *TINY, "--log_interval=1", "--threads=2", "--out_dir=fixed")[0] == 0
    assert any(line.endswith("· slowed by other work") for line in drawn)
