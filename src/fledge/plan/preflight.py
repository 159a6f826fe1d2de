"""The plan of a run that is about to start."""

import os
from dataclasses import dataclass, replace

from fledge.common.errors import FledgeError
from fledge.common.progress import Show
from fledge.hardware.load import LoadMeter
from fledge.hardware.machine import describe_device
from fledge.hardware.table import GIB, MIB, Device
from fledge.model.flops import checkpoint_bytes, least_batch_bytes, least_model_bytes
from fledge.plan.memory import PROCESS_BYTES
from fledge.plan.planner import Planner
from fledge.plan.targets import launch_target
from fledge.plan.types import Demands, Plan, headline
from fledge.texts import Message, say, text
from fledge.train.choices import planned_seconds
from fledge.train.launch import Launch

# Training shorter than this is not worth the plan: tracing takes 2 seconds, timing the kernels 10.
MIN_TRACED_S = 120
MIN_TIMED_S = 900
# Seconds of arithmetic in an iteration, from which on formulas tell its time: below, Python and starting operators take
# a good part. On two cores config/quick.py has 5 ms by formulas and took 18, config/demo.py 121 and took 114 (LOG.md).
MIN_STEP_S = 0.02
MIN_LOAD_S = 0.5  # of planning: the load of a shorter time is noise


@dataclass(frozen=True)
class Preflight:
    headline: Message
    figures: dict[str, float]  # to check at the end of the run


def preflight(launch: Launch, show: Show) -> Preflight | None:
    """The plan of a new run on this machine; a run that does not fit is refused, before anything is allocated.

    None if there is nothing to plan: nothing is trained, or the weights exist already.
    """
    config, device, meter = launch.config, launch.runtime.device, LoadMeter()
    if config.init_from != "scratch" or config.eval_only or not config.max_iters:
        return None
    seconds = planned_seconds(config) / launch.runtime.world_size if device.type == "cpu" else None
    if seconds is not None and seconds < MIN_TRACED_S:
        return _rough(launch, seconds, meter)
    target = launch_target(launch.runtime, _share_of(describe_device(device)), config)
    measure = seconds is not None and seconds > MIN_TIMED_S
    demands = Demands(val_tokens=float(launch.dataset.tokens["val"]), measure=measure)
    plan = Planner(show).plan(config, target, demands)
    if plan.fits is False and not launch.force:
        _refuse(plan, str(device))
    other_bytes = 0 if target.on_gpu else PROCESS_BYTES + _copy_bytes(launch)
    figures = {"peak_memory_mb": plan["peak_memory_mb"].value + other_bytes / MIB}
    for name in ("hours", "step_ms"):
        estimate = plan.figures[name]
        if estimate is not None:
            figures[name] = estimate.value
    return Preflight(_with_load(headline(plan), meter), figures)


def _copy_bytes(launch: Launch) -> int:
    """The copy that a save in the background makes in a process's memory, while training goes on."""
    c = launch.config
    if c.eval_interval >= c.max_iters:  # saved only at the end
        return 0
    return checkpoint_bytes(c.shape, c.optimizer) // launch.runtime.world_size


def _share_of(device: Device) -> Device:
    """The device as one of this machine's processes has it: each GPU has one, a CPU's memory is shared."""
    processes = int(os.environ.get("LOCAL_WORLD_SIZE", "1"))
    if device.kind != "cpu" or processes == 1 or device.memory_bytes is None:
        return device
    return replace(device, memory_bytes=device.memory_bytes // processes)


def _with_load(line: Message, meter: LoadMeter) -> Message:
    """The headline, with a word on a machine that is busy: the plan is for an idle one."""
    load = meter.since()
    reasons = load.reasons() if load.seconds >= MIN_LOAD_S else []
    return say("plan.busy_now", line=line, reasons=reasons) if reasons else line


def _rough(launch: Launch, seconds: float, meter: LoadMeter) -> Preflight:
    """The plan of a short run, from formulas alone."""
    c = launch.config
    least_bytes = least_model_bytes(c.shape, c.optimizer) + least_batch_bytes(c.shape, c.batch_size)
    tokens = c.tokens_per_iter * c.max_iters
    if seconds / c.max_iters < MIN_STEP_S:
        return Preflight(_with_load(say("plan.rough_short", tokens=tokens, mb=least_bytes / MIB), meter), {})
    line = say("plan.rough", tokens=tokens, seconds=seconds, mb=least_bytes / MIB)
    return Preflight(_with_load(line, meter), {"hours": seconds / 3600, "step_ms": 1000 * seconds / c.max_iters})


def _refuse(plan: Plan, where: str) -> None:
    needed, memory_bytes = plan["peak_memory_mb"].high / 1024, plan.target.device.memory_bytes
    assert memory_bytes is not None  # else nobody knows that it does not fit
    problem = say("plan.too_large", needed=needed, device=where, has=memory_bytes / GIB)
    raise FledgeError(problem, text([plan.advice[0], say("plan.force")]))
