"""The plan of a run that is about to start, and, when it has ended, what became of it."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from fledge.common.errors import FledgeError
from fledge.common.progress import Show
from fledge.common.text import count, duration
from fledge.config.schema import Config
from fledge.data.mixture import open_data
from fledge.hardware.machine import describe_device
from fledge.hardware.table import GIB, MIB
from fledge.logs.runlog import read_events
from fledge.model.flops import least_batch_bytes, least_model_bytes
from fledge.texts import text
from fledge.train.runtime import check_training_memory, choose_device, planned_seconds
from fledge.train.session import check_data, with_vocabulary

if TYPE_CHECKING:
    from fledge.plan.types import Plan

# Seconds of training below which a plan costs more than it tells: tracing takes two, timing the kernels ten.
TOO_SHORT_TO_TRACE, TOO_SHORT_TO_TIME = 120, 900
Figures = dict[str, float]


def foresee(config: Config, force: bool, show: Show) -> tuple[str, Figures]:
    """The headline of a run's plan and its figures. What can't fit is refused here, before any of it is allocated."""
    dataset = open_data(config)
    config = with_vocabulary(config, dataset)
    check_data(config, dataset, f"Try --vocab_size={dataset.vocab_size}.")
    where, _ = choose_device(config.device)
    check_training_memory(config, where)
    if where.type == "cpu" and (seconds := planned_seconds(config)) < TOO_SHORT_TO_TRACE:
        least = least_model_bytes(config.shape, config.optimizer) + least_batch_bytes(config.shape, config.batch_size)
        tokens = config.tokens_per_iter * config.max_iters
        line = f"{count(tokens)} tokens, roughly {duration(seconds)}, at least {least / MIB:,.0f} MB"
        return line, {"hours": seconds / 3600, "step_ms": 1000 * seconds / max(config.max_iters, 1)}
    from fledge.plan.memory import PROCESS_BYTES
    from fledge.plan.types import headline  # what a short run does not wait for

    plan = _planned(config, where, show)
    if plan.fits is False and not force:
        memory, device = plan["peak_memory_mb"], plan.target.device
        assert device.memory_bytes is not None
        raise FledgeError(
            f"this run needs up to {memory.high / 1024:,.1f} GB and {where} has {device.memory_bytes / GIB:,.1f} GB.",
            f"{text(plan.advice[0])} --force goes on all the same.",
        )
    around = 0 if plan.target.on_gpu else PROCESS_BYTES / MIB
    figures = {"peak_memory_mb": plan["peak_memory_mb"].value + around}
    figures |= {name: found.value for name in ("hours", "step_ms") if (found := plan.figures[name])}
    return headline(plan), figures


def _planned(config: Config, where: torch.device, show: Show) -> "Plan":
    from fledge.plan.planner import Planner
    from fledge.plan.targets import target_here
    from fledge.plan.types import Demands

    measure = where.type == "cpu" and planned_seconds(config) > TOO_SHORT_TO_TIME
    return Planner(show).plan(config, target_here(config, where, describe_device(where)), Demands(measure=measure))


def planned_and_actual(run: Path) -> dict[str, dict[str, Any]]:
    """Of a run that has ended: each planned figure and what it came to."""
    events = read_events(run / "metrics.jsonl")
    found = [event for event in events if event["event"] == "planned"]
    if not found:
        raise FledgeError(f"{run} has no plan to check.", "Runs that `fledge train` finishes have one.")
    return {name: row for name, row in found[-1].items() if isinstance(row, dict)}
