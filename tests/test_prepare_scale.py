"""Collections of documents: split by hash, sharded, limited, and the same bytes however often it was interrupted."""

import hashlib
import itertools
import json
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fledge.cleaning import Cleaner, Cleaning
from fledge.commands import prepare as command
from fledge.corpus import piece
from fledge.dataset import open_dataset
from fledge.errors import FledgeError
from fledge.prepare import Prepared, flow, output, prepare
from fledge.prepare.request import Request
from fledge.prepare.working import working_dir
from fledge.prepare.writing import SplitWriter

WORDS = ["the", "a", "fledgling", "bird", "flew", "over", "under", "क्या", "سلام", "🙂", "1984", "it's", "\n", "  ", "."]
SMALL = {"PIECE_CHARACTERS": 64, "BATCH_CHARACTERS": 200}


@pytest.fixture(autouse=True)
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(piece, "PIECE_CHARACTERS", SMALL["PIECE_CHARACTERS"])
    monkeypatch.setattr(flow, "BATCH_CHARACTERS", SMALL["BATCH_CHARACTERS"])
    monkeypatch.setattr(output, "SAVE_S", 0.0)


def some_documents(count: int, seed: int = 1) -> list[str]:
    rng = random.Random(seed)
    return [" ".join(rng.choices(WORDS, k=rng.choice([1, 5, 20, 60]))) for _ in range(count)]


def write_jsonl(name: str, documents: list[str]) -> Path:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text("".join(json.dumps({"text": text}) + "\n" for text in documents))
    return Path(name)


def make(*words: str, out: str = "out", **changes: Any) -> Prepared:
    options: dict[str, Any] = {"tokenizer": "byte", "val_fraction": 0.2, "workers": 2, **changes}
    return prepare(Request(words, Path(out), **options))


def contents(out: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in Path(out).iterdir()}


def is_val(text: str, fraction: float = 0.2) -> bool:
    share = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big") / 2**64
    return share < fraction


def as_bytes(documents: list[str]) -> list[int]:
    return [token for text in documents for token in (*text.encode(), 256)]


def tokens(out: str, split: str) -> list[int]:
    stream = open_dataset(Path(out)).split(split)
    return [int(token) for token in stream[:]]


# what comes out


def test_each_document_goes_where_its_hash_says() -> None:
    documents = [text for text in some_documents(200) if len(text) <= SMALL["PIECE_CHARACTERS"]]
    write_jsonl("a.jsonl", documents)
    made = make("a.jsonl")
    assert tokens("out", "train") == as_bytes([text for text in documents if not is_val(text)])
    assert tokens("out", "val") == as_bytes([text for text in documents if is_val(text)])
    assert made.dataset.documents == {
        "train": sum(not is_val(text) for text in documents),
        "val": sum(is_val(text) for text in documents),
    }
    assert made.dataset.bytes == {
        split: sum(len(text.encode()) for text in documents if is_val(text) == (split == "val"))
        for split in ("train", "val")
    }


def test_the_split_does_not_move_when_documents_are_added() -> None:
    first, more = some_documents(100, 1), some_documents(80, 2)
    write_jsonl("a.jsonl", first)
    write_jsonl("b.jsonl", more)
    make("a.jsonl", out="one")
    make("b.jsonl", "a.jsonl", out="two")
    for split in ("train", "val"):
        assert tokens("two", split)[-len(tokens("one", split)) :] == tokens("one", split)


@pytest.mark.parametrize("kind", ["jsonl", "jsonl.gz", "parquet", "zip"])
def test_every_format_gives_the_same_tokens(kind: str) -> None:
    documents = some_documents(60)
    write_jsonl("a.jsonl", documents)
    make("a.jsonl", out="plain")
    if kind == "jsonl.gz":
        import gzip

        Path("b.jsonl.gz").write_bytes(gzip.compress(Path("a.jsonl").read_bytes()))
    elif kind == "parquet":
        pq.write_table(pa.table({"text": documents}), "b.parquet", row_group_size=7)
    elif kind == "zip":
        shutil.make_archive("b", "zip", ".", "a.jsonl")
    else:
        shutil.copy("a.jsonl", "b.jsonl")
    make(f"b.{kind}", out="other")
    for split in ("train", "val"):
        assert tokens("plain", split) == tokens("other", split)


