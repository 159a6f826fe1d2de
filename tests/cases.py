"""Five questions that people asked: the logs they had, with their own figures. Pages and tests use them."""

import math
import random
from collections.abc import Mapping
from pathlib import Path

Evals = Mapping[int, tuple[float, float]]

# The end of a log: what does it say?
QUESTION = """\
iter 4980: loss 0.8010, time 33.22ms, mfu 11.07%
iter 4990: loss 0.8212, time 33.23ms, mfu 11.09%
step 5000: train loss 0.6224, val loss 1.7044
iter 5000: loss 0.8236, time 4446.83ms, mfu 9.99%
"""
# Two configs on one RTX 4070: is the second better?
NARROW = {
    "n_layer": 12, "n_head": 6, "n_embd": 384, "block_size": 1024, "batch_size": 16, "gradient_accumulation_steps": 32,
    "learning_rate": 1e-3, "min_lr": 1e-4, "max_iters": 20000, "lr_decay_iters": 20000, "dataset": "fineweb_edu",
}  # fmt: skip
WIDE = {
    **NARROW, "n_head": 12, "n_embd": 768, "batch_size": 8, "gradient_accumulation_steps": 64, "learning_rate": 3e-4,
    "min_lr": 3e-5,
}  # fmt: skip
NARROW_EVALS = {0: (10.96, 10.97), 500: (5.5301, 5.5328), 1000: (4.4561, 4.4593)}
WIDE_EVALS = {0: (10.98, 10.98), 500: (5.5160, 5.5194)}
# A laptop's CPU and an RTX 4070 Ti: why is the loss of one higher?
LAPTOP = {
    "dataset": "shakespeare_char", "n_layer": 4, "n_head": 4, "n_embd": 128, "block_size": 64, "batch_size": 12,
    "gradient_accumulation_steps": 1, "max_iters": 2000, "lr_decay_iters": 2000, "dropout": 0.0, "eval_iters": 20,
    "device": "cpu", "compile": False,
}  # fmt: skip
CARD = {
    "dataset": "shakespeare_char", "n_layer": 6, "n_head": 6, "n_embd": 384, "block_size": 256, "batch_size": 64,
    "gradient_accumulation_steps": 1, "max_iters": 5000, "lr_decay_iters": 5000, "dropout": 0.2, "eval_iters": 200,
}  # fmt: skip
LAPTOP_EVALS = {2000: (1.76, 1.89)}
CARD_EVALS = {5000: (0.6224, 1.7044)}


def console_log(
    path: Path,
    evals: Evals,
    last: int,
    settings: Mapping[str, object] | None = None,
    params: str = "",
    vocabulary: int = 0,
    ms: float = 40.0,
    mfu: float = 5.0,
    spread: float = 0.05,
    every: int = 10,
) -> str:
    """A log in the format of nanoGPT's console, with its preamble where settings are given."""
    values = dict(settings or {})
    lines = [f"Overriding: {name} = {value}" for name, value in values.items()]
    if values:
        sizes = [int(str(values[name])) for name in ("batch_size", "block_size", "gradient_accumulation_steps")]
        lines.append(f"tokens per iteration will be: {math.prod(sizes):,}")
    lines += [f"found vocab_size = {vocabulary} (inside data/meta.pkl)"] if vocabulary else []
    lines += [f"number of parameters: {params}M"] if params else []
    chance = random.Random(path.name)
    for it in range(0, last + 1, every):
        if it in evals:
            lines.append("step {}: train loss {:.4f}, val loss {:.4f}".format(it, *evals[it]))
        loss = 3 + 7 * math.exp(-it / 300) + chance.gauss(0, spread)
        took = 9 * ms if it in evals else ms
        lines.append(f"iter {it}: loss {loss:.4f}, time {took:.2f}ms, mfu {mfu if it >= 5 * every else -100:.2f}%")
    path.write_text("\n".join(lines) + "\n")
    return str(path)


def write_logs(folder: Path) -> None:
    """The logs that the pages about the questions name."""
    (folder / "shakespeare.log").write_text(QUESTION)
    console_log(folder / "laptop.log", LAPTOP_EVALS, 2000, LAPTOP, "0.80", vocabulary=65, ms=53, mfu=0.02)
    console_log(folder / "card.log", CARD_EVALS, 5000, CARD, "10.65", vocabulary=65, ms=33.2, mfu=11)
    console_log(folder / "narrow.log", NARROW_EVALS, 1000, NARROW, "40.56", 50304, ms=3900, mfu=12.9, spread=0.0)
    console_log(folder / "wide.log", WIDE_EVALS, 520, WIDE, "123.59", 50304, ms=9340, mfu=15.4, spread=0.0)
