"""What a preparation needs of the disk, known before it starts."""

import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from fledge.common.errors import FledgeError
from fledge.data.corpus import kind_of
from fledge.data.corpus.inputs import Input
from fledge.data.dataset import token_dtype
from fledge.tokenizer.base import Tokenizer

# Bytes of text in a byte of a file: of parquet FineWeb-Edu's and OpenWebText's, of the others as film reviews
# come out of the tools' usual settings
EXPANSION = {"parquet": 1.6, ".gz": 2.6, ".bgz": 2.6, ".zst": 2.6, ".xz": 3.4, ".bz2": 3.4, "zip": 2.6}
BPE_BYTES_PER_TOKEN = 4.4  # English in GPT-2's vocabulary; other languages have fewer, and need more room
WORTH_TELLING = 100e6  # bytes
FILES_HELD = 2  # of a download: the one that is read, and the next


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
    tokens = tokens or tokens_in(inputs, tokenizer.name)
    known = sorted(item.size or 0 for item in inputs if item.is_temporary)
    place = next(folder for folder in out.resolve().parents if folder.exists())
    return Room(tokens * itemsize, sum(known if keep else known[-FILES_HELD:]), shutil.disk_usage(place).free, place)


def tokens_in(inputs: Sequence[Input], tokenizer: str) -> int:
    """About how many; of an input of unknown size none."""
    return int(text_in(inputs) / (1.0 if tokenizer in ("char", "byte") else BPE_BYTES_PER_TOKEN))


def text_in(inputs: Sequence[Input]) -> int:
    """About how many bytes of text."""
    return int(sum((item.size or 0) * _expansion(item.name) for item in inputs))


def _expansion(name: str) -> float:
    return EXPANSION.get(Path(name).suffix.lower(), EXPANSION.get(kind_of(name) or "", 1.0))


def tell_and_check(room: Room) -> None:
    """A full disk is better known before an hour of work than after it."""
    if room.needed > WORTH_TELLING:
        on_the_way = f", and {_size(room.downloads)} for downloads on the way" if room.downloads else ""
        print(
            f"disk: about {_size(room.output)} for tokens{on_the_way}; {_size(room.free)} are free",
            file=sys.stderr,
        )
    if room.needed > room.free:
        raise FledgeError(
            f"this needs about {_size(room.needed)} and {room.place} has {_size(room.free)} free.",
            "Free some space, write it to another disk (--data_dir=...), or take less (--tokens=...).",
        )


def _size(count: int) -> str:
    return f"{count / 1e9:,.1f} GB" if count >= WORTH_TELLING else f"{count / 1e6:,.1f} MB"
