"""Training speed on this machine: whole iterations timed, and the parts of an iteration."""

import contextlib
import time
from collections.abc import Iterator
from dataclasses import dataclass

from fledge.common.progress import Show, nowhere
from fledge.common.stats import Spread
from fledge.config.schedule import learning_rate
from fledge.hardware.stopwatch import BUSY_SHARE, CoreClock
from fledge.optim.build import set_rates
from fledge.texts import say, text
from fledge.train.step import PARTS, TrainingStep, unwatched

REPEAT_S = 2.0  # of a repeat, where the number of iterations is not given
MAX_ITERATIONS = 1000


@dataclass(frozen=True)
class Speed:
    """Seconds of an iteration, whole and by part."""

    iterations: int  # in each repeat
    seconds: Spread  # of an iteration
    parts: dict[str, float]  # seconds of an iteration by part, from the median repeat or an extra one
    parts_are_extra: bool  # on a GPU: waiting for each part makes an iteration slower, so they are timed separately
    memory_mb: float
    core_share: float  # of the time, the share that this thread had its core; meaningless on a GPU, where it waits

    @property
    def is_disturbed(self) -> bool:
        """Whether other work slowed the CPU down."""
        return not self.parts_are_extra and self.core_share < BUSY_SHARE

    @property
    def watched_seconds(self) -> float:
        """Seconds of the iteration that the parts add up to."""
        return sum(self.parts.values())


def measure_speed(step: TrainingStep, iterations: int, repeats: int, show: Show = nowhere) -> Speed:
    """Time a step, after two iterations to warm up; 0 iterations: as many as fit into two seconds."""
    show(text(say("bench.warming_up")))
    timer = _Timer(step)
    timer.run(1)
    once = timer.run(1)
    iterations = iterations or min(max(1, round(REPEAT_S / once)), MAX_ITERATIONS)
    parts_are_extra = step.session.runtime.device.type != "cpu"
    found: list[tuple[float, dict[str, float]]] = []
    core = CoreClock()
    for number in range(repeats):
        show(
            text(
                say(
                    "bench.repeat", number=number + 1, repeats=repeats, iterations=iterations, seconds=iterations * once
                )
            )
        )
        found.append((timer.run(iterations), {}) if parts_are_extra else timer.run_in_parts(iterations))
    share = core.share()
    if parts_are_extra:
        show(text(say("bench.parts")))
        _, parts = timer.run_in_parts(iterations)
    else:
        _, parts = sorted(found, key=lambda pair: pair[0])[len(found) // 2]
    seconds = Spread.of([whole for whole, _ in found])
    return Speed(iterations, seconds, parts, parts_are_extra, step.session.runtime.peak_memory_mb(), share)


class _Timer:
    """Runs a session's iterations as the training loop does, and times them."""

    def __init__(self, step: TrainingStep) -> None:
        self.step, self.session, self.it = step, step.session, 0

    def run(self, count: int) -> float:
        """Seconds that each of the next `count` iterations took."""
        began = time.perf_counter()
        for _ in range(count):
            set_rates(self.session.optimizers, learning_rate(self.session.config, self.it), self.it)
            self.step.run(self.it)
            self.it += 1
        self.session.runtime.synchronize()
        return (time.perf_counter() - began) / count

    def run_in_parts(self, count: int) -> tuple[float, dict[str, float]]:
        """The same, and the seconds that each part of an iteration took."""
        spent = dict.fromkeys(PARTS, 0.0)

        @contextlib.contextmanager
        def stopwatch(part: str) -> Iterator[None]:
            began = time.perf_counter()
            yield
            self.session.runtime.synchronize()
            spent[part] += time.perf_counter() - began

        self.step.watch = stopwatch
        whole = self.run(count)
        self.step.watch = unwatched
        parts = {part: seconds / count for part, seconds in spent.items()}
        return whole, {**parts, "rest": whole - sum(parts.values())}
