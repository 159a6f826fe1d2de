"""Hugging Face's config.json: the shape of the model it describes, and the one that describes a shape.

A config.json can ask for things that fledge's models don't have (scaled rotary positions, sliding windows, biases). All
of them are checked: weights that load and compute something else would be worse than an error.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fledge.common.errors import FledgeError, why
from fledge.config.shape import LLAMA_ARCHS, ModelShape
from fledge.texts import say

CONFIG = "config.json"
MODEL_TYPES = ("gpt2", *LLAMA_ARCHS)
MODERN = "fledge_modern"  # as fledge itself exports it
GPT2_EPS = 1e-5  # of gpt2's norms
# OpenAI's own files say gelu_new, the tanh approximation; models that nanoGPT or fledge trained have the exact GELU.
GELUS = {"gelu": "exact", "gelu_new": "tanh", "gelu_pytorch_tanh": "tanh"}
CLASSES = {"gpt2": "GPT2LMHeadModel", "llama": "LlamaForCausalLM", "qwen3": "Qwen3ForCausalLM"}
OTHER_FOLDER = say("interop.one_of_these_folders")


def model_type(folder: Path) -> str | None:
    """The kind of model that the folder's config.json names; None if there is none, or it can't be read."""
    try:
        about = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
        kind = about.get("model_type")
    except (OSError, ValueError, AttributeError, RecursionError):
        return None
    return kind if isinstance(kind, str) else None


def read_shape(about: Any, source: object) -> dict[str, Any]:
    """The shape that a config.json describes, as values of ModelShape's fields."""
    about = about if isinstance(about, dict) else {}
    kind = about.get("model_type", "gpt2" if "n_embd" in about else None)  # OpenAI's first files did not say
    if kind == MODERN:
        return {"bias": False, **about, "arch": "modern"}
    if kind not in MODEL_TYPES:
        raise FledgeError(
            say("interop.hf_type", source=source, type=str(kind)[:40], model_types=", ".join(MODEL_TYPES)),
            OTHER_FOLDER,
        )
    try:
        values, wanted = _gpt2(about) if kind == "gpt2" else _llama(about, kind)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise FledgeError(
            say("interop.no_such_model", path=source, arch=kind, reason=why(error)), say("interop.check_folder")
        ) from error
    for name, (found, allowed) in wanted.items():
        if found not in allowed:
            choices = list(map(str, allowed))
            raise FledgeError(
                say(
                    "interop.other_setting", source=source, name=name, found=str(found)[:60], kind=kind, allowed=choices
                ),
                say("interop.another_model"),
            )
    return values


Wanted = dict[str, tuple[Any, tuple[Any, ...]]]  # what the file says, and what fledge can do


def _gpt2(about: Mapping[str, Any]) -> tuple[dict[str, Any], Wanted]:
    width, gelu = about["n_embd"], about.get("activation_function", "gelu_new")
    values = {
        "arch": "gpt2",
        "n_layer": about["n_layer"],
        "n_head": about["n_head"],
        "n_embd": width,
        "block_size": about["n_positions"],
        "vocab_size": about["vocab_size"],
        "bias": about.get("fledge_bias", True) is not False,
        "gelu": GELUS.get(gelu, "exact"),
    }
    wanted: Wanted = {
        "activation_function": (gelu, tuple(GELUS)),
        "n_inner": (about.get("n_inner"), (None, 4 * width)),
        "layer_norm_epsilon": (about.get("layer_norm_epsilon", GPT2_EPS), (GPT2_EPS,)),
        "scale_attn_weights": (about.get("scale_attn_weights", True), (True,)),
        "scale_attn_by_inverse_layer_idx": (about.get("scale_attn_by_inverse_layer_idx", False), (False,)),
        "add_cross_attention": (about.get("add_cross_attention", False), (False,)),
        "tie_word_embeddings": (about.get("tie_word_embeddings", True), (True,)),
    }
    return values, wanted


