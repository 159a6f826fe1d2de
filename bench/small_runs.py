"""Losses of small runs, trained as those of `fledge plan --hours`: what its law was chosen by, and checked with.

    python bench/small_runs.py --data=data --text=bible --runs=1:60000,1:240000,2:120000 [--no-table]

Each run is DEPTH:TOKENS. Batch, iterations and learning rate are the plan's own for that depth and so many tokens. At
most 150,000 tokens of the validation split are read. One thread: its losses are the same beside other work.
"""

import os
import sys
from dataclasses import dataclass

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before torch is imported

from fledge.api.best_for_time import asked_recipe
from fledge.config.fields import setting
from fledge.options.parser import parse, read_options
from fledge.options.plan import COMMAND
from fledge.plan.recipe import ORIGIN, Recipe
from fledge.plan.rung import run_rung
from fledge.plan.unigrams import unigram_loss

VAL_TOKENS = 150_000


@dataclass(frozen=True)
class Options:
    data: str = setting("data", "where the datasets are")
    text: str = setting("shakespeare_char", "the name of one")
    runs: str = setting("1:60000,1:240000,2:120000", "DEPTH:TOKENS, with commas")
    table: bool = setting(True, "with the n-gram table of arch=modern")


def main(options: Options) -> None:
    asked = [f"--dataset={options.text}", f"--data_dir={options.data}", "--hours=1"]
    config, data = asked_recipe(parse(COMMAND, asked))
    if not options.table:
        config = config.with_values(ORIGIN, ngram_rows=0)
    recipe = Recipe(config, data.tokens["train"], data.tokens["val"])
    print(f"{options.text}: {recipe.text_tokens:,} tokens, frequencies alone {unigram_loss(data):.3f}")
    heads = ("tokens", "iterations", "passes", "network", "with counts", "seconds")
    print("depth " + " ".join(f"{head:>11}" for head in heads))
    before = None
    for run in options.runs.split(","):
        depth, tokens = run.split(":")
        rung, before = run_rung(recipe.rung(int(depth), float(tokens), 0), data, VAL_TOKENS, before, lambda: None)
        iterations, passes = rung.tokens // rung.tokens_per_iter, rung.tokens / rung.text_tokens
        print(
            f"{rung.depth:>5} {rung.tokens:>11,} {iterations:>11,} {passes:>11.2f} {rung.network_loss:>11.4f} "
            f"{rung.val_loss:>11.4f} {rung.seconds:>11.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main(read_options(Options, sys.argv[1:])[0])
