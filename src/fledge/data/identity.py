"""What a run's data was, kept in its checkpoints: a resume says what has changed since.

The worst change is silent: text that the model was trained on, moved to the validation split, makes its loss look
better than it is. So a checkpoint also keeps short windows of the training tokens, to look for them there.
"""

import base64
import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from fledge.data.dataset import SPLITS, Dataset, Tokens, blocks
from fledge.data.mixture import Data, parts_of
from fledge.data.shards import TokenArray
from fledge.texts import say, text

HASHED_BLOCKS, HASHED_TOKENS = 64, 1 << 14  # of each split: a million tokens, evenly spaced
WINDOW_TOKENS = 64  # longer than what two texts have in common by chance
EVEN_WINDOWS = 32
SEARCHED_TOKENS = 1 << 22  # of the validation split at a time


def identity(data: Data) -> dict[str, Any]:
    """By dataset: the number of tokens and a digest of each split, and windows of the training tokens."""
    return {part.name: _identity(part.dataset) for part in parts_of(data)}


def _identity(dataset: Dataset) -> dict[str, Any]:
    return {
        "tokens": dict(dataset.tokens),
        "vocab_size": dataset.vocab_size,
        "digest": {split: _digest(dataset.split(split)) for split in SPLITS},
        "windows": base64.b64encode(_windows(dataset.split("train")).tobytes()).decode(),
    }


def _digest(tokens: Tokens) -> str:
    found = hashlib.blake2b(digest_size=16)
    for _, block in blocks(tokens, HASHED_BLOCKS, HASHED_TOKENS):
        found.update(np.ascontiguousarray(block, dtype="<u4").tobytes())
    return found.hexdigest()


def _windows(tokens: Tokens) -> "np.ndarray[Any, np.dtype[np.uint32]]":
    """Windows spread evenly, and ever denser towards the end, where a smaller training split loses tokens first."""
    last = len(tokens) - WINDOW_TOKENS
    if last < 0:
        return np.empty((0, WINDOW_TOKENS), "<u4")
    even = np.linspace(0, last, EVEN_WINDOWS).astype(np.int64).tolist()
    near_the_end = [last - (1 << power) for power in range(last.bit_length()) if 1 << power <= last]
    starts = sorted({*even, *near_the_end})
    return np.stack([np.asarray(tokens[start : start + WINDOW_TOKENS], dtype="<u4") for start in starts])


def checked_identity(saved: dict[str, Any]) -> dict[str, Any]:
    """An identity that a checkpoint holds; KeyError, TypeError, AttributeError or ValueError if it is damaged."""
    for name, about in saved.items():
        counts, digests = about["tokens"], about["digest"]
        if not all(type(counts[split]) is int and isinstance(digests[split], str) for split in SPLITS):
            raise ValueError(f"data does not describe {name!r}")
        for _ in _kept_windows(about):
            pass
    return saved


def changes(before: Mapping[str, Any], data: Data) -> list[str]:
    """What is different about the data since a checkpoint kept its identity, a line for each dataset."""
    found = []
    for part in parts_of(data):
        old, label = before.get(part.name), part.name or str(part.dataset.path)
        if old is None:
            continue
        new = _identity(part.dataset)
        counts = [
            say("data.changed.counts", split=split, before=old["tokens"][split], now=new["tokens"][split])
            for split in SPLITS
            if old["tokens"][split] != new["tokens"][split]
        ]
        others = [
            say("data.changed.others", split=split)
            for split in SPLITS
            if old["tokens"][split] == new["tokens"][split] and old["digest"][split] != new["digest"][split]
        ]
        if counts or others:
            found.append(text(say("data.changed", label=label, changes=[*counts, *others])))
    return found


def windows_in_validation(before: Mapping[str, Any], data: Data) -> tuple[int, int]:
    """How many windows of the text that was trained on are in a validation split now, and how many were kept."""
    kept = [window for old in before.values() for window in _kept_windows(old)]
    splits = [part.dataset.split("val") for part in parts_of(data)]
    return sum(any(_contains(split, window) for split in splits) for window in kept), len(kept)


def _kept_windows(old: Mapping[str, Any]) -> Iterator[TokenArray]:
    yield from np.frombuffer(base64.b64decode(old["windows"], validate=True), dtype="<u4").reshape(-1, WINDOW_TOKENS)


def _contains(tokens: Tokens, window: TokenArray) -> bool:
    for start in range(0, len(tokens), SEARCHED_TOKENS):
        block = tokens[start : start + SEARCHED_TOKENS + WINDOW_TOKENS - 1]
        places = np.arange(max(0, len(block) - WINDOW_TOKENS + 1))
        for offset, token in enumerate(window):
            places = places[block[places + offset] == token]
            if not len(places):
                break
        if len(places):
            return True
    return False
