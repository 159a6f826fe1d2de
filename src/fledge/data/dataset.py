"""A dataset directory: train.bin and val.bin, or shards of them, and dataset.json or nanoGPT's meta.pkl."""

import functools
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeGuard

import numpy as np

from fledge.common.errors import FledgeError
from fledge.common.files import read_json
from fledge.config.fields import did_you_mean, shown_value
from fledge.data.meta_pickle import read_meta_chars
from fledge.data.shards import Shard, ShardedTokens, TokenArray, map_shard
from fledge.texts import Message, say, text
from fledge.tokenizer.base import Tokenizer
from fledge.tokenizer.bpe import GPT2_VOCAB_SIZE
from fledge.tokenizer.spec import spec_vocab_size, tokenizer_from_json

Tokens = TokenArray | ShardedTokens

VERSION = 2
SPLITS = ("train", "val")
DTYPES = ("uint16", "uint32")
DESCRIPTIONS = ("dataset.json", "meta.pkl")
TOKEN_FILE = re.compile(r"(train|val)(-\d+)?\.bin")
USUAL_VOCAB_SIZES = {"char": 65, "gpt2": 50304}  # the characters of tiny Shakespeare; GPT-2's tokens, padded
# The texts that ship with fledge, by their names, and the tokenizer that each name stands for
SHIPPED_TOKENIZERS = {
    "shakespeare_char": "char",
    "shakespeare": "gpt2",
    "arabic_small": "bpe:2048",
    "hindi_small": "bpe:2048",
}
KNOWN_NAMES = (*SHIPPED_TOKENIZERS, "fineweb_edu", "openwebtext")  # that `fledge prepare` knows

MAX_COUNT = 1 << 53  # of tokens, bytes or documents: nothing is that large

BLOCK_TOKENS = 1 << 20
MIN_BLOCK_TOKENS = 1 << 12
MAX_BLOCKS_SCANNED = 50  # a longer split is scanned in evenly spaced blocks


@dataclass(frozen=True)
class Dataset:
    path: Path
    vocab_size: int
    dtype: str
    shards: Mapping[str, tuple[Shard, ...]]
    bytes: dict[str, int] | None  # UTF-8 bytes of the text in each split
    tokenizer_spec: dict[str, Any]
    source: dict[str, Any] | None
    documents: dict[str, int] | None = None
    text: dict[str, str] | None = None  # a digest of the text of the validation split

    @functools.cached_property
    def tokens(self) -> dict[str, int]:
        return {name: sum(shard.tokens for shard in shards) for name, shards in self.shards.items()}

    def split(self, name: str) -> Tokens:
        """The tokens of `train` or `val`, memory-mapped: only what is used is read."""
        shards = self.shards[name]
        if len(shards) == 1:
            return map_shard(self.path, shards[0], self.dtype)
        return ShardedTokens(self.path, shards, self.dtype)

    @property
    def eot(self) -> int | None:
        return end_of_text(self.tokenizer_spec)

    def tokenizer(self) -> Tokenizer:
        return tokenizer_from_json(self.tokenizer_spec)

    def bytes_per_token(self, split: str) -> float | None:
        """UTF-8 bytes per token, to turn a loss into bits per byte; None if the vocabulary can't be downloaded."""
        if self.bytes is not None:
            return self.bytes[split] / self.tokens[split]
        try:
            lengths = self.tokenizer().byte_lengths()
        except FledgeError:
            return None
        counts = np.zeros(self.vocab_size, dtype=np.int64)
        for _, block in blocks(self.split(split), MAX_BLOCKS_SCANNED, BLOCK_TOKENS):
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
            "documents": self.documents,
            "text": self.text,
            "shards": {name: [asdict(shard) for shard in shards] for name, shards in self.shards.items()},
            "source": self.source,
        }


def open_dataset(path: Path) -> Dataset:
    """The dataset in a directory, fledge's or nanoGPT's, checked so that training on it does not fail later."""
    if not path.is_dir():
        raise FledgeError(say("data.none", path=path), _how_to_prepare(path))
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


def is_dataset(path: Path) -> bool:
    """Whether a directory holds training tokens, in one file or in shards."""
    return path.is_dir() and has_tokens(file.name for file in path.iterdir())


def is_unprepared(path: Path) -> bool:
    """Whether nothing of a dataset is there: no directory, or only other files, such as nanoGPT's prepare.py."""
    if path.is_dir():
        return not any(is_dataset_file(file.name) for file in path.iterdir())
    return not path.exists()


def has_tokens(names: Iterable[str]) -> bool:
    """Whether these are the files of a dataset directory."""
    return any(match is not None and match[1] == "train" for match in map(TOKEN_FILE.fullmatch, names))


