"""What the tests share: a tiny dataset and a quick config."""

import functools
import importlib
import io
import json
import shutil
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fledge.logs.rundir import Event, events_in

Fledge = Callable[..., tuple[int, str, str]]

TEXT = "".join(chr(97 + (i * i + i // 7) % 26) if i % 5 else " " for i in range(20_000))
CHARS = "".join(sorted(set(TEXT)))

TINY = [
    "--dataset=tiny",
    "--device=cpu",
    "--n_layer=2",
    "--n_head=2",
    "--n_embd=32",
    "--block_size=16",
    "--batch_size=4",
    "--gradient_accumulation_steps=1",
    "--max_iters=12",
    "--lr_decay_iters=12",
    "--warmup_iters=2",
    "--eval_interval=6",
    "--eval_iters=2",
    "--learning_rate=1e-3",
    "--min_lr=1e-4",
]


class Later:
    """A module that is imported when it is first used. Every worker reads every test, and most need no transformers."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __getattr__(self, attribute: str) -> Any:
        if attribute.startswith("_"):  # pytest looks for marks on whatever a file holds
            raise AttributeError(attribute)
        return getattr(importlib.import_module(self.name), attribute)


@functools.cache  # hundreds of tests begin with the same text
def _numbered(text: str, chars: str) -> np.ndarray:
    return np.array([chars.index(c) for c in text], dtype=np.uint16)


def write_dataset(path: Path, text: str = TEXT) -> Path:
    """A char dataset in nanoGPT's format with our dataset.json."""
    path.mkdir(parents=True)
    chars = "".join(sorted(set(text)))
    ids = _numbered(text, chars)
    cut = int(len(ids) * 0.9)
    ids[:cut].tofile(path / "train.bin")
    ids[cut:].tofile(path / "val.bin")
    about = {
        "version": 1,
        "tokenizer": {"name": "char", "chars": chars},
        "vocab_size": len(chars),
        "dtype": "uint16",
        "tokens": {"train": cut, "val": len(ids) - cut},
        "bytes": {"train": cut, "val": len(ids) - cut},
        "sha256": None,
        "source": None,
    }
    (path / "dataset.json").write_text(json.dumps(about))
    return path


def sparse_tar(text: bytes = b"a dark and stormy night\n" * 500, size: int = 1_800_000_000) -> bytes:
    """A tar of 14 KB with a text of 1.8 GB in it: after its beginning follows a hole."""
    sparse = {"major": "0", "minor": "1", "size": str(size), "map": f"0,{len(text)},{size},0"}
    info = tarfile.TarInfo("a.txt")
    info.size, info.pax_headers = len(text), {f"GNU.sparse.{key}": value for key, value in sparse.items()}
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w", format=tarfile.PAX_FORMAT) as archive:
        archive.addfile(info, io.BytesIO(text))
    return content.getvalue()


def browser_or_skip() -> str:
    """Chromium's path. `.ci/run` installs it where it can."""
    for name in ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"):
        if found := shutil.which(name):
            return found
    pytest.skip("no Chromium here: apt install chromium")


def read_events(path: Path) -> list[Event]:
    return list(events_in(path))
