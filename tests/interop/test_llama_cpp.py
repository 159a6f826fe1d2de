"""Exports to GGUF, run by llama.cpp: the same greedy tokens in float32, and the same ids for any text."""

import unicodedata
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from fledge.config.shape import ModelShape
from fledge.interop.gguf_export import write_gguf_folder
from fledge.interop.gguf_names import WORD_PATTERNS
from fledge.model.base import GPT
from fledge.model.build import build_model
from fledge.tokenizer.base import ByteTokenizer, CharTokenizer, Tokenizer
from fledge.tokenizer.bpe import BpeTokenizer, Gpt2Tokenizer
from fledge.train.generate import Sampling, generate
from tests.interop.texts import learned_bpe, random_texts, whole

llama_cpp: Any = pytest.importorskip("llama_cpp", reason="llama-cpp-python is not installed: it takes ten minutes")
pytest.importorskip("gguf", reason="the gguf package is not installed")
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]

TOKENS, PROMPT = 100, [72, 101, 108]
SHAPES: dict[str, dict[str, Any]] = {
    "qwen3 tied, grouped": {"tie_embeddings": True, "n_kv_head": 2},
    "qwen3 untied, wide heads": {"head_width": 24, "rope_base": 1e6, "norm_eps": 1e-6},
    "llama grouped": {"n_kv_head": 1, "ffn_width": 96},
    "llama tied": {"tie_embeddings": True},
    "gpt2": {},
    "gpt2 with biases": {"bias": True},
    "gpt2 with tanh": {"gelu": "tanh"},
}
# llama.cpp's GELU is the tanh approximation, from a table in float16. The table is most of it: tanh differs as much.
MOST = {"gpt2": 0.02, "llama": 1e-4, "qwen3": 1e-4}


def random_model(shape: ModelShape) -> GPT:
    torch.manual_seed(5)
    model = build_model(shape).eval()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.2 * torch.randn_like(parameter))
    return model


def opened(out: Path, model: GPT, tokenizer: Tokenizer, **others: Any) -> Any:
    weights = {name: p.detach() for name, p in model.named_parameters()}
    write_gguf_folder(out, "m", model.shape, weights, tokenizer)
    return llama_cpp.Llama(str(out / "m.gguf"), verbose=False, n_threads=1, **others)


@pytest.mark.parametrize("name", SHAPES)
def test_greedy_tokens_are_equal(tmp_path: Path, name: str) -> None:
    arch = name.split()[0]
    model = random_model(ModelShape(arch, 2, 4, 64, 128, 260, **{"bias": False, **SHAPES[name]}))
    float32 = {"type_k": llama_cpp.GGML_TYPE_F32, "type_v": llama_cpp.GGML_TYPE_F32}  # of the cache
    theirs = opened(tmp_path / "out", model, ByteTokenizer(), n_ctx=128, logits_all=True, **float32)
    theirs.eval(PROMPT)
    made, logits = [], []
    for _ in range(TOKENS):
        last = np.array(theirs.scores[theirs.n_tokens - 1])
        logits.append(last)
        made.append(int(last[:257].argmax()))
        theirs.eval(made[-1:])
    assert made == [row[0] for row in generate(model, PROMPT, 1, TOKENS, Sampling(temperature=0), None, 257)]
    ours = model.all_logits(torch.tensor([PROMPT + made]))[0, len(PROMPT) - 1 : -1].detach().numpy()
    apart = float(np.abs(np.array(logits) - ours).max())
    print(f"{name}: logits differ by at most {apart:.2g}")
    assert apart < MOST[arch]


def assigned(text: str) -> str:
    """The text without characters newer than Unicode 14: llama.cpp's tables and tiktoken's differ about letters."""
    return "".join(char for char in text if unicodedata.category(char) != "Cn")


def tokenizers() -> dict[str, Tokenizer]:
    learned = learned_bpe()
    made: dict[str, Tokenizer] = {
        pre: BpeTokenizer(pattern, learned.tokens, learned.specials) for pre, pattern in WORD_PATTERNS.items()
    }
    ascii_chars = "".join(map(chr, range(32, 127))) + "\n"
    gpt2 = Gpt2Tokenizer.load()
    return {**made, "learned": learned, "gpt2": gpt2, "byte": ByteTokenizer(), "char": CharTokenizer(ascii_chars)}


@pytest.mark.parametrize("name", [*WORD_PATTERNS, "learned", "gpt2", "byte", "char"])
def test_ids_are_equal(tmp_path: Path, name: str) -> None:
    tokenizer = tokenizers()[name]
    model = random_model(ModelShape("qwen3", 1, 2, 32, 32, tokenizer.vocab_size + 3, bias=False))
    theirs = opened(tmp_path / "out", model, tokenizer, vocab_only=True)
    for text in map(assigned, random_texts(10_000, seed=3)):
        if isinstance(tokenizer, CharTokenizer):
            text = "".join(char for char in text if char in tokenizer.chars)
        given = text.encode("utf-8", "replace") if name == "byte" else whole(text).encode()
        assert theirs.tokenize(given, add_bos=False, special=False) == tokenizer.encode(text).tolist(), repr(text)


def test_a_rare_character_ends_text_where_no_token_does(tmp_path: Path) -> None:
    """Without one llama.cpp takes number 11, which may be a common letter."""
    for chars, end in (("\n !$abcdefghijk", "$"), ("\n abcdefghijklmnop", "j"), ("\x01abcdefghijklmnop", "\x01")):
        tokenizer = CharTokenizer(chars)
        model = random_model(ModelShape("qwen3", 1, 2, 32, 32, len(chars), bias=False))
        theirs = opened(tmp_path / f"{ord(end)}", model, tokenizer)
        vocabulary = llama_cpp.llama_model_get_vocab(theirs.model)
        ends = [i for i in range(len(chars)) if llama_cpp.llama_vocab_is_eog(vocabulary, i)]
        assert "".join(chars[i] for i in ends) == end
