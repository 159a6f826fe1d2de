"""Starting from saved weights: the shape is theirs; a settings file yields to it, what is typed must agree."""

import json
from pathlib import Path

import pytest

from fledge.config.load import load_config
from fledge.train.launch import new_launch
from tests.helpers import TINY, Fledge

SIZES = ["--n_layer=2", "--n_head=2", "--n_embd=32", "--block_size=16"]
OTHERS = [word for word in TINY if word not in SIZES]
LARGER = "n_layer = 6\nn_head = 6\nn_embd = 384\nblock_size = 256\nlearning_rate = 1e-3\nmax_iters = 5000\n"


@pytest.fixture
def runs(work: Path, fledge: Fledge) -> Path:
    """A run of fledge, the same as nanoGPT's ckpt.pt, and a settings file of a larger model."""
    assert fledge("train", *TINY, "--out_dir=run", "--dtype=float32")[0] == 0
    assert fledge("export", "run", "--out=nano/ckpt.pt", "--which=latest")[0] == 0
    Path("larger.py").write_text(LARGER)
    return work


@pytest.mark.parametrize("run", ["run", "nano"])
def test_the_same_command_continues_the_run(runs: Path, fledge: Fledge, run: str) -> None:
    """The file says another shape, the command line the run's own: as when the run was started."""
    command = ["train", "larger.py", *TINY, f"--out_dir={run}", "--dtype=float32"]
    code, out, err = fledge(*command, "--init_from=resume", "--max_iters=14")
    assert (code, err) == (0, "")
    assert "is not used" not in out
    assert "iter 13:" in out


@pytest.mark.parametrize("run", ["run", "nano"])
def test_a_shape_that_only_a_file_says_yields(runs: Path, fledge: Fledge, run: str) -> None:
    code, out, err = fledge("train", "larger.py", f"--out_dir={run}", "--init_from=resume", "--max_iters=13")
    assert (code, err) == (0, "")
    assert "n_layer=6 of larger.py:1 is not used: the weights have 2" in out
    assert "block_size=256 of larger.py:4 is not used: the weights have 16" in out


@pytest.mark.parametrize(
    "typed", ["n_layer=3", "block_size=8", "vocab_size=99", "bias=True", "arch=modern", "ngram_rows=7", "depth=3"]
)
@pytest.mark.parametrize("run", ["run", "nano"])
def test_a_shape_that_is_typed_must_be_the_checkpoints(runs: Path, fledge: Fledge, run: str, typed: str) -> None:
    code, _, err = fledge("train", "larger.py", "--init_from=resume", f"--out_dir={run}", f"--{typed}")
    assert code == 2
    assert f"{typed} can't change on resume: the checkpoint has " in err


def test_every_typed_shape_that_differs_is_named_at_once(runs: Path, fledge: Fledge) -> None:
    code, _, err = fledge("train", "--init_from=resume", "--out_dir=run", "--n_layer=3", "--n_head=4")
    assert code == 2
    assert "2 problems:" in err
    assert "n_layer=3 can't change" in err
    assert "n_head=4 can't change" in err


def test_only_the_last_of_several_values_counts(runs: Path, fledge: Fledge) -> None:
    typed = ["--n_layer=9", "--n_layer=2", "--vocab_size=99", "--vocab_size=0", "--eval_iters=5", "--eval_iters=2"]
    code, out, err = fledge("train", *typed, "--init_from=resume", "--out_dir=run", "--batch_size=2", "--batch_size=3")
    assert (code, err) == (0, "")
    assert "batch_size is now 3, was 4" in out
    assert "batch_size is now 2" not in out
    assert "eval_iters is now" not in out


def test_a_file_after_a_typed_value_yields(runs: Path, fledge: Fledge) -> None:
    code, out, err = fledge("train", "--n_layer=3", "larger.py", "--init_from=resume", "--out_dir=run", "--max_iters=1")
    assert (code, err) == (0, "")
    assert "n_layer=6 of larger.py:1 is not used" in out


def test_a_depth_of_the_same_sizes_is_no_change(work: Path, fledge: Fledge) -> None:
    sizes = ["--n_layer=1", "--n_head=1", "--n_embd=64", "--block_size=16"]
    assert fledge("train", *OTHERS, *sizes, "--out_dir=run", "--max_iters=2")[0] == 0
    resume = ["train", "--init_from=resume", "--out_dir=run", "--max_iters=2"]
    assert fledge(*resume, "--depth=1")[0] == 0
    code, _, err = fledge(*resume, "--depth=2")
    assert code == 2
    assert "depth=2 can't change on resume: the checkpoint has n_layer=1, n_head=1, n_embd=64" in err
    Path("deep.py").write_text("depth = 2\n")
    assert "depth=2 of deep.py:1 is not used" in fledge(*resume, "deep.py")[1]


def test_a_finished_run_of_nanogpts_says_how_to_go_on(runs: Path, fledge: Fledge) -> None:
    code, out, _ = fledge("train", "--init_from=resume", "--out_dir=nano")
    assert code == 0
    assert "To go on: fledge train --init_from=resume --out_dir=nano --max_iters=24" in out


def test_a_modern_run_is_started_from_without_arch(work: Path, fledge: Fledge) -> None:
    assert fledge("train", *TINY, "--arch=modern", "--out_dir=run", "--max_iters=2")[0] == 0
    more = ["--dataset=tiny", "--max_iters=2", "--eval_iters=1", "--batch_size=2", "--init_from=run"]
    code, out, err = fledge("train", *more)
    assert (code, err) == (0, "")
    assert "run: runs/tiny-modern" in out
    config = json.loads(Path("runs/tiny-modern/config.json").read_text())
    settings = {key: entry["value"] for key, entry in config.items()}
    assert (settings["arch"], settings["optimizer"], settings["schedule"]) == ("modern", "muon", "wsd")
    assert settings["learning_rate"] == 0.02
    assert settings["block_size"] == 16
    assert fledge("train", *more, "--optimizer=muon", "--out_dir=other")[0] == 0  # which is for arch=modern
    launch = new_launch(load_config(more))  # without the command line's look at the weights
    assert (launch.config.arch, launch.config.optimizer) == ("modern", "muon")


def test_a_settings_file_yields_to_the_weights_it_starts_from(runs: Path, fledge: Fledge) -> None:
    Path("larger.py").write_text(LARGER + "arch = 'modern'\ndepth = 6\n")
    command = ["train", *OTHERS, "larger.py", "--init_from=run", "--out_dir=new", "--max_iters=2", "--eval_iters=1"]
    code, out, err = fledge(*command, "--min_lr=0")
    assert (code, err) == (0, "")
    assert "n_embd=384 of larger.py:3 is not used: the weights have 32" in out
    assert "block_size=256 of larger.py:4 is not used: the weights have 16" in out
    code, _, err = fledge(*command, "--n_layer=3", "--overwrite")
    assert code == 2
    assert "n_layer=3 does not fit run/checkpoints/step-" in err
