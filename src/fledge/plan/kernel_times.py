"""How long the kernels of a traced step take on this machine: each distinct one is run alone, on random numbers.

A step is the sum of its kernels, so a step that was never run, of a model that was never built, is known after a few
seconds, whatever its number of layers or micro-batches. What was timed once is remembered.
"""

import hashlib
import statistics
import time
from collections.abc import Mapping, Sequence
from typing import Any

import torch
from torch import Tensor
from torch.utils._pytree import tree_leaves, tree_map_only

from fledge.common.progress import Show, nowhere
from fledge.hardware.calibration import Calibration, MeasurementKey
from fledge.hardware.stopwatch import BUSY_SHARE, CoreClock, threads_at, wait_for
from fledge.plan.roofline import Kernel
from fledge.plan.trace import Call, TensorLike, Trace

SHORTEST = 0.01  # seconds each kernel is given at least
REPEATS, MOST_REPEATS = 3, 9
CACHES = 64 << 20  # bytes: more than they hold
LONGEST = 200  # characters of a name


class KernelClock:
    """Times of kernels on one device, from memory or by running them."""

    def __init__(self, device: torch.device, show: Show = nowhere) -> None:
        self.device, self.show = device, show
        self.calibration = Calibration.load()
        self.was_busy = False  # the last time something was timed

    def step_seconds(self, trace: Trace, micro_steps: int, measure: bool) -> float | None:
        """Seconds of an iteration; None where a kernel was never timed and may not be now.

        On a CPU that is busy with other work one thread is timed instead, and nothing is remembered: threads that wait
        for one another would tell of the other work alone.
        """
        kernels = {**trace.micro, **trace.update}
        keys = {kernel: self._key(trace.calls[kernel]) for kernel in kernels}
        missing = [kernel for kernel, key in keys.items() if self.calibration.get(key) is None]
        if missing and not measure:
            return None
        times = {kernel: self.calibration.get(key) or 0.0 for kernel, key in keys.items()}
        clock = CoreClock()
        found = self._time(missing, trace) if missing else {}
        self.was_busy = self.device.type == "cpu" and bool(found) and clock.share() < BUSY_SHARE
        if self.was_busy:
            threads = torch.get_num_threads()
            with threads_at(1):
                found = {kernel: seconds / threads for kernel, seconds in self._time(missing, trace).items()}
        elif found:
            self.calibration.put_all({keys[kernel]: seconds for kernel, seconds in found.items()})
        times.update(found)

        def total(launches: Mapping[Kernel, int]) -> float:
            return sum(times[kernel] * count for kernel, count in launches.items())

        return micro_steps * total(trace.micro) + total(trace.update)

    def _time(self, kernels: Sequence[Kernel], trace: Trace) -> dict[Kernel, float]:
        found = {}
        for number, kernel in enumerate(sorted(kernels, key=lambda kernel: kernel.bytes)):
            self.show(f"timing kernel {number + 1} of {len(kernels)}: {kernel.name}")
            found[kernel] = self._seconds(trace.calls[kernel])
        return found

    def _key(self, call: Call) -> MeasurementKey:
        what = " ".join([f"kernel {call.func}", *map(_signature, tree_leaves((call.args, call.kwargs)))])
        if len(what) > LONGEST:  # an optimizer's has every parameter in it
            what = f"kernel {call.func} {hashlib.sha256(what.encode()).hexdigest()}"
        return MeasurementKey.on(self.device, "", what, torch.get_num_threads())

    def _seconds(self, call: Call) -> float:
        args, kwargs = tree_map_only(TensorLike, self._random, (call.args, call.kwargs))
        elsewhere = torch.zeros(CACHES // 4) if self.device.type == "cpu" else None
        # In a step some of what a kernel reads was just written, and the rest comes from memory: between these two.
        found: dict[bool, list[float]] = {True: [], False: []}
        with torch.no_grad():
            call.func(*args, **kwargs)
            for is_cold, times in found.items():
                while len(times) < REPEATS or (sum(times) < SHORTEST and len(times) < MOST_REPEATS):
                    if is_cold and elsewhere is not None:
                        elsewhere.add_(1)
                    wait_for(self.device)
                    began = time.perf_counter()
                    call.func(*args, **kwargs)
                    wait_for(self.device)
                    times.append(time.perf_counter() - began)
        return statistics.mean(statistics.median(times) for times in found.values())

    def _random(self, like: TensorLike) -> Tensor:
        # through its storage: an expanded tensor can't be written to
        places = 1 + sum((size - 1) * stride for size, stride in zip(like.size, like.stride, strict=True))
        storage = torch.empty(max(0, places), dtype=like.dtype, device=self.device)
        if like.dtype.is_floating_point:
            storage.uniform_(0.01, 1)  # positive: some kernels take roots
        else:
            storage.zero_()  # a row and a token that every table has
        return storage.as_strided(like.size, like.stride)


def _signature(leaf: Any) -> str:
    if isinstance(leaf, TensorLike):
        return f"{str(leaf.dtype).removeprefix('torch.')}{list(leaf.size)}{list(leaf.stride)}".replace(" ", "")
    return str(leaf)
