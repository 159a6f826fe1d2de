"""The contents of a dataset directory, and whether they match its description."""

import re
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from fledge.common.errors import FledgeError, RunFailed
from fledge.common.files import read_json
from fledge.data.dataset import (
    DTYPES,
    MAX_COUNT,
    SPLITS,
    Dataset,
    are_counts,
    is_dataset,
    is_dataset_file,
    listed_shards,
    open_dataset,
    source_of,
)
from fledge.data.shard_checks import SplitReport, TokenChecker, TokenCounts, check_sizes
from fledge.texts import say, text
from fledge.tokenizer.base import Tokenizer

MAX_COMMON_TOKENS = 10
MAX_STRAYS_NAMED = 3
MAX_VOCAB_SIZE = 1 << 24  # their counts are held in memory


@dataclass(frozen=True)
class CommonToken:
    token: int
    text: str | None  # None without the vocabulary
    share: float


@dataclass
class Inspection:
    dataset: Dataset
    splits: list[SplitReport]
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
            "common_tokens": {"of": "train", "counted": self.counted, "tokens": [asdict(one) for one in self.common]},
        }


def _split_json(split: SplitReport) -> dict[str, Any]:
    return {
        "tokens": split.tokens,
        "bytes": split.bytes,
        "documents": split.documents,
        "bytes_per_token": split.bytes_per_token,
        "end_of_text_tokens": split.ends,
        "sample": {"position": split.sample_at, "text": split.sample},
        "shards": [
            {
                "file": report.shard.file,
                "tokens": report.shard.tokens,
                "bytes": report.size,
                "sha256": report.shard.sha256,
                "state": report.state if report.is_compared or report.state != "ok" else "not compared",
            }
            for report in split.shards
        ],
    }


def inspect_dataset(
    path: Path, check: bool, count_all: bool, characters: int, seed: int, progress: Callable[[int], None]
) -> Inspection:
    """Everything known about a dataset. With `check` or `count_all` every byte is read.

    A directory without tokens is the user's mistake; a dataset that can't be understood is a failure.
    """
    dataset, problem = _open(path)
    inspection = _list_files(dataset)
    tokenizer = _tokenizer(dataset, inspection.notes)
    checker = TokenChecker(dataset, inspection.splits, tokenizer.eot if tokenizer else None, check, count_all)
    if check or count_all:
        checker.read_all(progress)
    if not count_all:
        checker.count_sample()
    checker.report_foreign()
    inspection.problems += checker.problems
    inspection.is_checked = check
    inspection.common = _common_tokens(checker.counts, tokenizer)
    inspection.counted = int(checker.counts.sum())
    for number, split in enumerate(inspection.splits):
        if dataset.bytes or (split.is_readable and not problem):
            split.bytes_per_token = dataset.bytes_per_token(split.name)
        if split.is_readable and tokenizer:
            split.sample_at, split.sample = _sample(dataset, split, tokenizer, characters, [seed, number])
        _compare_ends(inspection, split)
    damaged = [report.shard.file for split in inspection.splits for report in split.shards if report.state != "ok"]
    if problem and not any(_names(problem, file) for file in damaged):
        inspection.problems.append(problem)
    return inspection


def _names(problem: str, file: str) -> bool:
    """Whether a sentence is about that file."""
    return re.search(rf"(?<![\w.-]){re.escape(file)}(?![\w-])", problem) is not None


def disk_size(path: Path) -> int:
    """Bytes of the token files in a directory, for the progress bar."""
    return sum(file.stat().st_size for file in path.glob("*.bin")) if path.is_dir() else 0


def _open(path: Path) -> tuple[Dataset, str]:
    """The dataset, and why training would refuse it; a refused one is as its dataset.json describes it."""
    try:
        return open_dataset(path), ""
    except FledgeError as error:
        if not ((path / "dataset.json").is_file() or is_dataset(path)):
            raise
        if dataset := _as_described(path):
            return dataset, error.problem
        raise RunFailed(error.problem, error.fix) from error


