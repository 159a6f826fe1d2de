"""Requests to a run that goes on: save, sample, stop."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fledge.common.errors import FledgeError
from fledge.logs.run_lock import lock_run
from fledge.logs.run_requests import REQUESTS, RequestBox, ask, hold, is_held, let_go, request_file
from tests.helpers import TINY, Fledge, read_events
from tests.processes import FledgeProcess


def wait_for(run: Path, event: str, number: int = 1) -> None:
    """Until the run has written so many events of this kind."""
    for _ in range(1200):
        if (run / "metrics.jsonl").exists():
            found = [one for one in read_events(run / "metrics.jsonl") if one["event"] == event]
            if len(found) >= number:
                return
        time.sleep(0.05)
    raise AssertionError(f"no {event} in {run}")


def test_a_run_saves_samples_and_stops_when_it_is_asked(work: Path) -> None:
    run = work / "run"
    run.mkdir()
    (run / ".stop").touch()  # of an earlier process: not for this one
    words = [word for word in TINY if not word.startswith(("--max_iters", "--eval_interval"))]
    process = FledgeProcess(
        "train", *words, "--max_iters=1000000", "--eval_interval=1000000", "--log_interval=1", "--out_dir=run"
    )
    wait_for(run, "iter", 3)
    assert ask(run, "save").pid == process.pid
    wait_for(run, "checkpoint")
    ask(run, "sample")
    wait_for(run, "sample")
    ask(run, "stop")
    output = process.communicate()
    assert process.returncode == 128 + signal.SIGTERM
    assert "saved. To continue:" in output
    events = read_events(run / "metrics.jsonl")
    saved = [event for event in events if event["event"] == "checkpoint"]
    assert len(saved) == 2  # the asked one, and the last
    assert events[-1]["reason"] == "interrupted"
    assert sorted(path.name for path in run.iterdir()) == ["checkpoints", "config.json", "log.txt", "metrics.jsonl"]
    with pytest.raises(FledgeError, match="no fledge trains"):
        ask(run, "stop")


def test_a_run_that_is_held_waits_and_goes_on_where_it_was(work: Path, fledge: Fledge) -> None:
    run = work / "run"
    words = [word for word in TINY if not word.startswith(("--max_iters", "--eval_interval"))]
    words += ["--max_iters=1000000", "--eval_interval=1000000", "--log_interval=1", "--out_dir=run"]
    process = FledgeProcess("train", *words)
    wait_for(run, "iter", 3)
    began = time.monotonic()
    hold(run)
    while not is_held(run):
        time.sleep(0.01)
    seen = read_events(run / "metrics.jsonl")
    time.sleep(1.0)
    assert read_events(run / "metrics.jsonl") == seen  # the loop waits
    assert f"It waits in memory, pid {process.pid}, iteration " in fledge("explain", "run")[1]
    let_go(run)
    wait_for(run, "iter", len(seen) + 20)
    waited = time.monotonic() - began
    slowest = max(event["dt_ms"] for event in read_events(run / "metrics.jsonl") if event["event"] == "iter")
    assert slowest < 1000 * min(1.0, waited)  # the time that it waited is of no iteration
    hold(run)
    while not is_held(run):
        time.sleep(0.01)
    ask(run, "stop")  # one that waits can be stopped
    process.communicate()
    assert process.returncode == 128 + signal.SIGTERM
    assert read_events(run / "metrics.jsonl")[-1]["reason"] == "interrupted"
    assert not list(run.glob(".*"))  # no request is left


def test_a_run_waits_no_longer_than_the_process_that_started_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hold(tmp_path)
    box = RequestBox(tmp_path, is_main=True)
    assert not box.must_wait()  # asked of an earlier process here
    hold(tmp_path)
    box = box_that_looks(box)
    assert box.must_wait()
    assert is_held(tmp_path)
    assert box.must_wait()
    monkeypatch.setattr(os, "getppid", lambda: 1)
    assert not box.must_wait()
    monkeypatch.undo()
    let_go(tmp_path)
    assert not box.must_wait()


def box_that_looks(box: RequestBox) -> RequestBox:
    """Without the quarter of a second between two looks."""
    box._next_look = 0.0
    return box


def by_torchrun(*argv: str) -> list[Any]:
    words = ["torch.distributed.run", "--standalone", "--nproc_per_node=2", "-m", "fledge", *argv]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    return [subprocess.Popen([sys.executable, "-m", *words], env=environment, stdout=subprocess.PIPE, text=True)]


def by_two_processes(*argv: str) -> list[Any]:
    """As torchrun starts them, without the time to import torch three times."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    group = {"WORLD_SIZE": "2", "LOCAL_WORLD_SIZE": "2", "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port}
    return [FledgeProcess(*argv, environment={**group, "RANK": rank, "LOCAL_RANK": rank}) for rank in "01"]


