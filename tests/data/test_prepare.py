"""Text to a dataset directory: nanoGPT's bytes, any encoding, any file, and nothing left behind on failure."""

import hashlib
import json
import os
import shutil
import socket
import subprocess
import unicodedata
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fledge.cli.main import dispatch
from fledge.common.errors import FledgeError, RunFailed
from fledge.data.corpus import records, sources
from fledge.data.corpus.catalog import TINY_SHAKESPEARE, TINY_SHAKESPEARE_SHA256, shipped_text
from fledge.data.corpus.kinds import ReadOptions
from fledge.data.corpus.local import local_input
from fledge.data.dataset import open_dataset
from fledge.data.prepare import Prepared, batching, disk_budget, job, prepare, vocabulary
from fledge.data.prepare.request import Request
from fledge.data.prepare.shard_writer import SplitWriter
from fledge.tokenizer.base import Tokenizer
from fledge.tokenizer.bpe import Gpt2Tokenizer

POEM = "Shall I compare thee to a summer's day?\nThou art more lovely and more temperate:\n" * 3


@pytest.fixture(autouse=True)
def workplace(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    if "slow" not in request.keywords:
        monkeypatch.setenv("FLEDGE_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def small_gpt2(monkeypatch: pytest.MonkeyPatch) -> Gpt2Tokenizer:
    """GPT-2's rules with a small vocabulary, so that nothing has to be fetched."""
    merges = ["  ", "    ", "\n\n", " \n", " a", "th", "the", " t", "or", "'s", "..", "11", "\t\t"]
    tokens = [bytes([i]) for i in range(256)] + [merge.encode() for merge in merges]
    tokenizer = Gpt2Tokenizer({token: rank for rank, token in enumerate(tokens)})
    monkeypatch.setattr(Gpt2Tokenizer, "load", staticmethod(lambda: tokenizer))
    return tokenizer


def write(name: str, content: str | bytes) -> Path:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def texts(out: Path) -> tuple[str, str]:
    data = open_dataset(out)
    tokenizer = data.tokenizer()
    return tokenizer.decode(data.split("train")), tokenizer.decode(data.split("val"))


def ids(out: Path) -> tuple[list[int], list[int]]:
    train, val = (np.fromfile(out / f"{split}.bin", dtype=np.uint16).tolist() for split in ("train", "val"))
    return train, val


def prepare_text(
    paths: list[Path], out: Path, tokenizer: str = "auto", val_fraction: float = 0.0, encoding: str = "utf-8"
) -> Prepared:
    words = tuple(path.as_posix() for path in paths)
    return prepare(Request(words, out, tokenizer, "contiguous", val_fraction, read_options=ReadOptions(encoding)))


def problem(*paths: str, **changes: object) -> str:
    with pytest.raises(FledgeError) as error:
        prepare_text([Path(path) for path in paths], Path("out"), **changes)  # type: ignore[arg-type]
    assert not [*Path().glob("out*"), *Path().glob(".out*")], "a failure leaves nothing behind"
    return str(error.value)


def nanogpt_char(text: str) -> tuple[bytes, bytes]:
    """The two files as nanoGPT's recipe makes them."""
    stoi = {char: i for i, char in enumerate(sorted(set(text)))}
    n = len(text)
    parts = text[: int(n * 0.9)], text[int(n * 0.9) :]
    train, val = (np.array([stoi[char] for char in part], dtype=np.uint16).tobytes() for part in parts)
    return train, val


@given(st.text(st.characters(exclude_characters="\r\0\ufeff", codec="utf-8"), min_size=30))
@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_characters_are_nanogpts(text: str) -> None:
    write("poem.txt", text)
    made = prepare_text([Path("poem.txt")], Path("out"), "char")
    assert ((Path("out") / "train.bin").read_bytes(), (Path("out") / "val.bin").read_bytes()) == nanogpt_char(text)
    assert made.dataset.bytes is not None
    assert sum(made.dataset.bytes.values()) == len(text.encode())
    assert "".join(texts(Path("out"))) == text


@given(
    st.lists(
        st.text(st.sampled_from(" \n\t\x1c\x85\u3000a1.'s\u4e2d\U0001f642th"), min_size=12, max_size=80),
        min_size=1,
        max_size=3,
    ),
    st.integers(1, 40),
)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_reading_in_blocks_changes_nothing(small_gpt2: Gpt2Tokenizer, parts: list[str], block: int) -> None:
    """The tokens of each split, whatever the size of the blocks, are those of its text encoded at once."""
    paths = [write(f"{number}.txt", part) for number, part in enumerate(parts)]
    whole = "".join(parts)
    cut = int(len(whole) * 0.6)
    expected: dict[str, list[int]] = {"train": [], "val": []}
    start = 0
    for number, part in enumerate(parts):
        inside = max(0, min(len(part), cut - start))
        expected["train"] += small_gpt2.encode(part[:inside]).tolist()
        expected["val"] += small_gpt2.encode(part[inside:]).tolist()
        start += len(part)
        if number + 1 < len(parts):
            assert small_gpt2.eot is not None
            expected["train" if start <= cut else "val"].append(small_gpt2.eot)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sources, "READ_BYTES", block)
        patch.setattr(records, "CHUNK_CHARS", block)
        patch.setattr(batching, "BATCH_CHARS", 3 * block)
        shutil.rmtree("out", ignore_errors=True)  # another number of files would be another dataset
        prepare_text(paths, Path("out"), "gpt2", val_fraction=0.4)
    assert ids(Path("out")) == (expected["train"], expected["val"])


def test_text_with_no_end_of_a_word_is_cut_anyway(small_gpt2: Gpt2Tokenizer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "CHUNK_CHARS", 64)
    monkeypatch.setattr(batching, "MAX_CARRIED_CHARS", 200)
    write("genome.txt", "acgt" * 1000)
    prepare_text([Path("genome.txt")], Path("out"), "gpt2")
    train, val = ids(Path("out"))
    assert small_gpt2.decode(train + val) == "acgt" * 1000


def test_what_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    path = write("poem.txt", POEM)
    prepare_text([path], Path("data/poem"), "byte", val_fraction=0.25)
    assert sorted(os.listdir("data/poem")) == ["dataset.json", "train.bin", "val.bin"]
    assert os.listdir("data") == ["poem"]
    described = json.loads(Path("data/poem/dataset.json").read_text(encoding="utf-8"))
    train = int(len(POEM) * 0.75)
    assert described["tokens"] == described["bytes"] == {"train": train, "val": len(POEM) - train}
    assert described["source"]["files"] == [{"name": "poem.txt", "bytes": len(POEM)}]
    for split in ("train", "val"):
        content = Path(f"data/poem/{split}.bin").read_bytes()
        assert described["shards"][split][0]["sha256"] == hashlib.sha256(content).hexdigest()
    assert capsys.readouterr() == ("", "")


def test_documents_are_divided(small_gpt2: Gpt2Tokenizer) -> None:
    for name, text in (
        ("b.txt", "second file."),
        ("a.txt", "first file"),
        ("deep/c.md", "third\n"),
        ("e.txt", ""),
    ):
        write(f"folder/{name}", text)
    write("last.txt", "the end is nigh and here")
    paths = [Path("folder"), Path("last.txt")]
    made = prepare_text(paths, Path("chars"), "char")
    assert "".join(texts(Path("chars"))) == "first file\nsecond file.\nthird\nthe end is nigh and here"
    assert made.dataset.documents == {"train": 4, "val": 0}, "where they begin"
    assert made.left_out == {"empty": 1}
    prepare_text(paths, Path("bytes"), "byte")
    divided = "<|endoftext|>".join(("first file", "second file.", "third\n", "the end is nigh and here"))
    assert "".join(texts(Path("bytes"))) == divided
    prepare_text(paths, Path("bpe"), "gpt2")
    train, val = ids(Path("bpe"))
    assert small_gpt2.decode(train + val) == divided


def test_a_folder_is_searched_for_text() -> None:
    write("folder/keep.txt", POEM)
    write("folder/README", POEM)
    write("folder/sub/code.py", "print('hello')\n")
    write("folder/.hidden/secret.txt", "no")
    write("folder/.env", "no")
    write("folder/photo.jpg", b"\xff\xd8")
    write("folder/fake.txt", b"MZ\0\0\1")
    write("folder/data/old/train.bin", b"\0\0")
    write("folder/data/old/dataset.json", "{}")
    made = prepare_text([Path("folder"), Path("folder/keep.txt")], Path("out"), "char")
    files = [file["name"] for file in json.loads(Path("out/dataset.json").read_text())["source"]["files"]]
    assert files == ["folder/README", "folder/keep.txt", "folder/sub/code.py"]
    [note] = made.notes
    for part in ("2 hidden", "1 binary", "1 not of a known text type", "2 in a dataset", "1 named twice"):
        assert part in note


def test_line_ends_and_byte_order_marks() -> None:
    windows = b"\xef\xbb\xbf" + b"one\r\ntwo\r\nthree\n" * 4
    prepare_text([write("windows.txt", windows)], Path("out"), "char")
    assert "".join(texts(Path("out"))) == "one\ntwo\nthree\n" * 4


def test_a_line_end_across_two_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    text = b"\xef\xbb\xbf" + "é\r\n🙂\r\nx\ry".encode() * 9
    for block in range(1, 12):
        monkeypatch.setattr(sources, "READ_BYTES", block)
        prepare_text([write("windows.txt", text)], Path("out"), "char")
        assert "".join(texts(Path("out"))) == "é\n🙂\nx\ny" * 9


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "utf-16", "utf-16-le", "utf-32", "utf-8-sig", "UTF8"])
def test_other_encodings(encoding: str) -> None:
    text = "façade, déjà vu\n" * 10
    prepare_text([write("text.txt", text.encode(encoding))], Path("out"), "char", encoding=encoding)
    assert "".join(texts(Path("out"))) == text