@given(st.lists(st.text(st.sampled_from("ab c\n\u0939"), max_size=90), min_size=8, max_size=30), st.integers(3, 50))
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_shards_have_exactly_their_tokens(documents: list[str], size: int) -> None:
    shutil.rmtree("out", ignore_errors=True)
    write_jsonl("a.jsonl", [*documents, "the end of it", "and another one"])
    try:
        made = make("a.jsonl", shard_tokens=size, val_fraction=0.5)
    except FledgeError:  # too little text for two splits
        return
    is_single = all(len(shards) == 1 for shards in made.dataset.shards.values())
    for split, shards in made.dataset.shards.items():
        names = [f"{split}.bin"] if is_single else [f"{split}-{number:05d}.bin" for number in range(len(shards))]
        assert [shard.file for shard in shards] == names
        assert all(shard.tokens == size for shard in shards[:-1])
        assert 0 < shards[-1].tokens <= size
        for shard in shards:
            content = Path("out", shard.file).read_bytes()
            assert (len(content), hashlib.sha256(content).hexdigest()) == (2 * shard.tokens, shard.sha256)


@pytest.mark.parametrize("split", ["documents", "contiguous"])
@pytest.mark.parametrize("budget", [1, 999, 1000, 1001, 10_000_000])
def test_a_budget_is_exact(split: str, budget: int) -> None:
    documents = some_documents(100)
    write_jsonl("a.jsonl", sorted(documents, key=lambda text: not is_val(text))[5:])
    whole = make("a.jsonl", out="whole", split=split).dataset
    if budget < 2:
        with pytest.raises(FledgeError, match="too little text"):
            make("a.jsonl", tokens=budget, split=split)
        return
    made = make("a.jsonl", tokens=budget, split=split).dataset
    assert made.tokens["train"] == min(budget, whole.tokens["train"])
    assert tokens("out", "train") == tokens("whole", "train")[:budget]
    assert tokens("out", "val") == tokens("whole", "val")[: made.tokens["val"]]
    if split == "contiguous":
        assert made.tokens["val"] == whole.tokens["val"]
    assert made.bytes is not None
    assert made.bytes["train"] == sum(token < 256 for token in tokens("out", "train"))


def test_small_sets_are_one_file_as_nanogpt_has_them() -> None:
    write_jsonl("a.jsonl", some_documents(50))
    make("a.jsonl")
    assert sorted(contents("out")) == ["dataset.json", "train.bin", "val.bin"]
    make("a.jsonl", out="shards", shard_tokens=100)
    assert "train-00001.bin" in contents("shards")
    make("a.jsonl", out="single", single=True)
    assert (
        contents("single")["train.bin"]
        == contents("out")["train.bin"]
        == b"".join(content for name, content in sorted(contents("shards").items()) if name.startswith("train"))
    )
    with pytest.raises(FledgeError, match="--single is one file"):
        make("a.jsonl", out="both", single=True, shard_tokens=10)


def test_a_tokenizer_is_learnt_and_kept_with_the_dataset() -> None:
    write_jsonl("a.jsonl", some_documents(100))
    made = make("a.jsonl", tokenizer="bpe:300").dataset
    assert made.vocab_size <= 300
    assert "tokenizer.json" in contents("out")
    text = "".join(open_dataset(Path("out")).tokenizer().decode(tokens("out", split)) for split in ("train", "val"))
    assert sorted(text.split("<|endoftext|>")[:-1]) == sorted(some_documents(100))
    make("a.jsonl", out="again", tokenizer="out/tokenizer.json")
    assert contents("again")["train.bin"] == contents("out")["train.bin"]


def test_words_divide_a_text_file() -> None:
    documents = some_documents(50)
    Path("stories.txt").write_text("<|endoftext|>".join(documents))
    assert command.run(["stories.txt", "--separator=<|endoftext|>", "--tokenizer=byte", "--val_fraction=0.2"]) == 0
    write_jsonl("a.jsonl", documents)
    make("a.jsonl")
    assert tokens("data/stories", "train") == tokens("out", "train")


def test_what_is_left_out_is_counted() -> None:
    documents = some_documents(60)
    lines = [json.dumps({"text": text}) for text in [*documents, "", documents[3], "x" * 40]]
    lines[5:5] = ["{broken", json.dumps({"title": "no text"}), json.dumps({"text": None})]
    Path("a.jsonl").write_text("\n".join(lines) + "\n")
    Path("b.jsonl.gz").write_bytes(b"\x1f\x8b nothing of the kind")
    with pytest.raises(FledgeError, match=r"a\.jsonl, line 6: .*--on_error=skip"):
        make("a.jsonl", "b.jsonl.gz")
    made = make("a.jsonl", "b.jsonl.gz", on_error="skip", cleaning=Cleaning(duplicates="exact", min_chars=2))
    assert made.left_out["exact duplicate"] >= 1
    assert made.left_out["empty"] == 2
    assert sum(count for why, count in made.left_out.items() if "file" in why) == 1
    described = json.loads(Path("out/dataset.json").read_text())["source"]["left_out"]
    assert described == dict(made.left_out)


