"""What is to be read: a file here, or one that has to be fetched first."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Input:
    name: str  # as the user wrote it, or below the folder the user wrote
    size: int | None  # bytes, if known
    version: str  # changes when the content does: time of modification, or ETag
    fetch: Callable[[Path, Callable[[int], None]], Path]  # (directory for downloads, report of bytes) to a local file
    is_temporary: bool = False  # fetched: to be deleted once it is read
