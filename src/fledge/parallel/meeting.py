"""Meeting: what processes tell each other before they form a group, and when one of them fails.

It goes through the key-value store that torchrun's agent has for its processes. A process that waits for another's word
learns at once if some process has failed, and which.
"""

import contextlib
import json
import time
from collections.abc import Iterator
from typing import Any

from torch.distributed.distributed_c10d import PrefixStore, Store

from fledge.common.errors import FledgeError
from fledge.parallel.failures import Failure, PeerLost, has_agent
from fledge.parallel.processes import TIMEOUT, TORCHRUN, Membership, membership, open_store
from fledge.texts import say, text

LOOK_EVERY_S = 0.05
TELLING_S = 1.0  # a process that fails tells the others within this time, and an agent ends them
FAILED = "failed"


class Meeting:
    """The processes of a run, met through a store."""

    def __init__(self, store: Store, place: Membership) -> None:
        self.store = PrefixStore("meeting", store)
        self.place = place

    def tell(self, key: str, value: Any) -> None:
        self.store.set(key, json.dumps(value))

    def hear(self, key: str) -> Any:
        """What some process tells, as soon as it does."""
        deadline = time.monotonic() + TIMEOUT.total_seconds()
        while not self.store.check([key]):
            self.check()
            if time.monotonic() > deadline:
                raise PeerLost(text(say("processes.silent", key=key, seconds=TIMEOUT.total_seconds())))
            time.sleep(LOOK_EVERY_S)
        return json.loads(self.store.get(key))

    def from_first(self, key: str, value: Any) -> Any:
        """What the first process tells all others."""
        if self.place.rank == 0:
            self.tell(key, value)
            return value
        return self.hear(key)

    def from_each(self, key: str, value: Any) -> list[Any]:
        """What each process tells, by rank. For the first process alone: it reads them all."""
        self.tell(f"{key}/{self.place.rank}", value)
        return [self.hear(f"{key}/{rank}") for rank in range(self.place.world_size)]

    def fail(self, message: str, exit_code: int) -> None:
        """Tell the others that this process ends, and why. The first failure counts: others follow from it."""
        with contextlib.suppress(RuntimeError):  # the store is gone with the process that had it
            self.store.compare_set(FAILED, "", json.dumps([self.place.rank, message, exit_code]))
        if self.place.rank == 0 and not has_agent():
            time.sleep(TELLING_S)  # without an agent the store is this process's, and ends with it

    def check(self) -> None:
        """Raises PeerLost if another process has failed."""
        if not self.store.check([FAILED]):
            return
        rank, message, exit_code = json.loads(self.store.get(FAILED))
        if rank != self.place.rank:
            raise PeerLost(text(say("processes.failed", rank=rank, why=message)), exit_code)


def meet() -> Meeting | None:
    """The meeting of torchrun's processes; None if this process is the only one."""
    place = membership()
    if place.world_size == 1:
        return None
    try:
        store = open_store()
    except (ValueError, RuntimeError) as error:
        first = str(error).strip().splitlines()[0]
        problem = say("processes.cant_join", number=place.world_size, error=first)
        raise FledgeError(problem, TORCHRUN) from error
    return Meeting(store, place)


@contextlib.contextmanager
def met() -> Iterator[Meeting | None]:
    """The meeting, in whose block an error is told to the others."""
    meeting = meet()
    try:
        yield meeting
    except Exception as error:
        if meeting is not None and not isinstance(error, PeerLost):
            failure = Failure.of(error)
            meeting.fail(failure.message, failure.exit_code)
        raise
