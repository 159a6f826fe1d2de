"""`fledge checkpoint verify`: whether every byte of a checkpoint is as it was written."""

import json
import sys
from pathlib import Path
from typing import Any

from fledge.common.errors import FledgeError
from fledge.common.progress import byte_bar
from fledge.options.checkpoint import CheckpointVerifyOptions
from fledge.options.parser import Arguments
from fledge.texts import say, text
from fledge.texts.message import Message
from fledge.train.checkpoint import read_checkpoint
from fledge.train.checkpoint_files import CheckedFile, verify
from fledge.train.checkpoint_report import named_steps


def run(arguments: Arguments) -> int:
    options: CheckpointVerifyOptions = arguments.options
    steps = named_steps(arguments.words[0] if arguments.words else None)
    total = sum(file.stat().st_size for step in steps for file in step.iterdir())
    with byte_bar(text(say("checkpoint.reading")), total) as report:
        checked = {step: verify(step, report) for step in steps}
    problems = {step: _problems(step, files) for step, files in checked.items()}
    if options.json:
        found = [_document(step, files, problems[step]) for step, files in checked.items()]
        print(json.dumps({"ok": not any(problems.values()), "checkpoints": found}, indent=1))
    else:
        for step, files in checked.items():
            _print(step, files, problems[step])
    return 1 if any(problems.values()) else 0


def _problems(step: Path, files: list[CheckedFile]) -> list[Message]:
    """What is wrong with a checkpoint: with its files, or, if these are whole, with what is in them."""
    found = [
        say("checkpoint.damaged", file=str(step / file.name), problem=file.problem) for file in files if file.problem
    ]
    if found:
        return found
    try:
        read_checkpoint(step).model_tensors()
        return []
    except FledgeError as error:
        return [say("checkpoint.unread", path=str(step), problem=error.problem)]


def _document(step: Path, files: list[CheckedFile], problems: list[Message]) -> dict[str, Any]:
    return {
        "path": str(step),
        "ok": not problems,
        "problems": [text(problem) for problem in problems],
        "checksums": all(file.is_summed for file in files),
        "files": [{"name": file.name, "bytes": file.bytes, "problem": str(file.problem) or None} for file in files],
    }


def _print(step: Path, files: list[CheckedFile], problems: list[Message]) -> None:
    size, number = sum(file.bytes or 0 for file in files), len(files)
    if problems:
        for problem in problems:
            print(text([say("checkpoint.problem", problem=problem), say("checkpoint.use_another")]), file=sys.stderr)
    elif all(file.is_summed for file in files):
        print(text(say("checkpoint.intact", path=str(step), bytes=size, files=number)))
    else:
        print(text(say("checkpoint.complete", path=str(step), bytes=size, files=number)))
