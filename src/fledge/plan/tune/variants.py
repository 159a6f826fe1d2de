"""The variants of a step that tuning compares, and the timer that measures them."""

import contextlib
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import torch

from fledge.common.progress import Show
from fledge.config.schema import Config
from fledge.hardware.load import LoadMeter
from fledge.hardware.machine import describe_device
from fledge.hardware.stopwatch import BUSY_SHARE, CoreClock
from fledge.hardware.table import GIB, MIB
from fledge.plan.estimate import Estimate
from fledge.plan.memory import estimate_memory, fits
from fledge.plan.planner import Planner
from fledge.plan.targets import target_here
from fledge.plan.timing.iterations import IterationTimer, OutOfMemory, StepVariant
from fledge.plan.timing.random_data import random_dataset
from fledge.plan.tune.search import Timing, TooLarge
from fledge.plan.tune.sizes import divisors
from fledge.plan.types import Target
from fledge.texts import say, text
from fledge.train.choices import choose_device

MIN_JUDGED_S = 0.1  # the load of a shorter measurement is noise


def micro_batches(config: Config) -> list[int]:
    """The micro-batches that give the same tokens per iteration."""
    return divisors(config.batch_size, config.gradient_accumulation_steps)


def with_micro_batch(config: Config, batch_size: int) -> Config:
    sequences = config.batch_size * config.gradient_accumulation_steps
    return replace(config, batch_size=batch_size, gradient_accumulation_steps=sequences // batch_size)


@contextlib.contextmanager
def variant_timer(config: Config, show: Show) -> Iterator["VariantTimer"]:
    """A timer for iterations of this config on this machine, with random tokens."""
    where, _ = choose_device(config.device)
    with random_dataset(config.vocab_size, config.block_size) as dataset:
        quiet = replace(config, batch_size=1, gradient_accumulation_steps=1, sample_interval=0)
        show(text(say("plan.doing.building")))
        yield VariantTimer(config, where, IterationTimer(quiet, dataset), Planner(show))


class VariantTimer:
    """Times variants of a config's step that fit into memory."""

    def __init__(self, config: Config, where: torch.device, timer: IterationTimer, planner: Planner) -> None:
        self.config, self.where, self.timer, self.planner = config, where, timer, planner
        self.device = describe_device(where)
        self.memory: dict[StepVariant, Estimate] = {}
        self._variants: dict[tuple[int, str], StepVariant] = {}

    def usual(self, batch_size: int, dtype: str = "") -> StepVariant:
        """The variant that `fledge train` would use; on a CPU not compiled, unless the user asked for it."""
        if (batch_size, dtype) not in self._variants:
            self._variants[batch_size, dtype] = self._choose(batch_size, dtype or self.config.dtype)
        return self._variants[batch_size, dtype]

    def _choose(self, batch_size: int, dtype: str) -> StepVariant:
        config = replace(with_micro_batch(self.config, batch_size), dtype=dtype)
        target = target_here(config, self.where, self.device)
        compiled = target.compiled and (self.where.type != "cpu" or config.compile is True)
        steps = config.gradient_accumulation_steps
        return StepVariant(batch_size, steps, target.dtype, target.attend, compiled, torch.get_num_threads())

    def timed(self, variant: StepVariant) -> Timing:
        """Seconds of an iteration, and whether other work disturbed the measurement. Raises TooLarge."""
        self.require_room(variant)  # traces a step the first time, which is no part of the measurement
        clock, meter = CoreClock(), LoadMeter()
        seconds = self.seconds(variant)
        load, share = meter.since(), clock.share()
        is_judged = load.seconds >= MIN_JUDGED_S
        on_cpu = self.where.type == "cpu"  # elsewhere this process waits for the GPU
        return Timing(seconds, is_judged and (load.is_busy or (on_cpu and share < BUSY_SHARE)), load)

    def require_room(self, variant: StepVariant) -> None:
        """Raises TooLarge if the trace says that it won't fit."""
        if variant not in self.memory:
            target = Target(self.device, variant.dtype, variant.compiled, variant.attend, self.where)
            traced = self.planner.trace(with_micro_batch(self.config, variant.batch_size), target)
            self.memory[variant], _ = estimate_memory(traced, target)
        memory = self.memory[variant]
        if fits(memory, self.device) is False:
            raise TooLarge(say("tune.refused.does_not_fit"))
        free = _free_memory(self.where)
        if free is not None and memory.high * MIB > free:
            raise TooLarge(say("tune.refused.free_memory", gb=free / GIB))

    def seconds(self, variant: StepVariant) -> float:
        """Seconds of an iteration. Raises TooLarge if it can't fit, or if it did not fit."""
        self.require_room(variant)
        try:
            return self.timer.seconds(variant)
        except OutOfMemory:
            raise TooLarge(say("tune.refused.out_of_memory")) from None


def _free_memory(where: torch.device) -> int | None:
    """Bytes that this process has or could have now. On a CPU, the system kills a process that takes more."""
    if where.type != "cpu":
        return None
    with contextlib.suppress(OSError, ValueError, StopIteration):
        lines = Path("/proc/meminfo").read_text().splitlines()
        free = next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
        own = int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        return free + own
    return None
