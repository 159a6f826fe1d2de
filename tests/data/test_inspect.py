"""`fledge data inspect`: what it shows of a dataset, and every kind of damage it finds."""

import hashlib
import json
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fledge.cli.main import dispatch
from fledge.cli.pages import inspect_page
from fledge.common.errors import FledgeError, RunFailed
from fledge.data import shard_checks
from fledge.tokenizer.base import ByteTokenizer, Tokenizer
from tests.helpers import Fledge

Inspect = Callable[..., tuple[int, str, str]]

DOCUMENTS = [f"This is document {number}: naïve, 日本語.\n" for number in range(60)]
VAL_DOCUMENTS = ["The end of it all.\n"] * 5


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Inspect:
    def inspected(*argv: str) -> tuple[int, str, str]:
        code = dispatch(["data", "inspect", *argv])
        return code, *capsys.readouterr()

    return inspected


@pytest.fixture
def page(run: Inspect) -> Callable[..., str]:
    def shown(*argv: str) -> str:
        code, out, err = run(*argv)
        assert (code, err) == (0, "")
        return out

    return shown


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def encoded(tokenizer: Tokenizer, documents: list[str]) -> list[int]:
    return [int(token) for text in documents for token in [*tokenizer.encode(text), tokenizer.eot or 0]]


def make(path: Path, shard_tokens: int = 1000, **changes: Any) -> Path:
    """A dataset of version 2 in shards, written by hand."""
    path.mkdir(parents=True)
    tokenizer = ByteTokenizer()
    texts = {"train": DOCUMENTS, "val": VAL_DOCUMENTS}
    shards: dict[str, list[dict[str, Any]]] = {}
    for split, documents in texts.items():
        ids = np.array(encoded(tokenizer, documents), dtype=np.uint16)
        for number, start in enumerate(range(0, len(ids), shard_tokens)):
            file = path / f"{split}-{number:05d}.bin"
            part = ids[start : start + shard_tokens]
            part.tofile(file)
            entry = {"file": file.name, "tokens": len(part), "sha256": digest(file)}
            shards.setdefault(split, []).append(entry)
    about = {
        "version": 2,
        "tokenizer": tokenizer.to_json(),
        "vocab_size": tokenizer.vocab_size,
        "dtype": "uint16",
        "tokens": {split: sum(one["tokens"] for one in listed) for split, listed in shards.items()},
        "bytes": {split: sum(len(text.encode()) for text in documents) for split, documents in texts.items()},
        "documents": {split: len(documents) for split, documents in texts.items()},
        "shards": shards,
        "source": {"paths": ["notes/"], "files": [{"name": "a"}, {"name": "b"}], "left_out": {"near duplicate": 3}},
        **changes,
    }
    (path / "dataset.json").write_text(json.dumps(about), encoding="utf-8")
    return path


def nanogpt(path: Path, text: str = "to be or not to be\n" * 100) -> Path:
    path.mkdir(parents=True)
    chars = sorted(set(text))
    ids = np.array([chars.index(char) for char in text], dtype=np.uint16)
    ids[:1700].tofile(path / "train.bin")
    ids[1700:].tofile(path / "val.bin")
    stoi = {char: i for i, char in enumerate(chars)}
    meta = {"vocab_size": len(chars), "itos": dict(enumerate(chars)), "stoi": stoi}
    (path / "meta.pkl").write_bytes(pickle.dumps(meta))
    return path


def problems(run: Inspect, path: Path, *more: str) -> list[str]:
    code, out, err = run(str(path), *more)
    assert code == 1
    assert "sound" not in out
    _, as_json, silent = run(str(path), "--json", *more)
    found = json.loads(as_json)
    assert silent == ""
    assert found["ok"] is False
    assert err.splitlines() == [f"problem: {line}" for line in found["problems"]]
    return list(found["problems"])


# What is shown


def test_a_sharded_dataset(tmp_path: Path, page: Callable[..., str]) -> None:
    out = page(str(make(tmp_path / "set")))
    for words in (
        "byte, 257 tokens, uint16",
        "notes/ (2 files)",
        "3 near duplicate",
        "train-00002.bin",
        "as written",
        "<|endof",
        "Most common of all 2,450 training tokens",
        "train from token",
        "sound: every byte is as it was written",
    ):
        assert words in out
    assert "日本語" in out


