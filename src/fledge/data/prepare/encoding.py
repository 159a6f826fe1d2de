"""Batches of documents to tokens: checked and encoded in threads, assigned to splits in order.

tiktoken works without Python's lock, so threads use every core; processes would have to be sent the text.
"""

import hashlib
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

import numpy as np

from fledge.data.dataset import SPLITS
from fledge.data.filters.cleaning import Cleaner, DocumentCheck
from fledge.data.prepare.batching import Batch, ResumePoint, Segment
from fledge.tokenizer.base import Ids, Tokenizer

T = TypeVar("T")
U = TypeVar("U")
DROPPED = "dropped"


class CheckedBatch(NamedTuple):
    batch: Batch
    checks: list[DocumentCheck | None]  # None for a segment that does not start a document
    splits: list[str]  # "" for a segment that goes where the one before it went
    changes: list[Counter[str]]  # by the normalizer, in each segment


class SplitTokens(NamedTuple):
    """The tokens that a batch adds to one split."""

    ids: Ids
    text_bytes: int
    documents: int  # begun in it


@dataclass(frozen=True)
class AssignedBatch:
    """A batch with the split of each segment, or DROPPED."""

    segments: list[Segment]
    splits: list[str]
    changes: list[Counter[str]]
    after: ResumePoint
    counts: Counter[str]  # records and documents that were left out, by reason


EncodedBatch = tuple[AssignedBatch, dict[str, SplitTokens]]


class Encoder:
    def __init__(self, tokenizer: Tokenizer, cleaner: Cleaner, val_fraction: float, workers: int) -> None:
        self.tokenizer, self.cleaner, self.workers = tokenizer, cleaner, workers
        self.first_train = int(val_fraction * 2**64).to_bytes(8, "big")  # lower hashes belong to the validation split

    def encoded(self, batches: Iterable[Batch], start: ResumePoint) -> Iterator[EncodedBatch]:
        with ThreadPoolExecutor(self.workers) as pool:
            checked = _map_in_order(pool, self._check, batches, ahead=self.workers + 1)
            yield from _map_in_order(pool, self._encode, self._assign(checked, start), ahead=self.workers + 1)

    def split_tokens(self, segments: Sequence[Segment]) -> SplitTokens:
        """The tokens of consecutive segments of one split."""
        ids: list[Ids] = []
        texts: list[str] = []
        for segment in segments:
            texts.append(segment.text)
            if not segment.closes:
                ids.append(self.tokenizer.encode_documents(texts, open_end=True))
                texts = []
        if texts or not ids:
            ids.append(self.tokenizer.encode_documents(texts))
        text_bytes = sum(len(one.text) if one.text.isascii() else len(one.text.encode()) for one in segments)
        documents = sum(segment.starts for segment in segments)
        return SplitTokens(ids[0] if len(ids) == 1 else np.concatenate(ids), text_bytes, documents)

    def _check(self, batch: Batch) -> CheckedBatch:
        """Everything about each document that does not depend on the others."""
        batch, changes = self._normalized(batch)
        checks: list[DocumentCheck | None] = []
        splits = []
        for segment in batch.segments:
            if segment.is_whole and not segment.text:  # the normalizer left nothing of it
                checks.append(DocumentCheck("empty", None, ()))
            else:
                checks.append(self.cleaner.check(segment.text, segment.is_whole) if segment.starts else None)
            is_by_hash = segment.starts and not segment.split
            splits.append(self._split_by_hash(segment.text) if is_by_hash else segment.split)
        return CheckedBatch(batch, checks, splits, changes)

    def _normalized(self, batch: Batch) -> tuple[Batch, list[Counter[str]]]:
        """The batch as it is encoded: segments are cut where the normalizer allows it."""
        normalizer = self.tokenizer.normalizer
        if normalizer is None:
            return batch, [Counter() for _ in batch.segments]
        found = [normalizer.counted(segment.text) for segment in batch.segments]
        segments = [segment._replace(text=text) for segment, (text, _) in zip(batch.segments, found, strict=True)]
        return replace(batch, segments=segments), [changes for _, changes in found]

    def _split_by_hash(self, text: str) -> str:
        """Depends on the text alone: a document stays in its split when others are added."""
        digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
        return "val" if digest < self.first_train else "train"

    def _assign(self, batches: Iterable[CheckedBatch], start: ResumePoint) -> Iterator[AssignedBatch]:
        number, current = start.documents, start.open
        for batch, checks, splits, changes in batches:
            counts = Counter(batch.skipped)
            assigned = []
            for check, split in zip(checks, splits, strict=True):
                if check is not None:
                    reason = self.cleaner.reason_to_drop(number, check)
                    if reason:
                        counts[reason] += 1
                    current = DROPPED if reason else split
                    number += 1
                elif split and current != DROPPED:
                    current = split  # the validation split begins in the middle of a document
                assigned.append(current)
            is_open = batch.after.characters > 0
            after = replace(batch.after, open=current if is_open else "")
            yield AssignedBatch(batch.segments, assigned, changes, after, counts)

    def _encode(self, assigned: AssignedBatch) -> EncodedBatch:
        segments: dict[str, list[Segment]] = {split: [] for split in (*SPLITS, DROPPED)}
        for segment, split in zip(assigned.segments, assigned.splits, strict=True):
            segments[split].append(segment)
        return assigned, {name: self.split_tokens(segments[name]) for name in SPLITS if segments[name]}


def _map_in_order(pool: ThreadPoolExecutor, work: Callable[[T], U], items: Iterable[T], ahead: int) -> Iterator[U]:
    """`pool.map` that reads at most `ahead` items in advance."""
    waiting: deque[Future[U]] = deque()
    for item in items:
        waiting.append(pool.submit(work, item))
        if len(waiting) > ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()
