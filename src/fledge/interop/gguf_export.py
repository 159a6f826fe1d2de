"""A model written as GGUF, which llama.cpp and Ollama run, with the `gguf` package."""

import importlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from fledge.common.errors import FledgeError
from fledge.common.files import atomic_dir
from fledge.config.shape import ModelShape
from fledge.interop.gguf_names import NAMES_OF_PATTERNS, gguf_names, is_paired
from fledge.interop.hf_config import GPT2_EPS
from fledge.interop.hf_export import require_space
from fledge.interop.hf_tokenizer import as_bpe
from fledge.interop.hf_weights import to_hf
from fledge.texts import say
from fledge.tokenizer.base import CharTokenizer, Tokenizer
from fledge.tokenizer.bpe import to_letters
from fledge.tokenizer.huggingface import merges_of
from fledge.tokenizer.patterns import OUR_PATTERN

MODELFILE = "Modelfile"
KINDS = {"float32": "F32", "float16": "F16", "bfloat16": "BF16", "q8_0": "Q8_0"}
FILE_TYPES = {"float32": "ALL_F32", "float16": "MOSTLY_F16", "bfloat16": "MOSTLY_BF16", "q8_0": "MOSTLY_Q8_0"}
NORMALIZE_KEY = "fledge.normalize"  # llama.cpp encodes text as it is
GELU_KEY = "fledge.gelu"  # llama.cpp always computes the tanh approximation
Q8_BLOCK = 32  # weights that share a scale in q8_0; a row has whole blocks
# llama.cpp refuses a vocabulary without merges. This one never happens: UTF-8 has no byte 0xff.
NO_MERGE = "ÿ ÿ"
RARE_CHARS = "`^~|\\{}@#$%&*+=<>_[]/9876543210ZXQJzqxj"  # the rarest in English first, roughly
EXPORTABLE = say("interop.another_vocabulary")


def load_gguf(what: str) -> Any:
    """The `gguf` package."""
    try:
        return importlib.import_module("gguf")
    except ImportError:
        raise FledgeError(say("interop.needs_gguf", what=what), "pip install 'fledge[interop]'") from None


def check_exportable(shape: ModelShape, tokenizer: Tokenizer, dtype: str) -> None:
    """Refuse what llama.cpp can't run, before anything is written."""
    if shape.arch == "modern":
        raise FledgeError(
            say("interop.no_modern"),
            say("interop.no_modern_fix"),
        )
    word_pattern(tokenizer)
    widths = (shape.n_embd, shape.ffn_size, shape.attention_size)
    if dtype == "q8_0" and any(width % Q8_BLOCK for width in widths):
        raise FledgeError(
            say("interop.q8_widths", block=Q8_BLOCK, widths=", ".join(map(str, widths))),
            say("interop.use_float16"),
        )


def word_pattern(tokenizer: Tokenizer) -> str:
    """The name in llama.cpp of the way this tokenizer cuts text into words."""
    if isinstance(tokenizer, CharTokenizer):
        if tokenizer.chars.isascii():
            return "gpt-2"
        other = next(char for char in tokenizer.chars if not char.isascii())
        raise FledgeError(say("interop.beyond_ascii", other=other), EXPORTABLE)
    pattern = as_bpe(tokenizer).pattern
    if pattern in NAMES_OF_PATTERNS:
        return NAMES_OF_PATTERNS[pattern]
    if pattern == OUR_PATTERN:
        raise FledgeError(
            say("interop.old_words"),
            say("interop.old_words_fix", vocab_size=tokenizer.vocab_size),
        )
    raise FledgeError(say("interop.other_words"), EXPORTABLE)


def write_gguf_folder(
    out: Path,
    name: str,
    shape: ModelShape,
    weights: Mapping[str, Tensor],
    tokenizer: Tokenizer,
    dtype: str = "float32",
    done: Callable[[int], None] = lambda size: None,
) -> None:
    """A folder with NAME.gguf and a Modelfile for Ollama, complete or absent."""
    check_exportable(shape, tokenizer, dtype)
    gguf = load_gguf("--to=gguf")
    require_space(out, sum(tensor.numel() for tensor in weights.values()) * (4 if dtype == "float32" else 2))
    with atomic_dir(out, say("files.space_export_again")) as folder:
        file = f"{name}.gguf"
        writer = gguf.GGUFWriter(folder / file, shape.arch)
        _add_shape(writer, gguf, name, shape, dtype)
        _add_tokenizer(writer, gguf, tokenizer, shape.vocab_size)
        for key, tensor in gguf_tensors(shape, weights):
            data = tensor.float().contiguous().numpy()
            kind = KINDS[dtype] if tensor.dim() > 1 else "F32"
            number = getattr(gguf.GGMLQuantizationType, kind)
            writer.add_tensor(key, gguf.quants.quantize(data, number), raw_dtype=number)
            done(data.nbytes)
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_tensors_to_file()
        writer.close()
        (folder / MODELFILE).write_text(modelfile(file, shape), encoding="utf-8")


