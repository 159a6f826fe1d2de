import numpy as np
import pytest
import torch

from fledge.common.errors import FledgeError
from fledge.data.loader import EVAL_VAL, TRAIN, Batches

CPU = torch.device("cpu")


def batches(tokens: int = 1000, block_size: int = 16, batch_size: int = 4, vocab_size: int = 5000) -> Batches:
    return Batches(np.arange(tokens, dtype=np.uint16), "train", block_size, batch_size, vocab_size, CPU)


def test_targets_are_the_tokens_that_follow() -> None:
    x, y = batches().random(1, TRAIN, 0)
    assert x.shape == y.shape == (4, 16)
    assert torch.equal(x + 1, y)


def test_a_batch_depends_on_seed_stream_and_number_alone() -> None:
    source = batches()
    first = source.random(1, TRAIN, 5)[0]
    source.random(1, TRAIN, 6)
    assert torch.equal(source.random(1, TRAIN, 5)[0], first)
    for seed, stream, number in ((2, TRAIN, 5), (1, EVAL_VAL, 5), (1, TRAIN, 6)):
        assert not torch.equal(source.random(seed, stream, number)[0], first)


def test_starts_cover_the_split_evenly() -> None:
    source = batches(tokens=116, batch_size=10_000)  # windows may start at 0 to 99, as in nanoGPT
    starts = source.random(0, TRAIN, 0)[0][:, 0]
    counts = torch.bincount(starts, minlength=100)
    assert counts.tolist() == [100] * 100  # one window from each of 10,000 equal parts


def test_every_window_is_equally_likely() -> None:
    source = batches(tokens=116, batch_size=3)
    starts = torch.cat([source.random(0, TRAIN, number)[0][:, 0] for number in range(4000)])
    counts = torch.bincount(starts, minlength=100).float()
    assert len(counts) == 100
    assert (counts - 120).abs().max() <= 4  # 120 each; independent draws would be off by up to 30


def test_batches_leave_nothing_out() -> None:
    """In two epochs' worth of windows every token is seen; independent draws would miss one in seven."""
    source = batches(tokens=5000, block_size=16, batch_size=4)
    seen = torch.cat([source.random(3, TRAIN, number)[0].flatten() for number in range(2 * 5000 // 64)])
    assert len(set(seen.tolist())) > 0.99 * 5000


def test_any_number_of_batches() -> None:
    x, _ = batches().random(2**62, TRAIN, 10**15)
    assert x.max() < 1000


@pytest.mark.parametrize("tokens", [17, 33, 65, 66, 100, 129])
def test_exhaustive_predicts_every_token_once(tokens: int) -> None:
    seen = []
    for x, y, weight in batches(tokens).exhaustive():
        assert x.shape == (4, 16)
        counted = y[y >= 0]
        assert weight == len(counted)
        assert torch.equal(x[y >= 0] + 1, counted)
        seen += counted.tolist()
    assert sorted(seen) == list(range(1, tokens))


def test_a_share_is_evenly_spaced() -> None:
    starts = [int(s) for x, y, _ in batches(tokens=1001).exhaustive(0.25) for s in x[y[:, 0] >= 0][:, 0]]
    assert len(starts) == 16
    assert starts[0] == 0
    assert starts[-1] >= 900


def test_too_few_tokens_names_a_block_size_that_works() -> None:
    with pytest.raises(FledgeError, match="--block_size=64"):
        batches(tokens=100, block_size=256)


def test_a_token_outside_the_vocabulary_is_named() -> None:
    with pytest.raises(FledgeError, match=r"token 9[0-9]+ at position"):
        batches(vocab_size=900, batch_size=500).random(0, TRAIN, 0)
