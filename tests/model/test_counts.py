"""Counts of n-grams: their probabilities against a plain Kneser-Ney model, and how a model mixes them in."""

import math
from collections import Counter, defaultdict

import pytest
import torch
from torch import Tensor

from fledge.config.shape import ModelShape
from fledge.model.base import GPT, KVCache
from fledge.model.build import build_model
from fledge.model.counts import CONTEXT, NO_KEY, UNIT, USUAL_SHARE, NgramCounts, discounts
from fledge.model.modern import Modern
from fledge.model.ngrams import padded
from fledge.model.weights import check_weights, load_weights, stored

VOCAB = 6
Context = tuple[int, ...]


def text(tokens: int, seed: int = 0, vocab: int = VOCAB) -> Tensor:
    """Random tokens in which long n-grams come again."""
    generator = torch.Generator().manual_seed(seed)
    words = torch.randint(vocab, (12, 5), generator=generator)
    made = words[torch.randint(12, (tokens // 5 + 1,), generator=generator)].flatten()[:tokens]
    noise = torch.rand(tokens, generator=generator) < 0.1
    return made.where(~noise, torch.randint(vocab, (tokens,), generator=generator))


def counted(tokens: Tensor, rows: int = 4000, vocab: int = VOCAB, document_end: int | None = None) -> NgramCounts:
    counts = NgramCounts(rows, vocab)
    counts.count(tokens, document_end)
    return counts


def plain_model(tokens: list[int]) -> list[dict[Context, dict[int, float]]]:
    """For each length of context: what of its probability each token after a context has."""
    found = []
    for length in range(CONTEXT + 1):
        places = range(length + 1, len(tokens)) if length < CONTEXT else range(length, len(tokens))
        grams = [tuple(tokens[at - length : at + 1]) for at in places]
        counts = Counter(grams)
        if length < CONTEXT:  # in how many ways it goes on to the left
            longer = {tuple(tokens[at - length - 1 : at + 1]) for at in places}
            counts = Counter(gram[1:] for gram in longer)
        off = discounts(torch.tensor(list(counts.values()))).tolist()
        totals: Counter[Context] = Counter()
        for gram, count in counts.items():
            totals[gram[:-1]] += count
        parts: dict[Context, dict[int, float]] = defaultdict(dict)
        for gram, count in counts.items():
            parts[gram[:-1]][gram[-1]] = max(0.0, count - off[min(count, 3)]) / totals[gram[:-1]]
        found.append(parts)
    return found


def plain_probability(model: list[dict[Context, dict[int, float]]], context: list[int], token: int) -> float:
    p = 1 / VOCAB
    for length in range(min(CONTEXT, len(context)) + 1):
        parts = model[length].get(tuple(context[len(context) - length :]), {})
        p = parts.get(token, 0.0) + (1 - sum(parts.values())) * p
    return p


def test_the_probabilities_are_kneser_and_neys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fledge.model.counts.SELDOM", 0.0)  # n-grams of all lengths
    tokens = text(700)
    counts, model = counted(tokens), plain_model(tokens.tolist())
    assert counts.used < len(counts.keys), "all of them fit"
    windows = torch.cat((tokens[100:120], text(20, seed=1))).view(2, 20)
    p_BTV = counts(padded(windows, CONTEXT - 1))
    for row, window in enumerate(windows.tolist()):
        for at in range(20):
            for token in range(VOCAB):
                wanted = plain_probability(model, window[: at + 1], token)
                assert p_BTV[row, at, token].item() == pytest.approx(wanted, abs=1e-6)


def test_discounts_are_those_of_chen_and_goodman() -> None:
    counts = torch.tensor([1] * 10 + [2] * 4 + [3] * 2 + [4] * 1 + [9] * 3)
    once = 10 / (10 + 2 * 4)
    wanted = [0, 1 - 2 * once * 4 / 10, 2 - 3 * once * 2 / 4, 3 - 4 * once * 1 / 2]
    assert discounts(counts).tolist() == pytest.approx(wanted)
    assert discounts(torch.tensor([1, 1, 5])).tolist() == [0, 0.5, 0.5, 0.5]


@pytest.mark.parametrize("rows", [1, 5, 40, 300, 900, 4000])
def test_probabilities_add_up_to_one_however_many_ngrams_are_kept(rows: int) -> None:
    tokens = text(900, seed=3)
    counts = counted(tokens, rows)
    assert 0 < counts.used <= rows
    windows = text(60, seed=4).view(3, 20)
    p_BTV = counts(padded(windows, CONTEXT - 1))
    torch.testing.assert_close(p_BTV.sum(-1), torch.ones(3, 20))
    assert (p_BTV >= 0).all()
    targets = text(60, seed=5).view(3, 20)
    one = counts.of_targets(padded(windows, CONTEXT - 1), targets)
    torch.testing.assert_close(one, p_BTV.gather(-1, targets[..., None])[..., 0])


def test_more_rows_predict_text_of_the_same_kind_better() -> None:
    tokens, new = text(4000), text(4000, seed=0)[2000:].view(20, 100)
    losses = []
    for rows in (6, 60, 600, 6000):
        p = counted(tokens, rows).of_targets(padded(new[:, :-1], CONTEXT - 1), new[:, 1:])
        losses.append(-p.log().mean().item())
    assert losses == sorted(losses, reverse=True)


@pytest.mark.parametrize("tokens", [0, 1, 2, 5])
def test_a_text_of_almost_nothing(tokens: int) -> None:
    counts = counted(text(tokens))
    p_BTV = counts(padded(text(12).view(1, 12), CONTEXT - 1))
    torch.testing.assert_close(p_BTV.sum(-1), torch.ones(1, 12))


def test_contexts_stay_inside_documents() -> None:
    tokens = text(900)
    end = int(tokens[503])
    one = tokens[500:506][None]
    other = one.clone()
    other[0, :3] = torch.tensor([token for token in range(VOCAB) if token != end])[:3]
    for document_end in (None, end):
        counts = counted(tokens, document_end=document_end)
        ours, theirs = (counts(padded(each, CONTEXT - 1), document_end)[0, 4:] for each in (one, other))
        assert torch.equal(ours, theirs) == (document_end is not None)


def modern(rows: int = 3000, ngram_rows: int = 50) -> Modern:
    torch.manual_seed(0)
    model = build_model(ModelShape("modern", 2, 2, 32, 40, VOCAB, False, ngram_rows=ngram_rows, ngram_counts=rows))
    assert isinstance(model, Modern)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.2 * torch.randn_like(parameter))
    if model.counts is not None:
        model.counts.count(text(2000))
    return model.eval()


def test_evaluations_mix_both_and_training_does_not() -> None:
    model, alone = modern(), modern(rows=0)
    x, y = text(80, seed=2).view(2, 40), text(80, seed=6).view(2, 40).clone()
    y[1, 30:] = -1
    assert torch.equal(model.train()(x, y), alone.train()(x, y))
    model.eval(), alone.eval()
    assert model.counts is not None
    network = alone.all_logits(x).softmax(-1)
    mixture = (1 - USUAL_SHARE) * network + USUAL_SHARE * model.counts(padded(x, CONTEXT - 1))
    wanted = -mixture.gather(-1, y.clamp_min(0)[..., None])[..., 0].log()[y >= 0].mean()
    torch.testing.assert_close(model(x, y), wanted)
    torch.testing.assert_close(model.all_logits(x), mixture.log())
    assert abs(model(x, y) - alone(x, y)) > 0.01


def test_losses_of_several_shares() -> None:
    model, alone = modern(), modern(rows=0)
    x, y = text(80, seed=2).view(2, 40), text(80, seed=6).view(2, 40).clone()
    y[0, :7] = -1
    assert model.counts is not None
    tried = (0.0, 0.2, 0.7)
    model.counts.tried = tried
    losses = model(x, y)
    model.counts.tried = None
    assert losses.shape == (3,)
    torch.testing.assert_close(losses[0], alone(x, y))
    for share, loss in zip(tried[1:], losses[1:], strict=True):
        model.counts.share.fill_(round(share * UNIT))
        torch.testing.assert_close(model(x, y), loss)


def test_contexts_that_share_a_hash_keep_probabilities(monkeypatch: pytest.MonkeyPatch) -> None:
    """With so few hashes many contexts of different lengths have the same one."""
    monkeypatch.setattr("fledge.model.counts.HASH_PRIME", 211)
    counts = counted(text(900, seed=3))
    windows = text(400, seed=4).view(10, 40)
    p_BTV = counts(padded(windows, CONTEXT - 1))
    torch.testing.assert_close(p_BTV.sum(-1), torch.ones(10, 40))
    assert (p_BTV >= 0).all()


def test_a_large_vocabulary_gives_only_what_followed_a_context_a_part() -> None:
    vocab = 5000
    tokens = text(3000, vocab=vocab)
    counts = counted(tokens, 9000, vocab)
    windows = tokens[100:160].view(2, 30)
    p_BTV = counts(padded(windows, CONTEXT - 1))
    torch.testing.assert_close(p_BTV.sum(-1), torch.ones(2, 30))
    targets = tokens[101:161].view(2, 30)
    one = counts.of_targets(padded(windows, CONTEXT - 1), targets)
    torch.testing.assert_close(one, p_BTV.gather(-1, targets[..., None])[..., 0])


def test_contexts_are_as_long_as_ngrams_repeat() -> None:
    """Pairs that repeat, in an order that does not: nothing is learned from contexts of several pairs."""
    generator = torch.Generator().manual_seed(5)
    pairs = torch.randint(300, (60, 2), generator=generator)
    tokens = pairs[torch.randint(60, (3000,), generator=generator)].flatten()
    counts = counted(tokens, 90_000, 300)
    alone = counted(tokens[:2], 90_000, 300)
    longest = max(
        length
        for length, context in enumerate(counts.contexts(padded(tokens[None, :200], CONTEXT - 1)))
        if (torch.searchsorted(counts.keys, context * 300) < torch.searchsorted(counts.keys, (context + 1) * 300)).any()
    )
    assert longest <= 4
    assert counts.used > alone.used


@pytest.mark.parametrize("ngram_rows", [0, 50])
@torch.inference_mode()
def test_token_by_token_as_all_at_once(ngram_rows: int) -> None:
    model = modern(ngram_rows=ngram_rows)
    x = text(30, seed=8).view(1, 30)
    whole, cache = model.all_logits(x), KVCache.empty(model, 1)
    places = [slice(0, 3), slice(3, 4), slice(4, 15), *[slice(at, at + 1) for at in range(15, 30)]]
    for place in places:
        torch.testing.assert_close(model.logits(x[:, place], cache)[0], whole[0, place.stop - 1])
    torch.testing.assert_close(model.logits(x)[0], whole[0, -1])
    hidden = model.hidden(x)[0]
    for place in (slice(0, 30), slice(0, 1), slice(7, 19), slice(29, 30)):
        torch.testing.assert_close(model.logits_in_window(x[0], hidden, place), whole[0, place])


def test_they_are_kept_with_the_weights_and_in_every_dtype() -> None:
    model = modern()
    weights = {name: tensor.clone() for name, tensor in stored(model).items()}
    assert {"counts.keys", "counts.running", "counts.share"} <= weights.keys()
    copy: GPT = build_model(model.shape).eval()
    load_weights(copy, weights)
    x = text(40, seed=9).view(1, 40)
    assert torch.equal(copy.all_logits(x), model.all_logits(x))
    assert isinstance(copy, Modern)
    assert copy.counts is not None
    before = copy.counts(padded(x, CONTEXT - 1))
    copy.bfloat16()
    assert torch.equal(copy.counts(padded(x, CONTEXT - 1)), before)
    assert not any(name.startswith("counts") for name, _ in model.named_parameters()), "they are no parameters"


def test_files_without_a_share_have_the_usual_one() -> None:
    model = modern()
    weights = {name: tensor.clone() for name, tensor in stored(model).items() if name != "counts.share"}
    check_weights(model.shape, weights, "a file")
    copy = build_model(model.shape)
    load_weights(copy, weights)
    assert isinstance(copy, Modern)
    assert copy.counts is not None
    assert int(copy.counts.share) == int(USUAL_SHARE * UNIT)


def test_rows_that_hold_nothing_change_nothing() -> None:
    empty = NgramCounts(100, VOCAB)
    assert empty.used == 0
    assert int(empty.keys.min()) == NO_KEY
    p = empty(padded(text(20).view(1, 20), CONTEXT - 1))
    assert p.flatten().tolist() == pytest.approx([1 / VOCAB] * (20 * VOCAB))
    assert math.isclose(p.sum().item(), 20, rel_tol=1e-6)
