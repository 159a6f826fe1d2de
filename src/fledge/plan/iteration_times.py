"""How long an iteration takes on this machine, in one way or another: micro-steps and the update timed apart.

An iteration is `accumulation` micro-steps and one update, so a few micro-steps tell how long hundreds take. All ways
share one model and its optimizers: what is compared differs in nothing else, and memory holds it once.
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
from fledge.config.schema import Config
from fledge.data.mixture import Data
from fledge.hardware.matmul_peak import threads_at
from fledge.model.attention import Attend
from fledge.optim.build import set_learning_rate
from fledge.optim.interface import Optimizer
from fledge.train.launch import new_launch
from fledge.train.session import new_session
from fledge.train.step import TrainingStep, batches_of, compiled_model, unwatched

LONG_ENOUGH = 0.4  # seconds of a measurement
# Of a measured iteration, at most. The first has no gradients to add to, the others have: on a CPU two are both kinds;
# a GPU is not waited for in between, so the mean of several has to do.
MICRO_STEPS = {"cpu": 2, "cuda": 8, "mps": 8}


@dataclass(frozen=True)
class Way:
    """How an iteration is computed."""

    batch_size: int
    accumulation: int
    dtype: str
    attend: Attend
    compiled: bool
    threads: int


class OutOfMemory(Exception):
    """It was tried, and did not fit."""


class IterationTimer:
    def __init__(self, config: Config, dataset: Data) -> None:
        self.session = new_session(new_launch(config, dataset))
        self.problem = ""  # of the compiler, where it fails and the run would go on without it
        self._models: dict[Way, nn.Module] = {}
        set_learning_rate(self.session.optimizers, 0.0)  # as much work, and the weights stay sound
        self._row_seconds = 0.0
        for optimizer in self.session.optimizers:
            if optimizer.per_micro_batch:
                self._time_rows(optimizer)

    def seconds(self, way: Way) -> float:
        """Of an iteration: the medians of its micro-steps and updates. Raises OutOfMemory."""
        try:
            with threads_at(way.threads):
                return self._seconds(way)
        except (MemoryError, RuntimeError) as error:
            if not is_out_of_memory(error):
                raise
        finally:
            for optimizer in self.session.optimizers:
                optimizer.zero_grad(set_to_none=True)
        if self.session.runtime.device.type == "cuda":
            torch.cuda.empty_cache()
        raise OutOfMemory

    def _seconds(self, way: Way) -> float:
        step = self._step(way)
        found: list[tuple[float, float, float]] = []
        began = time.perf_counter()
        while not found or time.perf_counter() - began < LONG_ENOUGH:
            found.append(self._iteration(step))
        first, later, update = map(statistics.median, zip(*found, strict=True))
        return first + (way.accumulation - 1) * later + update

    def _step(self, way: Way) -> TrainingStep:
        """A step that works this way, after a first one that loads and chooses kernels, or compiles."""
        session = self.session
        steps = min(way.accumulation, MICRO_STEPS[session.runtime.device.type])
        session.config = replace(session.config, batch_size=way.batch_size, gradient_accumulation_steps=steps)
        session.runtime.dtype, session.runtime.attend, session.model.attend = way.dtype, way.attend, way.attend
        for optimizer in session.optimizers:
            optimizer.set_dtype(way.dtype)
        batches = batches_of(session, "train")
        if way in self._models:
            return TrainingStep(session, self._models[way], batches)
        model: nn.Module = session.model
        if way.compiled:
            _one_graph_a_shape()
            model, self.problem = compiled_model(session, batches)
        step = TrainingStep(session, model, batches)
        session.config = replace(session.config, gradient_accumulation_steps=1)
        step.run(0)
        session.config = replace(session.config, gradient_accumulation_steps=steps)
        self._models[way] = model
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
        else:  # what was queued is done at the last mark only
            first = later = (marks[-1] - marks[0]) / steps
        # The n-gram table learns from each micro-batch on its own: that part of the update grows with their number.
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


def _one_graph_a_shape() -> None:
    """As in a run, which sees one micro-batch only: the compiler must not write code for any number of sequences."""
    import torch._dynamo  # imported late: it takes seconds

    torch._dynamo.config.automatic_dynamic_shapes = False
    torch._dynamo.config.recompile_limit = 64
