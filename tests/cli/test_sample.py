"""`fledge sample`, as a user types it."""

import io
import os
import pickle
import time
from pathlib import Path

import pytest

from tests.helpers import CHARS, TINY, Fledge

FEW = ["--max_new_tokens=40", "--num_samples=2"]


@pytest.fixture
def run(work: Path, fledge: Fledge) -> Path:
    assert fledge("train", *TINY, "--out_dir=runs/first")[0] == 0
    return work / "runs/first"


def test_same_seed_same_text(run: Path, fledge: Fledge) -> None:
    texts = [fledge("sample", *FEW, f"--seed={seed}")[1] for seed in (1, 1, 2)]
    assert texts[0] == texts[1] != texts[2]


def test_samples_are_separated_as_nanogpts(run: Path, fledge: Fledge) -> None:
    code, out, err = fledge("sample", *FEW, "--start=abc")
    assert code == 0
    parts = out.split("---------------\n")
    assert len(parts) == 2
    assert all(part.startswith("abc") and len(part) == 3 + 40 + 1 for part in parts)
    assert "sampling from runs/first/checkpoints/step-" in err


def test_the_first_sample_is_the_one_drawn_alone(run: Path, fledge: Fledge) -> None:
    alone = fledge("sample", "--max_new_tokens=40", "--num_samples=1")[1]
    assert fledge("sample", *FEW)[1].startswith(alone)


def test_the_newest_run_is_meant(run: Path, fledge: Fledge) -> None:
    fledge("train", *TINY, "--out_dir=runs/second", "--max_iters=1")
    assert "runs/second" in fledge("sample", *FEW)[2]
    assert "runs/first" in fledge("sample", "first", *FEW)[2]
    assert "runs/first" in fledge("sample", "--out_dir=runs/first", *FEW)[2]
    now = time.time() + 100
    os.utime(run / "metrics.jsonl", (now, now))
    assert "runs/first" in fledge("sample", *FEW)[2]


def test_best_or_latest_or_a_step(work: Path, fledge: Fledge) -> None:
    worse = ["--eval_iters=all", "--eval_interval=1", "--max_iters=2", "--keep=5", "--warmup_iters=0"]
    fledge("train", *TINY, *worse, "--learning_rate=3", "--decay_lr=False", "--out_dir=runs/up")
    (work / "runs/up/checkpoints/best").write_text("step-00000001\n")
    assert "step-00000001" in fledge("sample", *FEW)[2]
    assert "step-00000002" in fledge("sample", *FEW, "--which=latest")[2]
    assert "step-00000001" in fledge("sample", "runs/up/checkpoints/step-00000001", *FEW)[2]


def test_prompts_from_files_and_standard_input(run: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("prompt.txt").write_text("abc")
    expected = fledge("sample", *FEW, "--start=abc")[1]
    assert fledge("sample", *FEW, "--start=FILE:prompt.txt")[1] == expected
    monkeypatch.setattr("sys.stdin", io.StringIO("abc"))
    assert fledge("sample", *FEW, "--start=-")[1] == expected


def test_a_text_longer_than_the_context(run: Path, fledge: Fledge) -> None:
    code, out, _ = fledge("sample", "--num_samples=1", "--max_new_tokens=100", "--start=" + "abc " * 20)
    assert code == 0
    assert len(out) == 80 + 100 + 1


def test_a_model_needs_its_dataset_no_longer(run: Path, fledge: Fledge) -> None:
    expected = fledge("sample", *FEW)[1]
    Path("data").rename("elsewhere")
    assert fledge("sample", *FEW)[1] == expected


def test_nanogpts_checkpoint_with_its_meta_pickle(run: Path, fledge: Fledge) -> None:
    expected = fledge("sample", *FEW)[1]
    assert fledge("export", "--out=out-nano/ckpt.pt")[0] == 0
    meta = {"vocab_size": len(CHARS), "itos": dict(enumerate(CHARS)), "stoi": {c: i for i, c in enumerate(CHARS)}}
    Path("data/tiny/dataset.json").unlink()
    Path("data/tiny/meta.pkl").write_bytes(pickle.dumps(meta))
    assert fledge("sample", "--out_dir=out-nano", *FEW)[1] == expected
    assert fledge("sample", "out-nano/ckpt.pt", *FEW)[1] == expected


def test_end_of_text_ends_a_sample(work: Path, fledge: Fledge) -> None:
    """A byte model that has seen nothing but <|endoftext|> after every letter stops at once."""
    text = "a" * 3000
    for name in ("one.txt", "two.txt"):
        Path(name).write_text(text)
    assert fledge("prepare", "one.txt", "two.txt", "--tokenizer=byte", "--name=bytes")[0] == 0
    import numpy as np

    for split in ("train", "val"):
        path = Path(f"data/bytes/{split}.bin")
        ids = np.fromfile(path, dtype=np.uint16)
        ids[::2], ids[1::2] = ord("a"), 256
        ids.tofile(path)
    options = ["--dataset=bytes", "--learning_rate=1e-2", "--max_iters=60", "--lr_decay_iters=60"]
    assert fledge("train", *TINY, *options, "--out_dir=runs/bytes")[0] == 0
    code, out, _ = fledge("sample", "bytes", "--start=a", "--num_samples=3", "--temperature=0")
    assert code == 0
    assert out == "a\n---------------\na\n---------------\na\n"
