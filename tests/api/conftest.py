"""A run that all tests of the API may look at, trained once."""

import contextlib
from pathlib import Path
from typing import Any

import pytest

import fledge
from tests.helpers import write_dataset

TINY: dict[str, Any] = {
    "dataset": "tiny",
    "device": "cpu",
    "dtype": "float32",
    "n_layer": 2,
    "n_head": 2,
    "n_embd": 32,
    "block_size": 16,
    "batch_size": 4,
    "gradient_accumulation_steps": 1,
    "max_iters": 4,
    "lr_decay_iters": 4,
    "warmup_iters": 1,
    "eval_interval": 2,
    "eval_iters": 2,
    "learning_rate": 1e-3,
    "min_lr": 1e-4,
}


@pytest.fixture(scope="session")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with data/tiny and runs/tiny-gpt2."""
    folder = tmp_path_factory.mktemp("api")
    write_dataset(folder / "data" / "tiny")
    with contextlib.chdir(folder):
        fledge.train(**TINY)
    return folder


@pytest.fixture
def run_path(trained: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The run, in the working directory."""
    monkeypatch.chdir(trained)
    return Path("runs/tiny-gpt2")
