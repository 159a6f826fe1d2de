"""How long kernels take on a device that isn't here: each is limited by arithmetic, by memory, or by being launched.

What a device reaches of its data sheet differs by kind of kernel. The fractions below come from measurements that
others published, not from training runs: those are what the result is checked against (docs/accuracy.md).
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from fledge.devices import Device

FLASH = "flash_attention"  # in the name of an attention kernel that skips what the causal mask hides
# Large matmuls, of the 16-bit peak: the medians of the table's measured cards of each kind (gpus.csv).
GEFORCE_GEMM, DATACENTRE_GEMM = 1.0, 0.8
# Flash attention, forward and backward together, of what matmuls reach: Dao 2023 (FlashAttention-2), figures 4 to 6:
# 110 to 190 TFLOP/s on an A100 with a causal mask and heads of 64 and 128, where matmuls reach 250.
ATTENTION = 0.55
BANDWIDTH = 0.85  # of the data sheet's: what large copies reach on most cards
LAUNCH = 4e-6  # seconds from one kernel to the next when a compiled step queues them
EAGER_LAUNCH = 12e-6  # and when Python, autograd and the dispatcher stand behind each
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
    launch: float
    band: float  # the truth is within this factor, either way
    source: str

    def seconds(self, kernels: Mapping[Kernel, int]) -> float:
        return sum(count * self._seconds(kernel) for kernel, count in kernels.items())

    def _seconds(self, kernel: Kernel) -> float:
        # attention is counted over the whole square, and computes the half that the mask leaves
        is_attention = FLASH in kernel.name
        arithmetic = kernel.flops / 2 / self.attention if is_attention else kernel.flops / self.gemm
        return max(arithmetic, kernel.bytes / self.bandwidth, self.launch)


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
    launch = LAUNCH if compiled else EAGER_LAUNCH
    source = f"roofline: {told}, {BANDWIDTH:.0%} of the bandwidth"
    return Rates(gemm, ATTENTION * gemm, BANDWIDTH * device.bandwidth, launch, band, source)


def is_geforce(device: Device) -> bool:
    """Consumer cards are rated at what their tensor cores keep up; the others at what they reach for a moment."""
    return re.match(r"(RTX|GTX) [1-5]0\d0\b", device.name) is not None
