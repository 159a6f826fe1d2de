"""Time of kernels on a GPU that is not here: each is limited by arithmetic or by memory, and launching it takes time.

The form of the model is physics; its few constants are fitted to published training runs (bench/fit.py), and
docs/accuracy.md has its error on runs whose publisher was left out of the fit.
"""

import re
import statistics
from collections.abc import Mapping
from dataclasses import dataclass

from fledge.hardware.table import Device, gpu_table
from fledge.texts import say, text

FLASH = "flash_attention"  # in the name of an attention kernel that skips what the causal mask hides


@dataclass(frozen=True)
class Constants:
    """What bench/fit.py fits. Published measurements of single kernels bound each."""

    # Of the data sheet's bandwidth. Fused kernels of a compiled step come near large copies (0.85 to 0.9); an eager
    # step has kernels of its own for norms, softmax and sums, which reach 0.5 to 0.75.
    bandwidth_share: float = 0.81
    eager_bandwidth_share: float = 0.65
    # Of a kernel's traffic, the most that the L2 cache serves: what the kernel before has written, where it fits.
    cached_share: float = 0.45
    # Attention's softmax runs beside the tensor cores: its time per time of the matmuls, on a GPU whose SMs do 1,024
    # FLOP per clock in matmuls. Dao 2023 and Shah et al. 2024: FlashAttention-2 reaches two thirds of an A100's
    # matmuls over long sequences and a third of a Hopper's.
    softmax_share: float = 0.47
    # Sequences this long reach half of the rate of endless ones. Dao 2023, figures 4 to 6: 300 to 1,000; fitted: more.
    half_rate_tokens: float = 1170.0
    launch_s: float = 7.2e-6  # from the end of one kernel to the full speed of the next
    micro_batch_s: float = 1.7e-3  # of a micro-batch besides its kernels: its data, Python, the first launches
    iteration_s: float = 3.6e-3  # of an iteration besides its kernels: waiting for the loss, logging


CONSTANTS = Constants()
# Time of Python, autograd and the dispatcher per kernel. A GPU whose kernels take less waits for them.
EAGER_HOST_S, COMPILED_HOST_S = 8e-6, 4e-6
# Before Ampere there is only the memory-saving kernel: half of that (xformers' measurements on a V100). AMD's kernels
# reach half of what their softmax allows (one published run).
ATTENTION_SHARE_BY_ARCH = {"Volta": 0.5, "Turing": 0.5, "Pascal": 0.5, "CDNA2": 0.5, "CDNA3": 0.5}
GEFORCE_MATMUL_SHARE, DATACENTRE_MATMUL_SHARE = 1.04, 0.8  # of the 16-bit peak: the medians of gpus.csv
# float32 lanes of an SM, which tell its clock from the float32 peak: 64 on these, 128 on the others.
LANES, FEW_LANES, FEW_LANES_ARCHS = 128, 64, ("Volta", "Turing")  # and the A100
# Megabytes of L2 cache per TFLOP/s in float32, from data sheets: within a third on each architecture, but for the A100.
CACHE_MB = {"Volta": 0.4, "Turing": 0.4, "Ampere": 0.17, "Ada": 1.0, "Hopper": 0.75, "Blackwell": 1.0, "CDNA3": 1.6}
A100_CACHE_MB, OTHER_CACHE_MB = 2.0, 0.17
# The truth is within this factor, either way: for a GPU whose matmuls were measured, and for one judged by its family.
MEASURED_FACTOR, FAMILY_FACTOR = 1.25, 1.33


@dataclass(frozen=True)
class Kernel:
    """One launch: its name, its FLOPs, the bytes it reads and writes, and the sizes of a matmul or of attention."""

    name: str
    flops: int
    bytes: int
    sizes: tuple[int, ...] = ()  # a matmul: how many, rows, columns, inner; attention: heads, queries, keys, width


