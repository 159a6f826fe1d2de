"""CONTRIBUTING.md: what it adds, added to a copy of fledge exactly as the page says, works."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.shown import FENCE, ROOT
from tests.helpers import TINY, write_dataset

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
GPUS = "src/fledge/hardware/gpus.csv"


def section(title: str) -> str:
    return next(part for part in re.split(r"^## ", PAGE, flags=re.MULTILINE) if part.startswith(title))


def follow(title: str, folder: Path) -> None:
    """Does what the blocks of a section say: new files, changed files, rows of the GPU table."""
    for language, block in FENCE.findall(section(title)):
        if language == "python":
            name, _, code = block.partition("\n")
            (folder / name.removeprefix("# ")).write_text(code)
        elif language == "diff":
            name, *hunks = re.split(r"^@@\n", block, flags=re.MULTILINE)
            for hunk in hunks:
                change(folder / name.strip().removeprefix("+++ "), hunk)
        elif language == "csv":
            with (folder / GPUS).open("a") as table:
                table.write(block)


def change(file: Path, hunk: str) -> None:
    """The lines with - and space become those with + and space. They stand in the file once."""
    lines = hunk.splitlines()
    old = "\n".join(line[1:] for line in lines if not line.startswith("+"))
    new = "\n".join(line[1:] for line in lines if not line.startswith("-"))
    text = file.read_text()
    assert text.count(old) == 1, f"{file.name} has {text.count(old)} times:\n{old}"
    file.write_text(text.replace(old, new))


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "config", tmp_path / "config")
    return tmp_path


def fledge(folder: Path, *argv: str, code: int = 0) -> str:
    """What the copy's `fledge` prints."""
    env = {**os.environ, "PYTHONPATH": str(folder / "src"), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "fledge", *argv]
    done = subprocess.run(
        command, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    assert done.returncode == code, done.stdout
    return done.stdout


def log_of(losses: Iterator[float]) -> str:
    return "".join(f"#{it} L={loss:.2f} (0.5s)\n" for it, loss in enumerate(losses))


def test_a_format_and_a_finding(copy: Path) -> None:
    follow("Add a log format", copy)
    follow("Add a finding", copy)
    (copy / "toy.log").write_text(log_of(3 - it / 10 for it in range(60)))
    about = json.loads(fledge(copy, "explain", "toy.log", "--json"))
    assert about["format"] == "mine"
    found = {finding["code"]: finding for finding in about["findings"]}
    assert found["negative_loss"]["evidence"] == "The last 5 losses are negative, up to iteration 59."


def test_a_gpu(copy: Path) -> None:
    follow("Add a GPU", copy)
    about = json.loads(fledge(copy, "devices", "rx", "7800", "xt", "--json"))
    assert "RX 7800 XT" in json.dumps(about)


def test_a_dataset(copy: Path) -> None:
    follow("Add a dataset", copy)
    assert "Make it: fledge prepare tinystories" in fledge(copy, "data", "inspect", "tinystories", code=2)


@pytest.mark.slow
def test_an_architecture(copy: Path) -> None:
    follow("Add an architecture", copy)
    write_dataset(copy / "data" / "tiny")
    shown = fledge(copy, "train", *TINY, "--arch=relu", "--max_iters=2", "--lr_decay_iters=2", "--out_dir=run")
    assert "finished: 2 iterations" in shown
    about = json.loads((copy / "run" / "metrics.jsonl").read_text().splitlines()[0])
    # 2 layers, 32 wide: 12 C^2 a layer, V C of the tied head, T C positions, (2 L + 1) C gains
    vocabulary = json.loads((copy / "run" / "config.json").read_text())["vocab_size"]["value"]
    assert about["params"] == 24 * 32**2 + vocabulary * 32 + 16 * 32 + 5 * 32
