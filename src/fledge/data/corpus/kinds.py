"""The kind of a file, by its name, and the options for reading it."""

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
SEEKABLE = ("parquet", "zip")  # need random access, so they can't be read from a compressed stream
TEXT_COLUMNS = ("text", "content", "raw_content", "document", "body", "article", "markdown")


@dataclass(frozen=True)
class ReadOptions:
    encoding: str = "utf-8"  # of plain text
    text_column: str = ""  # of records; "": the first of TEXT_COLUMNS that is there
    separator: str = ""  # between the documents of a plain text; "": one document per file


def kind_of(name: str) -> str | None:
    """text, jsonl, parquet, zip or tar; None if the name does not say."""
    inner, compressions = strip_compression(name)
    suffix = PurePosixPath(inner).suffix.lower()
    if compressions and suffix == ".json":
        return "jsonl"  # a compressed corpus is rarely one JSON value: C4 is JSON lines in *.json.gz
    kind = KINDS.get(suffix)
    return None if compressions and kind in SEEKABLE else kind


def strip_compression(name: str) -> tuple[str, list[str]]:
    """A name without its compression suffixes, and the compressions, the outermost first."""
    if "://" in name:
        name = name.partition("#")[0].partition("?")[0]
    path, compressions = PurePosixPath(name), []
    if long := SHORT_TARS.get(path.suffix.lower()):
        path = path.with_suffix(long)
    while compression := COMPRESSIONS.get(path.suffix.lower()):
        compressions.append(compression)
        path = path.with_suffix("")
    return str(path), compressions
