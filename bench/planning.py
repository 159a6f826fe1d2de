"""The error of `fledge plan` on this machine: predicted step times beside measured ones.

    python bench/planning.py [--repeats=3]

Two predictions: `kernels` times each distinct kernel of the traced step alone, and never builds or runs the model;
`step` runs the step itself with random tokens for some seconds, which a plan does where it can. The true step time is
the mean of one measurement before and one after, as the machine's speed changes; their difference is the column
`machine`. Remembered measurements are not used.
"""

import math
import os
import statistics
import sys
import tempfile
from dataclasses import dataclass
from unittest import mock

import torch

from fledge.common.errors import FledgeError
from fledge.common.progress import nowhere
from fledge.config.fields import setting
from fledge.config.load import load_config
from fledge.config.schema import Config
from fledge.hardware.calibration import Calibration
from fledge.model.flops import parameters
from fledge.options.parser import read_options
from fledge.plan.throughput import measure_speed
from fledge.plan.timing.iterations import StepVariant, remembered_iteration_seconds
from fledge.plan.timing.kernels import KernelTimer
from fledge.plan.timing.random_data import random_dataset
from fledge.plan.trace import trace_step
from fledge.texts.units import count
from fledge.train.choices import choose_attention, choose_dtype
from fledge.train.launch import new_launch
from fledge.train.memory import reuse_freed_memory
from fledge.train.session import new_session
from fledge.train.step import TrainingStep, batches_of

CONFIGS = [  # from 0.8M to 124M parameters
    "--n_layer=4 --n_head=2 --n_embd=128 --block_size=96 --batch_size=10 --vocab_size=65 --dtype=float32",
    "--n_layer=1 --n_head=4 --n_embd=256 --block_size=128 --batch_size=12 --vocab_size=80 --arch=modern --ngram_rows=0",
    "--n_layer=2 --n_head=3 --n_embd=192 --block_size=192 --batch_size=8 --vocab_size=100 --arch=modern",
    "--depth=5 --block_size=128 --batch_size=8 --vocab_size=65 --gradient_accumulation_steps=3",
    "--n_layer=8 --n_head=4 --n_embd=256 --block_size=384 --batch_size=4 --vocab_size=256",
    "--n_layer=3 --n_head=8 --n_embd=512 --block_size=256 --batch_size=6 --vocab_size=1024",
    "--n_layer=3 --n_head=3 --n_embd=192 --block_size=256 --batch_size=6 --vocab_size=50304",
    "--n_layer=6 --n_head=8 --n_embd=512 --block_size=512 --batch_size=2 --vocab_size=32000",
    "--n_layer=10 --n_head=10 --n_embd=640 --block_size=512 --batch_size=1 --vocab_size=50304",
    "--n_layer=12 --n_head=12 --n_embd=768 --block_size=768 --batch_size=1 --vocab_size=50304",
]
CPU = torch.device("cpu")


@dataclass(frozen=True)
class Options:
    repeats: int = setting(3, "times each step is measured", least=1)


def predicted(config: Config) -> float:
    dtype, _ = choose_dtype(config, CPU, None)
    attend, _ = choose_attention(config, CPU, dtype, None)
    trace = trace_step(config, dtype, attend)
    timer = KernelTimer(CPU)
    timer.calibration = Calibration(None)
    seconds = timer.step_seconds(trace, config.gradient_accumulation_steps, measure=True)
    assert seconds is not None
    if timer.was_busy:
        print("note: the CPU is busy with other work", file=sys.stderr)
    return seconds


def tried(config: Config) -> float:
    dtype, _ = choose_dtype(config, CPU, None)
    attend, _ = choose_attention(config, CPU, dtype, None)
    with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, {"FLEDGE_CACHE": folder}):
        steps, threads = config.gradient_accumulation_steps, torch.get_num_threads()
        variant = StepVariant(config.batch_size, steps, dtype, attend, compiled=False, threads=threads)
        return remembered_iteration_seconds(config, CPU, variant, measure=True, show=nowhere) or math.nan


def measured(config: Config, repeats: int) -> float:
    with random_dataset(config.vocab_size, config.block_size) as dataset:
        session = new_session(new_launch(config, dataset))
        step = TrainingStep(session, session.model, batches_of(session, "train"))
        return measure_speed(step, iterations=0, repeats=repeats).seconds.median


def main() -> int:
    try:
        options, _ = read_options(Options, sys.argv[1:])
    except FledgeError as error:
        sys.exit(f"error: {error}")
    reuse_freed_memory()
    errors: dict[str, list[float]] = {"machine": [], "kernels": [], "step": []}
    print(
        f"{'parameters':>10} {'arch':<7} {'tokens/it':>9} {'measured':>10} {'machine':>8} {'kernels':>18} {'step':>18}"
    )
    with tempfile.TemporaryDirectory() as folder:
        for line in CONFIGS:
            extra = [] if "accumulation" in line else ["--gradient_accumulation_steps=1"]
            config = load_config([*line.split(), *extra, "--compile=False", "--device=cpu", f"--out_dir={folder}"])
            before = measured(config, options.repeats)
            found = {"kernels": predicted(config), "step": tried(config)}
            after = measured(config, options.repeats)
            truth = (before + after) / 2
            errors["machine"].append(after / before - 1)
            row = f"{count(parameters(config.shape)):>10} {config.arch:<7} {config.tokens_per_iter:>9,}"
            row += f" {truth * 1000:>7,.1f} ms {after / before - 1:>+8.1%}"
            for name, told in found.items():
                errors[name].append(told / truth - 1)
                row += f" {told * 1000:>7,.1f} ms {told / truth - 1:>+7.1%}"
            print(row, flush=True)
    for name, off in errors.items():
        sizes = [abs(error) for error in off if not math.isnan(error)]
        close = sum(size <= 0.1 for size in sizes)
        within = f"{close} of {len(sizes)} within 10%"
        print(f"{name}: off by {statistics.median(sizes):.1%} (median), {max(sizes):.1%} (most); {within}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
