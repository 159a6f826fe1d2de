import pytest
import torch
from torch import Tensor

from fledge.config.shape import ModelShape
from fledge.model.base import GPT, KVCache
from fledge.model.build import build_model
from fledge.model.kernels import Kernels, kernels
from fledge.train.generate import BLOCK, Sampling, generate, next_tokens


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


@pytest.fixture(params=["torch", "C"])
def drawing(request: pytest.FixtureRequest) -> Kernels | None:
    """Whose code draws."""
    made = kernels() if request.param == "C" else None
    if request.param == "C" and made is None:
        pytest.skip("no C compiler here, or no AVX2")
    return made


def generators_of(count: int) -> list[torch.Generator]:
    return [torch.Generator().manual_seed(k) for k in range(count)]


def chosen(sampling: Sampling, logits: list[float], drawing: Kernels | None, draws: int = 2000) -> set[int]:
    return set(next_tokens(torch.tensor([logits] * draws), sampling, generators_of(draws), drawing))


def test_top_k_and_top_p_cut_the_tail(drawing: Kernels | None) -> None:
    logits = torch.tensor([0.5, 0.3, 0.15, 0.05]).log().tolist()
    assert chosen(Sampling(1.0, top_k=2), logits, drawing) == {0, 1}
    assert chosen(Sampling(1.0, top_k=0, top_p=0.79), logits, drawing) == {0, 1}
    assert chosen(Sampling(1.0, top_k=0, top_p=0.81), logits, drawing) == {0, 1, 2}
    assert chosen(Sampling(1.0, top_k=0), logits, drawing) == {0, 1, 2, 3}
    assert chosen(Sampling(0.0), logits, drawing) == {0}


def test_draws_follow_the_probabilities(drawing: Kernels | None) -> None:
    logits = torch.tensor([[0.5, 0.3, 0.2]]).log().repeat(4000, 1)
    drawn = next_tokens(logits, Sampling(1.0, top_k=0), generators_of(4000), drawing)
    counts = torch.bincount(torch.tensor(drawn), minlength=3) / 4000
    torch.testing.assert_close(counts, torch.tensor([0.5, 0.3, 0.2]), atol=0.03, rtol=0)


def test_draws_from_a_large_vocabulary_are_those_of_the_running_sum(drawing: Kernels | None) -> None:
    torch.manual_seed(0)
    logits = torch.randn(300, 2 * BLOCK + 7) * 4
    logits[:, 100:1000] = -torch.inf  # whole blocks and parts of them that are never drawn
    got = torch.tensor(next_tokens(logits, Sampling(1.0, top_k=0), generators_of(300), drawing))
    running = logits.softmax(dim=-1).double().cumsum(dim=-1)
    draws = torch.stack([torch.rand(1, generator=each, dtype=torch.float64) for each in generators_of(300)])
    assert torch.equal(got, torch.searchsorted(running, draws * running[:, -1:], right=True)[:, 0])
    assert not ((got >= 100) & (got < 1000)).any()


def test_the_likeliest_are_drawn_as_if_the_others_had_no_probability(drawing: Kernels | None) -> None:
    torch.manual_seed(0)
    logits = torch.randn(500, 300)
    masked = logits.masked_fill(logits < logits.topk(20).values[:, -1:], -torch.inf)
    expected = next_tokens(masked, Sampling(top_k=0), generators_of(500), drawing)
    assert next_tokens(logits, Sampling(top_k=20), generators_of(500), drawing) == expected


@pytest.mark.parametrize("vocabulary", [7, 130, 2 * BLOCK, 5000])
def test_both_draw_the_same(vocabulary: int) -> None:
    ours = kernels()
    if ours is None:
        pytest.skip("no C compiler here, or no AVX2")
    torch.manual_seed(vocabulary)
    rows = 200 if vocabulary < 5000 else 40
    logits = torch.randn(rows, vocabulary + 3)[:, :vocabulary] * 3  # rows of a padded vocabulary lie apart
    logits[::2, 3] = -torch.inf
    for temperature in (0.0, 0.3, 1.0, 2.5):
        for top_k in (0, 1, 5, 200, vocabulary):
            for top_p in (1.0, 0.9, 0.2):
                sampling = Sampling(temperature, top_k, top_p)
                drawn = [next_tokens(logits, sampling, generators_of(rows), by) for by in (ours, None)]
                assert drawn[0] == drawn[1], sampling


def test_of_equal_tokens_at_the_border_the_first_are_kept() -> None:
    ours = kernels()
    if ours is None:
        pytest.skip("no C compiler here, or no AVX2")
    logits = torch.tensor([[1.0, 2.0, 2.0, 2.0]] * 3)
    assert ours.draw(logits, 1.0, 2, 1.0, [0.1, 0.6, 0.99]) == [1, 2, 2]
    assert ours.draw(logits, 1.0, 0, 0.4, [0.1, 0.6, 0.99]) == [1, 2, 2]
    assert ours.draw(logits, 0.0, 0, 1.0, [0.0] * 3) == [1, 1, 1]


@pytest.mark.parametrize("value", [torch.nan, torch.inf])
def test_what_is_no_number_is_left_to_torch(value: float) -> None:
    ours = kernels()
    if ours is None:
        pytest.skip("no C compiler here, or no AVX2")
    logits = torch.randn(3, 40)
    logits[1, 7] = value
    assert ours.draw(logits, 1.0, 10, 1.0, [0.5] * 3) is None
    assert ours.draw(logits[:1], 1.0, 10, 1.0, [0.5]) is not None
    assert ours.draw(torch.full((1, 5), -torch.inf), 1.0, 0, 1.0, [0.5]) is None


def test_the_prompt_is_read_once_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    made, read = model(), []
    hidden = made.hidden

    def watched(ids: Tensor, cache: KVCache) -> Tensor:
        read.append(tuple(ids.shape))
        return hidden(ids, cache)

    monkeypatch.setattr(made, "hidden", watched)
    draw(made, samples=5, tokens=3)
    assert read == [(1, 3), (5, 1), (5, 1)]
