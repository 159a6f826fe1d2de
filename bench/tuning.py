"""`fledge tune` against an exhaustive sweep: is its choice within 5% of the best, and how much faster is it found?

    python bench/tuning.py [--repeats=3] [--budget=120] [--key=value ...]     settings as for `fledge train`

Both measure with the same function, in the same process, one after the other. The sweep takes every divisor of the
sequences in an iteration that fits, in every dtype, with both attention kernels and every number of threads, in turn,
`repeats` times; its medians decide how good tune's choice is. Only its measurements count as its time.
"""

import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch

from fledge.common.errors import FledgeError
from fledge.config.fields import setting
from fledge.model.attention import Attend
from fledge.options.command import Command
from fledge.options.parser import parse
from fledge.options.shared import TrainingOptions
from fledge.plan.timing.iterations import OutOfMemory, StepVariant
from fledge.plan.tune.here import tune_here
from fledge.plan.tune.search import Budget, TooLarge
from fledge.plan.tune.variants import VariantTimer, micro_batches, variant_timer
from fledge.texts import text

DEFAULTS = ["--dataset=shakespeare_char", "--vocab_size=65", "--n_layer=4", "--n_head=4", "--n_embd=128"]
DEFAULTS += ["--block_size=64", "--batch_size=12", "--gradient_accumulation_steps=8", "--compile=False"]


@dataclass(frozen=True)
class Options(TrainingOptions):
    repeats: int = setting(3, "measurements of each variant in the sweep", least=1, most=1000)
    budget: float = setting(120.0, "seconds that tune may use", above=0, most=1e6)


def show(text: str) -> None:
    print(f"\r\x1b[2K{text}", end="", file=sys.stderr, flush=True)


def all_variants(timer: VariantTimer, sizes: Sequence[int]) -> list[StepVariant]:
    most = torch.get_num_threads()
    threads = [n for n in (1, 2, 4, 8, 16, 32, 64) if n < most] + [most]
    kernels: tuple[Attend, ...] = ("sdpa", "matmul")
    return [
        replace(timer.usual(size, dtype), attend=attend, threads=number)
        for size in sizes
        for dtype in ("float32", "bfloat16")
        for attend in kernels
        for number in threads
    ]


def sweep(timer: VariantTimer, variants: Sequence[StepVariant], repeats: int) -> tuple[dict[StepVariant, float], float]:
    """The median of each variant's seconds, and the seconds that all measurements took."""
    found: dict[StepVariant, list[float]] = {variant: [] for variant in variants}
    took = 0.0
    for number in range(repeats):
        for count, variant in enumerate(list(found)):
            show(f"sweep: repeat {number + 1} of {repeats}, variant {count + 1} of {len(found)}")
            try:
                if not number:
                    timer.seconds(variant)  # does it fit? Traced, and warmed up
                began = time.perf_counter()
                found[variant].append(timer.timer.seconds(variant))
                took += time.perf_counter() - began
            except (TooLarge, OutOfMemory):
                del found[variant]
    return {variant: statistics.median(times) for variant, times in found.items()}, took


def main() -> None:
    arguments = parse(Command("tuning", Options, settings="training"), [*DEFAULTS, *sys.argv[1:]])
    options, config = arguments.options, arguments.config()
    tuning = tune_here(config, Budget(options.budget), show)
    with variant_timer(config, show) as timer:
        seconds, took = sweep(timer, all_variants(timer, micro_batches(config)), options.repeats)
    show("")
    rates = {variant: config.tokens_per_iter / median for variant, median in seconds.items()}
    best = max(rates, key=rates.__getitem__)
    chosen = next(
        variant
        for variant in rates
        if (variant.batch_size, variant.dtype, variant.attend, variant.threads)
        == (tuning.choice.batch_size, *(tuning.choices[key] for key in ("dtype", "attention", "threads")))
    )
    print("| micro-batch | its best variant | tokens/s | of the best of all |")
    print("|---|---|---|---|")
    for size in sorted({variant.batch_size for variant in rates}):
        variant = max((variant for variant in rates if variant.batch_size == size), key=rates.__getitem__)
        marks = ""
        if variant == best:
            marks += " (best)"
        if variant == chosen:
            marks += " (tune's choice)"
        how = f"{variant.dtype}, {variant.attend}, {variant.threads} threads"
        print(f"| {size}{marks} | {how} | {rates[variant]:,.0f} | {rates[variant] / rates[best]:.1%} |")
    print(f"\ntune chose {chosen.batch_size}, {chosen.dtype}, {chosen.attend}, {chosen.threads} threads:", end=" ")
    print(f"{rates[chosen] / rates[best]:.1%} of the best of {len(rates)} variants. Sure? {text(tuning.sure)}")
    print(f"tune took {tuning.seconds:.0f} s in all, the sweep's measurements {took:.0f} s")


if __name__ == "__main__":
    try:
        main()
    except FledgeError as error:
        sys.exit(f"error: {error}")
