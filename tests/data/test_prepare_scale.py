"""Collections of documents: split by hash, sharded, limited, and the same bytes however often it was interrupted."""

import contextlib
import errno
import hashlib
import itertools
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fledge.api.preparing import default_name
from fledge.cli.main import dispatch
from fledge.common import files
from fledge.common.errors import FledgeError, RunFailed
from fledge.data.corpus import records
from fledge.data.corpus.inputs import Input
from fledge.data.corpus.kinds import ReadOptions
from fledge.data.dataset import open_dataset
from fledge.data.filters.cleaning import Cleaner, Cleaning
from fledge.data.prepare import Prepared, batching, job, output, prepare
from fledge.data.prepare.disk_budget import report_and_check
from fledge.data.prepare.fetching import Fetcher
from fledge.data.prepare.request import Request
from fledge.data.prepare.shard_writer import SplitWriter
from fledge.data.prepare.workdir import workdir_path

WORDS = ["the", "a", "fledgling", "bird", "flew", "over", "under", "क्या", "سلام", "🙂", "1984", "it's", "\n", "  ", "."]
SMALL = {"CHUNK_CHARS": 64, "BATCH_CHARS": 200}


@pytest.fixture(autouse=True)
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(records, "CHUNK_CHARS", SMALL["CHUNK_CHARS"])
    monkeypatch.setattr(batching, "BATCH_CHARS", SMALL["BATCH_CHARS"])
    monkeypatch.setattr(output, "SAVE_INTERVAL_S", 0.0)


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
    documents = [text for text in some_documents(200) if len(text) <= SMALL["CHUNK_CHARS"]]
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
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
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
    with pytest.raises(FledgeError, match="--single makes one file"):
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
    assert (
        dispatch(["prepare", "stories.txt", "--separator=<|endoftext|>", "--tokenizer=byte", "--val_fraction=0.2"]) == 0
    )
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


@pytest.mark.parametrize("tokenizer", ["char", "byte"])
def test_nothing_left_is_not_called_empty(tokenizer: str) -> None:
    Path("a.jsonl").write_text("no JSON\n")
    with pytest.raises(FledgeError, match=r"nothing is left of a\.jsonl: 1 not JSON\."):
        make("a.jsonl", tokenizer=tokenizer, on_error="skip")


def test_too_little_text_says_what_was_left_out() -> None:
    write_jsonl("a.jsonl", ["a b c d e f g", "h", "i"])
    with pytest.raises(FledgeError, match=r"\(2 too short left out\)"):
        make("a.jsonl", cleaning=Cleaning(min_chars=5))


# what is told meanwhile


@pytest.fixture
def bars(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[tuple[int, int | None, str]]]:
    """Of each bar what it showed: how much is done, of how much, and the words."""
    shown: dict[str, list[tuple[int, int | None, str]]] = {}

    @contextlib.contextmanager
    def bar(label: str, total: int | None) -> Iterator[Callable[[int, str], None]]:
        yield lambda done, about: shown.setdefault(label, []).append((done, total, about))

    monkeypatch.setattr(job, "work_bar", bar)
    return shown


def test_what_is_done_before_the_tokens_is_shown(bars: dict[str, list[tuple[int, int | None, str]]]) -> None:
    size = write_jsonl("a.jsonl", some_documents(50)).stat().st_size
    make("a.jsonl", tokenizer="char", out="char")
    make("a.jsonl", tokenizer="bpe:300", out="bpe")
    looking, learning = bars["scanning the text"], bars["learning a vocabulary"]
    assert looking[-1][:2] == (size, size)
    assert size / 2 < learning[-1][0] <= size == learning[-1][1]


