"""Files that are whole or absent: written under a temporary name, synced, then renamed into place."""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from fledge.errors import FledgeError


def cache_dir() -> Path:
    """Where downloads and measurements are kept between runs (FLEDGE_CACHE moves it)."""
    if home := os.environ.get("FLEDGE_CACHE"):
        return Path(home)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "fledge"


@contextlib.contextmanager
def atomic_file(path: Path) -> Iterator[Path]:
    """Yields a temporary path to write to; it becomes `path` only if the block ends without an exception."""
    with _reported(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
        os.close(handle)
        temporary = Path(name)
        try:
            yield temporary
            temporary.chmod(0o644)
            sync(temporary)
            temporary.replace(path)
            sync(path.parent)
        finally:
            temporary.unlink(missing_ok=True)


@contextlib.contextmanager
def atomic_dir(path: Path) -> Iterator[Path]:
    """Yields a temporary directory to fill; it becomes `path`, replacing what was there, only at a clean end."""
    with _reported(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = Path(tempfile.mkdtemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent))
        try:
            yield temporary
            temporary.chmod(0o755)
            for file in temporary.iterdir():
                sync(file)
            sync(temporary)
            if path.exists():
                old = temporary.with_suffix(".old")
                path.rename(old)
                temporary.rename(path)
                shutil.rmtree(old)
            else:
                temporary.rename(path)
            sync(path.parent)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)


def write_text(path: Path, text: str) -> None:
    with atomic_file(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


def sync(path: Path) -> None:
    """Push a file, or a directory's list of names, down to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextlib.contextmanager
def _reported(path: Path) -> Iterator[None]:
    """A full or read-only disk is the user's to solve: one line instead of a traceback."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise FledgeError(
            f"can't write {path}: {reason}.", "Free some space, or write somewhere else (out_dir, data_dir)."
        ) from error
