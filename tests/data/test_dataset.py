"""Dataset directories, ours and nanoGPT's, and every way in which one can be broken."""

import json
import os
import pickle
import weakref
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import fledge
from fledge.common.errors import FledgeError
from fledge.data import dataset as dataset_module
from fledge.data import shards as shards_module
from fledge.data.dataset import Dataset, is_dataset, is_dataset_file, open_dataset, token_dtype
from fledge.data.shards import Shard, ShardedTokens, TokenArray
from fledge.data.text_identity import validation_text
from fledge.tokenizer.base import ByteTokenizer, CharTokenizer

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
    shards = {"train": (Shard("train.bin", 700),), "val": (Shard("val.bin", len(ids) - 700),)}
    counts = {"train": 700, "val": len(ids) - 700}
    made = Dataset(path, tokenizer.vocab_size, "uint16", shards, counts, tokenizer.to_json(), None)
    (path / "dataset.json").write_text(json.dumps({**made.to_json(), **changes}), encoding="utf-8")
    return path


def sharded_set(path: Path, sizes: Sequence[int] = (300, 1, 399), **changes: Any) -> Path:
    """The same text as `our_set`, its training split in shards of these sizes."""
    our_set(path)
    ids = np.fromfile(path / "train.bin", dtype=np.uint16)
    (path / "train.bin").unlink()
    shards = []
    for number, part in enumerate(np.split(ids, np.cumsum(sizes)[:-1])):
        part.tofile(path / f"train-{number:05d}.bin")
        shards.append({"file": f"train-{number:05d}.bin", "tokens": len(part), "sha256": None})
    described = json.loads((path / "dataset.json").read_text())
    described["shards"]["train"] = shards
    (path / "dataset.json").write_text(json.dumps({**described, **changes}))
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
    assert list(data.split("train")) == [50256, 0, 17]


def test_our_set(tmp_path: Path) -> None:
    data = open_dataset(our_set(tmp_path / "set"))
    assert data.tokenizer().decode(data.split("train")) == TEXT[:700]
    assert data.bytes_per_token("val") == 1.0
    assert isinstance(tokens := data.split("train"), np.memmap)
    assert not tokens.flags.writeable


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
    shards = {name: (Shard(f"{name}.bin", 2),) for name in ("train", "val")}
    made = Dataset(tmp_path / "set", len(chars), "uint32", shards, None, spec, None)
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
        ({"version": 3}, "Update fledge"),
        ({"version": None}, "does not say version 1 or 2"),
        ({"dtype": "int64"}, "dtype is 'int64'"),
        ({"tokens": {"train": 700}}, "tokens has no whole numbers"),
        ({"tokens": {"train": 700, "val": "many"}}, "tokens has no whole numbers"),
        ({"version": 1, "tokens": {"train": 0, "val": 120}}, "train.bin is empty"),
        ({"version": 1, "tokens": {"train": -5, "val": 120}}, "train.bin is empty"),
        ({"documents": {"train": 3}}, "documents has no whole numbers"),
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
    monkeypatch.setattr(dataset_module, "BLOCK_TOKENS", 10)
    monkeypatch.setattr(dataset_module, "MAX_BLOCKS_SCANNED", 5)
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


def test_version_1_is_read_as_ever(tmp_path: Path) -> None:
    digests = {"train": "aa", "val": "bb"}
    data = open_dataset(our_set(tmp_path / "set", version=1, shards=None, sha256=digests))
    assert data.shards == {"train": (Shard("train.bin", 700, "aa"),), "val": (Shard("val.bin", 120, "bb"),)}


def test_shards_are_one_stream(tmp_path: Path) -> None:
    whole, data = open_dataset(our_set(tmp_path / "whole")), open_dataset(sharded_set(tmp_path / "set"))
    assert data.tokens == whole.tokens
    assert data.tokenizer().decode(data.split("train")) == TEXT[:700]
    assert data.bytes_per_token("train") == 1.0
    again = json.loads(json.dumps(data.to_json()))
    assert again["shards"]["train"][1] == {"file": "train-00001.bin", "tokens": 1, "sha256": None}


