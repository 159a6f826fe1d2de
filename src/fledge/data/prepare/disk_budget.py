"""The disk space that a preparation needs, estimated before it starts."""

import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from fledge.common.errors import FledgeError, RunFailed
from fledge.common.progress import note
from fledge.data.corpus.inputs import Input
from fledge.data.corpus.kinds import kind_of
from fledge.data.dataset import token_dtype
from fledge.texts import Message, say, text
from fledge.tokenizer.base import Tokenizer

# Bytes of text per byte of the file: parquet as in FineWeb-Edu and OpenWebText, the others measured on film reviews
# with each tool's default settings
EXPANSION = {"parquet": 1.6, ".gz": 2.6, ".bgz": 2.6, ".zst": 2.6, ".xz": 3.4, ".bz2": 3.4, "zip": 2.6}
BPE_BYTES_PER_TOKEN = 4.4  # English in GPT-2's vocabulary; other languages have fewer, and need more space
MIN_REPORTED_BYTES = 100e6
RESERVED_BYTES = 50_000_000  # a disk is never filled further: other programs need it too
FILES_HELD = 2  # downloads on the disk at once: the file being read, and the next


def check_disk(inputs: Sequence[Input], out: Path, tokenizer: Tokenizer, tokens: int, keeps_downloads: bool) -> None:
    """Say what so many tokens need (0: all there are), and refuse what would fill the disk.

    Inputs of unknown size count as nothing.
    """
    tokens = tokens or tokens_in(inputs, tokenizer.name)
    output = tokens * np.dtype(token_dtype(tokenizer.vocab_size)).itemsize
    downloads = sorted(item.size or 0 for item in inputs if item.is_temporary)
    held = downloads if keeps_downloads else downloads[-FILES_HELD:]
    folder = next(folder for folder in out.resolve().parents if folder.exists())
    report_and_check(output, sum(held), shutil.disk_usage(folder).free, folder)


def report_and_check(output: int, downloads: int, free: int, folder: Path) -> None:
    needed = output + downloads
    if needed > MIN_REPORTED_BYTES:
        about = say("prepare.disk", output=_size(output), free=_size(free))
        if downloads:
            about = say("prepare.disk_downloads", output=_size(output), downloads=_size(downloads), free=_size(free))
        note(text(about))
    if needed > free:
        raise FledgeError(
            say("prepare.disk_full", needed=_size(needed), folder=folder, free=_size(free)),
            say("prepare.disk_fix"),
        )


def tokens_in(inputs: Sequence[Input], tokenizer: str) -> int:
    """About how many tokens the inputs hold; inputs of unknown size count as nothing."""
    return int(text_bytes_in(inputs) / (1.0 if tokenizer in ("char", "byte") else BPE_BYTES_PER_TOKEN))


def text_bytes_in(inputs: Sequence[Input]) -> int:
    """About how many bytes of text the inputs hold."""
    return int(sum((item.size or 0) * _expansion(item.name) for item in inputs))


def _expansion(name: str) -> float:
    return EXPANSION.get(Path(name).suffix.lower(), EXPANSION.get(kind_of(name) or "", 1.0))


def check_room(folder: Path, count: int) -> None:
    """Stop before `count` more bytes would fill the disk, however little the inputs promised."""
    free = shutil.disk_usage(folder).free
    if count + RESERVED_BYTES > free:
        raise RunFailed(
            say("prepare.disk_filled", free=_size(free), folder=folder.parent),
            say("prepare.disk_filled_fix"),
        )


def _size(count: int) -> Message:
    if count >= MIN_REPORTED_BYTES:
        return say("prepare.gigabytes", n=count / 1e9)
    return say("prepare.megabytes", n=count / 1e6)
