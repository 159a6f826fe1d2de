"""What is in a dataset's directory, and whether it is what its description says."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from fledge.common.errors import FledgeError, RunFailed
from fledge.common.files import read_json
from fledge.data.dataset import SPLITS, Dataset, has_tokens, is_dataset_file, open_dataset
from fledge.data.shards import Shard, TokenArray, map_shard
from fledge.tokenizer.base import Tokenizer

BLOCK = 1 << 20  # tokens
SAMPLED = 1 << 22
SAMPLED_BLOCK = 1 << 14
COMMON = 10

Counts = npt.NDArray[np.int64]


@dataclass
class ShardFound:
    shard: Shard
    size: int | None = None  # bytes on the disk; None: it isn't there
    state: str = "ok"  # missing | wrong size | unreadable | changed | foreign tokens
    is_compared: bool = False  # its sha256 with what was written
    foreign: int = 0  # tokens outside the vocabulary
    first_foreign: str = ""

    @property
    def is_readable(self) -> bool:
        return self.state not in ("missing", "wrong size", "unreadable")


@dataclass(frozen=True)
class CommonToken:
    token: int
    text: str | None  # None where the vocabulary isn't at hand
    share: float


@dataclass
class SplitFound:
    name: str
    shards: list[ShardFound]
    tokens: int
    bytes: int | None  # of its text
    documents: int | None
    bytes_per_token: float | None = None
    ends: int | None = None  # tokens that are <|endoftext|>, counted if all were read
    sample: str | None = None
    sample_at: int = 0

    @property
    def is_readable(self) -> bool:
        return all(found.is_readable for found in self.shards)


@dataclass
class Inspection:
    dataset: Dataset
    splits: list[SplitFound]
    disk_bytes: int
    is_checked: bool = False
    counted: int = 0  # tokens of the training split, for `common`
    common: list[CommonToken] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        data = self.dataset
        return {
            "path": str(data.path),
            "ok": not self.problems,
            "problems": self.problems,
            "notes": self.notes,
            "checked": self.is_checked,
            "tokenizer": data.tokenizer_spec.get("name"),
            "vocab_size": data.vocab_size,
            "dtype": data.dtype,
            "disk_bytes": self.disk_bytes,
            "source": data.source,
            "splits": {split.name: _split_json(split) for split in self.splits},
            "common_tokens": {
                "of": "train",
                "counted": self.counted,
                "tokens": [{"token": one.token, "text": one.text, "share": one.share} for one in self.common],
            },
        }


def _split_json(split: SplitFound) -> dict[str, Any]:
    return {
        "tokens": split.tokens,
        "bytes": split.bytes,
        "documents": split.documents,
        "bytes_per_token": split.bytes_per_token,
        "end_of_text_tokens": split.ends,
        "sample": {"position": split.sample_at, "text": split.sample},
        "shards": [
            {
                "file": found.shard.file,
                "tokens": found.shard.tokens,
                "bytes": found.size,
                "sha256": found.shard.sha256,
                "state": found.state if found.is_compared or found.state != "ok" else "not compared",
            }
            for found in split.shards
        ],
    }


def inspect_dataset(
    path: Path,
    check: bool,
    count_all: bool,
    characters: int,
    seed: int,
    report: Callable[[int], None],
) -> Inspection:
    """All that can be said of the dataset. With `check` or `count_all` every byte is read, and reported.

    What has no tokens at all is the user's mistake; what has and can't be understood has failed.
    """
    dataset, problem = _open(path)
    inspection = _found(dataset)
    tokenizer = _tokenizer(dataset, inspection.notes)
    eot = tokenizer.eot if tokenizer else None
    reader = _Reader(inspection, eot, check, count_all)
    if check or count_all:
        reader.read_all(report)
    if not count_all:
        reader.read_some()
    reader.report_foreign()
    inspection.is_checked = check
    inspection.common = _common(reader.counts, tokenizer)
    inspection.counted = int(reader.counts.sum())
    for number, split in enumerate(inspection.splits):
        if dataset.bytes or (split.is_readable and not problem):
            split.bytes_per_token = dataset.bytes_per_token(split.name)
        if split.is_readable and tokenizer:
            split.sample_at, split.sample = _sample(dataset, split, tokenizer, characters, [seed, number])
        _compare_ends(inspection, split)
    named = [line.split()[0] for line in inspection.problems]
    if problem and not any(f"/{name} " in problem or problem.endswith(f" {name}.") for name in named):
        inspection.problems.append(problem)
    return inspection


def disk_size(path: Path) -> int:
    """Bytes of the token files in a directory, to know how long reading them takes."""
    return sum(file.stat().st_size for file in path.glob("*.bin")) if path.is_dir() else 0


def _open(path: Path) -> tuple[Dataset, str]:
    """The dataset, and what training would refuse it for: then it is as its dataset.json has it, whatever the files."""
    try:
        return open_dataset(path), ""
    except FledgeError as error:
        is_one = path.is_dir() and ((path / "dataset.json").is_file() or has_tokens(f.name for f in path.iterdir()))
        if not is_one:
            raise
        if dataset := _as_described(path):
            return dataset, error.problem
        raise RunFailed(error.problem, error.fix) from error


def _as_described(path: Path) -> Dataset | None:
    try:
        data = read_json(path / "dataset.json", "")
        single = {name: [{"file": f"{name}.bin", "tokens": data["tokens"][name]}] for name in SPLITS}
        listed = data.get("shards", single)
        shards = {
            name: tuple(Shard(str(one["file"]), int(one["tokens"]), one.get("sha256")) for one in listed[name])
            for name in SPLITS
        }
        bytes_, documents = (
            {name: int(data[key][name]) for name in SPLITS} if data.get(key) else None for key in ("bytes", "documents")
        )
        np.iinfo(data["dtype"])
        is_known = isinstance(data["tokenizer"], dict) and all(
            is_dataset_file(s.file) for s in sum(shards.values(), ())
        )
        source = data.get("source") if isinstance(data.get("source"), dict) else None
        described = Dataset(
            path, int(data["vocab_size"]), data["dtype"], shards, bytes_, data["tokenizer"], source, documents
        )
        return described if is_known and all(described.tokens.values()) else None
    except (FledgeError, KeyError, TypeError, ValueError, AttributeError):
        return None


def _found(dataset: Dataset) -> Inspection:
    """The files, by their sizes."""
    width = np.dtype(dataset.dtype).itemsize
    splits, problems, notes = [], [], []
    for name in SPLITS:
        shards = [ShardFound(shard) for shard in dataset.shards[name]]
        for found in shards:
            file, expected = dataset.path / found.shard.file, found.shard.tokens * width
            if not file.is_file():
                found.state = "missing"
                problems.append(f"{found.shard.file} is missing.")
                continue
            found.size = file.stat().st_size
            if found.size != expected:
                found.state = "wrong size"
                problems.append(f"{found.shard.file} has {found.size:,} bytes and should have {expected:,}.")
        text_bytes, documents = (counts[name] if counts else None for counts in (dataset.bytes, dataset.documents))
        splits.append(SplitFound(name, shards, dataset.tokens[name], text_bytes, documents))
    listed = {shard.file for shards in dataset.shards.values() for shard in shards}
    files = [file for file in dataset.path.iterdir() if file.is_file()]
    strays = sorted(file.name for file in files if file.suffix == ".bin" and file.name not in listed)
    if strays:
        notes.append(f"{', '.join(strays[:3])}{' ...' if strays[3:] else ''}: not part of the dataset.")
    return Inspection(dataset, splits, sum(file.stat().st_size for file in files), problems=problems, notes=notes)


def _tokenizer(dataset: Dataset, notes: list[str]) -> Tokenizer | None:
    try:
        return dataset.tokenizer()
    except FledgeError as error:
        notes.append(f"tokens are shown as numbers, without their text: {error.problem}")
        return None


class _Reader:
    """Reads shards block by block: their digests, tokens that can't be, and how often each is there."""

    def __init__(self, inspection: Inspection, eot: int | None, check: bool, count_all: bool) -> None:
        self.inspection, self.dataset, self.eot = inspection, inspection.dataset, eot
        self.check, self.count_all = check, count_all
        self.counts: Counts = np.zeros(self.dataset.vocab_size, dtype=np.int64)  # of the training split

    def read_all(self, report: Callable[[int], None]) -> None:
        for split in self.inspection.splits:
            ends = 0
            for found in split.shards:
                if found.is_readable:
                    try:
                        ends += self._read(split.name, found, report)
                    except OSError as error:
                        found.state = "unreadable"
                        self._problem(found, f"can't be read: {error.strerror or error}")
                elif found.size:
                    report(found.size)
            if self.eot is not None and split.is_readable:
                split.ends = ends

    def _read(self, split: str, found: ShardFound, report: Callable[[int], None]) -> int:
        """Read a shard whole. How often <|endoftext|> is in it."""
        digest, position, ends = hashlib.sha256(), 0, 0
        # Read, not mapped: a mapped file of many gigabytes looks like used memory.
        with (self.dataset.path / found.shard.file).open("rb", buffering=0) as file:
            while len(block := np.fromfile(file, self.dataset.dtype, BLOCK)):
                if self.check:
                    digest.update(block.data)
                self._look_for_foreign(found, block, position)
                ends += int(np.count_nonzero(block == self.eot))
                if self.count_all and split == "train":
                    self._count(block)
                position += len(block)
                report(block.nbytes)
        found.is_compared = self.check and found.shard.sha256 is not None
        if found.is_compared and digest.hexdigest() != found.shard.sha256:
            found.state = "changed"
            self._problem(found, "is not what was written: its sha256 is another")
        return ends

    def read_some(self) -> None:
        """Count the training split at evenly spaced places, or all of it if it is short."""
        shards = [found for found in self.inspection.splits[0].shards if found.is_readable]
        share = SAMPLED / max(1, sum(found.shard.tokens for found in shards))
        for found in shards:
            tokens = map_shard(self.dataset.path, found.shard, self.dataset.dtype)
            blocks = -(-len(tokens) // SAMPLED_BLOCK)
            wanted = blocks if share >= 1 else max(1, round(blocks * share))
            for number in np.linspace(0, blocks - 1, wanted).astype(np.int64).tolist():
                position = number * SAMPLED_BLOCK
                block = tokens[position : position + SAMPLED_BLOCK]
                if not (self.check or self.count_all):
                    self._look_for_foreign(found, block, position)
                self._count(block)

    def _count(self, block: TokenArray) -> None:
        size = len(self.counts)
        self.counts += np.bincount(block if block.max() < size else block[block < size], minlength=size)

    def _look_for_foreign(self, found: ShardFound, block: TokenArray, position: int) -> None:
        if block.max() >= self.dataset.vocab_size:
            places = np.flatnonzero(block >= self.dataset.vocab_size)
            if not found.foreign:
                found.first_foreign = f"token {block[places[0]]} at position {position + int(places[0]):,}"
            found.foreign += len(places)

    def report_foreign(self) -> None:
        least = "" if self.check or self.count_all else "at least "
        for split in self.inspection.splits:
            for found in split.shards:
                if found.foreign:
                    found.state = "foreign tokens" if found.state == "ok" else found.state
                    many = f"{least}{found.foreign:,} {'token' if found.foreign == 1 else 'tokens'}"
                    outside = f"outside the vocabulary of {self.dataset.vocab_size:,}"
                    self._problem(found, f"has {many} {outside}: {found.first_foreign}")

    def _problem(self, found: ShardFound, what: str) -> None:
        self.inspection.problems.append(f"{found.shard.file} {what}.")


def _common(counts: Counts, tokenizer: Tokenizer | None) -> list[CommonToken]:
    most = np.argsort(-counts, kind="stable")[:COMMON].tolist()
    total = max(1, int(counts.sum()))
    return [
        CommonToken(token, _token_text(tokenizer, token), float(counts[token] / total))
        for token in most
        if counts[token]
    ]


def _token_text(tokenizer: Tokenizer | None, token: int) -> str | None:
    """A part of a character as its bytes."""
    return tokenizer.decode_bytes([token]).decode("utf-8", "backslashreplace") if tokenizer else None


def _sample(
    dataset: Dataset, split: SplitFound, tokenizer: Tokenizer, characters: int, seed: list[int]
) -> tuple[int, str]:
    """So many characters from a random place, and the place."""
    wanted = min(split.tokens, 4 * characters)  # a character has up to four bytes, and a token may be one byte
    start = int(np.random.default_rng(seed).integers(split.tokens - min(split.tokens, characters) + 1))
    text = tokenizer.decode(dataset.split(split.name)[start : start + wanted].tolist())
    whole = text.lstrip("\ufffd") if start else text  # the place may be inside of a character
    return start, whole[:characters]


def _compare_ends(inspection: Inspection, split: SplitFound) -> None:
    """A document may be cut by the end of its split, or lie in both: its <|endoftext|> is then missing or extra."""
    if split.ends is not None and split.documents is not None and abs(split.ends - split.documents) > 1:
        inspection.problems.append(
            f"{split.name} has {split.ends:,} times <|endoftext|> and dataset.json says {split.documents:,} documents."
        )
