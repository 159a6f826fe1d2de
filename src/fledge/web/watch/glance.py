"""A glance at a metrics.jsonl: its beginning, its end and some spots between, however long it is.

The overview opens with this, before anything has been read whole.
"""

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fledge.logs.rundir import Event

HEAD_BYTES = 16_384
TAIL_BYTES = 131_072  # about 500 iterations
SPOTS = 40
SPOT_BYTES = 2048  # a few lines


@dataclass
class Glance:
    start: Event = field(default_factory=dict)  # the last one seen
    last: Event = field(default_factory=dict)  # the last iteration
    evaluation: Event = field(default_factory=dict)
    ended: str = ""
    losses: list[float] = field(default_factory=list)

    @property
    def seconds_per_iteration(self) -> float | None:
        """On the wall clock since the process started, evaluations and saves included."""
        iterations = _whole(self.last.get("iter")) - _whole(self.start.get("iter"))
        seconds = _number(self.last.get("time")) - _number(self.start.get("time"))
        return seconds / iterations if iterations > 0 and 0 < seconds < 1e9 else None


def glance(path: Path) -> Glance:
    found = Glance()
    with path.open("rb") as file:
        size = file.seek(0, 2)
        for event in _events(file, 0, min(size, HEAD_BYTES)):
            _take(event, found)
        tail = max(HEAD_BYTES, size - TAIL_BYTES)
        between = max(0, tail - HEAD_BYTES)
        for spot in range(SPOTS if between > SPOTS * SPOT_BYTES else 0):
            place = HEAD_BYTES + spot * between // SPOTS
            losses = [event for event in _events(file, place, SPOT_BYTES) if event.get("event") == "iter"]
            found.losses += [_number(event.get("loss")) for event in losses[:1]]
        if size > HEAD_BYTES:
            begin = HEAD_BYTES if between <= SPOTS * SPOT_BYTES else tail
            for event in _events(file, begin, size - begin):
                _take(event, found)
    found.losses = [loss for loss in found.losses if math.isfinite(loss)]
    return found


def _events(file: Any, place: int, length: int) -> Iterator[Event]:
    """The whole lines in a part of the file."""
    file.seek(max(0, place - 1))
    part: bytes = file.read(length + (place > 0))
    lines = part.split(b"\n")
    for line in lines[1:-1] if place > 0 else lines[:-1]:
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
