"""sampling=epoch: every window once before any again, in an order that looks random, and nothing to remember."""

from collections import Counter
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from fledge.config.load import load_config
from fledge.data.dataset import Tokens
from fledge.data.loader import TRAIN, Batches
from fledge.data.permutation import shuffled
from fledge.data.shards import Shard, ShardedTokens
from fledge.plan.timing.random_data import random_dataset
from fledge.train.launch import new_launch
from fledge.train.session import new_session
from fledge.train.step import TrainingStep
from tests.helpers import TINY, Fledge, write_dataset

CPU = torch.device("cpu")


def epochs(tokens: int, block_size: int = 16, batch_size: int = 4) -> Batches:
    return Batches(np.arange(tokens, dtype=np.uint32), "train", block_size, batch_size, 1 << 30, CPU, "epoch")


def starts_of(batches: Batches, first: int, seed: int = 1) -> list[int]:
    x, y = batches.training(seed, first)
    assert torch.equal(x + 1, y)
    return [int(start) for start in x[:, 0]]


# ---- the permutation ----------------------------------------------------------------------------------------------


@settings(max_examples=200, deadline=None)
@given(size=st.integers(1, 3000), seed=st.integers(0, 2**62), stream=st.integers(0, 9), deck=st.integers(0, 10**9))
def test_every_number_once_a_deck(size: int, seed: int, stream: int, deck: int) -> None:
    found = shuffled(deck * size + np.arange(size), size, seed, stream)
    assert np.array_equal(np.sort(found), np.arange(size))


@settings(max_examples=50, deadline=None)
@given(size=st.integers(1, 500), seed=st.integers(0, 2**62), first=st.integers(0, 5000), count=st.integers(1, 900))
def test_a_place_is_computed_by_itself(size: int, seed: int, first: int, count: int) -> None:
    together = shuffled(first + np.arange(count), size, seed, TRAIN)
    alone = [int(shuffled(np.array([first + k]), size, seed, TRAIN)[0]) for k in range(0, count, 97)]
    assert together[::97].tolist() == alone


