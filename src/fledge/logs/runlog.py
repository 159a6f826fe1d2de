"""The run directory: config.json, metrics.jsonl and log.txt, written as the run goes and read back at any time.

metrics.jsonl is append-only, one JSON object a line, flushed a line at a time. A run that was killed and
resumed from an earlier checkpoint has repeated iterations in it; the reader keeps the later ones.
"""

import contextlib
import json
import math
import os
import shutil
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TextIO

from fledge.common.files import reported, write_text
from fledge.config.schema import Config, dump_json

Event = dict[str, Any]


class RunLog:
    """Writes one run's files. Only the first process of a run has one."""

    def __init__(self, path: Path, config: Config, resumed: bool) -> None:
        """Opens the run's files; a run that starts anew clears away the one it replaces."""
        with reported(path):
            path.mkdir(parents=True, exist_ok=True)
            write_text(path / "config.json", dump_json(config))  # first: it marks the directory as a run's
            self._metrics = _open_log(path / "metrics.jsonl", resumed)
            self._log = _open_log(path / "log.txt", resumed)
            if not resumed:
                shutil.rmtree(path / "checkpoints", ignore_errors=True)
                for name in ("ckpt.pt", "profile.json"):
                    (path / name).unlink(missing_ok=True)

    def event(self, name: str, **fields: Any) -> None:
        record = {"event": name, "time": round(time.time(), 3), **{k: _plain(v) for k, v in fields.items()}}
        self._append(self._metrics, json.dumps(record))

    def line(self, text: str) -> None:
        self._append(self._log, text)

    def close(self) -> None:
        for file in (self._metrics, self._log):
            with contextlib.suppress(OSError):  # the rest of a line that found the disk full, and was reported
                file.close()

    def _append(self, file: TextIO, text: str) -> None:
        with reported(Path(file.name)):
            file.write(text + "\n")
            file.flush()


def _open_log(path: Path, append: bool) -> TextIO:
    """Open for appending, on a fresh line even if a kill cut the last one short."""
    file = path.open("a" if append else "w", encoding="utf-8")
    if file.tell():
        with path.open("rb") as before:
            before.seek(-1, os.SEEK_END)
            file.write("" if before.read() == b"\n" else "\n")
    return file


def _plain(value: Any) -> Any:
    """JSON has no NaN: a number that is not finite is written as text."""
    if isinstance(value, float):
        return float(f"{value:.8g}") if math.isfinite(value) else str(value)
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    return value


def read_events(path: Path) -> list[Event]:
    """The events of a metrics.jsonl that count: torn lines skipped, iterations redone after a resume replaced."""
    events: list[Event] = []
    with path.open(encoding="utf-8", errors="replace") as lines:
        for event in _parse(lines):
            if event.get("event") == "start" and isinstance(event.get("iter"), int):
                events = [e for e in events if not _superseded(e, event["iter"])]
            events.append(event)
    return events


def _superseded(event: Event, start: int) -> bool:
    """Whether an earlier event was redone by a run resumed at iteration `start` (whose evaluation may stand)."""
    it = event.get("iter")
    return (
        isinstance(it, int) and event["event"] != "start" and (it > start or (it == start and event["event"] == "iter"))
    )


def _parse(lines: Iterable[str]) -> Iterable[Event]:
    for line in lines:
        try:
            event = json.loads(line)
        except ValueError:
            continue
        if isinstance(event, dict) and isinstance(event.get("event"), str):
            yield event