@pytest.mark.parametrize("block", [7, 1 << 20])
@pytest.mark.parametrize(
    ("content", "offset", "advice"),
    [
        ("naïve".encode("latin-1"), 2, "latin-1"),
        ("it’s so".encode("cp1252"), 2, "cp1252"),
        (b"\xef\xbb\xbf0123456789\xe9 and more", 13, "latin-1"),
        ("中文测试文本".encode("gb18030"), 0, "gb18030"),
        ("hello".encode("utf-16"), 0, "utf-16"),
        (b"plain and then torn \xe4\xb8", 20, "encoding="),
    ],
)
def test_a_wrong_encoding_is_located(
    monkeypatch: pytest.MonkeyPatch, content: bytes, offset: int, advice: str, block: int
) -> None:
    monkeypatch.setattr(sources, "READ_BYTES", block)
    write("old.txt", content)
    message = problem("old.txt")
    assert f"old.txt is not utf-8: byte 0x{content[offset]:02x} at offset {offset}." in message
    if block > 7:
        assert advice in message


def test_what_can_not_be_prepared() -> None:
    write("empty.txt", "")
    write("bom.txt", b"\xef\xbb\xbf")
    write("tiny.txt", "abc")
    write("poem.txt", POEM)
    write("tokens.txt", b"a\0b\0")
    Path("nothing").mkdir()
    Path("loop.txt").symlink_to("loop.txt")
    os.mkfifo("pipe.txt")
    assert "empty.txt is empty" in problem("empty.txt")
    assert "is empty" in problem("empty.txt", "bom.txt")
    assert "too little text: of 3 characters the val split gets 1 tokens" in problem("tiny.txt")
    assert "change --val_fraction." in problem("tiny.txt"), "it is contiguous already"
    assert "loop.txt is a link to loop.txt, which is not there" in problem("loop.txt")
    assert "no file or folder peom.txt. Did you mean poem.txt?" in problem("peom.txt")
    assert "no file or folder there/at/all.txt." in problem("there/at/all.txt")
    assert "looks like a binary file" in problem("tokens.txt")
    assert "no text file in nothing" in problem("nothing")
    assert "neither a file nor a folder" in problem("pipe.txt")
    assert "not a text encoding Python knows" in problem("poem.txt", encoding="utf-88")
    assert "not a text encoding Python knows" in problem("poem.txt", encoding="base64")
    for fraction in (1.0, -0.1, 7.0, float("nan")):
        assert "not between 0 and 1" in problem("poem.txt", val_fraction=fraction)


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_that_can_not_be_read() -> None:
    write("poem.txt", POEM).chmod(0)
    assert "can't read poem.txt: Permission denied" in problem("poem.txt")


