"""Places: the runs and logs in what the user named. Nothing outside of it is ever read, by whatever name."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fledge.common.errors import FledgeError
from fledge.logs.readers.folders import event_files, find_file
from fledge.logs.rundir import RUNS
from fledge.texts import say

LOG_SUFFIXES = (".log", ".out")
SCAN_DEPTH = 2  # runs/NAME, or sweeps/SWEEP/NAME
MAX_ENTRIES = 5000  # of folders that are looked at: somebody may name /
MAX_PLACES = 500
ID_CHARS = 12


@dataclass(frozen=True)
class Place:
    """A run directory or a log that may be read."""

    path: Path
    root: Path  # resolved; what was named
    is_named: bool  # by itself, not found in a folder: then it is shown even if it can't be read

    @property
    def id(self) -> str:
        """Its name in addresses. A path would have to be checked; a digest can only name what was found."""
        return hashlib.sha256(str(self.path.absolute()).encode(errors="surrogateescape")).hexdigest()[:ID_CHARS]

    @property
    def is_ours(self) -> bool:
        """Whether it is a run directory of fledge: it can be acted on, and has checkpoints."""
        return (self.path / "metrics.jsonl").is_file() and (self.path / "config.json").is_file()

    def holds(self, file: Path) -> bool:
        """Whether a file lies in what was named, after every symbolic link."""
        return file.resolve().is_relative_to(self.root)

    @property
    def files(self) -> list[Path]:
        """What is read to know the run; nothing if any of it leads outside."""
        if self.path.is_file():
            found = [self.path]
        elif log := find_file(self.path):
            found = [log]
            if log.name == "metrics.jsonl" and (self.path / "config.json").exists():
                found.append(self.path / "config.json")
        else:
            found = [file for files in event_files(self.path) for file in files]
        return found if all(self.holds(file) for file in found) else []


class Places:
    """What `fledge watch` was given; looked through again and again, as runs are started."""

    def __init__(self, names: Sequence[str]) -> None:
        self.roots = [_existing(name) for name in names] or [Path()]
        self.is_here = not names  # the current folder, which nobody named

    def scan(self) -> list[Place]:
        """Every run and log, each once, in the order of the folders."""
        found: dict[Path, Place] = {}
        for root in self.roots:
            for place in self._in(root):
                found.setdefault(place.path.resolve(), place)
                if len(found) >= MAX_PLACES:
                    return list(found.values())
        return list(found.values())

    def _in(self, root: Path) -> Iterator[Place]:
        resolved = root.resolve()
        alone = Place(root, resolved, is_named=True)
        if root.is_file() or (not self.is_here and alone.files):
            yield alone
            return
        looked_at = 0
        level = [root]
        for _ in range(SCAN_DEPTH):
            below: list[Path] = []
            for folder in level:
                for path in _children(folder):
                    looked_at += 1
                    if looked_at > MAX_ENTRIES:
                        return
                    place = Place(path, resolved, is_named=False)
                    if not place.holds(path):
                        continue
                    if path.is_dir() and not _has_log(path):
                        below.append(path)
                    elif (path.is_dir() or path.suffix in LOG_SUFFIXES) and place.files:
                        yield place
            level = below


def _has_log(folder: Path) -> bool:
    return find_file(folder) is not None or any(folder.glob("*tfevents*"))


def _children(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except OSError:
        return []


def _existing(name: str) -> Path:
    for path in (Path(name), RUNS / name):
        if path.exists():
            return path
    raise FledgeError(say("web.watch.no_place", name=name), say("web.watch.without_name"))
