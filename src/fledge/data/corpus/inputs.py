"""A file to read: on this disk, or to be downloaded first."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Input:
    name: str  # as the user wrote it, or inside the folder the user wrote
    size: int | None  # bytes, if known
    version: str  # changes with the content: modification time, ETag or hash
    fetch: Callable[[Path, Callable[[int], None]], Path]  # (folder for downloads, report of bytes) -> local file
    is_temporary: bool = False  # downloaded: deleted once it is read
