"""This machine's devices, with what is known about each."""

import dataclasses
from typing import cast

import torch

from fledge.hardware.detect import device_memory, device_name, local_devices, native_dtypes, table_entry
from fledge.hardware.matmul_peak import measure_peak, remembered_peak
from fledge.hardware.table import Device, DeviceBasis, Kind
from fledge.texts import Message, say


def this_machine(measure: bool = False) -> list[Device]:
    """The devices torch can train on here, the CPU last. `measure` measures the peaks that no table has now."""
    return [describe_device(device, measure) for device in local_devices()]


def describe_device(device: torch.device, measure: bool = False) -> Device:
    """A device of this machine with what is known about it: its table entry, or its remembered peaks."""
    known = table_entry(device)
    if known is not None:
        return dataclasses.replace(known, name=device_name(device))
    threads = torch.get_num_threads()
    peaks: dict[str, float] = {}
    basis: DeviceBasis = "measured"
    sources: tuple[str | Message, ...] = (say("hardware.not_measured"),)
    for dtype in native_dtypes(device):
        peak = measure_peak(device, dtype, threads) if measure else remembered_peak(device, dtype, threads)
        if peak is None:
            continue
        peaks[dtype] = peak.flops
        if basis == "measured":  # one busy moment makes the whole line an assumption
            basis, sources = peak.basis, (peak.source,)
    return Device(
        name=device_name(device),
        kind=cast(Kind, device.type),
        peak_flops=peaks,
        memory_bytes=device_memory(device),
        bandwidth=None,
        watts=None,
        basis=basis,
        sources=sources,
    )
