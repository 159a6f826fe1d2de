"""Peak FLOP/s of a device: from the GPU table, else measured with matmuls once and remembered."""

import contextlib
import math
import time
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import torch

from fledge.hardware.calibration import Calibration, MeasurementKey, measurement_key
from fledge.hardware.detect import table_entry
from fledge.hardware.stopwatch import BUSY_SHARE, CoreClock, threads_at, wait_for
from fledge.hardware.table import DeviceBasis
from fledge.texts import say, text

DTYPES = {"float32": torch.float32, "tf32": torch.float32, "float16": torch.float16, "bfloat16": torch.bfloat16}
SIZES = (256, 512, 1024, 2048, 4096, 8192)
LARGEST_ON_CPU = 2048  # larger ones gain nothing there and cost a second each
MIN_CHUNKS = 50  # a chunk is short enough for some to run undisturbed on a busy machine
MIN_CHUNK_S = 0.002  # long compared to the cost of waiting for a GPU
MATMUL_PEAK = "matmul peak"


class MatmulRate(NamedTuple):
    flops: float  # FLOP/s
    core_share: float  # of the wall time, the share that the measuring thread had its core


class Peak(NamedTuple):
    flops: float  # FLOP/s
    basis: DeviceBasis
    source: str


# Measured on a busy machine: good enough for the rest of this command, not for the next one.
_while_busy: dict[MeasurementKey, Peak] = {}


def measure_matmul_peak(device: torch.device, dtype: str, seconds: float = 0.3) -> MatmulRate:
    """The rate of square matmuls: the 90th percentile over chunks of a few milliseconds.

    Noise only ever slows a chunk down, so the peak is near the fastest chunk; the very fastest may be a fluke.
    """
    with _plain_matmuls(device, dtype):
        size = _size_for(device, dtype, seconds / MIN_CHUNKS)
        a, b = (_random(size, size, device=device, dtype=DTYPES[dtype], seed=seed) for seed in (0, 1))
        out = torch.empty_like(a)
        once = _seconds_of(device, a, b, out, repeats=1)
        repeats = math.ceil(MIN_CHUNK_S / once)
        rates: list[float] = []
        clock = CoreClock()
        while clock.wall() < seconds or len(rates) < 3:
            rates.append(2 * size**3 * repeats / _seconds_of(device, a, b, out, repeats))
    return MatmulRate(float(np.quantile(rates, 0.9, method="inverted_cdf")), clock.share())


def _size_for(device: torch.device, dtype: str, seconds: float) -> int:
    """The largest size whose matmul takes at most `seconds`; the search stops before a matmul that takes long."""
    chosen = SIZES[0]
    for size in SIZES:
        a = _random(size, size, device=device, dtype=DTYPES[dtype], seed=0)
        out = torch.empty_like(a)
        _seconds_of(device, a, a, out, repeats=1)  # the first use of a size loads and chooses kernels
        taken = _seconds_of(device, a, a, out, repeats=1)
        if taken <= seconds:
            chosen = size
        # eight times the work for twice the size; a small matmul is less efficient, hence 4
        if 4 * taken > seconds or (device.type == "cpu" and size >= LARGEST_ON_CPU):
            break
    return chosen


def _seconds_of(device: torch.device, a: torch.Tensor, b: torch.Tensor, out: torch.Tensor, repeats: int) -> float:
    wait_for(device)
    start = time.perf_counter()
    for _ in range(repeats):
        torch.mm(a, b, out=out)
    wait_for(device)
    return time.perf_counter() - start


def _random(*size: int, device: torch.device, dtype: torch.dtype, seed: int) -> torch.Tensor:
    """Gaussian numbers from a generator of their own, so that measuring does not change a run's random numbers."""
    generator = torch.Generator(device=device).manual_seed(seed)
    return torch.randn(*size, generator=generator, device=device, dtype=dtype)


@contextlib.contextmanager
def _plain_matmuls(device: torch.device, dtype: str) -> Iterator[None]:
    """Matmuls in exactly `dtype`: no autocast, no autograd, and TF32 only for dtype "tf32"."""
    on_cuda = device.type == "cuda"
    backend = torch.backends.cuda.matmul if on_cuda else torch.backends.mkldnn.matmul  # type: ignore[attr-defined]
    before = backend.fp32_precision
    backend.fp32_precision = "tf32" if dtype == "tf32" else "ieee"
    try:
        with torch.no_grad(), torch.autocast(device.type, enabled=False):
            yield
    finally:
        backend.fp32_precision = before


def device_peak(device: torch.device, dtype: str, threads: int) -> Peak:
    """Peak FLOP/s in `dtype`: from the table, else remembered, else measured now."""
    known = table_entry(device)
    if known is not None and dtype in known.peak_flops:
        return Peak(known.peak_flops[dtype], "table", f"{known.name}: {known.source}")
    while_busy = _while_busy.get(_peak_key(device, dtype, threads))
    return remembered_peak(device, dtype, threads) or while_busy or measure_peak(device, dtype, threads)


def remembered_peak(device: torch.device, dtype: str, threads: int) -> Peak | None:
    kept = Calibration.load().get(_peak_key(device, dtype, threads))
    return None if kept is None else Peak(kept, "measured", _source(device, threads))


def measure_peak(device: torch.device, dtype: str, threads: int) -> Peak:
    """Measure the device's matmul peak now and remember it, unless the CPU is busy with other work."""
    if device.type != "cpu":
        rate = measure_matmul_peak(device, dtype)
    else:
        with threads_at(threads):
            rate = measure_matmul_peak(device, dtype)
        if rate.core_share < BUSY_SHARE:
            # threads that wait for one another run at the pace of the other work; a single thread does not
            with threads_at(1):
                flops = threads * measure_matmul_peak(device, dtype).flops
            peak = Peak(flops, "assumed", text(say("hardware.peak_busy", threads=threads)))
            _while_busy[_peak_key(device, dtype, threads)] = peak
            return peak
    Calibration.load().put(_peak_key(device, dtype, threads), rate.flops)
    return Peak(rate.flops, "measured", _source(device, threads))


def _source(device: torch.device, threads: int) -> str:
    if device.type == "cpu":
        return text(say("hardware.peak_cpu", threads=threads, version=torch.__version__))
    return text(say("hardware.peak_gpu", version=torch.__version__))


def _peak_key(device: torch.device, dtype: str, threads: int) -> MeasurementKey:
    return measurement_key(device, dtype, MATMUL_PEAK, threads)
