"""How much the expectations of `fledge plan --hours` differ from ladder to ladder, and how far they are off.

    python bench/ladders.py --data=data --text=reviews --minutes=30 --ladders=4 --runs=4:14400000:4.017 [--no-table]

Climbs several ladders for the same time, each from other seeds and remembering nothing, and prints what each law
expects of runs that were trained in full: DEPTH:TOKENS:LOSS, with commas. Its range must hold the loss, and 2% is the
aim. One thread; rungs get shorter beside other work.
"""

import os
import re
import statistics
import sys
import tempfile
from dataclasses import dataclass, replace

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before torch is imported

from fledge.api.best_for_time import asked_recipe
from fledge.common.errors import FledgeError
from fledge.config.fields import setting
from fledge.data.mixture import Data
from fledge.options.parser import parse, read_options
from fledge.options.plan import COMMAND
from fledge.plan.ladder import MOST_S, SHARE, Ladder
from fledge.plan.ladder_results import law_of
from fledge.plan.recipe import ORIGIN, Recipe
from fledge.plan.rung import weights_of
from fledge.plan.scaling import ScalingLaw
from fledge.plan.unigrams import unigram_loss

SEEDS_EACH = 10  # a ladder uses two


@dataclass(frozen=True)
class Options:
    data: str = setting("data", "where the datasets are")
    text: str = setting("shakespeare_char", "the name of one")
    minutes: float = setting(30.0, "the time that the plans are for", above=0, most=1e6)
    ladders: int = setting(4, "how many", least=1, most=100)
    runs: str = setting("", "DEPTH:TOKENS:LOSS of runs that have finished, with commas")
    table: bool = setting(True, "with the n-gram table of arch=modern")


@dataclass(frozen=True)
class FinishedRun:
    depth: int
    tokens: int
    loss: float


def read_runs(words: str) -> list[FinishedRun]:
    found = [re.fullmatch(r"([1-9]\d?):(\d{4,12}):(\d+\.\d+)", run) for run in words.split(",")]
    if not all(found):
        raise FledgeError(f"--runs={words}: write DEPTH:TOKENS:LOSS, such as 4:14400000:4.017.")
    return [FinishedRun(int(run[1]), int(run[2]), float(run[3])) for run in found if run]


def climbed_law(recipe: Recipe, data: Data, seconds: float) -> ScalingLaw:
    """The law of a ladder with a cache of its own."""
    with tempfile.TemporaryDirectory(prefix="fledge-ladder-") as folder:
        os.environ["FLEDGE_CACHE"] = folder
        rungs = Ladder(recipe, data, seconds).climb()
    return law_of(rungs, unigram_loss(data), bool(recipe.base.ngram_rows))[0]


def print_ladders(options: Options) -> None:
    runs = read_runs(options.runs)
    asked = [f"--dataset={options.text}", f"--data_dir={options.data}", f"--hours={options.minutes / 60}"]
    config, data = asked_recipe(parse(COMMAND, asked))
    if not options.table:
        config = config.with_values(ORIGIN, ngram_rows=0)
    recipe = Recipe(config, data.tokens["train"], data.tokens["val"])
    print(f"{options.text}, {options.minutes:g} minutes. Expected (range), off: the run against what was expected")
    print(f"{'ladder':>6} {'depth':>5} {'tokens':>11} {'expected':>8} {'range':>16} {'came':>7} {'off':>7}  inside")
    misses, inside = [], 0
    for number in range(options.ladders):
        base = config.with_values(ORIGIN, seed=config.seed + SEEDS_EACH * number)
        law = climbed_law(replace(recipe, base=base), data, min(MOST_S, 3600 * SHARE * options.minutes / 60))
        for run in runs:
            weights = weights_of(recipe.config(run.depth, run.tokens))
            found = law.predict(weights, run.tokens, recipe.text_tokens)
            is_inside = found.low <= run.loss <= found.high
            misses.append(run.loss / found.value - 1)
            inside += is_inside
            expected = f"{found.value:>8.4f} {found.low:>7.3f}, {found.high:>7.3f}"
            came = f"{run.loss:>7.4f} {misses[-1]:>+7.2%}  {'yes' if is_inside else 'no'}"
            print(f"{number + 1:>6} {run.depth:>5} {run.tokens:>11,} {expected} {came}", flush=True)
    near = sum(abs(miss) <= 0.02 for miss in misses)
    spread = f", standard deviation {statistics.stdev(misses):.2%}" if len(misses) > 1 else ""
    print(f"{near} of {len(misses)} within 2%, {inside} inside; mean {statistics.mean(misses):+.2%}{spread}")


def main() -> None:
    try:
        options, words = read_options(Options, sys.argv[1:])
        if words:
            raise FledgeError(
                f"{words[0]} means nothing here.",
                "Options only: --data, --text, --minutes, --ladders, --runs, --no-table.",
            )
        print_ladders(options)
    except FledgeError as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