@dataclass(frozen=True)
class DeviceRates:
    """What kernels reach on a device: FLOP/s, bytes/s, and the seconds around them."""

    matmul: float
    attention: float  # over an endless sequence
    half_rate_tokens: float
    bandwidth: float
    cache_bytes: float
    cached_share: float
    launch_s: float  # added to every kernel
    host_s: float  # the least time from one kernel to the next
    micro_batch_s: float
    iteration_s: float
    factor: float  # the truth is within this factor, either way
    source: str

    def micro_batch(self, kernels: Mapping[Kernel, int], loading_s: float = 0.0) -> float:
        """Seconds of a micro-batch's forward and backward pass, where making the batch takes the host `loading_s`."""
        on_host = self.host_s * sum(kernels.values()) + loading_s
        return self.micro_batch_s + max(self.on_device(kernels), on_host)

    def on_device(self, kernels: Mapping[Kernel, int]) -> float:
        """Seconds of a micro-batch's kernels, if they need not wait for the host."""
        return sum(count * self._kernel_seconds(kernel, self.cache_bytes) for kernel, count in kernels.items())

    def update(self, kernels: Mapping[Kernel, int], parts: int = 1) -> float:
        """Seconds of clipping and the optimizers, which several GPUs may divide into parts.

        It reads what no kernel before has left in the cache.
        """
        on_device = sum(count * self._kernel_seconds(kernel, 0.0) for kernel, count in kernels.items())
        return self.iteration_s + max(on_device, self.host_s * sum(kernels.values())) / parts

    def iteration(self, micro: Mapping[Kernel, int], update: Mapping[Kernel, int], micro_steps: int) -> float:
        return micro_steps * self.micro_batch(micro) + self.update(update)

    def _kernel_seconds(self, kernel: Kernel, cache_bytes: float) -> float:
        arithmetic = kernel.flops / self.matmul
        if FLASH in kernel.name:  # counted over the whole square, but it computes only the half below the diagonal
            tokens = kernel.sizes[2]
            arithmetic = kernel.flops / 2 / self.attention * (1 + self.half_rate_tokens / tokens)
        cached = self.cached_share * min(1.0, cache_bytes / max(1, kernel.bytes))
        return self.launch_s + max(arithmetic, (1 - cached) * kernel.bytes / self.bandwidth)


def gpu_rates(device: Device, dtype: str, compiled: bool, constants: Constants = CONSTANTS) -> DeviceRates:
    """Rates of a GPU from the table or described by the user, with a peak for the dtype and a bandwidth."""
    peak = device.peak_flops["tf32" if dtype == "float32" and "tf32" in device.peak_flops else dtype]
    assert device.bandwidth is not None
    if device.gemm_fraction is not None and dtype != "float32":
        share, factor = device.gemm_fraction, MEASURED_FACTOR
        matmuls = say("plan.source.matmuls_measured", share=share)
    else:
        share, factor = family_share(device), FAMILY_FACTOR
        matmuls = say("plan.source.matmuls_assumed", share=share)
    c = constants
    bandwidth_share = c.bandwidth_share if compiled else c.eager_bandwidth_share
    softmax = c.softmax_share * flops_per_clock(device, peak) / 1024
    of_arch = ATTENTION_SHARE_BY_ARCH.get(device.arch, 1.0)
    return DeviceRates(
        matmul=peak * share,
        attention=peak * share * of_arch / (1 + softmax),
        half_rate_tokens=c.half_rate_tokens,
        bandwidth=bandwidth_share * device.bandwidth,
        cache_bytes=cache_bytes(device),
        cached_share=c.cached_share,
        launch_s=c.launch_s,
        host_s=COMPILED_HOST_S if compiled else EAGER_HOST_S,
        micro_batch_s=c.micro_batch_s,
        iteration_s=c.iteration_s,
        factor=factor,
        source=text(say("plan.source.roofline", matmuls=matmuls, share=bandwidth_share)),
    )


def flops_per_clock(device: Device, peak: float) -> float:
    """FLOP of matmuls that one SM does per clock."""
    is_few = device.arch in FEW_LANES_ARCHS or is_a100(device)
    return 2 * (FEW_LANES if is_few else LANES) * peak / device.peak_flops["float32"]


def cache_bytes(device: Device) -> float:
    per_tflops = A100_CACHE_MB if is_a100(device) else CACHE_MB.get(device.arch, OTHER_CACHE_MB)
    return per_tflops * 1e6 * device.peak_flops["float32"] / 1e12


def is_a100(device: Device) -> bool:
    """The A100, alone among Ampere's GPUs, has few float32 units beside its tensor cores."""
    return device.arch == "Ampere" and device.peak_flops["bfloat16"] > 8 * device.peak_flops["float32"]


def family_share(device: Device) -> float:
    """What matmuls reach on the measured GPUs of the same architecture and market, of their 16-bit peak."""
    if is_geforce(device):
        return GEFORCE_MATMUL_SHARE
    measured = [
        other.gemm_fraction
        for other in gpu_table()
        if other.arch == device.arch and other.gemm_fraction is not None and not is_geforce(other)
    ]
    return statistics.median(measured) if measured else DATACENTRE_MATMUL_SHARE


def cpu_rates(peak: float) -> DeviceRates:
    """Rates of a CPU of which only the matmul peak is known. Enough to tell a minute from an hour."""
    source = text(say("plan.source.machine_roofline"))
    return DeviceRates(0.8 * peak, 0.3 * peak, 0.0, 10e9, 0.0, 0.0, 1e-5, 0.0, 0.0, 0.0, 1.7, source)


def is_geforce(device: Device) -> bool:
    """Consumer GPUs are rated at what their tensor cores sustain, the others at what they reach for a moment."""
    return re.match(r"RTX [2-5]0\d0\b", device.name) is not None
