"""What two trials side by side get done on a CPU, as `fledge sweep` runs small ones, against one on all cores.

    python bench/side_by_side.py [--repeats=3] [--iters=0]

Each process is a `fledge bench speed` of its own: one with all cores, then two at once with half of them each, in turn.
Trials that run ahead of their turn may be dropped then: bench/sweeping.py says what that costs.
"""

import json
import os
import subprocess
import sys
from dataclasses import dataclass

from fledge.common.errors import FledgeError
from fledge.common.stats import Spread
from fledge.config.fields import setting
from fledge.data.prepare.job import usable_cores
from fledge.options.parser import read_options

SPEED = [sys.executable, "-m", "fledge", "bench", "speed", "--dataset=random-tokens", "--vocab_size=65", "--device=cpu"]
SPEED += ["--compile=False", "--gradient_accumulation_steps=1", "--repeats=1", "--json"]
SIZES = {
    "modern, depth 1, 2,048 tokens": "--arch=modern --depth=1 --batch_size=32 --block_size=64",
    "modern, depth 2, 1,024 tokens": "--arch=modern --depth=2 --batch_size=16 --block_size=64",
    "modern, depth 2, 4,096 tokens": "--arch=modern --depth=2 --batch_size=64 --block_size=64",
    "gpt2, 4 x 128, 768 tokens": "--arch=gpt2 --n_layer=4 --n_head=4 --n_embd=128 --batch_size=12 --block_size=64",
    "modern, depth 4, 1,024 tokens": "--arch=modern --depth=4 --batch_size=16 --block_size=64",
    "modern, depth 4, 2,048 tokens": "--arch=modern --depth=4 --batch_size=32 --block_size=64",
    "modern, depth 6, 1,024 tokens": "--arch=modern --depth=6 --batch_size=16 --block_size=64",
    "modern, depth 6, 4,096 tokens": "--arch=modern --depth=6 --batch_size=64 --block_size=64",
}


@dataclass(frozen=True)
class Options:
    repeats: int = setting(3, "runs of each", least=1)
    iters: int = setting(0, "iterations in each process; 0: about two seconds' worth", least=0)


def tokens_per_s(settings: str, processes: int, iters: int) -> float:
    """Of all processes together."""
    environment = {**os.environ, "OMP_NUM_THREADS": str(max(1, usable_cores() // processes))}
    command = [*SPEED, f"--iters={iters}", *settings.split()]
    started = [
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(processes)
    ]
    rates = []
    for process in started:
        out, error = process.communicate()
        if process.returncode:
            raise FledgeError(error.strip().removeprefix("fledge: error: "))
        rates.append(json.loads(out)["tokens_per_s"]["median"])
    return float(sum(rates))


def main() -> None:
    try:
        options, words = read_options(Options, sys.argv[1:])
        if words:
            raise FledgeError(f"{words[0]} means nothing here.", "Options only: --repeats, --iters.")
        print(f"{'tokens/s':<32} {'one':>9} {'two':>9} {'gain':>6}")
        for name, settings in SIZES.items():
            pairs = [
                [tokens_per_s(settings, number, options.iters) for number in (1, 2)] for _ in range(options.repeats)
            ]
            one, two = (Spread.of([pair[place] for pair in pairs]).median for place in (0, 1))
            print(f"{name:<32} {one:>9,.0f} {two:>9,.0f} {two / one:>5.2f}x", flush=True)
    except FledgeError as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
