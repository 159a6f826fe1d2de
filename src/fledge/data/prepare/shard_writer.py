"""A split's tokens to shard files of a fixed number of tokens, continued exactly where they were left."""

import hashlib
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from fledge.common.errors import FledgeError
from fledge.data.shards import Shard
from fledge.tokenizer.base import Ids

COPY_BYTES = 1 << 22


@dataclass
class Written:
    """What a split has so far: JSON in a saved state."""

    tokens: int = 0
    text_bytes: int = 0
    documents: int = 0
    shards: list[dict[str, Any]] = field(default_factory=list)  # complete ones

    @property
    def in_open_shard(self) -> int:
        return self.tokens - sum(shard["tokens"] for shard in self.shards)


class SplitWriter:
    def __init__(self, folder: Path, split: str, dtype: str, shard_tokens: int, written: Written) -> None:
        self.folder, self.split, self.dtype = folder, split, np.dtype(dtype)
        self.shard_tokens, self.written = shard_tokens, written
        self._file, self._digest = self._continued()

    def write(self, ids: Ids, text_bytes: int, documents: int) -> None:
        written = self.written
        written.text_bytes += text_bytes
        written.documents += documents
        while len(ids):
            room = self.shard_tokens - written.in_open_shard
            data = ids[:room].astype(self.dtype).tobytes()
            self._file.write(data)
            self._digest.update(data)
            written.tokens += len(ids[:room])
            ids = ids[room:]
            if written.in_open_shard == self.shard_tokens:
                self._close_shard()
                self._file, self._digest = self._continued()

    def sync(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())

    def finish(self) -> tuple[Shard, ...]:
        if self.written.in_open_shard:
            self._close_shard()
        else:
            self._file.close()
            self._path.unlink()
        return tuple(Shard(**shard) for shard in self.written.shards)

    def close(self) -> None:
        self._file.close()

    @property
    def _path(self) -> Path:
        return self.folder / shard_name(self.split, len(self.written.shards))

    def _close_shard(self) -> None:
        self.sync()
        self._file.close()
        tokens = self.written.in_open_shard
        self.written.shards.append(asdict(Shard(self._path.name, tokens, self._digest.hexdigest())))

    def _continued(self) -> tuple[BinaryIO, "hashlib._Hash"]:
        """The open shard as the saved state knows it: what was written after that is written again."""
        size = self.written.in_open_shard * self.dtype.itemsize
        digest = hashlib.sha256()
        file = self._path.open("r+b" if size else "wb")
        left = size
        while left and (block := file.read(min(left, COPY_BYTES))):
            digest.update(block)
            left -= len(block)
        if left:
            raise FledgeError(f"{self._path} is shorter than it was.", f"Remove {self.folder} and start again.")
        file.truncate(size)
        return file, digest


def shard_name(split: str, number: int) -> str:
    return f"{split}-{number:05d}.bin"
