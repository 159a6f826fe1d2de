"""Targets: the dtype, compilation and attention kernel that fledge would use on a device."""

from dataclasses import replace

import torch

from fledge.common.errors import FledgeError
from fledge.config.schema import Config
from fledge.hardware.matmul_peak import device_peak
from fledge.hardware.table import Device
from fledge.plan.types import Target
from fledge.texts import say
from fledge.train.choices import choose_attention, choose_compile, choose_dtype


def gpu_target(config: Config, device: Device, processes: int = 1) -> Target:
    """The choices fledge would make on a GPU that is not in this machine."""
    dtype = config.dtype
    if dtype == "auto":
        dtype = next((name for name in ("bfloat16", "float16") if name in device.peak_flops), "float32")
        if device.kind == "mps":
            dtype = "float32"
    if dtype not in device.peak_flops:
        known = ", ".join(name for name in device.peak_flops if name != "tf32")
        raise FledgeError(f"{device.name} does not compute in {dtype}.", f"It has: {known}. Try --dtype=auto.")
    compiled = device.kind == "cuda" if config.compile == "auto" else bool(config.compile)
    return Target(device, dtype, compiled, "sdpa", None, processes)


def target_here(config: Config, where: torch.device, device: Device) -> Target:
    """The choices fledge makes on this machine."""
    dtype, _ = choose_dtype(config, where, None)
    attend, _ = choose_attention(config, where, dtype, None)
    compiled, why = choose_compile(config, where, dtype, None)
    if dtype not in device.peak_flops:
        peak = device_peak(where, dtype, torch.get_num_threads())
        peaks = {**device.peak_flops, dtype: peak.flops}
        device = replace(device, peak_flops=peaks, basis=peak.basis, source=peak.source)
    return Target(device, dtype, compiled, attend, where, notes=[say("plan.note.compile", compiled=compiled, why=why)])
