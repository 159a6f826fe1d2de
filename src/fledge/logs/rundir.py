"""The run directory: which run a name means, where a new run goes, and the files it writes.

metrics.jsonl is append-only: one JSON object per line, flushed after each line. A run that was killed and resumed from
an earlier checkpoint repeats iterations in it; the reader keeps the later ones.
"""

import contextlib
import json
import math
import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from fledge.common.errors import FledgeError
from fledge.common.files import reported, write_text
from fledge.config.fields import did_you_mean
from fledge.config.load import dump_json
from fledge.config.schema import Config
from fledge.logs.run_jobs import mark_run
from fledge.logs.run_lock import Held, RunLock, hold_run
from fledge.texts import Message, say

RUNS = Path("runs")
RUN_FILES = ("config.json", "metrics.jsonl", "log.txt", "profile.json")  # besides checkpoints
STEP = re.compile(r"step-\d{8,}")  # the directory of a checkpoint, as fledge names it
LEFT_OVER = re.compile(r"\.step-\d{8,}\.[^.]+\.(tmp|old)")  # of a process that was killed while saving
LEFT_POINTER = re.compile(r"\.(latest|best)\.[0-9a-f]{12}\.tmp")
PROGRESS = ("iter", "eval")  # the events of work that would be lost
ELSEWHERE = say("run.another_out_dir")

Event = dict[str, Any]


def is_run(path: Path) -> bool:
    """Whether the directory holds a checkpoint: fledge's, or nanoGPT's ckpt.pt."""
    return (path / "ckpt.pt").is_file() or any((path / "checkpoints").glob("step-*/state.json"))


def is_checkpoint(path: Path) -> bool:
    """Whether the directory is one checkpoint, in its run or copied elsewhere."""
    return (path / "state.json").is_file() and any(path.glob("model*.safetensors"))


def has_weights(path: Path) -> bool:
    """Whether overwriting the directory would lose weights. A damaged checkpoint counts."""
    return is_run(path) or any((path / "checkpoints").glob("step-*"))


def has_progress(path: Path) -> bool:
    """Whether the directory holds the log of a run that trained, as after a kill before the first checkpoint."""
    try:
        return any(event["event"] in PROGRESS for event in events_in(path / "metrics.jsonl"))
    except OSError:
        return False


def step_folders(checkpoints: Path) -> list[Path]:
    """The checkpoints in a folder, oldest first: those that fledge named, not a user's copies beside them."""
    found = [path for path in checkpoints.glob("step-*") if STEP.fullmatch(path.name) and path.is_dir()]
    return sorted(found, key=lambda path: int(path.name.removeprefix("step-")))


def remove_left_overs(checkpoints: Path) -> None:
    for path in checkpoints.glob(".*"):
        if LEFT_OVER.fullmatch(path.name):
            shutil.rmtree(path, ignore_errors=True)
        elif LEFT_POINTER.fullmatch(path.name):
            path.unlink(missing_ok=True)


def foreign_file(path: Path) -> str | None:
    """The name of a file that a run would overwrite and that no run of fledge wrote."""
    found = [name for name in RUN_FILES if (path / name).exists()]
    if not found:
        return None
    try:
        about = json.loads((path / "config.json").read_text(encoding="utf-8"))
        return None if "origin" in about["out_dir"] else found[0]
    except (OSError, ValueError, KeyError, TypeError):
        return found[0]


def all_runs(root: Path = Path()) -> list[Path]:
    """Runs in runs/ and, as nanoGPT writes them, in the current directory; the newest first."""
    return _newest_first(root, is_run)


def begun_runs(root: Path = Path()) -> list[Path]:
    """As above, with the runs that have no checkpoint yet."""
    return _newest_first(root, lambda path: is_run(path) or (path / "metrics.jsonl").is_file())


def _newest_first(root: Path, is_wanted: Callable[[Path], bool]) -> list[Path]:
    folders = [*(root / RUNS).glob("*"), *root.glob("*")]
    return sorted((path for path in folders if path.is_dir() and is_wanted(path)), key=_last_touched, reverse=True)


def _last_touched(path: Path) -> float:
    written = [path / "metrics.jsonl", path / "ckpt.pt", path / "checkpoints"]
    return max(file.stat().st_mtime for file in written if file.exists())


def no_run_here() -> FledgeError:
    return FledgeError(say("run.none_yet"), say("run.demo_makes_one"))


def find_run(name: str | None) -> Path:
    """The run with this path or this name in runs/; the newest one if no name is given."""
    if name is None:
        runs = all_runs()
        if not runs:
            raise no_run_here()
        return runs[0]
    for path in (Path(name), RUNS / name):
        if path.is_file() and path.suffix == ".pt":
            return path
        if is_run(path) or is_checkpoint(path):
            return path
    if Path(name).is_dir():
        raise FledgeError(say("run.no_checkpoint", name=name), _runs_like(name, say("run.writes_one")))
    raise FledgeError(say("run.unknown", name=name), _runs_like(name))


def begun_run(name: str) -> Path:
    """The run with this path or this name in runs/, with or without a checkpoint."""
    for path in (Path(name), RUNS / name):
        if (path / "metrics.jsonl").is_file() or (path / "config.json").is_file():
            return path
    raise FledgeError(say("run.unknown", name=name), _runs_like(name))


