"""Checks of a dataset's token files: their sizes and sha256, and whether every token is in the vocabulary."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from fledge.data.dataset import Dataset, blocks
from fledge.data.shards import Shard, TokenArray, map_shard
from fledge.texts import Message, say, text

READ_TOKENS = 1 << 20
SAMPLED_TOKENS = 1 << 22
SAMPLED_BLOCK_TOKENS = 1 << 14

TokenCounts = npt.NDArray[np.int64]


@dataclass
class ShardReport:
    shard: Shard
    size: int | None = None  # bytes on the disk; None: it is missing
    state: str = "ok"  # missing | wrong size | unreadable | changed | foreign tokens
    is_compared: bool = False  # its sha256 with the one in dataset.json
    foreign: int = 0  # tokens outside the vocabulary
    first_foreign: tuple[int, int] = (0, 0)  # the token, and its position

    @property
    def is_readable(self) -> bool:
        return self.state not in ("missing", "wrong size", "unreadable")


@dataclass
class SplitReport:
    name: str
    shards: list[ShardReport]
    tokens: int
    bytes: int | None  # of its text
    documents: int | None
    bytes_per_token: float | None = None
    ends: int | None = None  # the number of <|endoftext|>; only if all tokens were read
    sample: str | None = None
    sample_at: int = 0

    @property
    def is_readable(self) -> bool:
        return all(report.is_readable for report in self.shards)


def check_sizes(dataset: Dataset, name: str, problems: list[str]) -> list[ShardReport]:
    """The shards of a split; adds a problem for each that is missing or has the wrong size."""
    width = np.dtype(dataset.dtype).itemsize
    reports = [ShardReport(shard) for shard in dataset.shards[name]]
    for report in reports:
        file, expected = dataset.path / report.shard.file, report.shard.tokens * width
        if not file.is_file():
            report.state = "missing"
            problems.append(text(say("data.shard.missing", file=report.shard.file)))
            continue
        report.size = file.stat().st_size
        if report.size != expected:
            report.state = "wrong size"
            problems.append(
                text(say("data.shard.wrong_size", file=report.shard.file, size=report.size, expected=expected))
            )
    return reports


class TokenChecker:
    """Reads shards block by block: compares their sha256, finds tokens outside the vocabulary, counts tokens."""

    def __init__(
        self, dataset: Dataset, splits: list[SplitReport], eot: int | None, check: bool, count_all: bool
    ) -> None:
        self.dataset, self.splits, self.eot = dataset, splits, eot
        self.check, self.count_all = check, count_all
        self.counts: TokenCounts = np.zeros(dataset.vocab_size, dtype=np.int64)  # of the training split
        self.problems: list[str] = []

    def read_all(self, progress: Callable[[int], None]) -> None:
        for split in self.splits:
            ends = 0
            for report in split.shards:
                if report.is_readable:
                    try:
                        ends += self._read(split.name, report, progress)
                    except OSError as error:
                        report.state = "unreadable"
                        reason = error.strerror or error
                        self._add_problem(say("data.shard.unreadable", file=report.shard.file, reason=reason))
                elif report.size:
                    progress(report.size)
            if self.eot is not None and split.is_readable:
                split.ends = ends

    def _read(self, split: str, report: ShardReport, progress: Callable[[int], None]) -> int:
        """Read a whole shard. Returns the number of <|endoftext|> in it."""
        digest, position, ends = hashlib.sha256(), 0, 0
        # Read, not mapped: a mapped file of many gigabytes looks like used memory.
        with (self.dataset.path / report.shard.file).open("rb", buffering=0) as file:
            while len(block := np.fromfile(file, self.dataset.dtype, READ_TOKENS)):
                if self.check:
                    digest.update(block.data)
                self._find_foreign(report, block, position)
                ends += int(np.count_nonzero(block == self.eot))
                if self.count_all and split == "train":
                    self._count(block)
                position += len(block)
                progress(block.nbytes)
        report.is_compared = self.check and report.shard.sha256 is not None
        if report.is_compared and digest.hexdigest() != report.shard.sha256:
            report.state = "changed"
            self._add_problem(say("data.shard.changed", file=report.shard.file))
        return ends

    def count_sample(self) -> None:
        """Count the training tokens in evenly spaced blocks, or all of them if they are few."""
        shards = [report for report in self.splits[0].shards if report.is_readable]
        share = SAMPLED_TOKENS / max(1, sum(report.shard.tokens for report in shards))
        for report in shards:
            tokens = map_shard(self.dataset.path, report.shard, self.dataset.dtype)
            wanted = max(1, round(-(-len(tokens) // SAMPLED_BLOCK_TOKENS) * min(1.0, share)))
            for position, block in blocks(tokens, wanted, SAMPLED_BLOCK_TOKENS):
                if not (self.check or self.count_all):
                    self._find_foreign(report, block, position)
                self._count(block)

    def _count(self, block: TokenArray) -> None:
        size = len(self.counts)
        self.counts += np.bincount(block if block.max() < size else block[block < size], minlength=size)

    def _find_foreign(self, report: ShardReport, block: TokenArray, position: int) -> None:
        if block.max() >= self.dataset.vocab_size:
            places = np.flatnonzero(block >= self.dataset.vocab_size)
            if not report.foreign:
                report.first_foreign = int(block[places[0]]), position + int(places[0])
            report.foreign += len(places)

    def report_foreign(self) -> None:
        for split in self.splits:
            for report in split.shards:
                if report.foreign:
                    if report.state == "ok":
                        report.state = "foreign tokens"
                    self._add_problem(self._about_foreign(report))

    def _about_foreign(self, report: ShardReport) -> Message:
        token, position = report.first_foreign
        found = {"file": report.shard.file, "number": report.foreign, "token": token, "position": position}
        found["vocab_size"] = self.dataset.vocab_size
        if self.check or self.count_all:
            return say("data.shard.foreign", **found)
        return say("data.shard.foreign_at_least", **found)

    def _add_problem(self, problem: Message) -> None:
        self.problems.append(text(problem))