def test_preparing_again_replaces() -> None:
    path = write("poem.txt", POEM)
    prepare_text([path], Path("out"), "char")
    write("poem.txt", POEM + POEM)
    prepare_text([path], Path("out"), "byte")
    assert "".join(texts(Path("out"))) == POEM + POEM
    assert not list(Path().glob(".out*"))


def test_something_else_is_never_overwritten() -> None:
    path = write("poem.txt", POEM)
    other = write("other.txt", POEM)
    prepare_text([path], Path("out"), "char")
    with pytest.raises(FledgeError, match=r"another dataset \(made from poem\.txt\)"):
        prepare_text([other], Path("out"), "char")
    write("nanogpt/train.bin", b"\0\0")
    with pytest.raises(FledgeError, match="another dataset"):
        prepare_text([path], Path("nanogpt"), "char")
    write("mine/thesis.doc", "years of work")
    with pytest.raises(FledgeError, match=r"not part of a dataset \(thesis\.doc\)"):
        prepare_text([path], Path("mine"), "char")
    with pytest.raises(FledgeError, match="is a file"):
        prepare_text([path], other, "char")
    assert Path("mine/thesis.doc").read_text() == "years of work"
    Path("blank").mkdir()
    prepare_text([path], Path("blank"), "char")


def test_a_link_that_leads_to_itself_is_no_place_to_write() -> None:
    Path("out").symlink_to("out")
    with pytest.raises(OSError, match="symbolic links"):
        prepare_text([write("poem.txt", POEM)], Path("out"), "char")


