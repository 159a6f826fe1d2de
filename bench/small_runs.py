"""Losses of small runs, trained as those of `fledge plan --hours`: what its law was chosen by, and checked with.

    python bench/small_runs.py --data=data --text=bible --runs=1:60000,1:240000,2:120000 [--no-table]

Each run is DEPTH:TOKENS. Batch, iterations and learning rate are the plan's own for that depth and so many tokens. At
most 150,000 tokens of the validation split are read. One thread: its losses are the same beside other work.
"""

import os
import re
import sys
from dataclasses import dataclass

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before torch is imported

from fledge.api.best_for_time import asked_recipe
from fledge.common.errors import FledgeError
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


def read_runs(words: str) -> list[tuple[int, float]]:
    """Depth and tokens of each run."""
    runs = [re.fullmatch(r"([1-9]\d?):(\d{4,12})", run) for run in words.split(",")]
    if not all(runs):
        raise FledgeError(f"--runs={words}: write DEPTH:TOKENS, such as 1:60000,2:120000.")
    return [(int(run[1]), float(run[2])) for run in runs if run]


def print_runs(options: Options) -> None:
    wanted = read_runs(options.runs)
    asked = [f"--dataset={options.text}", f"--data_dir={options.data}", "--hours=1"]
    config, data = asked_recipe(parse(COMMAND, asked))
    if not options.table:
        config = config.with_values(ORIGIN, ngram_rows=0)
    recipe = Recipe(config, data.tokens["train"], data.tokens["val"])
    print(f"{options.text}: {recipe.text_tokens:,} tokens, frequencies alone {unigram_loss(data):.3f}")
    heads = ("tokens", "iterations", "passes", "network", "with counts", "seconds")
    print("depth " + " ".join(f"{head:>11}" for head in heads))
    before = None
    for depth, tokens in wanted:
        rung, before = run_rung(recipe.rung(depth, tokens, 0), data, VAL_TOKENS, before, lambda: None)
        iterations, passes = rung.tokens // rung.tokens_per_iter, rung.tokens / rung.text_tokens
        print(
            f"{rung.depth:>5} {rung.tokens:>11,} {iterations:>11,} {passes:>11.2f} {rung.network_loss:>11.4f} "
            f"{rung.val_loss:>11.4f} {rung.seconds:>11.1f}",
            flush=True,
        )


def main() -> None:
    try:
        options, words = read_options(Options, sys.argv[1:])
        if words:
            raise FledgeError(f"{words[0]} means nothing here.", "Options only: --data, --text, --runs, --no-table.")
        print_runs(options)
    except FledgeError as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
