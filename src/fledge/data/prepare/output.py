"""What has been made so far: the splits' files, and the state that says how much of them counts."""

import time
from pathlib import Path

from fledge.data.dataset import SPLITS
from fledge.data.filters.cleaning import Cleaner
from fledge.data.prepare.encoding import DROPPED, Encoded, Encoder, Judged, Portion
from fledge.data.prepare.shard_writer import SplitWriter
from fledge.data.prepare.workdir import State

SAVE_S = 5.0


class Output:
    def __init__(
        self, folder: Path, state: State, encoder: Encoder, cleaner: Cleaner, dtype: str, shard_tokens: int
    ) -> None:
        self.folder, self.state, self.encoder, self.cleaner = folder, state, encoder, cleaner
        self.writers = {split: SplitWriter(folder, split, dtype, shard_tokens, state.splits[split]) for split in SPLITS}
        self._saved_at = time.monotonic()

    def add(self, encoded: Encoded, budget: int, reads_on: bool) -> None:
        """Write a batch: no more than `budget` training tokens, and nothing after those unless it `reads_on`."""
        room = budget - self.state.splits["train"].tokens
        train = encoded.portions.get("train")
        if budget and train is not None and len(train.ids) >= room:
            self._fill(encoded.judged, room, reads_on)
        else:
            for split, portion in encoded.portions.items():
                self.writers[split].write(*portion)
        self.state.place = encoded.judged.after
        self.state.counts.update(encoded.judged.counts)

    def _fill(self, judged: Judged, room: int, reads_on: bool) -> None:
        """Write a batch document by document, up to exactly `room` training tokens."""
        lengths = self.encoder.tokenizer.byte_lengths()
        for part, split in zip(judged.parts, judged.splits, strict=True):
            if split == DROPPED or (split == "train" and not room):
                continue
            portion = self.encoder.portion([part])
            if split == "train":
                ids = portion.ids[:room]
                if len(ids) < len(portion.ids):
                    portion = Portion(ids, int(lengths[ids].sum()), portion.documents)
                room -= len(ids)
            self.writers[split].write(*portion)
            if not room and not reads_on:
                return

    def save_if_due(self) -> bool:
        is_due = time.monotonic() - self._saved_at > SAVE_S
        if is_due:
            self.save()
        return is_due

    def save(self) -> None:
        """What is on the disk first, then the note that says so."""
        for writer in self.writers.values():
            writer.sync()
        self.cleaner.commit(self.state.place.documents)
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
