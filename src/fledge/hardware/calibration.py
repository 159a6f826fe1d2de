"""Measurements of this machine, kept between runs in calibration.json of the cache directory."""

import contextlib
import dataclasses
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import torch

from fledge.common import files
from fledge.common.errors import FledgeError
from fledge.hardware.detect import device_name


@dataclass(frozen=True)
class MeasurementKey:
    """What was measured and on what. A change in any field may change the number."""

    device: str
    threads: int  # 0 on a GPU
    torch: str
    dtype: str
    what: str


def measurement_key(device: torch.device, dtype: str, what: str, threads: int) -> MeasurementKey:
    """The key of a measurement on a device of this machine."""
    return MeasurementKey(device_name(device), threads if device.type == "cpu" else 0, torch.__version__, dtype, what)


@dataclass
class Calibration:
    """The measurements by key. Without a readable and writable cache directory they last for this process only."""

    path: Path | None
    values: dict[MeasurementKey, float] = field(default_factory=dict)

    @classmethod
    def load(cls) -> "Calibration":
        try:
            path = files.cache_dir() / "calibration.json"
        except FledgeError:  # no home directory
            return cls(None)
        return cls(path, _read_values(path))

    def get(self, key: MeasurementKey) -> float | None:
        return self.values.get(key)

    def put(self, key: MeasurementKey, value: float) -> None:
        self.put_all({key: value})

    def put_all(self, found: Mapping[MeasurementKey, float]) -> None:
        self.values.update(found)
        if self.path is None:
            return
        # another process may have measured something else since this one loaded
        self.values = {**_read_values(self.path), **found}
        entries = [{**dataclasses.asdict(known), "value": number} for known, number in self.values.items()]
        with contextlib.suppress(FledgeError):
            files.write_text(self.path, json.dumps({"measurements": entries}, indent=1) + "\n")


def _read_values(path: Path) -> dict[MeasurementKey, float]:
    """The valid entries of a cache file; none if it is absent or damaged."""
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))["measurements"]
    except (OSError, ValueError, TypeError, KeyError):
        return {}
    values = {}
    for entry in entries if isinstance(entries, list) else []:
        try:
            number = float(entry.pop("value"))
            key = MeasurementKey(**entry)
            if math.isfinite(number) and number > 0:
                values[key] = number
        except (AttributeError, KeyError, TypeError, ValueError):
            continue
    return values
