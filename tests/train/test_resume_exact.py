"""The promise: N + M iterations are N, stop, resume, M iterations, bit for bit: weights and every logged loss.

The stops are real: SIGINT, SIGTERM and kill -9 of a process.
"""

import signal
import time
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file

from fledge.config.shape import LLAMA_ARCHS
from fledge.train.evaluate import Evaluator, Interrupted, Losses
from tests.helpers import TINY, Fledge, read_events, write_dataset
from tests.processes import FledgeProcess

LONG = [*TINY, "--max_iters=30", "--lr_decay_iters=30", "--eval_interval=10", "--dropout=0.1"]


def losses(run: Path) -> dict[tuple[str, int], tuple[object, ...]]:
    """Every logged loss of a run, by kind and iteration."""
    found: dict[tuple[str, int], tuple[object, ...]] = {}
    for event in read_events(run / "metrics.jsonl"):
        if event["event"] == "iter":
            found["iter", event["iter"]] = (event["loss"], event["grad_norm"], event["lr"], event["tokens"])
        elif event["event"] == "eval":
            found["eval", event["iter"]] = (event["train_loss"], event["val_loss"])
    return found


def weights(run: Path, step: int) -> dict[str, torch.Tensor]:
    return load_file(run / "checkpoints" / f"step-{step:08d}" / "model.safetensors")


def assert_same_run(a: Path, b: Path, step: int = 30) -> None:
    assert losses(a) == losses(b)
    ours, theirs = weights(a, step), weights(b, step)
    assert ours.keys() == theirs.keys()
    for name, tensor in ours.items():
        assert torch.equal(tensor, theirs[name]), name


@pytest.mark.parametrize(
    ("arch", "dtype", "accumulation"),
    [
        ("gpt2", "float32", "1"),
        ("modern", "bfloat16", "3"),
        ("qwen3", "float32", "2"),
        pytest.param("llama", "bfloat16", "1", marks=pytest.mark.slow),
        pytest.param("gpt2", "bfloat16", "3", marks=pytest.mark.slow),
        pytest.param("modern", "float32", "1", marks=pytest.mark.slow),
    ],
)
def test_a_run_in_parts_is_the_whole_run(work: Path, fledge: Fledge, arch: str, dtype: str, accumulation: str) -> None:
    kv_heads = ["--n_kv_head=1"] if arch in LLAMA_ARCHS else []
    options = [*LONG, *kv_heads, f"--arch={arch}", f"--dtype={dtype}", f"--gradient_accumulation_steps={accumulation}"]
    assert fledge("train", *options, "--out_dir=whole")[0] == 0
    assert fledge("train", *options, "--out_dir=parts", "--max_iters=7")[0] == 0
    for stop in (10, 17, 30):  # before, at and between evaluations
        code, _, err = fledge("train", "--init_from=resume", "--out_dir=parts", f"--max_iters={stop}")
        assert (code, err) == (0, "")
    whole, parts = losses(work / "whole"), losses(work / "parts")
    extra = {key for key in parts if key not in whole}
    assert extra == {("eval", 7), ("eval", 17)}  # each part ends with an evaluation, which changes nothing
    assert {key: value for key, value in parts.items() if key not in extra} == whole
    for name, tensor in weights(work / "whole", 30).items():
        assert torch.equal(tensor, weights(work / "parts", 30)[name]), name


def test_so_is_one_that_reads_its_data_in_epochs(work: Path, fledge: Fledge) -> None:
    """With another batch size in the second part there is no whole run to compare with: test_sampling.py has that."""
    options = [*LONG, "--sampling=epoch", "--block_size=64", "--batch_size=16"]  # more than one epoch
    assert fledge("train", *options, "--out_dir=whole")[0] == 0
    assert fledge("train", *options, "--out_dir=parts", "--max_iters=20")[0] == 0
    assert fledge("train", "--init_from=resume", "--out_dir=parts", "--max_iters=30")[0] == 0
    assert_same_run(work / "whole", work / "parts")


