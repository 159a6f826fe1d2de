import pytest
import torch
from torch import Tensor

from fledge.config.shape import ModelShape
from fledge.model.base import GPT, KVCache
from fledge.model.build import build_model
from fledge.train.generate import BLOCK, Sampling, generate, pick


def model(arch: str = "modern", block_size: int = 16) -> GPT:
    torch.manual_seed(0)
    made = build_model(ModelShape(arch, 2, 2, 32, block_size, 50, False))
    with torch.no_grad():
        for parameter in made.parameters():
            parameter.normal_(std=0.2)
    return made


def draw(
    made: GPT, samples: int = 1, tokens: int = 10, sampling: Sampling | None = None, eot: int | None = None
) -> list[list[int | None]]:
    return list(generate(made, [1, 2, 3], samples, tokens, sampling or Sampling(), eot))


def test_same_seed_same_text() -> None:
    made = model()
    assert draw(made) == draw(made)
    assert draw(made) != draw(made, sampling=Sampling(seed=2))


def test_a_sample_does_not_depend_on_its_neighbours() -> None:
    made = model()
    alone = [row[0] for row in draw(made)]
    beside = [row[0] for row in draw(made, samples=5)]
    assert alone == beside


@pytest.mark.parametrize("arch", ["gpt2", "modern", "llama", "qwen3"])
def test_greedy_equals_the_uncached_argmax(arch: str) -> None:
    made = model(arch).eval()
    tokens = [1, 2, 3]
    for row in draw(made, tokens=13, sampling=Sampling(temperature=0)):
        with torch.no_grad():
            expected = made.all_logits(torch.tensor([tokens]))[0, -1].argmax().item()
        assert row[0] == expected
        tokens.append(int(expected))


@pytest.mark.parametrize("arch", ["gpt2", "modern", "qwen3"])
def test_a_text_longer_than_the_context_slides(arch: str) -> None:
    assert len(draw(model(arch), tokens=70)) == 70


def test_a_prompt_longer_than_the_context_keeps_its_end() -> None:
    made = model()
    long = list(range(40))
    assert list(generate(made, long, 1, 1, Sampling())) == list(generate(made, long[-16:], 1, 1, Sampling()))


def test_samples_end_at_end_of_text() -> None:
    made = model()
    rows = draw(made, samples=4, tokens=60)
    eot = next(row[0] for row in rows)  # what the first sample begins with: it ends there at once
    ended = draw(made, samples=4, tokens=60, eot=eot)
    assert all(row[0] is None for row in ended)
    for k in range(4):
        own = [row[k] for row in rows]
        expected = own[: own.index(eot)] if eot in own else own
        assert [row[k] for row in ended if row[k] is not None][: len(expected)] == expected[: len(ended)]


def test_a_padded_vocabulary_is_never_drawn() -> None:
    made = model()
    rows = generate(made, [1], 8, 40, Sampling(temperature=5, top_k=0), None, vocab_size=10)
    assert max(token for row in rows for token in row if token is not None) < 10


def test_the_model_is_left_as_it_was() -> None:
    made = model().train()
    state = torch.get_rng_state()
    draw(made)
    assert made.training
    assert torch.equal(torch.get_rng_state(), state)


def chosen(sampling: Sampling, logits: list[float], draws: int = 2000) -> set[int]:
    generators = [torch.Generator().manual_seed(k) for k in range(draws)]
    return set(pick(torch.tensor([logits] * draws), sampling, generators).tolist())


def test_top_k_and_top_p_cut_the_tail() -> None:
    logits = torch.tensor([0.5, 0.3, 0.15, 0.05]).log().tolist()
    assert chosen(Sampling(1.0, top_k=2), logits) == {0, 1}
    assert chosen(Sampling(1.0, top_k=0, top_p=0.79), logits) == {0, 1}
    assert chosen(Sampling(1.0, top_k=0, top_p=0.81), logits) == {0, 1, 2}
    assert chosen(Sampling(1.0, top_k=0), logits) == {0, 1, 2, 3}
    assert chosen(Sampling(0.0), logits) == {0}


def test_draws_follow_the_probabilities() -> None:
    generators = [torch.Generator().manual_seed(k) for k in range(4000)]
    logits = torch.tensor([[0.5, 0.3, 0.2]]).log().repeat(4000, 1)
    counts = torch.bincount(pick(logits, Sampling(1.0, top_k=0), generators), minlength=3) / 4000
    torch.testing.assert_close(counts, torch.tensor([0.5, 0.3, 0.2]), atol=0.03, rtol=0)


def test_draws_from_a_large_vocabulary_are_those_of_the_running_sum() -> None:
    torch.manual_seed(0)
    logits = torch.randn(300, 2 * BLOCK + 7) * 4
    logits[:, 100:1000] = -torch.inf  # whole blocks and parts of them that are never drawn
    got = pick(logits, Sampling(1.0, top_k=0), [torch.Generator().manual_seed(k) for k in range(300)])
    running = logits.softmax(dim=-1).double().cumsum(dim=-1)
    generators = [torch.Generator().manual_seed(k) for k in range(300)]
    draws = torch.stack([torch.rand(1, generator=each, dtype=torch.float64) for each in generators])
    assert torch.equal(got, torch.searchsorted(running, draws * running[:, -1:], right=True)[:, 0])
    assert not ((got >= 100) & (got < 1000)).any()


def test_the_likeliest_are_drawn_as_if_the_others_had_no_probability() -> None:
    torch.manual_seed(0)
    logits = torch.randn(500, 300)
    generators = [[torch.Generator().manual_seed(k) for k in range(500)] for _ in range(2)]
    masked = logits.masked_fill(logits < logits.topk(20).values[:, -1:], -torch.inf)
    expected = pick(masked, Sampling(top_k=0), generators[0])
    assert torch.equal(pick(logits, Sampling(top_k=20), generators[1]), expected)


def test_the_prompt_is_read_once_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    made, read = model(), []
    hidden = made.hidden

    def watched(ids: Tensor, cache: KVCache) -> Tensor:
        read.append(tuple(ids.shape))
        return hidden(ids, cache)

    monkeypatch.setattr(made, "hidden", watched)
    draw(made, samples=5, tokens=3)
    assert read == [(1, 3), (5, 1), (5, 1)]