def test_a_link_to_a_text_names_the_dataset() -> None:
    write("blobs/5e884898da28", POEM)
    Path("poem.txt").symlink_to("blobs/5e884898da28")
    assert dispatch(["prepare", "poem.txt"]) == 0
    assert "".join(texts(Path("data/poem"))) == POEM


def test_a_directory_behind_a_link_stays_there() -> None:
    Path("disk/out").mkdir(parents=True)
    Path("out").symlink_to("disk/out")
    prepare_text([write("poem.txt", POEM)], Path("out"), "char")
    assert Path("out").is_symlink()
    assert Path("disk/out/train.bin").is_file()


def test_many_characters_need_wide_tokens() -> None:
    text = "".join(map(chr, [*range(32, 0xD800), *range(0xE000, 0xFEFF), *range(0x10000, 0x14000)]))
    made = prepare_text([write("all.txt", text)], Path("out"), "char")
    assert made.dataset.dtype == "uint32"
    assert made.dataset.vocab_size == len(text)
    assert "".join(texts(Path("out"))) == text


def test_a_file_that_grows_meanwhile_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    path = write("poem.txt", POEM)
    real = vocabulary.make_tokenizer

    def append(*arguments: Any) -> Tokenizer:
        with path.open("a") as file:
            file.write("more")
        return real(*arguments)

    monkeypatch.setattr(job, "make_tokenizer", append)
    assert "changed while it was being read" in problem("poem.txt", tokenizer="byte")


