from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch.utils._python_dispatch import TorchDispatchMode

from fledge.config.shape import ModelShape
from fledge.model.attention import attend
from fledge.model.base import GPT, KVCache
from fledge.model.build import build_model, empty_model
from fledge.model.flops import parameters
from fledge.train.pretrained import open_pretrained

ARCHS = ("gpt2", "modern", "llama", "qwen3")
OTHERS: dict[str, dict[str, Any]] = {  # what some archs have besides
    "gpt2": {"bias": True},
    "modern": {"ngram_rows": 70, "ngram_counts": 60},
    "llama": {"tie_embeddings": True, "ffn_width": 48},
    "qwen3": {"n_kv_head": 2, "head_width": 12},
}


def random_model(arch: str, seed: int = 0, block_size: int = 24) -> GPT:
    """A model whose every weight matters, in float64 so that order of summation doesn't."""
    torch.manual_seed(seed)
    shape = ModelShape(arch, 3, 4, 32, block_size, 50, **{"bias": False, **OTHERS[arch]})
    model = build_model(shape).double().eval()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.normal_(std=0.2)
    return model


@pytest.mark.parametrize("arch", ARCHS)
def test_an_empty_model_has_the_names_and_sizes_of_a_real_one(arch: str) -> None:
    shape = random_model(arch).shape
    empty, real = empty_model(shape), build_model(shape)
    for kind in ("named_parameters", "named_buffers"):
        ours, theirs = (
            {name: (t.shape, t.dtype, t.requires_grad) for name, t in getattr(model, kind)()} for model in (empty, real)
        )
        assert ours == theirs
    assert all(tensor.is_meta for tensor in (*empty.parameters(), *empty.buffers()))


class Operators(TorchDispatchMode):
    """The names of all operators that run."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.names: set[str] = set()

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        self.names.add(func.overloadpacket.__name__)
        return func(*args, **(kwargs or {}))


@pytest.mark.parametrize("arch", ARCHS)
def test_an_empty_model_is_allocated_and_nothing_is_computed(arch: str) -> None:
    """Else torch imports its compiler for it: a second, before every resume and every sample."""
    shape = random_model(arch).shape
    with Operators() as ran:
        empty_model(shape)
    assert ran.names - {"empty", "ones", "zeros", "detach"} == set()


@pytest.mark.parametrize("arch", ARCHS)
@given(cuts=st.lists(st.integers(1, 8), min_size=1, max_size=4), seed=st.integers(0, 1000))
@settings(max_examples=15)
def test_cached_and_uncached_logits_agree(arch: str, cuts: list[int], seed: int) -> None:
    model = random_model(arch)
    tokens = torch.randint(50, (2, sum(cuts)), generator=torch.Generator().manual_seed(seed))
    tokens = tokens[:, : model.shape.block_size]
    whole = model.all_logits(tokens)
    cache = KVCache.empty(model, 2)
    place = 0
    for cut in cuts:
        part = tokens[:, place : place + cut]
        if not part.numel():
            break
        logits = model.logits(part, cache)
        place += part.size(1)
        torch.testing.assert_close(logits, whole[:, place - 1].float(), atol=1e-5, rtol=1e-5)
    assert cache.length == tokens.size(1)


@pytest.mark.parametrize("arch", ARCHS)
def test_a_position_never_sees_the_future(arch: str) -> None:
    model = random_model(arch)
    tokens = torch.randint(50, (1, 20))
    changed = tokens.clone()
    changed[:, 12:] = (changed[:, 12:] + 1) % 50
    torch.testing.assert_close(model.all_logits(tokens)[:, :12], model.all_logits(changed)[:, :12])


@pytest.mark.parametrize("arch", ARCHS)
def test_the_loss_is_the_cross_entropy_of_the_logits(arch: str) -> None:
    model = random_model(arch)
    x, y = torch.randint(50, (2, 3, 20)).unbind(0)
    y[0, :5] = -1  # padding counts for nothing
    expected = torch.nn.functional.cross_entropy(model.all_logits(x)[y >= 0], y[y >= 0])
    torch.testing.assert_close(model(x, y).float(), expected, atol=1e-5, rtol=1e-5)


@pytest.mark.parametrize("arch", ARCHS)
def test_the_formula_counts_the_parameters(arch: str) -> None:
    shape = ModelShape(arch, 2, 4, 24, 16, 65, **{"bias": False, **OTHERS[arch]})
    assert sum(p.numel() for p in build_model(shape).parameters()) == parameters(shape)


@pytest.mark.parametrize("arch", ["modern", "llama", "qwen3"])
def test_the_first_guess_is_uniform(arch: str) -> None:
    model = build_model(ModelShape(arch, 2, 2, 32, 16, 65, False))
    x = torch.randint(65, (4, 16))
    assert model(x, x).item() == pytest.approx(4.174387, abs=1e-5)  # ln 65


@pytest.mark.parametrize("queries", [1, 5, 16])
def test_both_kinds_of_attention_agree(queries: int) -> None:
    q, k, v = (torch.randn(2, 3, 16, 8, dtype=torch.float64) for _ in range(3))
    q = q[:, :, -queries:]
    torch.testing.assert_close(attend(q, k, v, "sdpa"), attend(q, k, v, "matmul"))


@pytest.mark.parametrize("how", ["sdpa", "matmul"])
def test_dropout_is_for_training(how: str) -> None:
    model = build_model(ModelShape("gpt2", 2, 2, 32, 16, 50, False), dropout=0.5, how=how)  # type: ignore[arg-type]
    x = torch.randint(50, (4, 16))
    assert model(x, x).item() != model(x, x).item()
    model.eval()
    assert model(x, x).item() == model(x, x).item()


def test_the_same_loss_as_transformers_gpt2(tmp_path: object) -> None:
    """The reference for weights that come from elsewhere: Hugging Face's GPT-2, with exact GELU as nanoGPT has."""
    transformers = pytest.importorskip("transformers")
    from pathlib import Path

    about = transformers.GPT2Config(
        vocab_size=50, n_positions=16, n_embd=32, n_layer=2, n_head=2, activation_function="gelu"
    )
    theirs = transformers.GPT2LMHeadModel(about).eval()
    theirs.save_pretrained(tmp_path, safe_serialization=True)
    saved = open_pretrained(Path(str(tmp_path)))
    assert saved.tokenizer is None, "fifty tokens are not GPT-2's"
    ours = saved.build().eval()
    x = torch.randint(50, (2, 16))
    with torch.no_grad():
        torch.testing.assert_close(ours.all_logits(x), theirs(x).logits, atol=1e-5, rtol=1e-4)
