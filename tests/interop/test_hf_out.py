"""Exports to Hugging Face: opened with transformers, read back bit for bit, complete or absent."""

import json
import os
from collections import namedtuple
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from fledge.config.shape import ModelShape
from fledge.interop.hf_export import write_hf_folder
from fledge.model.build import build_model
from fledge.model.modern import Modern
from fledge.model.weights import stored
from fledge.tokenizer.base import ByteTokenizer, CharTokenizer, Tokenizer
from fledge.tokenizer.bpe import Gpt2Tokenizer
from fledge.train.generate import Sampling, generate
from fledge.train.pretrained import open_pretrained
from tests.helpers import CHARS, TINY, Fledge, Later, write_dataset
from tests.interop.test_hf_in import MODELS, saved, with_tokenizer
from tests.interop.texts import learned_bpe, random_texts, whole

transformers = Later("transformers")
SHAPES: dict[str, dict[str, Any]] = {
    "gpt2": {"bias": False},
    "gpt2 with biases": {"bias": True},
    "modern": {"ngram_rows": 500, "ngram_counts": 900},
    "modern without n-grams": {},
    "llama": {"tie_embeddings": True, "norm_eps": 1e-6},
    "llama untied": {"n_kv_head": 2, "ffn_width": 80},
    "qwen3": {"tie_embeddings": True, "n_kv_head": 1, "rope_base": 1e6},
    "qwen3 untied": {"head_width": 12},
}
TOKENIZERS: dict[str, Callable[[], Tokenizer]] = {
    "char": lambda: CharTokenizer(CHARS),
    "byte": ByteTokenizer,
    "bpe": learned_bpe,
    "gpt2": Gpt2Tokenizer.load,  # downloaded from the package index if it is not here
}
# Each shape with a tokenizer: what one of them exports does not depend on the other.
FAST = {
    ("gpt2", "bpe"),
    ("modern", "char"),
    ("llama", "bpe"),
    ("llama untied", "char"),
    ("qwen3", "bpe"),
    ("qwen3 untied", "char"),
}
EVERYWHERE = [
    pytest.param(name, kind, marks=[] if (name, kind) in FAST else [pytest.mark.slow])
    for name in SHAPES
    for kind in ("bpe", "char", "gpt2")
]


@pytest.fixture(autouse=True)
def _modules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where transformers copies a folder's own code to."""
    monkeypatch.setattr("transformers.dynamic_module_utils.HF_MODULES_CACHE", str(tmp_path / "modules"))


def shape_of(name: str, vocab_size: int) -> ModelShape:
    settings: dict[str, Any] = {"bias": False, **SHAPES[name]}
    return ModelShape(name.split()[0], 2, 4, 32, 220, vocab_size, **settings)


def random_weights(shape: ModelShape) -> dict[str, torch.Tensor]:
    torch.manual_seed(5)
    model = build_model(shape)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.2 * torch.randn_like(parameter))
    if isinstance(model, Modern) and model.counts is not None:
        model.counts.count(torch.randint(shape.vocab_size, (80,)).repeat(9))
    return stored(model)


def exported(out: Path, name: str, tokenizer: Tokenizer, **others: Any) -> tuple[ModelShape, dict[str, torch.Tensor]]:
    shape = shape_of(name, tokenizer.vocab_size + 3)  # padded, as GPT-2's vocabulary is
    weights = random_weights(shape)
    write_hf_folder(out, shape, weights, tokenizer, "# card\n", **others)
    return shape, weights


