"""What a file is, by its name, and how the user wants it read."""

from dataclasses import dataclass
from pathlib import PurePosixPath

TEXT_TYPES = """
    txt text md markdown rst org tex adoc html htm xml json csv tsv yaml yml toml ini cfg conf
    log srt vtt py pyi ipynb c h cc cpp hpp cu cs java kt scala js jsx mjs ts tsx css go rs rb php
    pl lua r jl swift m sh bash zsh sql hs ml el lisp scm clj ex erl f90 asm bat ps1 vim tcl abc
    fasta pgn
"""
KINDS = {
    "": "text",
    **{f".{suffix}": "text" for suffix in TEXT_TYPES.split()},
    **dict.fromkeys((".jsonl", ".ndjson", ".jsonlines"), "jsonl"),
    **dict.fromkeys((".parquet", ".pq"), "parquet"),
    ".zip": "zip",
    ".tar": "tar",
}
COMPRESSIONS = {".gz": "gzip", ".bgz": "gzip", ".zst": "zstd", ".zstd": "zstd", ".bz2": "bzip2", ".xz": "xz"}
SHORT_TARS = {".tgz": ".tar.gz", ".tbz2": ".tar.bz2", ".txz": ".tar.xz", ".tzst": ".tar.zst"}
SEEKABLE = ("parquet", "zip")  # read from several places, so not out of a compressed stream
TEXT_COLUMNS = ("text", "content", "raw_content", "document", "body", "article", "markdown")


@dataclass(frozen=True)
class Reading:
    """How files are read."""

    encoding: str = "utf-8"  # of plain text
    text_column: str = ""  # of records; "" takes the first of TEXT_COLUMNS that is there
    separator: str = ""  # divides the documents of a plain text; "" for one document a file


def kind_of(name: str) -> str | None:
    """text, jsonl, parquet, zip or tar; None if the name does not tell."""
    inner, compressions = look_through(name)
    suffix = PurePosixPath(inner).suffix.lower()
    if compressions and suffix == ".json":
        return "jsonl"  # what is compressed is a corpus, and a corpus in one JSON value is rare: C4 is *.json.gz
    kind = KINDS.get(suffix)
    return None if compressions and kind in SEEKABLE else kind


def look_through(name: str) -> tuple[str, list[str]]:
    """A name without its suffixes of compression, and which those are, the outermost first."""
    if "://" in name:
        name = name.partition("#")[0].partition("?")[0]
    path, compressions = PurePosixPath(name), []
    if long := SHORT_TARS.get(path.suffix.lower()):
        path = path.with_suffix(long)
    while compression := COMPRESSIONS.get(path.suffix.lower()):
        compressions.append(compression)
        path = path.with_suffix("")
    return str(path), compressions
