"""Calibration: how fast this machine multiplies matrices, measured where no table knows, and remembered."""

import contextlib
import dataclasses
import math
import platform
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import torch

from fledge.hardware.table import Calibration, Device, DeviceBasis, Measured, machine_memory, match_gpu

DTYPES = {
    "float32": torch.float32,
    "tf32": torch.float32,
    "float16": torch.float16,
    "bfloat16": torch.bfloat16,
}
SIZES = (256, 512, 1024, 2048, 4096, 8192)
LARGEST_ON_CPU = 2048  # larger ones gain nothing there and cost a second each
CHUNKS = 50  # at least: a chunk is short enough for some to run undisturbed on a busy machine
SHORTEST_CHUNK = 0.002  # seconds; long against the cost of waiting for a GPU
BUSY = 0.85  # a main thread that got less of the time than this shared its core with other work
MATMUL_PEAK = "matmul peak"


class Rate(NamedTuple):
    flops: float  # FLOP/s
    share: float  # of the wall time, what the measuring thread got of its core


def measure_matmul_peak(device: torch.device, dtype: str, seconds: float = 0.3) -> Rate:
    """The rate of square matmuls: the 90th percentile over chunks of a few milliseconds.

    Noise only ever slows a chunk down, so the peak is near the fastest, and the very fastest may be a fluke.
    """
    with _plain_matmuls(device, dtype):
        size = _size_for(device, dtype, seconds / CHUNKS)
        a, b = (_random(size, size, device=device, dtype=DTYPES[dtype], seed=seed) for seed in (0, 1))
        out = torch.empty_like(a)
        once = _seconds_of(device, a, b, out, repeats=1)
        repeats = math.ceil(SHORTEST_CHUNK / once)
        rates: list[float] = []
        clock = CoreClock()
        while clock.wall() < seconds or len(rates) < 3:
            rates.append(2 * size**3 * repeats / _seconds_of(device, a, b, out, repeats))
    return Rate(_percentile(rates, 0.9), clock.share())


class CoreClock:
    """Wall time, and the share of it that this thread had its core: waiting for a GPU or for a core lowers it."""

    def __init__(self) -> None:
        self._wall, self._cpu = time.perf_counter(), time.thread_time()

    def wall(self) -> float:
        return time.perf_counter() - self._wall

    def share(self) -> float:
        return (time.thread_time() - self._cpu) / self.wall()


def _size_for(device: torch.device, dtype: str, seconds: float) -> int:
    """The largest size whose matmul takes at most `seconds`: a slow device is not waited for."""
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


def wait_for(device: torch.device) -> None:
    if device.type == "cuda":
        torch.cuda.synchronize(device)
    elif device.type == "mps":
        torch.mps.synchronize()


def _percentile(values: Sequence[float], share: float) -> float:
    """The smallest of `values` that at least `share` of them do not exceed."""
    ordered = sorted(values)
    return ordered[math.ceil(share * len(ordered)) - 1]


def _random(*size: int, device: torch.device, dtype: torch.dtype, seed: int) -> torch.Tensor:
    """Gaussian numbers from a generator of their own: a run's stay what its seed makes them."""
    generator = torch.Generator(device=device).manual_seed(seed)
    return torch.randn(*size, generator=generator, device=device, dtype=dtype)


@contextlib.contextmanager
def _plain_matmuls(device: torch.device, dtype: str) -> Iterator[None]:
    """Matmuls in exactly `dtype`: no autocast, no autograd, float32 made tf32 only when that is meant."""
    on_cuda = device.type == "cuda"
    backend = torch.backends.cuda.matmul if on_cuda else torch.backends.mkldnn.matmul  # type: ignore[attr-defined]
    before = backend.fp32_precision
    backend.fp32_precision = "tf32" if dtype == "tf32" else "ieee"
    try:
        with torch.no_grad(), torch.autocast(device.type, enabled=False):
            yield
    finally:
        backend.fp32_precision = before


@contextlib.contextmanager
def threads_at(count: int) -> Iterator[None]:
    before = torch.get_num_threads()
    torch.set_num_threads(count)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def device_peak(device: torch.device, dtype: str, threads: int) -> tuple[float, DeviceBasis, str]:
    """Peak FLOP/s in `dtype`, its basis and its source: from the table, else measured before, else now."""
    known = _table_entry(device)
    if known is not None and dtype in known.peak_flops:
        return known.peak_flops[dtype], "table", f"{known.name}: {known.source}"
    kept = Calibration.load().get(_peak_key(device, dtype, threads))
    if kept is not None:
        return kept, "measured", _source(device, threads)
    return measure_device(device, dtype, threads)