def test_an_interrupt_leaves_nothing_and_keeps_the_old(monkeypatch: pytest.MonkeyPatch) -> None:
    path = write("poem.txt", POEM)
    prepare_text([path], Path("out"), "char")
    before = Path("out/train.bin").read_bytes()

    def interrupt(*args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(SplitWriter, "write", interrupt)
    with pytest.raises(KeyboardInterrupt):
        prepare_text([path], Path("out"), "byte")
    assert sorted(os.listdir()) == ["out", "poem.txt"]
    assert Path("out/train.bin").read_bytes() == before


def test_the_default_tokenizer_depends_on_the_size_alone(
    monkeypatch: pytest.MonkeyPatch, small_gpt2: Gpt2Tokenizer
) -> None:
    path = write("poem.txt", POEM)
    made = prepare_text([path], Path("small"))
    assert made.dataset.tokenizer_spec["name"] == "char"
    assert made.notes[0].startswith("tokenizer char: the default for text up to 20 MB")
    monkeypatch.setattr(vocabulary, "LARGE_BYTES", 100)
    made = prepare_text([path], Path("large"))
    assert made.dataset.tokenizer_spec["name"] == "gpt2"


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    write("my poem (1).txt", POEM)
    assert dispatch(["prepare", "my poem (1).txt", "--data_dir=sets", "--val-fraction", "0.5"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert f"{len(POEM):,} bytes, 1 document, 1 file" in out
    assert out.endswith("next: fledge train config/demo.py --dataset=my_poem_1 --data_dir=sets\n")
    data = open_dataset(Path("sets/my_poem_1"))
    assert data.tokens["train"] == len(POEM) // 2


def test_the_commands_mistakes() -> None:
    write("poem.txt", POEM)
    for argv, reason in (
        ([], "nothing to prepare"),
        (["poem.txt", "--tokeniser=char"], "Did you mean --tokenizer"),
        (["poem.txt", "--tokenizer=word"], "neither auto, char, byte, gpt2, bpe:SIZE nor a file"),
        (["poem.txt", ""], "one of the names is empty"),
        (["poem.txt", "--name=../up"], "not a name below data_dir"),
        (["poem.txt", "--name=/tmp/x"], "not a name below data_dir"),
        (["shakespeare_char", "poem.txt"], "can't be joined with poem.txt"),
        (["poem.txt", "shakespeare"], "can't be joined with poem.txt"),
        (["shakespeare_char", "--tokenizer=byte"], "--name=shakespeare_byte"),
        (["shakespeare", "--encoding=latin-1"], "is UTF-8"),
    ):
        with pytest.raises(FledgeError) as error:
            dispatch(["prepare", *argv])
        assert reason in str(error.value)
    assert os.listdir() == ["poem.txt"]


def test_a_folder_named_like_a_set_is_written_with_a_dot() -> None:
    write("shakespeare/sonnet.txt", POEM)
    assert dispatch(["prepare", "./shakespeare"]) == 0
    assert "".join(texts(Path("data/shakespeare"))) == POEM


def test_what_an_address_hides_is_not_written_down(monkeypatch: pytest.MonkeyPatch) -> None:
    address = "https://me:PASSWORD@host/poem.txt?token=SECRET.zip"
    found = [local_input(write("poem.txt", POEM))]
    monkeypatch.setattr("fledge.data.corpus.find.find_remote", lambda word: found)
    assert dispatch(["prepare", address]) == 0
    described = Path("data/poem/dataset.json").read_text()
    assert json.loads(described)["source"]["paths"] == ["https://host/poem.txt"]
    assert dispatch(["prepare", address.replace("SECRET", "ANOTHER")]) == 0, "it is the same text"


def test_tiny_shakespeare_ships_with_the_package() -> None:
    content = TINY_SHAKESPEARE.read_bytes()
    assert (len(content), hashlib.sha256(content).hexdigest()) == (1_115_394, TINY_SHAKESPEARE_SHA256)


@pytest.mark.parametrize(
    ("name", "size", "script"), [("arabic_small", 1_199_786, "ARABIC"), ("hindi_small", 1_249_513, "DEVANAGARI")]
)
def test_texts_of_other_languages_ship_with_the_package(name: str, size: int, script: str) -> None:
    found = shipped_text(name)
    content = found.fetch(Path(), lambda _: None).read_bytes()
    assert (len(content), hashlib.sha256(content).hexdigest()) == (size, found.version)
    text = content.decode()
    letters = [char for char in text if char.isalpha()]
    assert all(unicodedata.name(char).startswith(script) for char in set(letters))
    assert unicodedata.is_normalized("NFC", text)


def test_a_shipped_text_becomes_a_dataset(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(FledgeError, match=r"stands for the tokenizer bpe:2048.*--name=hindi_small_byte"):
        dispatch(["prepare", "hindi_small", "--tokenizer=byte"])
    assert dispatch(["prepare", "arabic_small"]) == 0
    assert "next: fledge train config/train_arabic_small.py" in capsys.readouterr().out
    assert open_dataset(Path("data/arabic_small")).vocab_size == 2048


def test_shakespeare_char_is_nanogpts_byte_for_byte_and_needs_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("network")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(subprocess, "run", refuse)
    made = prepare(Request(("shakespeare_char",), Path("out")))
    assert (made.dataset.tokens, made.dataset.vocab_size) == ({"train": 1_003_854, "val": 111_540}, 65)
    text = TINY_SHAKESPEARE.read_text(encoding="utf-8")
    assert (Path("out/train.bin").read_bytes(), Path("out/val.bin").read_bytes()) == nanogpt_char(text)


@pytest.mark.slow
def test_shakespeare_by_gpt2_tokens_is_nanogpts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "CHUNK_CHARS", 10_000)
    made = prepare(Request(("shakespeare",), Path("out")))
    assert (made.dataset.tokens, made.dataset.vocab_size) == ({"train": 301_966, "val": 36_059}, 50257)
    text = TINY_SHAKESPEARE.read_text(encoding="utf-8")
    cut = int(len(text) * 0.9)
    encode = Gpt2Tokenizer.load().encode
    assert ids(Path("out")) == (encode(text[:cut]).tolist(), encode(text[cut:]).tolist())
    assert "".join(texts(Path("out"))) == text
    described, data = made.dataset, open_dataset(Path("out"))
    Path("out/dataset.json").unlink()  # as nanoGPT leaves it: the bytes are counted from the tokens
    assert open_dataset(Path("out")).bytes_per_token("val") == pytest.approx(data.bytes_per_token("val"))
    assert described.bytes == {"train": 1_003_854, "val": 111_540}


def test_more_text_than_the_disk_has_room_for_stops_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Packed text says little about its size: what is unpacked counts against what is free at that moment."""
    write("a.txt", POEM)
    full = shutil.disk_usage(".")._replace(free=disk_budget.RESERVED_BYTES + 100)
    with monkeypatch.context() as patched:
        patched.setattr(shutil, "disk_usage", lambda path: full)
        with pytest.raises(RunFailed, match=r"the text fills the disk: only 50\.0 MB are left"):
            prepare_text([Path("a.txt")], Path("out"))
    prepare_text([Path("a.txt")], Path("out"))
