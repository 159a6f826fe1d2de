"""What it costs under torchrun that the processes agree on a stop at every iteration.

torchrun --standalone --nproc_per_node=2 bench/stopping.py
"""

import statistics
import time

import torch

from fledge.config.load import load_config
from fledge.parallel.processes import leave_processes
from fledge.train.runtime import choose_runtime, start_runtime

ROUNDS = 2000


def main() -> None:
    torch.set_num_threads(1)
    config = load_config(["--device=cpu", "--compile=False", "--gradient_accumulation_steps=40"])
    runtime = choose_runtime(config)
    start_runtime(config, runtime)
    seconds = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        runtime.any_process(False)
        seconds.append(time.perf_counter() - began)
    if runtime.is_main:
        late = statistics.quantiles(seconds, n=10)[-1]
        print(f"{1e3 * statistics.median(seconds):.2f} ms (median of {ROUNDS:,}), 90% within {1e3 * late:.2f} ms")
    leave_processes()


if __name__ == "__main__":
    main()
