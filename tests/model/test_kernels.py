"""The kernels in C against torch's: products, attention, whole steps; and what happens where they can't be compiled."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn
from torch.nn import functional as F

from fledge.config.shape import ModelShape
from fledge.model import kernels as module
from fledge.model.base import GPT, KVCache
from fledge.model.build import build_model
from fledge.model.decode import decoder
from fledge.model.kernels import MAX_ROWS, Kernels, c_matrix, kernels
from fledge.model.quantize import Int8Linear, converted
from fledge.train.generate import Sampling, generate

BF16 = 2**-8  # the rounding of bfloat16, relative to a number
needs_kernels = pytest.mark.skipif(kernels() is None, reason="no C compiler here, or no AVX2")
SHAPES: dict[str, dict[str, Any]] = {
    "gpt2": {"bias": False},
    "gpt2 with biases": {"bias": True},
    "gpt2 as OpenAI's": {"bias": True, "gelu": "tanh"},
    "llama": {"bias": False, "ffn_width": 100},
    "llama, one head of keys": {"bias": False, "n_kv_head": 1},
    "qwen3, tied": {"bias": False, "tie_embeddings": True, "n_kv_head": 2, "head_width": 24},
}


@pytest.fixture
def ours() -> Kernels:
    made = kernels()
    assert made is not None
    return made


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """An empty cache, and kernels that are looked for again; the folder where they are kept."""
    monkeypatch.setenv("FLEDGE_CACHE", str(tmp_path))
    monkeypatch.setattr(module, "FLAGS", ("-O0", *module.FLAGS[1:]))  # to compile sooner; other tests run fast ones
    kernels.cache_clear()
    yield tmp_path / "kernels"
    kernels.cache_clear()


def model_of(name: str) -> GPT:
    torch.manual_seed(0)
    made = build_model(ModelShape(name.split()[0].strip(","), 3, 4, 64, 48, 130, **SHAPES[name])).eval()
    with torch.no_grad():
        for parameter in made.parameters():
            parameter.add_(0.15 * torch.randn_like(parameter))
    return made


def exactly(rounded: GPT, template: GPT) -> GPT:
    """The float32 model that the rounded weights stand for."""
    weights = {name: parameter.float() for name, parameter in rounded.named_parameters()}
    template.load_state_dict(weights, strict=False)
    for name, matrix in rounded.named_modules():
        if isinstance(matrix, Int8Linear):
            meant = matrix.weight.float() * matrix.scale.float()[:, None]
            bias = None if matrix.bias is None else nn.Parameter(matrix.bias.float())
            template.get_submodule(name).weight = nn.Parameter(meant)  # untied: the embeddings are not int8
            template.get_submodule(name).register_parameter("bias", bias)
    return template


@needs_kernels
@pytest.mark.parametrize("rows", [1, 2, 3, 4, 5, MAX_ROWS])
@pytest.mark.parametrize(("width", "outs"), [(64, 24), (200, 65), (30, 7), (3, 1), (1000, 3)])
def test_a_product_is_as_near_as_bfloat16_comes(ours: Kernels, rows: int, width: int, outs: int) -> None:
    torch.manual_seed(rows)
    x, bias = torch.randn(rows, width).bfloat16(), torch.randn(outs).bfloat16()
    int8, scale = torch.randint(-127, 128, (outs, width), dtype=torch.int8), torch.rand(outs).bfloat16()
    wide = torch.randn(outs, width).bfloat16()
    for weight, factor in ((int8, scale), (wide, None)):
        exact = F.linear(x.double(), weight.double()) * (1 if factor is None else factor.double()) + bias.double()
        got = ours.linear(x, c_matrix(weight, factor, bias))
        torch.testing.assert_close(got.double(), exact, rtol=BF16, atol=1e-5 * float(exact.abs().max()))


@needs_kernels
def test_a_row_does_not_depend_on_the_rows_beside_it(ours: Kernels) -> None:
    torch.manual_seed(0)
    x, weight, scale = torch.randn(7, 96), torch.randint(-127, 128, (33, 96), dtype=torch.int8), torch.rand(33)
    matrix = c_matrix(weight, scale := scale.bfloat16(), None)
    together = ours.linear(x.bfloat16(), matrix)
    assert torch.equal(together, torch.cat([ours.linear(row[None].bfloat16(), matrix) for row in x]))


@needs_kernels
@pytest.mark.parametrize("length", [1, 2, 31, 64])
@pytest.mark.parametrize("kv_heads", [1, 2, 6])
def test_attention(ours: Kernels, length: int, kv_heads: int) -> None:
    torch.manual_seed(length)
    q, cache = torch.randn(3, 6, 1, 20).bfloat16(), torch.randn(2, 3, kv_heads, 64, 20).bfloat16()
    keys, values = cache[:, :, :, :length]
    wide = [each.double().repeat_interleave(6 // kv_heads, dim=1) for each in (keys, values)]
    expected = F.scaled_dot_product_attention(q.double(), *wide)
    with torch.inference_mode():
        assert ours.reads(q, keys, values)
        torch.testing.assert_close(ours.attend(q, keys, values).double(), expected, rtol=BF16, atol=1e-4)


@needs_kernels
@pytest.mark.parametrize("asked", [2, 6, 49, 130])
@pytest.mark.parametrize("before", [0, 3, 70])
@pytest.mark.parametrize(("heads", "kv_heads", "width"), [(2, 2, 64), (6, 2, 20), (3, 1, 5), (2, 1, 100)])
def test_attention_of_a_prompt(ours: Kernels, asked: int, before: int, heads: int, kv_heads: int, width: int) -> None:
    torch.manual_seed(asked)
    length = before + asked
    q = torch.randn(2, asked, heads, width).bfloat16().transpose(1, 2)  # as models have it
    cache = torch.randn(2, 2, kv_heads, length + 5, width).bfloat16()
    cache[:, :, :, length:] = torch.nan  # what is not yet written must not be read
    keys, values = cache[:, :, :, :length]
    wide_keys, wide_values = (each.double().repeat_interleave(heads // kv_heads, dim=1) for each in (keys, values))
    seen = torch.ones(asked, length, dtype=torch.bool).tril(before)
    expected = F.scaled_dot_product_attention(q.double(), wide_keys, wide_values, seen)
    with torch.inference_mode():
        if not ours.reads(q, keys, values):
            pytest.skip("this CPU does not multiply pairs of bfloat16")
        found = ours.attend(q, keys, values)
        # The weights are rounded, too, as in torch's kernel.
        torch.testing.assert_close(found.double(), expected, rtol=2 * BF16, atol=4 * BF16)
        alone = ours.attend(q[:1, :1, :-1], keys[:1, :1, :-1], values[:1, :1, :-1])
        assert asked == 2 or torch.equal(alone, found[:1, :1, :-1])  # what a query gets does not depend on the others


@needs_kernels
@pytest.mark.parametrize("sequences", [1, pytest.param(3, marks=pytest.mark.slow), MAX_ROWS])
@pytest.mark.parametrize("dtype", ["bfloat16", "int8"])
@pytest.mark.parametrize("name", SHAPES)
@torch.inference_mode()
def test_a_step_is_no_further_from_the_exact_one_than_torchs(name: str, dtype: str, sequences: int) -> None:
    model = converted(model_of(name), dtype)
    exact = exactly(model, model_of(name))
    fast = decoder(model)
    assert fast is not None
    tokens = torch.randint(130, (sequences, 40))
    ours, theirs = KVCache.empty(model, sequences), KVCache.empty(model, sequences)
    model.logits(tokens[:, :8], ours), model.logits(tokens[:, :8], theirs)
    true_BTV = exact.all_logits(tokens)
    apart, rounding = [], []
    for at in range(8, 40):
        next_B1 = tokens[:, at : at + 1]
        assert fast.reads(1)
        got, torchs = fast.logits(next_B1.tolist(), ours), model.logits(next_B1, theirs)
        assert ours.length == theirs.length == at + 1
        apart.append((got - true_BTV[:, at]).square().mean())
        rounding.append((torchs - true_BTV[:, at]).square().mean())
    assert sum(apart) <= sum(rounding)


@needs_kernels
@pytest.mark.parametrize("name", ["gpt2", "llama", "qwen3, tied"])
@torch.inference_mode()
def test_a_prompt_is_read_as_its_tokens_are_one_by_one(name: str) -> None:
    model = converted(model_of(name), "int8")
    fast = decoder(model)
    assert fast is not None
    tokens, whole, single = torch.randint(130, (3, 30)), KVCache.empty(model, 3), KVCache.empty(model, 3)
    for part in torch.split(tokens, [1, 7, 22], dim=1):
        got = fast.logits(part.tolist(), whole)
    for at in range(30):
        expected = fast.logits(tokens[:, at : at + 1].tolist(), single)
    assert torch.equal(got, expected)
    assert whole.length == single.length == 30


@needs_kernels
def test_a_sample_does_not_depend_on_how_many_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    model = converted(model_of("gpt2"), "int8")
    alone = [row[0] for row in generate(model, [1, 2], 1, 60, Sampling())]  # beyond the context: it slides
    beside = [row[0] for row in generate(model, [1, 2], 5, 60, Sampling())]
    assert alone == beside


@needs_kernels
@torch.inference_mode()
def test_a_token_outside_of_the_vocabulary_is_refused() -> None:
    model = converted(model_of("gpt2"), "int8")
    fast = decoder(model)
    assert fast is not None
    for token in (-1, 130, 2**40):
        with pytest.raises(IndexError, match="130"):
            fast.logits([[1, token]], KVCache.empty(model, 1))


@needs_kernels
@pytest.mark.parametrize(
    "without",
    [
        "-march=haswell",
        *(pytest.param(flag, marks=pytest.mark.slow) for flag in ("-mno-avx512vbmi", "-mno-avx512bf16")),
    ],
)
@torch.inference_mode()
def test_cpus_that_have_less(fresh: Path, monkeypatch: pytest.MonkeyPatch, without: str) -> None:
    monkeypatch.setattr(module, "FLAGS", (*module.FLAGS, without))
    assert kernels() is not None
    for name in ("gpt2 with biases", "llama"):
        for dtype in ("int8", "bfloat16"):
            model = converted(model_of(name), dtype)
            fast = decoder(model)
            assert fast is not None
            tokens, cache = torch.randint(130, (3, 9)), KVCache.empty(model, 3)
            fast.logits(tokens[:, :-1].tolist(), cache)
            got = fast.logits(tokens[:, -1:].tolist(), cache)
            true = exactly(model, model_of(name)).all_logits(tokens)[:, -1]
            torchs = model.all_logits(tokens)[:, -1]
            assert (got - true).square().mean() <= 1.5 * (torchs - true).square().mean()


def test_models_that_only_torch_decodes() -> None:
    assert decoder(model_of("gpt2")) is None  # float32
    modern = build_model(ModelShape("modern", 2, 2, 64, 32, 65, False)).bfloat16()
    assert decoder(modern) is None


@needs_kernels
def test_compiled_once(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert kernels() is not None
    assert [file.suffix for file in fresh.iterdir()] == [".so"]
    run, runs = subprocess.run, []

    def counted(command: list[str], **how: Any) -> Any:
        runs.append(command[1])
        return run(command, **how)

    monkeypatch.setattr(subprocess, "run", counted)
    kernels.cache_clear()
    assert kernels() is not None
    assert runs == ["--version"]


def test_without_a_compiler_torch_samples(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert kernels() is None
    for dtype in ("int8", "bfloat16"):
        model = converted(model_of("gpt2"), dtype)
        assert decoder(model) is None
        assert len(list(generate(model, [1, 2], 2, 5, Sampling()))) == 5


@pytest.mark.parametrize(
    "source", ["#error no\n", "int linear(void) { return 0; }\n"], ids=["does not compile", "lacks functions"]
)
def test_a_source_that_does_not_work_leaves_torchs(
    fresh: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    (tmp_path / "decode.c").write_text(source)
    monkeypatch.setattr(module, "SOURCE", tmp_path / "decode.c")
    assert kernels() is None


@needs_kernels
def test_kernels_that_compute_something_else_are_not_used(
    fresh: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for file in module.SOURCE.parent.iterdir():
        wrong = file.read_text().replace("m->bias == NULL ? 0.0f", "m->bias == NULL ? 1.0f")  # by CPUs without bfloat16
        wrong = wrong.replace("m->bias + first : NULL, count, 0.0f", "m->bias + first : NULL, count, 1.0f")
        (tmp_path / file.name).write_text(wrong)
    monkeypatch.setattr(module, "SOURCE", tmp_path / "decode.c")
    assert kernels() is None


@needs_kernels
def test_another_users_kernels_are_not_loaded(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert kernels() is not None
    kernels.cache_clear()
    monkeypatch.setattr("os.getuid", lambda: 12345)
    assert kernels() is None


@needs_kernels
def test_a_cache_that_can_not_be_written_leaves_torchs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("FLEDGE_CACHE", str(tmp_path / "file"))
    kernels.cache_clear()
    try:
        assert kernels() is None
    finally:
        kernels.cache_clear()


@needs_kernels
@pytest.mark.parametrize("vocabulary", [1, 7, 64, 100, 2051])
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float32])
def test_loss_and_gradient_are_torchs(ours: Kernels, dtype: torch.dtype, vocabulary: int) -> None:
    torch.manual_seed(0)
    logits = (4 * torch.randn(5, vocabulary)).to(dtype)
    targets = torch.randint(0, vocabulary, (10,))[::2]  # not contiguous
    wide = logits.float().requires_grad_()
    expected = F.cross_entropy(wide, targets, reduction="none")
    (gradient,) = torch.autograd.grad(expected.sum(), wide)
    torch.testing.assert_close(ours.loss_and_gradient(logits, targets), expected.detach(), atol=2e-5, rtol=1e-5)
    rounding = BF16 if dtype == torch.bfloat16 else 1e-5
    torch.testing.assert_close(logits.float(), gradient, atol=1e-6, rtol=rounding)


@needs_kernels
@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float32])
def test_a_logit_that_is_no_number_gives_no_loss(ours: Kernels, dtype: torch.dtype, bad: float) -> None:
    for place in (0, 33, 99):
        logits = torch.zeros(2, 100, dtype=dtype)
        logits[1, place] = bad
        losses = ours.loss_and_gradient(logits, torch.tensor([5, 5]))
        assert losses.isfinite().tolist() == [True, False]


@needs_kernels
def test_a_target_that_is_no_token_is_refused(ours: Kernels) -> None:
    for target in (-1, 100):
        logits = torch.zeros(2, 100)
        with pytest.raises(IndexError, match="not below 100"):
            ours.loss_and_gradient(logits, torch.tensor([5, target]))
        assert not logits.any()
