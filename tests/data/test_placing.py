"""A dataset goes beside nanoGPT's own files: whole or absent, and nothing of theirs is touched."""

import contextlib
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fledge.common.errors import FledgeError
from fledge.data.dataset import open_dataset
from fledge.data.prepare import prepare
from fledge.data.prepare.request import Request
from fledge.data.prepare.workdir import workdir_path
from tests.helpers import Fledge

CLONE = {"prepare.py": b"import requests", "readme.md": b"# tiny shakespeare", "input.txt": b"First Citizen:"}
POEM = "Shall I compare thee to a summer's day?\nThou art more lovely and more temperate:\n" * 3
OUT = Path("data/poem")


@pytest.fixture(autouse=True)
def _workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("poem.txt").write_text(POEM)


def clone(path: Path = OUT) -> None:
    """The folder of a dataset in a clone of nanoGPT."""
    path.mkdir(parents=True)
    for name, content in CLONE.items():
        (path / name).write_bytes(content)


def nanogpts_tokens(path: Path = OUT) -> None:
    """What nanoGPT's prepare.py adds to it."""
    for split in ("train", "val"):
        np.zeros(500, np.uint16).tofile(path / f"{split}.bin")
    chars = "ab"
    meta = {"vocab_size": 2, "itos": dict(enumerate(chars)), "stoi": {char: i for i, char in enumerate(chars)}}
    (path / "meta.pkl").write_bytes(pickle.dumps(meta))


def assert_untouched(path: Path = OUT) -> None:
    assert {name: (path / name).read_bytes() for name in CLONE} == CLONE


def text(path: Path = OUT) -> str:
    data = open_dataset(path)
    return "".join(data.tokenizer().decode(data.split(split)) for split in ("train", "val"))


def make(overwrite: bool = False, **changes: Any) -> None:
    prepare(Request(("poem.txt",), OUT, "char", "contiguous", overwrite=overwrite, **changes))


QUICK = [
    "--arch=modern",
    "--compile=False",
    "--no-measure",
    "--n_layer=1",
    "--n_head=1",
    "--n_embd=32",
    "--batch_size=1",
]


@pytest.mark.parametrize("name", ["shakespeare_char", "shakespeare", "openwebtext"])
def test_a_fresh_clone_of_nanogpt_is_no_dead_end(fledge: Fledge, name: str) -> None:
    clone(Path("data", name))
    code, _, err = fledge("train", f"--dataset={name}", "--max_iters=1")
    assert code == 2
    assert f"fledge prepare {name}" in err
    code, out, _ = fledge("plan", f"--dataset={name}", "--gpu=RTX 4070", *QUICK)
    assert code == 0
    assert "is assumed" in out


def test_shakespeare_in_a_clone(fledge: Fledge) -> None:
    path = Path("data/shakespeare_char")
    clone(path)
    code, _, err = fledge("prepare", "shakespeare_char")
    assert (code, err) == (0, "")
    assert_untouched(path)
    assert open_dataset(path).tokens == {"train": 1_003_854, "val": 111_540}
    assert not workdir_path(path).exists()
    assert "already in" in fledge("prepare", "shakespeare_char")[1]


def test_what_nanogpt_prepared_is_replaced_only_if_asked(fledge: Fledge) -> None:
    clone()
    nanogpts_tokens()
    with pytest.raises(FledgeError, match=r"already holds another dataset .* or replace it with --overwrite"):
        make()
    assert open_dataset(OUT).vocab_size == 2
    assert fledge("prepare", "poem.txt", "--overwrite")[0] == 0
    assert_untouched()
    assert text() == POEM
    assert not (OUT / "meta.pkl").exists()


def test_a_dataset_is_replaced_beside_other_files() -> None:
    clone()
    make(shard_tokens=20)
    assert (OUT / "train-00000.bin").exists()
    make()
    assert text() == POEM
    assert sorted(os.listdir(OUT)) == sorted([*CLONE, "dataset.json", "train.bin", "val.bin"])
    assert_untouched()


@pytest.mark.parametrize("name", ["thesis.doc", "tokenizer.json", "model.pt"])
def test_other_files_are_refused(name: str) -> None:
    clone()
    (OUT / name).write_text("years of work")
    with pytest.raises(FledgeError, match=f"not part of a dataset \\({name}\\)"):
        make(overwrite=True)
    assert (OUT / name).read_text() == "years of work"


def test_a_text_may_lie_where_its_dataset_goes(fledge: Fledge) -> None:
    OUT.mkdir(parents=True)
    Path("poem.txt").rename(OUT / "poem.txt")
    assert fledge("prepare", "data/poem/poem.txt")[0] == 0
    assert text() == POEM
    assert (OUT / "poem.txt").read_text() == POEM


class Crash(BaseException):
    """As sudden as a power cut, for this process."""


def crash_at(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The numbered change of a directory and all later ones do not happen."""
    counted = iter(range(1000))

    def fragile(real: Callable[..., Any]) -> Callable[..., Any]:
        def change(path: Path, *arguments: Any, **more: Any) -> Any:
            is_placing = OUT.resolve() in (Path(path).resolve().parent, *(Path(arg).parent for arg in arguments))
            if is_placing and next(counted) >= number:
                raise Crash
            return real(path, *arguments, **more)

        return change

    for name in ("rename", "unlink"):
        monkeypatch.setattr(Path, name, fragile(getattr(Path, name)))


@pytest.mark.parametrize("shard_tokens", [20, 1000])
@pytest.mark.parametrize("number", range(12))
def test_a_crash_leaves_the_old_the_new_or_none(
    monkeypatch: pytest.MonkeyPatch, number: int, shard_tokens: int
) -> None:
    clone()
    nanogpts_tokens()
    with monkeypatch.context() as patch:
        crash_at(number, patch)
        try:
            make(overwrite=True, shard_tokens=shard_tokens)
        except Crash:
            assert_untouched()
            with contextlib.suppress(FledgeError):  # there in part, and so not at all
                assert open_dataset(OUT).vocab_size == 2 or text() == POEM
    make(overwrite=True, shard_tokens=shard_tokens)
    assert text() == POEM
    assert_untouched()
    assert not [name for name in os.listdir(OUT) if name == "meta.pkl"]
