"""How fast this machine trains and samples: iterations and tokens, timed."""

import contextlib
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from fledge.common.progress import Show, nowhere
from fledge.common.stats import Spread
from fledge.config.schedule import learning_rate
from fledge.data.dataset import SPLITS, Dataset, token_dtype
from fledge.data.shards import Shard
from fledge.hardware.matmul_peak import BUSY, CoreClock
from fledge.model.base import GPT
from fledge.optim.build import set_learning_rate
from fledge.train.generate import Sampling, generate
from fledge.train.step import PARTS, TrainingStep, unwatched

REPEAT_SECONDS = 2.0  # of a repeat, where the number of iterations is left open
MOST_ITERATIONS = 1000
RANDOM_TOKENS = 1 << 20


@dataclass(frozen=True)
class Speed:
    iterations: int  # in each repeat
    seconds: Spread  # of an iteration
    parts: dict[str, float]  # seconds of an iteration: of the median repeat, or of one more where they are apart
    are_apart: bool  # on a GPU, where waiting for each part makes an iteration slower
    memory_mb: float
    core_share: float  # of the time, what this thread had of its core; on a GPU it waits, and that means nothing

    @property
    def is_disturbed(self) -> bool:
        """Whether other work slowed the CPU down."""
        return not self.are_apart and self.core_share < BUSY

    @property
    def watched_seconds(self) -> float:
        """Of the iteration that the parts are of."""
        return sum(self.parts.values())


def measure_speed(step: TrainingStep, iterations: int, repeats: int, show: Show = nowhere) -> Speed:
    """Time a step, after two iterations that warm up; 0 iterations takes as many as fit into two seconds."""
    show("warming up")
    timer = _Timer(step)
    timer.run(1)
    once = timer.run(1)
    iterations = iterations or min(max(1, round(REPEAT_SECONDS / once)), MOST_ITERATIONS)
    are_apart = step.session.runtime.device.type != "cpu"
    found: list[tuple[float, dict[str, float]]] = []
    core = CoreClock()
    for number in range(repeats):
        show(f"repeat {number + 1} of {repeats}: {iterations} iterations, about {iterations * once:.0f} s")
        found.append((timer.run(iterations), {}) if are_apart else timer.run_in_parts(iterations))
    share = core.share()
    if are_apart:
        show("timing the parts of an iteration")
        _, parts = timer.run_in_parts(iterations)
    else:
        _, parts = sorted(found, key=lambda pair: pair[0])[len(found) // 2]
    seconds = Spread.of([whole for whole, _ in found])
    return Speed(iterations, seconds, parts, are_apart, step.session.runtime.peak_memory_mb(), share)


class _Timer:
    """Runs a session's iterations one after the other, as the training loop does, and times them."""

    def __init__(self, step: TrainingStep) -> None:
        self.step, self.session, self.it = step, step.session, 0

    def run(self, count: int) -> float:
        """Seconds that each of the next `count` iterations took."""
        began = time.perf_counter()
        for _ in range(count):
            set_learning_rate(self.session.optimizers, learning_rate(self.session.config, self.it))
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


@contextlib.contextmanager
def random_dataset(vocab_size: int, block_size: int) -> Iterator[Dataset]:
    """Tokens that mean nothing, for as long as the block runs: to a stopwatch they are as good as any."""
    count = RANDOM_TOKENS + block_size
    dtype = token_dtype(vocab_size)
    with tempfile.TemporaryDirectory(prefix="fledge-bench-") as folder:
        path = Path(folder)
        for number, split in enumerate(SPLITS):
            np.random.default_rng(number).integers(vocab_size, size=count, dtype=dtype).tofile(path / f"{split}.bin")
        shards = {split: (Shard(f"{split}.bin", count),) for split in SPLITS}
        yield Dataset(path, vocab_size, dtype, shards, None, {"name": "gpt2"}, None)


@dataclass(frozen=True)
class SamplingSpeed:
    prompt: int  # tokens in the context before the first new one
    tokens: int
    seconds: Spread  # prompt and all
    prompt_seconds: Spread  # until the first token
    later: Spread  # tokens a second after that


def measure_sampling(
    model: GPT, prompts: Sequence[int], tokens: int, repeats: int, show: Show = nowhere
) -> list[SamplingSpeed]:
    """Time samples of `tokens` tokens after prompts of these lengths, in turn, after a short one that warms up."""
    show("warming up")
    _time_sample(model, min(prompts), 2)
    times: dict[int, list[tuple[float, float]]] = {length: [] for length in prompts}
    for number in range(repeats):
        for length in prompts:
            show(f"repeat {number + 1} of {repeats}: {tokens} tokens after a prompt of {length}")
            times[length].append(_time_sample(model, length, tokens))
    return [_sampling_speed(length, tokens, found) for length, found in times.items()]


def _time_sample(model: GPT, length: int, tokens: int) -> tuple[float, float]:
    """Seconds until the first token, and until the last."""
    generator = torch.Generator().manual_seed(length)
    prompt = torch.randint(model.shape.vocab_size, (length,), generator=generator).tolist()
    began = time.perf_counter()
    sample = generate(model, prompt, 1, tokens, Sampling())
    next(sample)
    first = time.perf_counter() - began
    for _ in sample:
        pass
    return first, time.perf_counter() - began


def _sampling_speed(prompt: int, tokens: int, times: Sequence[tuple[float, float]]) -> SamplingSpeed:
    first, whole = ([pair[k] for pair in times] for k in range(2))
    later = [(tokens - 1) / (b - a) for a, b in times]
    return SamplingSpeed(prompt, tokens, Spread.of(whole), Spread.of(first), Spread.of(later))
