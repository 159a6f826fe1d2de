"""Sequences of different lengths in one cache: each gives what it gives alone."""

import pytest
import torch
from torch import Tensor

from fledge.config.shape import ModelShape
from fledge.model.base import GPT, KVCache
from fledge.model.build import build_model
from fledge.model.decode import next_logits
from fledge.model.kernels import MAX_ROWS, kernels
from fledge.model.modern import Modern
from fledge.model.quantize import converted
from fledge.model.slots import EMPTY_ROW, SlotCache

needs_kernels = pytest.mark.skipif(kernels() is None, reason="no C compiler here, or no AVX2")
SHAPES = {
    "gpt2": ModelShape("gpt2", 2, 2, 48, 40, 90, True),
    "llama": ModelShape("llama", 2, 4, 64, 40, 90, False, n_kv_head=2, ffn_width=100),
    "qwen3": ModelShape("qwen3", 2, 4, 64, 40, 90, False),
    "modern": ModelShape("modern", 2, 2, 64, 40, 90, False, ngram_rows=50, ngram_counts=400),
}
TORCH_ROWS = 8


def model_of(name: str, dtype: str) -> GPT:
    torch.manual_seed(0)
    made = build_model(SHAPES[name]).eval()
    with torch.no_grad():
        for parameter in made.parameters():
            parameter.add_(0.15 * torch.randn_like(parameter))
    if isinstance(made, Modern) and made.counts is not None:
        made.counts.count(torch.randint(90, (3, 60)).repeat(1, 4).flatten())
    return converted(made, dtype)


def read(cache: SlotCache, model: GPT, slot: int, tokens: Tensor) -> None:
    cache.clear(slot)
    model.logits(tokens[None], cache.only(slot))


@needs_kernels
@pytest.mark.parametrize("dtype", ["int8", "bfloat16"])
@pytest.mark.parametrize("name", ["gpt2", "llama", "qwen3"])
@torch.inference_mode()
def test_a_step_in_company_is_bit_for_bit_the_step_alone(name: str, dtype: str) -> None:
    model = model_of(name, dtype)
    tokens = torch.randint(90, (MAX_ROWS, 20))
    lengths = torch.randint(1, 19, (MAX_ROWS,)).tolist()
    for count in (2, 5, 8, 9, MAX_ROWS):
        cache, next_of = SlotCache(model, MAX_ROWS), next_logits(model)
        for slot in range(count):
            read(cache, model, slot, tokens[slot, : lengths[slot]])
        order = torch.randperm(count).tolist()
        cache.select(order)
        together = next_of(tokens[order, -1:], cache)
        for row, slot in enumerate(order):
            alone = KVCache.empty(model, 1)
            model.logits(tokens[slot, None, : lengths[slot]], alone)
            assert torch.equal(together[row], next_of(tokens[slot, None, -1:], alone)[0])
            assert cache.lengths[slot] == lengths[slot] + 1


@pytest.mark.parametrize("name", SHAPES)
@torch.inference_mode()
def test_torchs_step_of_a_full_batch_does_not_depend_on_the_others(name: str) -> None:
    model = model_of(name, "float32")
    tokens = torch.randint(90, (TORCH_ROWS, 20))
    lengths = [3, 11, 1, 19, 7, 7, 2, 16]
    alone: list[Tensor] = []
    for slots in (range(TORCH_ROWS), [5], [7, 0, 3]):
        cache = SlotCache(model, TORCH_ROWS)
        for slot in slots:
            read(cache, model, slot, tokens[slot, : lengths[slot]])
        filled = [*slots] + [EMPTY_ROW] * (TORCH_ROWS - len(slots))
        cache.select(filled)
        logits = model.logits(tokens[filled, -1:], cache)
        if not alone:
            alone = list(logits)
            for slot in slots:
                whole = torch.cat((tokens[slot, : lengths[slot]], tokens[slot, -1:]))
                torch.testing.assert_close(logits[slot], model.all_logits(whole[None])[0, -1], rtol=1e-4, atol=1e-4)
        for row, slot in enumerate(slots):
            assert torch.equal(logits[row], alone[slot])