def test_no_size_is_too_large() -> None:
    for size in (10**13, 2**44 - 1, 2**44, 2**44 + 1, 10**15):
        places = np.arange(0, 2 * size, size // 50_000)
        found = shuffled(places, size, 1337, TRAIN)
        assert found.min() >= 0
        assert found.max() < size
        first = found[places < size]
        assert len(np.unique(first)) == len(first)
        assert abs(first.mean() / size - 0.5) < 0.01


def chi_square(counts: npt.NDArray[np.int64]) -> float:
    """In standard deviations of what equally likely outcomes give."""
    expected = counts.mean()
    freedom = counts.size - 1
    return float(((counts - expected) ** 2 / expected).sum() - freedom) / (2 * freedom) ** 0.5


@pytest.mark.parametrize("size", [2, 3, 5, 16, 17, 30])
def test_every_number_stands_everywhere_as_often(size: int) -> None:
    decks = shuffled(np.arange(4000 * size), size, 7, TRAIN).reshape(4000, size)
    counts = np.array([np.bincount(decks[:, place], minlength=size) for place in range(size)])
    assert abs(chi_square(counts)) < 4
    after = np.bincount(((decks[:, 1] - decks[:, 0]) % size)[:], minlength=size)
    assert after[0] == 0
    if size > 2:
        assert abs(chi_square(after[1:])) < 4


def test_neighbours_part() -> None:
    """How far apart the numbers of two places are says nothing: within a deck, and between two."""
    size = 100_003
    decks = shuffled(np.arange(2 * size), size, 3, TRAIN).reshape(2, size)
    for a, b in ((decks[0, :-1], decks[0, 1:]), (decks[0, :-64], decks[0, 64:]), (decks[0], decks[1])):
        assert abs(np.corrcoef(a, b)[0, 1]) < 0.01
        assert abs(chi_square(np.bincount((b - a) % size * 100 // size, minlength=100))) < 4


def test_decks_seeds_and_streams_have_orders_of_their_own() -> None:
    orders = [
        shuffled(deck * 50 + np.arange(50), 50, seed, stream).tolist()
        for seed in (1, 2) for stream in (0, 1) for deck in (0, 1, 2)
    ]  # fmt: skip
    assert len({tuple(order) for order in orders}) == len(orders)


# ---- batches ------------------------------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None)
@given(tokens=st.integers(2, 700), block_size=st.integers(1, 40), batch_size=st.integers(1, 9), seed=st.integers(0, 99))
def test_every_window_once_an_epoch(tokens: int, block_size: int, batch_size: int, seed: int) -> None:
    if tokens <= block_size:
        return
    batches, windows = epochs(tokens, block_size, batch_size), (tokens - 1) // block_size
    needed = -(-3 * windows // batch_size)
    seen = [start for number in range(needed) for start in starts_of(batches, number * batch_size, seed)]
    for epoch in range(3):
        part = sorted(seen[epoch * windows : (epoch + 1) * windows])
        assert part == [number * block_size for number in range(windows)]


def test_processes_and_batch_sizes_share_one_sequence() -> None:
    whole = starts_of(epochs(100_000, batch_size=960), 0)
    for size in (1, 6, 96):
        found = [start for first in range(0, 960, size) for start in starts_of(epochs(100_000, batch_size=size), first)]
        assert found == whole
    assert len(set(whole)) == 960  # whoever takes which of them: no window twice


def test_windows_may_lie_in_two_shards(tmp_path: Path) -> None:
    whole = np.arange(5000, dtype=np.uint32)
    parts = np.split(whole, [7, 100, 101, 3000])
    shards = [Shard(f"train-{number}.bin", len(part)) for number, part in enumerate(parts)]
    for shard, part in zip(shards, parts, strict=True):
        part.tofile(tmp_path / shard.file)
    sharded: Tokens = ShardedTokens(tmp_path, shards, "uint32")
    for sampling in ("random", "epoch"):
        one, many = (Batches(tokens, "train", 64, 8, 5000, CPU, sampling) for tokens in (np.asarray(whole), sharded))
        for first in range(0, 400, 8):
            for a, b in zip(one.training(3, first), many.training(3, first), strict=True):
                assert torch.equal(a, b)
        for (x, y, _), (other_x, other_y, _) in zip(one.exhaustive(), many.exhaustive(), strict=True):
            assert torch.equal(x, other_x)
            assert torch.equal(y, other_y)
    low, high = 3 * 64, 4 * 64  # all in one shard: its own fast way
    assert torch.equal(many.to_device(*many.windows(np.array([low, high])))[0][0], torch.arange(low, low + 64))


# ---- runs ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The windows that runs train on, in order, by the numbers of their sequences."""
    found: list[int] = []
    real = Batches.training

    def training(self: Batches, seed: int, first: int) -> tuple[torch.Tensor, torch.Tensor]:
        found.extend(range(first, first + self.batch_size))
        return real(self, seed, first)

    monkeypatch.setattr(Batches, "training", training)
    return found


@pytest.mark.parametrize("change", [[], ["--batch_size=6"], ["--gradient_accumulation_steps=3", "--batch_size=2"]])
def test_a_resumed_run_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fledge: Fledge, seen: list[int], change: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write_dataset(Path("data/tiny"))
    settings = [*TINY, "--sampling=epoch", "--out_dir=run", "--compile=False", "--max_iters=10"]
    assert fledge("train", *settings)[0] == 0
    assert seen == list(range(40))
    code, out, _ = fledge("train", *TINY, "--init_from=resume", "--out_dir=run", "--max_iters=14", *change)
    assert code == 0
    sizes = Counter({"--batch_size=6": 24, "--batch_size=2": 24})
    assert seen == list(range(40 + (sizes[change[-1]] if change else 16)))
    assert all(f"{word[2:].split('=')[0]} is now" in out for word in change)


@pytest.mark.parametrize("processes", [1, 2, 4])
def test_processes_divide_an_iteration(processes: int) -> None:
    argv = ["--n_layer=1", "--n_head=1", "--n_embd=8", "--block_size=4", "--vocab_size=9", "--device=cpu"]
    config = load_config([*argv, "--batch_size=3", "--gradient_accumulation_steps=4", "--compile=False"])
    with random_dataset(9, 4) as dataset:
        session = new_session(new_launch(config, dataset))
        found: list[int] = []

        class Recording:
            def training(self, seed: int, first: int) -> tuple[torch.Tensor, torch.Tensor]:
                found.extend(range(first, first + 3))
                return torch.zeros(3, 4, dtype=torch.long), torch.zeros(3, 4, dtype=torch.long)

        for rank in range(processes):
            session.runtime.world_size, session.runtime.rank = processes, rank
            step = TrainingStep(session, session.model, Recording())
            for it in (5, 6):
                step.accumulate_gradients(it)
    assert sorted(found) == list(range(5 * 12, 7 * 12))


def test_training_in_epochs_learns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fledge: Fledge) -> None:
    monkeypatch.chdir(tmp_path)
    write_dataset(Path("data/tiny"))
    code, out, _ = fledge("train", *TINY, "--sampling=epoch")
    assert code == 0
    assert "step 12: train loss" in out
    code, _, err = fledge("train", *TINY, "--sampling=epochs")
    assert code == 2
    assert "random" in err
    assert "epoch" in err
