"""The watchdog: which rank a run hangs at, by what each says, and with processes that are frozen."""

import itertools
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from torch._C._distributed_c10d import HashStore

from fledge.parallel.meeting import Meeting
from fledge.parallel.processes import Membership
from fledge.parallel.pulse import Pulse
from fledge.parallel.verdict import View, verdict
from fledge.parallel.watchdog import Watchdog
from fledge.parallel.where import place_of
from tests.parallel.jobs import ENDLESS, Job, has_line, is_alive, kill, wait_for

WORKS = View(silent_s=1, still_s=0, it=57, where="training in data/loader.py:88", waits=False)
WAITS = View(silent_s=1, still_s=200, it=57, where="all_reduce, called by any_process", waits=True)


def test_a_run_that_goes_on_is_left_alone() -> None:
    assert verdict({0: WORKS, 1: WORKS}, 100) is None
    assert verdict({0: WAITS, 1: WORKS}, 100) is None  # rank 1 computes, however long rank 0 waits
    assert verdict({0: WAITS, 1: replace(WORKS, still_s=900, is_slow=True, where="saving")}, 100) is None
    assert verdict({0: WAITS, 1: replace(WAITS, still_s=50)}, 100) is None
    assert verdict({0: replace(WORKS, silent_s=500, still_s=500, is_over=True), 1: WORKS}, 100) is None
    assert verdict({}, 100) is None
    starts = replace(WAITS, still_s=500, is_slow=True)
    assert verdict({0: starts, 1: starts}, 100) is None  # the first connections of a large job take their time


def test_a_frozen_rank_is_named_and_not_those_that_wait_for_it() -> None:
    found = verdict({0: WAITS, 1: replace(WORKS, silent_s=120), 2: WAITS}, 100)
    assert found is not None
    assert found[0] == [1]
    assert found[1].startswith("rank 1 gave no sign of life for 2 min 00 s")
    assert "iteration 57" in found[1]
    assert "Others wait in all_reduce, called by any_process (ranks 0, 2)." in found[1]


def test_a_stuck_rank_is_named_with_its_place() -> None:
    found = verdict({0: WAITS, 1: replace(WORKS, still_s=120)}, 100)
    assert found is not None
    assert found[0] == [1]
    assert "it is at training in data/loader.py:88" in found[1]
    slow = verdict({0: WAITS, 1: replace(WORKS, still_s=1001, is_slow=True, where="saving")}, 100)
    assert slow is not None
    assert "it is at saving" in slow[1]


def test_a_rank_that_never_started_is_named() -> None:
    absent = View(silent_s=500, still_s=0, it=0, where="", waits=False, is_absent=True)
    assert verdict({0: WAITS, 1: absent}, 100) is None
    found = verdict({0: WAITS, 1: replace(absent, silent_s=1001)}, 100)
    assert found is not None
    assert found[0] == [1]
    assert found[1].startswith("rank 1 has not started for 16 min")


def test_if_all_wait_none_is_to_blame() -> None:
    found = verdict({0: WAITS, 1: replace(WAITS, where="broadcast, called by f")}, 100)
    assert found is not None
    assert found[0] == [0, 1]
    assert "all wait, in all_reduce, called by any_process (rank 0), broadcast, called by f (rank 1)." in found[1]