def measure_device(device: torch.device, dtype: str, threads: int) -> tuple[float, DeviceBasis, str]:
    """Measure the device's matmul peak now and keep it, unless other work has the CPU."""
    if device.type != "cpu":
        rate = measure_matmul_peak(device, dtype)
    else:
        with threads_at(threads):
            rate = measure_matmul_peak(device, dtype)
        if rate.share < BUSY:
            # threads that wait for one another run at the pace of the other work; one alone does not
            with threads_at(1):
                flops = threads * measure_matmul_peak(device, dtype).flops
            return flops, "assumed", f"{threads} x what one thread reached: the CPU is busy with other work"
    Calibration.load().put(_peak_key(device, dtype, threads), rate.flops)
    return rate.flops, "measured", _source(device, threads)


def _source(device: torch.device, threads: int) -> str:
    on = f", {threads} thread{'s' if threads > 1 else ''}" if device.type == "cpu" else ""
    return f"90th percentile of matmuls on this machine{on}, torch {torch.__version__}"


def _peak_key(device: torch.device, dtype: str, threads: int) -> Measured:
    return measurement(device, dtype, MATMUL_PEAK, threads)


def measurement(device: torch.device, dtype: str, what: str, threads: int) -> Measured:
    """Under what a measurement of this device is remembered."""
    return Measured(device_name(device), threads if device.type == "cpu" else 0, torch.__version__, dtype, what)


def device_name(device: torch.device) -> str:
    return torch.cuda.get_device_name(device) if device.type == "cuda" else cpu_name()


def _table_entry(device: torch.device) -> Device | None:
    if device.type == "cuda":
        memory = torch.cuda.get_device_properties(device).total_memory
        return match_gpu(torch.cuda.get_device_name(device), memory)
    if device.type == "mps":  # Apple's GPU goes by the name of its chip
        return match_gpu(cpu_name(), machine_memory())
    return None


def this_machine(measure: bool = False) -> list[Device]:
    """The devices torch can train on here, the CPU last; peaks no table knows are those kept or measured now."""
    devices = [torch.device("cuda", index) for index in range(torch.cuda.device_count())]
    if torch.backends.mps.is_available():
        devices.append(torch.device("mps"))
    return [_describe(device, measure) for device in [*devices, torch.device("cpu")]]


def described(device: torch.device) -> Device:
    """One of them, with what is known of it."""
    return _describe(device, measure=False)


def _describe(device: torch.device, measure: bool) -> Device:
    known = _table_entry(device)
    if known is not None:
        return dataclasses.replace(known, name=device_name(device))
    threads = torch.get_num_threads()
    peaks: dict[str, float] = {}
    basis: DeviceBasis = "measured"
    source = "not measured yet"
    calibration = Calibration.load()
    for dtype in _dtypes_of(device):
        if measure:
            peaks[dtype], now, why = measure_device(device, dtype, threads)
        elif kept := calibration.get(_peak_key(device, dtype, threads)):
            peaks[dtype], now, why = kept, "measured", _source(device, threads)
        else:
            continue
        if basis == "measured":  # one busy moment makes the whole line an assumption
            basis, source = now, why
    return Device(
        name=device_name(device),
        kind="cuda" if device.type == "cuda" else "mps" if device.type == "mps" else "cpu",
        peak_flops=peaks,
        memory_bytes=memory_of(device),
        bandwidth=None,
        watts=None,
        basis=basis,
        source=source,
    )


def _dtypes_of(device: torch.device) -> list[str]:
    if device.type == "cpu":
        return ["float32", "bfloat16"] if cpu_has_bf16()[0] else ["float32"]
    if device.type == "mps":
        return ["float32", "float16"]
    native = torch.cuda.is_bf16_supported(including_emulation=False)
    return ["float32", "tf32", "float16", "bfloat16"] if native else ["float32", "float16"]


def memory_of(device: torch.device) -> int | None:
    """Bytes of memory the device has; None where the system does not say."""
    if device.type == "cuda":
        return int(torch.cuda.get_device_properties(device).total_memory)
    return machine_memory()


def cpu_name() -> str:
    """The processor's name as its maker prints it, or the nearest thing the system knows."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            label, _, value = line.partition(":")
            if label.strip() == "model name":
                return value.strip()
    return _sysctl("machdep.cpu.brand_string") or platform.processor() or platform.machine() or "CPU"


def _sysctl(name: str) -> str:
    """A macOS system value; empty on other systems."""
    try:
        done = subprocess.run(["sysctl", "-n", name], capture_output=True, text=True, timeout=5, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()


BF16_FEATURES = {
    "amx_bf16": "AMX_BF16",
    "avx512_bf16": "AVX512_BF16",
    "sve_bf16": "SVE_BF16",
    "bf16": "ARM BF16",
}


def cpu_has_bf16() -> tuple[bool, str]:
    """Whether the CPU has bfloat16 instructions, and which. Whether they pay, `speedups` tells."""
    found = [word for feature, word in BF16_FEATURES.items() if torch.cpu.get_capabilities().get(feature)]
    if not found and _sysctl("hw.optional.arm.FEAT_BF16") == "1":
        found = ["ARM BF16"]
    if found:
        return True, f"{found[0]} found"
    return False, "no AVX512_BF16, AMX_BF16 or ARM BF16 on this CPU"
