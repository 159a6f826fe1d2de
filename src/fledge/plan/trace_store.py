"""Traces kept on disk: tracing and lowering a step takes 5 to 30 seconds, and gives the same for the same code.

A file's name is the digest of everything that a trace depends on: the settings, torch's version, and the source that
computes and traces the step. Traces are kept for GPUs only: a CPU's also hold example calls, to time its kernels.
"""

import contextlib
import functools
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch

from fledge.common import files
from fledge.common.errors import FledgeError
from fledge.plan.roofline import Kernel
from fledge.plan.trace import Trace

# What is traced, and what traces it.
SOURCES = (
    "model",
    "optim",
    "plan/step_watcher.py",
    "plan/trace.py",
    "plan/flop_counter.py",
    "plan/inductor.py",
    "train/runtime.py",
    "train/session.py",
    "train/step.py",
)
MAX_FILES = 1000  # of some 5 KB; the oldest go first
Launches = list[tuple[str, int, int, list[int], int]]  # name, FLOPs, bytes, sizes, count


def load_trace(key: str) -> Trace | None:
    """The trace that was saved under this key; None if there is none, or it is damaged."""
    path = _path(key)
    if path is None:
        return None
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return Trace(**{**found, "micro": _kernels(found["micro"]), "update": _kernels(found["update"])})
    except (OSError, ValueError, TypeError, KeyError):
        return None


def save_trace(key: str, trace: Trace) -> None:
    """Remember a trace, if the cache directory can be written; without the example calls."""
    path = _path(key)
    if path is None:
        return
    kept = {
        "peak_bytes": trace.peak_bytes,
        "parts": dict(trace.parts),
        "update_bytes": trace.update_bytes,
        "gradient_bytes": trace.gradient_bytes,
        "micro": _launches(trace.micro),
        "update": _launches(trace.update),
        "source": trace.source,
    }
    with contextlib.suppress(FledgeError, OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        files.write_text(path, json.dumps(kept))
        for old in sorted(path.parent.glob("*.json"), key=lambda file: file.stat().st_mtime)[:-MAX_FILES]:
            old.unlink(missing_ok=True)


def _launches(kernels: Mapping[Kernel, int]) -> Launches:
    return [(k.name, k.flops, k.bytes, list(k.sizes), count) for k, count in kernels.items()]


def _kernels(launches: Launches) -> dict[Kernel, int]:
    return {Kernel(name, flops, size, tuple(sizes)): count for name, flops, size, sizes, count in launches}


def _path(key: str) -> Path | None:
    digest = hashlib.sha256(f"{_code_digest()} {torch.__version__} {key}".encode()).hexdigest()
    try:
        return files.cache_dir() / "traces" / f"{digest[:32]}.json"
    except FledgeError:  # no home directory
        return None


@functools.cache
def _code_digest() -> str:
    """A digest of the source that a trace depends on: after an update of fledge, steps are traced anew."""
    digest = hashlib.sha256()
    for name in SOURCES:
        source = Path(__file__).parents[1] / name
        for path in sorted(source.rglob("*.py")) if source.is_dir() else [source]:
            digest.update(path.read_bytes())
    return digest.hexdigest()
