"""Which process is to blame when a collective fails: the one that told why it failed, or that gives no sign of life."""

import contextlib
import re
import time
from collections.abc import Callable, Iterator

import torch.distributed as dist

from fledge.parallel.failures import PeerLost
from fledge.parallel.meeting import TELLING_S, Meeting
from fledge.texts import say, text

# How gloo, NCCL and torch's store speak of a connection that is gone. They raise plain RuntimeErrors, too.
LOST = re.compile(
    r"gloo|connection (was )?(closed|reset|refused)|broken pipe|socket|ncclRemoteError|ncclSystemError|NCCL",
    re.IGNORECASE,
)
SOURCE_LINE = re.compile(r"^\[[^\]]*\.cc:\d+\] *")  # gloo names its own first


def is_lost_peer(error: BaseException) -> bool:
    return isinstance(error, dist.DistError) or (isinstance(error, RuntimeError) and bool(LOST.search(str(error))))


@contextlib.contextmanager
def told_of_peers(meeting: Meeting | None, gone: Callable[[], str] = str) -> Iterator[None]:
    """Errors of a collective become PeerLost, which names the process that is to blame.

    `gone` says which process gives no sign of life, if anyone knows.
    """
    try:
        yield
    except RuntimeError as error:
        if meeting is None or not is_lost_peer(error):
            raise
        raise _lost(meeting, error, gone) from error


def _lost(meeting: Meeting, error: RuntimeError, gone: Callable[[], str]) -> PeerLost:
    deadline = time.monotonic() + TELLING_S
    try:
        while time.monotonic() < deadline:
            meeting.check()
            time.sleep(0.05)
    except PeerLost as told:
        return told
    except RuntimeError:  # the store is gone, too
        pass
    first = (str(error).strip().splitlines() or [type(error).__name__])[0]
    first = SOURCE_LINE.sub("", first).partition(". ")[0].rstrip(".?!")
    return PeerLost(gone() or text(say("processes.lost", why=first)))
