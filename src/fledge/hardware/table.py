"""Device, and the table of GPUs (gpus.csv). gpu_names.py finds a GPU in it."""

import csv
import dataclasses
import functools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from fledge.hardware.gpu_notes import note_to_json, read_doubts, read_sources
from fledge.texts import Message, text
from fledge.texts.units import separated

Kind = Literal["cuda", "mps", "xpu", "cpu"]  # as torch calls them; AMD GPUs are cuda, Intel's are xpu
DeviceBasis = Literal["table", "measured", "assumed"]

MIB, GIB = 2**20, 2**30
TERA = 1e12
KINDS: dict[str, Kind] = {"Apple": "mps", "Xe-HPG": "xpu", "Xe2-HPG": "xpu"}


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
    sources: tuple[str | Message, ...]
    arch: str = ""
    gemm_flops: float | None = None  # FLOP/s that torch matmuls were measured to reach, in gemm_dtype
    gemm_dtype: str = ""
    gemm_samples: int = 0
    gemm_fraction: float | None = None  # of the peak for that dtype
    doubts: tuple[Message, ...] = ()

    @property
    def source(self) -> str:
        return separated(self.sources)

    def to_json(self) -> dict[str, Any]:
        values = {spec.name: getattr(self, spec.name) for spec in dataclasses.fields(self)}
        del values["sources"]
        return {
            **values,
            "peak_flops": dict(self.peak_flops),
            "source": self.source,
            "doubts": text(self.doubts),
            "doubt_codes": [note_to_json(doubt) for doubt in self.doubts],
        }


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
        kind=KINDS.get(row["arch"], "cuda"),
        peak_flops=MappingProxyType({dtype: peak for dtype, peak in peaks.items() if peak is not None}),
        memory_bytes=None if memory is None else int(memory),
        bandwidth=number("bandwidth_gbs", 1e9),
        watts=number("tdp_w"),
        basis="table",
        sources=read_sources(row["sources"]),
        arch=row["arch"],
        gemm_flops=number("gemm_tflops", TERA),
        gemm_dtype=row["gemm_dtype"],
        gemm_samples=int(row["gemm_samples"] or 0),
        gemm_fraction=number("gemm_fraction"),
        doubts=read_doubts(row["doubts"]),
    )