def is_dataset_file(name: str) -> bool:
    return name in DESCRIPTIONS or TOKEN_FILE.fullmatch(name) is not None


def usual_vocab_size(name: str) -> int:
    """The likely vocabulary size of a dataset that has not been prepared."""
    tokenizer = SHIPPED_TOKENIZERS.get(name, "gpt2")
    return int(tokenizer[4:]) if tokenizer.startswith("bpe:") else USUAL_VOCAB_SIZES[tokenizer]


def end_of_text(spec: dict[str, Any]) -> int | None:
    """The token that ends a document, if there is one; GPT-2's is known without its vocabulary."""
    return GPT2_VOCAB_SIZE - 1 if spec["name"] == "gpt2" else tokenizer_from_json(spec).eot


def token_dtype(vocab_size: int) -> str:
    """The smaller of the two dtypes that holds the vocabulary."""
    return "uint16" if vocab_size <= 1 << 16 else "uint32"


def _read_ours(path: Path) -> Dataset:
    file = path / "dataset.json"
    data = read_json(file, _how_to_prepare(path))
    version = data.get("version") if isinstance(data, dict) else None
    if isinstance(version, int) and version > VERSION:
        raise FledgeError(say("data.newer", file=file, version=version, known=VERSION), say("data.update"))
    if problem := _problem(data):
        raise FledgeError(say("data.unusable", file=file, problem=problem), _how_to_prepare(path))
    keys = ("vocab_size", "dtype", "bytes", "documents")
    dataset = Dataset(
        path=path,
        shards=listed_shards(data),
        tokenizer_spec=data["tokenizer"],
        source=source_of(data),
        text=text_of(data),
        **{key: data.get(key) for key in keys},
    )
    for name in SPLITS:
        for shard in dataset.shards[name]:
            _check_size(dataset, shard)
    return dataset


def source_of(data: dict[str, Any]) -> dict[str, Any] | None:
    """What a dataset.json says about the text it was made from."""
    source = data.get("source")
    return source if isinstance(source, dict) else None


def text_of(data: dict[str, Any]) -> dict[str, str] | None:
    """The digests of the text that a dataset.json has."""
    text = data.get("text")
    digest = text.get("val") if isinstance(text, dict) else None
    return {"val": digest} if isinstance(digest, str) else None


def is_count(value: object) -> TypeGuard[int]:
    """Whether a value of a dataset.json can be a number of tokens, bytes or documents."""
    return type(value) is int and abs(value) < MAX_COUNT


def are_counts(value: Any) -> TypeGuard[dict[str, int]]:
    """Whether it has such a number for both splits."""
    return isinstance(value, dict) and all(is_count(value.get(name)) for name in SPLITS)


def listed_shards(data: dict[str, Any]) -> dict[str, tuple[Shard, ...]]:
    """The files that a dataset.json lists. Version 1 has one file per split."""
    if data.get("version") == 1 or "shards" not in data:
        digests = data.get("sha256")
        known = digests if isinstance(digests, dict) else {}
        return {name: (Shard(f"{name}.bin", data["tokens"][name], known.get(name)),) for name in SPLITS}
    return {
        name: tuple(Shard(entry["file"], entry["tokens"], entry.get("sha256")) for entry in data["shards"][name])
        for name in SPLITS
    }


def _problem(data: Any) -> str:
    """The first problem with the contents of a dataset.json, or nothing."""
    if not isinstance(data, dict) or data.get("version") not in (1, VERSION):
        return text(say("data.problem.version", version=VERSION))
    if data.get("dtype") not in DTYPES:
        return text(say("data.problem.dtype", dtype=shown_value(data.get("dtype"))))
    for key in ("tokens", "bytes", "documents"):
        counts = data.get(key)
        if counts is None and key != "tokens":
            continue
        if not are_counts(counts):
            return text(say("data.problem.counts", key=key))
    if data["version"] == VERSION and (problem := _shards_problem(data.get("shards"), data["tokens"])):
        return problem
    try:
        vocab_size = spec_vocab_size(data.get("tokenizer"))
    except FledgeError as error:
        return error.problem.rstrip(".।")
    if type(data.get("vocab_size")) is not int or data["vocab_size"] != vocab_size:
        return text(say("data.problem.vocab_size", said=shown_value(data.get("vocab_size")), vocab_size=vocab_size))
    return ""


def _shards_problem(shards: Any, tokens: dict[str, int]) -> str:
    if not isinstance(shards, dict) or not all(isinstance(shards.get(name), list) for name in SPLITS):
        return text(say("data.problem.no_lists"))
    files = set()
    for name in SPLITS:
        if not shards[name]:
            return text(say("data.problem.no_shards", name=name))
        for entry in shards[name]:
            file = entry.get("file") if isinstance(entry, dict) else None
            match = TOKEN_FILE.fullmatch(file) if isinstance(file, str) else None
            if file in files or match is None or match[1] != name or not is_count(entry.get("tokens")):
                return text(say("data.problem.entry", entry=entry, name=name))
            files.add(file)
        if (total := sum(entry["tokens"] for entry in shards[name])) != tokens[name]:
            return text(say("data.problem.totals", name=name, total=total, said=tokens[name]))
    return ""


