"""Runs whose model counts n-grams: what the log says, what a checkpoint holds, and what is mixed in."""

import json
import random
import shutil
from pathlib import Path

import numpy as np
import pytest
import torch

from fledge.config.load import load_config
from fledge.data.dataset import open_dataset
from fledge.model.modern import Modern
from fledge.train.pretrained import open_pretrained
from tests.helpers import TINY, Fledge

MODERN = [*TINY, "--arch=modern", "--ngram_rows=64", "--dtype=float32", "--compile=False"]
COUNTING = [*MODERN, "--ngram_counts=3000"]


def evaluations(run: str) -> list[float]:
    rows = [json.loads(line) for line in Path(run, "metrics.jsonl").read_text().splitlines()]
    return [row["val_loss"] for row in rows if row.get("event") == "eval"]


def losses(run: str) -> list[float]:
    rows = [json.loads(line) for line in Path(run, "metrics.jsonl").read_text().splitlines()]
    return [row["loss"] for row in rows if "loss" in row]


def counts_of(run: str) -> dict[str, torch.Tensor]:
    weights = open_pretrained(Path(run)).weights
    return {name: weights[name] for name in ("counts.keys", "counts.running")}


def test_a_run_counts_its_training_split_and_learns_as_without(work: Path, fledge: Fledge) -> None:
    code, out, _ = fledge("train", *COUNTING, "--out_dir=counting", "--log_interval=1")
    assert code == 0
    tokens = open_dataset(Path("data/tiny")).split("train")
    assert f"counted n-grams in {len(tokens):,} training tokens" in out
    assert fledge("train", *MODERN, "--out_dir=alone", "--log_interval=1")[0] == 0
    assert losses("counting") == losses("alone"), "training does not depend on the counts"
    assert evaluations("counting") != evaluations("alone")
    model = Modern(open_pretrained(Path("counting")).shape)
    assert model.counts is not None
    model.counts.count(torch.tensor(np.asarray(tokens[:], np.int64)))
    kept = counts_of("counting")
    assert torch.equal(kept["counts.keys"], model.counts.keys)
    assert torch.equal(kept["counts.running"], model.counts.running)


def test_a_run_that_starts_from_weights_counts_its_own_text(work: Path, fledge: Fledge) -> None:
    assert fledge("train", *COUNTING, "--out_dir=first")[0] == 0
    tokens = open_dataset(Path("data/tiny")).split("train")
    shutil.copytree("data/tiny", "data/other")
    np.asarray(tokens)[::-1].tofile("data/other/train.bin")
    code, out, _ = fledge("train", *COUNTING, "--dataset=other", "--init_from=first", "--out_dir=second")
    assert code == 0
    assert f"counted n-grams in {len(tokens):,} training tokens" in out
    assert not torch.equal(counts_of("first")["counts.keys"], counts_of("second")["counts.keys"])


def test_a_resumed_run_keeps_its_counts_and_ends_as_an_unbroken_one(work: Path, fledge: Fledge) -> None:
    more = ["--decay_lr=False", "--eval_interval=10"]
    assert fledge("train", *COUNTING, *more, "--max_iters=20", "--out_dir=whole")[0] == 0
    assert fledge("train", *COUNTING, *more, "--max_iters=10", "--out_dir=broken")[0] == 0
    code, out, _ = fledge("train", "--init_from=resume", "--out_dir=broken", "--max_iters=20")
    assert code == 0
    assert "counted n-grams" not in out
    assert evaluations("broken")[-1] == evaluations("whole")[-1]
    ours, theirs = counts_of("broken"), counts_of("whole")
    assert all(torch.equal(ours[name], theirs[name]) for name in ours)
    code, out, _ = fledge("sample", "broken", "--num_samples=1", "--max_new_tokens=20", "--seed=3")
    assert code == 0
    assert fledge("sample", "broken", "--num_samples=1", "--max_new_tokens=20", "--seed=3")[1] == out


def test_another_arch_leaves_the_counts_of_a_file_out(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("arch = 'modern'\nngram_counts = 700\n")
    assert load_config([str(file)]).shape.ngram_counts == 700
    for arch in ("gpt2", "llama", "qwen3"):
        config = load_config([str(file), f"--arch={arch}"])
        assert (config.ngram_counts, config.origins["ngram_counts"]) == (0, f"default of arch={arch}")


@pytest.mark.parametrize("written", ["ngram_counts = 700\n", "ngram_counts = 700\narch = 'gpt2'\n"])
def test_counts_that_the_arch_has_not_are_an_error(tmp_path: Path, fledge: Fledge, written: str) -> None:
    file = tmp_path / "mine.py"
    file.write_text(written)
    code, _, err = fledge("config", str(file))
    assert code == 2
    assert "ngram_counts=700 is for arch=modern" in err


def test_a_text_that_repeats_is_predicted_by_its_counts(work: Path, fledge: Fledge) -> None:
    """Before anything was learned: the network guesses, and the counts know the words."""
    draw = random.Random(4)
    words = ["".join(draw.choices("abcdefgh", k=7)) for _ in range(20)]
    Path("words.txt").write_text(" ".join(draw.choices(words, k=3000)))
    assert fledge("prepare", "words.txt", "--tokenizer=char")[0] == 0
    asked = [*MODERN, "--dataset=words", "--max_iters=0", "--eval_iters=all", "--block_size=64"]
    found = []
    for rows in (0, 5000):
        assert fledge("train", *asked, f"--ngram_counts={rows}", f"--out_dir=run{rows}")[0] == 0
        found.append(evaluations(f"run{rows}")[-1])
    alone, mixed = found
    assert mixed < alone - 0.3
