"""GGUF out and in: the same weights and tokenizer come back; what does not fit is refused in one line."""

import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from fledge.common.errors import FledgeError
from fledge.config.shape import ModelShape
from fledge.interop.gguf_export import check_exportable, word_pattern, write_gguf_folder
from fledge.interop.gguf_head import gguf_arch
from fledge.interop.gguf_names import WORD_PATTERNS
from fledge.model.build import build_model
from fledge.tokenizer.base import ByteTokenizer, CharTokenizer, Tokenizer
from fledge.tokenizer.bpe import BpeTokenizer
from fledge.tokenizer.patterns import MISTRAL_PATTERN, OUR_PATTERN, QWEN35_PATTERN
from fledge.train.pretrained import open_pretrained
from tests.helpers import CHARS, TINY, Fledge, write_dataset
from tests.interop.texts import learned_bpe

SHAPES: dict[str, dict[str, Any]] = {
    "gpt2": {"bias": True},
    "llama": {"tie_embeddings": True, "norm_eps": 1e-6, "n_kv_head": 2},
    "qwen3": {"n_kv_head": 1, "rope_base": 1e6, "head_width": 40, "ffn_width": 96},
}
LEARNED = learned_bpe()
OLD = BpeTokenizer(OUR_PATTERN, LEARNED.tokens, LEARNED.specials)
FOREIGN = BpeTokenizer(MISTRAL_PATTERN, LEARNED.tokens, LEARNED.specials)
TOKENIZERS: dict[str, Callable[[], Tokenizer]] = {
    "char": lambda: CharTokenizer("abc \n"),
    "byte": ByteTokenizer,
    **{
        pre: lambda pattern=pattern: BpeTokenizer(pattern, LEARNED.tokens, LEARNED.specials)  # type: ignore[misc]
        for pre, pattern in WORD_PATTERNS.items()
    },
}


def weights_of(shape: ModelShape) -> dict[str, torch.Tensor]:
    torch.manual_seed(1)
    return {name: torch.randn_like(p) for name, p in build_model(shape).named_parameters()}


def shape_of(arch: str, vocab_size: int) -> ModelShape:
    return ModelShape(arch, 2, 4, 32, 16, vocab_size, **{"bias": False, **SHAPES[arch]})


@pytest.mark.parametrize(
    ("shape", "tokenizer", "dtype", "says"),
    [
        (ModelShape("modern", 1, 1, 32, 8, 257, False), ByteTokenizer(), "float32", "no arch=modern. Export it with"),
        (
            ModelShape("llama", 1, 1, 32, 8, 600, False),
            OLD,
            "float32",
            "older fledge.*prepare TEXT --tokenizer=bpe:600",
        ),
        (ModelShape("llama", 1, 1, 32, 8, 600, False), FOREIGN, "float32", "its ids differ.*--tokenizer=bpe:4096"),
        (ModelShape("llama", 1, 1, 32, 8, 9, False), CharTokenizer("aé"), "float32", "beyond ASCII, such as 'é'"),
        (ModelShape("gpt2", 1, 1, 24, 8, 257, False), ByteTokenizer(), "q8_0", "multiples of 32"),
    ],
)
def test_what_llama_cpp_cannot_run(shape: ModelShape, tokenizer: Tokenizer, dtype: str, says: str) -> None:
    with pytest.raises(FledgeError, match=says):
        check_exportable(shape, tokenizer, dtype)


def test_a_learned_vocabulary_has_a_name_there() -> None:
    assert word_pattern(LEARNED) == "qwen35"
    assert word_pattern(BpeTokenizer(QWEN35_PATTERN, LEARNED.tokens, LEARNED.specials)) == "qwen35"


def test_without_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "gguf", None)
    (tmp_path / "x.gguf").write_bytes(b"GGUF")
    with pytest.raises(FledgeError, match=r"x.gguf needs the gguf package. pip install 'fledge\[interop\]'"):
        open_pretrained(tmp_path / "x.gguf")


def written(out: Path, arch: str, tokenizer: Tokenizer, dtype: str = "float32") -> tuple[ModelShape, Any]:
    pytest.importorskip("gguf", reason="the gguf package is not installed")
    shape = shape_of(arch, tokenizer.vocab_size + 2)
    weights = weights_of(shape)
    write_gguf_folder(out, "m", shape, weights, tokenizer, dtype)
    return shape, weights


