"""Every function leaves the process as it was, and prints nothing."""

import logging
import os
import signal
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

import fledge
from tests.api.conftest import TINY
from tests.helpers import TEXT

RUN = "runs/tiny-gpt2"
LOG = "".join(f"iter {it}: loss {4 - it / 100:.4f}, time 30.00ms\n" for it in range(100))


def state() -> dict[str, Any]:
    return {
        "threads": torch.get_num_threads(),
        "random": torch.get_rng_state().tolist(),
        "seed": torch.initial_seed(),
        "dtype": torch.get_default_dtype(),
        "gradients": torch.is_grad_enabled(),
        "inference": torch.is_inference_mode_enabled(),
        "tf32": (torch.backends.cuda.matmul.allow_tf32, torch.backends.cudnn.allow_tf32),
        "deterministic": torch.are_deterministic_algorithms_enabled(),
        "signals": {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)},
        "warnings": list(warnings.filters),
        "logging": (logging.root.level, list(logging.root.handlers), logging.root.manager.disable),
        "environment": dict(os.environ),
        "folder": Path.cwd(),
        "streams": (sys.stdout, sys.stderr, sys.stdin),
        "hooks": (sys.excepthook, sys.displayhook),
        "path": list(sys.path),
    }


def train(**more: object) -> fledge.TrainedRun:
    return fledge.train(**{**TINY, **more})


CALLS: dict[str, Callable[[], object]] = {
    "load": lambda: fledge.load(RUN),
    "generate": lambda: fledge.load(RUN, dtype="auto").generate("abc", max_tokens=5),
    "stream half": lambda: next(iter(fledge.load(RUN, dtype="float32").stream("abc", max_tokens=5))),
    "score": lambda: fledge.load(RUN).score(TEXT[:100]),
    "read": lambda: fledge.read(RUN).findings(),
    "compare": lambda: fledge.compare("a.log", "a.log"),
    "plan": lambda: fledge.plan(gpu="RTX 4070", **{**TINY, "dtype": "auto"}),
    "plan here": lambda: fledge.plan(threads=2, measure=False, **TINY),
    "prepare": lambda: fledge.prepare("book.txt", name="book"),
    "train": lambda: train(out_dir="one", threads=2, dropout=0.1),
    "train with profile": lambda: train(out_dir="two", profile=True, max_iters=8),
    "resume": lambda: fledge.train(init_from="resume", out_dir="one", max_iters=6),
}
FAILURES: dict[str, Callable[[], object]] = {
    "no model": lambda: fledge.load("nothing"),
    "no dataset": lambda: train(dataset="nothing"),
    "threads and no GPU": lambda: train(threads=2, device="cuda", out_dir="three"),
    "diverged": lambda: train(learning_rate=1000.0, max_iters=40, grad_clip=0.0, out_dir="four", threads=2),
}


def test_nothing_is_left_behind(run_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.log").write_text(LOG)
    Path("book.txt").write_text(TEXT)
    torch.manual_seed(7)
    before = state()
    for name, call in CALLS.items():
        call()
        after = state()
        assert {key: after[key] for key in after if after[key] != before[key]} == {}, name
    assert capsys.readouterr() == ("", "")


def test_nothing_is_left_behind_by_a_failure(run_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = state()
    for name, call in FAILURES.items():
        if name == "threads and no GPU" and torch.cuda.is_available():
            continue
        with pytest.raises(fledge.FledgeError):
            call()
        after = state()
        assert {key: after[key] for key in after if after[key] != before[key]} == {}, name
    assert capsys.readouterr() == ("", "")


def test_random_numbers_of_the_caller_do_not_change_the_text(run_path: Path) -> None:
    model = fledge.load(run_path)
    first = model.generate("abc", max_tokens=10)
    torch.manual_seed(99)
    torch.rand(10)
    assert model.generate("abc", max_tokens=10) == first