# interruptions


class Crash(BaseException):
    """As sudden as a power cut, for this process."""


def crashing(monkeypatch: pytest.MonkeyPatch, chance: float, rng: random.Random) -> None:
    """Any write, save or verdict may be the last."""
    for owner, name in (
        (output.Output, "add"),
        (output.Output, "save"),
        (output.Output, "finish"),
        (SplitWriter, "write"),
        (SplitWriter, "_close_shard"),
        (Cleaner, "verdict"),
    ):
        real = getattr(owner, name)

        def fragile(*arguments: Any, _real: Any = real, **more: Any) -> Any:
            if rng.random() < chance:
                raise Crash
            result = _real(*arguments, **more)
            if rng.random() < chance:
                raise Crash
            return result

        monkeypatch.setattr(owner, name, fragile)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"shard_tokens": 500},
        {"single": True},
        {"tokens": 3000, "shard_tokens": 700},
        {"split": "contiguous", "tokenizer": "char"},
        {"split": "contiguous", "shard_tokens": 300},
        {"tokenizer": "bpe:280"},
        {"on_error": "skip", "cleaning": Cleaning(duplicates="near", min_chars=3, max_chars=200)},
    ],
    ids=str,
)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_crashes_change_nothing(changes: dict[str, Any], seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    documents = some_documents(150)
    write_jsonl("a.jsonl", documents[:70] + documents[:5])
    pq.write_table(pa.table({"text": documents[70:140]}), "b.parquet", row_group_size=9)
    Path("c.txt").write_text(" ".join(documents[140:]) * 3)
    inputs = ("a.jsonl", "b.parquet", "c.txt")
    make(*inputs, out="whole", **changes)
    rng = random.Random(seed)
    with monkeypatch.context() as patch:
        crashing(patch, 0.02, rng)
        for attempt in itertools.count(1):
            try:
                make(*inputs, **{**changes, "workers": rng.choice([1, 2, 5])})
                break
            except Crash:
                assert not Path("out").exists()
            assert attempt < 2000
    assert attempt > 2, "nothing was interrupted"
    assert contents("out") == contents("whole")
    assert not working_dir(Path("out")).exists()


PROGRAM = """
import sys
from fledge.corpus import piece
from fledge.prepare import flow, output
piece.PIECE_CHARACTERS, flow.BATCH_CHARACTERS, output.SAVE_S = 2000, 20_000, 0.002
from fledge.cli import main
sys.exit(main(sys.argv[1:]))
"""


def arguments(out: str, *more: str) -> list[str]:
    options = ["--tokenizer=byte", "--val_fraction=0.1", "--shard_tokens=70000", f"--name={out}", "--data_dir=."]
    return [sys.executable, "-c", PROGRAM, "prepare", "a.jsonl", "b.parquet", "c.txt", *options, *more]


def kill_and_go_on(times: int, *more: str) -> int:
    """Start it again and again, and kill it at a random moment of its work; how often it was."""
    write_jsonl("a.jsonl", some_documents(6000, 1))
    pq.write_table(pa.table({"text": some_documents(6000, 2)}), "b.parquet", row_group_size=500)
    Path("c.txt").write_text(" ".join(some_documents(6000, 3)))
    began = time.monotonic()
    subprocess.run(arguments("whole", *more), check=True, capture_output=True)
    typical = time.monotonic() - began
    rng, killed = random.Random(5), 0
    state = working_dir(Path("out")) / "state.json"
    for _ in range(times):
        workers = f"--workers={rng.randint(1, 4)}"
        process = subprocess.Popen(arguments("out", *more, workers), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        before = state.stat().st_mtime_ns if state.exists() else 0
        while process.poll() is None and (not state.exists() or state.stat().st_mtime_ns == before):
            time.sleep(0.001)  # it is at work once it has saved something
        time.sleep(rng.random() * typical / times)
        process.send_signal(signal.SIGKILL)
        _, errors = process.communicate()
        killed += process.returncode == -signal.SIGKILL
        assert process.returncode in (0, -signal.SIGKILL), errors.decode()
    subprocess.run(arguments("out", *more), check=True, capture_output=True)
    assert contents("out") == contents("whole")
    return killed


def test_killed_and_started_again_gives_the_same_bytes() -> None:
    assert kill_and_go_on(4) >= 2


@pytest.mark.slow
@pytest.mark.parametrize("more", [(), ("--duplicates=near",), ("--tokens=900000",)], ids=str)
def test_killed_twenty_times(more: tuple[str, ...]) -> None:
    assert kill_and_go_on(20, *more) >= 10
