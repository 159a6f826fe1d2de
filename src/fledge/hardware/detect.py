"""What torch and the system say about this machine's devices: name, memory, entry in the GPU table, dtypes."""

import torch

from fledge.hardware.gpu_names import match_gpu
from fledge.hardware.host import cpu_name, machine_memory, sysctl
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
    if not found and sysctl("hw.optional.arm.FEAT_BF16") == "1":
        found = ["ARM BF16"]
    if found:
        return True, say("runtime.cpu_bf16", feature=found[0])
    return False, say("runtime.cpu_no_bf16")
