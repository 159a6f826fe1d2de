"""Seconds of whole `fledge sweep` commands: all trials to their ends, losers dropped, and in pairs.

    python bench/whole_sweeps.py [--repeats=1] [--grids=rates,sizes]

Each way runs in turn, in fresh processes; everything counts: imports, evaluations, checkpoints, forecasts. `saved` is
of the time that all trials take one after the other on all cores. The last columns say which trial was best, and its
loss. In pairs each trial has half of the cores. It needs a quiet machine and the dataset: fledge prepare
shakespeare_char.
"""

import json
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from fledge.common.errors import FledgeError
from fledge.common.stats import Spread
from fledge.config.fields import setting
from fledge.options.parser import read_options

SWEEP = [sys.executable, "-m", "fledge", "sweep", "--dataset=shakespeare_char", "--device=cpu", "--compile=False"]
SWEEP += ["--gradient_accumulation_steps=1", "--json"]
GRIDS = {
    "rates": "--arch=modern --depth=2 --block_size=64 --batch_size=32 --max_iters=400 "
    "--learning_rate=0.005,0.01,0.02,0.04,0.08",
    "sizes": "--arch=modern --block_size=64 --batch_size=16 --max_iters=300 --learning_rate=0.01,0.02,0.04 --depth=2:4",
    "gpt2": "--arch=gpt2 --n_layer=4 --n_head=4 --n_embd=128 --block_size=64 --batch_size=12 --max_iters=400 "
    "--warmup_iters=20 --beta2=0.99 --min_lr=0 --learning_rate=3e-4,1e-3,3e-3,1e-2 --dropout=0,0.1",
}
WAYS = {
    "all to their ends": ["--jobs=1", "--no-drop"],
    "losers dropped": ["--jobs=1"],
    "and in pairs": ["--jobs=2"],
}


@dataclass(frozen=True)
class Options:
    repeats: int = setting(1, "sweeps of each way", least=1)
    grids: str = setting(",".join(GRIDS), "those to run, with commas")


@dataclass(frozen=True)
class Timed:
    seconds: float
    best: str
    val_loss: float


def timed(grid: str, way: str) -> Timed:
    with tempfile.TemporaryDirectory() as folder:
        command = [*SWEEP, *GRIDS[grid].split(), *WAYS[way], f"--out={Path(folder) / 'sweep'}"]
        began = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True)
        seconds = time.perf_counter() - began
    if done.returncode:
        raise FledgeError(done.stderr.strip().rpartition("fledge: error: ")[2])
    found = json.loads(done.stdout)
    return Timed(seconds, found["best"], found["trials"][0]["val_loss"])


def main() -> None:
    try:
        options, words = read_options(Options, sys.argv[1:])
        grids = options.grids.split(",")
        if unknown := [*words, *(name for name in grids if name not in GRIDS)]:
            raise FledgeError(f"{unknown[0]!r} is no grid.", f"There are: {', '.join(GRIDS)}.")
        print(f"{'grid':<8} {'':<18} {'seconds':>8} {'saved':>6}  best")
        for grid in grids:
            found: dict[str, list[Timed]] = {way: [] for way in WAYS}
            for _ in range(options.repeats):
                for way, runs in found.items():
                    runs.append(timed(grid, way))
            medians = {way: Spread.of([run.seconds for run in runs]).median for way, runs in found.items()}
            whole = medians["all to their ends"]
            for way, runs in found.items():
                saved = 1 - medians[way] / whole
                best = f"{runs[0].best} {runs[0].val_loss:.4f}"
                print(f"{grid:<8} {way:<18} {medians[way]:>8.1f} {saved:>6.0%}  {best}", flush=True)
    except FledgeError as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
