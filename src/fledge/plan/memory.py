"""Peak memory of a traced step on a device, and whether it fits."""

from fledge.hardware.table import MIB, Device
from fledge.plan.estimate import Estimate
from fledge.plan.program import FLEDGE
from fledge.plan.sources import traced_source
from fledge.plan.step_watcher import PARTS
from fledge.plan.trace import Trace
from fledge.plan.types import Target
from fledge.texts import say, text

# A GPU also holds CUDA's context and libraries, and its allocator wastes part of its blocks. Both are from what
# nvidia-smi shows for processes (docs/accuracy.md).
GPU_CONTEXT_BYTES, GPU_WASTE_SHARE = 600 * MIB, 0.12
# On a CPU: Python with torch's libraries, and memory that the C library does not give back.
PROCESS_BYTES, HEAP_WASTE_SHARE = 400 * MIB, 0.10
COMPILED_ERROR_SHARE = 0.03  # inductor may still reuse or reorder the buffers of a compiled step
OTHER_PROGRAM_SHARE = 0.1  # other programs keep some weights or states in 16 bits, which the trace does not
SOURCES = {
    "buckets": say("plan.source.buckets"),
    "gathered": say("plan.source.gathered"),
}
NCCL_BYTES = 400 * MIB  # buffers of the communication between GPUs, on each


def estimate_memory(trace: Trace, target: Target) -> tuple[Estimate, dict[str, Estimate]]:
    """The peak and its parts. `high` includes everything else that the process holds on the device."""
    if target.on_gpu:
        around, waste = GPU_CONTEXT_BYTES, GPU_WASTE_SHARE
        besides = text(say("plan.source.cuda"))
        if target.processes > 1:
            around += NCCL_BYTES
    else:
        around, waste = PROCESS_BYTES, HEAP_WASTE_SHARE
        besides = text(say("plan.source.process"))
    error, source = COMPILED_ERROR_SHARE if target.compiled else 0.0, traced_source(trace.source)
    several = _of_several_gpus(trace, target)
    peak = trace.peak_bytes / MIB + sum(several.values())
    high = peak * (1 + error + waste) + around / MIB
    low = peak * (1 - error - (0.0 if target.program is FLEDGE else OTHER_PROGRAM_SHARE))
    memory = Estimate(peak, low, high, "MiB", "traced", text(say("plan.source.memory", traced=source, besides=besides)))
    parts = {}
    for part in PARTS:
        size = trace.parts[part] / MIB + several.pop(part, 0.0)
        parts[part] = Estimate(size, size * (1 - error), size * (1 + error), "MiB", "traced", source)
    for part, size in several.items():
        parts[part] = Estimate(size, size, size, "MiB", "computed", text(SOURCES[part]))
    rest = peak - sum(part.value for part in parts.values())
    if rest > 1:  # the peak is in the optimizer's update, not in the compiled forward and backward
        parts["update"] = Estimate(rest, rest, rest, "MiB", "traced", text(say("plan.source.update")))
    parts["around"] = Estimate(high - peak, 0, high - peak, "MiB", "assumed", besides)
    return memory, parts


def _of_several_gpus(trace: Trace, target: Target) -> dict[str, float]:
    """MiB that each of several GPUs holds more, or less, than one GPU alone would, by part."""
    if target.processes == 1:
        return {}
    if target.shards is not None:
        kept = {part: trace.parts[part] / MIB for part in ("weights", "gradients", "optimizer")}
        several = {part: target.shards.kept(size) - size for part, size in kept.items()}
        gathered = (target.shards.gathered_bytes + target.shards.gradient_bytes) / MIB
        return {**several, "gathered": gathered}
    if target.program.divides_update:
        return {"optimizer": -trace.parts["optimizer"] / MIB * (1 - 1 / target.processes)}
    return {"buckets": trace.gradient_bytes / MIB} if target.program.copies_gradients else {}


def fits(memory: Estimate, device: Device) -> bool | None:
    """Whether even the high end fits; None where the device's memory is not known."""
    return None if device.memory_bytes is None else memory.high * MIB <= device.memory_bytes
