"""The GPUs that a user names or describes, for plan and tune."""

import dataclasses

from fledge.cli.options.shared import GpuOptions
from fledge.common.errors import FledgeError
from fledge.hardware.gpu_names import find_gpu
from fledge.hardware.table import GIB, TERA, Device


def asked_gpus(options: GpuOptions) -> list[Device]:
    """The GPUs that were named or described; none means this machine."""
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