def sharded_tokens(path: Path, sizes: Sequence[int]) -> tuple[TokenArray, ShardedTokens]:
    whole = np.arange(sum(sizes), dtype=np.uint32)
    shards = [Shard(f"train-{number}.bin", size) for number, size in enumerate(sizes)]
    for shard, part in zip(shards, np.split(whole, np.cumsum(sizes)[:-1]), strict=True):
        part.tofile(path / shard.file)
    return whole, ShardedTokens(path, shards, "uint32")


def test_shards_are_gathered_from_and_sliced_as_an_array_is(tmp_path: Path) -> None:
    whole, tokens = sharded_tokens(tmp_path, (5, 1, 9, 2, 20))
    assert (len(tokens), tokens.dtype) == (len(whole), whole.dtype)
    rng = np.random.default_rng(0)
    for shape in ((), (0,), (1,), (7,), (3, 4), (2, 3, 5)):
        places = rng.integers(len(whole), size=shape)
        assert np.array_equal(tokens[np.asarray(places)], whole[places])
    inside = np.array([[6, 7], [14, 8]])
    assert np.array_equal(tokens[inside], whole[inside])
    for start in (None, *range(0, 38, 3), -4):
        for stop in (None, 0, 5, 6, 15, 17, 37, 90, -1):
            for step in (None, 2, -3):
                assert np.array_equal(tokens[start:stop:step], whole[start:stop:step])
    with pytest.raises(IndexError):
        tokens[np.array([37])]


def test_few_shards_are_open_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards_module, "MAX_OPEN_FILES", 2)
    mapped: list[weakref.ref[TokenArray]] = []

    def map_shard(*arguments: Any) -> TokenArray:
        found = real(*arguments)
        mapped.append(weakref.ref(found))
        return found

    real = shards_module.map_shard
    monkeypatch.setattr(shards_module, "map_shard", map_shard)
    whole, tokens = sharded_tokens(tmp_path, (3, 3, 3, 3))
    assert mapped == []
    for _ in range(2):
        assert np.array_equal(tokens[np.arange(12)[::-1]], whole[::-1])
        assert sum(one() is not None for one in mapped) == 2


def test_a_shard_that_went_away(tmp_path: Path) -> None:
    _, tokens = sharded_tokens(tmp_path, (3, 3, 3))
    (tmp_path / "train-1.bin").unlink()
    os.truncate(tmp_path / "train-2.bin", 8)
    for place, reason in ((4, "train-1.bin: No such file"), (7, "train-2.bin: it is shorter than it was")):
        with pytest.raises(FledgeError, match=reason):
            tokens[np.array([place])]


def test_a_shard_that_is_missing_torn_or_foreign_is_named(tmp_path: Path) -> None:
    path = sharded_set(tmp_path / "set")
    shard = path / "train-00002.bin"
    content = shard.read_bytes()
    shard.unlink()
    assert "has no train-00002.bin" in problem(path)
    shard.mkdir()
    assert "has no train-00002.bin" in problem(path)
    shard.rmdir()
    shard.write_bytes(content[:-2])
    assert "train-00002.bin has 796 bytes and dataset.json says 798" in problem(path)
    shard.write_bytes(content[:20] + b"\xff\xff" + content[22:])
    assert "train-00002.bin has token 65535 at position 10" in problem(path)


