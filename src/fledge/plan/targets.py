"""Targets: the dtype, compilation and attention kernel that fledge would use on a device."""

from dataclasses import replace

import torch

from fledge.common.errors import FledgeError
from fledge.config.schema import Config
from fledge.hardware.matmul_peak import device_peak
from fledge.hardware.table import Device
from fledge.plan.links import link_between, link_between_nodes
from fledge.plan.program import FLEDGE, Program
from fledge.plan.shards import shards_of
from fledge.plan.types import Target
from fledge.texts import Message, say
from fledge.train.choices import choose_attention, choose_compile, choose_dtype
from fledge.train.runtime import Runtime

OLDER_THAN_TRITON = ("Pascal",)  # compute capability 6: triton, which torch.compile needs, has 7.0 as its least


def gpu_target(
    config: Config,
    device: Device,
    processes: int = 1,
    *,
    program: Program = FLEDGE,
    attention: str = "flash",
    interconnect: str = "auto",
    nodes: int = 1,
    network_gbit: float = 100.0,
) -> Target:
    """The choices that fledge, or another program, would make on a GPU that is not in this machine."""
    dtype = config.dtype
    if dtype == "auto":
        dtype = next((name for name in ("bfloat16", "float16") if name in device.peak_flops), "float32")
        if device.kind == "mps":
            dtype = "float32"
    if dtype not in device.peak_flops:
        known = ", ".join(name for name in device.peak_flops if name != "tf32")
        raise FledgeError(say("plan.no_dtype", device=device.name, dtype=dtype), say("plan.has_dtypes", known=known))
    shards = shards_of(config, processes) if processes > 1 and config.parallel == "fsdp" else None
    compiled = bool(config.compile)
    if config.compile == "auto":  # what is sharded is not compiled: see choose_compile
        compiled = device.kind == "cuda" and device.arch not in OLDER_THAN_TRITON and shards is None
    link = link_between(device, interconnect) if processes > 1 else None
    if link is not None and nodes > 1:
        link = link_between_nodes(link, network_gbit)
    notes = _device_notes(config, device, dtype)
    return Target(device, dtype, compiled, "sdpa", None, processes, notes, program, attention, link, shards, nodes)


def _device_notes(config: Config, device: Device, dtype: str) -> list[Message]:
    """What a plan for such a device leaves open, or assumes."""
    notes = []
    if device.kind == "xpu":
        notes.append(say("plan.note.xpu", gpu=device.name))
    if device.memory_bytes is None:
        notes.append(say("plan.note.memory_unknown", gpu=device.name))
    if "Laptop" in device.name and device.watts:
        notes.append(say("plan.note.laptop", watts=device.watts))
    if config.dtype == "auto" and device.kind == "cuda" and "bfloat16" not in device.peak_flops:
        has_tensor_cores = dtype == "float16"
        if has_tensor_cores:
            notes.append(say("plan.note.no_bfloat16", gpu=device.name))
        else:
            notes.append(say("plan.note.no_tensor_cores", gpu=device.name))
    return notes


def target_here(config: Config, where: torch.device, device: Device) -> Target:
    """The choices fledge makes on this machine."""
    dtype, _ = choose_dtype(config, where, None)
    attend, _ = choose_attention(config, where, dtype, None)
    compiled, why = choose_compile(config, where, dtype, None)
    note = say("plan.note.compile", compiled=compiled, why=why)
    return Target(_with_peak(device, where, dtype), dtype, compiled, attend, where, notes=[note])


def launch_target(runtime: Runtime, device: Device, config: Config) -> Target:
    """The choices that a run about to start has made."""
    device = _with_peak(device, runtime.device, runtime.dtype)
    shards = shards_of(config, runtime.world_size) if runtime.parallel == "fsdp" else None
    choices = (runtime.dtype, runtime.compile, runtime.attend, runtime.device, runtime.world_size)
    return Target(device, *choices, shards=shards)


def _with_peak(device: Device, where: torch.device, dtype: str) -> Device:
    """The device with its peak in `dtype`, from a measurement if the table has none."""
    if dtype in device.peak_flops:
        return device
    peak = device_peak(where, dtype, torch.get_num_threads())
    peaks = {**device.peak_flops, dtype: peak.flops}
    return replace(device, peak_flops=peaks, basis=peak.basis, sources=(peak.source,))
