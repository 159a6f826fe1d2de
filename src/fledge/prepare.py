"""Text to a dataset directory, in two passes over the files and in bounded memory, whatever their size."""

import contextlib
import datetime
import hashlib
import itertools
import json
import os
import shutil
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from fledge import downloads
from fledge.dataset import FILES, NAMED_SETS, SPLITS, Dataset, token_dtype
from fledge.documents import (
    CODE_POINTS,
    Document,
    Survey,
    TextReader,
    describe_skipped,
    find_documents,
    survey,
)
from fledge.errors import FledgeError
from fledge.files import atomic_dir
from fledge.progress import byte_bar
from fledge.tokenizer import ByteTokenizer, CharTokenizer, Gpt2Tokenizer, Ids, Tokenizer

LARGE_BYTES = 20_000_000  # above this a character model wastes its context, and BPE is the better default
MOST_THREADS = 8
MOST_CARRIED = 2 << 20  # characters without a word's end: base64 or a genome, cut wherever we are


@dataclass(frozen=True)
class Prepared:
    """What was made, and what the user should know about it."""

    dataset: Dataset
    documents: int
    characters: int
    notes: list[str]


@dataclass(frozen=True)
class Piece:
    """Consecutive text of one split; where it ends a document, <|endoftext|> divides it from the next one."""

    split: str
    text: str
    ends_document: bool = False


@dataclass
class SplitWriter:
    file: BinaryIO
    dtype: str
    tokens: int = 0
    text_bytes: int = 0
    digest: "hashlib._Hash" = field(default_factory=hashlib.sha256)

    def write(self, ids: Ids, text_bytes: int) -> None:
        data = ids.astype(self.dtype).tobytes()
        self.file.write(data)
        self.digest.update(data)
        self.tokens += len(ids)
        self.text_bytes += text_bytes


def prepare_named(name: str, out: Path, tokenizer: str = "auto", val_fraction: float = 0.1) -> Prepared:
    """One of the sets that `fledge prepare NAME` knows."""
    _check_request(out, [name], val_fraction)
    path = downloads.fetch("tiny_shakespeare")
    document = Document(path, path.name, path.stat().st_size)
    source = {"paths": [name], "encoding": "utf-8", "val_fraction": val_fraction}
    return _prepare([document], Counter(), out, NAMED_SETS[name] if tokenizer == "auto" else tokenizer, source)


def prepare_text(
    paths: Sequence[Path],
    out: Path,
    tokenizer: str = "auto",
    val_fraction: float = 0.1,
    encoding: str = "utf-8",
) -> Prepared:
    """The text files at `paths` and below, tokenised into the dataset directory `out`.

    `tokenizer` is char, byte, gpt2 or auto. The end of the text is the validation split: `val_fraction` of
    its characters.
    """
    names = [path.as_posix() for path in paths]
    documents, skipped = find_documents(paths, encoding)
    _check_request(out, names, val_fraction)
    source = {"paths": names, "encoding": encoding, "val_fraction": val_fraction}
    return _prepare(documents, skipped, out, tokenizer, source)


def choose_tokenizer(size: int) -> tuple[str, str]:
    """The tokenizer for a text of so many bytes, and the reason in one line."""
    name, side = ("gpt2", "over") if size > LARGE_BYTES else ("char", "up to")
    limit = f"{LARGE_BYTES / 1e6:.0f} MB"
    return name, f"tokenizer {name}: the default for text {side} {limit} (--tokenizer=... for another)"


