"""The token files made so far, and the saved state that says how much of them counts."""

import time
from collections import Counter
from pathlib import Path

from fledge.data.dataset import SPLITS
from fledge.data.filters.cleaning import Cleaner
from fledge.data.prepare.disk_budget import check_room
from fledge.data.prepare.encoding import DROPPED, AssignedBatch, EncodedBatch, Encoder, SplitTokens
from fledge.data.prepare.shard_writer import SplitWriter
from fledge.data.prepare.workdir import JobState

SAVE_INTERVAL_S = 5.0


class Output:
    def __init__(
        self, folder: Path, state: JobState, encoder: Encoder, cleaner: Cleaner, dtype: str, shard_tokens: int
    ) -> None:
        self.folder, self.state, self.encoder, self.cleaner = folder, state, encoder, cleaner
        self.writers = {split: SplitWriter(folder, split, dtype, shard_tokens, state.splits[split]) for split in SPLITS}
        self._saved_at = time.monotonic()

    def add(self, encoded: EncodedBatch, budget: int, reads_on: bool) -> None:
        """Write a batch, but at most `budget` training tokens in all; nothing follows those unless it `reads_on`."""
        assigned, by_split = encoded
        check_room(self.folder, sum(tokens.ids.nbytes for tokens in by_split.values()))
        left = budget - self.state.splits["train"].tokens
        if budget and "train" in by_split and len(by_split["train"].ids) >= left:
            self._fill(assigned, left, reads_on)
        else:
            for split, tokens in by_split.items():
                self.writers[split].write(*tokens)
            for split, changes in zip(assigned.splits, assigned.changes, strict=True):
                self._count(split, changes)
        self.state.resume_point = assigned.after
        self.state.counts.update(assigned.counts)

    def _fill(self, assigned: AssignedBatch, left: int, reads_on: bool) -> None:
        """Write a batch document by document, up to exactly `left` training tokens."""
        lengths = self.encoder.tokenizer.byte_lengths()
        for segment, split, changes in zip(assigned.segments, assigned.splits, assigned.changes, strict=True):
            if split == DROPPED or (split == "train" and not left):
                continue
            tokens = self.encoder.split_tokens([segment])
            if split == "train":
                ids = tokens.ids[:left]
                if len(ids) < len(tokens.ids):
                    tokens = SplitTokens(ids, int(lengths[ids].sum()), tokens.documents)
                left -= len(ids)
            self.writers[split].write(*tokens)
            self._count(split, changes)
            if not left and not reads_on:
                return

    def _count(self, split: str, changes: Counter[str]) -> None:
        """Count what the normalizer changed in the documents that are kept."""
        if split != DROPPED:
            self.state.normalized.update(changes)

    def save_if_due(self) -> bool:
        is_due = time.monotonic() - self._saved_at > SAVE_INTERVAL_S
        if is_due:
            self.save()
        return is_due

    def save(self) -> None:
        """The files first, then the state that counts them."""
        for writer in self.writers.values():
            writer.sync()
        self.cleaner.commit(self.state.resume_point.documents)
        self.state.save(self.folder)
        self._saved_at = time.monotonic()

    def finish(self) -> None:
        for writer in self.writers.values():
            writer.finish()
        self.state.is_complete = True
        self.state.save(self.folder)

    def close(self) -> None:
        for writer in self.writers.values():
            writer.close()
