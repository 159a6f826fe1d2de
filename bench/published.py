"""The published step times of published_speeds.csv, each planned by the code behind `fledge plan`."""

import csv
from dataclasses import dataclass
from pathlib import Path

from fledge.api.planning import make_plans
from fledge.options.parser import parse
from fledge.options.plan import COMMAND
from fledge.plan.gpu_time import gpu_time
from fledge.plan.planner import Planner
from fledge.plan.roofline import Constants
from fledge.plan.trace import Trace
from fledge.plan.types import Plan

SPEEDS = Path(__file__).with_name("published_speeds.csv")
DTYPES = {"bf16": "bfloat16", "fp16": "float16", "tf32": "float32"}
WITHOUT_FLASH = ("False", "no")


@dataclass(frozen=True)
class Row:
    """One published step time."""

    columns: dict[str, str]

    def __getitem__(self, name: str) -> str:
        return self.columns[name]

    @property
    def is_planned(self) -> bool:
        return self["planned"] == "yes"

    @property
    def gpus(self) -> int:
        return int(self["n_gpus"])

    @property
    def seconds(self) -> float:
        return float(self["ms_per_iter"]) / 1000

    @property
    def is_compiled(self) -> bool:
        return self["compile"] not in ("False", "?")  # n/a: kernels fused by hand

    @property
    def size(self) -> tuple[str, ...]:
        return tuple(self[name] for name in ("n_layer", "n_embd", "block_size", "vocab"))

    @property
    def setup(self) -> tuple[str, str]:
        """What a measurement can calibrate: the same GPU model and count, dtype and kind of kernels."""
        return self.name, self.kernels

    @property
    def name(self) -> str:
        many = f"{self.gpus} x " if self.gpus > 1 else ""
        return f"{many}{self['gpu']}"

    @property
    def model(self) -> str:
        batch = f"{self['micro_batch']} x {self['grad_accum']}"
        return f"{self['n_layer']}L {self['n_embd']}C {self['block_size']}T, {batch}, {self['framework']}"

    @property
    def kernels(self) -> str:
        flash = "" if self["flash"] not in WITHOUT_FLASH else ", no flash"
        return f"{self['dtype']}, {'compiled' if self.is_compiled else 'eager'}{flash}"

    def arguments(self, program: str = "") -> list[str]:
        """What one types after `fledge plan` to plan this row."""
        settings = {
            "gpu": self["gpu"],
            "gpus": self["n_gpus"],
            "program": program or self["program"],
            "attention": "math" if self["flash"] in WITHOUT_FLASH else "flash",
            "n_layer": self["n_layer"],
            "n_head": self["n_head"],
            "n_embd": self["n_embd"],
            "vocab_size": self["vocab"],
            "block_size": self["block_size"],
            "batch_size": self["micro_batch"],
            "gradient_accumulation_steps": int(self["grad_accum"]) * self.gpus,  # the file has each GPU's own
            "dtype": DTYPES[self["dtype"]],
            "compile": self.is_compiled,
        }
        return [*(f"--{key}={value}" for key, value in settings.items()), *self["settings"].split(), "--no-measure"]


@dataclass(frozen=True)
class Planned:
    """A row's plan. The trace makes it cheap to plan it again with other constants."""

    row: Row
    plan: Plan
    trace: Trace

    @property
    def seconds(self) -> float:
        return self.plan["step_ms"].value / 1000

    def with_constants(self, constants: Constants) -> float:
        """Seconds of an iteration, as `fledge plan` would print them with other constants."""
        target, config = self.plan.target, self.plan.config
        tokens = config.batch_size * config.block_size
        return gpu_time(self.trace, target, target.micro_steps(config), tokens, constants).seconds

    def error(self, seconds: float | None = None) -> float:
        return (self.seconds if seconds is None else seconds) / self.row.seconds - 1

    def is_inside(self, seconds: float | None = None) -> bool:
        """Whether the published time is inside the range, moved to another middle."""
        step, scale = self.plan["step_ms"], 1.0 if seconds is None else seconds / self.seconds
        return step.low * scale <= 1000 * self.row.seconds <= step.high * scale


def read_rows() -> list[Row]:
    with SPEEDS.open(encoding="utf-8", newline="") as lines:
        return [Row(columns) for columns in csv.DictReader(lines)]


def planned(planner: Planner, row: Row, program: str = "") -> Planned:
    """Plan a row, without its time, as `fledge plan` does."""
    (plan, *_), _, _ = make_plans(parse(COMMAND, row.arguments(program)), planner)
    return Planned(row, plan, planner.trace(plan.config, plan.target))
