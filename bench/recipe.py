"""The recipe and its alternatives: the validation loss (whole split) of variants of a run, over several seeds.

    python bench/recipe.py FILE.py [--key=value ...] [--seeds=3] [VARIANT ...]

A VARIANT is settings and changes of the architecture, with commas: `learning_rate=0.01,look_back=1`. The run as it is
comes first. Losses are compared at equal iterations; the seconds say what a variant costs.
"""

import statistics
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from unittest.mock import patch

import torch
import torch.nn.functional as F

from fledge.config.schedule import learning_rate
from fledge.config.schema import SETTINGS, load_config
from fledge.model import modern, ngrams
from fledge.optim import muon
from fledge.optim.build import set_learning_rate
from fledge.optim.muon import orthogonalise
from fledge.train.evaluate import Evaluator
from fledge.train.launch import new_launch
from fledge.train.session import new_session
from fledge.train.step import TrainingStep, batches_of

# What settings can't change: where it is in the code, and what stands there instead.
CHANGES: dict[str, Callable[[str], tuple[object, str, object]]] = {
    "look_back": lambda n: (ngrams, "LOOK_BACK", int(n)),  # 1: bigrams only
    "rope_base": lambda base: (modern, "ROPE_BASE", float(base)),
    "norm": lambda _: (modern, "norm", lambda x: F.layer_norm(x, (x.size(-1),))),
    "qk_norm": lambda _: (modern, "qk_norm", lambda x: x),
    "activation": lambda name: (modern, "activation", getattr(F, name)),
    "newton_schulz": lambda n: (muon, "orthogonalise", lambda x: orthogonalise(x, int(n))),
}


def run(arguments: list[str], seed: int) -> tuple[float, float]:
    """The final validation loss and the seconds of training."""
    config = load_config([*arguments, f"--seed={seed}", "--eval_iters=all"])
    session = new_session(new_launch(config))
    train, val = batches_of(session, "train"), batches_of(session, "val")
    step = TrainingStep(session, session.model, train)
    began = time.perf_counter()
    for it in range(config.max_iters):
        set_learning_rate(session.optimizers, learning_rate(config, it))
        step.run(it)
    seconds = time.perf_counter() - began
    return Evaluator(config, session.runtime, train, val, None).losses(session.model).val, seconds


def main() -> None:
    shared = [word for word in sys.argv[1:] if word.startswith("--") or word.endswith(".py")]
    variants = [word for word in sys.argv[1:] if word not in shared]
    seeds = next((int(word.removeprefix("--seeds=")) for word in shared if word.startswith("--seeds=")), 3)
    shared = [word for word in shared if not word.startswith("--seeds=")]
    print(f"{' '.join(shared)}; {seeds} seeds, {torch.get_num_threads()} threads")
    for variant in ["", *variants]:
        pairs = dict(item.split("=", 1) for item in variant.split(",") if item)
        settings = [f"--{key}={value}" for key, value in pairs.items() if key in SETTINGS]
        with ExitStack() as stack:
            for key in pairs.keys() - SETTINGS.keys():
                stack.enter_context(patch.object(*CHANGES[key](pairs[key])))
            results = [run([*shared, *settings], seed) for seed in range(1, seeds + 1)]
        losses, seconds = zip(*results, strict=True)
        spread = statistics.stdev(losses) if seeds > 1 else 0.0
        print(
            f"{variant or 'as it is':40} val {statistics.mean(losses):.4f} +- {spread:.4f}  "
            f"{statistics.median(seconds):6.1f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