@pytest.mark.parametrize("arch", SHAPES)
def test_the_same_weights_come_back(tmp_path: Path, arch: str) -> None:
    shape, weights = written(tmp_path / "out", arch, ByteTokenizer())
    back = open_pretrained(tmp_path / "out" / "m.gguf")
    assert back.shape == shape
    assert back.weights.keys() == weights.keys()
    assert all(torch.equal(back.weights[name], weights[name]) for name in weights)
    assert gguf_arch(tmp_path / "out" / "m.gguf") == arch
    assert "FROM ./m.gguf" in (tmp_path / "out" / "Modelfile").read_text()


@pytest.mark.parametrize(("dtype", "most"), [("float16", 2**-10), ("bfloat16", 2**-7), ("q8_0", 0.05)])
def test_fewer_bits_round(tmp_path: Path, dtype: str, most: float) -> None:
    pytest.importorskip("gguf", reason="the gguf package is not installed")
    shape = ModelShape("llama", 1, 2, 64, 16, 259, bias=False)
    weights = weights_of(shape)
    write_gguf_folder(tmp_path / "out", "m", shape, weights, ByteTokenizer(), dtype)
    back = open_pretrained(tmp_path / "out" / "m.gguf")
    apart = [(back.weights[name] - weights[name]).abs().max() / weights[name].abs().max() for name in weights]
    assert 0 < max(apart) < most
    assert torch.equal(back.weights["model.norm.weight"], weights["model.norm.weight"])  # gains stay whole


@pytest.mark.parametrize("name", TOKENIZERS)
def test_the_same_tokenizer_comes_back(tmp_path: Path, name: str) -> None:
    tokenizer = TOKENIZERS[name]()
    written(tmp_path / "out", "qwen3", tokenizer)
    assert open_pretrained(tmp_path / "out" / "m.gguf").tokenizer == tokenizer.to_json()


def replaced(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    assert len(old) == len(new)
    return lambda content: content.replace(old, new)


MISTAKES: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "torn": (lambda content: content[: len(content) // 2], "is torn or no GGUF file"),
    "no tensors": (lambda content: content[:200], "is torn or no GGUF file"),
    "empty": (lambda content: b"", "is torn or no GGUF file"),
    "text": (lambda content: b"Dear diary", "is torn or no GGUF file"),
    "another arch": (
        replaced(
            b"general.architecture" + struct.pack("<IQ", 8, 5) + b"qwen3",
            b"general.architecture" + struct.pack("<IQ", 8, 5) + b"mamba",
        ),
        "the type 'mamba'; fledge reads gpt2, llama, qwen3",
    ),
    "another tokenizer": (replaced(b"gpt-2", b"gpt-9"), "has the tokenizer gpt2 gpt-9"),
    "a missing tensor": (replaced(b"output_norm.weight", b"output_morn.weight"), "no model.norm.weight"),
    "a missing size": (replaced(b"qwen3.block_count", b"qwen3.block_kount"), "does not describe a qwen3"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_bad_files_are_one_line(tmp_path: Path, name: str) -> None:
    written(tmp_path / "out", "qwen3", ByteTokenizer())
    file = tmp_path / "out" / "m.gguf"
    damage, says = MISTAKES[name]
    file.write_bytes(damage(file.read_bytes()))
    with pytest.raises(FledgeError) as error:
        open_pretrained(file)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_the_commands(tmp_path: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("gguf", reason="the gguf package is not installed")
    monkeypatch.chdir(tmp_path)
    write_dataset(Path("data/tiny"))
    assert fledge("train", *TINY, "--arch=llama", "--out_dir=runs/one")[0] == 0
    code, out, err = fledge("export", "runs/one", "--to=gguf")
    assert (code, "next: ollama create one -f one-gguf/Modelfile" in out) == (0, True), err
    few = ["--num_samples=1", "--max_new_tokens=9", "--dtype=float32"]
    code, sampled, err = fledge("sample", "one-gguf/one.gguf", *few)
    assert (code, sampled) == (0, fledge("sample", "one", *few)[1]), err
    tuning = ["--block_size=16", "--max_iters=1", "--batch_size=2", "--compile=False", "--eval_iters=1"]
    code, _, err = fledge("train", "--init_from=one-gguf/one.gguf", "--dataset=tiny", "--out_dir=runs/two", *tuning)
    assert code == 0, err
    code, _, err = fledge("export", "runs/one", "--to=gguf")
    assert (code, "one-gguf exists already." in err) == (2, True)
    assert CHARS.isascii()
