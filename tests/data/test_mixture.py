"""Mixtures: exact shares, a place for every sequence, one tokenizer, and a validation loss for each dataset."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from fledge.common.errors import FledgeError
from fledge.config.load import load_config
from fledge.config.mixture_spec import read_shares
from fledge.data.loader import EVAL_TRAIN, TRAIN, Batches, MixedBatches
from fledge.data.mixture import Mixture, MixturePattern, open_data
from fledge.logs.readers import read_log
from tests.helpers import CHARS, TEXT, TINY, Fledge, read_events, write_dataset

CPU = torch.device("cpu")
weights = st.lists(st.floats(0.001, 1000), min_size=2, max_size=6)


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write_dataset(tmp_path / "data" / "tiny")
    write_dataset(tmp_path / "data" / "back", TEXT[::-1])
    return tmp_path


# ---- the pattern --------------------------------------------------------------------------------------------------


@settings(max_examples=100, deadline=None)
@given(weights=weights, first=st.integers(0, 10**13), count=st.integers(1, 3000))
def test_every_stretch_has_the_shares(weights: list[float], first: int, count: int) -> None:
    shares = [weight / sum(weights) for weight in weights]
    parts, _ = MixturePattern(shares).locate(first + np.arange(count))
    counts = np.bincount(parts, minlength=len(shares))
    assert np.abs(counts - np.array(shares) * count).max() <= len(shares)


@settings(max_examples=100, deadline=None)
@given(weights=weights, first=st.integers(0, 10**13))
def test_the_sequences_of_a_part_are_numbered_one_by_one(weights: list[float], first: int) -> None:
    pattern = MixturePattern([weight / sum(weights) for weight in weights])
    for start in (0, first):
        parts, numbers = pattern.locate(start + np.arange(2000))
        for part in range(len(weights)):
            own = numbers[parts == part]
            assert np.array_equal(np.diff(own), np.ones(max(0, len(own) - 1)))
            assert start or own.size == 0 or own[0] == 0
    alone = [pattern.locate(np.array([first + k])) for k in range(3)]
    together = pattern.locate(first + np.arange(3))
    assert [int(part[0]) for part, _ in alone] == together[0].tolist()
    assert [int(number[0]) for _, number in alone] == together[1].tolist()


def test_shares_do_not_drift() -> None:
    pattern = MixturePattern([0.7, 0.2, 0.1])
    for count in (10, 10**6, 10**9, 10**12):
        _, numbers = pattern.locate(count + np.arange(40))
        parts, _ = pattern.locate(count + np.arange(40))
        for part, share in enumerate((0.7, 0.2, 0.1)):
            assert abs(int(numbers[parts == part][0]) - share * count) <= 5 + count / (1 << 30)


# ---- batches ------------------------------------------------------------------------------------------------------


def mixed(sampling: str, batch_size: int) -> MixedBatches:
    ids = [np.arange(start, start + size, dtype=np.uint32) for start, size in ((0, 1000), (10_000, 300))]
    parts = [Batches(tokens, "train", 16, batch_size, 1 << 20, CPU, sampling) for tokens in ids]
    return MixedBatches([("a", 0.75, parts[0]), ("b", 0.25, parts[1])])


@pytest.mark.parametrize("sampling", ["random", "epoch"])
def test_a_sequence_does_not_depend_on_the_batch_it_comes_in(sampling: str) -> None:
    whole = mixed(sampling, 96).training(7, 480)[0]
    for size in (1, 8, 32):
        parts = [mixed(sampling, size).training(7, 480 + first)[0] for first in range(0, 96, size)]
        assert torch.equal(torch.cat(parts), whole)
    assert int((whole[:, 0] < 1000).sum()) == 72
    x, y = mixed(sampling, 96).training(7, 480)
    assert torch.equal(x + 1, y)


def test_each_dataset_has_epochs_of_its_own() -> None:
    starts = mixed("epoch", 4 * 62).training(7, 0)[0][:, 0]
    a, b = starts[starts < 1000], starts[starts >= 1000] - 10_000
    assert len(a) == 3 * 62
    for epoch in range(3):
        assert sorted(a[epoch * 62 : (epoch + 1) * 62].tolist()) == list(range(0, 992, 16))
    windows = 299 // 16
    for epoch in range(3):
        assert sorted(b[epoch * windows : (epoch + 1) * windows].tolist()) == list(range(0, 288, 16))
    assert mixed("epoch", 8).parts[0][2].starts(7, TRAIN, np.arange(9)).tolist() == a[:9].tolist()


def test_random_windows_cover_each_dataset() -> None:
    starts = mixed("random", 4000).training(7, 0)[0][:, 0]
    a, b = starts[starts < 1000], starts[starts >= 1000] - 10_000
    for own, windows in ((a, 984), (b, 284)):
        counts = torch.bincount(own, minlength=windows).float()
        assert len(counts) == windows
        assert (counts - len(own) / windows).abs().max() <= 2.5


def test_evaluations_look_at_the_same_windows_however_training_samples() -> None:
    for number in range(3):
        a, b = (mixed(sampling, 8).random(3, EVAL_TRAIN, number)[0] for sampling in ("random", "epoch"))
        assert torch.equal(a, b)


# ---- what --dataset says ------------------------------------------------------------------------------------------


def test_weights_are_normalised() -> None:
    assert read_shares("a:3, b:1") == {"a": 0.75, "b": 0.25}
    assert read_shares("a:1e308,b:1e308") == {"a": 0.5, "b": 0.5}
    assert read_shares("web/a:1") == {"web/a": 1.0}
    assert read_shares("a") == {"a": 1.0}
    assert read_shares("a:1e-9,b:1")["a"] == pytest.approx(1e-9)
    assert load_config(["--dataset=a:2,b:1"]).out_dir == "runs/a+b-gpt2"


def test_directories_have_short_names() -> None:
    assert load_config(["--dataset=web/a"]).out_dir == "runs/web/a-gpt2"
    assert load_config(["--dataset=web/a:1,web/b:1"]).out_dir == "runs/a+b-gpt2"
    many = ",".join(f"a_rather_long_name_{number}:1" for number in range(40))
    assert load_config([f"--dataset={many}"]).out_dir.endswith("_3+36-more-gpt2")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("tiny:0,back:1", "gives tiny the weight '0', not a number above 0. Try --dataset=tiny:0.5,back:0.5."),
        ("tiny:-1,back:1", "gives tiny the weight '-1'"),
        ("tiny:nan,back:1", "gives tiny the weight 'nan'"),
        ("tiny:inf,back:1", "gives tiny the weight 'inf'"),
        ("tiny:,back:1", "gives tiny the weight ''"),
        ("tiny:much,back:1", "gives tiny the weight 'much'"),
        ("tiny:1:2,back:1", "gives tiny the weight '1:2'"),
        ("tiny,back:1", "has no weight for tiny. Try --dataset=tiny:0.5,back:0.5."),
        ("tiny:1,back", "has no weight for back"),
        ("tiny:1,tiny:2", "has tiny twice"),
        ("tiny:1e300,back:1e-300", "gives back less than one sequence in 2,147,483,648. Leave it out, or try"),
        (":1,tiny:2", "has an empty name"),
        ("tiny:1,", "has an empty name"),
        ("", "is not a name below data_dir"),
        ("tiny:1,../back:1", "is not a name below data_dir"),
        ("tiny:1,bakc:1", "there is no dataset at data/bakc. Did you mean back?"),
    ],
)
def test_mixtures_that_can_not_be(work: Path, fledge: Fledge, text: str, problem: str) -> None:
    code, out, err = fledge("train", *TINY, f"--dataset={text}")
    assert (code, out) == (2, "")
    assert problem in err
    assert len(err.strip().splitlines()) == 1
    assert not (work / "runs").exists()


def test_tokenizers_have_to_be_the_same(work: Path, fledge: Fledge) -> None:
    write_dataset(work / "data" / "other", TEXT.replace("a", "A"))
    for command in ("train", "plan", "bench speed"):
        code, _, err = fledge(*command.split(), *TINY, "--dataset=tiny:1,other:1")
        assert code == 2
        assert "data/tiny and data/other can't be mixed: their tokenizers are two char vocabularies that differ" in err
    np.zeros(200, np.uint16).tofile(work / "data" / "other" / "train.bin")
    np.zeros(200, np.uint16).tofile(work / "data" / "other" / "val.bin")
    (work / "data" / "other" / "dataset.json").unlink()
    with pytest.raises(
        FledgeError, match=r"data/tiny and data/other can't be mixed: their tokenizers are char and gpt2"
    ):
        open_data(load_config(["--dataset=tiny:1,other:1"]))


def test_a_dataset_of_a_mixture_that_is_too_short(work: Path, fledge: Fledge) -> None:
    write_dataset(work / "data" / "short", CHARS * 6)
    code, _, err = fledge("train", *TINY, "--dataset=tiny:1,short:1")
    assert code == 2
    assert "the short val split has 15 tokens. Try --block_size=8." in err


# ---- runs ---------------------------------------------------------------------------------------------------------


def test_what_a_mixture_is(work: Path) -> None:
    data = open_data(load_config(["--dataset=tiny:3,back:1"]))
    assert isinstance(data, Mixture)
    assert data.tokens == {"train": 36_000, "val": 4_000}
    assert (data.vocab_size, data.bytes_per_token("val")) == (len(CHARS), 1.0)
    assert data.tokenizer_spec == {"name": "char", "chars": CHARS}


def losses(run: str) -> list[dict[str, Any]]:
    return [event for event in read_events(Path(run) / "metrics.jsonl") if event["event"] == "eval"]


@pytest.mark.parametrize("eval_iters", ["2", "all"])
def test_a_run_on_a_mixture(work: Path, fledge: Fledge, eval_iters: str) -> None:
    code, out, _ = fledge("train", *TINY, "--dataset=tiny:0.75,back:0.25", f"--eval_iters={eval_iters}")
    assert code == 0
    assert "tiny: 18,000, 0.75 of the sequences, seen 0.032 times" in out
    run = "runs/tiny+back-gpt2"
    last = losses(run)[-1]
    own = last["val_losses"]
    assert list(own) == ["tiny", "back"]
    assert last["val_loss"] == pytest.approx(0.75 * own["tiny"] + 0.25 * own["back"], rel=1e-6)
    assert f"step 12: train loss {last['train_loss']:.4f}, val loss {last['val_loss']:.4f}\n" in out
    assert f"  val loss by dataset: tiny {own['tiny']:.4f}, back {own['back']:.4f}\n" in out
    # As a run on it alone would measure it.
    code, out, _ = fledge("train", *TINY, "--eval_only", f"--init_from={run}", f"--eval_iters={eval_iters}")
    assert code == 0
    assert losses("runs/tiny-gpt2")[-1]["val_loss"] == pytest.approx(own["tiny"], rel=1e-6)
    # The console reads back as the run's own record does.
    log, record = (read_log(str(Path(run, name))).runs[0] for name in ("log.txt", "metrics.jsonl"))
    for metric in ("train_loss", "val_loss"):
        assert log.curve(metric).values == pytest.approx(record.curve(metric).values, abs=1e-4)
    assert fledge("sample", run, "--max_new_tokens=5", "--num_samples=1")[0] == 0
    assert fledge("explain", run)[0] == 0


def test_resuming_a_mixture_is_exact(work: Path, fledge: Fledge) -> None:
    argv = [*TINY, "--dataset=tiny:0.6,back:0.4", "--sampling=epoch", "--compile=False"]
    assert fledge("train", *argv, "--out_dir=whole")[0] == 0
    assert fledge("train", *argv, "--out_dir=half", "--max_iters=6")[0] == 0
    code, out, _ = fledge("train", "--init_from=resume", "--out_dir=half", "--max_iters=12")
    assert code == 0
    assert losses("half")[-1]["val_losses"] == losses("whole")[-1]["val_losses"]
    code, out, _ = fledge("train", "--init_from=resume", "--out_dir=half", "--max_iters=13", "--dataset=tiny")
    assert "dataset is now tiny, was tiny:0.6,back:0.4" in out
    assert f"best {losses('half')[-1]['val_loss']:.4f}" in out  # of this text, not of the mixture


def test_a_run_goes_on_with_its_own_vocabulary_alone(work: Path, fledge: Fledge) -> None:
    write_dataset(work / "data" / "other", TEXT.replace("a", "A"))
    assert fledge("train", *TINY, "--out_dir=run")[0] == 0
    code, _, err = fledge("train", "--init_from=resume", "--out_dir=run", "--max_iters=14", "--dataset=other")
    assert code == 2
    assert "was trained on other characters: data/other would be gibberish to it" in err


@pytest.mark.parametrize(
    "command", ["plan --json --gpu=T4 --compile=False --arch=modern", "bench speed --iters=1 --repeats=1"]
)
def test_other_commands_know_mixtures(work: Path, fledge: Fledge, command: str) -> None:
    code, out, err = fledge(*command.split(), *TINY, "--dataset=tiny:1,back:1")
    assert (code, "Traceback" in err) == (0, False)
    if command.startswith("plan"):
        assert json.loads(out)["epochs"]["value"] == pytest.approx(12 * 64 / 36_000)
    code, out, err = fledge(*command.split(), *TINY, "--dataset=tiny:1,nowhere:1")
    assert code == 0
    assert "data/nowhere" in out + err