def _runs_like(name: str, otherwise: Message | None = None) -> str | Message:
    """The run that was perhaps meant, or else the runs that are here."""
    known = [str(path) for path in all_runs()]
    if meant := did_you_mean(name, known):
        return meant.strip()
    if otherwise is not None:
        return otherwise
    return say("run.here", runs=", ".join(known[:5])) if known else say("run.none_here")


def place_run(config: Config, overwrite: bool, is_main: bool = True) -> tuple[Config, RunLock]:
    """The config with a free out_dir, and the lock on it. An existing run is overwritten only if `overwrite` says so.

    Under torchrun only the first process writes, so only that one (`is_main`) takes the lock.
    """
    path = config.run_path
    if config.chosen("out_dir"):
        if path.exists() and not path.is_dir():
            raise FledgeError(say("run.is_file", path=path), ELSEWHERE)
        lock = hold_run(path, is_main)
        try:
            _check_free(path, overwrite)
        except FledgeError:
            lock.release()
            raise
        return config, lock
    free, number = path, 1
    while True:
        if not _is_taken(free):
            with contextlib.suppress(Held):
                lock = hold_run(free, is_main)
                if not _is_taken(free):  # by a run that ended since we looked
                    return config.with_values("default", out_dir=str(free)), lock
                lock.release()
        number += 1
        free = path.with_name(f"{path.name}-{number}")


def _is_taken(path: Path) -> bool:
    return has_weights(path) or has_progress(path) or foreign_file(path) is not None


def _check_free(path: Path, overwrite: bool) -> None:
    """Refuse a directory where a new run would replace work or somebody else's files."""
    if has_weights(path) and not overwrite:
        raise FledgeError(
            say("run.exists", path=path),
            say("run.exists_fix"),
        )
    if name := foreign_file(path):
        raise FledgeError(say("run.foreign", path=path, name=name), ELSEWHERE)
    if has_progress(path) and not overwrite:
        raise FledgeError(
            say("run.only_log", path=path),
            say("run.only_log_fix"),
        )


def resumable_run(out_dir: str | None) -> Path:
    """The run to continue: the one in out_dir, or the newest."""
    if out_dir is None or out_dir == "auto":
        return find_run(None)
    if not is_run(Path(out_dir)):
        raise FledgeError(say("run.nothing_to_resume", out_dir=out_dir), _runs_like(out_dir))
    return Path(out_dir)


def when_there_is_space(run: Path) -> Message:
    """What to do about a full disk: only a run with a checkpoint can be resumed."""
    if is_run(run):
        return say("files.space_continue", run=run)
    return say("files.space_start_again")


class RunLog:
    """Writes a run's config.json, metrics.jsonl and log.txt. Only rank 0 has one."""

    def __init__(self, path: Path, config: Config, resumed: bool) -> None:
        """Open the files. A new run deletes what an earlier run left here."""
        self._path = path
        with reported(path, partial(when_there_is_space, path)):
            path.mkdir(parents=True, exist_ok=True)
            write_text(path / "config.json", dump_json(config))  # first: it marks the directory as a run of fledge
            self._metrics = _open_log(path / "metrics.jsonl", resumed)
            self._log = _open_log(path / "log.txt", resumed)
            if not resumed:
                _remove_checkpoints(path / "checkpoints")
                for name in ("ckpt.pt", "profile.json"):
                    (path / name).unlink(missing_ok=True)
            mark_run(path)

    def event(self, name: str, **fields: Any) -> None:
        record = {"event": name, "time": round(time.time(), 3), **{k: _plain(v) for k, v in fields.items()}}
        self._append(self._metrics, json.dumps(record))

    def line(self, text: str) -> None:
        self._append(self._log, text)

    def close(self) -> None:
        for file in (self._metrics, self._log):
            with contextlib.suppress(OSError):  # a full disk, already reported when the line was written
                file.close()

    def _append(self, file: TextIO, text: str) -> None:
        with reported(Path(file.name), partial(when_there_is_space, self._path)):
            file.write(text + "\n")
            file.flush()


def _remove_checkpoints(folder: Path) -> None:
    """Remove what fledge wrote there, and the folder if nothing else is in it."""
    remove_left_overs(folder)
    for path in step_folders(folder):
        shutil.rmtree(path, ignore_errors=True)
    for pointer in ("latest", "best"):
        (folder / pointer).unlink(missing_ok=True)
    with contextlib.suppress(OSError):  # a user's own copy stays
        folder.rmdir()


def _open_log(path: Path, append: bool) -> TextIO:
    """Open for appending, on a new line even if a kill cut the last one short."""
    file = path.open("a" if append else "w", encoding="utf-8")
    if file.tell():
        with path.open("rb") as before:
            before.seek(-1, os.SEEK_END)
            file.write("" if before.read() == b"\n" else "\n")
    return file


def _plain(value: Any) -> Any:
    """Numbers with 8 digits. JSON has no NaN: a number that is not finite becomes text."""
    if isinstance(value, float):
        return float(f"{value:.8g}") if math.isfinite(value) else str(value)
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list) else value


def events_in(path: Path) -> Iterator[Event]:
    """The events of a metrics.jsonl as they were written, one by one. Torn lines are skipped."""
    with path.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            try:
                event = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(event, dict) and isinstance(event.get("event"), str):
                yield event
