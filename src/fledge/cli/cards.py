"""The GPUs that a user names or describes: settings that plan and tune share."""

import dataclasses
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fledge.common.errors import FledgeError
from fledge.config.fields import setting

if TYPE_CHECKING:
    from fledge.hardware.table import Device


@dataclass(frozen=True)
class Cards:
    gpu: str = setting("", "for a GPU of `fledge devices` that isn't here", group="Where")
    gpu_tflops: float = setting(
        0.0, "peak of a GPU that is not listed, 16-bit, dense, in TFLOP/s", least=0, most=1_000_000
    )
    gpu_memory: float = setting(0.0, "its memory in GB", least=0, most=1_000_000)
    gpu_bandwidth: float = setting(0.0, "its memory bandwidth in GB/s", least=0, most=1_000_000)
    gpu_watts: float = setting(0.0, "its power in watts", least=0, most=1_000_000)


def asked_devices(options: Cards) -> list["Device"]:
    """The GPUs that were named or described; none means this machine."""
    from fledge.hardware.table import GIB, TERA, Device, find_gpu

    described = {key: getattr(options, key) for key in ("gpu_tflops", "gpu_memory", "gpu_bandwidth", "gpu_watts")}
    names = [name.strip() for name in options.gpu.split(",") if name.strip()]
    if options.gpu and not names:
        raise FledgeError(f"--gpu={options.gpu!r} names no GPU.", "`fledge devices` lists them.")
    if not any(described.values()):
        return [find_gpu(name) for name in names]
    if len(names) > 1:
        raise FledgeError("--gpu_tflops and its like describe one GPU.", "Name one --gpu, or leave them out.")
    try:
        base = find_gpu(names[0]) if names else None
    except FledgeError:
        base = None
    if base is None:
        needed = [f"--{key}" for key in ("gpu_tflops", "gpu_memory", "gpu_bandwidth") if not described[key]]
        if needed:
            raise FledgeError(
                f"a GPU that is not in the table needs {', '.join(needed)} too.",
                "For example --gpu_tflops=80 --gpu_memory=16 --gpu_bandwidth=700.",
            )
        base = Device(names[0] if names else "your GPU", "cuda", {}, None, None, None, "assumed", "your description")
    peaks = dict(base.peak_flops)
    if described["gpu_tflops"]:
        peak = described["gpu_tflops"] * TERA
        peaks = {"float32": peak / 2, "tf32": peak / 2, "float16": peak, "bfloat16": peak}
        base = dataclasses.replace(base, gemm_fraction=None)
    return [
        dataclasses.replace(
            base,
            peak_flops=peaks,
            memory_bytes=int(described["gpu_memory"] * GIB) or base.memory_bytes,
            bandwidth=described["gpu_bandwidth"] * 1e9 or base.bandwidth,
            watts=described["gpu_watts"] or base.watts,
            basis="assumed",
            source="your description",
        )
    ]