def test_a_name_below_data_dir(tmp_path: Path, page: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    make(Path("data/mine"))
    make(Path("sets/other"))
    Path("mine").mkdir()  # the text it was made from, say
    assert "data/mine" in page("mine")
    assert "sets/other" in page("other", "--data_dir=sets")
    assert "data/mine" in page("data/mine")


def test_json(tmp_path: Path, run: Inspect) -> None:
    path = make(tmp_path / "set")
    code, out, err = run(str(path), "--json", "--sample=50")
    found = json.loads(out)
    assert (code, err, found["ok"], found["problems"]) == (0, "", True, [])
    train = found["splits"]["train"]
    assert train["documents"] == train["end_of_text_tokens"] == 60
    assert train["bytes_per_token"] == pytest.approx(train["bytes"] / train["tokens"])
    assert {shard["state"] for shard in train["shards"]} == {"ok"}
    assert len(train["sample"]["text"]) == 50
    assert found["disk_bytes"] == sum(file.stat().st_size for file in path.iterdir())
    assert found["common_tokens"]["counted"] == train["tokens"]
    ids = encoded(ByteTokenizer(), DOCUMENTS)
    for one in found["common_tokens"]["tokens"]:
        assert one["share"] == pytest.approx(ids.count(one["token"]) / len(ids))
    shares = [one["share"] for one in found["common_tokens"]["tokens"]]
    assert shares == sorted(shares, reverse=True)


def test_nanogpts_characters(tmp_path: Path, page: Callable[..., str]) -> None:
    out = page(str(nanogpt(tmp_path / "set")))
    assert "char, 8 tokens" in out
    assert "1.000" in out
    assert "sound as far as known" in out
    assert "“\\n”" in out


def test_nanogpts_gpt2_tokens_without_a_vocabulary_at_hand(
    tmp_path: Path, page: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from fledge.data.dataset import Dataset

    def refuse(self: Dataset) -> Tokenizer:
        raise FledgeError("GPT-2's vocabulary can't be fetched.")

    monkeypatch.setattr(Dataset, "tokenizer", refuse)
    (tmp_path / "set").mkdir()
    for name in ("train", "val"):
        np.array([50256, 0, 17, 17], dtype=np.uint16).tofile(tmp_path / "set" / f"{name}.bin")
    out = page(str(tmp_path / "set"))
    assert "gpt2, 50,257 tokens" in out
    assert "note: tokens are shown as numbers" in out
    assert "50.00%" in out


def test_another_seed_shows_another_place(tmp_path: Path, run: Inspect) -> None:
    path = str(make(tmp_path / "set"))

    def sample(seed: int) -> Any:
        return json.loads(run(path, "--json", f"--seed={seed}")[1])["splits"]["train"]["sample"]

    assert sample(1) == sample(1)
    assert len({sample(seed)["position"] for seed in range(10)}) > 5
    texts = "<|endoftext|>".join(DOCUMENTS) + "<|endoftext|>"
    for seed in range(30):  # whole characters, from inside of one too
        assert sample(seed)["text"].rstrip("\ufffd") in texts


def test_a_sample_longer_than_the_text(tmp_path: Path, run: Inspect) -> None:
    out = run(str(make(tmp_path / "set")), "--json", "--sample=100000")[1]
    assert json.loads(out)["splits"]["val"]["sample"]["text"].count("<|endoftext|>") == 5
    assert "from token" not in run(str(tmp_path / "set"), "--sample=0")[1]


def test_nothing_in_the_text_reaches_the_terminal(tmp_path: Path, page: Callable[..., str]) -> None:
    evil = "\x1b]0;owned\x07 [red]no markup[/red] \x1b[2J\r" * 100
    out = page(str(nanogpt(tmp_path / "set", evil)))
    assert not {"\x1b", "\x07", "\r"} & set(out)
    assert "[red]" in out


def test_evenly_spaced_places_are_counted_and_said(
    tmp_path: Path, page: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make(tmp_path / "set")
    monkeypatch.setattr(shard_checks, "SAMPLED_TOKENS", 500)
    monkeypatch.setattr(shard_checks, "SAMPLED_BLOCK_TOKENS", 20)
    assert "evenly spaced training tokens" in page(str(path))
    assert "Most common of all " in page(str(path), "--all")


def test_many_shards_do_not_fill_the_screen(tmp_path: Path, page: Callable[..., str], run: Inspect) -> None:
    path = make(tmp_path / "set", shard_tokens=20)
    out = page(str(path))
    count = len(list(path.glob("train-*.bin")))
    assert f"... {count - inspect_page.MAX_SHARDS_SHOWN:,} more" in out
    assert len(json.loads(run(str(path), "--json")[1])["splits"]["train"]["shards"]) == count


def test_without_reading_all(tmp_path: Path, page: Callable[..., str]) -> None:
    path = make(tmp_path / "set")
    file = path / "train-00001.bin"
    file.write_bytes(bytes(file.stat().st_size))  # something else of the same length
    out = page(str(path), "--no-check")
    assert "not checked" in out
    assert "not compared" in out


def test_strays_are_noted(tmp_path: Path, page: Callable[..., str]) -> None:
    path = make(tmp_path / "set")
    (path / "train-00099.bin").write_bytes(b"12")
    assert "note: train-00099.bin: not part of the dataset." in page(str(path))


# What is wrong


def test_every_damage_has_its_line(tmp_path: Path, run: Inspect) -> None:
    path = make(tmp_path / "set", shard_tokens=500)
    (path / "train-00000.bin").unlink()
    os.truncate(path / "train-00001.bin", 998)
    flipped = bytearray((path / "train-00002.bin").read_bytes())
    flipped[100] ^= 1
    (path / "train-00002.bin").write_bytes(flipped)
    ids = np.fromfile(path / "train-00003.bin", np.uint16)
    ids[7] = ids[9] = 60_000
    ids.tofile(path / "train-00003.bin")
    assert problems(run, path) == [
        "train-00000.bin is missing.",
        "train-00001.bin has 998 bytes and should have 1,000.",
        "train-00002.bin has changed since it was written: its sha256 differs.",
        "train-00003.bin has changed since it was written: its sha256 differs.",
        "train-00003.bin has 2 tokens outside the vocabulary of 257: token 60000 at position 7.",
    ]
    assert problems(run, path, "--no-check")[:2] == [
        "train-00000.bin is missing.",
        "train-00001.bin has 998 bytes and should have 1,000.",
    ]


def test_a_missing_split_is_no_crash(tmp_path: Path, run: Inspect) -> None:
    path = make(tmp_path / "set", shard_tokens=10**6)
    (path / "train-00000.bin").unlink()
    assert problems(run, path) == ["train-00000.bin is missing."]


def test_foreign_tokens_without_reading_all(tmp_path: Path, run: Inspect) -> None:
    path = make(tmp_path / "set")
    ids = np.fromfile(path / "train-00000.bin", np.uint16)
    ids[3] = 257
    ids.tofile(path / "train-00000.bin")
    message = "train-00000.bin has at least 1 token outside the vocabulary of 257: token 257 at position 3."
    assert problems(run, path, "--no-check") == [message]


def test_huge_tokens_take_no_memory(tmp_path: Path, run: Inspect) -> None:
    path = make(tmp_path / "set", documents=None)
    about = json.loads((path / "dataset.json").read_text())
    about["dtype"] = "uint32"
    for split in ("train", "val"):
        for entry in about["shards"][split]:
            np.full(entry["tokens"], 2**32 - 1, np.uint32).tofile(path / entry["file"])
            entry["sha256"] = digest(path / entry["file"])
    (path / "dataset.json").write_text(json.dumps(about))
    assert all("outside the vocabulary" in line for line in problems(run, path))
    assert all("outside the vocabulary" in line for line in problems(run, path, "--all", "--no-check"))


@pytest.mark.parametrize(("said", "is_problem"), [(58, True), (59, False), (60, False), (61, False), (62, True)])
def test_documents_against_their_ends(tmp_path: Path, run: Inspect, said: int, is_problem: bool) -> None:
    path = make(tmp_path / "set", documents={"train": said, "val": 5})
    if is_problem:
        expected = f"train has 60 times <|endoftext|> and dataset.json says {said} documents."
        assert problems(run, path) == [expected]
    else:
        assert run(str(path))[0] == 0


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"vocab_size": 65}, "vocab_size is 65 and its tokenizer has 257"),
        ({"tokenizer": {"name": "sentencepiece"}}, "unknown tokenizer"),
        ({"dtype": "int99"}, "dtype is 'int99'"),
        ({"shards": {"train": []}}, "shards has"),
        ({"shards": {"train": [{"file": "../x.bin", "tokens": 1}], "val": []}}, "shards has"),
        ({"tokens": 7}, "tokens has no whole numbers"),
    ],
)
def test_a_description_that_can_not_be_used(tmp_path: Path, run: Inspect, changes: Any, reason: str) -> None:
    path = make(tmp_path / "set", **changes)
    try:
        found = problems(run, path)
    except RunFailed as error:
        found = [str(error)]
    assert any(reason in line for line in found)


