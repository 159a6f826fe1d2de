"""Device, and the table of GPUs (gpus.csv): names matched to its rows."""

import csv
import dataclasses
import difflib
import functools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from fledge.common.errors import FledgeError

Kind = Literal["cuda", "mps", "cpu"]
DeviceBasis = Literal["table", "measured", "assumed"]

MIB, GIB = 2**20, 2**30
TERA = 1e12


@dataclass(frozen=True)
class Device:
    """A GPU or CPU: its peak figures, and their source."""

    name: str
    kind: Kind
    peak_flops: Mapping[str, float]  # FLOP/s by float32, tf32, float16, bfloat16; no entry: not supported, or not known
    memory_bytes: int | None
    bandwidth: float | None  # bytes/s
    watts: float | None
    basis: DeviceBasis
    source: str
    arch: str = ""
    gemm_flops: float | None = None  # FLOP/s that torch matmuls were measured to reach, in gemm_dtype
    gemm_dtype: str = ""
    gemm_samples: int = 0
    gemm_fraction: float | None = None  # of the peak for that dtype
    doubts: str = ""

    def to_json(self) -> dict[str, Any]:
        values = {spec.name: getattr(self, spec.name) for spec in dataclasses.fields(self)}
        return {**values, "peak_flops": dict(self.peak_flops)}


def gpu_table() -> list[Device]:
    """Every GPU of the package's gpus.csv."""
    return list(_table())


@functools.cache
def _table() -> tuple[Device, ...]:
    with Path(__file__).with_name("gpus.csv").open(encoding="utf-8", newline="") as rows:
        return tuple(_device(row) for row in csv.DictReader(rows))


def _device(row: Mapping[str, str]) -> Device:
    def number(column: str, scale: float = 1.0) -> float | None:
        return float(row[column]) * scale if row[column] else None

    peaks = {
        "float32": number("fp32_tflops", TERA),
        "tf32": number("tf32_tflops", TERA),
        "float16": number("tensor_tflops", TERA),
        # emulated bfloat16 has no useful peak: a T4 reaches 3% of its float16 rate in it
        "bfloat16": number("tensor_tflops", TERA) if row["native_bf16"] == "yes" else None,
    }
    memory = number("memory_gb", GIB)
    return Device(
        name=row["name"],
        kind="mps" if row["arch"] == "Apple" else "cuda",
        peak_flops=MappingProxyType({dtype: peak for dtype, peak in peaks.items() if peak is not None}),
        memory_bytes=None if memory is None else int(memory),
        bandwidth=number("bandwidth_gbs", 1e9),
        watts=number("tdp_w"),
        basis="table",
        source=row["sources"],
        arch=row["arch"],
        gemm_flops=number("gemm_tflops", TERA),
        gemm_dtype=row["gemm_dtype"],
        gemm_samples=int(row["gemm_samples"] or 0),
        gemm_fraction=number("gemm_fraction"),
        doubts=row["doubts"],
    )


# Words for the maker or the market, which do not tell GPUs apart. Quadro and GRID are not among them:
# a Quadro RTX 6000 is not an RTX 6000 Ada, and a GRID name is a slice of a GPU.
IGNORED = re.compile(r"nvidia|geforce|tesla|amd|instinct|apple|[rg]tx|gpu|generation|edition|workstation|blackwell|oam")
MEMORY = re.compile(r"\b(\d+) ?g(?:i?b)?\b")
BOARD = re.compile(r"\b(sxm\d?|hbm3e?|pcie)\b")  # a GPU with HBM3 in its name is on an SXM board


@dataclass(frozen=True)
class _Label:
    """A GPU's name in parts: the model without spaces, its memory and its board."""

    model: str
    memory_gb: int | None
    board: str | None

    @classmethod
    def read(cls, name: str) -> "_Label":
        words = re.sub(r"[^a-z0-9]+", " ", re.sub(r"\(.*?\)", " ", name.lower()))
        memory, board = MEMORY.search(words), BOARD.search(words)
        rest = IGNORED.sub(" ", BOARD.sub(" ", MEMORY.sub(" ", words)))
        label = cls(model=rest.replace(" ", ""), memory_gb=int(memory[1]) if memory else None, board=None)
        if board is None:
            return label
        return dataclasses.replace(label, board="pcie" if board[0] == "pcie" else "sxm")


def _agree(one: int | str | None, other: int | str | None) -> bool:
    return one is None or other is None or one == other


def _fitting(label: _Label) -> list[Device]:
    """The table's devices that `label` may mean. The models must be equal: a 4070 Ti is never a 4070."""
    found = []
    for device in _table():
        known = _Label.read(device.name)
        memory_gb = None if device.memory_bytes is None else device.memory_bytes // GIB
        if known.model == label.model and _agree(label.memory_gb, memory_gb) and _agree(label.board, known.board):
            found.append(device)
    return found


def _prefer_sxm(label: _Label, found: list[Device]) -> list[Device]:
    """If no board is named, the SXM one: the vendor's short names (H200, B200, H100 80GB) mean it."""
    if label.board is not None:
        return found
    return [device for device in found if _Label.read(device.name).board == "sxm"] or found


def match_gpu(name: str, memory_bytes: int | None = None) -> Device | None:
    """The table's entry for a name that a driver printed, or None if there is none or more than one.

    `memory_bytes`, as the driver reports it, tells GPUs with the same name apart (the 3080 with 10 and 12 GB), and
    rules out a slice of a GPU or a variant that the table lacks.
    """
    label = _Label.read(name)
    found = _prefer_sxm(label, _fitting(label))
    if memory_bytes is not None:
        # drivers and ECC reserve up to 9% of the nominal memory
        found = [d for d in found if d.memory_bytes is None or 0.85 < memory_bytes / d.memory_bytes < 1.1]
        found = [dataclasses.replace(d, memory_bytes=memory_bytes) for d in found]
    return found[0] if len(found) == 1 else None


def find_gpu(name: str) -> Device:
    """The table's entry for a name that a user typed; otherwise an error that names the nearest ones."""
    label = _Label.read(name)
    fitting = _fitting(label)
    found = _prefer_sxm(label, fitting)
    if not found:
        near = _nearest(label)
        hint = "`fledge devices` lists all."
        if near:
            hint = f"The nearest: {_either(near)}; {hint}"
        raise FledgeError(f"no GPU called {name!r} is in the table.", hint)
    if len(found) > 1:
        names = [device.name for device in fitting]
        raise FledgeError(f"{name!r} may be {_either(names)}.", f"Say which one: '{names[0]}'.")
    device = found[0]
    if device.memory_bytes is None and label.memory_gb is not None:
        return dataclasses.replace(device, memory_bytes=label.memory_gb * GIB)
    return device


def _nearest(label: _Label) -> list[str]:
    models = {device.name: _Label.read(device.name).model for device in _table()}
    near = difflib.get_close_matches(label.model, models.values(), n=3, cutoff=0.4)
    return [name for model in dict.fromkeys(near) for name in models if models[name] == model][:4]


def _either(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"
