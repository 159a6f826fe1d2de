"""The hidden directory in which a dataset is made: one process at a time, continued after an interruption."""

import contextlib
import fcntl
import json
import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from fledge.common.errors import FledgeError
from fledge.common.files import reported, write_text
from fledge.common.progress import note
from fledge.data.dataset import SPLITS
from fledge.data.prepare.batching import ResumePoint
from fledge.data.prepare.shard_writer import SplitProgress
from fledge.texts import say, text

RUN_AGAIN = say("files.space_continues_saved")
STATE_FILE, LOCK_FILE, DOWNLOADS = "state.json", "lock", "downloads"


@dataclass
class JobState:
    """How far the job is. Whatever lies beyond that on the disk is done again."""

    fingerprint: str
    resume_point: ResumePoint = field(default_factory=ResumePoint)
    splits: dict[str, SplitProgress] = field(default_factory=lambda: {split: SplitProgress() for split in SPLITS})
    counts: Counter[str] = field(default_factory=Counter)
    is_complete: bool = False
    normalized: Counter[str] = field(default_factory=Counter)  # how often each choice changed something

    @property
    def tokens(self) -> int:
        return sum(split.tokens for split in self.splits.values())

    def save(self, folder: Path) -> None:
        data = {
            "fingerprint": self.fingerprint,
            "place": asdict(self.resume_point),
            "splits": {name: asdict(split) for name, split in self.splits.items()},
            "counts": dict(self.counts),
            "is_complete": self.is_complete,
            "normalized": dict(self.normalized),
        }
        write_text(folder / STATE_FILE, json.dumps(data), RUN_AGAIN)


def workdir_path(out: Path) -> Path:
    out = out.resolve()
    return out.parent / f".{out.name}.preparing"


@contextlib.contextmanager
def open_workdir(out: Path, fingerprint: str) -> Iterator[tuple[Path, JobState]]:
    """Yields the directory and the state of the job in it. A directory that nobody could continue from is removed."""
    folder = workdir_path(out)
    with reported(folder):
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / LOCK_FILE).open("w")
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise FledgeError(say("prepare.busy", out=out), say("prepare.wait")) from error
        state = _read(folder)
        if state is None or state.fingerprint != fingerprint:
            if state and state.tokens:
                note(text(say("prepare.starting_over", tokens=state.tokens, folder=folder)))
            _clear(folder)
            state = JobState(fingerprint)
        try:
            yield folder, state
        finally:
            if not (folder / STATE_FILE).exists() and not any((folder / DOWNLOADS).glob("*")):
                shutil.rmtree(folder, ignore_errors=True)


def _read(folder: Path) -> JobState | None:
    try:
        data = json.loads((folder / STATE_FILE).read_text(encoding="utf-8"))
        splits = {split: SplitProgress(**data["splits"][split]) for split in SPLITS}
        point, counts = ResumePoint(**data["place"]), Counter[str](data["counts"])
        normalized = Counter[str](data.get("normalized", {}))
        return JobState(data["fingerprint"], point, splits, counts, data["is_complete"], normalized)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _clear(folder: Path) -> None:
    """Remove the files of another request, except its downloads, which may be needed."""
    for path in folder.iterdir():
        if path.is_file() and path.name != LOCK_FILE:
            path.unlink()
    (folder / DOWNLOADS).mkdir(exist_ok=True)
