"""The checkpoints of a run of ours: what the page lists, and which of them may be read."""

from pathlib import Path
from typing import Any

from fledge.logs.rundir import is_checkpoint, step_folders
from fledge.web.watch.places import Place

MAX_CHECKPOINTS = 50


def checkpoints_of(place: Place) -> list[dict[str, Any]]:
    """The newest first, with their sizes, and which are `best` and `latest`."""
    folder = place.path / "checkpoints"
    marks = {mark: _pointer(place, folder / mark) for mark in ("best", "latest")}
    found = []
    for path in _step_folders(place)[-MAX_CHECKPOINTS:][::-1]:
        try:
            size = sum(file.stat().st_size for file in path.iterdir() if file.is_file() and place.holds(file))
        except OSError:  # removed meanwhile, or not ours to read
            continue
        found.append(
            {"name": path.name, "bytes": size, "marks": [mark for mark, name in marks.items() if name == path.name]}
        )
    return found


def readable_checkpoint(place: Place, name: str) -> Path | None:
    """The folder of a checkpoint, by its name in the run; None if it is not there or any file of it lies elsewhere.

    The name is looked for in what is there, never made into a path.
    """
    path = next((path for path in _step_folders(place) if path.name == name), None)
    try:
        is_sound = path is not None and is_checkpoint(path) and all(map(place.holds, path.iterdir()))
    except OSError:
        return None
    return path if is_sound else None


def _step_folders(place: Place) -> list[Path]:
    folder = place.path / "checkpoints"
    try:
        if not place.is_ours or not place.files or not folder.is_dir() or not place.holds(folder):
            return []
        return [path for path in step_folders(folder) if place.holds(path)]
    except OSError:  # not ours to read
        return []


def _pointer(place: Place, file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")[:100].strip() if place.holds(file) else ""
    except (OSError, UnicodeDecodeError):
        return ""