def _prepare(
    documents: list[Document], skipped: Counter[str], out: Path, tokenizer_name: str, source: dict[str, Any]
) -> Prepared:
    notes = []
    size = sum(document.size for document in documents)
    if tokenizer_name == "auto":
        tokenizer_name, reason = choose_tokenizer(size)
        notes.append(reason)
    surveys, chars = _survey_all(documents, source["encoding"], size)
    tokenizer = _make_tokenizer(tokenizer_name, chars)
    characters = sum(len(tail) + item.characters for item, tail in _with_tails(surveys, tokenizer))
    dtype = token_dtype(tokenizer.vocab_size)
    _check_room(out, tokenizer, characters, size)

    with atomic_dir(out.resolve()) as folder, byte_bar(f"tokenising ({tokenizer.name})", size) as report:
        cut = int(characters * (1 - source["val_fraction"]))  # for 0.1 exactly nanoGPT's int(n * 0.9)
        pieces = _whole_words(_pieces(surveys, source["encoding"], cut, tokenizer, report), tokenizer)
        written = _write_splits(folder, pieces, tokenizer, dtype)
        _check_splits(written, characters)
        dataset = Dataset(
            path=out,
            vocab_size=tokenizer.vocab_size,
            dtype=dtype,
            tokens={name: split.tokens for name, split in written.items()},
            bytes={name: split.text_bytes for name, split in written.items()},
            tokenizer_spec=tokenizer.to_json(),
            sha256={name: split.digest.hexdigest() for name, split in written.items()},
            source={**source, "files": [_identity(item) for item in surveys]},
        )
        created = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        text = json.dumps({**dataset.to_json(), "created": created}, ensure_ascii=False, indent=1)
        (folder / "dataset.json").write_text(text + "\n", encoding="utf-8")

    if empty := len(documents) - len(surveys):
        skipped["empty"] += empty
    if skipped:
        notes.append(describe_skipped(skipped))
    if changed := sum(item.changed_line_ends for item in surveys):
        notes.append(f"line ends CRLF or CR made \\n in {changed:,} file{'s'[: changed > 1]}")
    return Prepared(dataset, len(surveys), characters, notes)


def _check_request(out: Path, paths: list[str], val_fraction: float) -> None:
    """Refuse, before a long pass over the text, what can't be done or would overwrite something else."""
    if not 0 < val_fraction < 1:
        raise FledgeError(f"val_fraction={val_fraction:g} is not between 0 and 1.", "Try --val_fraction=0.1.")
    elsewhere = "Choose another --name or --data_dir, or move what is there away."
    if not out.exists():
        return
    if not out.is_dir():
        raise FledgeError(f"{out} is a file, not a directory.", elsewhere)
    names = sorted(path.name for path in out.iterdir())
    if foreign := [name for name in names if name not in FILES]:
        raise FledgeError(f"{out} holds files that are not a dataset's ({', '.join(foreign[:3])}).", elsewhere)
    if names and (made_from := _made_from(out)) != paths:
        raise FledgeError(f"{out} already holds another dataset (made from {', '.join(made_from)}).", elsewhere)


def _made_from(out: Path) -> list[str]:
    try:
        paths = json.loads((out / "dataset.json").read_text(encoding="utf-8"))["source"]["paths"]
        return [str(path) for path in paths]
    except (OSError, ValueError, KeyError, TypeError):
        return ["an unknown text"]


def _survey_all(documents: list[Document], encoding: str, size: int) -> tuple[list[Survey], str]:
    """The documents that have text, and every character in them, sorted."""
    seen = np.zeros(CODE_POINTS, dtype=np.bool_)
    with byte_bar("reading", size) as report:
        surveys = [survey(document, encoding, seen, report) for document in documents]
    surveys = [item for item in surveys if item.characters]
    if not surveys:
        named = documents[0].name if len(documents) == 1 else f"each of the {len(documents):,} files"
        raise FledgeError(f"{named} is empty: there is no text to prepare.", "Name a file that has some.")
    if len(surveys) > 1:
        seen[ord("\n")] = True  # may be needed between two of them
    return surveys, "".join(map(chr, np.flatnonzero(seen).tolist()))


def _make_tokenizer(name: str, chars: str) -> Tokenizer:
    if name == "char":
        return CharTokenizer(chars)
    return ByteTokenizer() if name == "byte" else Gpt2Tokenizer.load()


def _with_tails(surveys: list[Survey], tokenizer: Tokenizer) -> Iterator[tuple[Survey, str]]:
    """Each document, and the line end added before the next where the vocabulary has no <|endoftext|>."""
    for item in surveys:
        follows = item is not surveys[-1]
        yield item, "\n" if follows and tokenizer.eot is None and not item.ends_line else ""