def modelfile(file: str, shape: ModelShape) -> str:
    """For `ollama create`. The template is the prompt alone: the model continues text, it does not chat."""
    return (
        f"FROM ./{file}\n"
        'TEMPLATE """{{ .Prompt }}"""\n'
        f"PARAMETER num_ctx {shape.block_size}\nPARAMETER temperature 0.8\nPARAMETER top_k 200\n"
        "PARAMETER repeat_penalty 1.0\n"
    )


def gguf_tensors(shape: ModelShape, weights: Mapping[str, Tensor]) -> Iterator[tuple[str, Tensor]]:
    """The weights under GGUF's names, in their order there; gpt2 gets zeros for biases that it lacks."""
    names = gguf_names(shape)
    for name, tensor in to_hf(shape, weights, torch.float32, transpose=False):
        module, _, kind = name.rpartition(".")
        key = f"{names[module]}.{kind}"
        if is_paired(key, shape):
            heads = shape.n_head if "attn_q" in key else shape.kv_heads
            width, inputs = shape.head_size, tensor.size(1)
            tensor = tensor.view(heads, 2, width // 2, inputs).transpose(1, 2).reshape(heads * width, inputs)
        yield key, tensor


def _add_shape(writer: Any, gguf: Any, name: str, shape: ModelShape, dtype: str) -> None:
    writer.add_name(name)
    writer.add_file_type(getattr(gguf.LlamaFileType, FILE_TYPES[dtype]))
    writer.add_quantization_version(gguf.GGML_QUANT_VERSION)
    writer.add_vocab_size(shape.vocab_size)
    writer.add_context_length(shape.block_size)
    writer.add_embedding_length(shape.n_embd)
    writer.add_block_count(shape.n_layer)
    writer.add_feed_forward_length(shape.ffn_size)
    writer.add_head_count(shape.n_head)
    if shape.arch == "gpt2":
        writer.add_layer_norm_eps(GPT2_EPS)
        writer.add_string(GELU_KEY, shape.gelu)
        return
    writer.add_head_count_kv(shape.kv_heads)
    writer.add_key_length(shape.head_size)
    writer.add_value_length(shape.head_size)
    writer.add_rope_dimension_count(shape.head_size)
    writer.add_rope_freq_base(shape.rope_base)
    writer.add_layer_norm_rms_eps(shape.norm_eps)


def _add_tokenizer(writer: Any, gguf: Any, tokenizer: Tokenizer, vocab_size: int) -> None:
    kinds = gguf.TokenType
    if isinstance(tokenizer, CharTokenizer):
        tokens, merges = [to_letters(char.encode()) for char in tokenizer.chars], []
        types = [kinds.NORMAL] * len(tokens)
    else:
        pairs = as_bpe(tokenizer)
        names = {number: text for text, number in {**pairs.specials, **pairs.added}.items()}
        controls = set(pairs.specials.values())
        tokens = [names[i] if token is None else to_letters(token) for i, token in enumerate(pairs.tokens)]
        types = [
            kinds.NORMAL if token is not None else kinds.CONTROL if i in controls else kinds.USER_DEFINED
            for i, token in enumerate(pairs.tokens)
        ]
        merges = [f"{to_letters(left)} {to_letters(right)}" for left, right in merges_of(pairs)]
    padding = [f"[PAD{i}]" for i in range(len(tokens), vocab_size)]
    if tokenizer.normalizer:
        writer.add_string(NORMALIZE_KEY, ",".join(tokenizer.normalizer.choices))
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre(word_pattern(tokenizer))
    writer.add_token_list([*tokens, *padding])
    writer.add_token_types([*types, *[kinds.UNUSED] * len(padding)])
    writer.add_token_merges(merges or [NO_MERGE])
    writer.add_add_bos_token(False)
    end = text_end(tokenizer, vocab_size)
    writer.add_bos_token_id(end)
    writer.add_eos_token_id(end)


def text_end(tokenizer: Tokenizer, vocab_size: int) -> int:
    """The token that ends a text. If the file names none, llama.cpp takes number 11 and Ollama number 0.

    A vocabulary without such a token gets an unused one, if the model has any, or else a rare character.
    """
    if tokenizer.eot is not None:
        return tokenizer.eot
    if tokenizer.vocab_size < vocab_size:
        return tokenizer.vocab_size
    if not isinstance(tokenizer, CharTokenizer):
        return tokenizer.vocab_size - 1
    controls = [char for char in tokenizer.chars if char < " " and char not in "\t\n\r"]
    rare = [*controls, *(char for char in RARE_CHARS if char in tokenizer.chars)]
    return tokenizer.chars.index(rare[0]) if rare else tokenizer.vocab_size - 1
