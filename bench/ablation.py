"""Variants of a recipe, compared over seeds on text that neither trains the models nor tests the choice.

    python bench/ablation.py --out=FOLDER [--seeds=3] [--jobs=2] [--on=held-out|val]
        -- config/demo.py [--key=value ...] [++ --key=value ... [++ ...]]

What stands before the first ++ is the base; each ++ begins a variant, which changes settings of the base. @NAME among
them is a change that is no setting, a function of bench/variants.py. A validation split that choices were made on is no
test: so the last tenth of the training split becomes the validation split of a second dataset, FOLDER/data, and the
variants train on the rest of it. `--on=val` measures, once the choice is made, on the real split.

Runs have a fixed number of iterations and one thread, so other work on the machine changes none of their numbers; what
an iteration costs has to be measured apart (`fledge bench speed`). Runs that have finished are not repeated. The table
has, for each variant, the mean validation loss over the seeds, its standard deviation, and the mean difference to the
base over pairs of the same seed, with its 95% confidence interval.
"""

import json
import os
import re
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from fledge.common.errors import FledgeError
from fledge.common.stats import mean_interval
from fledge.config.fields import setting
from fledge.data.dataset import Dataset, open_dataset
from fledge.data.shards import Shard
from fledge.options.parser import parse, read_options
from fledge.options.train import COMMAND

FIRST_SEED = 1
HELD_OUT = 0.1  # of the training split
ONE_THREAD = {"OMP_NUM_THREADS": "1"}
VARIANTS = Path(__file__).with_name("variants.py")


@dataclass(frozen=True)
class Options:
    out: str = setting("", "the folder for the second dataset and the runs")
    seeds: int = setting(3, "runs of each variant", least=1, most=100)
    jobs: int = setting(2, "runs at a time", least=1, most=64)
    on: str = setting("held-out", "what the losses are measured on", choices=("held-out", "val"))


def hold_out(dataset: Dataset, folder: Path) -> None:
    """Write a dataset whose validation split is the last tenth of another's training split."""
    folder.mkdir(parents=True, exist_ok=True)
    tokens = dataset.split("train")
    cut = round(len(tokens) * (1 - HELD_OUT))
    parts = {"train": tokens[:cut], "val": tokens[cut:]}
    for name, part in parts.items():
        np.asarray(part).tofile(folder / f"{name}.bin")
    shards = {name: (Shard(f"{name}.bin", len(part)),) for name, part in parts.items()}
    made = replace(dataset, path=folder, shards=shards, bytes=None, documents=None, text=None, source=None)
    (folder / "dataset.json").write_text(json.dumps(made.to_json()))


def variants_in(words: list[str]) -> list[list[str]]:
    """The settings of the base, then those of each variant, the base's included."""
    groups: list[list[str]] = [[]]
    for word in words:
        if word == "++":
            groups.append([])
        else:
            groups[-1].append(word)
    base, *changes = groups
    return [base, *([*base, *change] for change in changes)]


def name_of(arguments: list[str], base: list[str]) -> str:
    return " ".join(word.removeprefix("--") for word in arguments[len(base) :]) or "the base"


def final_loss(run: Path, arguments: list[str]) -> float:
    """The validation loss of a run that is trained to its end, over the whole split."""
    kept = run.parent / f"{run.name}.json"
    if not kept.exists():
        names = [word.removeprefix("@") for word in arguments if word.startswith("@")]
        program = [str(VARIANTS), *names, "--"] if names else ["-m", "fledge"]
        settings = [word for word in arguments if not word.startswith("@")]
        command = [sys.executable, *program, "train", *settings, "--eval_iters=all", "--threads=1"]
        command += [f"--out_dir={run}", "--overwrite"]
        done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **ONE_THREAD})
        if done.returncode:
            raise FledgeError(f"{' '.join(command)} failed:\n{done.stderr[-500:]}")
        events = [json.loads(line) for line in (run / "metrics.jsonl").read_text().splitlines()]
        kept.write_text(json.dumps([event["val_loss"] for event in events if event.get("event") == "eval"][-1]))
    return float(json.loads(kept.read_text()))


def row(name: str, losses: list[float], base: list[float]) -> str:
    each = " ".join(f"{loss:.4f}" for loss in losses)
    cells = [name, str(len(losses)), f"{statistics.mean(losses):.4f}"]
    if len(losses) == 1:
        difference = "" if losses is base else f"{losses[0] - base[0]:+.4f}"
        return "| " + " | ".join([*cells, "", difference, each]) + " |"
    cells.append(f"{statistics.stdev(losses):.4f}")
    if losses is base:
        return "| " + " | ".join([*cells, "", each]) + " |"
    found = mean_interval([loss - other for loss, other in zip(losses, base, strict=True)])
    return "| " + " | ".join([*cells, f"{found.mean:+.4f} ({found.low:+.4f} to {found.high:+.4f})", each]) + " |"


def main() -> None:
    words = sys.argv[1:]
    cut = words.index("--") if "--" in words else len(words)
    options, rest = read_options(Options, words[:cut])
    variants = variants_in(words[cut + 1 :])
    base = variants[0]
    if rest or not options.out or not base:
        raise FledgeError("say where the runs go, and what to train after --.", "Try --out=/tmp/a -- config/demo.py.")
    folder, place = Path(options.out), []
    if options.on == "held-out":
        config = parse(COMMAND, base).config()
        hold_out(open_dataset(Path(config.data_dir) / config.dataset), folder / "data" / config.dataset)
        place = [f"--data_dir={folder / 'data'}"]

    def loss_of(job: tuple[list[str], int]) -> float:
        arguments, seed = job
        # A base is a file and its changes: the whole of it is in the name, so that no other base's run is taken.
        name = re.sub(r"[^\w.=-]+", "_", " ".join(word.removeprefix("--") for word in arguments))
        return final_loss(folder / options.on / f"{name}-{seed}", [*arguments, *place, f"--seed={seed}"])

    seeds = range(FIRST_SEED, FIRST_SEED + options.seeds)
    with ThreadPoolExecutor(options.jobs) as pool:
        losses = list(pool.map(loss_of, [(variant, seed) for variant in variants for seed in seeds]))
    of_variant = [losses[first : first + options.seeds] for first in range(0, len(losses), options.seeds)]
    print("| changed | n | mean | sd | difference | seeds |\n|---|---|---|---|---|---|")
    for variant, its_losses in zip(variants, of_variant, strict=True):
        print(row(name_of(variant, base), its_losses, of_variant[0]), flush=True)


if __name__ == "__main__":
    try:
        main()
    except FledgeError as error:
        sys.exit(f"error: {error}")
