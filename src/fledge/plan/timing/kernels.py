"""Seconds of a traced step on this machine, by running each of its distinct kernels alone, on random numbers.

A step takes the sum of its kernels' times. So the time of a step is known after a few seconds, however many layers and
micro-batches it has, and without building the model. Each kernel's time is remembered.
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
from fledge.hardware.calibration import Calibration, MeasurementKey, measurement_key
from fledge.hardware.stopwatch import BUSY_SHARE, CoreClock, threads_at, wait_for
from fledge.plan.roofline import Kernel
from fledge.plan.step_watcher import Call, TensorLike
from fledge.plan.trace import Trace
from fledge.texts import say, text

MIN_KERNEL_S = 0.01  # total time of a kernel's repeats, where MAX_REPEATS allows it
MIN_REPEATS, MAX_REPEATS = 3, 9
FLUSH_BYTES = 64 << 20  # more than a CPU's caches hold
MAX_NAME_CHARS = 200


class KernelTimer:
    """Times kernels on one device, or looks their times up."""

    def __init__(self, device: torch.device, show: Show = nowhere) -> None:
        self.device, self.show = device, show
        self.calibration = Calibration.load()
        self.was_busy = False  # whether other work disturbed the last timing

    def step_seconds(self, trace: Trace, micro_steps: int, measure: bool) -> float | None:
        """Seconds of an iteration; None where a kernel's time is not remembered and `measure` is False.

        On a CPU that is busy with other work one thread is timed instead, and nothing is remembered: several threads
        wait for one another, so their time would be that of the other work.
        """
        kernels = {**trace.micro, **trace.update}
        keys = {kernel: self._key(trace.calls[kernel]) for kernel in kernels}
        missing = [kernel for kernel, key in keys.items() if self.calibration.get(key) is None]
        if missing and not measure:
            return None
        times = {kernel: self.calibration.get(key) or 0.0 for kernel, key in keys.items()}
        clock = CoreClock()
        found = self._time_all(missing, trace) if missing else {}
        self.was_busy = self.device.type == "cpu" and bool(found) and clock.share() < BUSY_SHARE
        if self.was_busy:
            threads = torch.get_num_threads()
            with threads_at(1):
                found = {kernel: seconds / threads for kernel, seconds in self._time_all(missing, trace).items()}
        elif found:
            self.calibration.put_all({keys[kernel]: seconds for kernel, seconds in found.items()})
        times.update(found)

        def total(launches: Mapping[Kernel, int]) -> float:
            return sum(times[kernel] * count for kernel, count in launches.items())

        return micro_steps * total(trace.micro) + total(trace.update)

    def _time_all(self, kernels: Sequence[Kernel], trace: Trace) -> dict[Kernel, float]:
        found = {}
        for number, kernel in enumerate(sorted(kernels, key=lambda kernel: kernel.bytes)):
            self.show(text(say("plan.doing.kernel", number=number + 1, kernels=len(kernels), name=kernel.name)))
            found[kernel] = self._kernel_seconds(trace.calls[kernel])
        return found

    def _key(self, call: Call) -> MeasurementKey:
        what = " ".join([f"kernel {call.func}", *map(_signature, tree_leaves((call.args, call.kwargs)))])
        if len(what) > MAX_NAME_CHARS:  # an optimizer's kernel takes every parameter
            what = f"kernel {call.func} {hashlib.sha256(what.encode()).hexdigest()}"
        return measurement_key(self.device, "", what, torch.get_num_threads())

    def _kernel_seconds(self, call: Call) -> float:
        args, kwargs = tree_map_only(TensorLike, self._random_tensor, (call.args, call.kwargs))
        elsewhere = torch.zeros(FLUSH_BYTES // 4) if self.device.type == "cpu" else None
        # In a step a kernel reads some data that is in the caches and some that is not: the truth is between the two.
        found: dict[bool, list[float]] = {True: [], False: []}
        with torch.no_grad():
            call.func(*args, **kwargs)
            for is_cold, times in found.items():
                while len(times) < MIN_REPEATS or (sum(times) < MIN_KERNEL_S and len(times) < MAX_REPEATS):
                    if is_cold and elsewhere is not None:
                        elsewhere.add_(1)
                    wait_for(self.device)
                    began = time.perf_counter()
                    call.func(*args, **kwargs)
                    wait_for(self.device)
                    times.append(time.perf_counter() - began)
        return statistics.mean(statistics.median(times) for times in found.values())

    def _random_tensor(self, like: TensorLike) -> Tensor:
        # written through the storage, as an expanded tensor can't be
        places = 1 + sum((size - 1) * stride for size, stride in zip(like.size, like.stride, strict=True))
        storage = torch.empty(max(0, places), dtype=like.dtype, device=self.device)
        if like.dtype.is_floating_point:
            storage.uniform_(0.01, 1)  # positive, as some kernels take roots
        else:
            storage.zero_()  # an index that every table has
        return storage.as_strided(like.size, like.stride)


def _signature(leaf: Any) -> str:
    if isinstance(leaf, TensorLike):
        return f"{str(leaf.dtype).removeprefix('torch.')}{list(leaf.size)}{list(leaf.stride)}".replace(" ", "")
    return str(leaf)
