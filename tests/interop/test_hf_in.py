"""Hugging Face folders as transformers itself writes them, read; and what does not match, refused in one line."""

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer

from fledge.common.errors import FledgeError
from fledge.interop.hf_export import write_hf_folder
from fledge.interop.hf_folder import read_hf_folder
from fledge.interop.hf_tokenizer import read_tokenizer, tokenizer_files
from fledge.tokenizer.base import END_OF_TEXT, CharTokenizer
from fledge.tokenizer.bpe import BpeTokenizer
from fledge.tokenizer.patterns import GPT2_PATTERN
from fledge.tokenizer.spec import tokenizer_from_json
from fledge.train.generate import Sampling, generate
from fledge.train.pretrained import open_pretrained
from tests.helpers import CHARS, Fledge, Later, write_dataset
from tests.interop.texts import learned_bpe, random_texts

transformers = Later("transformers")
GPT2 = {"n_layer": 2, "n_head": 2, "n_embd": 32, "n_positions": 24, "activation_function": "gelu"}
LLAMA = {
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "hidden_size": 32,
    "intermediate_size": 80,
    "max_position_embeddings": 24,
}
MODELS: dict[str, Any] = {
    "gpt2": ("GPT2LMHeadModel", "GPT2Config", GPT2),
    "llama": ("LlamaForCausalLM", "LlamaConfig", LLAMA),
    "qwen3": ("Qwen3ForCausalLM", "Qwen3Config", {**LLAMA, "head_dim": 12}),
}


def saved(folder: Path, kind: str, dtype: torch.dtype = torch.float32, shard: str = "5GB", **others: Any) -> Any:
    """A model with random weights, gains and biases, and the folder that transformers makes of it."""
    model_class, config_class, settings = MODELS[kind]
    ends = dict.fromkeys(("bos_token_id", "eos_token_id"), None)
    torch.manual_seed(3)
    config = getattr(transformers, config_class)(**{**settings, **ends, "vocab_size": len(CHARS), **others})
    model = getattr(transformers, model_class)(config).eval().to(dtype)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(torch.randn_like(parameter) * 0.2)
    model.save_pretrained(folder, max_shard_size=shard)
    return model


def with_tokenizer(folder: Path, chars: str = CHARS) -> None:
    for name, text in tokenizer_files(CharTokenizer(chars)).items():
        (folder / name).write_text(text)


@pytest.mark.parametrize("shard", ["5GB", "20KB"])
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16])
@pytest.mark.parametrize("kind", MODELS)
def test_logits_and_tokens_are_equal(tmp_path: Path, kind: str, dtype: torch.dtype, shard: str) -> None:
    theirs = saved(tmp_path, kind, dtype, shard, **({} if kind == "gpt2" else {"tie_word_embeddings": shard != "5GB"}))
    assert (tmp_path / "model.safetensors.index.json").is_file() == (shard != "5GB")
    ours = open_pretrained(tmp_path).build().eval()
    theirs = type(theirs).from_pretrained(tmp_path, dtype=torch.float32)  # the same numbers, computed alike
    tokens = torch.randint(len(CHARS), (2, 24), generator=torch.Generator().manual_seed(1))
    with torch.no_grad():
        torch.testing.assert_close(ours.all_logits(tokens), theirs(tokens).logits, atol=1e-4, rtol=0)
    made = [row[0] for row in generate(ours, [1, 2], 1, 22, Sampling(temperature=0))]
    assert made == theirs.generate(torch.tensor([[1, 2]]), max_new_tokens=22, do_sample=False)[0, 2:].tolist()


