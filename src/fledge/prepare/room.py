"""What a preparation needs of the disk, known before it starts."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from fledge.corpus import kind_of
from fledge.corpus.inputs import Input
from fledge.dataset import token_dtype
from fledge.errors import FledgeError
from fledge.tokenizer import Tokenizer

# Bytes of text in a byte of the file: FineWeb-Edu's parquet, and English under gzip and zstandard
EXPANSION = {"parquet": 2.0, ".gz": 2.6, ".bgz": 2.6, ".zst": 2.8, ".xz": 3.2, ".bz2": 3.2, "zip": 2.6}
BPE_BYTES_PER_TOKEN = 4.2  # English in GPT-2's vocabulary: 4.0 to 4.7


@dataclass(frozen=True)
class Room:
    """Bytes on the disk at the worst moment."""

    output: int
    downloads: int
    free: int
    place: Path

    @property
    def needed(self) -> int:
        return self.output + self.downloads


def reckon(inputs: Sequence[Input], out: Path, tokenizer: Tokenizer, tokens: int, keep: bool) -> Room:
    """For `tokens`, or all there are if 0. An input of unknown size counts as nothing."""
    itemsize = np.dtype(token_dtype(tokenizer.vocab_size)).itemsize
    if not tokens:
        text = sum(text_bytes(item) for item in inputs)
        tokens = int(text / (BPE_BYTES_PER_TOKEN if tokenizer.name in ("gpt2", "bpe") else 1))
    known = sorted(item.size or 0 for item in inputs if item.is_temporary)
    place = next(folder for folder in out.resolve().parents if folder.exists())
    return Room(tokens * itemsize, sum(known if keep else known[-2:]), shutil.disk_usage(place).free, place)


def text_bytes(item: Input) -> float:
    """About how much text is in an input."""
    suffix = Path(item.name).suffix.lower()
    return (item.size or 0) * EXPANSION.get(suffix, EXPANSION.get(kind_of(item.name) or "", 1.0))


def check_room(room: Room) -> None:
    """A full disk is better known before an hour of work than after it."""
    if room.needed > room.free:
        raise FledgeError(
            f"this needs about {room.needed / 1e9:,.1f} GB and {room.place} has {room.free / 1e9:,.1f} GB free.",
            "Free some space, write it to another disk (--data_dir=...), or take less (--tokens=...).",
        )
