"""Dataset directories, ours and nanoGPT's, and every way in which one can be broken."""

import json
import os
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fledge import dataset as dataset_module
from fledge.dataset import Dataset, open_dataset, token_dtype
from fledge.errors import FledgeError
from fledge.tokenizer import ByteTokenizer, CharTokenizer

TEXT = "to be or not to be, that is the question\n" * 20


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLEDGE_CACHE", str(tmp_path / "cache"))


def write_bins(path: Path, train: Any, val: Any, dtype: str = "uint16") -> None:
    path.mkdir(parents=True, exist_ok=True)
    np.asarray(train, dtype=dtype).tofile(path / "train.bin")
    np.asarray(val, dtype=dtype).tofile(path / "val.bin")


def nanogpt_set(path: Path) -> str:
    """As nanoGPT's prepare.py leaves it."""
    chars = sorted(set(TEXT))
    stoi = {char: i for i, char in enumerate(chars)}
    ids = [stoi[char] for char in TEXT]
    write_bins(path, ids[:700], ids[700:])
    meta = {"vocab_size": len(chars), "itos": dict(enumerate(chars)), "stoi": stoi}
    (path / "meta.pkl").write_bytes(pickle.dumps(meta))
    return "".join(chars)


def our_set(path: Path, **changes: Any) -> Path:
    tokenizer = ByteTokenizer()
    ids = tokenizer.encode(TEXT)
    write_bins(path, ids[:700], ids[700:])
    tokens = {"train": 700, "val": len(ids) - 700}
    made = Dataset(path, tokenizer.vocab_size, "uint16", tokens, dict(tokens), tokenizer.to_json(), None, None)
    (path / "dataset.json").write_text(json.dumps({**made.to_json(), **changes}), encoding="utf-8")
    return path


def problem(path: Path) -> str:
    with pytest.raises(FledgeError) as error:
        open_dataset(path)
    return str(error.value)


def test_nanogpts_character_set(tmp_path: Path) -> None:
    chars = nanogpt_set(tmp_path / "set")
    data = open_dataset(tmp_path / "set")
    assert (data.vocab_size, data.dtype, data.tokens) == (
        len(chars),
        "uint16",
        {"train": 700, "val": len(TEXT) - 700},
    )
    tokenizer = data.tokenizer()
    assert isinstance(tokenizer, CharTokenizer)
    assert tokenizer.decode(data.split("train")) + tokenizer.decode(data.split("val")) == TEXT
    assert data.bytes_per_token("train") == 1.0


def test_nanogpts_bpe_set_has_nothing_beside_the_tokens(tmp_path: Path) -> None:
    write_bins(tmp_path / "set", [50256, 0, 17], [3, 4])
    data = open_dataset(tmp_path / "set")
    assert (data.vocab_size, data.tokenizer_spec) == (50257, {"name": "gpt2"})
    assert data.split("train").tolist() == [50256, 0, 17]


def test_our_set(tmp_path: Path) -> None:
    data = open_dataset(our_set(tmp_path / "set"))
    assert data.tokenizer().decode(data.split("train")) == TEXT[:700]
    assert data.bytes_per_token("val") == 1.0
    assert not data.split("train").flags.writeable


def test_bytes_per_token_of_other_peoples_sets_is_counted(tmp_path: Path) -> None:
    nanogpt_set(tmp_path / "set")
    meta = {"vocab_size": 2, "itos": {0: "a", 1: "é"}, "stoi": {"a": 0, "é": 1}}
    (tmp_path / "set" / "meta.pkl").write_bytes(pickle.dumps(meta))
    write_bins(tmp_path / "set", [0, 1, 1, 1], [0, 0])
    data = open_dataset(tmp_path / "set")
    assert (data.bytes_per_token("train"), data.bytes_per_token("val")) == (7 / 4, 1.0)


def test_wide_tokens(tmp_path: Path) -> None:
    assert [token_dtype(size) for size in (65, 65_536, 65_537)] == ["uint16", "uint16", "uint32"]
    chars = "".join(map(chr, [*range(0xD800), *range(0xE000, 0x12000)]))
    write_bins(tmp_path / "set", [70_000, 1], [2, 3], "uint32")
    spec = {"name": "char", "chars": chars}
    made = Dataset(tmp_path / "set", len(chars), "uint32", {"train": 2, "val": 2}, None, spec, None, None)
    (tmp_path / "set" / "dataset.json").write_text(json.dumps(made.to_json()), encoding="utf-8")
    data = open_dataset(tmp_path / "set")
    assert data.split("train").dtype == np.uint32
    assert data.tokenizer().decode(data.split("train")) == chars[70_000] + chars[1]


