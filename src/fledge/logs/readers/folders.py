"""The log files in a directory."""

import re
from pathlib import Path

LOG_NAMES = ("metrics.jsonl", "trainer_state.json", "metrics.csv", "main.log", "log.txt", "train.log", "output.log")
CHECKPOINT = re.compile(r"checkpoint-(\d{1,15})")


def find_file(path: Path) -> Path | None:
    """The log a trainer writes to its directory. Of Hugging Face's checkpoints the newest has the whole history."""
    for name in LOG_NAMES:
        if (path / name).is_file():
            return path / name
    states = [
        (int(found[1]), state)
        for state in path.glob("checkpoint-*/trainer_state.json")
        if (found := CHECKPOINT.fullmatch(state.parent.name))
    ]
    return max(states)[1] if states else None


def event_files(path: Path) -> list[list[Path]]:
    """TensorBoard's files by directory, oldest first. One directory is one run; two levels are searched."""
    for depth in ("", "*/", "*/*/"):
        folders: dict[Path, list[Path]] = {}
        for file in sorted(path.glob(f"{depth}*tfevents*")):
            if file.is_file():
                folders.setdefault(file.parent, []).append(file)
        if folders:
            return list(folders.values())
    return []
