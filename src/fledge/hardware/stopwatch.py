"""Tools of a measurement: the share of its cores that it had, a number of threads, waiting for a GPU."""

import contextlib
import time
from collections.abc import Iterator

import torch

from fledge.hardware.load import BUSY_CORES, LoadMeter

BUSY_SHARE = 1 - BUSY_CORES  # who had less of its cores than this shared them with other work


class CoreClock:
    """Wall time, and the share of it that this process had the cores it asked for.

    The main thread alone would not tell: a worker that waits for a core holds it up, and it may spin meanwhile. Waiting
    for a GPU lowers the share too.
    """

    def __init__(self) -> None:
        self._wall, self._cpu, self._meter = time.perf_counter(), time.thread_time(), LoadMeter()

    def wall(self) -> float:
        return time.perf_counter() - self._wall

    def share(self) -> float:
        of_its_core = (time.thread_time() - self._cpu) / self.wall()
        return max(0.0, min(of_its_core, 1 - self._meter.since().lost))


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
