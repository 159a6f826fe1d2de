"""Profile of some iterations of a run: a trace for Perfetto, and the operators that took the most time."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from torch import Tensor
from torch.autograd import DeviceType  # type: ignore[attr-defined]
from torch.autograd.profiler_util import FunctionEventAvg
from torch.profiler import ProfilerActivity, profile, record_function

from fledge.common.files import atomic_file
from fledge.config.schema import Config
from fledge.texts import say, text
from fledge.train.clock import Clock
from fledge.train.step import TrainingStep, unwatched

WARMUP_ITERS = 10  # by then memory is allocated and kernels are chosen
PROFILED_ITERS = 5  # a trace has thousands of events for each
MAX_OPERATORS = 10


@dataclass(frozen=True)
class OperatorTime:
    """One line of the table: an operator, or the rest."""

    name: str
    ms: float  # per iteration, without the operators inside it
    share: float
    calls: float  # per iteration


@dataclass(frozen=True)
class Profile:
    path: Path
    iterations: range
    rows: list[OperatorTime]


def iterations_to_profile(c: Config, start: int) -> range:
    """Up to PROFILED_ITERS in a row with no evaluation and no sample between them; none if nothing is trained."""
    if c.eval_only:
        return range(0)
    first = max(start, min(start + WARMUP_ITERS, c.max_iters - PROFILED_ITERS))
    end = min(first + PROFILED_ITERS, c.max_iters)
    for interval in (c.eval_interval, c.sample_interval):
        if interval:
            end = min(end, first + interval - first % interval)
    return range(first, end)


class Profiler:
    """Runs the iterations of a step and traces some; the clock is paused while the trace is started and written."""

    def __init__(self, step: TrainingStep, iterations: range, path: Path, clock: Clock) -> None:
        self.step, self.iterations, self.path, self.clock = step, iterations, path, clock
        self.result: Profile | None = None
        self._running: profile | None = None
        self._done = 0

    def __enter__(self) -> "Profiler":
        return self

    def __exit__(self, *error: object) -> None:
        """Write the trace of a run that is stopped in the middle, but not of one that fails."""
        if self._running is not None:
            self._finish(write=error[0] is None)

    def run(self, it: int) -> tuple[Tensor, Tensor]:
        if it not in self.iterations:
            return self.step.run(it)
        if self._running is None:
            self._start()
        with record_function(f"iteration {it}"):
            result = self.step.run(it)
        self._done += 1
        if it == self.iterations[-1]:
            self._finish(write=True)
        return result

    def _start(self) -> None:
        os.environ.setdefault("KINETO_LOG_LEVEL", "6")  # at lower levels it reports each start and stop on stderr
        activities = [ProfilerActivity.CPU]
        if self._on_cuda:
            activities.append(ProfilerActivity.CUDA)
        self.step.session.runtime.synchronize()
        with self.clock.paused():
            self._running = profile(activities=activities)
            self._running.start()
        self.step.watch = record_function

    def _finish(self, write: bool) -> None:
        assert self._running is not None
        self.step.session.runtime.synchronize()
        self.step.watch = unwatched
        running, self._running = self._running, None
        with self.clock.paused():
            running.stop()
            if write:
                with atomic_file(self.path) as temporary:
                    running.export_chrome_trace(str(temporary))
                done = range(self.iterations[0], self.iterations[0] + self._done)
                self.result = Profile(self.path, done, _rows(running.key_averages(), self._done, self._on_cuda))

    @property
    def _on_cuda(self) -> bool:
        return self.step.session.runtime.device.type == "cuda"


def _rows(events: Sequence[FunctionEventAvg], iterations: int, on_cuda: bool) -> list[OperatorTime]:
    """The operators with the most time of their own, then the sum of the others, then the time outside operators."""

    def microseconds(*some: FunctionEventAvg) -> float:
        return float(sum(event.self_device_time_total if on_cuda else event.self_cpu_time_total for event in some))

    def row(name: str, *some: FunctionEventAvg) -> OperatorTime:
        time, calls = microseconds(*some), sum(event.count for event in some)
        return OperatorTime(name, time / 1000 / iterations, time / total, calls / iterations)

    seen = [event for event in events if event.device_type == DeviceType.CPU]  # each includes the kernels it launched
    labels = [event for event in seen if event.is_user_annotation]
    operators = [event for event in seen if not event.is_user_annotation]
    operators.sort(key=microseconds, reverse=True)
    total = microseconds(*seen) or 1.0
    rows = [row(str(event.key), event) for event in operators[:MAX_OPERATORS]]
    if rest := operators[MAX_OPERATORS:]:
        rows.append(row(text(say("train.profile_others", number=len(rest))), *rest))
    if not on_cuda:
        rows.append(replace(row(text(say("train.profile_python")), *labels), calls=0))
    return rows
