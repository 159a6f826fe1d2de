"""The GPUs that a user names or describes, for plan and tune."""

import dataclasses
from collections.abc import Sequence

from fledge.common.errors import FledgeError
from fledge.hardware.gpu_names import find_gpu, other_gpus
from fledge.hardware.table import GIB, TERA, Device
from fledge.options.shared import GpuOptions
from fledge.texts import say, text


def asked_gpus(options: GpuOptions) -> tuple[list[Device], list[str]]:
    """The GPUs that were named or described, none for this machine; and notes on names that may mean several."""
    described = {key: getattr(options, key) for key in ("gpu_tflops", "gpu_memory", "gpu_bandwidth", "gpu_watts")}
    names = [name.strip() for name in options.gpu.split(",") if name.strip()]
    if options.gpu and not names:
        raise FledgeError(f"--gpu={options.gpu!r} names no GPU.", "`fledge devices` lists them.")
    if not any(described.values()):
        return [find_gpu(name) for name in names], notes_on_names(names)
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
    described_gpu = dataclasses.replace(
        base,
        peak_flops=peaks,
        memory_bytes=int(described["gpu_memory"] * GIB) or base.memory_bytes,
        bandwidth=described["gpu_bandwidth"] * 1e9 or base.bandwidth,
        watts=described["gpu_watts"] or base.watts,
        basis="assumed",
        source="your description",
    )
    return [described_gpu], notes_on_names(names) if base.basis == "table" else []


def notes_on_names(typed: Sequence[str]) -> list[str]:
    """Which GPUs these names are taken for, where they may mean several."""
    notes, desktops = [], []
    for name in typed:
        others = other_gpus(name)
        taken = find_gpu(name).name
        if others and all("Laptop" in other for other in others):
            desktops.append(taken)
        elif others:
            notes.append(say("plan.note.gpu_taken", typed=name, taken=taken, others=others))
    if desktops:
        notes.append(say("plan.note.desktop_taken", gpus=desktops))
    return [text(note) for note in notes]
