"""Runs whose model counts n-grams: what the log says, what a checkpoint holds, and what is mixed in."""

import json
import math
import random
import shutil
from pathlib import Path

import numpy as np
import pytest
import torch

from fledge.config.load import load_config
from fledge.data.dataset import open_dataset
from fledge.data.held_out import divided
from fledge.model.counts import SHARES, UNIT
from fledge.model.modern import Modern
from fledge.model.weights import load_weights
from fledge.train.pretrained import open_pretrained
from tests.helpers import TINY, Fledge

MODERN = [*TINY, "--arch=modern", "--ngram_rows=64", "--dtype=float32", "--compile=False"]
BLOCK = 16  # of TINY
COUNTING = [*MODERN, "--ngram_counts=3000"]


def evaluations(run: str) -> list[float]:
    rows = [json.loads(line) for line in Path(run, "metrics.jsonl").read_text().splitlines()]
    return [row["val_loss"] for row in rows if row.get("event") == "eval"]


def counts_of(run: str) -> dict[str, torch.Tensor]:
    weights = open_pretrained(Path(run)).weights
    return {name: weights[name] for name in ("counts.keys", "counts.running", "counts.share")}


def test_a_run_counts_what_it_trains_on(work: Path, fledge: Fledge) -> None:
    code, out, _ = fledge("train", *COUNTING, "--out_dir=counting", "--log_interval=1")
    assert code == 0
    tokens, held_out = divided(open_dataset(Path("data/tiny")).split("train"), BLOCK)
    assert held_out is not None
    assert f"counted n-grams in {len(tokens):,} training tokens" in out
    assert fledge("train", *MODERN, "--out_dir=alone", "--log_interval=1")[0] == 0
    assert evaluations("counting") != evaluations("alone")
    model = Modern(open_pretrained(Path("counting")).shape)
    assert model.counts is not None
    model.counts.count(torch.tensor(np.asarray(tokens[:], np.int64)))
    kept = counts_of("counting")
    assert torch.equal(kept["counts.keys"], model.counts.keys)
    assert torch.equal(kept["counts.running"], model.counts.running)


def test_the_share_of_the_counts_is_that_which_is_best_on_held_out_text(work: Path, fledge: Fledge) -> None:
    assert fledge("train", *COUNTING, "--max_iters=30", "--out_dir=run")[0] == 0
    pretrained = open_pretrained(Path("run"))
    model = Modern(pretrained.shape)
    load_weights(model, pretrained.weights)
    assert model.counts is not None
    share = int(model.counts.share) / UNIT
    _, held_out = divided(open_dataset(Path("data/tiny")).split("train"), BLOCK)
    assert held_out is not None
    windows = torch.tensor(np.asarray(held_out[:], np.int64))
    windows = windows[: (len(windows) - 1) // BLOCK * BLOCK + 1]
    model.eval()
    model.counts.tried = SHARES
    losses = model(windows[:-1].view(-1, BLOCK), windows[1:].view(-1, BLOCK)).detach()
    best = SHARES[int(losses.argmin())]
    assert share == pytest.approx(best, abs=0.1), "the run's last window is shorter, and padded"


def test_the_training_loss_is_the_networks_alone(work: Path, fledge: Fledge) -> None:
    """Counts know the text that they counted: with them, every run would look as if it overfitted."""
    assert fledge("train", *COUNTING, "--max_iters=0", "--out_dir=run")[0] == 0
    first = [json.loads(line) for line in Path("run", "metrics.jsonl").read_text().splitlines()]
    losses = [(row["train_loss"], row["val_loss"]) for row in first if row.get("event") == "eval"]
    train, val = losses[-1]
    vocab_size = open_dataset(Path("data/tiny")).vocab_size
    assert train == pytest.approx(math.log(vocab_size), abs=1e-3), "the network knows nothing yet"
    assert val < train


def test_pieces_and_what_lies_between_them_make_up_the_text() -> None:
    tokens = np.arange(100_003, dtype=np.uint32)
    kept, held_out = divided(tokens, 64)
    assert held_out is not None
    ours, theirs = np.asarray(kept[:]), held_out[:]
    assert sorted([*ours, *theirs]) == list(range(100_003))
    assert len(ours) == len(kept)
    assert len(theirs) == len(held_out) == pytest.approx(100_003 / 64, rel=0.02)
    assert (np.diff(ours) >= 1).all()
    assert (np.diff(theirs) > 1).sum() == 15, "sixteen pieces"
    places = np.array([[0, 5], [90_000, 17]])
    assert np.array_equal(kept[places], ours[places])
    assert divided(tokens[:3000], 64)[1] is None, "less than a window"


def test_a_run_that_starts_from_weights_counts_its_own_text(work: Path, fledge: Fledge) -> None:
    assert fledge("train", *COUNTING, "--out_dir=first")[0] == 0
    tokens = open_dataset(Path("data/tiny")).split("train")
    shutil.copytree("data/tiny", "data/other")
    np.asarray(tokens)[::-1].tofile("data/other/train.bin")
    code, out, _ = fledge("train", *COUNTING, "--dataset=other", "--init_from=first", "--out_dir=second")
    assert code == 0
    assert "counted n-grams in" in out
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