def test_gpt2_computes_the_gelu_that_its_file_names(tmp_path: Path) -> None:
    """OpenAI's files say gelu_new, and so do files that say nothing. What leaves again names the same one."""
    tokens = torch.randint(len(CHARS), (2, 24), generator=torch.Generator().manual_seed(1))
    for name, gelu in (("gelu_new", "tanh"), ("gelu_pytorch_tanh", "tanh"), ("gelu", "exact")):
        theirs = saved(tmp_path / name, "gpt2", activation_function=name)
        with torch.no_grad():
            for block in theirs.transformer.h:
                block.mlp.c_fc.weight *= 2  # where the two differ most
                block.mlp.c_proj.weight *= 5
        theirs.save_pretrained(tmp_path / name)
        found = open_pretrained(tmp_path / name)
        assert found.shape.gelu == gelu
        ours, wrong = (replace(found, shape=replace(found.shape, gelu=one)) for one in (gelu, OTHER_GELU[gelu]))
        with torch.no_grad():
            expected = theirs(tokens).logits
            torch.testing.assert_close(ours.build().eval().all_logits(tokens), expected, atol=1e-4, rtol=0)
            assert (wrong.build().eval().all_logits(tokens) - expected).abs().max() > 2e-4
        write_hf_folder(tmp_path / f"{name} again", found.shape, found.weights, CharTokenizer(CHARS), "")
        again = transformers.AutoModelForCausalLM.from_pretrained(tmp_path / f"{name} again")
        with torch.no_grad():
            torch.testing.assert_close(
                again(tokens).logits, expected, atol=1e-6 if name == "gelu_pytorch_tanh" else 0, rtol=0
            )
    about = json.loads((tmp_path / "gelu" / "config.json").read_text())
    del about["activation_function"]
    (tmp_path / "gelu" / "config.json").write_text(json.dumps(about))
    assert open_pretrained(tmp_path / "gelu").shape.gelu == "tanh"


OTHER_GELU = {"exact": "tanh", "tanh": "exact"}


