"""A dataset of random tokens, for measurements."""

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from fledge.data.dataset import SPLITS, Dataset, token_dtype
from fledge.data.shards import Shard

RANDOM_TOKENS = 1 << 20


@contextlib.contextmanager
def random_dataset(vocab_size: int, block_size: int) -> Iterator[Dataset]:
    """A dataset of random tokens that exists inside the block. A step takes as long on them as on text."""
    count = RANDOM_TOKENS + block_size
    dtype = token_dtype(vocab_size)
    with tempfile.TemporaryDirectory(prefix="fledge-bench-") as folder:
        path = Path(folder)
        for number, split in enumerate(SPLITS):
            np.random.default_rng(number).integers(vocab_size, size=count, dtype=dtype).tofile(path / f"{split}.bin")
        shards = {split: (Shard(f"{split}.bin", count),) for split in SPLITS}
        yield Dataset(path, vocab_size, dtype, shards, None, {"name": "gpt2"}, None)