@pytest.mark.parametrize(("name", "kind"), EVERYWHERE)
def test_transformers_computes_the_same_and_fledge_reads_it_back(tmp_path: Path, name: str, kind: str) -> None:
    out, tokenizer = tmp_path / "out", TOKENIZERS[kind]()
    shape, weights = exported(out, name, tokenizer)
    back = open_pretrained(out)
    assert (back.shape, back.tokenizer) == (shape, tokenizer.to_json())
    assert back.weights.keys() == weights.keys()
    assert all(torch.equal(back.weights[key], weights[key]) for key in weights)
    theirs = transformers.AutoModelForCausalLM.from_pretrained(out, trust_remote_code=name.startswith("modern")).eval()
    ours = back.build().eval()
    tokens = torch.randint(tokenizer.vocab_size, (2, 220), generator=torch.Generator().manual_seed(1))
    with torch.no_grad():
        apart = (theirs(tokens).logits - ours.all_logits(tokens)).abs().max().item()
    print(f"{name}, {kind}: logits differ by at most {apart:.2g}")
    assert apart < 1e-4
    made = [row[0] for row in generate(ours, [7, 8, 9], 1, 200, Sampling(temperature=0))]
    greedy = {"max_new_tokens": 200, "do_sample": False, "eos_token_id": None, "temperature": None, "top_k": None}
    assert theirs.generate(torch.tensor([[7, 8, 9]]), **greedy)[0, 3:].tolist() == made


@pytest.mark.parametrize("name", ["modern", "qwen3"])
def test_a_pipeline_writes_text(tmp_path: Path, name: str) -> None:
    """The shortest way to use a model, as the readme shows it; it gives the model a mask, too."""
    tokenizer = CharTokenizer(CHARS)
    exported(tmp_path / "out", name, tokenizer)
    write = transformers.pipeline("text-generation", str(tmp_path / "out"), trust_remote_code=name == "modern")
    text = write(CHARS[:4], max_new_tokens=9, do_sample=False)[0]["generated_text"]
    ours = open_pretrained(tmp_path / "out").build().eval()
    made = [row[0] for row in generate(ours, [0, 1, 2, 3], 1, 9, Sampling(temperature=0))]
    assert text == CHARS[:4] + tokenizer.decode([token for token in made if token is not None and token < len(CHARS)])


def test_modern_keeps_to_its_documents(tmp_path: Path) -> None:
    out = tmp_path / "out"
    exported(out, "modern", learned_bpe(), document_end=4)
    theirs = transformers.AutoModelForCausalLM.from_pretrained(out, trust_remote_code=True).eval()
    ours = open_pretrained(out).build().eval()
    tokens = torch.randint(9, (2, 60), generator=torch.Generator().manual_seed(1))
    with torch.no_grad():
        torch.testing.assert_close(theirs(tokens).logits, ours.all_logits(tokens), atol=1e-4, rtol=0)


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "float16"])
@pytest.mark.parametrize("kind", MODELS)
def test_a_folder_of_others_leaves_as_it_came(
    tmp_path: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch, kind: str, dtype: str
) -> None:
    """Hugging Face, fledge, Hugging Face: the same tensors under the same names, bit for bit, and the same logits."""
    monkeypatch.chdir(tmp_path)
    saved(Path("came"), kind, getattr(torch, dtype), shard="20KB")
    with_tokenizer(Path("came"))
    theirs = transformers.AutoModelForCausalLM.from_pretrained("came", dtype="auto").eval()
    code, _, err = fledge("export", "came", "--to=hf", f"--dtype={dtype}", "--out=left")
    assert code == 0, err
    again = transformers.AutoModelForCausalLM.from_pretrained("left", dtype="auto").eval()
    before, after = theirs.state_dict(), again.state_dict()
    assert before.keys() == after.keys()
    assert all(before[name].dtype == after[name].dtype for name in before)
    assert all(torch.equal(before[name], after[name]) for name in before)
    tokens = torch.arange(20)[None]
    with torch.no_grad():
        assert torch.equal(theirs(tokens).logits, again(tokens).logits)


@pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
def test_sixteen_bits_round_each_weight_once(tmp_path: Path, dtype: str) -> None:
    shape, weights = exported(tmp_path / "out", "gpt2", ByteTokenizer(), dtype=dtype)
    back = open_pretrained(tmp_path / "out")
    assert back.shape == shape
    assert all(torch.equal(back.weights[key], weights[key].to(getattr(torch, dtype))) for key in weights)


MANY, SOME = 10_000, 1_000


