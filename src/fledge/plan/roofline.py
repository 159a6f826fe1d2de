"""How long kernels take on a device that isn't here: each is limited by arithmetic, by memory, or by being launched.

What a device reaches of its data sheet differs by kind of kernel. The fractions below come from measurements that
others published of single kernels. Training runs are what the result is checked against (docs/accuracy.md).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from fledge.hardware.table import Device

FLASH = "flash_attention"  # in the name of an attention kernel that skips what the causal mask hides
# Large matmuls, of the 16-bit peak: the medians of the table's measured cards of each kind (gpus.csv).
GEFORCE_GEMM, DATACENTRE_GEMM = 1.04, 0.8
# Of a matmul's shorter limit, what is not hidden behind the longer: cuBLAS's times of 375 shapes each on an H100 and a
# B200 in openxla/xla's default_matmul_perf_table lie between 0.1 and 0.5.
NOT_HIDDEN = 0.3
# Flash attention, forward and backward together, of what matmuls reach: Dao 2023 (FlashAttention-2), figures 4 to 6:
# about 100 TFLOP/s on an A100 with a causal mask over 1,024 tokens, where matmuls reach 250. The same kernels use less
# of a Hopper (Shah et al. 2024: 35% of its peak at best), and before Ampere there is only the memory-saving kernel
# (xformers' measurements on a V100: no faster than plain attention).
ATTENTION, HOPPER_ATTENTION, OLD_ATTENTION = 0.40, 0.30, 0.20
BANDWIDTH = 0.80  # of the data sheet's: between large copies (0.85 to 0.9) and kernels that also reduce (0.5 to 0.75)
LAUNCH = 4e-6  # seconds that a launch adds when a compiled step queues it
EAGER_LAUNCH = 12e-6  # the least from one to the next when Python, autograd and the dispatcher stand behind each
KNOWN_BAND, FAMILY_BAND = 1.25, 1.4  # a card whose matmuls somebody measured; one judged by its family


@dataclass(frozen=True)
class Kernel:
    """One launch: what it computes, and the bytes it reads and writes."""

    name: str
    flops: int
    bytes: int


@dataclass(frozen=True)
class Rates:
    """What kernels reach on a device: FLOP/s, bytes/s, and seconds a launch."""

    gemm: float
    attention: float
    bandwidth: float
    launch: float  # added to every kernel
    host: float  # the least there can be from one kernel to the next
    band: float  # the truth is within this factor, either way
    source: str

    def seconds(self, kernels: Mapping[Kernel, int]) -> float:
        return sum(count * self._seconds(kernel) for kernel, count in kernels.items())

    def iteration(self, micro: Mapping[Kernel, int], update: Mapping[Kernel, int], micro_steps: int) -> float:
        return micro_steps * self.seconds(micro) + self.seconds(update)

    def _seconds(self, kernel: Kernel) -> float:
        # attention is counted over the whole square, and computes the half that the mask leaves
        is_attention = FLASH in kernel.name
        arithmetic = kernel.flops / 2 / self.attention if is_attention else kernel.flops / self.gemm
        memory = kernel.bytes / self.bandwidth
        both = max(arithmetic, memory) + NOT_HIDDEN * min(arithmetic, memory)
        return max(self.launch + both, self.host)


def gpu_rates(device: Device, dtype: str, compiled: bool) -> Rates:
    """Of a card in the table, or one that was described. The device has a peak for the dtype and a bandwidth."""
    peak = device.peak_flops["tf32" if dtype == "float32" and "tf32" in device.peak_flops else dtype]
    assert device.bandwidth is not None
    if device.gemm_fraction is not None and dtype != "float32":
        fraction, band = device.gemm_fraction, KNOWN_BAND
        told = f"matmuls measured at {fraction:.0%} of the peak"
    else:
        fraction, band = (GEFORCE_GEMM if is_geforce(device) else DATACENTRE_GEMM), FAMILY_BAND
        told = f"matmuls assumed at {fraction:.0%} of the peak, as on cards of its kind"
    gemm = peak * fraction
    share = {"Hopper": HOPPER_ATTENTION, "Volta": OLD_ATTENTION, "Turing": OLD_ATTENTION, "Pascal": OLD_ATTENTION}
    attention = share.get(device.arch, ATTENTION) * gemm
    source = f"roofline: {told}, {BANDWIDTH:.0%} of the bandwidth"
    return Rates(gemm, attention, BANDWIDTH * device.bandwidth, LAUNCH, 0 if compiled else EAGER_LAUNCH, band, source)


def cpu_rates(peak: float) -> Rates:
    """Of a CPU of which only the matmul peak is known: enough to tell a minute from an hour."""
    source = "roofline with this machine's measured matmul peak; neither the step nor its kernels were timed"
    return Rates(0.8 * peak, 0.3 * peak, 10e9, 1e-5, 0.0, 1.7, source)


def is_geforce(device: Device) -> bool:
    """Consumer cards are rated at what their tensor cores keep up; the others at what they reach for a moment."""
    return re.match(r"(RTX|GTX) [1-5]0\d0\b", device.name) is not None
