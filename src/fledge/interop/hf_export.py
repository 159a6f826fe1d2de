"""A model written as a folder that transformers opens: complete or absent."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from fledge.common.errors import FledgeError
from fledge.common.files import atomic_dir, free_bytes
from fledge.config.shape import ModelShape
from fledge.interop.hf_config import CONFIG, MODERN, make_config
from fledge.interop.hf_tokenizer import tokenizer_files
from fledge.interop.hf_weights import WHOLE, to_hf
from fledge.model.weights import save_safetensors
from fledge.texts import say
from fledge.tokenizer.base import Tokenizer

MODELING = Path(__file__).with_name("modeling_fledge.py")
SLACK_BYTES = 64 << 20  # tokenizer, card and the rest
Done = Callable[[int], None]  # called with the bytes just converted


def write_hf_folder(
    out: Path,
    shape: ModelShape,
    weights: Mapping[str, Tensor],
    tokenizer: Tokenizer,
    card: str,
    dtype: str = "float32",
    document_end: int | None = None,
    done: Done = lambda size: None,
) -> None:
    """Everything is written into a hidden folder beside `out`, which gets its name when it is complete."""
    number = getattr(torch, dtype)
    require_space(out, sum(tensor.numel() for tensor in weights.values()) * number.itemsize)
    files = {
        CONFIG: _json(_config(shape, dtype, tokenizer.eot, document_end)),
        "generation_config.json": _json(_generation(shape, tokenizer.eot)),
        "README.md": card,
        **tokenizer_files(tokenizer),
    }
    if shape.arch == "modern":
        files[MODELING.name] = MODELING.read_text(encoding="utf-8")
    with atomic_dir(out, say("files.space_export_again")) as folder:
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8")
        named = {}
        for name, tensor in to_hf(shape, weights, number):
            named[name] = tensor
            done(tensor.nbytes)
        save_safetensors(named, folder / WHOLE, {"format": "pt"})


def require_space(out: Path, size: int) -> None:
    """Refuse an export that the disk has no room for, before anything is written."""
    free = free_bytes(out)
    if size + SLACK_BYTES > free:
        raise FledgeError(
            say("interop.no_room", out=out, needed=(size + SLACK_BYTES) / 1e9, free=free / 1e9),
            say("interop.no_room_fix"),
        )


def _json(content: object) -> str:
    return json.dumps(content, indent=2) + "\n"


def _config(shape: ModelShape, dtype: str, eot: int | None, document_end: int | None) -> dict[str, Any]:
    if shape.arch != "modern":
        return make_config(shape, dtype, eot)
    kind = f"{MODELING.stem}.FledgeModern"
    return {
        "architectures": ["FledgeModernForCausalLM"],
        "auto_map": {"AutoConfig": f"{kind}Config", "AutoModelForCausalLM": f"{kind}ForCausalLM"},
        "model_type": MODERN,
        **{key: getattr(shape, key) for key in ("vocab_size", "n_layer", "n_head", "n_embd", "block_size")},
        "ngram_rows": shape.ngram_rows,
        "ngram_counts": shape.ngram_counts,
        "document_end": document_end,
        "tie_word_embeddings": False,
        "use_cache": False,
        "bos_token_id": eot,
        "eos_token_id": eot,
        "dtype": dtype,
    }


def _generation(shape: ModelShape, eot: int | None) -> dict[str, Any]:
    """How `generate` draws, unless told otherwise: as `fledge sample` does."""
    about = {"do_sample": True, "temperature": 0.8, "top_k": 200, "max_length": shape.block_size}
    return {**about, "bos_token_id": eot, "eos_token_id": eot, "use_cache": shape.arch != "modern"}
