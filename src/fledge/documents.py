"""Text files on the disk: finding them, and reading them piece by piece whatever their size and encoding."""

import codecs
import hashlib
import io
import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from fledge.errors import FledgeError
from fledge.settings import did_you_mean

READ_BYTES = 1 << 20
CODE_POINTS = 0x110000
TEXT_TYPES = """
    txt text md markdown rst org tex adoc html htm xml json jsonl csv tsv yaml yml toml ini cfg conf
    log srt vtt py pyi ipynb c h cc cpp hpp cu cs java kt scala js jsx mjs ts tsx css go rs rb php
    pl lua r jl swift m sh bash zsh sql hs ml el lisp scm clj ex erl f90 asm bat ps1 vim tcl abc
    fasta pgn
"""
TEXT_SUFFIXES = {"", *(f".{kind}" for kind in TEXT_TYPES.split())}


@dataclass(frozen=True)
class Document:
    path: Path
    name: str  # as the user wrote it, or below the folder the user wrote
    size: int


@dataclass(frozen=True)
class Survey:
    """What one pass over a document tells."""

    document: Document
    characters: int
    sha256: str
    ends_line: bool
    changed_line_ends: bool


def find_documents(paths: Sequence[Path], encoding: str) -> tuple[list[Document], Counter[str]]:
    """The text files at `paths` and below, in order, and how many others were passed over, by reason."""
    check_encoding(encoding)
    found: dict[Path, Document] = {}
    skipped: Counter[str] = Counter()
    for path in paths:
        if path.is_dir():
            files = _below(path, encoding, skipped)
        elif path.is_file():
            if _is_binary(path, encoding):
                raise FledgeError(f"{path} looks like a binary file, not text (it has zero bytes).", "Leave it out.")
            files = iter([path])
        else:
            raise FledgeError(*_not_there(path))
        for file in files:
            if file.resolve() in found:
                skipped["named twice"] += 1
            else:
                found[file.resolve()] = Document(file, file.as_posix(), file.stat().st_size)
    if not found:
        raise FledgeError(
            f"there is no text file in {', '.join(map(str, paths))} ({describe_skipped(skipped)}).",
            "Name the files themselves, or a folder with .txt, .md or source files.",
        )
    return list(found.values()), skipped


def describe_skipped(skipped: Counter[str]) -> str:
    """`skipped 3: 2 binary, 1 hidden`"""
    return f"skipped {skipped.total():,}: " + ", ".join(f"{count:,} {why}" for why, count in skipped.most_common())


def check_encoding(encoding: str) -> None:
    try:
        b"a".decode(encoding, "replace")
    except (LookupError, UnicodeError):
        raise FledgeError(
            f"--encoding={encoding} is not a text encoding Python knows.",
            "Common ones: utf-8, latin-1, cp1252, utf-16.",
        ) from None


class TextReader:
    """A document's text in pieces of about READ_BYTES, line ends made \\n and a byte order mark dropped.

    `report` is given the raw bytes as they are read.
    """

    def __init__(self, document: Document, encoding: str, report: Callable[[bytes], object]) -> None:
        self._document, self._encoding, self._report = document, encoding, report
        name = codecs.lookup(encoding).name
        decoder = codecs.getincrementaldecoder("utf-8-sig" if name == "utf-8" else name)()
        self._lines = io.IncrementalNewlineDecoder(decoder, translate=True)

    @property
    def changed_line_ends(self) -> bool:
        return self._lines.newlines not in (None, "\n")

    def __iter__(self) -> Iterator[str]:
        path, done, start = self._document.path, 0, b""
        try:
            with path.open("rb") as file:
                while block := file.read(READ_BYTES):
                    start, done = start or block[:2], done + len(block)
                    self._report(block)
                    yield self._lines.decode(block)
            yield self._lines.decode(b"", final=True)
        except UnicodeDecodeError as error:
            at = done - len(error.object) + error.start
            raise FledgeError(
                f"{path} is not {self._encoding}: byte 0x{error.object[error.start]:02x} at offset {at:,}.",
                _other_encoding(start, error.object[max(0, error.start - 2000) : error.start + 2000]),
            ) from error
        except UnicodeError as error:
            raise FledgeError(f"{path} is not {self._encoding}: {error}.", "Try another --encoding.") from error
        except OSError as error:
            raise FledgeError(f"can't read {path}: {error.strerror}.") from error


