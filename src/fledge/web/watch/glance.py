"""A glance at a metrics.jsonl: its beginning, its end and some spots between, however long it is.

The overview opens with this, before anything has been read whole. Later glances only see what was appended.
"""

import json
import math
import os
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO

from fledge.logs.rundir import Event

HEAD_BYTES = 16_384
TAIL_BYTES = 131_072  # about 500 iterations
SPOTS = 40
SPOT_BYTES = 2048  # a few lines
MOST_LOSSES = 2000  # until the run is read whole


@dataclass
class Glance:
    start: Event = field(default_factory=dict)  # the last one seen
    last: Event = field(default_factory=dict)  # the last iteration
    evaluation: Event = field(default_factory=dict)
    ended: str = ""
    losses: list[float] = field(default_factory=list)
    inode: int = 0
    end: int = 0  # of the lines that were seen

    @property
    def seconds_per_iteration(self) -> float | None:
        """On the wall clock since the process started, evaluations and saves included."""
        iterations = _whole(self.last.get("iter")) - _whole(self.start.get("iter"))
        seconds = _number(self.last.get("time")) - _number(self.start.get("time"))
        return seconds / iterations if iterations > 0 and 0 < seconds < 1e9 else None


def glance(path: Path, before: Glance | None = None) -> Glance:
    """Goes on from what was seen before, if the file has only grown since, and not by much."""
    with path.open("rb") as file:
        about = os.fstat(file.fileno())
        grown = about.st_size - before.end if before is not None else -1
        if before is None or before.inode != about.st_ino or not 0 <= grown <= TAIL_BYTES:
            found = Glance(inode=about.st_ino)
            _look_around(file, about.st_size, found)
        else:
            found = replace(before, losses=before.losses[-MOST_LOSSES:])
            file.seek(before.end)
            _take_lines(file.read(grown), found)
    found.losses = [loss for loss in found.losses if math.isfinite(loss)]
    return found


def _look_around(file: BinaryIO, size: int, found: Glance) -> None:
    between = max(0, size - TAIL_BYTES - HEAD_BYTES)
    _take_lines(file.read(HEAD_BYTES if between > SPOTS * SPOT_BYTES else size), found)
    if between <= SPOTS * SPOT_BYTES:
        return
    for spot in range(SPOTS):
        part = _whole_lines(file, HEAD_BYTES + spot * between // SPOTS, SPOT_BYTES)
        losses = [_number(event.get("loss")) for event in _events(part) if event.get("event") == "iter"]
        found.losses += losses[:1]
    found.end = size - TAIL_BYTES
    lines = _whole_lines(file, found.end, TAIL_BYTES)
    found.end += TAIL_BYTES - len(lines)
    _take_lines(lines, found)


def _whole_lines(file: BinaryIO, place: int, length: int) -> bytes:
    """A part of the file without the line that its beginning cuts."""
    file.seek(place - 1)
    return file.read(length + 1).partition(b"\n")[2]


def _take_lines(part: bytes, found: Glance) -> None:
    """Take the lines that are complete, and remember where they end."""
    length = part.rfind(b"\n") + 1
    found.end += length
    for event in _events(part[:length]):
        _take(event, found)


def _events(part: bytes) -> Iterator[Event]:
    for line in part.split(b"\n")[:-1]:
        try:
            event = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(event, dict):
            yield event


def _take(event: Event, found: Glance) -> None:
    kind = event.get("event")
    if kind == "start":
        found.start, found.ended = event, ""
    elif kind == "iter":
        found.last = event
        found.losses.append(_number(event.get("loss")))
    elif kind == "eval":
        found.evaluation = event
    elif kind == "end":
        found.ended = str(event.get("reason", ""))[:40]


def _number(value: object) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300
    return float(value) if is_number else math.nan  # type: ignore[arg-type]


def _whole(value: object) -> int:
    return value if isinstance(value, int) and 0 <= value < 1 << 53 else 0
