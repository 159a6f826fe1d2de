"""Tools of a measurement: the share of its core that a thread had, a number of threads, waiting for a GPU."""

import contextlib
import time
from collections.abc import Iterator

import torch

BUSY_SHARE = 0.85  # a main thread that had less of its core than this shared it with other work


class CoreClock:
    """Wall time, and the share of it that this thread had its core. Waiting for a GPU or a core lowers the share."""

    def __init__(self) -> None:
        self._wall, self._cpu = time.perf_counter(), time.thread_time()

    def wall(self) -> float:
        return time.perf_counter() - self._wall

    def share(self) -> float:
        return (time.thread_time() - self._cpu) / self.wall()


def wait_for(device: torch.device) -> None:
    """Return when the device has finished everything that was queued. A CPU queues nothing."""
    if device.type == "cuda":
        torch.cuda.synchronize(device)
    elif device.type == "mps":
        torch.mps.synchronize()


@contextlib.contextmanager
def threads_at(count: int) -> Iterator[None]:
    """torch uses `count` threads inside the block, and as many as before after it."""
    before = torch.get_num_threads()
    torch.set_num_threads(count)
    try:
        yield
    finally:
        torch.set_num_threads(before)