def _check_room(out: Path, tokenizer: Tokenizer, characters: int, size: int) -> None:
    """A full disk is better known before an hour of work than after it."""
    tokens = {"char": characters, "byte": size, "gpt2": size // 4}[tokenizer.name]
    needed = tokens * np.dtype(token_dtype(tokenizer.vocab_size)).itemsize
    place = next(folder for folder in out.resolve().parents if folder.exists())
    free = shutil.disk_usage(place).free
    if needed > free:
        raise FledgeError(
            f"the dataset needs about {needed / 1e9:,.1f} GB and {place} has {free / 1e9:,.1f} GB free.",
            "Free some space, or write it to another disk: --data_dir=...",
        )


def _pieces(
    surveys: list[Survey], encoding: str, cut: int, tokenizer: Tokenizer, report: Callable[[int], None]
) -> Iterator[Piece]:
    """All the text in order: `train` up to character number `cut`, `val` after it."""
    position = 0
    for item, tail in _with_tails(surveys, tokenizer):
        start = position
        reader = TextReader(item.document, encoding, lambda block: report(len(block)))
        for text in itertools.chain(reader, [tail]):
            in_train = max(0, min(len(text), cut - position))
            if in_train:
                yield Piece("train", text[:in_train])
            if in_train < len(text):
                yield Piece("val", text[in_train:])
            position += len(text)
        if position - start != item.characters + len(tail):
            raise FledgeError(
                f"{item.document.path} changed while it was being read.", "Try again when it is complete."
            )
        if item is not surveys[-1]:
            yield Piece("train" if position <= cut else "val", "", ends_document=True)


def _whole_words(pieces: Iterable[Piece], tokenizer: Tokenizer) -> Iterator[Piece]:
    """The same text cut only where the tokens come out as if each document were encoded whole."""
    split, carried = "train", ""
    for piece in pieces:
        if piece.split != split:
            yield Piece(split, carried)
            split, carried = piece.split, ""
        carried += piece.text
        if piece.ends_document:
            yield Piece(split, carried, ends_document=True)
            carried = ""
            continue
        cut = tokenizer.safe_cut(carried) or (len(carried) if len(carried) > MOST_CARRIED else 0)
        yield Piece(split, carried[:cut])
        carried = carried[cut:]
    yield Piece(split, carried)


def _write_splits(folder: Path, pieces: Iterable[Piece], tokenizer: Tokenizer, dtype: str) -> dict[str, SplitWriter]:
    """Tokenise in threads (tiktoken works outside Python's lock), write in order."""
    after_document = np.array([] if tokenizer.eot is None else [tokenizer.eot], dtype=np.uint32)

    def encode(piece: Piece) -> tuple[str, Ids, int]:
        ids = tokenizer.encode(piece.text)
        if piece.ends_document:
            ids = np.concatenate([ids, after_document])
        return piece.split, ids, len(piece.text.encode())

    threads = min(os.cpu_count() or 1, MOST_THREADS)
    with contextlib.ExitStack() as stack:
        pool = stack.enter_context(ThreadPoolExecutor(threads))
        writers = {
            name: SplitWriter(stack.enter_context((folder / f"{name}.bin").open("wb")), dtype) for name in SPLITS
        }
        for split, ids, text_bytes in _in_order(pool, encode, pieces, ahead=threads + 1):
            writers[split].write(ids, text_bytes)
    return writers


def _in_order(
    pool: ThreadPoolExecutor,
    work: Callable[[Piece], tuple[str, Ids, int]],
    items: Iterable[Piece],
    ahead: int,
) -> Iterator[tuple[str, Ids, int]]:
    """`pool.map` that reads no more than `ahead` items in advance."""
    waiting: deque[Future[tuple[str, Ids, int]]] = deque()
    for item in items:
        waiting.append(pool.submit(work, item))
        if len(waiting) > ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def _check_splits(written: dict[str, SplitWriter], characters: int) -> None:
    for name, split in written.items():
        if split.tokens < 2:  # a token and the one to predict
            raise FledgeError(
                f"too little text: of {characters:,} characters the {name} split gets {split.tokens} tokens, "
                "and 2 is the least.",
                "Add text, or change --val_fraction.",
            )


def _identity(item: Survey) -> dict[str, Any]:
    return {"name": item.document.name, "bytes": item.document.size, "sha256": item.sha256}
