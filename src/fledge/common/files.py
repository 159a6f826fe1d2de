"""Files that are whole or absent: written under a temporary name, synced, then renamed into place."""

import contextlib
import errno
import fcntl
import glob
import json
import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from fledge.common.errors import FledgeError, RunFailed
from fledge.texts import Message, say

DISK_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
AGAIN = say("files.space_try_again")
MAX_JSON_DEPTH = 100
Then = Message | Callable[[], Message]  # what to do about a full disk


def cache_dir() -> Path:
    """Where downloads and measurements are kept between runs (FLEDGE_CACHE moves it)."""
    if home := os.environ.get("FLEDGE_CACHE"):
        return Path(home)
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "fledge"
    except RuntimeError as error:
        raise FledgeError(say("files.no_home"), say("files.set_cache")) from error


@contextlib.contextmanager
def atomic_file(path: Path, then: Then = AGAIN) -> Iterator[Path]:
    """Yields a temporary path to write to; it becomes `path` only if the block ends without an exception."""
    with reported(path, then):
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = _temporary(path)
        temporary.touch(exist_ok=False)  # unlike tempfile's, with the permissions that the user's umask gives
        try:
            yield temporary
            sync(temporary)
            temporary.replace(path)
            sync(path.parent)
        finally:
            temporary.unlink(missing_ok=True)


@contextlib.contextmanager
def atomic_dir(path: Path, then: Then = AGAIN) -> Iterator[Path]:
    """Yields a temporary directory to fill; it becomes `path`, replacing what was there, only at a clean end."""
    with reported(path, then):
        path.parent.mkdir(parents=True, exist_ok=True)
        _remove_leftovers(path)
        temporary = _temporary(path)
        temporary.mkdir()
        lock = _locked(temporary)
        try:
            yield temporary
            for file in temporary.iterdir():
                file.chmod(temporary.stat().st_mode & 0o666)  # as the umask gives them: some libraries write 0600
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
            if lock is not None:
                os.close(lock)
            shutil.rmtree(temporary, ignore_errors=True)


def _remove_leftovers(path: Path) -> None:
    """Remove the temporary directories of writers that were killed. Those that still write hold a lock."""
    for left in path.parent.glob(f".{glob.escape(path.name)}.*.tmp"):
        lock = _locked(left) if left.is_dir() else None
        if lock is not None:
            shutil.rmtree(left, ignore_errors=True)
            os.close(lock)


def _locked(folder: Path) -> int | None:
    """The handle of a folder's lock, which ends with this process; None if another has it, or none can be had."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return handle
    except OSError:
        os.close(handle)
        return None


def _temporary(path: Path) -> Path:
    """A name that nothing has, beside `path`."""
    return path.with_name(f".{path.name}.{secrets.token_hex(6)}.tmp")


def check_writable(path: Path) -> None:
    """Raise now if a file or directory could not be written there, and not after the work for it. Leaves no trace."""
    with reported(path):
        made = [folder for folder in path.parents if not folder.exists()]
        probe = _temporary(path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            probe.touch(exist_ok=False)
        finally:
            with contextlib.suppress(OSError):
                probe.unlink(missing_ok=True)
            for folder in made:
                with contextlib.suppress(OSError):  # another process may write there by now
                    folder.rmdir()


def write_text(path: Path, text: str, then: Then = AGAIN) -> None:
    with atomic_file(path, then) as temporary:
        temporary.write_text(text, encoding="utf-8")


def free_bytes(path: Path) -> int:
    """The free space where a path is or will be."""
    folder = next(folder for folder in (path, *path.absolute().parents) if folder.exists())
    return shutil.disk_usage(folder).free


def sync(path: Path) -> None:
    """Write a file, or a directory's list of names, through to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextlib.contextmanager
def reported(path: Path, then: Then = AGAIN) -> Iterator[None]:
    """Turns a full or read-only disk into one line. `then` is what to do about a full one."""
    try:
        yield
    except OSError as error:
        problem = say("files.unwritable", path=path, reason=error.strerror or error)
        if error.errno in DISK_FULL:
            raise RunFailed(problem, then if isinstance(then, Message) else then()) from error
        raise FledgeError(problem, say("files.elsewhere")) from error


def _check_depth(value: Any) -> None:
    """RecursionError for nesting that a function could not follow: from Python 3.13 on the JSON parser follows any."""
    level = [value]
    for _ in range(MAX_JSON_DEPTH):
        inner = [item for item in level if isinstance(item, dict | list)]
        level = [child for item in inner for child in (item.values() if isinstance(item, dict) else item)]
        if not level:
            return
    raise RecursionError(say("files.nested"))


def read_json(path: Path, fix: str | Message) -> Any:
    """The contents of a JSON file. `fix` is what to do if it cannot be read."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        _check_depth(found)
        return found
    except OSError as error:
        raise FledgeError(say("files.unreadable", path=path, reason=error.strerror), fix) from error
    except (ValueError, RecursionError) as error:
        raise FledgeError(say("files.not_json", path=path, reason=error), fix) from error
