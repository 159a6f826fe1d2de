"""A model in a GGUF file, read with the `gguf` package: gpt2, llama and qwen3, dequantized to float32."""

import json
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from fledge.common.errors import FledgeError, is_out_of_memory, why
from fledge.config.shape import ModelShape
from fledge.interop.gguf_export import GELU_KEY, NO_MERGE, NORMALIZE_KEY, load_gguf
from fledge.interop.gguf_names import WORD_PATTERNS, gguf_names, is_paired
from fledge.interop.hf_config import GPT2_EPS, MODEL_TYPES
from fledge.interop.hf_folder import ForeignModel, check_vocabulary
from fledge.interop.hf_tokenizer import plain_spec
from fledge.model.weights import check_sizes, shape_from
from fledge.texts import say
from fledge.tokenizer.base import CharTokenizer
from fledge.tokenizer.bpe import UnusableTokenizer, from_letters
from fledge.tokenizer.huggingface import make_tokenizer_json, read_tokenizer_json
from fledge.tokenizer.normalize import normalizer_of

MAGIC = b"GGUF"
AGAIN = say("interop.download_again")
NORMAL, CONTROL, UNUSED, BYTE = 1, 3, 5, 6  # gguf's TokenType


def is_gguf(path: Path) -> bool:
    """Whether the file is GGUF, by its first bytes or its name."""
    if path.suffix == ".gguf":
        return True
    try:
        with path.open("rb") as file:
            return file.read(len(MAGIC)) == MAGIC
    except OSError:
        return False


def read_gguf(path: Path, label: str) -> ForeignModel:
    """The model of a file. Names, sizes and tokenizer are checked before the weights are read."""
    gguf = load_gguf(f"{label}")
    try:
        reader = gguf.GGUFReader(path)
    except Exception as error:  # numpy, struct and the package itself each raise their own
        if is_out_of_memory(error):
            raise
        problem = say("interop.torn_gguf", path=path)
        if isinstance(error, OSError) and error.strerror:
            problem = say("files.unreadable", path=path, reason=error.strerror)
        raise FledgeError(problem, AGAIN) from error
    values = {key: field.contents() for key, field in reader.fields.items()}
    shape = _shape(values, reader, path)
    names = {f"{theirs}.{kind}": f"{ours}.{kind}" for ours, theirs in gguf_names(shape).items() for kind in KINDS}
    tensors = {names.get(tensor.name, tensor.name): tensor for tensor in reader.tensors}
    for name in IGNORED:
        tensors.pop(name, None)
    sizes = {name: tuple(int(n) for n in reversed(tensor.shape.tolist())) for name, tensor in tensors.items()}
    check_sizes(shape, sizes, label)
    spec = _tokenizer(values, path)
    check_vocabulary(shape, spec, label)
    weights = {name: _weight(gguf, tensor, sizes[name], shape, path) for name, tensor in tensors.items()}
    return ForeignModel(shape, weights, spec)


KINDS = ("weight", "bias")
IGNORED = ("rope_freqs.weight",)  # ones, unless positions are scaled, which is refused


