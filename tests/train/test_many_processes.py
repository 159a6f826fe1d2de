"""Checkpoints of several processes: loaded by any number of them, exact at the same number, whole or absent."""

import json
import random
import time
from pathlib import Path

import pytest
import torch

from fledge.logs.rundir import step_folders
from fledge.train.checkpoint import find_checkpoint, read_checkpoint
from fledge.train.checkpoint_files import verify
from tests.helpers import TEXT, TINY, Fledge, read_events, write_dataset
from tests.processes import done_by, together

BASE = [*TINY, "--gradient_accumulation_steps=4", "--dtype=float32", "--log_interval=1", "--eval_interval=5"]
BASE += ["--max_iters=15", "--lr_decay_iters=15", "--keep=9"]
ARCHS = {
    "gpt2": ["--arch=gpt2"],
    "modern": ["--arch=modern", "--ngram_rows=512", "--ngram_dropout=0"],
    "qwen3": ["--arch=qwen3", "--n_kv_head=1"],
}
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


def by_one(fledge: Fledge, *argv: str) -> str:
    code, out, err = fledge(*argv)
    assert (code, err) == (0, ""), out
    return out


@pytest.mark.parametrize(
    ("arch", "first", "second"),
    [
        ("modern", (4, "fsdp"), (2, "ddp")),
        pytest.param("gpt2", (4, "ddp"), (2, "fsdp"), marks=pytest.mark.slow),
        pytest.param("qwen3", (4, "ddp"), (2, "ddp"), marks=pytest.mark.slow),
        pytest.param("gpt2", (4, "fsdp"), (3, "fsdp"), marks=pytest.mark.slow),
        pytest.param("modern", (2, "ddp"), (4, "fsdp"), marks=pytest.mark.slow),
        pytest.param("qwen3", (3, "fsdp"), (4, "ddp"), marks=pytest.mark.slow),
    ],
)
def test_any_number_of_processes_goes_on(
    work: Path,
    fledge: Fledge,
    monkeypatch: pytest.MonkeyPatch,
    arch: str,
    first: tuple[int, str],
    second: tuple[int, str],
) -> None:
    """Four processes, then two, then one, see the tokens that one process sees, and keep its optimizer's state."""
    shared = 12 if 3 in (first[0], second[0]) else 4  # micro-batches, a number that both can share
    settings = [*BASE, *ARCHS[arch], f"--gradient_accumulation_steps={shared}"]
    by_one(fledge, "train", *settings, "--out_dir=whole")
    done_by(first[0], "train", *settings, "--out_dir=parts", "--max_iters=5", f"--parallel={first[1]}")
    assert read_checkpoint(find_checkpoint(Path("parts"), "latest")).processes == first[0]
    done_by(second[0], *RESUME, "--out_dir=parts", "--max_iters=10", f"--parallel={second[1]}")
    monkeypatch.setattr("torch.get_num_threads", lambda: 3)  # the cores that this one has
    out = by_one(fledge, *RESUME, "--out_dir=parts", "--max_iters=15")
    starts = [event for event in read_events(Path("parts/metrics.jsonl")) if event["event"] == "start"]
    assert [start["threads"] for start in starts] == [1, 1, 3]
    assert f"saved by {second[0]}, resumed by 1 process" in out
    assert losses("parts") == pytest.approx(losses("whole"), abs=2e-4)
    whole, parts = tensors("whole"), tensors("parts")
    assert whole.keys() == parts.keys()
    for name, tensor in whole.items():
        if not name.startswith("rng."):
            assert torch.allclose(tensor, parts[name], atol=2e-3, rtol=1e-2), name


@pytest.mark.parametrize(
    "settings",
    [
        [*ARCHS["gpt2"], "--parallel=fsdp"],
        pytest.param([*ARCHS["modern"], "--ngram_dropout=0.1"], marks=pytest.mark.slow),  # ddp
    ],
)
def test_the_same_number_goes_on_exactly(work: Path, fledge: Fledge, settings: list[str]) -> None:
    """With dropout, which differs from process to process."""
    settings = [*BASE, *settings, "--dropout=0.2"]
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


