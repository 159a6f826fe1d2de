"""How often `fledge compare` claims a difference: between runs of one config (wrong), and of different configs (found).

    python bench/comparing.py [--pairs=200] [FOLDER ...]

Each FOLDER holds logs of several seeds: `CONFIG_seedN.log`, `CONFIG_sN` (run directories) or `CONFIG/anything`. Runs of
one config are split into two groups of 1, 2 or 3 seeds: a claim is wrong. Groups of two configs are compared too: a
difference is true if the means of all seeds are further apart than three deviations of a seed (by their pooled spread).
Without folders, only synthetic families are scored, whose truth is known: a falling curve with a decay, seed noise that
is correlated along the run, and evaluation noise.

The constants of the method come from other runs (analyze/compare/noise.py); nothing was fitted to what is scored here.
"""

import itertools
import math
import random
import re
import statistics
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fledge.analyze.compare import compare
from fledge.analyze.compare.loss_difference import equal_difference, main_difference
from fledge.analyze.compare.speeds import speed_difference
from fledge.common.errors import FledgeError
from fledge.config.fields import Value, setting
from fledge.config.schedule import learning_rate
from fledge.config.schema import Config
from fledge.logs.facts import Facts
from fledge.logs.readers import read_log
from fledge.logs.run import Curve, Known, Metric, Run
from fledge.options.parser import read_options

GROUP_SIZES = (1, 2, 3)
DEVIATIONS, DEVIATION_SPREAD = 8, 0.4  # of how much seeds deviate: so many evenly spread draws, and their log's spread
FIXED_THRESHOLD = 0.01  # nats: the rule of thumb that compare is held against
SIZES = ((0, 1), (1, 3), (3, 5), (5, 10), (10, math.inf))  # of true differences, in deviations of a seed


@dataclass(frozen=True)
class Options:
    pairs: int = setting(200, "pairs of each family, kind and group size, at most", least=1, most=100_000)
    synthetic: bool = setting(True, "score the synthetic families too")


@dataclass
class Family:
    """Configs with several runs each. A synthetic one knows its true losses and deviation."""

    name: str
    configs: dict[str, list[Facts]]
    truth: dict[str, float] = field(default_factory=dict)
    sd: float = 0.0

    def difference(self, a: str, b: str) -> float:
        """The true difference of two configs, in deviations of a seed."""
        if self.truth:
            return (self.truth[b] - self.truth[a]) / self.sd
        losses = [[last_val(facts) for facts in self.configs[name]] for name in (a, b)]
        sd = math.sqrt(statistics.mean(statistics.variance(one) for one in losses))
        return (statistics.mean(losses[1]) - statistics.mean(losses[0])) / max(sd, 1e-9)


@dataclass
class Score:
    """Of claims, and of two naive rules on the last losses: any difference, and a fixed threshold."""

    pairs: int = 0
    claims: int = 0
    wrong: int = 0  # claims of the other direction; of equal configs, all
    any_difference: int = 0
    fixed: int = 0
    speed: int = 0  # claims that one is faster

    def __add__(self, other: "Score") -> "Score":
        return Score(*(a + b for a, b in zip(vars(self).values(), vars(other).values(), strict=True)))


def last_val(facts: Facts) -> float:
    assert facts.last_val is not None
    return facts.last_val[1]


def score(a: Sequence[Facts], b: Sequence[Facts], sign: float) -> Score:
    """`sign` is that of the true difference, 0 if there is none."""
    pair = compare([*a, *b], ["a"] * len(a) + ["b"] * len(b)).pairs[0]
    if pair.is_other_data:
        return Score()
    main = main_difference(pair)
    found = [main, *(equal_difference(pair, equal) for equal in pair.equal_axes)]
    signs = [1 if one.ahead is pair.a else -1 for one in found if one is not None and one.ahead]
    apart = statistics.mean(map(last_val, b)) - statistics.mean(map(last_val, a))
    speeds = speed_difference(pair)
    return Score(
        pairs=1,
        claims=bool(main and main.ahead),
        wrong=any(one != sign for one in signs),
        any_difference=apart != 0,
        fixed=abs(apart) > FIXED_THRESHOLD,
        speed=speeds is not None and speeds.kind == "different",
    )


def equal_pairs(family: Family, size: int, most: int, chance: random.Random) -> Iterator[tuple[list[Facts], ...]]:
    """Disjoint groups of runs of one config."""
    found = []
    for runs in family.configs.values():
        chosen = list(itertools.combinations(runs, 2 * size))[:2000]
        for both in chosen:
            for a in itertools.combinations(both, size):
                b = [facts for facts in both if facts not in a]
                if both[0] in a:  # each split once
                    found.append((list(a), b))
    yield from chance.sample(found, min(most, len(found)))


