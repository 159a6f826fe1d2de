"""How a finished dataset gets its name: whole or absent, beside files that are not ours.

A directory of its own is renamed into place. Where nanoGPT's files are already (its data/NAME/ has a prepare.py and a
readme.md), ours are moved in one by one: the description first, the training tokens last, so that a dataset that is
there in part never opens as a whole one.
"""

import shutil
from collections.abc import Collection
from pathlib import Path

from fledge.common.files import sync
from fledge.data.dataset import DESCRIPTIONS, TOKEN_FILE, is_dataset_file
from fledge.data.prepare.workdir import STATE_FILE

TOKENIZER_FILE = "tokenizer.json"
NANOGPT_FILES = ("prepare.py", "readme.md", "input.txt")  # in the data/NAME/ of its repository


def stays(name: str) -> bool:
    """Whether a file that is not ours may share the directory with a dataset."""
    return name.lower() in NANOGPT_FILES or name.startswith(".") or name == "__pycache__"


def is_ours(name: str) -> bool:
    """Whether preparing writes files of this name."""
    return is_dataset_file(name) or name in (TOKENIZER_FILE, STATE_FILE)


def move_into_place(folder: Path, out: Path, token_files: Collection[str]) -> None:
    """Make the finished directory the dataset. An older dataset there is removed. May be repeated after a crash."""
    out = out.resolve()
    for path in folder.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif not is_ours(path.name):
            path.unlink()
    for file in folder.iterdir():
        sync(file)
    sync(folder)
    if out.exists() and any(not is_ours(path.name) for path in out.iterdir()):
        _move_files(folder, out, token_files)
    else:
        _move_directory(folder, out)
    sync(out.parent)
    tidy(out)


def tidy(out: Path) -> None:
    """Remove what a crash in the last moment may have left beside a finished dataset."""
    out = out.resolve()
    (out / STATE_FILE).unlink(missing_ok=True)
    shutil.rmtree(_old(out), ignore_errors=True)


def _move_directory(folder: Path, out: Path) -> None:
    if out.exists():
        shutil.rmtree(_old(out), ignore_errors=True)
        out.rename(_old(out))
    folder.rename(out)


def _move_files(folder: Path, out: Path, token_files: Collection[str]) -> None:
    # After a crash some of the new files are in `out` already: those that are no longer in the folder.
    placed = {name for name in token_files if not (folder / name).exists()}
    old = [path for path in out.iterdir() if is_ours(path.name) and path.name not in placed]
    for path in sorted(old, key=lambda path: _place_order(path.name), reverse=True):
        path.unlink()
    sync(out)
    new = [path for path in folder.iterdir() if path.name != STATE_FILE]
    for path in sorted(new, key=lambda path: _place_order(path.name)):
        path.rename(out / path.name)
    sync(out)
    shutil.rmtree(folder)


def _place_order(name: str) -> int:
    """Descriptions, validation tokens, training tokens; last the vocabulary, which a retry would learn again."""
    if name in DESCRIPTIONS:
        return DESCRIPTIONS.index(name)
    tokens = TOKEN_FILE.fullmatch(name)
    if tokens is None:
        return 4
    return 2 if tokens[1] == "val" else 3


def _old(out: Path) -> Path:
    return out.parent / f".{out.name}.old"
