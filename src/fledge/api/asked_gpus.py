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
        raise FledgeError(say("api.no_gpu", gpu=options.gpu), say("api.devices_lists"))
    if not any(described.values()):
        return [find_gpu(name) for name in names], notes_on_names(names)
    if len(names) > 1:
        raise FledgeError(say("api.describes_one"), say("api.name_one_gpu"))
    try:
        base = find_gpu(names[0]) if names else None
    except FledgeError:
        base = None
    if base is None:
        needed = [f"--{key}" for key in ("gpu_tflops", "gpu_memory", "gpu_bandwidth") if not described[key]]
        if needed:
            raise FledgeError(
                say("api.gpu_needs", needed=", ".join(needed)),
                say("api.gpu_example"),
            )
        base = Device(
            names[0] if names else text(say("api.your_gpu")),
            "cuda",
            {},
            None,
            None,
            None,
            "assumed",
            (say("api.your_description"),),
        )
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
        sources=(say("api.your_description"),),
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