def test_the_place_of_a_thread() -> None:
    assert place_of(None) == ("", False)
    assert place_of(sys._getframe())[1] is False

    def called_from(file: str, name: str, call: Callable[[], object]) -> object:
        code = compile(f"def {name}(call): return call()", file, "exec")
        space: dict[str, Callable[[Callable[[], object]], object]] = {}
        exec(code, space)
        return space[name](call)

    def here() -> tuple[str, bool]:
        return place_of(sys._getframe())

    torch = "/x/torch/distributed/distributed_c10d.py"
    in_torch = called_from("/x/fledge/train/loop.py", "_read", lambda: called_from(torch, "all_reduce", here))
    assert in_torch == ("all_reduce, called by _read in train/loop.py:1", True)
    graph = "/x/torch/autograd/graph.py"
    in_backward = called_from(
        "/x/fledge/train/step.py", "run", lambda: called_from(graph, "_engine_run_backward", here)
    )
    assert in_backward == ("the exchange of gradients in backward", True)
    assert called_from("/x/fledge/data/loader.py", "training", here) == ("training in data/loader.py:1", False)
    assert called_from("/x/fledge/parallel/meeting.py", "hear", here) == ("hear in parallel/meeting.py:1", True)
    in_ddp = called_from("/x/fledge/parallel/wrap.py", "replicate", lambda: called_from(torch, "_sync_states", here))
    assert in_ddp == ("sync_states, called by replicate in parallel/wrap.py:1", True)
    # A saver that writes its own file inside of torch's save does not wait for others.
    writes = called_from(torch, "save", lambda: called_from("/x/fledge/train/files.py", "write", here))
    assert writes == ("write in train/files.py:1", False)


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> HashStore:
    """A store for watchdogs of one process, which look seven times a second and would take a minute to alarm."""
    found = HashStore()
    monkeypatch.setattr("fledge.parallel.watchdog.open_store", lambda: found)
    monkeypatch.setattr("fledge.parallel.watchdog.LONGEST_BEAT_S", 0.15)
    return found


def test_a_process_is_heard_of_before_its_first_look(store: HashStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has said nothing is given ten times as long: on a fast machine it would be said too late."""
    monkeypatch.setattr("fledge.parallel.watchdog.LONGEST_BEAT_S", 600)
    watchdog = Watchdog(Meeting(store, Membership(0, 0, 2)), 6000)
    watchdog.start()
    try:
        wait_for(lambda: watchdog.store.check(["0"]), seconds=60)
    finally:
        watchdog.stop()


def test_after_a_lost_connection_the_silent_rank_is_named(store: HashStore) -> None:
    watchdogs = [Watchdog(Meeting(store, Membership(rank, rank, 4)), 60) for rank in range(4)]
    for watchdog in watchdogs:
        watchdog.start()
    try:
        wait_for(lambda: len(watchdogs[0].seen) == 4)
        assert watchdogs[0].gone() == ""
        watchdogs[1].stop()  # it has ended its work
        assert watchdogs[0].gone() == ""
        watchdogs[2].over.set()  # as kill -9 ends it
        for thread in watchdogs[2].threads:
            thread.join()
        assert watchdogs[0].gone().startswith("rank 2 gave no sign of life for ")
        watchdogs[3].gone()  # from now on it reads what all say, too
        assert watchdogs[3].gone().startswith("rank 2 gave no sign of life for ")
    finally:
        for watchdog in watchdogs:
            watchdog.stop()


def test_a_store_that_does_not_answer_ends_only_a_run_that_stands_still(
    store: HashStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its machine may be gone without a word; or its agent is stopped, and the processes train on."""
    told: list[str] = []
    answers, iteration = threading.Event(), itertools.count()
    pulse = Pulse()
    pulse.slow_work = None
    watchdog = Watchdog(Meeting(store, Membership(1, 0, 2)), 0.5)
    monkeypatch.setattr(watchdog, "_beat", lambda is_over=False: answers.wait())

    def end(blamed: list[int], message: str) -> None:
        told.append(message)
        watchdog.over.set()

    monkeypatch.setattr(watchdog, "_end", end)
    watchdog.follow(pulse, 0.5, lambda: next(iteration), on_cpu=False)
    watchdog.start()
    try:
        wait_for(lambda: watchdog.unheard_s > 1)
        assert told == []
        watchdog.follow(pulse, 0.5, lambda: 57, on_cpu=False)
        wait_for(lambda: told)
        assert told[0].startswith("rank 1 made no progress for ")
        assert "at iteration 57" in told[0]
    finally:
        answers.set()
        watchdog.stop()


IN_TRAINING = ["--eval_interval=1000000"]
IN_EVALUATION = ["--eval_iters=1000000"]
IN_SAVING = ["--eval_interval=20", "--eval_iters=1", "--always_save_checkpoint=True", "--n_embd=128", "--keep=2"]


def is_at(what: list[str]) -> bool:
    if what == IN_TRAINING:
        return has_line("run", "iter 10:")
    if what == IN_EVALUATION:
        return has_line("run", "number of parameters")
    return has_line("run", "saving checkpoint") and bool(list(Path("run/checkpoints").glob(".step-*.tmp")))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rank", "size", "where"),
    [
        (0, 2, IN_TRAINING),
        (1, 2, IN_TRAINING),
        (3, 4, [*IN_TRAINING, "--parallel=fsdp"]),
        (0, 2, IN_EVALUATION),
        (1, 2, IN_EVALUATION),
        (0, 2, IN_SAVING),
        (1, 2, IN_SAVING),
    ],
)
def test_a_stopped_rank_is_named_in_time(work: Path, rank: int, size: int, where: list[str]) -> None:
    sizes = [f"--gradient_accumulation_steps={size}", f"--devices={size}", "--dtype=float32"]
    job = Job("train", *ENDLESS, *where, *sizes, "--out_dir=run", "--hang_timeout=8")
    wait_for(lambda: is_at(where[:1] if where[:1] == IN_TRAINING else where))
    workers = job.workers()
    kill(workers[rank], signal.SIGSTOP)
    code, output = job.end(60)
    errors = [line for line in output.splitlines() if line.startswith("fledge: error:")]
    assert code == 1, output
    assert len(errors) == 1, output
    assert errors[0].startswith(f"fledge: error: rank {rank} gave no sign of life for ")
    assert "Last seen at iteration" in errors[0]
    if where != IN_EVALUATION:  # there they have batches of their own left
        assert "Others wait in" in errors[0]
    assert not any(map(is_alive, workers.values()))