def _llama(about: Mapping[str, Any], kind: str) -> tuple[dict[str, Any], Wanted]:
    heads, width = about["num_attention_heads"], about["hidden_size"]
    rope = about.get("rope_parameters") or about.get("rope_scaling") or {}
    kv_heads = about.get("num_key_value_heads") or heads
    head_width = about.get("head_dim") or (width // heads if kind == "llama" else 128)  # 128 is qwen3's default
    plain = ModelShape(kind, 1, heads, width, 1, 1, bias=False)
    values = {
        "arch": kind,
        "n_layer": about["num_hidden_layers"],
        "n_head": heads,
        "n_embd": width,
        "block_size": about["max_position_embeddings"],
        "vocab_size": about["vocab_size"],
        "bias": False,
        # Sizes that are the usual ones are 0, as in our own settings.
        "n_kv_head": 0 if kv_heads == heads else kv_heads,
        "head_width": 0 if head_width * heads == width else head_width,
        "ffn_width": 0 if about["intermediate_size"] == plain.ffn_size else about["intermediate_size"],
        "tie_embeddings": about.get("tie_word_embeddings", False),
        "rope_base": rope.get("rope_theta", about.get("rope_theta", 10_000.0)),
        "norm_eps": about.get("rms_norm_eps", 1e-6),
    }
    layers = set(about.get("layer_types") or ["full_attention"])
    wanted: Wanted = {
        "hidden_act": (about.get("hidden_act", "silu"), ("silu",)),
        "rope type": (rope.get("rope_type", rope.get("type", "default")), ("default",)),
        "partial_rotary_factor": (rope.get("partial_rotary_factor", about.get("partial_rotary_factor", 1.0)), (1.0,)),
        "attention_bias": (about.get("attention_bias", False), (False,)),
        "mlp_bias": (about.get("mlp_bias", False), (False,)),
        "use_sliding_window": (about.get("use_sliding_window", False), (False,)),
        "layer_types": (", ".join(sorted(map(str, layers))), ("full_attention",)),
    }
    return values, wanted


def make_config(shape: ModelShape, dtype: str, eot: int | None) -> dict[str, Any]:
    """The config.json of a gpt2, llama or qwen3."""
    about: dict[str, Any] = {
        "architectures": [CLASSES[shape.arch]],
        "model_type": shape.arch,
        "vocab_size": shape.vocab_size,
        "tie_word_embeddings": shape.is_tied,
        "bos_token_id": eot,
        "eos_token_id": eot,
        "dtype": dtype,
    }
    return {**about, **(_gpt2_values(shape) if shape.arch == "gpt2" else _llama_values(shape))}


def _gpt2_values(shape: ModelShape) -> dict[str, Any]:
    return {
        "n_layer": shape.n_layer,
        "n_head": shape.n_head,
        "n_embd": shape.n_embd,
        "n_positions": shape.block_size,
        "activation_function": "gelu_new" if shape.gelu == "tanh" else "gelu",
        "layer_norm_epsilon": GPT2_EPS,
        **dict.fromkeys(("attn_pdrop", "embd_pdrop", "resid_pdrop"), 0.0),
        "fledge_bias": shape.bias,  # without, the biases in the file are zeros that the model does not have
    }


def _llama_values(shape: ModelShape) -> dict[str, Any]:
    return {
        "num_hidden_layers": shape.n_layer,
        "num_attention_heads": shape.n_head,
        "num_key_value_heads": shape.kv_heads,
        "head_dim": shape.head_size,
        "hidden_size": shape.n_embd,
        "intermediate_size": shape.ffn_size,
        "hidden_act": "silu",
        "max_position_embeddings": shape.block_size,
        "rms_norm_eps": shape.norm_eps,
        "rope_theta": shape.rope_base,  # for transformers before 5
        "rope_parameters": {"rope_type": "default", "rope_theta": shape.rope_base},
        "attention_bias": False,
        "attention_dropout": 0.0,
    }
