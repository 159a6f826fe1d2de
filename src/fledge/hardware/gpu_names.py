"""Names of GPUs, as drivers print them and people type them, matched to the rows of the table."""

import dataclasses
import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from fledge.common.errors import FledgeError
from fledge.hardware.table import GIB, Device, gpu_table
from fledge.texts import say, text
from fledge.texts.units import either

# Words for the maker or the market, which do not tell GPUs apart. Quadro and GRID are not among them:
# a Quadro RTX 6000 is not an RTX 6000 Ada, and a GRID name is a slice of a GPU.
IGNORED = re.compile(
    r"nvidia|geforce|tesla|amd|instinct|radeon|apple|intel|[rg]tx|gpu|generation|edition|workstation|blackwell|oam"
    r"|grace|hopper|superchip|graphics|\brx(?=\d|\b)|\barc\b"
)
MEMORY = re.compile(r"\b(\d+) ?g(?:i?b)?\b")
BOARD = re.compile(r"\b(sxm\d?|hbm3e?|pcie)\b")  # a GPU with HBM3 in its name is on an SXM board
CUT_SHORT = re.compile(r"(\.\.\.|…)\s*$")  # nvidia-smi prints "NVIDIA GeForce RTX 3050 ..." for longer names
# Names that are not the table's, by the model they stand for.
ALIASES = {"dgxspark": "gb10", "mobile": "laptop"}
# What the compiler calls an AMD GPU, and the GPUs of that kind, the commonest first.
GFX = {
    "gfx90a": ("MI210", "MI250X (one GCD)"),
    "gfx942": ("MI300X",),
    "gfx1100": ("RX 7900 XTX", "RX 7900 XT"),
    "gfx1201": ("RX 9070 XT", "RX 9070"),
}
VARIANTS = ("laptop", "pro", "max", "ultra")  # of the same name: a 4070 and a 4070 Laptop, an M2 and an M2 Max


@dataclass(frozen=True)
class _Label:
    """A GPU's name in parts: the model without spaces, its memory and its board."""

    model: str
    memory_gb: int | None
    board: str | None

    @classmethod
    def read(cls, name: str) -> "_Label":
        words = re.sub(r"[^a-z0-9]+", " ", re.sub(r"\(.*?\)", " ", name.lower()))
        if "gh200" in words:  # drivers add the memory of its CPU
            words = words.replace("480gb", " ")
        memory, board = MEMORY.search(words), BOARD.search(words)
        model = IGNORED.sub(" ", BOARD.sub(" ", MEMORY.sub(" ", words))).replace(" ", "")
        for other, own in ALIASES.items():
            model = model.replace(other, own)
        is_sxm = board is not None and board[0] != "pcie"
        return cls(model, int(memory[1]) if memory else None, None if board is None else "sxm" if is_sxm else "pcie")


def _agree(one: int | str | None, other: int | str | None) -> bool:
    return one is None or other is None or one == other


def _fitting(label: _Label) -> list[Device]:
    """The table's devices that `label` may mean. The models must be equal: a 4070 Ti is never a 4070.

    If no board is named, those on an SXM board, if any: the vendor's short names (H200, B200, H100 80GB) mean it.
    """
    found = []
    for device in gpu_table():
        known = _Label.read(device.name)
        memory_gb = None if device.memory_bytes is None else device.memory_bytes // GIB
        if known.model == label.model and _agree(label.memory_gb, memory_gb) and _agree(label.board, known.board):
            found.append(device)
    return sorted(found, key=lambda device: label.board is None and _Label.read(device.name).board == "pcie")


def match_gpu(name: str, memory_bytes: int | None = None) -> Device | None:
    """The table's entry for a name that a driver printed, or None if there is none.

    `memory_bytes`, as the driver reports it, tells GPUs with the same name apart (the 3080 with 10 and 12 GB), and
    rules out a slice of a GPU or a variant that the table lacks. Without it, GPUs that differ only in their memory
    are one entry without a memory; of others with the same name, none is right.
    """
    if CUT_SHORT.search(name):
        return None
    label = _Label.read(name)
    found = _fitting(label)
    if label.board is None:
        found = [device for device in found if _Label.read(device.name).board != "pcie"] or found
    if memory_bytes is not None:
        # drivers and ECC reserve up to 9% of the nominal memory
        found = [d for d in found if d.memory_bytes is None or 0.85 < memory_bytes / d.memory_bytes < 1.1]
        found = [dataclasses.replace(d, memory_bytes=memory_bytes) for d in found]
    if len(found) < 2:
        return found[0] if found else None
    return _common(found) if all(device.peak_flops == found[0].peak_flops for device in found) else None


def _common(found: Sequence[Device]) -> Device:
    """What GPUs of one name and one peak have in common."""
    first = found[0]
    return dataclasses.replace(
        first,
        name=re.sub(r" \d+GB$", "", first.name),
        memory_bytes=None,
        bandwidth=first.bandwidth if all(one.bandwidth == first.bandwidth for one in found) else None,
        watts=first.watts if all(one.watts == first.watts for one in found) else None,
    )


def find_gpu(name: str) -> Device:
    """The table's entry for a name that a user typed, the commonest if it may mean several (`other_gpus` has the rest).

    Otherwise an error that names the nearest ones. In the table, the commonest of one name stands first.
    """
    label = _Label.read(name)
    found = _meant(label)
    if not found:
        near = _nearest(label)
        fix = [say("error.did_you_mean", near=either(near))] if near else []
        raise FledgeError(say("hardware.no_gpu", name=name), text([*fix, say("hardware.all_gpus")]))
    device = found[0]
    if device.memory_bytes is None and label.memory_gb is not None:
        return dataclasses.replace(device, memory_bytes=label.memory_gb * GIB)
    return device


def other_gpus(name: str) -> list[str]:
    """The GPUs that a typed name may mean besides the one that `find_gpu` takes, by their full names."""
    label = _Label.read(name)
    found = _meant(label)
    if name.strip().lower() in {device.name.lower() for device in found}:
        found = found[:1]  # the full name of one of them
    names = [device.name for device in found[1:]]
    for device in gpu_table():
        known = _Label.read(device.name)
        if known.model in [label.model + variant for variant in VARIANTS] and _agree(label.memory_gb, known.memory_gb):
            names.append(device.name)
    return names


def _meant(label: _Label) -> list[Device]:
    if label.model in GFX:
        return [device for name in GFX[label.model] for device in gpu_table() if device.name == name]
    return _fitting(label)


def _nearest(label: _Label) -> list[str]:
    models = {device.name: _Label.read(device.name).model for device in gpu_table()}
    near = difflib.get_close_matches(label.model, models.values(), n=3, cutoff=0.4)
    return [name for model in dict.fromkeys(near) for name in models if models[name] == model][:4]
