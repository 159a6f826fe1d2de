"""Runs a shown command in a folder where what it names exists, made shorter by settings behind its own."""

import contextlib
import glob
import io
import os
import shutil
import sys
from collections.abc import Iterator
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


def linked(desk: Path, folder: Path) -> Path:
    """A quick copy, for commands that write new files and leave others as they are."""
    shutil.rmtree(folder, ignore_errors=True)
    return shutil.copytree(desk, folder, copy_function=os.link)


def run(shown: Shown, desk: Path, scratch: Path, more: list[str]) -> Result:
    """In this process, with `more` settings."""
    folder = linked(desk, scratch) if shown.argv[0] in WRITES else desk
    if shown.argv[0] == "prepare" and not shown.is_error:
        shutil.rmtree(folder / "data")
    with contextlib.chdir(folder):
        return call([*expanded(shown.argv), *more], shown.is_piped)


def expanded(words: list[str]) -> Iterator[str]:
    """As a shell does: runs/* becomes the names that match."""
    for word in words:
        matches = sorted(glob.glob(word)) if "*" in word and "://" not in word else []
        yield from matches or [word]


def call(argv: list[str], is_piped: bool) -> Result:
    output = io.StringIO()
    with contextlib.ExitStack() as stack:
        if is_piped:
            log = stack.enter_context(Path("prompt.txt" if argv[0] == "sample" else "nanogpt.log").open())
            stack.enter_context(mock.patch.object(sys, "stdin", log))
        stack.enter_context(contextlib.redirect_stdout(output))
        stack.enter_context(contextlib.redirect_stderr(output))
        code = main(argv)
    return Result(code, output.getvalue())


def start(shown: Shown) -> list[str]:
    """The words that start `fledge` as shown: two processes where a page has eight."""
    if shown.program == "fledge":
        return [sys.executable, "-m", "fledge"]
    options = shown.words[1 : shown.words.index("-m")]
    options = tuple("--nproc_per_node=2" if word.startswith("--nproc_per_node") else word for word in options)
    return [sys.executable, "-m", "torch.distributed.run", *options, "-m", "fledge"]


def short_settings(shown: Shown) -> list[str]:
    """What to add to a command so that it takes seconds. It stays the same command."""
    name, *rest = shown.argv
    named = {word.partition("=")[0] for word in rest}
    if shown.is_error or "--check" in named:
        return []
    if name == "sample":
        return ["--max_new_tokens=5", "--num_samples=1"]
    if name == "plan":
        return [*ONE_LAYER, *([] if "--gpu" in named else ["--no-measure"])]
    if name == "tune":
        return [*ONE_LAYER, *([] if "--gpu" in named else ["--budget=2"])]
    if name == "bench":
        return [*ONE_LAYER, "--iters=1", "--repeats=1"]
    if name != "train":
        return []
    if "--init_from" in named:
        return LONG_ENOUGH
    settings = [*ONE_LAYER, *SHORT]
    if "--profile" in named:
        settings += ["--max_iters=20"]
    if shown.program == "torchrun":
        settings += ["--gradient_accumulation_steps=2"]
    return settings
