"""The run that a command is about when none is named."""

import sys
from pathlib import Path

from fledge.common.errors import FledgeError
from fledge.logs.readers.folders import event_files, find_file
from fledge.logs.rundir import begun_runs, events_in, has_progress, no_run_here
from fledge.texts import Message, say, text


def newest_run(command: str, needs_losses: bool = False) -> str:
    """The newest run that the command can read. Which one that is, the user learns on stderr."""
    folders = begun_runs()
    if not folders:
        raise no_run_here()
    for path in folders:
        if _has_log(path, needs_losses):
            print(text(_found(command, path, folders[0], needs_losses)), file=sys.stderr)
            return str(path)
    raise FledgeError(
        say("logs.checkpoint_only", run=folders[0]),
        say("logs.name_the_log", command=f"fledge {command} train.log"),
    )


def _found(command: str, path: Path, newest: Path, needs_losses: bool) -> Message:
    if path == newest:
        return say("logs.newest_run", command=command, run=path)
    if needs_losses:
        return say("logs.newest_run_with_losses", command=command, run=path, newest=newest)
    return say("logs.newest_run_with_log", command=command, run=path, newest=newest)


def _has_log(path: Path, needs_losses: bool) -> bool:
    if (path / "metrics.jsonl").is_file():
        return has_progress(path) or (not needs_losses and any(events_in(path / "metrics.jsonl")))
    return find_file(path) is not None or bool(event_files(path))