def test_sampled_and_trained_on(tmp_path: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_dataset(Path("data/tiny"))
    saved(Path("hf"), "qwen3", max_position_embeddings=4096)
    with_tokenizer(Path("hf"))
    code, out, err = fledge("sample", "hf", "--num_samples=1", "--max_new_tokens=5", "--start=abc")
    assert (code, len(out)) == (0, 9), err
    command = ["train", "--init_from=hf", "--dataset=tiny", "--max_iters=2", "--batch_size=2", "--block_size=16"]
    code, out, err = fledge(*command, "--compile=False", "--eval_iters=2", "--gradient_accumulation_steps=1")
    assert code == 0, err
    assert "weights from hf" in out
    config = json.loads(Path("runs/tiny-qwen3/config.json").read_text())
    assert config["optimizer"] == {"value": "adamw", "origin": "default for trained weights"}
    assert (config["block_size"]["value"], config["n_kv_head"]["value"]) == (16, 2)


def edit_config(**changes: Any) -> Callable[[Path], None]:
    def act(folder: Path) -> None:
        about = json.loads((folder / "config.json").read_text())
        (folder / "config.json").write_text(json.dumps({**about, **changes}))

    return act


def edit_weights(change: Callable[[dict[str, Any]], None]) -> Callable[[Path], None]:
    def act(folder: Path) -> None:
        weights = load_file(folder / "model.safetensors")
        change(weights)
        save_file(weights, folder / "model.safetensors")

    return act


def cut(name: str) -> Callable[[Path], None]:
    def act(folder: Path) -> None:
        content = (folder / name).read_bytes()
        (folder / name).write_bytes(content[: len(content) // 2])

    return act


def drop(name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).unlink()


NORM, QUERIES = "model.norm.weight", "model.layers.0.self_attn.q_proj.weight"
MISTAKES: dict[str, tuple[Callable[[Path], None], str]] = {
    "another kind": (edit_config(model_type="mamba"), "the type 'mamba'; fledge reads gpt2, llama, qwen3"),
    "no kind": (edit_config(model_type=None), "the type 'None'"),
    "scaled positions": (
        edit_config(rope_parameters={"rope_type": "yarn", "rope_theta": 1e4, "factor": 4.0}),
        "has rope type=yarn, and fledge's qwen3 only default",
    ),
    "old scaling": (
        edit_config(rope_parameters=None, rope_scaling={"type": "linear", "factor": 2}),
        "rope type=linear",
    ),
    "biases": (edit_config(attention_bias=True), "attention_bias=True"),
    "windows": (
        edit_config(layer_types=["full_attention", "sliding_attention"]),
        "layer_types=full_attention, sliding",
    ),
    "activation": (edit_config(hidden_act="gelu"), "hidden_act=gelu"),
    "odd sizes": (edit_config(hidden_size="wide"), "does not describe a qwen3"),
    "no heads": (edit_config(num_attention_heads=0), "does not describe a qwen3"),
    "more layers": (edit_config(num_hidden_layers=3), "no model.layers.2.input_layernorm.weight"),
    "a million layers": (edit_config(num_hidden_layers=9999), "n_layer=9999"),
    "a wider head": (edit_config(head_dim=14), "q_proj.weight is (48, 32), not (56, 32)"),
    "a torn file": (cut("model.safetensors"), "model.safetensors is torn"),
    "a torn config": (cut("config.json"), "config.json is not JSON"),
    "a torn tokenizer": (cut("tokenizer.json"), "tokenizer.json is not JSON"),
    "no weights": (drop("model.safetensors"), "has neither model.safetensors nor"),
    "a weight missing": (edit_weights(lambda w: w.pop(NORM)), f"no {NORM}"),
    "a weight too many": (edit_weights(lambda w: w.update({"model.extra": w[NORM].clone()})), "unknown model.extra"),
    "whole numbers": (edit_weights(lambda w: w.update({NORM: w[NORM].int()})), f"{NORM} is I32, and fledge reads F32"),
    "wrong size": (edit_weights(lambda w: w.update({QUERIES: w[QUERIES][:3].clone()})), "q_proj.weight is (3, 32)"),
    "another vocabulary": (
        lambda folder: with_tokenizer(folder, CHARS + "ЖЩЮЯ"),
        f"has a vocabulary of {len(CHARS)}, and its tokenizer {len(CHARS) + 4} tokens",
    ),
}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sound")
    saved(folder, "qwen3")
    with_tokenizer(folder)
    return folder


@pytest.mark.parametrize("name", MISTAKES)
def test_what_does_not_match_is_one_line(tmp_path: Path, sound: Path, name: str) -> None:
    folder = tmp_path / "hf"
    shutil.copytree(sound, folder)
    damage, says = MISTAKES[name]
    damage(folder)
    with pytest.raises(FledgeError) as error:
        read_hf_folder(folder, str(folder))
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_a_shard_is_missing(tmp_path: Path) -> None:
    saved(tmp_path, "llama", shard="20KB")
    files = sorted(tmp_path.glob("*.safetensors"))
    files[1].unlink()
    with pytest.raises(FledgeError, match=rf"incomplete: {files[1].name} of {len(files)} files is missing"):
        open_pretrained(tmp_path)


def test_an_index_reaches_no_file_outside(tmp_path: Path) -> None:
    saved(tmp_path, "llama", shard="20KB")
    index = tmp_path / "model.safetensors.index.json"
    about = json.loads(index.read_text())
    about["weight_map"][NORM] = "../other.safetensors"
    index.write_text(json.dumps(about))
    with pytest.raises(FledgeError, match="is not in its folder"):
        open_pretrained(tmp_path)


def test_the_foreign_tokenizer_is_the_one_to_prepare_with(
    tmp_path: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_dataset(Path("data/tiny"))
    saved(Path("hf"), "llama")
    with_tokenizer(Path("hf"), CHARS[::-1])
    code, _, err = fledge("train", "--init_from=hf", "--dataset=tiny", "--block_size=8", "--max_iters=1")
    assert code == 2
    assert "hf was trained on other characters" in err
    saved(Path("hf2"), "llama", vocab_size=learned_bpe().vocab_size)
    for name, text in tokenizer_files(learned_bpe()).items():
        (Path("hf2") / name).write_text(text)
    code, _, err = fledge("train", "--init_from=hf2", "--dataset=tiny", "--block_size=8", "--max_iters=1")
    assert code == 2
    assert "fledge prepare PATH --tokenizer=hf2/tokenizer.json --name=tiny_hf2" in err


def test_a_vocabulary_may_lack_bytes_that_text_hardly_has(tmp_path: Path) -> None:
    """SmolLM2's does: Hugging Face leaves such characters out."""
    whole = learned_bpe()
    lost = (0x04, 0x1B, 0xF1)
    tokens = [token for token in whole.tokens if token is None or not any(byte in token for byte in lost)]
    lacking = BpeTokenizer(GPT2_PATTERN, tokens, {END_OF_TEXT: tokens.index(None)})
    for name, text in tokenizer_files(lacking).items():
        (tmp_path / name).write_text(text)
    spec = read_tokenizer(tmp_path)
    assert spec is not None
    ours = tokenizer_from_json(json.loads(json.dumps(spec)))
    theirs = Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    texts = ["a\x04b \x1b[0m \U00040000 end", *random_texts(300, broken=False)]
    assert [ours.encode(text).tolist() for text in texts] == [theirs.encode(text).ids for text in texts]
    assert ours.encode_documents(texts).tolist() == [
        token for text in texts for token in (*theirs.encode(text).ids, tokens.index(None))
    ]
    with pytest.raises(FledgeError, match="can do without"):
        tokenizer_from_json({**spec, "lacks": [65]})
