"""The n-gram table: which rows are read, and that it learns as torch's own Adagrad would."""

import torch
import torch.nn.functional as F
from hypothesis import given
from hypothesis import strategies as st

from fledge.config.shape import ModelShape
from fledge.model.base import NO_TOKEN
from fledge.model.build import build_model
from fledge.model.ngrams import LOOK_BACK, Ngrams
from fledge.optim.row_adagrad import RowAdagrad


def table(rows: int = 1009, width: int = 6) -> Ngrams:
    ngrams = Ngrams(rows, width)
    torch.nn.init.normal_(ngrams.table)
    return ngrams


def rows_of(ngrams: Ngrams, text: list[int]) -> list[list[int]]:
    rows = ngrams.rows(F.pad(torch.tensor([text]), (LOOK_BACK, 0), value=NO_TOKEN))
    return [list(map(int, row)) for row in rows[0]]


@given(st.lists(st.integers(0, 50_000), min_size=1, max_size=12), st.lists(st.integers(0, 50_000), max_size=12))
def test_a_row_is_chosen_by_its_ngram_alone(text: list[int], other: list[int]) -> None:
    """Whatever stands before it, the n-gram of the last n tokens has the same row."""
    ngrams = table()
    here, there = rows_of(ngrams, [*text]), rows_of(ngrams, [*other, *text])
    for n in range(2, LOOK_BACK + 2):
        if len(text) >= n:
            assert here[-1][n - 2] == there[-1][n - 2]


def test_different_ngrams_rarely_share_a_row() -> None:
    ngrams = table(rows=1 << 17)
    tokens = torch.randint(65, (1, 4000), generator=torch.Generator().manual_seed(0))
    rows = ngrams.rows(F.pad(tokens, (LOOK_BACK, 0), value=NO_TOKEN))
    expected = 4000 * 3 + 65**2 * (1 - (1 - 1 / 65**2) ** 4000)  # as many as there are n-grams, a few collisions aside
    assert len(torch.unique(rows)) > 0.93 * expected


def test_what_is_recalled_is_what_the_model_looks_up() -> None:
    torch.manual_seed(0)
    model = build_model(ModelShape("modern", 2, 2, 32, 16, 50, False, ngram_rows=200))
    for parameter in model.parameters():
        torch.nn.init.normal_(parameter, std=0.3)
    x, y = torch.randint(50, (2, 4, 16)).unbind(0)
    torch.testing.assert_close(model(x, y, model.lookup(x)), model(x, y))


def test_a_table_without_shared_rows_learns_as_torchs_adagrad() -> None:
    """With one number a row, where torch keeps one a weight: equal where a gradient is the same in every column."""
    ngrams = table(rows=100_003, width=1)
    reference = torch.nn.Parameter(ngrams.table.detach().clone())
    ours = RowAdagrad(ngrams, lr=0.1)
    theirs = torch.optim.Adagrad([reference], lr=0.1, eps=0)
    for seed in range(4):
        tokens = torch.randint(10**6, (1, 3), generator=torch.Generator().manual_seed(seed))
        rows = ngrams.rows(F.pad(tokens, (LOOK_BACK, 0), value=NO_TOKEN))
        assert len(torch.unique(rows)) == rows.numel()
        weights = torch.randn(1, 3, 1)
        torch.autograd.backward((ngrams.lookup(tokens) * weights).sum())
        ours.step()
        ours.zero_grad()
        reference.grad = torch.full_like(reference, 0.0)
        reference.grad[rows.flatten(), 0] = weights.repeat_interleave(LOOK_BACK, 1).flatten()
        touched = rows.flatten()
        before = reference.detach().clone()
        theirs.step()
        with torch.no_grad():  # torch divides 0 by 0 where nothing was learned yet
            untouched = torch.ones(len(reference), dtype=torch.bool)
            untouched[touched] = False
            reference[untouched] = before[untouched]
        torch.testing.assert_close(ngrams.table.detach(), reference.detach())


def test_only_what_was_read_changes_and_nothing_is_kept() -> None:
    ngrams = table()
    before = ngrams.table.detach().clone()
    optimizer = RowAdagrad(ngrams, lr=0.1)
    tokens = torch.randint(50, (2, 5))
    torch.autograd.backward(ngrams.lookup(tokens).square().sum())
    optimizer.step()
    optimizer.zero_grad()
    read = torch.unique(ngrams.rows(F.pad(tokens, (LOOK_BACK, 0), value=NO_TOKEN)))
    changed = (ngrams.table != before).any(dim=1).nonzero().flatten()
    assert changed.tolist() == read.tolist()
    assert not ngrams.pending


def test_micro_batches_teach_as_one_batch() -> None:
    torch.manual_seed(0)
    tokens, weights = torch.randint(20, (4, 8)), torch.randn(4, 8, 6)
    whole, parts = table(), Ngrams(1009, 6)
    parts.table.data.copy_(whole.table)
    for ngrams, pieces in ((whole, [slice(0, 4)]), (parts, [slice(0, 2), slice(2, 4)])):
        for piece in pieces:
            torch.autograd.backward((ngrams.lookup(tokens[piece]) * weights[piece]).sum())
        RowAdagrad(ngrams, lr=0.1).step()
    torch.testing.assert_close(whole.table, parts.table)
