"""`fledge tune` against an exhaustive sweep: is its choice within 5% of the best, and in what part of the time?

    python bench/tuning.py [--repeats=3] [--budget=120] [--key=value ...]     settings as for `fledge train`

Both measure with the same function, in the same process, one after the other. The sweep takes every divisor of the
sequences in an iteration that fits, in every number format, with both attention kernels and every number of threads,
in turn, `repeats` times; its medians decide how good tune's choice is. Only its measurements count as its time.
"""

import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch

from fledge.cli.command import Command
from fledge.cli.options.shared import TrainingOptions
from fledge.cli.parser import parse
from fledge.common.errors import FledgeError
from fledge.config.fields import setting
from fledge.model.attention import Attend
from fledge.plan.iteration_times import OutOfMemory, Way
from fledge.plan.tune.search import Budget, TooLarge
from fledge.plan.tune.tuner import Bench, bench_here, micro_batches, tune_here

DEFAULTS = ["--dataset=shakespeare_char", "--vocab_size=65", "--n_layer=4", "--n_head=4", "--n_embd=128"]
DEFAULTS += ["--block_size=64", "--batch_size=12", "--gradient_accumulation_steps=8", "--compile=False"]


@dataclass(frozen=True)
class Options(TrainingOptions):
    repeats: int = setting(3, "measurements of each way in the sweep", least=1, most=1000)
    budget: float = setting(120.0, "seconds that tune may use", above=0, most=1e6)


def show(text: str) -> None:
    print(f"\r\x1b[2K{text}", end="", file=sys.stderr, flush=True)


def ways_of(bench: Bench, sizes: Sequence[int]) -> list[Way]:
    most = torch.get_num_threads()
    threads = [n for n in (1, 2, 4, 8, 16, 32, 64) if n < most] + [most]
    kernels: tuple[Attend, ...] = ("sdpa", "matmul")
    return [
        replace(bench.way(size, dtype), attend=attend, threads=number)
        for size in sizes
        for dtype in ("float32", "bfloat16")
        for attend in kernels
        for number in threads
    ]


def sweep(bench: Bench, ways: Sequence[Way], repeats: int) -> tuple[dict[Way, float], float]:
    """The median of each way's seconds, and the seconds that all measurements took."""
    found: dict[Way, list[float]] = {way: [] for way in ways}
    took = 0.0
    for number in range(repeats):
        for count, way in enumerate(list(found)):
            show(f"sweep: repeat {number + 1} of {repeats}, way {count + 1} of {len(found)}")
            try:
                if not number:
                    bench.seconds(way)  # does it fit? Traced, and warmed up
                began = time.perf_counter()
                found[way].append(bench.timer.seconds(way))
                took += time.perf_counter() - began
            except (TooLarge, OutOfMemory):
                del found[way]
    return {way: statistics.median(times) for way, times in found.items()}, took


def main() -> None:
    arguments = parse(Command("tuning", "", "", "", Options, settings="training"), [*DEFAULTS, *sys.argv[1:]])
    options, config = arguments.options, arguments.config()
    tuning = tune_here(config, Budget(options.budget), show)
    with bench_here(config, show) as bench:
        seconds, took = sweep(bench, ways_of(bench, micro_batches(config)), options.repeats)
    show("")
    rates = {way: config.tokens_per_iter / median for way, median in seconds.items()}
    best = max(rates, key=rates.__getitem__)
    chosen = next(
        way
        for way in rates
        if (way.batch_size, way.dtype, way.attend, way.threads)
        == (tuning.choice.batch_size, *(tuning.choices[key] for key in ("dtype", "attention", "threads")))
    )
    print("| micro-batch | its best way | tokens/s | of the best of all |")
    print("|---|---|---|---|")
    for size in sorted({way.batch_size for way in rates}):
        way = max((way for way in rates if way.batch_size == size), key=rates.__getitem__)
        marks = " (best)" * (way == best) + " (tune's choice)" * (way == chosen)
        how = f"{way.dtype}, {way.attend}, {way.threads} threads"
        print(f"| {size}{marks} | {how} | {rates[way]:,.0f} | {rates[way] / rates[best]:.1%} |")
    print(f"\ntune chose {chosen.batch_size}, {chosen.dtype}, {chosen.attend}, {chosen.threads} threads:", end=" ")
    print(f"{rates[chosen] / rates[best]:.1%} of the best of {len(rates)} ways. Sure? {tuning.sure}")
    print(f"tune took {tuning.seconds:.0f} s in all, the sweep's measurements {took:.0f} s")


if __name__ == "__main__":
    try:
        main()
    except FledgeError as error:
        sys.exit(f"error: {error}")
