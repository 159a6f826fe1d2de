"""Checkpoints of several processes: loaded by any number of them, exact at the same number, whole or absent."""

import json
from pathlib import Path

import pytest
import torch

from fledge.train.checkpoint import find_checkpoint, read_checkpoint
from tests.helpers import TINY, Fledge, read_events
from tests.processes import done_by

BASE = [*TINY, "--gradient_accumulation_steps=4", "--dtype=float32", "--log_interval=1", "--eval_interval=5"]
BASE += ["--max_iters=15", "--lr_decay_iters=15", "--keep=9"]
ARCHS = {"gpt2": ["--arch=gpt2"], "modern": ["--arch=modern", "--ngram_rows=512", "--ngram_dropout=0"]}
RESUME = ["train", "--init_from=resume"]


def losses(run: str) -> dict[int, float]:
    return {
        event["iter"]: event["loss"] for event in read_events(Path(run, "metrics.jsonl")) if event["event"] == "iter"
    }


def tensors(run: str) -> dict[str, torch.Tensor]:
    """Everything in the newest checkpoint of a run."""
    checkpoint = read_checkpoint(find_checkpoint(Path(run), "latest"))
    training = checkpoint.training_tensors()
    return {**checkpoint.weights(), **{name: training.read(name) for name in training.sizes}}


def by_one(fledge: Fledge, *argv: str) -> None:
    code, out, err = fledge(*argv)
    assert (code, err) == (0, ""), out


@pytest.mark.parametrize("arch", ARCHS)
def test_any_number_of_processes_goes_on(work: Path, fledge: Fledge, arch: str) -> None:
    """Four processes, then two, then one, see the tokens that one process sees, and keep its optimizer's state."""
    settings = [*BASE, *ARCHS[arch]]
    by_one(fledge, "train", *settings, "--out_dir=whole")
    done_by(4, "train", *settings, "--out_dir=parts", "--max_iters=5")
    assert read_checkpoint(find_checkpoint(Path("parts"), "latest")).processes == 4
    done_by(2, *RESUME, "--out_dir=parts", "--max_iters=10")
    by_one(fledge, *RESUME, "--out_dir=parts", "--max_iters=15")
    assert losses("parts") == pytest.approx(losses("whole"), abs=2e-4)
    whole, parts = tensors("whole"), tensors("parts")
    assert whole.keys() == parts.keys()
    for name, tensor in whole.items():
        if not name.startswith("rng."):
            assert torch.allclose(tensor, parts[name], atol=2e-3, rtol=1e-2), name


def test_the_same_number_goes_on_exactly(work: Path, fledge: Fledge) -> None:
    """With dropout, which differs from process to process."""
    settings = [*BASE, *ARCHS["modern"], "--dropout=0.2", "--ngram_dropout=0.1"]
    done_by(2, "train", *settings, "--out_dir=whole")
    done_by(2, "train", *settings, "--out_dir=parts", "--max_iters=7")
    done_by(2, *RESUME, "--out_dir=parts", "--max_iters=15")
    assert losses("parts") == losses("whole")
    whole, parts = tensors("whole"), tensors("parts")
    assert whole.keys() == parts.keys()
    assert {"rng.0.cpu", "rng.1.cpu"} < whole.keys()
    assert not torch.equal(whole["rng.0.cpu"], whole["rng.1.cpu"])
    for name, tensor in whole.items():
        assert torch.equal(tensor, parts[name]), name
    state = json.loads((find_checkpoint(Path("parts"), "latest") / "state.json").read_text())
    assert sorted(state["files"]) == [
        f"{kind}-0000{rank}-of-00002.safetensors" for kind in ("model", "training") for rank in (1, 2)
    ]
    assert fledge("sample", "parts", "--num_samples=1", "--max_new_tokens=5")[0] == 0
    assert fledge("export", "parts", "--to=hf", "--out=hf")[0] == 0
