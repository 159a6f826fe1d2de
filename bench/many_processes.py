"""Speed and memory of several processes, with DDP and FSDP, on the cores of this machine and nothing else running.

python bench/many_processes.py speed     # GPT-2 124M: about five minutes; --fsdp adds two
python bench/many_processes.py memory    # GPT-2 124M in 4 processes: needs 16 GB
python bench/many_processes.py speed --repeats=1 --n_layer=2 --n_embd=128 --n_head=2 --vocab_size=512  # a quick try

speed: one process on one core; two on one core each; one with two threads on both cores. All train the same batches, in
turns, started anew for every repeat and pinned to their cores. The figure of a repeat is its fastest iteration after
the first; the table has the medians of the repeats.

memory: bytes of the tensors that each process holds after the backward pass of the second iteration: weights, gradients
and optimizer state; then the most that was allocated at once in the third iteration, activations included. Beside each
the plan's figure for the same run, and how far it is off. With --micro_steps=2 a process has two micro-batches.
"""

import argparse
import ctypes
import json
import os
import socket
import statistics
import subprocess
import sys
import threading
import time
from typing import Any

import torch
import torch.distributed as dist
from torch import Tensor

from fledge.common.progress import nowhere
from fledge.config.load import load_config
from fledge.config.schema import Config
from fledge.hardware.machine import describe_device
from fledge.model.build import build_model
from fledge.optim.build import build_optimizers, set_rates
from fledge.parallel.processes import join_processes, leave_processes, membership
from fledge.parallel.shards import local_part
from fledge.parallel.wrap import replicate, shard
from fledge.plan.memory import estimate_memory
from fledge.plan.planner import Planner
from fledge.plan.shards import shards_of
from fledge.plan.types import Target
from fledge.train.checkpoint import Counters
from fledge.train.runtime import Runtime
from fledge.train.session import Session
from fledge.train.step import TrainingStep

# nanoGPT's GPT-2 124M, with fewer tokens per iteration than its 491,520: with more, the exchange would cost less.
MODEL = ["--batch_size=4", "--block_size=256", "--gradient_accumulation_steps=2", "--vocab_size=50304"]
CORES = sorted(os.sched_getaffinity(0))[:2]
WAYS = {  # parallel, and the cores of each process
    "one process, one core": ("none", [CORES[:1]]),
    "two processes, ddp": ("ddp", [[core] for core in CORES]),
    "two processes, fsdp": ("fsdp", [[core] for core in CORES]),
    "one process, two threads": ("none", [CORES]),
}
CPU = torch.device("cpu")
BOTH = ("ddp", "fsdp")
HELD = ("weights", "gradients", "optimizer")
MALLINFO = ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost")


class RandomTokens:
    def __init__(self, config: Config) -> None:
        self.size = (config.batch_size, config.block_size + 1)
        self.vocabulary = config.vocab_size

    def training(self, seed: int, first: int) -> tuple[Tensor, Tensor]:
        tokens = torch.randint(self.vocabulary, self.size, generator=torch.Generator().manual_seed(seed + first))
        return tokens[:, :-1], tokens[:, 1:]


def started(parallel: Any, dtype: str, settings: list[str]) -> TrainingStep:
    """The training step of this process, which has joined the others."""
    config, ours = load_config([*MODEL, *settings, "--device=cpu", "--compile=False"]), membership()
    torch.set_num_threads(len(os.sched_getaffinity(0)))
    if parallel != "none":
        join_processes("gloo", CPU)
    torch.manual_seed(config.seed)
    model = build_model(config.shape, config.dropout)
    model.checkpoint_activations = config.checkpoint_activations
    if parallel == "fsdp":
        shard(model, CPU, ours.world_size)
    runtime = Runtime(CPU, dtype, False, "sdpa", 1, ours.rank, ours.world_size, parallel)
    optimizers = build_optimizers(model, config, "cpu", dtype, ours.world_size)
    set_rates(optimizers, config.learning_rate, 0)
    scaler = torch.amp.GradScaler("cpu", enabled=False)
    session = Session(config, None, runtime, model, optimizers, scaler, Counters(), [])  # type: ignore[arg-type]
    return TrainingStep(session, replicate(model, CPU) if parallel == "ddp" else model, RandomTokens(config))