def different_pairs(family: Family, size: int, most: int, chance: random.Random) -> Iterator[tuple[str, ...]]:
    names = [name for name, runs in family.configs.items() if len(runs) >= size]
    pairs = list(itertools.combinations(names, 2))
    for number in range(min(most, 4 * len(pairs))):
        yield pairs[number % len(pairs)]


def measure(family: Family, most: int) -> dict[tuple[int, str], Score]:
    """Scores by group size and by the size of the true difference; "same" for runs of one config."""
    chance = random.Random(family.name)
    found: dict[tuple[int, str], Score] = defaultdict(Score)
    for size in GROUP_SIZES:
        for a, b in equal_pairs(family, size, most, chance):
            found[size, "same"] += score(a, b, 0)
        for first, second in different_pairs(family, size, most, chance):
            deviations = family.difference(first, second)
            kind = next(f"{low} to {high}" for low, high in SIZES if low <= abs(deviations) < high)
            a, b = (chance.sample(family.configs[name], size) for name in (first, second))
            found[size, kind] += score(a, b, math.copysign(1, deviations))
    return found


# logs


def read_family(folder: Path) -> Family:
    configs: dict[str, list[Facts]] = defaultdict(list)
    for path in sorted(folder.iterdir()):
        is_config = path.is_dir() and not (path / "metrics.jsonl").is_file()
        for log in sorted(path.iterdir()) if is_config else [path]:
            name = path.name if is_config else re.sub(r"_?(?:seed|s)\d+$", "", path.stem)
            facts = [Facts(run) for run in _runs(log)]
            known = [one for one in configs[name] if facts and last_val(one) == last_val(facts[0])]
            if not known:  # a copy is no other seed
                configs[name] += facts
    return Family(folder.name, {name: runs for name, runs in configs.items() if len(runs) > 1})


def _runs(path: Path) -> list[Run]:
    try:
        return [run for run in read_log(str(path)).runs if run.curve("val_loss").finite()]
    except FledgeError:
        return []


# synthetic families


@dataclass(frozen=True)
class Kind:
    """A kind of run: its trainer, size, schedule, and how noisy its seeds, evaluations and steps are."""

    format: str
    tokens: int  # a step
    iterations: int
    loss: float  # at the end
    seed_share: float  # of the loss
    evaluation_sd: float
    settings: dict[str, Value] = field(default_factory=dict)
    step_drift: float = 0.02


