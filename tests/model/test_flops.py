"""The formulas against a torch module, torch's own flop counter and published figures."""

import dataclasses
from collections.abc import Iterable
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn
from torch.utils import flop_counter

from fledge.config.load import load_config
from fledge.config.shape import ModelShape
from fledge.model import flops as estimate
from fledge.model.base import KVCache
from fledge.model.build import build_model
from fledge.optim.build import build_optimizers

GPT2 = ModelShape(arch="gpt2", n_layer=12, n_head=12, n_embd=768, block_size=1024, vocab_size=50304, bias=False)


class Norm(nn.Module):
    """LayerNorm as each arch has it: gains, and a bias if asked; none of either in modern."""

    def __init__(self, shape: ModelShape) -> None:
        super().__init__()
        gains, bias = shape.arch == "gpt2", shape.arch == "gpt2" and shape.bias
        self.gain = nn.Parameter(torch.ones(shape.n_embd)) if gains else None
        self.shift = nn.Parameter(torch.zeros(shape.n_embd)) if bias else None

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.layer_norm(x, x.shape[-1:], self.gain, self.shift)


class Block(nn.Module):
    def __init__(self, shape: ModelShape) -> None:
        super().__init__()
        c, bias = shape.n_embd, shape.arch == "gpt2" and shape.bias
        self.n_head = shape.n_head
        self.qkv, self.out = nn.Linear(c, 3 * c, bias=bias), nn.Linear(c, c, bias=bias)
        self.up, self.down = nn.Linear(c, 4 * c, bias=bias), nn.Linear(4 * c, c, bias=bias)
        self.before, self.between = Norm(shape), Norm(shape)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        heads = self.qkv(self.before(x)).unflatten(-1, (3, self.n_head, -1)).permute(2, 0, 3, 1, 4)
        mixed = F.scaled_dot_product_attention(heads[0], heads[1], heads[2], is_causal=True)
        x = x + self.out(mixed.transpose(1, 2).flatten(2))
        mlp: torch.Tensor = self.down(F.gelu(self.up(self.between(x))))
        return x + mlp


class Reference(nn.Module):
    """Either arch, written apart from the project's own model."""

    def __init__(self, shape: ModelShape) -> None:
        super().__init__()
        self.tokens = nn.Embedding(shape.vocab_size, shape.n_embd)
        self.positions = nn.Embedding(shape.block_size, shape.n_embd) if shape.arch == "gpt2" else None
        self.blocks = nn.Sequential(*(Block(shape) for _ in range(shape.n_layer)))
        self.last = Norm(shape)
        self.head = nn.Linear(shape.n_embd, shape.vocab_size, bias=False)
        if shape.arch == "gpt2":
            self.head.weight = self.tokens.weight

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        x: torch.Tensor = self.tokens(ids)
        if self.positions is not None:
            x = x + self.positions.weight[: ids.shape[1]]
        logits: torch.Tensor = self.head(self.last(self.blocks(x)))
        return logits


shapes = st.builds(
    lambda arch, n_layer, n_head, head, block_size, vocab_size, bias: ModelShape(
        arch, n_layer, n_head, n_head * head, block_size, vocab_size, bias
    ),
    st.sampled_from(["gpt2", "modern"]),
    st.integers(0, 4),
    st.integers(1, 4),
    st.integers(1, 16),
    st.integers(1, 64),
    st.integers(1, 200),
    st.booleans(),
)


@settings(max_examples=40)
@given(shapes)
def test_parameters_are_those_of_a_real_module(shape: ModelShape) -> None:
    model = Reference(shape)
    total = sum(weight.numel() for weight in model.parameters())
    positions = 0 if model.positions is None else model.positions.weight.numel()
    matrices = sum(layer.weight.numel() for layer in model.modules() if isinstance(layer, nn.Linear))
    assert estimate.parameters(shape) == total
    assert estimate.parameters_nanogpt(shape) == total - positions
    assert estimate.parameters_matmul(shape) == matrices


@pytest.mark.parametrize(
    ("changes", "millions", "with_positions"),
    [
        ({}, "123.59", "124.37"),
        ({"n_head": 6, "n_embd": 384}, "40.56", "40.95"),
        # OpenAI's four, with biases and the true vocabulary
        ({"vocab_size": 50257, "bias": True}, "123.65", "124.44"),
        (
            {"n_layer": 24, "n_head": 16, "n_embd": 1024, "vocab_size": 50257, "bias": True},
            "353.77",
            "354.82",
        ),
        (
            {"n_layer": 36, "n_head": 20, "n_embd": 1280, "vocab_size": 50257, "bias": True},
            "772.72",
            "774.03",
        ),
        (
            {"n_layer": 48, "n_head": 25, "n_embd": 1600, "vocab_size": 50257, "bias": True},
            "1555.97",
            "1557.61",
        ),
        # nanoGPT's character-level models
        ({"n_layer": 6, "n_head": 6, "n_embd": 384, "block_size": 256, "vocab_size": 65}, "10.65", "10.75"),
        ({"n_layer": 4, "n_head": 4, "n_embd": 128, "block_size": 64, "vocab_size": 65}, "0.80", "0.80"),
    ],
)
def test_published_sizes(changes: dict[str, Any], millions: str, with_positions: str) -> None:
    shape = dataclasses.replace(GPT2, **changes)
    assert f"{estimate.parameters_nanogpt(shape) / 1e6:.2f}" == millions
    assert f"{estimate.parameters(shape) / 1e6:.2f}" == with_positions


