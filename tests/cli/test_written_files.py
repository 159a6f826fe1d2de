"""Files that a command writes at its end: whether it can is known before it works for minutes."""

import os
from pathlib import Path

import pytest

from fledge.cli.commands import export, plan, report, tune
from fledge.cli.commands.checkpoint import consolidate
from fledge.cli.commands.tokenizer import train
from fledge.common.errors import FledgeError
from fledge.common.files import check_writable
from fledge.tokenizer.bpe import Gpt2Tokenizer
from tests.helpers import Fledge

# For each command: its arguments, the module and name of what takes long.
LONG = {
    "plan --hours": (["plan", "--hours=1", "--dataset=tiny"], plan, "best_for_time"),
    "tune": (["tune", "--dataset=tiny"], tune, "with_data"),
    "report": (["report", "some.log"], report, "open_runs"),
    "export": (["export", "some.gguf"], export, "open_pretrained"),
    "tokenizer train": (["tokenizer", "train", "text.txt"], train, "train_bpe"),
    "checkpoint consolidate": (["checkpoint", "consolidate", "some"], consolidate, "read_checkpoint"),
}


@pytest.fixture(autouse=True)
def _files(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("text.txt").write_text("some text\n" * 100)
    Path("some.gguf").write_bytes(b"GGUF")
    monkeypatch.setattr(consolidate, "named_step", lambda name, which: Path(name))
    for _, module, name in LONG.values():
        monkeypatch.setattr(module, name, never)


def never(*_: object, **__: object) -> None:
    raise AssertionError("it worked before it looked whether it can write")


@pytest.mark.parametrize("command", LONG)
@pytest.mark.parametrize("out", ["text.txt/out.txt", "text.txt/new/out.txt", f"new/{'n' * 300}/out.txt"])
def test_a_place_that_cannot_be_written(command: str, out: str, fledge: Fledge) -> None:
    before = sorted(map(str, Path().rglob("*")))
    code, _, err = fledge(*LONG[command][0], f"--out={out}")
    assert (code, len(err.splitlines())) == (2, 1)
    assert f"can't write {out}: " in err
    assert sorted(map(str, Path().rglob("*"))) == before


@pytest.mark.parametrize("command", LONG)
def test_a_directory_is_no_file(command: str, fledge: Fledge) -> None:
    code, _, err = fledge(*LONG[command][0], "--out=data")
    assert (code, len(err.splitlines())) == (2, 1)
    assert "data" in err


@pytest.mark.parametrize("command", ["plan --hours", "tune", "report"])
@pytest.mark.parametrize("more", [[], ["--overwrite"]])
def test_a_pipe_is_neither_read_nor_replaced(command: str, more: list[str], fledge: Fledge) -> None:
    os.mkfifo("pipe")
    code, _, err = fledge(*LONG[command][0], "--out=pipe", *more)
    assert (code, len(err.splitlines())) == (2, 1)
    assert "pipe is not a regular file" in err
    assert Path("pipe").is_fifo()


def test_the_picture_of_a_plan_is_looked_at_too(fledge: Fledge) -> None:
    Path("planned.html").mkdir()
    code, _, err = fledge("plan", "--hours=1", "--dataset=tiny")
    assert (code, len(err.splitlines())) == (2, 1)
    assert "planned.html is a directory" in err


def test_the_folder_of_curves_is_looked_at_too(fledge: Fledge) -> None:
    code, _, err = fledge("report", "some.log", "--csv=text.txt/curves")
    assert (code, len(err.splitlines())) == (2, 1)
    assert "can't write text.txt/curves" in err


def test_looking_leaves_nothing_behind() -> None:
    check_writable(Path("some/new/folder/file.txt"))
    assert not Path("some").exists()
    Path("kept").mkdir()
    check_writable(Path("kept/file.txt"))
    assert list(Path("kept").iterdir()) == []
    with pytest.raises(FledgeError, match=r"can't write text\.txt/file"):
        check_writable(Path("text.txt/file"))


@pytest.mark.parametrize("name", ["missing.txt", "missing/*.txt"])
def test_no_vocabulary_is_fetched_for_text_that_is_not_there(
    name: str, fledge: Fledge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Gpt2Tokenizer, "load", never)
    code, _, err = fledge("tokenizer", "stats", name)
    assert (code, len(err.splitlines())) == (2, 1)
    assert "missing" in err
