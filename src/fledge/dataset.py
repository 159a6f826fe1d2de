"""A dataset directory: train.bin and val.bin, and dataset.json (ours) or meta.pkl (nanoGPT's) beside them."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from fledge.errors import FledgeError
from fledge.files import read_json
from fledge.meta_pickle import read_meta_chars
from fledge.settings import did_you_mean
from fledge.tokenizer import Tokenizer, spec_vocab_size, tokenizer_from_json

Tokens = npt.NDArray[np.unsignedinteger[Any]]

VERSION = 1
SPLITS = ("train", "val")
DTYPES = ("uint16", "uint32")
FILES = ("train.bin", "val.bin", "dataset.json", "meta.pkl")
USUAL_VOCABULARIES = {"char": 65, "gpt2": 50304}  # tiny Shakespeare's letters; GPT-2's tokens, padded
NAMED_SETS = {"shakespeare_char": "char", "shakespeare": "gpt2"}  # what `fledge prepare NAME` downloads

BLOCK = 1 << 20
MOST_SCANNED = 50  # blocks: a stream up to so long is looked at whole, a longer one at even distances


@dataclass(frozen=True)
class Dataset:
    path: Path
    vocab_size: int
    dtype: str
    tokens: dict[str, int]
    bytes: dict[str, int] | None  # UTF-8 bytes of the text in each split
    tokenizer_spec: dict[str, Any]
    sha256: dict[str, str] | None
    source: dict[str, Any] | None

    def split(self, name: str) -> Tokens:
        """The tokens of `train` or `val`, mapped from the disk and read only where they are touched."""
        return np.memmap(self.path / f"{name}.bin", dtype=np.dtype(self.dtype), mode="r", shape=(self.tokens[name],))

    def tokenizer(self) -> Tokenizer:
        return tokenizer_from_json(self.tokenizer_spec)

    def bytes_per_token(self, split: str) -> float | None:
        """UTF-8 bytes a token, to turn a loss into bits per byte; None if the vocabulary can't be fetched."""
        if self.bytes is not None:
            return self.bytes[split] / self.tokens[split]
        try:
            lengths = self.tokenizer().byte_lengths()
        except FledgeError:
            return None
        counts = np.zeros(self.vocab_size, dtype=np.int64)
        for _, block in _blocks(self.split(split)):
            counts += np.bincount(block, minlength=self.vocab_size)
        return float(counts @ lengths / counts.sum())

    def to_json(self) -> dict[str, Any]:
        return {
            "version": VERSION,
            "tokenizer": self.tokenizer_spec,
            "vocab_size": self.vocab_size,
            "dtype": self.dtype,
            "tokens": self.tokens,
            "bytes": self.bytes,
            "sha256": self.sha256,
            "source": self.source,
        }


def open_dataset(path: Path) -> Dataset:
    """The dataset in a directory, ours or nanoGPT's, checked so that training on it can't fail later."""
    if not path.is_dir():
        raise FledgeError(f"there is no dataset at {path}.", _how_to_prepare(path))
    for name in SPLITS:
        if not (path / f"{name}.bin").is_file():
            raise FledgeError(f"{path} has no {name}.bin.", _how_to_prepare(path))
    if (path / "dataset.json").exists():
        dataset = _read_ours(path)
    elif (path / "meta.pkl").exists():
        chars = read_meta_chars(path / "meta.pkl")
        dataset = _without_description(path, {"name": "char", "chars": chars})
    else:
        dataset = _without_description(path, {"name": "gpt2"})
        for name in SPLITS:
            _check_width(dataset, name)
    for name in SPLITS:
        _check_ids(dataset, name)
    return dataset


def usual_vocabulary(name: str) -> int:
    """What a dataset that isn't here most likely has."""
    return USUAL_VOCABULARIES[NAMED_SETS.get(name, "gpt2")]


def token_dtype(vocab_size: int) -> str:
    """The smallest of the two token types that holds the vocabulary."""
    return "uint16" if vocab_size <= 1 << 16 else "uint32"


def _read_ours(path: Path) -> Dataset:
    file = path / "dataset.json"
    data = read_json(file, _how_to_prepare(path))
    version = data.get("version") if isinstance(data, dict) else None
    if isinstance(version, int) and version > VERSION:
        raise FledgeError(f"{file} is of version {version}; this fledge reads version {VERSION}.", "Update fledge.")
    if problem := _problem(data):
        raise FledgeError(f"{file} can't be used: {problem}.", _how_to_prepare(path))
    keys = ("vocab_size", "dtype", "tokens", "bytes", "sha256", "source")
    dataset = Dataset(path=path, tokenizer_spec=data["tokenizer"], **{key: data.get(key) for key in keys})
    for name in SPLITS:
        _check_size(dataset, name)
    return dataset


