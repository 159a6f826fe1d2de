"""Plan: what a run will need, as Estimates. Target: the device and choices it is planned for."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

import torch

from fledge.config.schema import Config
from fledge.hardware.table import GIB, Device
from fledge.model.attention import Attend
from fledge.plan.estimate import Estimate
from fledge.plan.links import Link
from fledge.plan.notebook import plan_html
from fledge.plan.program import FLEDGE, Program
from fledge.plan.shards import Shards
from fledge.plan.trace import StepAttention
from fledge.texts import Message, say, text
from fledge.texts.dates import date_and_time
from fledge.texts.numbers import significant
from fledge.texts.units import duration

FARTHEST_HOURS = 24 * 365 * 100  # datetime ends in the year 9999


@dataclass(frozen=True)
class Target:
    """The device that a run is planned for, and the choices it would make there."""

    device: Device
    dtype: str
    compiled: bool
    attend: Attend
    here: torch.device | None = None  # set for this machine, where the step can be timed
    processes: int = 1
    notes: list[Message] = field(default_factory=list)
    program: Program = FLEDGE
    attention: str = "flash"  # or math: no fused kernel, whatever `attend` says
    link: Link | None = None  # between the processes' GPUs
    shards: Shards | None = None  # of a model that is sharded (parallel=fsdp)
    nodes: int = 1  # machines

    @property
    def on_gpu(self) -> bool:
        return self.device.kind in ("cuda", "xpu")

    @property
    def step_attention(self) -> StepAttention:
        return "math" if self.attention == "math" else self.attend

    def micro_steps(self, config: Config) -> int:
        """Micro-steps of each process in an iteration."""
        return max(1, config.gradient_accumulation_steps // self.processes)


@dataclass(frozen=True)
class Demands:
    """What the user tells the planner besides the settings of a run."""

    dataset_tokens: float | None = None
    tokens_source: str = ""
    val_tokens: float | None = None  # where the dataset is here
    preparing_hours: Estimate | None = None  # where it is not
    price_per_kwh: float = 0.0
    price_per_hour: float = 0.0
    measure: bool = True


@dataclass(frozen=True)
class MeasuredStep:
    """An iteration time that the user measured on the device, and the settings it was measured with."""

    config: Config
    seconds: float
    source: str


@dataclass(frozen=True)
class Plan:
    """What a run will need. Each figure is an Estimate with `value`, `low`, `high`, `unit`, `basis` and `source`."""

    config: Config
    target: Target
    figures: dict[str, Estimate | None]
    memory_parts: dict[str, Estimate]
    fits: bool | None  # None where the device's memory is not known
    advice: list[Message]
    notes: list[Message]
    remedy: tuple[str, ...] = ()  # the settings with which it would fit, as one types them

    @property
    def time(self) -> Estimate | None:
        """Hours of training; None if the device's speed is not known."""
        return self.figures["hours"]

    @property
    def memory(self) -> Estimate:
        """Peak memory in GB (1024 MB each): `value` is of the tensors alone, `high` of everything."""
        return self["peak_memory_mb"].map(lambda mb: mb / 1024, "GB")

    @property
    def cost(self) -> Estimate | None:
        """In your currency; None without a price."""
        return self.figures["cost"]

    def _repr_html_(self) -> str:
        """In a notebook."""
        return plan_html(self)

    def with_notes(self, notes: Sequence[Message]) -> "Plan":
        return replace(self, notes=[*self.notes, *notes])

    def __getitem__(self, name: str) -> Estimate:
        found = self.figures[name]
        assert found is not None, name
        return found

    def to_json(self) -> dict[str, Any]:
        return {
            **{name: figure.to_json() if figure else None for name, figure in self.figures.items()},
            "memory_parts": {name: part.to_json() for name, part in self.memory_parts.items()},
            "fits": self.fits,
            "device": self.target.device.to_json(),
            "choices": {
                "dtype": self.target.dtype,
                "compile": self.target.compiled,
                "attention": self.target.step_attention,
                "processes": self.target.processes,
                "program": self.target.program.name,
                "interconnect": self.target.link.name if self.target.link else None,
                "nodes": self.target.nodes,
                "parallel": _parallel(self.target),
            },
            "advice": [text(message) for message in self.advice],
            "notes": [text(message) for message in self.notes],
        }


def _parallel(target: Target) -> str:
    if target.processes == 1:
        return "none"
    return "fsdp" if target.shards else "ddp"


def headline(plan: Plan) -> Message:
    """One line: tokens, time, memory."""
    words = [say("plan_card.headline_tokens", tokens=plan["total_tokens"].value)]
    if (hours := plan.figures["hours"]) and (total := plan.figures["total_hours"]):
        words.append(say("plan_card.headline_time", span=span(hours), finish=finish(total)))
    memory, device_bytes = plan["peak_memory_mb"].high / 1024, plan.target.device.memory_bytes
    if device_bytes:
        words.append(say("plan_card.headline_memory_of", gb=memory, has=device_bytes / GIB))
    else:
        words.append(say("plan_card.headline_memory", gb=memory))
    return say("plan.headline", parts=words)


def finish(hours: Estimate) -> str:
    """The date and time at which a run of that many hours ends, if started now."""
    return date_and_time(datetime.now() + timedelta(hours=min(hours.value, FARTHEST_HOURS)))


def span(hours: Estimate) -> str:
    """21 h 40 min (17 h 20 min to 27 h 05 min)."""
    value, low, high = (_brief(end * 3600) for end in (hours.value, hours.low, hours.high))
    return text(say("plan.page.range", value=value, low=low, high=high))


def _brief(seconds: float) -> str:
    return duration(seconds) if seconds >= 0.95 or not seconds else f"{significant(1000 * seconds, 3)} ms"


def best_first(plans: Sequence[Plan]) -> list[Plan]:
    """The plans that fit, fastest first; then the others."""
    return sorted(plans, key=lambda plan: (plan.fits is False, (plan.figures["hours"] or plan["params"]).value))
