"""Files with text on this disk, found in the files and folders that the user names."""

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from fledge.common.errors import FledgeError
from fledge.config.fields import did_you_mean
from fledge.data.corpus.inputs import Input
from fledge.data.corpus.kinds import kind_of, strip_compression
from fledge.data.corpus.reasons import counted_reasons
from fledge.data.corpus.sources import unreadable
from fledge.data.corpus.text import BINARY_BYTES, check_encoding, is_binary
from fledge.data.dataset import has_tokens
from fledge.texts import Message, say, text


def find_local_files(paths: Sequence[Path], encoding: str) -> tuple[list[Input], Counter[str]]:
    """The files with text at `paths` and below, in order, and how many others were skipped, by reason."""
    check_encoding(encoding)
    found: dict[Path, Input] = {}
    skipped: Counter[str] = Counter()
    for path in paths:
        if path.is_dir():
            files = _below(path, encoding, skipped)
        elif path.is_file():
            if _is_binary(path, encoding):
                raise FledgeError(say("corpus.binary", name=path), say("corpus.leave_out"))
            files = iter([path])
        else:
            raise FledgeError(*_not_there(path))
        for file in files:
            if file.resolve() in found:
                skipped["named twice"] += 1
            else:
                found[file.resolve()] = local_input(file)
    if not found:
        problem = say("corpus.no_text_file", paths=paths)
        if skipped:
            problem = say("corpus.no_text_file_skipped", paths=paths, skipped=describe_skipped(skipped))
        raise FledgeError(
            problem,
            say("corpus.name_files"),
        )
    return list(found.values()), skipped


def local_input(path: Path) -> Input:
    """A file in its present state."""
    try:
        about = path.stat()
    except OSError as error:
        raise unreadable(str(path), error) from error
    return Input(path.as_posix(), about.st_size, str(about.st_mtime_ns), lambda folder, report: path)


def describe_skipped(skipped: Counter[str]) -> str:
    """`skipped 3: 2 binary, 1 hidden`"""
    return text(say("corpus.skipped", number=skipped.total(), reasons=counted_reasons(skipped.most_common())))


def _below(folder: Path, encoding: str, skipped: Counter[str]) -> Iterator[Path]:
    """The files with text in a folder and its subfolders, sorted by path."""
    kept = []
    for where, folders, files in os.walk(folder, onerror=_can_not_list):
        if has_tokens(files):  # perhaps the dataset that is about to be replaced
            folders.clear()
            skipped["in a dataset"] += len(files)
            continue
        skipped.update("hidden" for name in (*folders, *files) if name.startswith("."))
        folders[:] = [name for name in folders if not name.startswith(".")]
        kept += [Path(where, name) for name in files if not name.startswith(".")]
    for path in sorted(kept, key=lambda path: path.parts):
        if kind_of(path.name) is None:
            skipped["not of a known text type"] += 1
        elif not path.is_file():
            skipped["not a regular file"] += 1
        elif _is_binary(path, encoding):
            skipped["binary"] += 1
        else:
            yield path


def _can_not_list(error: OSError) -> None:
    raise unreadable(str(error.filename), error) from error


def _is_binary(path: Path, encoding: str) -> bool:
    """Whether a file with the name of a plain text is binary. The readers of other kinds check that themselves."""
    if kind_of(path.name) not in ("text", None) or strip_compression(path.name)[1]:
        return False
    try:
        with path.open("rb") as file:
            return is_binary(file.read(BINARY_BYTES), encoding)
    except OSError as error:
        raise unreadable(str(path), error) from error


def _not_there(path: Path) -> tuple[Message, str | Message]:
    if path.exists():
        return say("corpus.neither", path=path), say("corpus.save_first")
    if path.is_symlink():
        return say("corpus.dead_link", path=path, target=os.readlink(path)), say("corpus.check_link")
    try:
        near = did_you_mean(path.name, [other.name for other in path.parent.iterdir()])
    except OSError:
        near = ""
    return say("corpus.no_such", path=path, near=near), "" if near else say("corpus.check_path")