@pytest.mark.slow
def test_a_long_evaluation_does_not_alarm_it(work: Path) -> None:
    """It takes many times the limit; every batch is a sign of progress."""
    options = ["--hang_timeout=2", "--eval_iters=4000", "--eval_interval=3", "--max_iters=3"]
    code, output = Job("train", *ENDLESS, *options, "--out_dir=run", "--devices=2").end(300)
    assert code == 0, output


@pytest.mark.slow
def test_a_job_that_was_stopped_goes_on(work: Path) -> None:
    """Ctrl-Z, and fg after twice the limit."""
    job = Job("train", *ENDLESS, "--max_iters=3000", "--out_dir=run", "--devices=2", "--hang_timeout=3")
    wait_for(lambda: has_line("run", "iter 10:"))
    stopped = [job.process.pid, *job.workers().values()]
    for number in (signal.SIGSTOP, signal.SIGCONT):
        for pid in stopped:
            kill(pid, number)
        time.sleep(6)
    code, output = job.end(300)
    assert code == 0, output


@pytest.mark.slow
@pytest.mark.parametrize("parallel", ["ddp", "fsdp"])
def test_a_busy_machine_does_not_alarm_it(work: Path, parallel: str) -> None:
    """Ten times as many processes as cores want to run, from the start to the end."""
    others = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(10 * (os.cpu_count() or 1))]
    try:
        options = ["--max_iters=60", "--eval_interval=20", "--hang_timeout=5", "--dtype=float32"]
        code, output = Job("train", *ENDLESS, *options, f"--parallel={parallel}", "--out_dir=run", "--devices=2").end(
            600
        )
    finally:
        for other in others:
            other.kill()
            other.wait()
    assert code == 0, output


@pytest.mark.slow
def test_torchrun_says_it_once(work: Path) -> None:
    job = Job("train", *ENDLESS, "--out_dir=run", "--hang_timeout=8", torchrun=[])
    wait_for(lambda: has_line("run", "iter 10:"))
    kill(job.worker(0), signal.SIGSTOP)
    code, output = job.end(60)
    assert code != 0
    assert output.count("fledge: error: rank 0 gave no sign of life") == 1, output
