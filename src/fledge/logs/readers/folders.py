"""Which file of a directory says what happened."""

import re
from pathlib import Path

NAMES = ("trainer_state.json", "metrics.csv", "main.log", "log.txt", "train.log", "output.log")
CHECKPOINT = re.compile(r"checkpoint-(\d{1,15})")


def find_file(path: Path) -> Path | None:
    """The log that a trainer leaves in its directory; Hugging Face's newest checkpoint has the whole history."""
    for name in NAMES:
        if (path / name).is_file():
            return path / name
    states = [
        (int(found[1]), state)
        for state in path.glob("checkpoint-*/trainer_state.json")
        if (found := CHECKPOINT.fullmatch(state.parent.name))
    ]
    return max(states)[1] if states else None


def event_files(path: Path) -> list[list[Path]]:
    """TensorBoard's files there, in the order they were written; else those of the directories below, a run each."""
    for depth in ("", "*/", "*/*/"):
        folders: dict[Path, list[Path]] = {}
        for file in sorted(path.glob(f"{depth}*tfevents*")):
            if file.is_file():
                folders.setdefault(file.parent, []).append(file)
        if folders:
            return list(folders.values())
    return []