@pytest.mark.parametrize("content", ["", "{", "[]", "null"])
def test_a_description_that_is_none(tmp_path: Path, run: Inspect, content: str) -> None:
    path = make(tmp_path / "set")
    (path / "dataset.json").write_text(content)
    with pytest.raises(RunFailed, match=r"dataset\.json"):
        run(str(path))


def test_nanogpts_files_cut_short(tmp_path: Path, run: Inspect) -> None:
    path = nanogpt(tmp_path / "set")
    os.truncate(path / "val.bin", 99)
    with pytest.raises(RunFailed, match="odd number of bytes"):
        run(str(path))


# The user's mistakes


@pytest.mark.parametrize(
    ("argv", "reason"),
    [
        ([], "no dataset to look at"),
        (["a", "b"], "one DATASET at a time, not a and b"),
        (["nowhere"], "there is no dataset at data/nowhere"),
        (["mein"], "Did you mean mine?"),
        (["empty"], "has no train.bin"),
        (["mine", "--sample=-1"], "too small"),
        (["mine", "--samples=3"], "Did you mean --sample?"),
        (["mine", "--seed=x"], "not a whole number"),
    ],
)
def test_mistakes(tmp_path: Path, run: Inspect, monkeypatch: pytest.MonkeyPatch, argv: list[str], reason: str) -> None:
    monkeypatch.chdir(tmp_path)
    make(Path("data/mine"))
    Path("empty").mkdir()
    with pytest.raises(FledgeError) as error:
        run(*argv)
    assert error.value.exit_code == 2
    assert reason in str(error.value)


def test_the_command_itself(fledge: Fledge) -> None:
    code, out, _ = fledge("data")
    assert (code, "fledge data inspect" in out) == (0, True)
    code, _, err = fledge("data", "inspct")
    assert (code, "Did you mean inspect?" in err) == (2, True)
