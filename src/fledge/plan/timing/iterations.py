"""Seconds of an iteration on this machine, by running the real step.

An iteration is `accumulation` micro-steps and one update. They are timed apart, so a few micro-steps tell how long
hundreds take. All variants of a step share one model and its optimizers: they differ in nothing else, and the model is
in memory once.
"""

import contextlib
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import nn

from fledge.common.errors import is_out_of_memory
from fledge.common.progress import Show
from fledge.config.schema import Config
from fledge.data.mixture import Data
from fledge.hardware.calibration import Calibration, measurement_key
from fledge.hardware.stopwatch import BUSY_SHARE, CoreClock, threads_at
from fledge.model.attention import Attend
from fledge.optim.build import set_rates
from fledge.optim.interface import Optimizer
from fledge.plan.timing.random_data import random_dataset
from fledge.texts import Message, say, text
from fledge.train.choices import planned_seconds
from fledge.train.launch import new_launch
from fledge.train.session import new_session
from fledge.train.step import TrainingStep, batches_of, compiled_model, unwatched

MIN_MEASUREMENT_S = 0.4
# Micro-steps of a measured iteration, at most. The first has no gradients to add to, the others have: on a CPU two are
# one of each kind. A GPU is not waited for in between, so the mean of several is taken.
MAX_MICRO_STEPS = {"cpu": 2, "cuda": 8, "mps": 8}
LONGEST_MICRO_STEP_S = 4.0  # a longer one is not run for a plan
MIN_REPEATS, MIN_TOTAL_S = 3, 6.0  # of the measurements that a plan takes


@dataclass(frozen=True)
class StepVariant:
    """How an iteration is computed: its micro-batch, dtype, attention kernel, compiled or not, threads."""

    batch_size: int
    accumulation: int
    dtype: str
    attend: Attend
    compiled: bool
    threads: int


class OutOfMemory(Exception):
    """An iteration was tried and did not fit into memory."""


class IterationTimer:
    """Times iterations of one model, variant by variant."""

    def __init__(self, config: Config, dataset: Data) -> None:
        self.session = new_session(new_launch(config, dataset))
        self.problem: Message | None = None  # why torch.compile failed, where a run would go on without it
        self._models: dict[StepVariant, nn.Module] = {}
        set_rates(self.session.optimizers, 0.0, 0)  # the same work, but the weights do not change
        self._row_seconds = 0.0
        for optimizer in self.session.optimizers:
            if optimizer.per_micro_batch:
                self._time_rows(optimizer)

    def seconds(self, variant: StepVariant) -> float:
        """Seconds of an iteration, from the medians of its micro-steps and updates. Raises OutOfMemory."""
        try:
            with threads_at(variant.threads):
                return self._seconds(variant)
        except (MemoryError, RuntimeError) as error:
            if not is_out_of_memory(error):
                raise
        finally:
            for optimizer in self.session.optimizers:
                optimizer.zero_grad(set_to_none=True)
        if self.session.runtime.device.type == "cuda":
            torch.cuda.empty_cache()
        raise OutOfMemory

    def _seconds(self, variant: StepVariant) -> float:
        step = self._step(variant)
        found: list[tuple[float, float, float]] = []
        began = time.perf_counter()
        while not found or time.perf_counter() - began < MIN_MEASUREMENT_S:
            found.append(self._iteration(step))
        first, later, update = map(statistics.median, zip(*found, strict=True))
        return first + (variant.accumulation - 1) * later + update

    def _step(self, variant: StepVariant) -> TrainingStep:
        """A step of this variant, after a first one that loads and chooses kernels, or compiles."""
        session = self.session
        steps = min(variant.accumulation, MAX_MICRO_STEPS[session.runtime.device.type])
        session.config = replace(session.config, batch_size=variant.batch_size, gradient_accumulation_steps=steps)
        session.runtime.dtype = variant.dtype
        session.runtime.attend = session.model.attend = variant.attend
        for optimizer in session.optimizers:
            optimizer.set_dtype(variant.dtype)
        batches = batches_of(session, "train")
        if variant in self._models:
            return TrainingStep(session, self._models[variant], batches)
        model: nn.Module = session.model
        if variant.compiled:
            _one_graph_per_shape()
            model, self.problem = compiled_model(session, batches)
        step = TrainingStep(session, model, batches)
        session.config = replace(session.config, gradient_accumulation_steps=1)
        step.run(0)
        session.config = replace(session.config, gradient_accumulation_steps=steps)
        self._models[variant] = model
        return step

    def _iteration(self, step: TrainingStep) -> tuple[float, float, float]:
        """Seconds of the first micro-step, of a later one, and of the update."""
        runtime, steps = self.session.runtime, self.session.config.gradient_accumulation_steps
        marks: list[float] = []

        @contextlib.contextmanager
        def stopwatch(part: str) -> Iterator[None]:
            if part == "optimizer":
                runtime.synchronize()
            if part in ("data", "optimizer"):
                marks.append(time.perf_counter())
            yield

        self._row_seconds = 0.0
        step.watch = stopwatch
        step.run(0)
        step.watch = unwatched
        runtime.synchronize()
        update = time.perf_counter() - marks[-1]
        if runtime.device.type == "cpu":
            first, later = marks[1] - marks[0], marks[-1] - marks[-2]
        else:  # queued work is known to be done at the last mark only
            first = later = (marks[-1] - marks[0]) / steps
        # The n-gram table is updated once per micro-batch: that part of the update grows with their number.
        rows = self._row_seconds / steps
        return first + rows, later + rows, update - self._row_seconds

    def _time_rows(self, optimizer: Optimizer) -> None:
        def begin(*_: Any) -> None:
            self.session.runtime.synchronize()
            self._row_seconds -= time.perf_counter()

        def end(*_: Any) -> None:
            self.session.runtime.synchronize()
            self._row_seconds += time.perf_counter()

        optimizer.register_step_pre_hook(begin)
        optimizer.register_step_post_hook(end)


