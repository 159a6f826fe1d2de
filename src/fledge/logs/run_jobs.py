"""Which job of torchrun writes a run: processes that it starts again find the run that their first start began.

The mark is a file in the run directory. It is written when the run has taken the directory, so a run that was there
before, and that --overwrite replaces, is never taken for it.
"""

import contextlib
import os
import socket
from pathlib import Path

from fledge.common.files import write_text

MARK = ".job"
UNNAMED = ("", "none")  # torchrun's, without --rdzv_id


def restarts() -> int:
    """How often torchrun's agent has started this process again."""
    text = os.environ.get("TORCHELASTIC_RESTART_COUNT", "0")
    return int(text) if text.isdecimal() else 0


def job() -> str | None:
    """The same text in every start of this process by one agent; None without an agent."""
    name = os.environ.get("TORCHELASTIC_RUN_ID")
    if name is None:
        return None
    return f"{socket.gethostname()}:{os.getppid()}" if name in UNNAMED else name


def mark_run(run: Path) -> None:
    """Say which job writes the run; without one, that none does."""
    name = job()
    if name is not None:
        write_text(run / MARK, name + "\n")
    else:
        (run / MARK).unlink(missing_ok=True)


def is_of_this_job(run: Path) -> bool:
    with contextlib.suppress(OSError, UnicodeDecodeError):
        return (run / MARK).read_text(encoding="utf-8").strip() == job()
    return False
