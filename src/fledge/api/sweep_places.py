"""How many trials of a sweep run side by side, and what each of them has of the machine."""

import os
from collections.abc import Sequence

from fledge.config.schema import Config
from fledge.data.prepare.job import usable_cores
from fledge.hardware.host import available_memory, machine_memory
from fledge.model.flops import flops_per_token

# Of a micro-batch. Up to this size two trials side by side get 1.15 to 2.2 times as much done as one on both of two
# cores, depending on the size and on what else the host does. Larger ones do not gain enough to pay for those that run
# ahead and are dropped (LOG.md, 2026-11-18 and 19).
SMALL_FLOPS = 45e9
# Of the work of all trials: a larger one would run alone for long, on a part of the cores.
LARGEST_SHARE = 0.5
FREE_SHARE = 0.5  # of the memory, left for what runs while other trials wait


def places_for(configs: Sequence[Config], jobs: int) -> list[dict[str, str]]:
    """The environments of the processes side by side: a GPU for each, or a part of the cores; 0 jobs: what suits."""
    gpus = _gpus(str(configs[0].device))
    number = jobs or len(gpus) or (2 if gain_side_by_side(configs) else 1)
    if len(gpus) > 1:
        return [{"CUDA_VISIBLE_DEVICES": gpus[place % len(gpus)]} for place in range(number)]
    if number == 1 or "OMP_NUM_THREADS" in os.environ:
        return [{} for _ in range(number)]
    return [{"OMP_NUM_THREADS": str(max(1, usable_cores() // number))} for _ in range(number)]


def _gpus(device: str) -> list[str]:
    """The names that CUDA_VISIBLE_DEVICES has for those that can be used."""
    if device not in ("auto", "cuda"):
        return []
    import torch

    count = torch.cuda.device_count()
    listed = os.environ.get("CUDA_VISIBLE_DEVICES", "")
    return (listed.split(",") if listed else [str(number) for number in range(count)])[:count]


def are_on_cpu(configs: Sequence[Config]) -> bool:
    """Whether the trials run on a CPU: one that waits leaves all of it to the others. On a GPU it keeps its memory."""
    device = configs[0].device
    if device == "auto":
        import torch

        return not (torch.cuda.is_available() or torch.backends.mps.is_available())
    return device == "cpu"


def has_room_to_hold() -> bool:
    """Whether trials may wait in memory."""
    free, whole = available_memory(), machine_memory()
    return free is not None and whole is not None and free > FREE_SHARE * whole


def gain_side_by_side(configs: Sequence[Config]) -> bool:
    """Whether the trials are so small that a CPU's cores share one badly, and two side by side get more done."""
    has_chosen = "OMP_NUM_THREADS" in os.environ or any(config.threads for config in configs)
    if not are_on_cpu(configs) or len(configs) == 1 or has_chosen or usable_cores() == 1:
        return False
    flops = [flops_per_token(config.shape) for config in configs]
    micro_batches = [each * c.batch_size * c.block_size for each, c in zip(flops, configs, strict=True)]
    wholes = [each * c.tokens_per_iter * c.max_iters for each, c in zip(flops, configs, strict=True)]
    return pays_in_pairs(micro_batches, wholes)


def pays_in_pairs(micro_batches: Sequence[float], wholes: Sequence[float]) -> bool:
    """By the FLOPs of each trial's micro-batch, and of all of its iterations."""
    return max(micro_batches) < SMALL_FLOPS and max(wholes) <= LARGEST_SHARE * sum(wholes)
