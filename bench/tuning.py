"""`fledge tune` against a sweep of every micro-batch: is its choice within 5% of the best, and in what time?

    python bench/tuning.py [--repeats=8] [--budget=120] [--key=value ...]     settings as for `fledge train`

Both measure with the same function, in the same process, one after the other. The sweep takes every divisor of the
sequences in an iteration that fits, in turn, `repeats` times; its median decides how good tune's choice is.
"""

import statistics
import sys
import time
from dataclasses import dataclass

from fledge.commands import take_settings
from fledge.config import load_config
from fledge.errors import FledgeError
from fledge.search import Budget, TooLarge
from fledge.settings import setting
from fledge.tune import bench_here, micro_batches, tune_here

DEFAULTS = ["--dataset=shakespeare_char", "--vocab_size=65", "--n_layer=4", "--n_head=4", "--n_embd=128"]
DEFAULTS += ["--block_size=64", "--batch_size=12", "--gradient_accumulation_steps=8", "--compile=False"]


@dataclass(frozen=True)
class Options:
    repeats: int = setting(8, "measurements of each micro-batch in the sweep", least=1, most=1000)
    budget: float = setting(120.0, "seconds that tune may use", above=0, most=1e6)


def show(text: str) -> None:
    print(f"\r\x1b[2K{text}", end="", file=sys.stderr, flush=True)


def main() -> None:
    options, rest = take_settings(Options, sys.argv[1:])
    config = load_config([*DEFAULTS, *rest])
    tuning = tune_here(config, Budget(options.budget), show)
    began = time.perf_counter()
    found: dict[int, list[float]] = {size: [] for size in micro_batches(config)}
    with bench_here(config, show) as bench:
        for number in range(options.repeats):
            for size in list(found):
                show(f"sweep: repeat {number + 1} of {options.repeats}, micro-batch {size}")
                try:
                    found[size].append(bench.seconds(bench.way(size)))
                except TooLarge:
                    del found[size]
    took = time.perf_counter() - began
    show("")
    rates = {size: config.tokens_per_iter / statistics.median(times) for size, times in found.items()}
    best, chosen = max(rates, key=rates.__getitem__), tuning.choice.batch_size
    told = {row.batch_size: f"{row.middle:,.0f}" for row in tuning.rows if row.rate}
    print("| micro-batch | sweep, tokens/s | of best | tune, tokens/s |")
    print("|---|---|---|---|")
    for size, rate in rates.items():
        marks = " (best)" * (size == best) + " (tune's choice)" * (size == chosen)
        print(f"| {size}{marks} | {rate:,.0f} | {rate / rates[best]:.1%} | {told.get(size, '')} |")
    print(f"\ntune's choice has {rates[chosen] / rates[best]:.1%} of the best. Sure? {tuning.sure}")
    print(f"tune took {tuning.seconds:.0f} s in all, the sweep of the micro-batch alone {took:.0f} s")


if __name__ == "__main__":
    try:
        main()
    except FledgeError as error:
        sys.exit(f"error: {error}")