def _problem(data: Any) -> str:
    """What is wrong with the contents of a dataset.json: the first thing found, or nothing."""
    if not isinstance(data, dict) or data.get("version") != VERSION:
        return f"it does not say version {VERSION}"
    if data.get("dtype") not in DTYPES:
        return f"dtype is {data.get('dtype')!r}, not uint16 or uint32"
    for key in ("tokens", "bytes"):
        counts = data.get(key)
        if counts is None and key == "bytes":
            continue
        if not isinstance(counts, dict) or not all(type(counts.get(name)) is int for name in SPLITS):
            return f"{key} has no whole numbers for train and val"
    try:
        vocab_size = spec_vocab_size(data.get("tokenizer"))
    except FledgeError as error:
        return error.problem.rstrip(".")
    if type(data.get("vocab_size")) is not int or data["vocab_size"] != vocab_size:
        return f"vocab_size is {data.get('vocab_size')} and its tokenizer has {vocab_size:,} tokens"
    return ""


def _without_description(path: Path, spec: dict[str, Any]) -> Dataset:
    """nanoGPT's own directory: its tokens are always uint16, and the files' sizes say how many there are."""
    tokens = {}
    for name in SPLITS:
        size = (path / f"{name}.bin").stat().st_size
        if size % 2:
            raise FledgeError(
                f"{path}/{name}.bin has an odd number of bytes ({size:,}): cut short.", _how_to_prepare(path)
            )
        tokens[name] = size // 2
        _check_not_empty(path, name, tokens[name])
    return Dataset(path, spec_vocab_size(spec), "uint16", tokens, None, spec, None, None)


def _check_size(dataset: Dataset, name: str) -> None:
    count = dataset.tokens[name]
    _check_not_empty(dataset.path, name, count)
    expected = count * np.dtype(dataset.dtype).itemsize
    size = (dataset.path / f"{name}.bin").stat().st_size
    if size != expected:
        file = dataset.path / f"{name}.bin"
        problem = f"{file} has {size:,} bytes and dataset.json says {expected:,}: torn or foreign."
        raise FledgeError(problem, _how_to_prepare(dataset.path))


def _check_not_empty(path: Path, name: str, count: int) -> None:
    if count < 1:
        raise FledgeError(f"{path}/{name}.bin is empty.", _how_to_prepare(path))


def _check_width(dataset: Dataset, name: str) -> None:
    """GPT-2's tokens written with 32 or 64 bits and read with 16 are 0 at every second place: no text is."""
    start = dataset.split(name)[:BLOCK]
    if len(start) > 16 and start[::2].any() and not start[1::2].any():
        raise FledgeError(
            f"every second token of {dataset.path}/{name}.bin is 0: it was not written as uint16, nanoGPT's format.",
            f"Write it as uint16, or make it again from its text: {_prepare_command(dataset.path)}",
        )


def _check_ids(dataset: Dataset, name: str) -> None:
    """No token may lie outside the vocabulary: on a GPU that is an unreadable crash in the first step."""
    if dataset.vocab_size > np.iinfo(dataset.dtype).max:
        return
    for start, block in _blocks(dataset.split(name)):
        if block.max() >= dataset.vocab_size:
            at = int(np.argmax(block >= dataset.vocab_size))
            described = (dataset.path / "dataset.json").exists() or (dataset.path / "meta.pkl").exists()
            guess = "" if described else " (taken for GPT-2's: it has neither dataset.json nor meta.pkl)"
            raise FledgeError(
                f"{dataset.path}/{name}.bin has token {block[at]} at position {start + at:,}, outside the "
                f"vocabulary of {dataset.vocab_size:,}{guess}.",
                _how_to_prepare(dataset.path),
            )


def _blocks(tokens: Tokens) -> Iterator[tuple[int, Tokens]]:
    """Blocks of a token stream and where they start: all of them, or MOST_SCANNED evenly spaced ones."""
    count = -(-len(tokens) // BLOCK)
    for number in np.unique(np.linspace(0, count - 1, min(count, MOST_SCANNED)).astype(np.int64)).tolist():
        yield number * BLOCK, tokens[number * BLOCK : (number + 1) * BLOCK]


def _how_to_prepare(path: Path) -> str:
    if path.name in NAMED_SETS:
        return f"Make it: {_prepare_command(path)}"
    if path.is_dir():
        return f"Make it again from its text: {_prepare_command(path)}"
    siblings = [other.parent.name for other in path.parent.glob("*/train.bin")]
    near = did_you_mean(path.name, [*siblings, *NAMED_SETS])
    return f"{near} To make it from your own text: {_prepare_command(path)}".strip()


def _prepare_command(path: Path) -> str:
    where = "" if path.parent == Path("data") else f" --data_dir={path.parent}"
    if path.name in NAMED_SETS:
        return f"fledge prepare {path.name}{where}"
    return f"fledge prepare PATH --name={path.name}{where}"