def synthetic_run(kind: Kind, offset: float, config: int, seed: int, chance: random.Random) -> Run:
    length = kind.iterations
    plan = Config(learning_rate=1e-3, min_lr=1e-4, warmup_iters=length // 20, lr_decay_iters=length, max_iters=length)
    values: dict[str, Value] = {
        "learning_rate": 1e-3, "min_lr": 1e-4, "warmup_iters": length // 20, "lr_decay_iters": length,
        "max_iters": length, "dataset": "synthetic", "tokens_per_iter": kind.tokens, "seed": seed,
        "weight_decay": 0.1 + 0.01 * config, **kind.settings,
    }  # fmt: skip
    names: tuple[Metric, ...] = ("val_loss", "lr", "loss", "dt_ms")
    run = Run(f"{config}-{seed}", kind.format, {name: Curve() for name in names})
    run.settings = {name: Known(value, "synthetic") for name, value in values.items()}
    run.ended = "finished"
    lasting, wandering = chance.gauss(0, kind.seed_share * kind.loss), 0.0
    busy = 1.0
    for it in range(0, length + 1, max(1, length // 200)):
        done = max(it, 1) / length
        rate = learning_rate(plan, it) / 1e-3
        trend = kind.loss * (1 + 0.06 * (done**-0.3 - 1) + 0.07 * (rate - 0.1)) + offset
        wandering = 0.9 * wandering + chance.gauss(0, 0.3 * kind.seed_share * kind.loss)
        level = trend + lasting + wandering * rate
        busy = 1 + 0.9 * (busy - 1) + chance.gauss(0, kind.step_drift)
        run.curves["lr"].add(it, 1e-3 * rate)
        run.curves["loss"].add(it, level + chance.gauss(0, 3.0 / math.sqrt(kind.tokens)))
        run.curves["dt_ms"].add(it, 100 * max(busy, 0.3) * math.exp(chance.gauss(0, 0.05)))
        if it % max(1, length // 20) == 0:
            run.curves["val_loss"].add(it, round(level + chance.gauss(0, kind.evaluation_sd), 4))
    return run


def synthetic_families(runs: int = 6, configs: int = 6) -> Iterator[Family]:
    """Seeds deviate as is usual for the kind of run, times a factor that compare does not know.

    The factors are the middles of equal parts of their distribution: a few random ones decided the score by luck.
    """
    small: dict[str, Value] = {
        "batch_size": 16, "block_size": 64, "gradient_accumulation_steps": 1, "vocab_size": 65, "eval_iters": 200,
    }  # fmt: skip
    large: dict[str, Value] = {
        "batch_size": 16, "block_size": 1024, "gradient_accumulation_steps": 32, "vocab_size": 50304,
    }  # fmt: skip
    kinds = {
        "small, random windows": Kind("nanoGPT", 1024, 2000, 1.6, 0.004, 0.005, small),
        "large, random windows": Kind("nanoGPT", 524_288, 20_000, 3.2, 0.0004, 0.0075, large),
        "large, one val set": Kind("modded-nanogpt", 524_288, 1500, 3.28, 0.0004, 0.0),
        "one val set, noisy seeds": Kind("build-nanogpt", 524_288, 3000, 3.0, 0.0008, 0.0),
        "middle, one val set": Kind("litgpt", 32_768, 5000, 2.8, 0.001, 0.0),
    }
    for name, kind in kinds.items():
        for number in range(DEVIATIONS):
            chance = random.Random(f"{name} {number}")
            middle = statistics.NormalDist(0, DEVIATION_SPREAD).inv_cdf((number + 0.5) / DEVIATIONS)
            factor = math.exp(middle)
            mine = Kind(**{**vars(kind), "seed_share": kind.seed_share * factor})
            # what is left of the wandering at the end, where the rate is a tenth
            seeds = mine.seed_share * mine.loss * math.hypot(1, 0.3 / math.sqrt(1 - 0.9**2) * 0.1)
            sd = math.hypot(seeds, mine.evaluation_sd)
            steps = [0.0, *(sd * chance.uniform(0, 12) for _ in range(configs - 1))]
            made = {
                str(config): [Facts(synthetic_run(mine, step, config, seed, chance)) for seed in range(runs)]
                for config, step in enumerate(steps)
            }
            yield Family(name, made, {str(config): step for config, step in enumerate(steps)}, sd)


# the report


def report(name: str, found: dict[tuple[int, str], Score]) -> None:
    for (size, kind), one in sorted(found.items(), key=lambda item: (item[0][0], _order(item[0][1]))):
        print(
            f"| {name} | {size} | {kind} | {one.pairs} | {one.claims / one.pairs:.0%} | {one.wrong} "
            f"| {one.any_difference / one.pairs:.0%} | {one.fixed / one.pairs:.0%} | {one.speed} |",
            flush=True,
        )


def _order(kind: str) -> float:
    return -1 if kind == "same" else float(kind.partition(" ")[0])


def total(found: Iterable[dict[tuple[int, str], Score]]) -> dict[tuple[int, str], Score]:
    together: dict[tuple[int, str], Score] = defaultdict(Score)
    for one in found:
        for key, value in one.items():
            together[key] += value
    return together


def main() -> None:
    try:
        options, words = read_options(Options, sys.argv[1:])
    except FledgeError as error:
        sys.exit(f"error: {error}")
    print("| family | seeds | difference | pairs | claimed | wrong | any difference | 0.01 apart | faster |")
    print("|---|---|---|---|---|---|---|---|---|")
    by_name: dict[str, list[dict[tuple[int, str], Score]]] = defaultdict(list)
    families = [read_family(Path(word)) for word in words]
    for family in [*families, *(synthetic_families() if options.synthetic else ())]:
        by_name[family.name].append(measure(family, options.pairs))
    for name, found in by_name.items():
        report(name, total(found))
    everything = total(one for found in by_name.values() for one in found)
    same = sum((one for (_, kind), one in everything.items() if kind == "same"), Score())
    true = sum((one for (_, kind), one in everything.items() if _order(kind) >= 3), Score())
    print(
        f"\nRuns of one config: {same.wrong} wrong claims in {same.pairs:,} pairs (0.01 apart: {same.fixed:,}; any "
        f"difference: {same.any_difference:,}), {same.speed} of speed. Differences of three deviations and more: "
        f"{true.claims / max(true.pairs, 1):.0%} of {true.pairs:,} found, {true.wrong} of the wrong direction "
        f"(0.01 apart: {true.fixed / max(true.pairs, 1):.0%})."
    )


if __name__ == "__main__":
    main()