@pytest.mark.parametrize("start", [by_two_processes, pytest.param(by_torchrun, marks=pytest.mark.slow)])
def test_two_processes_save_sample_and_stop_together(work: Path, start: Callable[..., list[Any]]) -> None:
    """Only the first looks for requests, and none may go on alone: the others would wait for it for ever."""
    run = work / "run"
    words = [word for word in TINY if not word.startswith(("--max_iters", "--eval_interval", "--gradient_acc"))]
    processes = start(
        "train", *words, "--max_iters=1000000", "--eval_interval=1000000", "--log_interval=2", "--out_dir=run",
        "--gradient_accumulation_steps=2",
    )  # fmt: skip
    wait_for(run, "iter", 3)
    for number in (1, 2):  # and the run goes on after each
        ask(run, "save")
        wait_for(run, "checkpoint", number)
        ask(run, "sample")
        wait_for(run, "sample", number)
        seen = len([event for event in read_events(run / "metrics.jsonl") if event["event"] == "iter"])
        wait_for(run, "iter", seen + 2)
    ask(run, "stop")
    for process in processes:
        process.communicate()
    events = read_events(run / "metrics.jsonl")
    assert len([event for event in events if event["event"] == "checkpoint"]) == 3  # the asked ones, and the last
    assert events[-1]["reason"] == "interrupted"
    assert {path.name for path in run.glob(".*")} <= {".lock", ".job"}, "no request is left"
    with pytest.raises(FledgeError, match="no fledge trains"):
        ask(run, "stop")


def test_a_request_is_taken_once(tmp_path: Path) -> None:
    for request in REQUESTS:
        request_file(tmp_path, request).touch()
    box = RequestBox(tmp_path, is_main=True)
    assert not any(box.has(request) for request in REQUESTS)
    box = RequestBox(tmp_path, is_main=True)
    with lock_run(tmp_path):
        ask(tmp_path, "save")
        ask(tmp_path, "stop")
    assert (box.take("save"), box.take("save"), box.take("sample")) == (True, False, False)
    assert (box.has("stop"), box.has("stop"), box.take("stop"), box.has("stop")) == (True, True, True, False)


def test_only_the_process_that_writes_looks(tmp_path: Path) -> None:
    request_file(tmp_path, "stop").touch()
    assert not RequestBox(tmp_path, is_main=False).has("stop")
    assert request_file(tmp_path, "stop").exists()


def test_looking_is_rare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step may take less than a millisecond: most do not touch the disk."""
    box = RequestBox(tmp_path, is_main=True)
    looked: list[Path] = []

    def nothing(self: Path) -> None:
        looked.append(self)
        raise FileNotFoundError

    monkeypatch.setattr(Path, "unlink", nothing)
    monkeypatch.setattr(time, "monotonic", lambda: 1000.0)
    assert not any(box.has("save") for _ in range(100))
    assert len(looked) == len(REQUESTS)


# fledge train --watch


@pytest.mark.slow  # it starts a process that imports the page's packages
def test_a_page_beside_the_run_ends_with_it(work: Path) -> None:
    words = [word for word in TINY if not word.startswith("--max_iters")]
    process = FledgeProcess("train", *words, "--max_iters=1000000", "--log_interval=1", "--out_dir=run", "--watch")
    wait_for(work / "run", "iter", 3)
    line = next(line for line in process.stdout if line.startswith("watching: "))
    address, _, token = line.strip().removeprefix("watching: ").partition("?token=")
    assert token not in (work / "run" / "log.txt").read_text()
    asked = urllib.request.Request(f"{address}api/runs", headers={"authorization": f"Bearer {token}"})
    time.sleep(2.5)  # longer than between two looks for new runs
    with urllib.request.urlopen(asked) as answer:
        (run,) = json.load(answer)["runs"]
    assert (run["name"], run["state"]) == ("run", "running")
    process.kill()  # the page notices even that
    process.communicate()
    port = int(address.rstrip("/").rpartition(":")[2])
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            return
        time.sleep(0.1)
    raise AssertionError("the page is still there")


def test_a_page_that_cannot_start_leaves_training_alone(
    work: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    code, out, _ = fledge("train", *TINY, "--out_dir=run", "--watch")
    assert code == 0
    assert "training goes on without a page" in out