def test_a_download_is_shown_also_before_the_tokens(
    bars: dict[str, list[tuple[int, int | None, str]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fetch(folder: Path, report: Callable[[int], None]) -> Path:
        report(1_000_000)
        told.wait(10)
        return Path("a.jsonl")

    def tell(fetcher: Fetcher, index: int, look: Callable[[str], None]) -> Path:
        def look_and_go_on(about: str) -> None:
            look(about)
            told.set()

        return real(fetcher, index, look_and_go_on)

    told, real = threading.Event(), Fetcher.path
    write_jsonl("a.jsonl", some_documents(50))
    monkeypatch.setattr(Fetcher, "path", tell)
    monkeypatch.setattr(
        "fledge.data.prepare.build.find_inputs", lambda *_: ([Input("a.jsonl", 2_000_000, "1", fetch, True)], Counter())
    )
    make("a.jsonl", tokenizer="char")
    assert bars["scanning the text"][0] == (0, 2_000_000, "fetching a.jsonl: 1 of 2 MB")


def test_a_download_that_ends_while_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    class JustNow(Future[Path]):
        times = 0

        def result(self, timeout: float | None = None) -> Path:
            self.times += 1
            if self.times == 1:
                self.set_result(Path("a.txt"))
                raise TimeoutError
            return super().result(timeout)

    fetcher = Fetcher([Input("a.txt", 1, "1", lambda folder, report: Path("a.txt"), True)], Path(), keep=True)
    fetch = JustNow()
    monkeypatch.setattr(fetcher, "_begin", lambda index: fetch)
    assert fetcher.path(0, lambda about: None) == Path("a.txt")


# interruptions


def stopped_in_the_second_file(monkeypatch: pytest.MonkeyPatch, *inputs: str) -> None:
    save = output.Output.save

    def last(out: output.Output) -> None:
        save(out)
        if out.state.resume_point.input == 1 and out.state.resume_point.records:
            raise Crash

    with monkeypatch.context() as patch:
        patch.setattr(output.Output, "save", last)
        with pytest.raises(Crash):
            make(*inputs)


def test_going_on_counts_the_files_before(
    bars: dict[str, list[tuple[int, int | None, str]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = [write_jsonl(name, some_documents(100)).stat().st_size for name in ("a.jsonl", "b.jsonl")]
    stopped_in_the_second_file(monkeypatch, "a.jsonl", "b.jsonl")
    bars.clear()
    make("a.jsonl", "b.jsonl")
    ((first, *_, last),) = bars.values()
    assert first[0] >= sizes[0]
    assert last[:2] == (sum(sizes), sum(sizes))


def test_starting_anew_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a.jsonl", "b.jsonl"):
        write_jsonl(name, some_documents(100))
    stopped_in_the_second_file(monkeypatch, "a.jsonl", "b.jsonl")
    os.utime("b.jsonl", (1, 1))
    make("a.jsonl", "b.jsonl")
    assert "starting over: the " in capsys.readouterr().err
    make("a.jsonl", "b.jsonl", out="whole")
    assert contents("out") == contents("whole")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("owner", "name"), [(SplitWriter, "write"), (files, "sync")], ids=["shards", "the state"])
def test_a_full_disk_says_how_to_go_on(owner: object, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    write_jsonl("a.jsonl", some_documents(100))
    monkeypatch.setattr(owner, name, full)
    with pytest.raises(RunFailed, match=r"No space left on device\. Free some space and run the same command again"):
        make("a.jsonl")


def test_a_small_disk_is_spoken_of_in_small_units() -> None:
    with pytest.raises(FledgeError, match=r"needs about 30\.0 MB and out has 2\.5 MB free"):
        report_and_check(output=30_000_000, downloads=0, free=2_500_000, folder=Path("out"))


class Crash(BaseException):
    """As sudden as a power cut, for this process."""


def crashing(monkeypatch: pytest.MonkeyPatch, chance: float, rng: random.Random) -> None:
    """Any write, save or verdict may be the last."""
    for owner, name in (
        (output.Output, "add"),
        (output.Output, "save"),
        (output.Output, "finish"),
        (SplitWriter, "write"),
        (Cleaner, "reason_to_drop"),
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
        pytest.param({}, marks=pytest.mark.slow),
        pytest.param({"shard_tokens": 500}, marks=pytest.mark.slow),
        {"single": True},
        {"tokens": 3000, "shard_tokens": 700},
        pytest.param({"split": "contiguous", "tokenizer": "char"}, marks=pytest.mark.slow),
        {"split": "contiguous", "shard_tokens": 300},
        {"tokenizer": "bpe:280"},
        {"on_error": "skip", "cleaning": Cleaning(duplicates="near", min_chars=3, max_chars=200)},
    ],
    ids=str,
)
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow), pytest.param(3, marks=pytest.mark.slow)])
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
    assert not workdir_path(Path("out")).exists()


PROGRAM = """
import sys
from fledge.data.corpus import records
from fledge.data.prepare import batching, output
records.CHUNK_CHARS, batching.BATCH_CHARS, output.SAVE_INTERVAL_S = 2000, 20_000, 0.002
from fledge.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


def arguments(out: str, *more: str) -> list[str]:
    options = ["--tokenizer=byte", "--val_fraction=0.1", "--shard_tokens=70000", f"--name={out}", "--data_dir=."]
    return [sys.executable, "-c", PROGRAM, "prepare", "a.jsonl", "b.parquet", "c.txt", *options, *more]


def kill_and_go_on(times: int, *more: str) -> int:
    """Start it again and again, and kill it at a random moment of its work; how often it was."""
    write_jsonl("a.jsonl", some_documents(4000, 1))
    pq.write_table(pa.table({"text": some_documents(4000, 2)}), "b.parquet", row_group_size=500)
    Path("c.txt").write_text(" ".join(some_documents(4000, 3)))
    began = time.monotonic()
    subprocess.run(arguments("whole", *more), check=True, capture_output=True)
    typical = time.monotonic() - began
    rng, killed = random.Random(5), 0
    state = workdir_path(Path("out")) / "state.json"
    for _ in range(times):
        workers = f"--workers={rng.randint(1, 4)}"
        process = subprocess.Popen(arguments("out", *more, workers), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        before = state.stat().st_mtime_ns if state.exists() else 0
        while process.poll() is None and (not state.exists() or state.stat().st_mtime_ns == before):
            time.sleep(0.001)  # it is at work once it has saved something
        time.sleep(rng.random() * typical / times / 4)  # most of it is Python's start: the work itself is shorter
        process.send_signal(signal.SIGKILL)
        _, errors = process.communicate()
        if process.returncode != 0:  # it had not just finished
            assert process.returncode == -signal.SIGKILL, errors.decode()
            killed += 1
    subprocess.run(arguments("out", *more), check=True, capture_output=True)
    assert contents("out") == contents("whole")
    return killed


def test_killed_and_started_again_gives_the_same_bytes() -> None:
    assert kill_and_go_on(4) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("more", [(), ("--duplicates=near",), ("--tokens=900000",)], ids=str)
def test_killed_twenty_times(more: tuple[str, ...]) -> None:
    assert kill_and_go_on(20, *more) >= 10


def test_pictures_in_an_archive_are_passed_over_and_counted() -> None:
    with zipfile.ZipFile("site.zip", "w") as archive:
        archive.writestr("logo.png", b"\x89PNG\r\n\x1a\n\0")
        for number, text in enumerate(some_documents(40)):
            archive.writestr(f"{number}.txt", text or "empty")
    made = make("site.zip")
    assert made.left_out["not of a known text type"] == 1


def test_a_budget_that_is_not_reached_is_told() -> None:
    write_jsonl("a.jsonl", some_documents(50))
    assert any("of the 1,000,000 tokens asked for" in note for note in make("a.jsonl", tokens=1_000_000).notes)


def test_a_missing_column_is_named_beside_those_that_exist() -> None:
    write_jsonl("a.jsonl", some_documents(5))
    with pytest.raises(FledgeError, match=r"a\.jsonl, line 1 \(column body is not among text\): no text"):
        make("a.jsonl", read_options=ReadOptions(text_column="body"))


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("hf://datasets/OWNER/NAME/data/*.parquet", "NAME"),
        ("hf://datasets/OWNER/NAME@v1/x.jsonl", "NAME"),
        ("hf://datasets/OWNER", "OWNER"),
        ("books/my novel (1).txt", "my_novel_1"),
        ("crawl.jsonl.zst", "crawl.jsonl"),
    ],
)
def test_what_a_dataset_is_called(word: str, name: str) -> None:
    assert default_name(word) == name
