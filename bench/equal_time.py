"""Validation losses after equal training time on BPE text: arch=modern, arch=gpt2, and nanochat's model and optimizer.

    python bench/equal_time.py --nanochat=PATH --data=data/reviews --out=FOLDER --depths=2,4,6 --seconds=80 --seeds=3

PATH is a checkout of nanochat (measured: 92d63d4); nothing of it is in this repository. All read the same dataset, with
windows of 256 tokens and 4,096 tokens per iteration, and are evaluated on its whole validation split. nanochat's part
has its own initialization, optimizer, schedules of learning rate and momentum, and torch.compile, whose time is not
counted; its learning rates are not scaled down for the small batch, which was best, its heads are 64 wide
and it has no sliding windows. What counting n-grams takes is taken off arch=modern's time.

First the seconds per iteration, in turn, in fresh processes: the fastest says how many iterations each gets. That part
needs a quiet machine; its result is kept in FOLDER/rates.json. Then every recipe trains with every seed; iterations are
fixed by then, so other work on the machine changes nothing. Runs that have finished are not repeated.
"""

import json
import math
import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch

from fledge.common.errors import FledgeError
from fledge.config.fields import setting
from fledge.data.dataset import open_dataset
from fledge.model.build import build_model
from fledge.model.weights import load_weights
from fledge.options.parser import read_options
from fledge.train.counting import MOST_TOKENS, counts_of, trying
from fledge.train.pretrained import open_pretrained

BLOCK, BATCH = 256, 16
FIRST_SEED = 1337
ROUNDS, TIMED, WARMUP = 2, 14, 6
COUNTS = 2_097_152
FLEDGE = {
    "modern": ["--arch=modern", f"--ngram_counts={COUNTS}", "--ngram_dropout=0"],
    "gpt2": ["--arch=gpt2", "--learning_rate=1e-3", "--min_lr=1e-4", "--beta2=0.99", "--dropout=0"],
}
RECIPES = (*FLEDGE, "nanochat")


@dataclass(frozen=True)
class Options:
    nanochat: str = setting("", "a checkout of nanochat")
    data: str = setting("data/reviews", "the folder of a dataset")
    out: str = setting("", "the folder for rates.json and the losses")
    depths: str = setting("2,4,6", "with commas")
    seconds: float = setting(80.0, "training time of each run", above=0, most=1e6)
    seeds: int = setting(3, "runs of each recipe", least=0, most=100)
    recipes: str = setting(";".join(RECIPES), "with semicolons")
    threads: int = setting(0, "of each run; 0: as many as there are", least=0)


def main(options: Options) -> None:
    folder = Path(options.out)
    folder.mkdir(parents=True, exist_ok=True)
    rates = measured_rates(folder, options)
    for depth in map(int, options.depths.split(",")):
        print(f"depth {depth}: {'ms/iter':>29} {'iterations':>10} {'val loss':>8} {'spread':>7}  seeds")
        for name in options.recipes.split(";"):
            seconds = options.seconds - (rates["counting"] if name == "modern" else 0)
            iterations = int(seconds / rates[f"{name} {depth}"])
            runs = [final(folder, name, depth, iterations, seed, options) for seed in range(options.seeds)]
            for kind in ("val_loss", "network") if name == "modern" else ("val_loss",):
                losses = [float(found[kind]) for found in runs]
                if losses:
                    label = name if kind == "val_loss" else f"{name}, the network alone"
                    each = " ".join(f"{loss:.4f}" for loss in losses)
                    spread, mean = max(losses) - min(losses), statistics.mean(losses)
                    rate = 1000 * rates[f"{name} {depth}"]
                    print(f"{label:<36} {rate:>8.1f} {iterations:>10,} {mean:>8.4f} {spread:>7.4f}  {each}", flush=True)