@pytest.mark.parametrize(
    ("name", "number"),
    [
        *((name, SOME) for name in TOKENIZERS if name != "gpt2"),
        *(pytest.param(name, MANY, marks=pytest.mark.slow) for name in TOKENIZERS),
    ],
)
def test_auto_tokenizer_gives_the_same_ids(tmp_path: Path, name: str, number: int) -> None:
    tokenizer = TOKENIZERS[name]()
    exported(tmp_path / "out", "qwen3", tokenizer)
    theirs = transformers.AutoTokenizer.from_pretrained(tmp_path / "out")
    texts = random_texts(number)
    if name == "char":
        texts = ["".join(char for char in text if char in CHARS) for text in texts]
    for text in texts:
        # Bytes replace half a surrogate pair by "?", byte pairs by U+FFFD.
        given = text.encode("utf-8", "replace").decode() if name == "byte" else whole(text)
        ids = tokenizer.encode(text).tolist()
        assert theirs(given, add_special_tokens=False).input_ids == ids, repr(text)
        assert theirs.decode(ids) == tokenizer.decode(ids)
    assert theirs.eos_token_id == tokenizer.eot
    assert open_pretrained(tmp_path / "out").tokenizer == tokenizer.to_json()


@pytest.fixture
def run(tmp_path: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write_dataset(Path("data/tiny"))
    assert fledge("train", *TINY, "--arch=qwen3", "--out_dir=runs/one")[0] == 0
    return Path("runs/one")


def test_the_command_writes_a_folder_with_a_card(run: Path, fledge: Fledge) -> None:
    code, out, err = fledge("export", "runs/one", "--to=hf")
    assert code == 0, err
    assert "next: fledge sample one-hf" in out
    assert sorted(path.name for path in Path("one-hf").iterdir()) == [
        *("README.md", "config.json", "generation_config.json", "model.safetensors"),
        *("special_tokens_map.json", "tokenizer.json", "tokenizer_config.json"),
    ]
    card = Path("one-hf/README.md").read_text()
    state = json.loads(next(run.glob("checkpoints/*/state.json")).read_text())
    events = [json.loads(line) for line in (run / "metrics.jsonl").read_text().splitlines()]
    loss = next(e["val_loss"] for e in events if e["event"] == "eval" and e["iter"] == state["counters"]["it"])
    for words in (f"| Validation loss | {loss:.4f} |", "| Data | tiny |", "TODO", "| n_layer | 2 |", "## Limits"):
        assert words in card
    assert "{{" not in card
    code, sampled, err = fledge("sample", "one-hf", "--num_samples=1", "--max_new_tokens=9", "--dtype=float32")
    assert (code, sampled) == (
        0,
        fledge("sample", "one", "--num_samples=1", "--max_new_tokens=9", "--dtype=float32")[1],
    )
    code, _, err = fledge("export", "runs/one", "--to=hf")
    assert (code, "one-hf exists already." in err) == (2, True)


def test_no_room(run: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", ["total", "used", "free"])
    monkeypatch.setattr("shutil.disk_usage", lambda path: usage(9, 9, 1000))
    code, _, err = fledge("export", "runs/one", "--to=hf", "-o", "out/model")
    assert (code, len(err.splitlines())) == (2, 1)
    assert "out/model needs 0.07 GB, and the disk has 0.00 GB free." in err
    assert not Path("out").exists()


def test_a_full_disk_leaves_nothing(run: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr("fledge.interop.hf_export.save_safetensors", full)
    before = sorted(Path().iterdir())
    code, _, err = fledge("export", "runs/one", "--to=hf", "-o", "model")
    assert (code, "can't write model: No space left on device." in err) == (1, True)
    assert sorted(Path().iterdir()) == before


def test_a_gpt2_that_was_trained_on_keeps_its_biases(tmp_path: Path) -> None:
    exported(tmp_path / "out", "gpt2", ByteTokenizer())
    theirs = transformers.AutoModelForCausalLM.from_pretrained(tmp_path / "out")
    with torch.no_grad():
        theirs.transformer.ln_f.bias += 1
    theirs.save_pretrained(tmp_path / "more")
    back = open_pretrained(tmp_path / "more")
    assert back.shape == replace(shape_of("gpt2", 260), bias=True)
    assert back.weights["transformer.ln_f.bias"].tolist() == [1.0] * 32
