"""The logs of five questions that users asked: pages in several languages answer them."""

import math
import random
from collections.abc import Mapping
from pathlib import Path

Settings = Mapping[str, object]
Evaluations = Mapping[int, tuple[float, float]]  # train and val loss by iteration

SHAKESPEARE = """\
iter 4980: loss 0.8010, time 33.22ms, mfu 11.07%
iter 4990: loss 0.8212, time 33.23ms, mfu 11.09%
step 5000: train loss 0.6224, val loss 1.7044
iter 5000: loss 0.8236, time 4446.83ms, mfu 9.99%
"""
LAPTOP: Settings = {
    "dataset": "shakespeare_char", "n_layer": 4, "n_head": 4, "n_embd": 128, "block_size": 64, "batch_size": 12,
    "gradient_accumulation_steps": 1, "max_iters": 2000, "lr_decay_iters": 2000, "dropout": 0.0, "eval_iters": 20,
    "device": "cpu", "compile": False,
}  # fmt: skip
CARD: Settings = {
    "dataset": "shakespeare_char", "n_layer": 6, "n_head": 6, "n_embd": 384, "block_size": 256, "batch_size": 64,
    "gradient_accumulation_steps": 1, "max_iters": 5000, "lr_decay_iters": 5000, "dropout": 0.2, "eval_iters": 200,
}  # fmt: skip
NARROW: Settings = {
    "n_layer": 12, "n_head": 6, "n_embd": 384, "block_size": 1024, "batch_size": 16, "gradient_accumulation_steps": 32,
    "learning_rate": 1e-3, "min_lr": 1e-4, "max_iters": 20000, "lr_decay_iters": 20000, "dataset": "fineweb_edu",
}  # fmt: skip
WIDE: Settings = {
    **NARROW, "n_head": 12, "n_embd": 768, "batch_size": 8, "gradient_accumulation_steps": 64, "learning_rate": 3e-4,
    "min_lr": 3e-5,
}  # fmt: skip


def write() -> None:
    """Into the current folder."""
    Path("shakespeare.log").write_text(SHAKESPEARE)
    write_log("laptop.log", LAPTOP, 65, "0.80", {2000: (1.76, 1.89)}, 53.0, 0.02)
    write_log("rtx4070ti.log", CARD, 65, "10.65", {5000: (0.6224, 1.7044)}, 33.2, 11.07)
    narrow = {0: (10.96, 10.97), 500: (5.5301, 5.5328), 1000: (4.4561, 4.4593)}
    write_log("width384.log", NARROW, 50304, "40.56", narrow, 3900.0, 12.9)
    write_log("width768.log", WIDE, 50304, "123.59", {0: (10.98, 10.98), 500: (5.5160, 5.5194)}, 9340.0, 15.4)


def write_log(
    name: str, settings: Settings, vocabulary: int, params: str, evaluations: Evaluations, ms: float, mfu: float
) -> None:
    """A log as nanoGPT prints it: its settings first, then a line every ten iterations."""
    sizes = [int(str(settings[key])) for key in ("batch_size", "block_size", "gradient_accumulation_steps")]
    lines = [f"Overriding: {key} = {value}" for key, value in settings.items()]
    lines.append(f"tokens per iteration will be: {math.prod(sizes):,}")
    lines.append(f"found vocab_size = {vocabulary} (inside data/meta.pkl)")
    lines.append(f"number of parameters: {params}M")
    noise = random.Random(name)
    first, last = math.log(vocabulary), max(evaluations)
    end = evaluations[last][0]
    for it in range(0, last + 1, 10):
        if it in evaluations:
            lines.append("step {}: train loss {:.4f}, val loss {:.4f}".format(it, *evaluations[it]))
        loss = end + (first - end) * math.exp(-5 * it / last) + noise.gauss(0, 0.02)
        took = 9 * ms if it in evaluations else ms
        lines.append(f"iter {it}: loss {loss:.4f}, time {took:.2f}ms, mfu {mfu if it >= 50 else -100:.2f}%")
    Path(name).write_text("\n".join(lines) + "\n")
