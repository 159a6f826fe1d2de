"""How one of several processes says why it failed: in the error file that torchrun's agent gives each of its processes.

Under `fledge train --devices` the agent reads these files and prints one message. torchrun prints what is in them at
the end of its own report; there only the first process prints, because the same line from each would be interleaved.
"""

import json
import os
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from fledge.common.errors import FledgeError, RunFailed

ERROR_FILE = "TORCHELASTIC_ERROR_FILE"  # set by torchrun's agent
AGENT_FOLDER = "FLEDGE_AGENT_FOLDER"  # set by ours: where its processes leave messages for it
STOPPED = "stopped"  # in that folder: the signal that a run was stopped with, after it was saved

AGENT_S = 5.0  # an agent that sees a failure ends the other processes well within this

# own   this process failed by itself
# peer  it failed because it lost another
# hang  the watchdog ended it
Kind = Literal["own", "peer", "hang"]


class PeerLost(RunFailed):
    """Another process of the run is gone or has failed; with its exit code, if it told one."""

    def __init__(self, problem: str, exit_code: int = RunFailed.exit_code) -> None:
        super().__init__(problem)
        self.exit_code = exit_code


class Hung(RunFailed):
    """The watchdog found that the run hangs."""


@dataclass(frozen=True)
class Failure:
    """What a process wrote before it ended."""

    message: str
    exit_code: int
    kind: Kind
    callstack: str = ""  # of an error in fledge itself

    @classmethod
    def of(cls, error: BaseException) -> "Failure":
        if isinstance(error, FledgeError):
            kind: Kind = "peer" if isinstance(error, PeerLost) else "hang" if isinstance(error, Hung) else "own"
            return cls(str(error), error.exit_code, kind)
        return cls(f"{type(error).__name__}: {error}", 1, "own", "".join(traceback.format_exception(error)))

    @classmethod
    def read(cls, document: Mapping[str, Any]) -> "Failure | None":
        """What an error file says; None if fledge did not write it."""
        about = document.get("fledge")
        return cls(**about) if isinstance(about, dict) else None


def has_agent() -> bool:
    """Whether torchrun, or `fledge train --devices`, started this process."""
    return "TORCHELASTIC_RUN_ID" in os.environ


def agent_folder() -> Path | None:
    """The folder shared with the agent of `fledge train --devices`; None under torchrun and without an agent."""
    folder = os.environ.get(AGENT_FOLDER)
    return Path(folder) if folder and has_agent() else None


def must_print(failure: Failure) -> bool:
    """Records a failure for the agent. True if this process has to show it as well."""
    recorded = _record(failure)
    if agent_folder() is not None and recorded:
        return False
    return not recorded or os.environ.get("RANK", "0") == "0"


def tell(failure: Failure, show: Callable[[], None]) -> None:
    """Records a failure, and shows it if that is this process's part.

    One that fails because of another lets its agent end it first: torchrun's report then has the cause alone. If the
    agent does not, the cause is on another machine, and one process of this one speaks.
    """
    if failure.kind != "peer" or not has_agent():
        if must_print(failure):
            show()
        return
    is_first = os.environ.get("RANK", "0") == "0" and agent_folder() is None
    if is_first:
        show()
    wait_for_agent()
    recorded = _record(failure)
    is_ours = agent_folder() is not None and recorded
    if not is_first and not is_ours and os.environ.get("LOCAL_RANK", "0") == "0":
        show()


def wait_for_agent() -> None:
    if has_agent():
        time.sleep(AGENT_S)


def _record(failure: Failure) -> bool:
    file = os.environ.get(ERROR_FILE)
    if not has_agent() or not file:
        return False
    extra = {"py_callstack": failure.callstack or failure.message, "timestamp": str(int(time.time()))}
    document = {"message": {"message": failure.message, "extraInfo": extra}, "fledge": vars(failure)}
    try:
        temporary = Path(f"{file}.{os.getpid()}")  # the agent must never read half of it
        temporary.write_text(json.dumps(document), encoding="utf-8")
        temporary.replace(file)
    except OSError:
        return False
    return True


def exit_code_of_stop(signal_number: int | None) -> int:
    """The exit code of a run that was stopped and saved, or that finished.

    An agent starts a process again if it ends with an error. So a stop is no error there; our agent is told of it, and
    ends with the signal's code itself.
    """
    if signal_number is None:
        return 0
    if not has_agent():
        return 128 + signal_number
    folder = agent_folder()
    if folder is not None and os.environ.get("RANK") == "0":
        (folder / STOPPED).write_text(str(signal_number))
    return 0
