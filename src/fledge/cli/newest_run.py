"""The run that a command is about when none is named."""

import sys
from pathlib import Path

from fledge.common.errors import FledgeError
from fledge.logs.readers.folders import event_files, find_file
from fledge.logs.rundir import begun_runs, events_in, has_progress, no_run_here


def newest_run(command: str, needs_losses: bool = False) -> str:
    """The newest run that the command can read. Which one that is, the user learns on stderr."""
    folders = begun_runs()
    if not folders:
        raise no_run_here()
    for path in folders:
        if _has_log(path, needs_losses):
            lacks = "losses" if needs_losses else "log"
            unread = f"; {folders[0]} is newer, but has no {lacks}" if path != folders[0] else ""
            print(f"{command}: {path}, the newest run{unread}", file=sys.stderr)
            return str(path)
    raise FledgeError(
        f"{folders[0]} holds a checkpoint and no log of how it was trained.",
        f"Name the file with what the trainer printed: fledge {command} train.log",
    )


def _has_log(path: Path, needs_losses: bool) -> bool:
    if (path / "metrics.jsonl").is_file():
        return has_progress(path) or (not needs_losses and any(events_in(path / "metrics.jsonl")))
    return find_file(path) is not None or bool(event_files(path))
