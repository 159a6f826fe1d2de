"""The watchdog: which rank a run hangs at, by what each says, and with processes that are frozen."""

import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from fledge.parallel.verdict import View, verdict
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


@pytest.mark.slow
@pytest.mark.parametrize("rank", [0, 1])
def test_a_stopped_rank_is_named_in_time(work: Path, rank: int) -> None:
    job = Job("train", *ENDLESS, "--out_dir=run", "--devices=2", "--hang_timeout=8")
    wait_for(lambda: has_line("run", "iter 10:"))
    workers = job.workers()
    kill(workers[rank], signal.SIGSTOP)
    code, output = job.end(60)
    errors = [line for line in output.splitlines() if line.startswith("fledge: error:")]
    assert code == 1, output
    assert len(errors) == 1, output
    assert errors[0].startswith(f"fledge: error: rank {rank} gave no sign of life for ")
    assert "Others wait in" in errors[0]
    assert not any(map(is_alive, workers.values()))


@pytest.mark.slow
def test_a_long_evaluation_does_not_alarm_it(work: Path) -> None:
    """It takes many times the limit; every batch is a sign of progress."""
    options = ["--hang_timeout=2", "--eval_iters=4000", "--eval_interval=3", "--max_iters=3"]
    code, output = Job("train", *ENDLESS, *options, "--out_dir=run", "--devices=2").end(300)
    assert code == 0, output


@pytest.mark.slow
def test_torchrun_says_it_once(work: Path) -> None:
    job = Job("train", *ENDLESS, "--out_dir=run", "--hang_timeout=8", torchrun=[])
    wait_for(lambda: has_line("run", "iter 10:"))
    kill(job.worker(0), signal.SIGSTOP)
    code, output = job.end(60)
    assert code != 0
    assert output.count("fledge: error: rank 0 gave no sign of life") == 1, output
