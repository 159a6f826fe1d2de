"""The directory that a dataset is made in: hidden, one process at a time, and continued after an interruption."""

import contextlib
import fcntl
import json
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from fledge.common.errors import FledgeError
from fledge.common.files import reported, sync, write_text
from fledge.data.dataset import SPLITS, is_dataset_file
from fledge.data.prepare.batching import Place
from fledge.data.prepare.shard_writer import Written

AGAIN = "run the same command again: it goes on where it last saved"
STATE, LOCK, DOWNLOADS = "state.json", "lock", "downloads"
KEPT = ("tokenizer.json", STATE)  # the state to the last: without it, all would be made again


@dataclass
class State:
    """How far the work is. Whatever lies beyond it on the disk is done again."""

    fingerprint: str
    place: Place = field(default_factory=Place)
    splits: dict[str, Written] = field(default_factory=lambda: {split: Written() for split in SPLITS})
    counts: Counter[str] = field(default_factory=Counter)
    is_complete: bool = False

    @property
    def tokens(self) -> int:
        return sum(written.tokens for written in self.splits.values())

    def save(self, folder: Path) -> None:
        said = {
            "fingerprint": self.fingerprint,
            "place": asdict(self.place),
            "splits": {split: asdict(written) for split, written in self.splits.items()},
            "counts": dict(self.counts),
            "is_complete": self.is_complete,
        }
        write_text(folder / STATE, json.dumps(said), AGAIN)


def working_dir(out: Path) -> Path:
    out = out.resolve()
    return out.parent / f".{out.name}.preparing"


@contextlib.contextmanager
def work_in(out: Path, fingerprint: str) -> Iterator[tuple[Path, State]]:
    """Yields the directory and where the work in it stands. Work that nobody could continue is removed."""
    folder = working_dir(out)
    with reported(folder):
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / LOCK).open("w")
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise FledgeError(
                f"{out} is being prepared by another process.", "Wait for it, or choose another --name."
            ) from error
        state = _read(folder)
        if state is None or state.fingerprint != fingerprint:
            if state and state.tokens:
                print(
                    f"starting anew: the {state.tokens:,} tokens in {folder} are of another request, or of text that "
                    "has changed since",
                    file=sys.stderr,
                )
            _clear(folder)
            state = State(fingerprint)
        try:
            yield folder, state
        finally:
            if not (folder / STATE).exists() and not any((folder / DOWNLOADS).glob("*")):
                shutil.rmtree(folder, ignore_errors=True)


def move_into_place(folder: Path, out: Path) -> None:
    """The finished directory becomes the dataset; what was there before is gone only then."""
    out = out.resolve()
    for path in folder.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif not is_dataset_file(path.name) and path.name not in KEPT:
            path.unlink()
    for file in folder.iterdir():
        sync(file)
    sync(folder)
    if out.exists():
        shutil.rmtree(_old(out), ignore_errors=True)
        out.rename(_old(out))
    folder.rename(out)
    sync(out.parent)
    tidy(out)


def tidy(out: Path) -> None:
    """Remove what a crash in the last moment may have left of the work on a dataset that is in its place."""
    out = out.resolve()
    (out / STATE).unlink(missing_ok=True)
    shutil.rmtree(_old(out), ignore_errors=True)


def _old(out: Path) -> Path:
    return out.parent / f".{out.name}.old"


def _read(folder: Path) -> State | None:
    try:
        data = json.loads((folder / STATE).read_text(encoding="utf-8"))
        splits = {split: Written(**data["splits"][split]) for split in SPLITS}
        place, counts = Place(**data["place"]), Counter[str](data["counts"])
        return State(data["fingerprint"], place, splits, counts, data["is_complete"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _clear(folder: Path) -> None:
    """Everything of another request but what was downloaded, which may be of use."""
    for path in folder.iterdir():
        if path.is_file() and path.name != LOCK:
            path.unlink()
    (folder / DOWNLOADS).mkdir(exist_ok=True)