def _weight(gguf: Any, tensor: Any, size: tuple[int, ...], shape: ModelShape, path: Path) -> Tensor:
    try:
        data = gguf.quants.dequantize(tensor.data, tensor.tensor_type)
    except (NotImplementedError, ValueError, KeyError) as error:
        kind = getattr(tensor.tensor_type, "name", tensor.tensor_type)
        raise FledgeError(
            say("interop.unreadable_kind", path=path, tensor=tensor.name, kind=kind), say("interop.another_file")
        ) from error
    found = torch.from_numpy(data.copy()).view(size)
    if is_paired(tensor.name, shape):
        heads = shape.n_head if "attn_q" in tensor.name else shape.kv_heads
        width, inputs = shape.head_size, size[1]
        found = found.view(heads, width // 2, 2, inputs).transpose(1, 2).reshape(heads * width, inputs)
    return found


def _shape(values: dict[str, Any], reader: Any, path: Path) -> ModelShape:
    arch = values.get("general.architecture")
    if arch not in MODEL_TYPES:
        raise FledgeError(
            say("interop.gguf_type", path=path, type=str(arch)[:40], model_types=", ".join(MODEL_TYPES)),
            say("interop.one_of_these_files"),
        )

    def value(name: str, default: Any = None) -> Any:
        found = values.get(f"{arch}.{name}", default)
        if found is None:
            raise KeyError(f"{arch}.{name}")
        return found

    there = {tensor.name for tensor in reader.tensors}
    try:
        scaling = values.get(f"{arch}.rope.scaling.type", "none")
        if scaling != "none" or ("rope_freqs.weight" in there and arch != "gpt2"):
            raise FledgeError(say("interop.scaled_rope", path=path, scaling=scaling), say("interop.unscaled"))
        heads, width, vocab = value("attention.head_count"), value("embedding_length"), _vocabulary(reader)
        kv_heads, head_width = value("attention.head_count_kv", heads), value("attention.key_length", width // heads)
        shape = {
            "arch": arch,
            "n_layer": value("block_count"),
            "n_head": heads,
            "n_embd": width,
            "block_size": value("context_length"),
            "vocab_size": vocab,
            "bias": arch == "gpt2",
        }
        if arch == "gpt2":
            _require(path, "attention.layer_norm_epsilon", value("attention.layer_norm_epsilon", GPT2_EPS), GPT2_EPS)
            _require(path, "feed_forward_length", value("feed_forward_length"), 4 * width)
            return shape_from({**shape, "gelu": values.get(GELU_KEY, "tanh")})
        _require(path, "rope.dimension_count", value("rope.dimension_count", head_width), head_width)
        _require(path, "attention.value_length", value("attention.value_length", head_width), head_width)
        inner, plain = value("feed_forward_length"), ModelShape(arch, 1, heads, width, 1, 1, bias=False)
        return shape_from(
            {
                **shape,
                "n_kv_head": 0 if kv_heads == heads else kv_heads,
                "head_width": 0 if head_width * heads == width else head_width,
                "ffn_width": 0 if inner == plain.ffn_size else inner,
                "tie_embeddings": "output.weight" not in there,
                "rope_base": _rounded(value("rope.freq_base", 10_000.0)),
                "norm_eps": _rounded(value("attention.layer_norm_rms_epsilon")),
            }
        )
    except (ValueError, KeyError, TypeError, ZeroDivisionError) as error:
        raise FledgeError(say("interop.no_such_model", path=path, arch=arch, reason=why(error)), AGAIN) from error


def _require(path: Path, name: str, found: Any, wanted: float) -> None:
    if abs(found - wanted) > 1e-6 * wanted:
        raise FledgeError(
            say("interop.gguf_setting", path=path, name=name, found=found, wanted=wanted), say("interop.another_model")
        )


def _rounded(value: float) -> float:
    """The number that was meant: GGUF keeps it in 32 bits."""
    return float(f"{value:.7g}")


def _vocabulary(reader: Any) -> int:
    """The rows of the token table: not every file says the size of its vocabulary."""
    return next((int(t.shape.tolist()[-1]) for t in reader.tensors if t.name == "token_embd.weight"), 0)


def _tokenizer(values: dict[str, Any], path: Path) -> dict[str, Any] | None:
    """The tokenizer in the file, as datasets and checkpoints keep it; None if the file has none."""
    kind, pre = (values.get(f"tokenizer.ggml.{name}") for name in ("model", "pre"))
    if kind is None:
        return None
    if kind != "gpt2" or pre not in WORD_PATTERNS:
        known, pre = ", ".join(WORD_PATTERNS), pre or ""
        raise FledgeError(
            say("interop.gguf_tokenizer", path=path, kind=kind, pre=pre, known=known),
            say("interop.another_model"),
        )
    choices = str(values.get(NORMALIZE_KEY, ""))
    normalizer = normalizer_of(choices.split(",") if choices else None)
    try:
        tokens, types = list(values["tokenizer.ggml.tokens"]), list(values["tokenizer.ggml.token_type"])
        merges = [merge.split(" ") for merge in values["tokenizer.ggml.merges"] if merge != NO_MERGE]
        while types and types[-1] == UNUSED and tokens[-1].startswith("[PAD"):  # fills the table up to its rows
            tokens.pop()
            types.pop()
        added = {
            token: i for i, (token, kind) in enumerate(zip(tokens, types, strict=True)) if kind not in (NORMAL, BYTE)
        }
        if not merges and not added and all(len(from_letters(token)) == 1 for token in tokens):
            chars = "".join(from_letters(token).decode() for token in tokens)
            return CharTokenizer(chars).with_normalizer(normalizer).to_json()
        specials = {token: i for token, i in added.items() if types[i] in (CONTROL, UNUSED)}
        others = {token: i for token, i in added.items() if token not in specials}
        vocabulary = {token: i for i, token in enumerate(tokens) if token not in added}
        content = make_tokenizer_json(WORD_PATTERNS[str(pre)], vocabulary, merges, specials, others)
        return plain_spec(read_tokenizer_json(json.dumps(content).encode()).with_normalizer(normalizer))
    except UnusableTokenizer as error:
        raise FledgeError(say("interop.unusable_tokenizer", path=path, why=error.why), AGAIN) from error
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise FledgeError(say("interop.damaged_tokenizer", path=path, reason=why(error)), AGAIN) from error