def wait_for(process: object, run: Path, iteration: int) -> None:
    """Until the run has logged that iteration."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        path = run / "metrics.jsonl"
        if path.exists() and any(e["event"] == "iter" and e["iter"] >= iteration for e in read_events(path)):
            return
        time.sleep(0.005)
    raise AssertionError("the run did not get there")


SLOW = [*LONG, "--n_embd=64", "--batch_size=16", "--gradient_accumulation_steps=4"]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The uninterrupted run; the others go beside it."""
    work = tmp_path_factory.mktemp("work")
    write_dataset(work / "data" / "tiny")
    process = FledgeProcess("train", *SLOW, "--out_dir=whole", cwd=work)
    output = process.communicate(timeout=120)
    assert process.returncode == 0, output
    return work / "whole"


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), pytest.param(signal.SIGTERM, 143, marks=pytest.mark.slow)]
)
def test_a_signal_finishes_the_step_saves_and_says_how_to_go_on(whole: Path, number: signal.Signals, code: int) -> None:
    work, run = whole.parent, whole.with_name(f"stopped-{code}")
    process = FledgeProcess("train", *SLOW, f"--out_dir={run.name}", cwd=work)
    wait_for(process, run, 3)
    process.send_signal(number)
    output = process.communicate(timeout=60)
    assert process.returncode == code, output
    assert "Traceback" not in output
    command = output.strip().splitlines()[-1].split()
    assert command == ["fledge", "train", "--init_from=resume", f"--out_dir={run.name}"]
    end = read_events(run / "metrics.jsonl")[-1]
    assert (end["event"], end["reason"]) == ("end", "interrupted")
    assert 3 < end["iter"] < 30

    resumed = FledgeProcess(*command[1:], cwd=work)
    output = resumed.communicate(timeout=120)
    assert resumed.returncode == 0, output
    assert_same_run(whole, run)


@pytest.mark.parametrize("iteration", [11, pytest.param(23, marks=pytest.mark.slow)])
def test_kill_9_loses_nothing_that_was_saved(whole: Path, iteration: int) -> None:
    work, run = whole.parent, whole.with_name(f"killed-{iteration}")
    process = FledgeProcess("train", *SLOW, f"--out_dir={run.name}", cwd=work)
    wait_for(process, run, iteration)
    process.kill()
    process.communicate(timeout=60)
    with (run / "metrics.jsonl").open("a") as metrics:
        metrics.write('{"event": "iter", "iter": 99, "lo')  # as a kill in the middle of a line leaves it

    resumed = FledgeProcess("train", "--init_from=resume", f"--out_dir={run.name}", cwd=work)
    output = resumed.communicate(timeout=120)
    assert resumed.returncode == 0, output
    assert f"at iteration {iteration // 10 * 10}" in output
    assert_same_run(whole, run)


@pytest.mark.slow
def test_a_second_signal_quits_at_once(work: Path) -> None:
    run = work / "stopped"
    process = FledgeProcess("train", *SLOW, "--out_dir=stopped", "--gradient_accumulation_steps=100000", cwd=work)
    deadline = time.monotonic() + 60
    while not (run / "metrics.jsonl").exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    while "step 0" not in (run / "log.txt").read_text() and time.monotonic() < deadline:
        time.sleep(0.01)
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    time.sleep(0.5)
    assert process.poll() is None  # it is finishing its long step
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=10)
    assert process.returncode == 130


def test_resuming_with_another_setting_says_so(work: Path, fledge: Fledge) -> None:
    assert fledge("train", *TINY, "--out_dir=run")[0] == 0
    code, out, _ = fledge("train", "--init_from=resume", "--out_dir=run", "--max_iters=14", "--batch_size=2")
    assert code == 0
    assert "batch_size is now 2, was 4" in out
    assert "iter 13:" in out


def test_a_stop_during_the_last_evaluation(work: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch) -> None:
    """All iterations are done and saved; the evaluation is made up for on resume."""
    plain, calls = Evaluator.losses, iter(range(99))

    def broken_off(self: Evaluator, *arguments: Any) -> Losses:
        if next(calls) == 2:
            raise Interrupted
        return plain(self, *arguments)

    monkeypatch.setattr(Evaluator, "losses", broken_off)
    code, out, _ = fledge("train", *TINY, "--out_dir=run")
    assert code == 143
    assert "stopped at iteration 12; saved" in out
    code, out, _ = fledge("train", "--init_from=resume", "--out_dir=run")
    assert code == 0
    assert "step 12: train loss" in out


def test_a_finished_run_resumes_to_nothing_to_do(work: Path, fledge: Fledge) -> None:
    assert fledge("train", *TINY, "--out_dir=run")[0] == 0
    before = weights(work / "run", 12)
    code, out, _ = fledge("train", "--init_from=resume", "--out_dir=run")
    assert code == 0
    assert "finished: 12 iterations" in out
    assert "nothing is left to train: the run has done its 12 iterations. To go on: fledge train" in out
    assert "--init_from=resume --out_dir=run --max_iters=24" in out
    assert all(torch.equal(tensor, before[name]) for name, tensor in weights(work / "run", 12).items())