def _as_described(path: Path) -> Dataset | None:
    """The dataset that a dataset.json describes, whatever its files are; None if it makes no sense."""
    try:
        data = read_json(path / "dataset.json", "")
        text_bytes, documents = (data.get(key) for key in ("bytes", "documents"))
        described = Dataset(
            path=path,
            vocab_size=int(data["vocab_size"]),
            dtype=data["dtype"],
            shards=listed_shards(data),
            bytes=text_bytes if are_counts(text_bytes) else None,
            tokenizer_spec=data["tokenizer"],
            source=source_of(data),
            documents=documents if are_counts(documents) else None,
        )
        is_sensible = (
            isinstance(data["tokenizer"], dict)
            and described.dtype in DTYPES
            and 0 < described.vocab_size <= MAX_VOCAB_SIZE
            and all(is_dataset_file(shard.file) for shards in described.shards.values() for shard in shards)
            and all(0 < tokens < MAX_COUNT for tokens in described.tokens.values())
        )
    except (FledgeError, KeyError, TypeError, ValueError, AttributeError, OverflowError):
        return None
    return described if is_sensible else None


def _list_files(dataset: Dataset) -> Inspection:
    """The files and their sizes."""
    splits: list[SplitReport] = []
    problems: list[str] = []
    notes: list[str] = []
    for name in SPLITS:
        shards = check_sizes(dataset, name, problems)
        text_bytes, documents = (counts[name] if counts else None for counts in (dataset.bytes, dataset.documents))
        splits.append(SplitReport(name, shards, dataset.tokens[name], text_bytes, documents))
    listed = {shard.file for shards in dataset.shards.values() for shard in shards}
    files = [file for file in dataset.path.iterdir() if file.is_file()]
    strays = sorted(file.name for file in files if file.suffix == ".bin" and file.name not in listed)
    if strays:
        note = say("data.strays", files=strays)
        if len(strays) > MAX_STRAYS_NAMED:
            note = say("data.more_strays", files=strays[:MAX_STRAYS_NAMED])
        notes.append(text(note))
    return Inspection(dataset, splits, sum(file.stat().st_size for file in files), problems=problems, notes=notes)


def _tokenizer(dataset: Dataset, notes: list[str]) -> Tokenizer | None:
    try:
        return dataset.tokenizer()
    except FledgeError as error:
        notes.append(text(say("data.without_text", problem=error.problem)))
        return None


def _common_tokens(counts: TokenCounts, tokenizer: Tokenizer | None) -> list[CommonToken]:
    most = np.argsort(-counts, kind="stable")[:MAX_COMMON_TOKENS].tolist()
    total = max(1, int(counts.sum()))
    return [
        CommonToken(token, _token_text(tokenizer, token), float(counts[token] / total))
        for token in most
        if counts[token]
    ]


def _token_text(tokenizer: Tokenizer | None, token: int) -> str | None:
    """The text of a token; a part of a character is shown as its bytes."""
    return tokenizer.decode_bytes([token]).decode("utf-8", "backslashreplace") if tokenizer else None


def _sample(
    dataset: Dataset, split: SplitReport, tokenizer: Tokenizer, characters: int, seed: list[int]
) -> tuple[int, str]:
    """A random position, and the `characters` that follow it."""
    wanted = min(split.tokens, 4 * characters)  # a character has up to four bytes, and a token may be one byte
    start = int(np.random.default_rng(seed).integers(split.tokens - min(split.tokens, characters) + 1))
    decoded = tokenizer.decode(dataset.split(split.name)[start : start + wanted].tolist())
    whole = decoded.lstrip("\ufffd") if start else decoded  # the position may be inside a character
    return start, whole[:characters]


def _compare_ends(inspection: Inspection, split: SplitReport) -> None:
    """Compare the <|endoftext|> with the documents. One document may be cut by the end of its split."""
    if split.ends is not None and split.documents is not None and abs(split.ends - split.documents) > 1:
        inspection.problems.append(
            text(say("data.ends_differ", name=split.name, ends=split.ends, documents=split.documents))
        )