@pytest.mark.parametrize("at", [0, 63, 100, 699])
def test_of_many_shards_each_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    monkeypatch.setattr(dataset_module, "BLOCK_TOKENS", 100)
    monkeypatch.setattr(dataset_module, "MIN_BLOCK_TOKENS", 10)
    monkeypatch.setattr(dataset_module, "MAX_BLOCKS_SCANNED", 5)
    path = sharded_set(tmp_path / "set", [7] * 100)
    file = path / f"train-{at // 7:05d}.bin"
    ids = np.fromfile(file, dtype=np.uint16)
    ids[at % 7] = 999
    ids.tofile(file)
    assert f"{file.name} has token 999 at position {at % 7}," in problem(path)


@pytest.mark.parametrize(
    ("train", "reason"),
    [
        (None, "shards has no lists"),
        ([], "shards has none for train"),
        ([3], "shards has 3 among those of train"),
        ([{"file": "../train.bin", "tokens": 700}], "among those of train"),
        ([{"file": "val-00000.bin", "tokens": 700}], "among those of train"),
        ([{"file": "train.bin", "tokens": 7e2}], "among those of train"),
        ([{"file": "train.bin", "tokens": 350}] * 2, "among those of train"),
        ([{"file": "train.bin", "tokens": 699}], "its train shards have 699 tokens and it says 700"),
        ([{"file": "train.bin", "tokens": 700}, {"file": "train-1.bin", "tokens": 0}], "has no train-1.bin"),
        ([{"file": "train-1.bin", "tokens": 0}, {"file": "train.bin", "tokens": 700}], "has no train-1.bin"),
    ],
)
def test_shards_that_can_not_be_used(tmp_path: Path, train: Any, reason: str) -> None:
    val = [{"file": "val.bin", "tokens": 120}]
    assert reason in problem(our_set(tmp_path / "set", shards={"train": train, "val": val}))


def test_an_empty_shard(tmp_path: Path) -> None:
    assert "train-00001.bin is empty" in problem(sharded_set(tmp_path / "set", (300, 0, 400)))


def test_what_a_dataset_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert is_dataset(our_set(tmp_path / "data" / "one"))
    assert is_dataset(sharded_set(tmp_path / "data" / "many"))
    assert not is_dataset(tmp_path / "data")
    assert not is_dataset(tmp_path / "none")
    assert "Did you mean many?" in problem(Path("data/mamy"))
    names = ("train.bin", "val.bin", "train-00012.bin", "dataset.json", "meta.pkl", "training.bin", "train.bin.tmp")
    assert [is_dataset_file(name) for name in names] == [True] * 5 + [False] * 2


def test_one_text_has_one_digest_whatever_its_tokens(tmp_path: Path) -> None:
    text = "كان يا ما كان في قديم الزمان. हिन्दी में कुछ शब्द।\n" * 30
    for name, content in (("a", text), ("b", text[:-1] + "!")):
        (tmp_path / f"{name}.txt").write_text(content)
    made = {
        (name, tokenizer): fledge.prepare(
            tmp_path / f"{name}.txt", tokenizer=tokenizer, name=f"{name}_{number}", data_dir=tmp_path / "data"
        ).dataset
        for name in ("a", "b")
        for number, tokenizer in enumerate(("char", "byte", "bpe:300"))
    }
    digests = {key: validation_text(data) for key, data in made.items()}
    assert len({digest for (name, _), digest in digests.items() if name == "a"}) == 1
    assert len(set(digests.values())) == 2
    for key, data in made.items():
        again = open_dataset(data.path)
        assert again.text == {"val": digests[key]}
        assert validation_text(replace(again, text=None)) == digests[key], "of a dataset that an older fledge made"


def test_documents_are_part_of_the_digest(tmp_path: Path) -> None:
    found = set()
    for name, separator in (("one", "\n"), ("two", "<|endoftext|>")):
        (tmp_path / f"{name}.txt").write_text("hello there general kenobi\n" * 40)
        made = fledge.prepare(
            tmp_path / f"{name}.txt",
            tokenizer="byte",
            separator=separator,
            data_dir=tmp_path / "data",
            split="contiguous",
        )
        found.add(validation_text(made.dataset))
    assert len(found) == 2