def survey(document: Document, encoding: str, seen: npt.NDArray[np.bool_], report: Callable[[int], object]) -> Survey:
    """One pass over a document: its length, its hash, and its characters marked in `seen`."""
    digest = hashlib.sha256()

    def look(block: bytes) -> None:
        digest.update(block)
        report(len(block))

    characters, end = 0, ""
    reader = TextReader(document, encoding, look)
    for text in reader:
        try:
            seen[np.frombuffer(text.encode("utf-32-le"), dtype="<u4")] = True
        except UnicodeEncodeError as error:
            problem = f"{document.path} has half a surrogate pair at character {characters + error.start:,}."
            raise FledgeError(problem, "Save it as UTF-8 and try again.") from error
        characters, end = characters + len(text), text[-1:] or end
    return Survey(document, characters, digest.hexdigest(), end == "\n", reader.changed_line_ends)


def _below(folder: Path, encoding: str, skipped: Counter[str]) -> Iterator[Path]:
    """The text files of a folder and its folders, sorted by path."""
    kept = []
    for where, folders, files in os.walk(folder, onerror=_unreadable):
        if "train.bin" in files:  # a dataset, perhaps the one that is about to be replaced
            folders.clear()
            skipped["in a dataset"] += len(files)
            continue
        skipped.update("hidden" for name in (*folders, *files) if name.startswith("."))
        folders[:] = [name for name in folders if not name.startswith(".")]
        kept += [Path(where, name) for name in files if not name.startswith(".")]
    for path in sorted(kept, key=lambda path: path.parts):
        if path.suffix.lower() not in TEXT_SUFFIXES:
            skipped["not of a known text type"] += 1
        elif not path.is_file():
            skipped["not a regular file"] += 1
        elif _is_binary(path, encoding):
            skipped["binary"] += 1
        else:
            yield path


def _unreadable(error: OSError) -> None:
    raise FledgeError(f"can't read {error.filename}: {error.strerror}.") from error


def _is_binary(path: Path, encoding: str) -> bool:
    if codecs.lookup(encoding).name.startswith(("utf-16", "utf-32")):
        return False  # zero bytes are part of every letter there
    try:
        with path.open("rb") as file:
            start = file.read(8192)
    except OSError as error:
        raise FledgeError(f"can't read {path}: {error.strerror}.") from error
    # UTF-16 is text: reading it as UTF-8 fails, and the error names the encoding to ask for.
    return b"\0" in start and not start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))


def _not_there(path: Path) -> tuple[str, str]:
    if path.exists():
        return f"{path} is neither a file nor a folder.", "Text is read twice, so save it to a file first."
    try:
        near = did_you_mean(path.name, [other.name for other in path.parent.iterdir()])
    except OSError:
        near = ""
    return f"there is no file or folder {path}.{near}", "" if near else "Check the path."


def _other_encoding(start: bytes, around: bytes) -> str:
    """The encoding to try instead, from the first bytes of a file and those around the one in question."""
    high = [byte for byte in around if byte >= 0x80]
    if start in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        likely = "utf-16."
    elif b"\0" in around:
        return "It looks like a binary file, not text: leave it out."
    elif len(high) > 0.3 * len(around):
        likely = "gb18030 (Chinese), shift_jis (Japanese), euc_kr (Korean) or cp1251 (Cyrillic)."
    elif any(byte < 0xA0 for byte in high):
        likely = "cp1252 (Windows)."
    else:
        likely = "latin-1."
    return f"Try --encoding={likely}"