def test_a_missing_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    our_set(Path("data/my_novel"))
    assert "Did you mean my_novel?" in problem(Path("data/my_novle"))
    assert "fledge prepare PATH --name=my_novle" in problem(Path("data/my_novle"))
    assert problem(Path("data/shakespeare_char")).endswith("fledge prepare shakespeare_char")
    assert problem(Path("sets/shakespeare")).endswith("fledge prepare shakespeare --data_dir=sets")
    assert "Did you mean shakespeare_char?" in problem(Path("data/shakespear_char"))


@pytest.mark.parametrize("name", ["train.bin", "val.bin"])
def test_a_missing_split(tmp_path: Path, name: str) -> None:
    (our_set(tmp_path / "set") / name).unlink()
    assert f"has no {name}" in problem(tmp_path / "set")


@pytest.mark.parametrize("name", ["train.bin", "val.bin"])
def test_an_empty_split(tmp_path: Path, name: str) -> None:
    nanogpt_set(tmp_path / "set")
    (tmp_path / "set" / name).write_bytes(b"")
    assert f"{name} is empty" in problem(tmp_path / "set")


def test_an_odd_number_of_bytes(tmp_path: Path) -> None:
    nanogpt_set(tmp_path / "set")
    os.truncate(tmp_path / "set" / "train.bin", 99)
    assert "odd number of bytes (99)" in problem(tmp_path / "set")


def test_a_size_that_dataset_json_does_not_know(tmp_path: Path) -> None:
    os.truncate(our_set(tmp_path / "set") / "train.bin", 1398)
    assert "has 1,398 bytes and dataset.json says 1,400" in problem(tmp_path / "set")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"version": 2}, "Update fledge"),
        ({"version": None}, "does not say version 1"),
        ({"dtype": "int64"}, "dtype is 'int64'"),
        ({"tokens": {"train": 700}}, "tokens has no whole numbers"),
        ({"tokens": {"train": 700, "val": "many"}}, "tokens has no whole numbers"),
        ({"tokens": {"train": 0, "val": 120}}, "train.bin is empty"),
        ({"tokens": {"train": -5, "val": 120}}, "train.bin is empty"),
        ({"bytes": 3}, "bytes has no whole numbers"),
        ({"vocab_size": 65}, "vocab_size is 65 and its tokenizer has 257"),
        ({"tokenizer": {"name": "sentencepiece"}}, "unknown tokenizer"),
    ],
)
def test_a_dataset_json_that_can_not_be_used(tmp_path: Path, changes: dict[str, Any], reason: str) -> None:
    assert reason in problem(our_set(tmp_path / "set", **changes))


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"null", b"\xff\xfe"])
def test_a_dataset_json_that_is_none(tmp_path: Path, content: bytes) -> None:
    (our_set(tmp_path / "set") / "dataset.json").write_bytes(content)
    assert "dataset.json" in problem(tmp_path / "set")


def test_a_token_outside_the_vocabulary_is_named(tmp_path: Path) -> None:
    size = len(nanogpt_set(tmp_path / "set"))
    write_bins(tmp_path / "set", [1, 2], [1, 2, size - 1, size, 4])
    message = f"val.bin has token {size} at position 3, outside the vocabulary of {size}."
    assert message in problem(tmp_path / "set")


def test_tokens_taken_for_gpt2s_by_mistake(tmp_path: Path) -> None:
    write_bins(tmp_path / "set", [1, 60_000], [2, 2])
    assert "token 60000 at position 1" in problem(tmp_path / "set")
    assert "neither dataset.json nor meta.pkl" in problem(tmp_path / "set")


def test_a_long_stream_is_looked_at_in_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset_module, "BLOCK", 10)
    monkeypatch.setattr(dataset_module, "MOST_SCANNED", 5)
    ids = np.zeros(1003, dtype=np.uint16)
    for at in (0, 9, 1002):
        ids[at] = 60_000
        write_bins(tmp_path / "set", ids, [0, 0])
        assert f"position {at:,}" in problem(tmp_path / "set")
        ids[at] = 0
    ids = np.zeros(43, dtype=np.uint16)  # short enough to be looked at whole
    for at in range(43):
        ids[at] = 60_000
        write_bins(tmp_path / "set", ids, [0, 0])
        assert f"position {at}," in problem(tmp_path / "set")
        ids[at] = 0