def seconds_of(step: TrainingStep, iterations: int) -> list[float]:
    seconds = []
    for it in range(iterations + 1):
        if dist.is_initialized():
            dist.barrier()
        began = time.perf_counter()
        step.run(it)
        seconds.append(time.perf_counter() - began)
    return seconds[1:]


def held_bytes(step: TrainingStep) -> dict[str, int]:
    """What this process holds now, by kind."""
    model = step.session.model
    state = [
        value for optimizer in step.session.optimizers for entry in optimizer.state.values() for value in entry.values()
    ]
    kinds: dict[str, list[Any]] = {
        "weights": [*model.parameters(), *model.buffers()],
        "gradients": [parameter.grad for parameter in model.parameters()],
        "optimizer": state,
    }
    held = {}
    for kind, tensors in kinds.items():
        parts = [local_part(tensor) for tensor in tensors if isinstance(tensor, Tensor)]
        storages = {part.untyped_storage().data_ptr(): part.untyped_storage().nbytes() for part in parts}
        held[kind] = sum(storages.values())
    return held


class Mallinfo(ctypes.Structure):
    """glibc's mallinfo2."""

    _fields_ = [(name, ctypes.c_size_t) for name in MALLINFO]


class PeakMemory(threading.Thread):
    """The most bytes that the C library's malloc had given out at once, looked at every millisecond.

    torch's profiler would miss what gloo's threads free.
    """

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.mallinfo2 = ctypes.CDLL(None).mallinfo2
        self.mallinfo2.restype = Mallinfo
        self.over, self.most, self.before = threading.Event(), 0, self.given_out()

    def given_out(self) -> int:
        found = self.mallinfo2()
        return int(found.uordblks + found.hblkhd)

    def run(self) -> None:
        while not self.over.wait(0.001):
            self.most = max(self.most, self.given_out())

    def stop(self) -> int:
        self.over.set()
        self.join()
        return self.most - self.before


def measured_bytes(parallel: str, settings: list[str]) -> dict[str, int]:
    """What this process holds after a backward pass, when the optimizers have their state; and a later peak."""
    torch.zeros(1)
    peak = PeakMemory()
    step = started(parallel, "float32", settings)
    step.run(0)
    step.accumulate_gradients(1)
    found = held_bytes(step)
    step.update(torch.zeros(()))
    peak.start()
    step.run(2)
    return {**found, "peak": peak.stop()}


def planned_bytes(parallel: str, processes: int, settings: list[str]) -> dict[str, float]:
    """The same, as a plan gives it."""
    config = load_config([*MODEL, *settings, "--device=cpu", "--compile=False"])
    shards = shards_of(config, processes) if parallel == "fsdp" else None
    target = Target(describe_device(CPU), "float32", False, "sdpa", CPU, processes, shards=shards)
    peak, parts = estimate_memory(Planner(nowhere).trace(config, target), target)
    return {kind: 2**20 * parts[kind].value for kind in HELD} | {"peak": 2**20 * peak.value}


