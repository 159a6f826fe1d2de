"""Checks `fledge plan --hours` on real texts: the loss planned against the run's, the depth against its neighbours.

For each text: plan for --minutes, train the chosen depth and, with --neighbours, the next smaller and larger ones in
full, each for as long as it was planned. A depth that the plan does not consider, because the text is short, gets as
many iterations as the chosen one. It says what the ladder took of the budget (at most 10% is promised), how far the
loss was from the plan's and whether inside its range (2% at 30 minutes), and how far the chosen depth is behind the
best of its neighbours (0.5%).

    python bench/best_for_time.py --minutes=30 --data=data --texts=shakespeare_char,reviews,arabic_small --neighbours

Datasets must be prepared. On a busy machine the times are worthless; the losses are not.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fledge.config.fields import setting
from fledge.logs.readers import read_log
from fledge.options.parser import read_options


@dataclass(frozen=True)
class BenchOptions:
    minutes: float = setting(30.0, "the time there is", above=0, most=1e6)
    data: str = setting("data", "where the datasets are")
    texts: str = setting("shakespeare_char,reviews,arabic_small", "their names, with commas")
    neighbours: bool = setting(False, "train the next smaller and larger depth in full, too")
    settings: str = setting("", "more settings of every plan, separated by spaces, as one types them")


def main(argv: list[str]) -> int:
    options, _ = read_options(BenchOptions, argv)
    print(f"{options.minutes:g} minutes; ladder: share of that. off: the run's val loss against the plan's.")
    head = ("text", "depth", "ladder", "planned", "range", "actual", "off", "inside", "behind best", "losses")
    print(" | ".join(head))
    for name in options.texts.split(","):
        with tempfile.TemporaryDirectory(prefix="fledge-best-") as folder:
            print(" | ".join(check(name, options, Path(folder))), flush=True)
    return 0


def check(name: str, options: BenchOptions, folder: Path) -> list[str]:
    """One row: plans, trains, and compares."""
    asked = [f"--dataset={name}", f"--data_dir={Path(options.data).resolve()}", *options.settings.split()]
    began = time.perf_counter()
    command = ["plan", *asked, f"--hours={options.minutes / 60}", "--json"]
    plan = json.loads(fledge(command, folder))
    share = (time.perf_counter() - began) / (60 * options.minutes)  # with tracing and starting
    best = plan["best"]
    expected = best["val_loss"]
    losses = {best["depth"]: train([str(folder / plan["file"])], folder, best["depth"])}
    for other in neighbours_of(plan) if options.neighbours else ():
        names = ("depth", "batch_size", "gradient_accumulation_steps", "max_iters")
        changed = [f"--{key}={other[key]}" for key in names]
        evaluated = f"--eval_interval={-(-other['max_iters'] // 8)}"
        losses[other["depth"]] = train([str(folder / plan["file"]), *changed, evaluated], folder, other["depth"])
    actual = losses[best["depth"]]
    is_inside = expected["low"] <= actual <= expected["high"]
    behind = actual / min(losses.values()) - 1
    return [
        name,
        str(best["depth"]),
        f"{share:.1%}",
        f"{expected['value']:.4f}",
        f"{expected['low']:.3f} to {expected['high']:.3f}",
        f"{actual:.4f}",
        f"{actual / expected['value'] - 1:+.2%}",
        "yes" if is_inside else "no",
        f"{behind:.2%}",
        ", ".join(f"{depth}: {losses[depth]:.4f}" for depth in sorted(losses)),
    ]


def neighbours_of(plan: dict[str, Any]) -> list[dict[str, Any]]:
    """The next smaller and larger choices."""
    best = plan["best"]
    smaller = plan["smaller"] or {**best, "depth": best["depth"] - 1}
    larger = plan["larger"] or {**best, "depth": best["depth"] + 1}
    return [smaller, larger] if best["depth"] > 1 else [larger]


def train(words: list[str], folder: Path, depth: int) -> float:
    """The validation loss at the end of a run."""
    run = folder / f"depth-{depth}"
    fledge(["train", *words, f"--out_dir={run}"], folder)
    return float(read_log(str(run)).runs[-1].curve("val_loss").values[-1])


def fledge(argv: list[str], folder: Path) -> str:
    """A command as a user types it, with a cache of its own: nothing is remembered from before."""
    env: dict[str, Any] = {**os.environ, "FLEDGE_CACHE": str(folder / "cache"), "FLEDGE_LANG": "en"}
    done = subprocess.run(
        [sys.executable, "-m", "fledge", *argv], cwd=folder, env=env, stdout=subprocess.PIPE, text=True
    )
    if done.returncode:
        raise SystemExit(f"fledge {' '.join(argv)} ended with code {done.returncode}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