def test_one_process_that_cannot_write_stops_all(work: Path, fledge: Fledge) -> None:
    """The third can't write its file. All end with one message that names it, and the checkpoint before stays whole."""
    done_by(2, "train", *BASE, "--out_dir=run", "--max_iters=5")
    before = find_checkpoint(Path("run"), "latest")
    size = max(file.stat().st_size for file in before.glob("training-*"))
    failing = together(4, *RESUME, "--out_dir=run", "--max_iters=1000", full_disks={2: size // 4})
    outputs = [process.communicate() for process in failing]
    assert [process.returncode for process in failing] == [1] * 4, outputs
    said = "rank 2: can't write run/checkpoints/step-00000010: File too large. Free some space and continue: fledge"
    assert any(said in output for output in outputs), outputs
    assert not any("Traceback" in output for output in outputs), outputs
    assert find_checkpoint(Path("run"), "latest") == before
    assert not [one for one in verify(before, lambda read: None) if one.problem]
    assert sorted(path.name for path in before.parent.iterdir()) == ["best", "latest", "step-00000005"]


@pytest.mark.parametrize(
    ("words", "folder", "said"),
    [
        (["--learning_rate=5e-3"], "", "rank 1 has another value of learning_rate than rank 0: 0.005, not 0.001."),
        pytest.param([], "other", "rank 1 has another value of dataset's tokens than rank 0", marks=pytest.mark.slow),
        pytest.param(["--dataset=none"], "", "rank 1: ", marks=pytest.mark.slow),
    ],
)
def test_a_process_that_was_started_otherwise_is_named(work: Path, words: list[str], folder: str, said: str) -> None:
    """Before anything is trained or written; all end as the user's mistake."""
    write_dataset(Path("other/data/tiny"), TEXT[::-1])
    folders, out = {1: work / folder}, f"--out_dir={work / 'run'}"
    found = together(2, "train", *BASE, out, other_words={1: words}, other_folders=folders, cwd=work)
    outputs = [process.communicate() for process in found]
    assert [process.returncode for process in found] == [2, 2], outputs
    assert outputs[0].startswith(f"fledge: error: {said}"), outputs
    assert len(outputs[0].splitlines()) == 1, outputs
    assert not Path("run").exists()


@pytest.mark.slow
def test_sharded_processes_end_by_themselves(work: Path) -> None:
    """FSDP keeps its process group, and gloo's threads, to the end of Python. None of 16 aborts or hangs."""
    for number in range(8):
        done_by(2, "train", *BASE, "--max_iters=4", "--eval_interval=2", "--parallel=fsdp", f"--out_dir=run{number}")


@pytest.mark.slow
@pytest.mark.parametrize("parallel", ["ddp", "fsdp"])
def test_kill_9_while_saving_loses_nothing(work: Path, parallel: str) -> None:
    """A checkpoint after each iteration; one of two processes is killed while one is written, six times."""
    settings = [*BASE, "--eval_interval=1", "--eval_iters=1", "--dropout=0.1", f"--parallel={parallel}"]
    settings += ["--max_iters=40", "--lr_decay_iters=40"]
    done_by(2, "train", *settings, "--out_dir=whole")
    draw, folder, metrics = random.Random(1), Path("run/checkpoints"), Path("run/metrics.jsonl")
    saved = 0
    for kill in range(7):
        argv = [*RESUME, "--out_dir=run"] if saved else ["train", *settings, "--out_dir=run", "--overwrite"]
        lines = metrics.read_text().count("\n") if metrics.exists() else 0
        processes, after = together(2, *argv), lines + draw.randint(8, 16)
        while all(process.poll() is None for process in processes):
            is_far = metrics.exists() and metrics.read_text().count("\n") >= after
            if kill < 6 and is_far and list(folder.glob(".step-*.tmp")):
                draw.choice(processes).kill()
                break
            time.sleep(0.001)
        outputs = [process.communicate() for process in processes]
        codes = sorted(process.returncode or 0 for process in processes)
        assert codes == ([0, 0] if kill == 6 else [-9, 1]), outputs
        for step in step_folders(folder):
            assert not [one for one in verify(step, lambda read: None) if one.problem]
        now = read_checkpoint(find_checkpoint(Path("run"), "latest")).counters.it
        assert now >= saved
        saved = now
    whole, run = tensors("whole"), tensors("run")
    assert all(torch.equal(tensor, run[name]) for name, tensor in whole.items())
