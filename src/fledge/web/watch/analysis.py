"""Analysis: what a run means, as the page shows it. Made where it is asked for, or in a process of its own."""

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fledge.logs.run import Curve
from fledge.web.watch.details import Document
from fledge.web.watch.places import Place
from fledge.web.watch.state import Row

Stamp = tuple[tuple[int, int, int], ...]  # of each file: inode, size, time


@dataclass(frozen=True)
class Analysis:
    stamp: Stamp  # of what was read
    error: str = ""  # why nothing could be
    ended: str = ""
    row: Row | None = None
    document: Document | None = None
    thin: dict[str, Curve] = field(default_factory=dict)  # the curves, thinned
    seconds: float = 0.0  # of a core

    def to_json(self) -> dict[str, Any]:
        thin = {name: [curve.iters.tolist(), curve.values.tolist()] for name, curve in self.thin.items()}
        return {**self.__dict__, "thin": thin}

    @classmethod
    def from_json(cls, said: dict[str, Any]) -> "Analysis":
        stamp = tuple((inode, size, when) for inode, size, when in said["stamp"])
        return cls(**{**said, "stamp": stamp, "thin": {name: Curve(*pair) for name, pair in said["thin"].items()}})


def files_of(place: Place) -> list[Path]:
    """The files that tell whether a run is another; the folder itself if nothing in it may be read."""
    return place.files or ([place.path] if place.path.is_dir() else [])


def stamp_of_files(files: Iterable[Path]) -> Stamp:
    found = []
    for path in files:
        try:
            about = os.stat(path)
        except OSError:
            continue
        found.append((about.st_ino, about.st_size, about.st_mtime_ns))
    return tuple(found)


def stamp_of(place: Place) -> Stamp:
    return stamp_of_files(files_of(place))


def touched(stamp: Stamp) -> float:
    """When the files were last written, in seconds since 1970."""
    return max((about[2] for about in stamp), default=0) / 1e9
