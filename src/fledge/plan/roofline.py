"""Time of kernels on a GPU that is not here: each is limited by arithmetic, by memory, or by its launch.

How much of its data sheet a device reaches differs by kind of kernel. The shares below come from published measurements
of single kernels. The result is checked against published training runs (docs/accuracy.md).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from fledge.hardware.table import Device

FLASH = "flash_attention"  # in the name of an attention kernel that skips what the causal mask hides
# Large matmuls, as a share of the 16-bit peak: the medians of the table's measured GPUs of each kind (gpus.csv).
GEFORCE_MATMUL_SHARE, DATACENTRE_MATMUL_SHARE = 1.04, 0.8
# A matmul's arithmetic and memory traffic overlap. This share of the shorter one adds to the longer: cuBLAS's times of
# 375 shapes each on an H100 and a B200 in openxla/xla's default_matmul_perf_table give 0.1 to 0.5.
NOT_OVERLAPPED_SHARE = 0.3
# Flash attention, forward and backward together, as a share of what matmuls reach. Dao 2023 (FlashAttention-2), figures
# 4 to 6: about 100 TFLOP/s on an A100 with a causal mask over 1,024 tokens, where matmuls reach 250. The same kernels
# use less of a Hopper (Shah et al. 2024: 35% of its peak at best). Before Ampere there is only the memory-saving kernel
# (xformers' measurements on a V100: no faster than plain attention).
ATTENTION_SHARE = 0.40
ATTENTION_SHARE_BY_ARCH = {"Hopper": 0.30, "Volta": 0.20, "Turing": 0.20, "Pascal": 0.20}
BANDWIDTH_SHARE = 0.80  # between large copies (0.85 to 0.9) and kernels that also reduce (0.5 to 0.75)
LAUNCH_S = 4e-6  # what a launch adds when a compiled step queues it
EAGER_LAUNCH_S = 12e-6  # the least time from one kernel to the next through Python, autograd and the dispatcher
# The truth is within this factor, either way: for a GPU whose matmuls were measured, and for one judged by its family.
MEASURED_FACTOR, FAMILY_FACTOR = 1.25, 1.4


@dataclass(frozen=True)
class Kernel:
    """One launch: its name, its FLOPs, and the bytes it reads and writes."""

    name: str
    flops: int
    bytes: int


@dataclass(frozen=True)
class DeviceRates:
    """What kernels reach on a device: FLOP/s, bytes/s, and seconds per launch."""

    matmul: float
    attention: float
    bandwidth: float
    launch_s: float  # added to every kernel
    host_s: float  # the least time from one kernel to the next
    factor: float  # the truth is within this factor, either way
    source: str

    def seconds(self, kernels: Mapping[Kernel, int]) -> float:
        return sum(count * self._kernel_seconds(kernel) for kernel, count in kernels.items())

    def iteration(self, micro: Mapping[Kernel, int], update: Mapping[Kernel, int], micro_steps: int) -> float:
        return micro_steps * self.seconds(micro) + self.seconds(update)

    def _kernel_seconds(self, kernel: Kernel) -> float:
        arithmetic = kernel.flops / self.matmul
        if FLASH in kernel.name:  # counted over the whole square, but it computes only the half below the diagonal
            arithmetic = kernel.flops / 2 / self.attention
        memory = kernel.bytes / self.bandwidth
        both = max(arithmetic, memory) + NOT_OVERLAPPED_SHARE * min(arithmetic, memory)
        return max(self.launch_s + both, self.host_s)


def gpu_rates(device: Device, dtype: str, compiled: bool) -> DeviceRates:
    """Rates of a GPU from the table or described by the user, with a peak for the dtype and a bandwidth."""
    peak = device.peak_flops["tf32" if dtype == "float32" and "tf32" in device.peak_flops else dtype]
    assert device.bandwidth is not None
    if device.gemm_fraction is not None and dtype != "float32":
        share, factor = device.gemm_fraction, MEASURED_FACTOR
        matmuls = f"matmuls measured at {share:.0%} of the peak"
    else:
        share = GEFORCE_MATMUL_SHARE if is_geforce(device) else DATACENTRE_MATMUL_SHARE
        factor = FAMILY_FACTOR
        matmuls = f"matmuls assumed at {share:.0%} of the peak, as on similar GPUs"
    matmul = peak * share
    return DeviceRates(
        matmul=matmul,
        attention=ATTENTION_SHARE_BY_ARCH.get(device.arch, ATTENTION_SHARE) * matmul,
        bandwidth=BANDWIDTH_SHARE * device.bandwidth,
        launch_s=LAUNCH_S,
        host_s=0 if compiled else EAGER_LAUNCH_S,
        factor=factor,
        source=f"roofline: {matmuls}, {BANDWIDTH_SHARE:.0%} of the bandwidth",
    )


def cpu_rates(peak: float) -> DeviceRates:
    """Rates of a CPU of which only the matmul peak is known. Enough to tell a minute from an hour."""
    source = "roofline with this machine's measured matmul peak; neither the step nor its kernels were timed"
    return DeviceRates(0.8 * peak, 0.3 * peak, 10e9, 1e-5, 0.0, 1.7, source)


def is_geforce(device: Device) -> bool:
    """Consumer GPUs are rated at what their tensor cores sustain, the others at what they reach for a moment."""
    return re.match(r"RTX [2-5]0\d0\b", device.name) is not None
