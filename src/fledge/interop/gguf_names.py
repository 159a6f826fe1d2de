"""What GGUF calls things: the tensors of gpt2, llama and qwen3, and the patterns that cut text into words."""

from fledge.config.shape import ModelShape
from fledge.tokenizer.base import Tokenizer
from fledge.tokenizer.bpe import BpeTokenizer
from fledge.tokenizer.patterns import (
    DIGIT_PATTERN,
    GPT2_PATTERN,
    GPT4_PATTERN,
    PORTABLE_PATTERN,
    QWEN35_PATTERN,
    QWEN_PATTERN,
)

# llama.cpp finds words by its own code, which it chooses by these names. Other patterns have none.
WORD_PATTERNS = {
    "gpt-2": GPT2_PATTERN,
    "smollm": DIGIT_PATTERN,
    "llama-bpe": GPT4_PATTERN,
    "qwen2": QWEN_PATTERN,
    "qwen35": PORTABLE_PATTERN,
}
# Qwen 3.5's own differs only after an apostrophe: there a long s (U+017F) is an s, too.
NAMES_OF_PATTERNS = {QWEN35_PATTERN: "qwen35", **{pattern: name for name, pattern in WORD_PATTERNS.items()}}
# Ollama's own engine runs every qwen3 with Qwen 2's words, whatever the file says (model/models/qwen3/model.go in its
# repository, read 2026-11). qwen35's words are the same but for combining marks.
OLLAMA_QWEN3_PATTERNS = (QWEN_PATTERN, QWEN35_PATTERN, PORTABLE_PATTERN)
GPT2_PARTS = {
    "ln_1": "attn_norm",
    "attn.c_attn": "attn_qkv",
    "attn.c_proj": "attn_output",
    "ln_2": "ffn_norm",
    "mlp.c_fc": "ffn_up",
    "mlp.c_proj": "ffn_down",
}
LLAMA_PARTS = {
    "input_layernorm": "attn_norm",
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "self_attn.q_norm": "attn_q_norm",
    "self_attn.k_norm": "attn_k_norm",
    "post_attention_layernorm": "ffn_norm",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}
GPT2_WHOLE = {"transformer.wte": "token_embd", "transformer.wpe": "position_embd", "transformer.ln_f": "output_norm"}
LLAMA_WHOLE = {"model.embed_tokens": "token_embd", "model.norm": "output_norm", "lm_head": "output"}


def gguf_names(shape: ModelShape) -> dict[str, str]:
    """The name of each module's weights in GGUF, without `.weight` and `.bias`."""
    is_gpt2 = shape.arch == "gpt2"
    layers, parts = ("transformer.h", GPT2_PARTS) if is_gpt2 else ("model.layers", LLAMA_PARTS)
    names = dict(GPT2_WHOLE if is_gpt2 else LLAMA_WHOLE)
    for layer in range(shape.n_layer):
        names |= {f"{layers}.{layer}.{ours}": f"blk.{layer}.{theirs}" for ours, theirs in parts.items()}
    return names


def is_paired(name: str, shape: ModelShape) -> bool:
    """Whether the rows are in another order: llama.cpp's llama rotates neighbours, not the halves of a head."""
    return shape.arch == "llama" and name.endswith(("attn_q.weight", "attn_k.weight"))


def is_cut_alike_by_ollama(tokenizer: Tokenizer) -> bool:
    """Whether Ollama gives a qwen3 the ids that the tokenizer gives: bytes and characters have no words."""
    return not isinstance(tokenizer, BpeTokenizer) or tokenizer.pattern in OLLAMA_QWEN3_PATTERNS
