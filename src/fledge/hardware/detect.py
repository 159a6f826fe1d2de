"""What the system says about this machine's devices: name, memory, entry in the GPU table, dtypes."""

import contextlib
import os
import platform
import subprocess
from pathlib import Path

import torch

from fledge.hardware.gpu_names import match_gpu
from fledge.hardware.table import Device
from fledge.texts import Message, say

BF16_FEATURES = {"amx_bf16": "AMX_BF16", "avx512_bf16": "AVX512_BF16", "sve_bf16": "SVE_BF16", "bf16": "ARM BF16"}


def local_devices() -> list[torch.device]:
    """The devices that torch can train on here, the CPU last."""
    devices = [torch.device("cuda", index) for index in range(torch.cuda.device_count())]
    if torch.backends.mps.is_available():
        devices.append(torch.device("mps"))
    return [*devices, torch.device("cpu")]


def device_name(device: torch.device) -> str:
    return torch.cuda.get_device_name(device) if device.type == "cuda" else cpu_name()


def table_entry(device: torch.device) -> Device | None:
    """The device's row of the GPU table; None for a CPU, and for a GPU that is not listed."""
    if device.type == "cuda":
        return match_gpu(device_name(device), device_memory(device))
    if device.type == "mps":  # Apple's GPU goes by the name of its chip
        return match_gpu(cpu_name(), device_memory(device))
    return None


def device_memory(device: torch.device) -> int | None:
    """Bytes of memory the device has; None where the system does not say."""
    if device.type == "cuda":
        return int(torch.cuda.get_device_properties(device).total_memory)
    return machine_memory()


def machine_memory() -> int | None:
    """Bytes of memory this machine, or the container on it, may use; None where the system does not say."""
    total: int | None = None
    with contextlib.suppress(AttributeError, OSError, ValueError):
        total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    with contextlib.suppress(OSError, ValueError):  # "max" where there is no limit
        limit = int(Path("/sys/fs/cgroup/memory.max").read_text())
        return limit if total is None else min(limit, total)
    if total is None and (size := _sysctl("hw.memsize")).isdigit():
        return int(size)
    return total


def available_memory() -> int | None:
    """Bytes of memory that are free now, for this machine or container; None where the system does not say."""
    free: list[int] = []
    with contextlib.suppress(OSError, ValueError, IndexError):
        lines = Path("/proc/meminfo").read_text().splitlines()
        free += [1024 * int(line.split()[1]) for line in lines if line.startswith("MemAvailable:")]
    with contextlib.suppress(OSError, ValueError, KeyError):
        limit = int(Path("/sys/fs/cgroup/memory.max").read_text())
        stat = dict(line.split() for line in Path("/sys/fs/cgroup/memory.stat").read_text().splitlines())
        used = int(Path("/sys/fs/cgroup/memory.current").read_text()) - int(stat["inactive_file"])
        free.append(limit - used)
    return max(0, min(free)) if free else None


def cpu_name() -> str:
    """The processor's name as its maker prints it, or the nearest thing the system knows."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            label, _, value = line.partition(":")
            if label.strip() == "model name":
                return value.strip()
    return _sysctl("machdep.cpu.brand_string") or platform.processor() or platform.machine() or "CPU"


def native_dtypes(device: torch.device) -> list[str]:
    """The dtypes the device computes in by itself, without emulation."""
    if device.type == "cpu":
        return ["float32", "bfloat16"] if cpu_has_bf16()[0] else ["float32"]
    if device.type == "mps":
        return ["float32", "float16"]
    has_bf16 = torch.cuda.is_bf16_supported(including_emulation=False)
    return ["float32", "tf32", "float16", "bfloat16"] if has_bf16 else ["float32", "float16"]


def cpu_has_bf16() -> tuple[bool, Message]:
    """Whether the CPU has bfloat16 instructions, and the reason. train/kernel_choice.py measures if they are faster."""
    found = [word for feature, word in BF16_FEATURES.items() if torch.cpu.get_capabilities().get(feature)]
    if not found and _sysctl("hw.optional.arm.FEAT_BF16") == "1":
        found = ["ARM BF16"]
    if found:
        return True, say("runtime.cpu_bf16", feature=found[0])
    return False, say("runtime.cpu_no_bf16")


def _sysctl(name: str) -> str:
    """A macOS system value; empty on other systems."""
    try:
        done = subprocess.run(["sysctl", "-n", name], capture_output=True, text=True, timeout=5, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()
