import pytest
import torch

from fledge.config.load import load_config
from fledge.config.shape import ModelShape
from fledge.model.build import build_model
from fledge.optim.build import build_optimizers, set_rates
from fledge.optim.muon import Muon, orthogonalise


def test_gpt2_groups_are_nanogpts() -> None:
    model = build_model(ModelShape("gpt2", 2, 2, 32, 16, 50, True))
    (optimizer,) = build_optimizers(model, load_config(["--weight_decay=0.3"]), "cpu")
    decayed, rest = optimizer.param_groups
    assert (decayed["weight_decay"], rest["weight_decay"]) == (0.3, 0.0)
    assert all(p.dim() == 2 for p in decayed["params"])
    assert all(p.dim() == 1 for p in rest["params"])
    assert len(decayed["params"]) + len(rest["params"]) == len(list(model.parameters()))
    assert decayed["params"][0] is model.get_parameter("transformer.wte.weight")


def test_modern_gives_matrices_to_muon_and_the_rest_to_adam() -> None:
    model = build_model(ModelShape("modern", 2, 2, 32, 16, 50, False))
    adam, muon = build_optimizers(model, load_config(["--arch=modern"]), "cpu")
    assert sum(len(group["params"]) for group in adam.param_groups) == 2
    assert len(muon.param_groups[0]["params"]) == 8
    config = load_config(["--arch=modern"])
    set_rates([adam, muon], config.learning_rate / 2, 0)  # everything halves
    assert muon.param_groups[0]["lr"] == pytest.approx(config.learning_rate / 2)
    assert [group["lr"] for group in adam.param_groups] == pytest.approx([config.embedding_lr / 2, config.head_lr / 2])


def test_muons_momentum_grows_in_the_first_iterations() -> None:
    model = build_model(ModelShape("modern", 2, 2, 32, 16, 50, False))
    adam, muon = build_optimizers(model, load_config(["--arch=modern"]), "cpu")
    found = []
    for it in (0, 150, 300, 10_000):
        set_rates([adam, muon], 0.01, it)
        found.append(muon.param_groups[0]["momentum"])
    assert found == pytest.approx([0.85, 0.9, 0.95, 0.95])
    assert all("momentum" not in group for group in adam.param_groups)


@pytest.mark.parametrize("shape", [(16, 16), (8, 32), (32, 8)])
def test_orthogonalise_brings_singular_values_near_one(shape: tuple[int, int]) -> None:
    torch.manual_seed(0)
    values = torch.linalg.svdvals(orthogonalise(torch.randn(3, *shape)))
    assert values.min() > 0.5
    assert values.max() < 1.3


def test_muon_is_torchs_muon() -> None:
    """torch's own Muon, one matrix at a time, is the reference for ours, which takes equal shapes together."""
    torch.manual_seed(0)
    ours = [torch.nn.Parameter(torch.randn(8, 24)) for _ in range(3)] + [torch.nn.Parameter(torch.randn(24, 8))]
    theirs = [torch.nn.Parameter(p.detach().clone()) for p in ours]
    muon = Muon(ours, lr=0.02, weight_decay=0.1)
    # torch scales tall matrices in the same way, and works in bfloat16: hence the tolerance
    reference = torch.optim.Muon(
        theirs, lr=0.02, momentum=0.95, weight_decay=0.1, nesterov=True, adjust_lr_fn="original"
    )
    for _ in range(5):
        for p, q in zip(ours, theirs, strict=True):
            p.grad = torch.randn_like(p)
            q.grad = p.grad.clone()
        muon.step()
        reference.step()  # type: ignore[no-untyped-call]
    for p, q in zip(ours, theirs, strict=True):
        torch.testing.assert_close(p, q, atol=2e-3, rtol=1e-2)