def _one_graph_per_shape() -> None:
    """Compile for each micro-batch's shape, as in a run, instead of once for any number of sequences."""
    import torch._dynamo  # takes seconds to import

    torch._dynamo.config.automatic_dynamic_shapes = False
    torch._dynamo.config.recompile_limit = 64


def remembered_iteration_seconds(
    config: Config, device: torch.device, variant: StepVariant, measure: bool, show: Show
) -> float | None:
    """Seconds of an iteration: remembered, or measured now by running the step for some seconds.

    None where it is not remembered and `measure` is False, one micro-step takes too long or too much memory, or the
    CPU is busy with other work.
    """
    key = measurement_key(device, variant.dtype, _description(config, variant), variant.threads)
    calibration = Calibration.load()
    kept = calibration.get(key)
    single = replace(config, gradient_accumulation_steps=1, max_iters=1)
    if kept is not None or not measure or (device.type == "cpu" and planned_seconds(single) > LONGEST_MICRO_STEP_S):
        return kept
    show(text(say("plan.doing.running")))
    times: list[float] = []
    quiet = replace(single, batch_size=1, init_from="scratch", sample_interval=0, dtype=variant.dtype)
    with random_dataset(config.vocab_size, config.block_size) as dataset:
        try:
            timer, clock = IterationTimer(quiet, dataset), CoreClock()
            while len(times) < MIN_REPEATS or clock.wall() < MIN_TOTAL_S:
                times.append(timer.seconds(variant))
        except OutOfMemory:
            return None
    if device.type == "cpu" and clock.share() < BUSY_SHARE:
        return None
    calibration.put(key, statistics.median(times))
    return statistics.median(times)


def _description(config: Config, variant: StepVariant) -> str:
    """What is measured, as calibration.json names it. Another wording would forget users' measurements."""
    v = variant
    way = (
        f"Way(batch_size={v.batch_size}, accumulation={v.accumulation}, dtype={v.dtype!r}, attend={v.attend!r}, "
        f"compiled={v.compiled}, threads={v.threads})"
    )
    masked = ", documents masked" if config.mask_documents else ""
    return f"iteration of {config.shape}, {config.optimizer}, dropout {config.dropout}, {way}{masked}"