def measured_rates(folder: Path, options: Options) -> dict[str, float]:
    kept = folder / "rates.json"
    if kept.exists():
        found: dict[str, float] = json.loads(kept.read_text())
        return found
    times: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        times.setdefault("counting", []).append(counting_seconds(Path(options.data)))
        for depth in map(int, options.depths.split(",")):
            for name in RECIPES:
                result = run(name, depth, TIMED, 0, folder / "timed", options)
                times.setdefault(f"{name} {depth}", []).append(result["step_s"])
    for name, seconds in times.items():
        print(f"{name:<36} " + " ".join(f"{1000 * one:.1f}" for one in seconds) + " ms", flush=True)
    rates = {name: min(seconds) for name, seconds in times.items()}
    kept.write_text(json.dumps(rates, indent=1))
    return rates


def counting_seconds(data: Path) -> float:
    """In a fresh process, as a run would count."""
    code = (
        "import sys, time, numpy as np, torch\n"
        "from fledge.model.counts import NgramCounts\n"
        f"text = np.fromfile(sys.argv[1] + '/train.bin', np.uint16)[:{MOST_TOKENS}]\n"
        "tokens = torch.from_numpy(text.astype('int64'))\n"
        f"counts = NgramCounts({COUNTS}, int(sys.argv[2]))\n"
        "began = time.perf_counter(); counts.count(tokens); print(time.perf_counter() - began)"
    )
    command = [sys.executable, "-c", code, str(data), str(open_dataset(data).vocab_size)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def final(folder: Path, name: str, depth: int, iterations: int, seed: int, options: Options) -> dict[str, Any]:
    kept = folder / f"{name.replace(' ', '-')}-{depth}-{iterations}-{seed}.json"
    if not kept.exists():
        result = run(name, depth, iterations, FIRST_SEED + seed, folder / kept.stem, options)
        kept.write_text(json.dumps(result))
    found: dict[str, Any] = json.loads(kept.read_text())
    return found


def run(name: str, depth: int, iterations: int, seed: int, out: Path, options: Options) -> dict[str, Any]:
    """Its seconds per iteration and its validation loss at the end."""
    data = Path(options.data).resolve()
    if name == "nanochat":
        about = [options.nanochat, str(data), str(depth), str(iterations), str(seed), str(options.threads)]
        command = [sys.executable, __file__, "--train-nanochat", *about]
    else:
        command = [
            *(sys.executable, "-m", "fledge", "train", *FLEDGE[name], f"--depth={depth}"),
            *(f"--dataset={data.name}", f"--data_dir={data.parent}", f"--out_dir={out}", "--overwrite"),
            *(f"--batch_size={BATCH}", f"--block_size={BLOCK}", "--gradient_accumulation_steps=1"),
            *(f"--max_iters={iterations}", f"--lr_decay_iters={iterations}", f"--seed={seed}", "--log_interval=1"),
            *("--eval_iters=all", f"--eval_interval={iterations}", "--compile=False", f"--threads={options.threads}"),
            *([f"--warmup_iters={min(50, iterations // 5)}"] if name == "gpt2" else []),
        ]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise FledgeError(f"{' '.join(command)} failed:\n{done.stderr[-2000:]}")
    if name == "nanochat":
        result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return result
    events = [json.loads(line) for line in (out / "metrics.jsonl").read_text().splitlines()]
    times = [event["dt_ms"] / 1000 for event in events if event.get("event") == "iter" and event["iter"] >= WARMUP]
    losses = [event["val_loss"] for event in events if event.get("event") == "eval"]
    alone = network_alone(out, data) if name == "modern" and iterations > TIMED else losses[-1]
    return {"step_s": statistics.median(times), "val_loss": losses[-1], "network": alone}


@torch.no_grad()
def network_alone(run: Path, data: Path) -> float:
    """The validation loss of a run's last checkpoint without its counts of n-grams."""
    weights = open_pretrained(run)
    model = build_model(weights.shape)
    load_weights(model, weights.weights)
    counts = counts_of(model.eval())
    assert counts is not None
    with trying(counts, (0.0,)), torch.autocast("cpu", torch.bfloat16):
        return val_loss(model, open_dataset(data).split("val"))


def val_loss(model: Any, val: Any) -> float:
    starts, total = np.arange((len(val) - 1) // BLOCK) * BLOCK, 0.0
    for part in np.array_split(starts, math.ceil(len(starts) / BATCH)):
        total += model(*windows(val, part)).item() * len(part)
    return total / len(starts)


def train_nanochat(checkout: str, data: str, depth: int, iterations: int, seed: int, threads: int) -> None:
    """Trains nanochat's model with its optimizer and its schedules; prints the result as JSON."""
    os.environ["NANOCHAT_DTYPE"] = "bfloat16"
    sys.path[0] = checkout
    from nanochat.gpt import GPT, GPTConfig  # type: ignore[import-not-found]

    torch.set_num_threads(threads or torch.get_num_threads())
    torch.manual_seed(seed)
    dataset, width = open_dataset(Path(data)), 64 * depth
    config = GPTConfig(BLOCK, dataset.vocab_size, depth, depth, depth, width, window_pattern="L")
    with torch.device("meta"):
        model: Any = GPT(config)
    model.to_empty(device="cpu")
    model.init_weights()
    optimizer = model.setup_optimizer(unembedding_lr=0.008, embedding_lr=0.3, matrix_lr=0.02, scalar_lr=0.5)
    compiled: Any = torch.compile(model, dynamic=False)
    tokens = dataset.split("train")
    order = np.random.default_rng(seed).permutation((len(tokens) - 1) // BLOCK)

    def step(it: int, total: int) -> None:
        starts = order[np.arange(it * BATCH, (it + 1) * BATCH) % len(order)] * BLOCK
        x, y = windows(tokens, starts)
        compiled(x, y).backward()
        rate, momentum = nanochat_schedules(it, total)
        for group in optimizer.param_groups:
            group["lr"] = group["initial_lr"] * rate
            if group["kind"] == "muon":
                group["momentum"] = momentum
        optimizer.step()
        model.zero_grad(set_to_none=True)

    first = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    for it in range(2):  # compiles
        step(it, 1000)
    model.load_state_dict(first)
    optimizer.state.clear()
    times = []
    for it in range(iterations):
        began = time.perf_counter()
        step(it, iterations)
        times.append(time.perf_counter() - began)
    model.eval()
    with torch.no_grad():
        loss = val_loss(model, dataset.split("val"))
    print(json.dumps({"step_s": statistics.median(times), "val_loss": loss, "network": loss}))


def windows(tokens: Any, starts: Any) -> tuple[torch.Tensor, torch.Tensor]:
    both = torch.from_numpy(tokens[starts[:, None] + np.arange(BLOCK + 1)].astype(np.int64))
    return both[:, :-1].contiguous(), both[:, 1:].contiguous()


def nanochat_schedules(it: int, total: int) -> tuple[float, float]:
    """Its learning rate, relative, and Muon's momentum: as scripts/base_train.py has them, for a short run."""
    warmup, down = min(40, total // 20), round(0.65 * total)
    top = 0.85 + 0.12 * min(1, (total - down) / 400)
    if it < warmup:
        return (it + 1) / warmup, 0.85 + 0.12 * min(1, it / 400)
    if it <= total - down:
        return 1.0, 0.85 + 0.12 * min(1, it / 400)
    left = (total - it) / down
    return left + (1 - left) * 0.05, top * left + 0.90 * (1 - left)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--train-nanochat"]:
        train_nanochat(sys.argv[2], sys.argv[3], *map(int, sys.argv[4:8]))
        sys.exit()
    try:
        options, _ = read_options(Options, sys.argv[1:])
        main(options)
    except FledgeError as error:
        sys.exit(f"error: {error}")
