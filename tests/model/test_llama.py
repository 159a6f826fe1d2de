"""Archs llama and qwen3 against transformers' own models, with random weights."""

import dataclasses
from typing import Any

import pytest
import torch

from fledge.config.load import load_config
from fledge.config.shape import ModelShape
from fledge.model.base import GPT
from fledge.model.build import build_model
from fledge.model.flops import parameters, parameters_block
from fledge.optim.build import build_optimizers
from fledge.train.generate import Sampling, generate
from tests.helpers import Later

transformers = Later("transformers")
PLAIN = ModelShape("llama", 3, 4, 48, 40, 61, bias=False)
SHAPES: dict[str, dict[str, Any]] = {
    "plain": {},
    "tied": {"tie_embeddings": True},
    "grouped": {"n_kv_head": 2},
    "one head of keys, tied": {"n_kv_head": 1, "tie_embeddings": True},
    "published": {"n_kv_head": 2, "head_width": 20, "ffn_width": 100, "rope_base": 1e6, "norm_eps": 1e-6},
}


def shape_of(arch: str, name: str) -> ModelShape:
    return dataclasses.replace(PLAIN, arch=arch, **SHAPES[name])


def model_pair(shape: ModelShape) -> tuple[GPT, Any]:
    """Our model and transformers', with the same random weights, gains included."""
    settings = {
        "vocab_size": shape.vocab_size,
        "hidden_size": shape.n_embd,
        "intermediate_size": shape.ffn_size,
        "num_hidden_layers": shape.n_layer,
        "num_attention_heads": shape.n_head,
        "num_key_value_heads": shape.kv_heads,
        "head_dim": shape.head_size,
        "max_position_embeddings": shape.block_size,
        "rms_norm_eps": shape.norm_eps,
        "rope_parameters": {"rope_type": "default", "rope_theta": shape.rope_base},
        "tie_word_embeddings": shape.tie_embeddings,
    }
    if shape.arch == "qwen3":
        theirs = transformers.Qwen3ForCausalLM(transformers.Qwen3Config(**settings))
    else:
        theirs = transformers.LlamaForCausalLM(transformers.LlamaConfig(**settings))
    ours = build_model(shape).eval()
    generator = torch.Generator().manual_seed(1)
    with torch.no_grad():
        for parameter in ours.parameters():
            parameter.normal_(std=0.3, generator=generator).add_(1.0 if parameter.dim() == 1 else 0.0)
    theirs.load_state_dict(dict(ours.state_dict()), strict=True)
    return ours, theirs.eval()


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("arch", ["llama", "qwen3"])
def test_logits_and_greedy_tokens_are_those_of_transformers(arch: str, name: str) -> None:
    ours, theirs = model_pair(shape_of(arch, name))
    tokens = torch.randint(61, (2, 40), generator=torch.Generator().manual_seed(2))
    with torch.no_grad():
        torch.testing.assert_close(ours.all_logits(tokens), theirs(tokens).logits, atol=1e-4, rtol=0)
    prompt = [5, 17, 3]
    made = [row[0] for row in generate(ours, prompt, 1, 37, Sampling(temperature=0))]
    expected = theirs.generate(torch.tensor([prompt]), max_new_tokens=37, do_sample=False, eos_token_id=None)
    assert made == expected[0, len(prompt) :].tolist()


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("arch", ["llama", "qwen3"])
def test_the_formulas_count_the_weights(arch: str, name: str) -> None:
    shape = shape_of(arch, name)
    model = build_model(shape)
    assert parameters(shape) == sum(weight.numel() for weight in model.parameters())
    layers = dict(model.named_modules())["model.layers"]
    matrices = sum(weight.numel() for weight in layers.parameters() if weight.dim() == 2)
    assert parameters_block(shape) * shape.n_layer == matrices


@pytest.mark.parametrize(("name", "groups"), [("plain", [1, 1, 7]), ("tied", [1, 7])])
def test_muon_has_the_matrices_and_adam_the_rest(name: str, groups: list[int]) -> None:
    """A tied table is one group, at the head's rate; the gains are another."""
    config = load_config(["--arch=llama"])
    model = build_model(shape_of("llama", name))
    adam, muon = build_optimizers(model, config, "cpu")
    assert [len(group["params"]) for group in adam.param_groups] == groups
    assert [len(group["params"]) for group in muon.param_groups] == [7 * 3]
    counted = sum(len(group["params"]) for part in (adam, muon) for group in part.param_groups)
    assert counted == len(list(model.parameters()))


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        (["--arch=qwen3", "--n_kv_head=5"], "n_kv_head=5 does not divide n_head=12. Try --n_kv_head=4."),
        (["--arch=qwen3", "--head_width=33"], "head_width=33 is odd. Try --head_width=34."),
        (["--arch=llama", "--bias=True"], "bias=True is not for arch=llama"),
        (["--arch=llama", "--ngram_rows=8"], "ngram_rows=8 is for arch=modern."),
        (["--n_kv_head=4"], "n_kv_head=4 is for arch=llama and qwen3. Try --arch=qwen3, or leave it out."),
        (["--arch=modern", "--tie_embeddings=True"], "tie_embeddings=True is for arch=llama and qwen3."),
    ],
)
def test_settings_that_contradict_each_other(typed: list[str], problem: str) -> None:
    with pytest.raises(Exception, match="^" + problem.replace(".", r"\.")):
        load_config(typed)


def test_depth_sizes_it() -> None:
    shape = load_config(["--arch=qwen3", "--depth=3"]).shape
    assert (shape.n_layer, shape.n_head, shape.n_embd, shape.head_size, shape.ffn_size) == (3, 3, 192, 64, 512)