@pytest.mark.parametrize("arch", ["gpt2", "modern"])
def test_flash_counting_is_what_torchs_flop_counter_sees(arch: str) -> None:
    shape = ModelShape(arch, n_layer=2, n_head=2, n_embd=32, block_size=16, vocab_size=40, bias=False)
    # torch counts the CUDA kernels by these same formulas, and the CPU's flash attention not at all
    forward: Any = flop_counter.sdpa_flop_count
    backward: Any = flop_counter.sdpa_backward_flop_count
    aten = torch.ops.aten
    counts = {
        aten._scaled_dot_product_flash_attention_for_cpu: lambda q, k, v, *_, **__: forward(q, k, v),
        aten._scaled_dot_product_flash_attention_for_cpu_backward: lambda g, q, k, v, *_, **__: backward(g, q, k, v),
    }
    ids = torch.zeros(3, shape.block_size, dtype=torch.long)
    with flop_counter.FlopCounterMode(display=False, custom_mapping=counts) as counter:
        Reference(shape)(ids).sum().backward()
    assert counter.get_total_flops() == ids.numel() * estimate.flops_per_token(shape, "flash")


def test_three_ways_of_counting_flops() -> None:
    attention = 12 * 768 * 1024
    assert estimate.flops_per_token(GPT2) == 6 * estimate.parameters_nanogpt(GPT2) + 12 * attention
    assert estimate.flops_per_token(GPT2, "causal") == 6 * estimate.parameters_matmul(GPT2) + 6 * attention
    assert round(estimate.flops_per_token(GPT2) / 1e6) == 855
    assert estimate.flops_per_token(GPT2) / estimate.flops_per_token(GPT2, "flash") == pytest.approx(0.979, abs=5e-4)


def test_mfu_of_a_known_run() -> None:
    """312 TFLOP/s and 855 MFLOP a token make 365 thousand tokens a second all there is."""
    flops = estimate.flops_per_token(GPT2)
    assert estimate.mfu(flops, 312e12 / flops, 312e12) == pytest.approx(1.0)
    assert estimate.mfu(flops, 182_460, 312e12) == pytest.approx(0.5, rel=1e-3)


def bytes_of(tensors: Iterable[torch.Tensor]) -> int:
    """What tensors hold, those that share their memory counted once."""
    return sum({t.untyped_storage().data_ptr(): t.untyped_storage().nbytes() for t in tensors}.values())


@pytest.mark.parametrize(
    ("arch", "optimizer"), [("gpt2", "adamw"), ("modern", "adamw"), ("modern", "muon"), ("qwen3", "muon")]
)
def test_the_least_memory_is_what_a_real_step_holds(arch: str, optimizer: str) -> None:
    """Refusing a run is only right where it can't be done: never more than torch itself takes."""
    shape = ModelShape(arch, 2, 2, 64, block_size=32, vocab_size=50, bias=False, ngram_rows=90 * (arch == "modern"))
    model = build_model(shape)
    optimizers = build_optimizers(model, load_config([f"--arch={arch}", f"--optimizer={optimizer}"]), "cpu")
    weights = {p.untyped_storage().data_ptr() for p in model.parameters()}
    saved: list[torch.Tensor] = []

    def keep(tensor: torch.Tensor) -> torch.Tensor:
        if tensor.untyped_storage().data_ptr() not in weights:
            saved.append(tensor)
        return tensor

    ids = torch.randint(shape.vocab_size, (4, shape.block_size + 1))
    hooks = torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor)
    with hooks, torch.autocast("cpu", dtype=torch.bfloat16):
        loss = model(ids[:, :-1], ids[:, 1:], model.lookup(ids[:, :-1]))
    assert estimate.least_batch_bytes(shape, 4) <= bytes_of(saved)
    loss.backward()
    for each in optimizers:
        each.step()
    held = [t for p in model.parameters() for t in (p, p.grad) if t is not None]
    held += [t for each in optimizers for entry in each.state.values() for t in entry.values() if t.dim()]
    assert estimate.least_model_bytes(shape, optimizer) == bytes_of(held)

    cache = KVCache.empty(model, 3)
    sampling = bytes_of([*model.parameters(), *cache.keys, *cache.values])
    assert estimate.least_sampling_bytes(shape, 3, 4) == sampling
