"""Writes the tokens of a split to shard files of a fixed number of tokens, and continues after an interruption."""

import hashlib
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from fledge.common.errors import FledgeError
from fledge.data.shards import Shard
from fledge.texts import say
from fledge.tokenizer.base import Ids

COPY_BYTES = 1 << 22


@dataclass
class SplitProgress:
    """How much of a split has been written; kept as JSON in the saved state."""

    tokens: int = 0
    text_bytes: int = 0
    documents: int = 0
    shards: list[dict[str, Any]] = field(default_factory=list)  # the complete ones

    @property
    def in_open_shard(self) -> int:
        return self.tokens - sum(shard["tokens"] for shard in self.shards)


class SplitWriter:
    def __init__(self, folder: Path, split: str, dtype: str, shard_tokens: int, progress: SplitProgress) -> None:
        self.folder, self.split, self.dtype = folder, split, np.dtype(dtype)
        self.shard_tokens, self.progress = shard_tokens, progress
        self._file, self._digest = self._open_shard()

    def write(self, ids: Ids, text_bytes: int, documents: int) -> None:
        progress = self.progress
        progress.text_bytes += text_bytes
        progress.documents += documents
        while len(ids):
            left = self.shard_tokens - progress.in_open_shard
            data = ids[:left].astype(self.dtype).tobytes()
            self._file.write(data)
            self._digest.update(data)
            progress.tokens += len(ids[:left])
            ids = ids[left:]
            if progress.in_open_shard == self.shard_tokens:
                self._close_shard()
                self._file, self._digest = self._open_shard()

    def sync(self) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())

    def finish(self) -> None:
        if self.progress.in_open_shard:
            self._close_shard()
        else:
            self._file.close()
            self._path.unlink()

    def close(self) -> None:
        self._file.close()

    @property
    def _path(self) -> Path:
        return self.folder / f"{self.split}-{len(self.progress.shards):05d}.bin"

    def _close_shard(self) -> None:
        self.sync()
        self._file.close()
        tokens = self.progress.in_open_shard
        self.progress.shards.append(asdict(Shard(self._path.name, tokens, self._digest.hexdigest())))

    def _open_shard(self) -> tuple[BinaryIO, "hashlib._Hash"]:
        """Open the incomplete shard, cut to the length in the saved state: the rest will be written again."""
        size = self.progress.in_open_shard * self.dtype.itemsize
        digest = hashlib.sha256()
        file = self._path.open("r+b" if size else "wb")
        left = size
        while left and (block := file.read(min(left, COPY_BYTES))):
            digest.update(block)
            left -= len(block)
        if left:
            raise FledgeError(
                say("prepare.shorter", path=self._path), say("prepare.remove_and_start", folder=self.folder)
            )
        file.truncate(size)
        return file, digest
