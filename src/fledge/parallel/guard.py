"""Guard: a process of a run ends if the agent that started it is gone, so that none is left behind."""

import contextlib
import os
import signal
import threading
from collections.abc import Iterator

from fledge.parallel.failures import agent_folder, has_agent

LOOK_EVERY_S = 0.5


@contextlib.contextmanager
def guarded() -> Iterator[None]:
    """Meanwhile this process stops with its agent: after a save, as if the agent had passed SIGTERM on."""
    if not has_agent():
        yield
        return
    over = threading.Event()
    thread = threading.Thread(target=_watch_parent, args=(os.getppid(), over), name="fledge-guard", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def _watch_parent(agent: int, over: threading.Event) -> None:
    folder = agent_folder()
    while not over.wait(LOOK_EVERY_S):
        if os.getppid() == agent:
            continue
        if folder is not None and not folder.exists():
            os._exit(128 + signal.SIGINT)  # a second Ctrl-C: the agent removed it, and nobody wants the save
        os.kill(os.getpid(), signal.SIGTERM)
        return