def run(parallel: str, cores: list[list[int]], what: list[str]) -> Any:
    """What the first of new processes found, each pinned to its cores."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    group = {"WORLD_SIZE": str(len(cores)), "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port)}
    command = [sys.executable, __file__, *what, f"--worker={parallel}"]
    processes = []
    for rank, own in enumerate(cores):
        environment = {**os.environ, **group, "RANK": str(rank), "LOCAL_RANK": str(rank)}
        pinned = ["taskset", "--cpu-list", ",".join(map(str, own)), *command]
        environment["OMP_NUM_THREADS"] = str(len(own))
        processes.append(subprocess.Popen(pinned, env=environment, stdout=subprocess.PIPE, text=True))
    outputs = [process.communicate()[0] for process in processes]
    if any(process.returncode for process in processes):
        sys.exit(f"{parallel} failed")
    return json.loads(outputs[0])


def speed(asked: argparse.Namespace, settings: list[str]) -> None:
    if len(CORES) < 2:
        sys.exit("two cores are needed")
    what = ["speed", f"--dtype={asked.dtype}", f"--iterations={asked.iterations}", *settings]
    ways = {way: how for way, how in WAYS.items() if asked.fsdp or how[0] != "fsdp"}
    seconds: dict[str, list[float]] = {way: [] for way in ways}
    for _ in range(asked.repeats):
        for way, (parallel, cores) in ways.items():  # in turns: what else the machine does meets all of them alike
            seconds[way].append(min(run(parallel, cores, what)))
            print(f"{way:26} {seconds[way][-1]:8.3f} s", flush=True)
    medians = {way: statistics.median(values) for way, values in seconds.items()}
    alone, threads = medians["one process, one core"], medians["one process, two threads"]
    tokens = load_config([*MODEL, *settings]).tokens_per_iter
    print(f"\n{tokens:,} tokens per iteration, {asked.dtype}; median of {asked.repeats}")
    for way, value in medians.items():
        spread = f"{min(seconds[way]):.3f} to {max(seconds[way]):.3f}"
        compared = f"{alone / value:5.2f}x one core, {value / threads - 1:+.1%} time of two threads"
        print(f"{way:26} {value:8.3f} s ({spread})  {compared}")


def memory(asked: argparse.Namespace, settings: list[str]) -> None:
    small = [
        "--batch_size=1",
        "--block_size=64",
        f"--gradient_accumulation_steps={asked.processes * asked.micro_steps}",
    ]
    what = ["memory", "--dtype=float32", *small, *settings]
    cores = [[CORES[rank % len(CORES)]] for rank in range(asked.processes)]
    print(f"{'MiB in each process':20}", *(f"{parallel:>9} {'planned':>9} {'off':>7}" for parallel in BOTH), "fsdp/ddp")
    found = {parallel: run(parallel, cores, what) for parallel in BOTH}
    planned = {parallel: planned_bytes(parallel, asked.processes, [*small, *settings]) for parallel in BOTH}
    for figures in (*found.values(), *planned.values()):
        figures["all three"] = sum(figures[kind] for kind in HELD)
    for kind in (*HELD, "all three", "peak"):
        words = [f"{kind:20}"]
        for parallel in BOTH:
            real, plan = found[parallel][kind], planned[parallel][kind]
            words.append(f"{real / 2**20:9.1f} {plan / 2**20:9.1f} {plan / real - 1:+7.1%}")
        print(*words, f" {found['fsdp'][kind] / found['ddp'][kind]:7.1%}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("speed", "memory"))
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--iterations", type=int, default=2, help="per repeat, after a first that is not counted")
    parser.add_argument("--processes", type=int, default=4, help="for memory")
    parser.add_argument("--micro_steps", type=int, default=1, help="for memory: micro-batches of each process")
    parser.add_argument("--fsdp", action="store_true", help="for speed: with FSDP, too")
    parser.add_argument("--dtype", choices=("float32", "bfloat16"), default="bfloat16")
    parser.add_argument("--worker", default="", help=argparse.SUPPRESS)
    asked, settings = parser.parse_known_args()
    if not asked.worker:
        (speed if asked.what == "speed" else memory)(asked, settings)
        return
    result: Any
    if asked.what == "speed":
        result = seconds_of(started(asked.worker, asked.dtype, settings), asked.iterations)
    else:
        result = measured_bytes(asked.worker, settings)
    if membership().rank == 0:
        print(json.dumps(result))
    leave_processes()


if __name__ == "__main__":
    main()
