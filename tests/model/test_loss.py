"""The chunked cross-entropy against torch's own."""

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor

from fledge.model import loss
from fledge.model.loss import cross_entropy


def inputs(rows: int = 37, dtype: torch.dtype = torch.float64) -> tuple[Tensor, Tensor, Tensor]:
    generator = torch.Generator().manual_seed(0)
    x = torch.randn(rows, 24, generator=generator, dtype=dtype).requires_grad_()
    weight = torch.randn(101, 24, generator=generator, dtype=dtype).requires_grad_()
    targets = torch.randint(-1, 101, (rows,), generator=generator)
    targets[5] = -1
    return x, weight, targets


# float64 by torch's operators; float32 by our kernel, where there is one
@pytest.mark.parametrize("dtype", [torch.float64, torch.float32])
@pytest.mark.parametrize("elements", [1, 101 * 8, 101 * 37, 1 << 26])
def test_loss_and_gradients_are_torchs(monkeypatch: pytest.MonkeyPatch, elements: int, dtype: torch.dtype) -> None:
    monkeypatch.setattr(loss, "CHUNK_ELEMENTS", elements)
    x, weight, targets = inputs(dtype=dtype)
    ours = cross_entropy(x, weight, targets)
    theirs = F.cross_entropy(x @ weight.mT, targets, ignore_index=-1)
    torch.testing.assert_close(ours, theirs)
    scale = torch.tensor(0.25, dtype=ours.dtype)  # as accumulation and loss scaling do
    for got, expected in zip(
        torch.autograd.grad(ours * scale, (x, weight)), torch.autograd.grad(theirs * scale, (x, weight)), strict=True
    ):
        torch.testing.assert_close(got, expected)


@pytest.mark.parametrize("has_kernel", [False, True])
def test_in_autocast_it_is_as_near_as_torchs(monkeypatch: pytest.MonkeyPatch, has_kernel: bool) -> None:
    monkeypatch.setattr(loss, "may_use_kernel", has_kernel)
    x, weight, targets = inputs(dtype=torch.float32)
    exact = F.cross_entropy(x @ weight.mT, targets, ignore_index=-1)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        ours, theirs = cross_entropy(x, weight, targets), F.cross_entropy(F.linear(x, weight), targets, ignore_index=-1)
    assert ours.dtype == torch.float32
    errors = [
        torch.cat(
            [
                (a - b).flatten()
                for a, b in zip(grads, torch.autograd.grad(exact, (x, weight), retain_graph=True), strict=True)
            ]
        )
        for grads in (torch.autograd.grad(ours, (x, weight)), torch.autograd.grad(theirs, (x, weight)))
    ]
    assert errors[0].norm() <= errors[1].norm() * 1.5
    assert abs(ours - exact) < 0.01


def test_a_frozen_head_and_no_gradient_at_all() -> None:
    x, weight, targets = inputs()
    expected = F.cross_entropy(x @ weight.mT, targets, ignore_index=-1)
    with torch.no_grad():
        torch.testing.assert_close(cross_entropy(x, weight, targets), expected.detach())
    (gradient,) = torch.autograd.grad(cross_entropy(x, weight.detach(), targets), x)
    torch.testing.assert_close(gradient, torch.autograd.grad(expected, x)[0])


def test_in_float16_no_small_gradient_is_lost() -> None:
    """The gradient is made after the loss scale: as many of its entries are 0 as of torch's own, not a third more."""
    generator = torch.Generator().manual_seed(0)
    x = torch.randn(2048, 32, generator=generator).requires_grad_()
    weight = torch.randn(300, 32, generator=generator).mul(0.02).requires_grad_()
    targets = torch.randint(0, 300, (2048,), generator=generator)
    targets[7] = -1
    scale = 65536.0
    exact = F.cross_entropy(x @ weight.mT, targets, ignore_index=-1)
    with torch.autocast("cpu", dtype=torch.float16):
        ours = cross_entropy(x, weight, targets)
        theirs = F.cross_entropy(F.linear(x, weight), targets, ignore_index=-1)
    torch.testing.assert_close(ours, exact, atol=1e-3, rtol=0)
    expected = torch.autograd.grad(exact, (x, weight), retain_graph=True)
    got, usual = (torch.autograd.grad(loss * scale, (x, weight)) for loss in (ours, theirs))
    for mine, torchs, true in zip(got, usual, expected, strict=True):
        assert (mine == 0).sum() <= (torchs == 0).sum()
        torch.testing.assert_close(mine / scale, true, atol=2e-3 * float(true.abs().max()), rtol=1e-2)
    assert got[0][7].abs().sum() == 0


def test_in_float16_an_overflow_is_seen_by_the_scaler() -> None:
    x, weight, targets = inputs(dtype=torch.float32)
    with torch.autocast("cpu", dtype=torch.float16):
        loss = cross_entropy(x, weight, targets)
    (gradient,) = torch.autograd.grad(loss * 1e9, weight)
    assert not gradient.isfinite().all()
