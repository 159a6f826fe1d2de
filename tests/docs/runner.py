"""Runs a shown command in a folder where what it names exists, made shorter by settings behind its own."""

import contextlib
import glob
import io
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from fledge.cli.main import main
from tests.docs.shown import Shown

WRITES = ("prepare", "train", "export", "report", "tune", "tokenizer")  # get a copy of the folder for themselves
ONE_LAYER = ["--depth=0", "--n_layer=1", "--n_head=1", "--n_embd=64", "--block_size=32", "--batch_size=2"]
SHORT = ["--max_iters=2", "--lr_decay_iters=2", "--eval_interval=2", "--eval_iters=1", "--log_interval=1"]
LONG_ENOUGH = ["--max_iters=6", "--lr_decay_iters=6"]  # to go on from the runs in the folder, which have 4 iterations


@dataclass(frozen=True)
class Result:
    code: int
    output: str


def folder_for(shown: Shown, desk: Path, folder: Path, copy: Callable[[str, str], object]) -> Path:
    """A copy of the desk for one command, without what it is about to write."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(desk, folder, copy_function=copy)
    if shown.is_error or "--init_from=resume" in shown.argv:
        return folder
    for name in written(shown.argv):
        if (folder / name).is_dir():
            shutil.rmtree(folder / name)
        else:
            (folder / name).unlink(missing_ok=True)
    return folder


def written(argv: list[str]) -> list[str]:
    """The files and folders that a command makes, and does not overwrite."""
    named = [word.partition("=")[2] for word in argv if word.startswith(("--out=", "--out_dir="))]
    by_default = {"prepare": "data", "tune": "tuned.py", "tokenizer train": "tokenizer.json"}
    command = " ".join(argv[:2]) if argv[0] == "tokenizer" else argv[0]
    if command in by_default and not named:
        return [by_default[command]]
    return named


def run(shown: Shown, desk: Path, scratch: Path) -> Result:
    """In this process. Commands that write get a copy of the desk; of links, because they write new files only."""
    folder = folder_for(shown, desk, scratch, os.link) if shown.argv[0] in WRITES else desk
    with contextlib.chdir(folder):
        return call(shown)


def expanded(words: list[str]) -> Iterator[str]:
    """As a shell does: runs/* becomes the names that match."""
    for word in words:
        matches = sorted(glob.glob(word)) if "*" in word and "://" not in word else []
        yield from matches or [word]


def call(shown: Shown, more: list[str] | None = None) -> Result:
    output = io.StringIO()
    with contextlib.ExitStack() as stack:
        stack.enter_context(mock.patch.dict(os.environ))  # --lang holds for this command alone
        if shown.is_piped:
            log = stack.enter_context(Path("prompt.txt" if shown.argv[0] == "sample" else "nanogpt.log").open())
            stack.enter_context(mock.patch.object(sys, "stdin", log))
        stack.enter_context(mock.patch("fledge.web.server._Server.run"))  # servers end as soon as they have begun
        stack.enter_context(contextlib.redirect_stdout(output))
        stack.enter_context(contextlib.redirect_stderr(output))
        code = main([*expanded(shown.argv), *(short_settings(shown) if more is None else more)])
    return Result(code, output.getvalue())


def run_as_shown(shown: Shown, empty: Path) -> Result:
    """In a folder without datasets, and not shortened."""
    shutil.rmtree(empty, ignore_errors=True)
    empty.mkdir()
    with contextlib.chdir(empty):
        return call(shown, [])


def start_process(shown: Shown, folder: Path) -> Result:
    """In a process of its own, or in two where a page has eight."""
    program = [sys.executable, "-m", "fledge"]
    if shown.program == "torchrun":
        options = shown.words[1 : shown.words.index("-m")]
        fewer = ["--nproc_per_node=2" if word.startswith("--nproc_per_node") else word for word in options]
        program = [sys.executable, "-m", "torch.distributed.run", *fewer, "-m", "fledge"]
    done = subprocess.run(
        [*program, *expanded(shown.argv), *short_settings(shown)],
        cwd=folder,
        env={**os.environ, "OMP_NUM_THREADS": "1", **dict(shown.env)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return Result(done.returncode, done.stdout)


def short_settings(shown: Shown) -> list[str]:
    """What to add to a command so that it takes seconds. It stays the same command."""
    name, *rest = shown.argv
    named = {word.partition("=")[0] for word in rest}
    if shown.is_error or "--check" in named:
        return []
    if name == "sample":
        return ["--max_new_tokens=5", "--num_samples=1"]
    if name == "serve":
        return ["--context=0", "--dtype=float32"]  # runs of the pages are tiny
    if name == "plan" and named & {"--hours", "--until", "--budget"}:
        return ["--no-measure", "--block_size=16"]
    if name == "plan":
        return [*ONE_LAYER, *([] if "--gpu" in named else ["--no-measure"])]
    if name == "tune":
        return [*ONE_LAYER, *([] if "--gpu" in named else ["--budget=20", "--compile=False"])]
    if name == "bench":
        return [*ONE_LAYER, "--iters=1", "--repeats=1"]
    if name != "train":
        return []
    if "--init_from" in named:
        return LONG_ENOUGH
    return [*ONE_LAYER, *SHORT, *(["--max_iters=20"] if "--profile" in named else [])]
