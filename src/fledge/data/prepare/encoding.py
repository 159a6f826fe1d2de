"""Batches of documents to tokens: looked at and encoded in threads, judged and handed on in order.

tiktoken works outside Python's lock, so threads use every core; processes would have to be sent the text.
"""

import hashlib
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

import numpy as np

from fledge.data.dataset import SPLITS
from fledge.data.filters.cleaning import Cleaner, Look
from fledge.data.prepare.batching import Batch, Part, Place
from fledge.tokenizer.base import Ids, Tokenizer

T = TypeVar("T")
U = TypeVar("U")
DROPPED = "dropped"
Looked = tuple[Batch, list[Look | None], list[str]]  # and of each part its split, "" if it goes on with the last one's


class Portion(NamedTuple):
    """What a batch adds to a split."""

    ids: Ids
    text_bytes: int
    documents: int  # begun in it


@dataclass(frozen=True)
class Judged:
    """A batch, and what becomes of each of its parts: a split, or dropped."""

    parts: list[Part]
    splits: list[str]
    after: Place
    counts: Counter[str]  # records and documents that were left out, by reason


@dataclass(frozen=True)
class Encoded:
    judged: Judged
    portions: dict[str, Portion]


class Encoder:
    def __init__(self, tokenizer: Tokenizer, cleaner: Cleaner, val_fraction: float, workers: int) -> None:
        self.tokenizer, self.cleaner, self.workers = tokenizer, cleaner, workers
        self.first_train = int(val_fraction * 2**64).to_bytes(8, "big")  # hashes below it are the validation split's

    def encoded(self, batches: Iterable[Batch], start: Place) -> Iterator[Encoded]:
        with ThreadPoolExecutor(self.workers) as pool:
            looked = _in_order(pool, self._look, batches, ahead=self.workers + 1)
            yield from _in_order(pool, self._encode, self._judge(looked, start), ahead=self.workers + 1)

    def portion(self, parts: Sequence[Part]) -> Portion:
        """The tokens of consecutive parts of one split."""
        ids: list[Ids] = []
        run: list[str] = []
        for part in parts:
            run.append(part.text)
            if not part.closes:
                ids.append(self.tokenizer.encode_documents(run, open_end=True))
                run = []
        if run or not ids:
            ids.append(self.tokenizer.encode_documents(run))
        text_bytes = sum(len(part.text) if part.text.isascii() else len(part.text.encode()) for part in parts)
        return Portion(ids[0] if len(ids) == 1 else np.concatenate(ids), text_bytes, sum(part.starts for part in parts))

    def _look(self, batch: Batch) -> Looked:
        """What can be known of each document without the others."""
        parts, cleaner = batch.parts, self.cleaner
        looks = [cleaner.look(part.text, part.is_whole) if part.starts else None for part in parts]
        return batch, looks, [part.split or (self._split(part.text) if part.starts else "") for part in parts]

    def _split(self, text: str) -> str:
        """By the text alone: a document stays where it is when others are added."""
        digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        return "val" if digest < self.first_train else "train"

    def _judge(self, looked: Iterable[Looked], start: Place) -> Iterator[Judged]:
        number, current = start.documents, start.open
        for batch, looks, splits in looked:
            counts = Counter(batch.skipped)
            for place, (look, split) in enumerate(zip(looks, splits, strict=True)):
                if look is not None:
                    reason = self.cleaner.verdict(number, look)
                    if reason:
                        counts[reason] += 1
                    current = DROPPED if reason else split
                    number += 1
                elif split and current != DROPPED:
                    current = split  # the end of the text begins in the middle of a document
                splits[place] = current
            is_open = batch.after.characters > 0
            yield Judged(batch.parts, splits, replace(batch.after, open=current if is_open else ""), counts)

    def _encode(self, judged: Judged) -> Encoded:
        by_split: dict[str, list[Part]] = {split: [] for split in (*SPLITS, DROPPED)}
        for part, split in zip(judged.parts, judged.splits, strict=True):
            by_split[split].append(part)
        return Encoded(judged, {split: self.portion(by_split[split]) for split in SPLITS if by_split[split]})


def _in_order(pool: ThreadPoolExecutor, work: Callable[[T], U], items: Iterable[T], ahead: int) -> Iterator[U]:
    """`pool.map` that reads no more than `ahead` items in advance."""
    waiting: deque[Future[U]] = deque()
    for item in items:
        waiting.append(pool.submit(work, item))
        if len(waiting) > ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()