def _without_description(path: Path, spec: dict[str, Any]) -> Dataset:
    """A directory made by nanoGPT: tokens are always uint16, and the file sizes give their number."""
    shards = {}
    for name in SPLITS:
        file = f"{name}.bin"
        size = _size_of(path, file)
        if size % 2:
            raise FledgeError(say("data.odd_bytes", path=f"{path}/{file}", size=size), _how_to_prepare(path))
        shards[name] = (Shard(file, size // 2),)
        _check_not_empty(path, shards[name][0])
    return Dataset(path, spec_vocab_size(spec), "uint16", shards, None, spec, None)


def _size_of(path: Path, file: str) -> int:
    if not (path / file).is_file():
        raise FledgeError(say("data.missing_file", path=path, file=file), _how_to_prepare(path))
    return (path / file).stat().st_size


def _check_size(dataset: Dataset, shard: Shard) -> None:
    size = _size_of(dataset.path, shard.file)
    _check_not_empty(dataset.path, shard)
    expected = shard.tokens * np.dtype(dataset.dtype).itemsize
    if size != expected:
        problem = say("data.wrong_size", path=dataset.path / shard.file, size=size, expected=expected)
        raise FledgeError(problem, _how_to_prepare(dataset.path))


def _check_not_empty(path: Path, shard: Shard) -> None:
    if shard.tokens < 1:
        raise FledgeError(say("data.empty_file", path=f"{path}/{shard.file}"), _how_to_prepare(path))


def _check_width(dataset: Dataset, name: str) -> None:
    """Tokens written with 32 or 64 bits and read with 16 are 0 at every second position, unlike any text."""
    start = dataset.split(name)[:BLOCK_TOKENS]
    if len(start) > 16 and start[::2].any() and not start[1::2].any():
        raise FledgeError(
            say("data.not_uint16", path=f"{dataset.path}/{name}.bin"),
            say("data.write_uint16", command=_prepare_command(dataset.path)),
        )


def _check_ids(dataset: Dataset, name: str) -> None:
    """Check that every token is in the vocabulary: otherwise a GPU crashes in the first step with an obscure error."""
    if dataset.vocab_size > np.iinfo(dataset.dtype).max:
        return
    shards = dataset.shards[name]
    # Every one of many shards is scanned, but so little of each that opening the dataset stays fast.
    most = max(1, MAX_BLOCKS_SCANNED // len(shards))
    size = max(MIN_BLOCK_TOKENS, min(BLOCK_TOKENS, BLOCK_TOKENS * MAX_BLOCKS_SCANNED // len(shards)))
    for shard in shards:
        for start, block in blocks(map_shard(dataset.path, shard, dataset.dtype), most, size):
            if block.max() >= dataset.vocab_size:
                at = int(np.argmax(block >= dataset.vocab_size))
                described = any((dataset.path / file).exists() for file in DESCRIPTIONS)
                found = {"path": f"{dataset.path}/{shard.file}", "token": block[at], "position": start + at}
                found["vocab_size"] = dataset.vocab_size
                problem = say("data.foreign", **found) if described else say("data.foreign_assumed", **found)
                raise FledgeError(problem, _how_to_prepare(dataset.path))


def blocks(tokens: Tokens, most: int, size: int) -> Iterator[tuple[int, TokenArray]]:
    """Blocks of tokens and their start positions: all of them, or `most` evenly spaced ones."""
    count = -(-len(tokens) // size)
    for number in np.unique(np.linspace(0, count - 1, min(count, most)).astype(np.int64)).tolist():
        yield number * size, tokens[number * size : (number + 1) * size]


def _how_to_prepare(path: Path) -> str | Message:
    if path.name in KNOWN_NAMES:
        return say("data.make", command=_prepare_command(path))
    if path.is_dir():
        return say("data.make_again", command=_prepare_command(path))
    siblings = [other.name for other in path.parent.glob("*") if is_dataset(other)]
    near = did_you_mean(path.name, [*siblings, *KNOWN_NAMES])
    own = text(say("data.make_own", command=_prepare_command(path)))
    return f"{near} {own}".strip()


def _prepare_command(path: Path) -> str:
    where = "" if path.parent == Path("data") else f" --data_dir={path.parent}"
    if path.name in KNOWN_NAMES:
        return f"fledge prepare {path.name}{where}"
    return f"fledge prepare PATH --name={path.name}{where}"
