"""Whether the rule of `fledge sweep` drops winners, and what it saves: sweeps replayed on runs that have finished.

    python bench/sweeping.py FOLDER [--set=scored] [--seed=2] [--sweeps=50] [--rows]

Runs that are not in FOLDER yet are trained there, on one core, some seconds to minutes each. Only their logs are kept.
The rule was developed on `tuned`, `wide`, `others`, `fresh` and seed 1 of `scored`. By seed 2, by `last`, which has
other sizes, rates and seeds, and by `example`, the grid of docs/sweeping.md, no number was chosen. A sweep draws its
candidates from one family and one seed, as `fledge sweep` has one: half of the sweeps are grids (some learning rates
times some depths), half are any runs. The winner is the run with the lowest validation loss, if all run to their ends.
Costs are counted in FLOPs of training, so that no timing of this machine enters; that a process starts again, and
evaluations, are not in it.

For comparison: successive halving, which drops the worse half by the losses at 30% and at 60% of the runs; and
foresight, which knows every end, and drops at once what ends higher than a finished trial by more than seeds differ.
"""

import itertools
import random
import statistics
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from forecasting import train

from fledge.analyze.compare.noise import seed_share, step_tokens
from fledge.analyze.sweep import Standing, beaten_by, next_trial, standing, stops
from fledge.common.errors import FledgeError
from fledge.config.fields import Value, setting
from fledge.config.load import load_config
from fledge.logs.facts import Facts
from fledge.logs.readers import read_log
from fledge.logs.rundir import events_in
from fledge.options.parser import read_options

COMMON = (
    "--dataset=shakespeare_char --device=cpu --threads=1 --compile=False --gradient_accumulation_steps=1 "
    "--log_interval=10 --eval_iters=16"
)
GPT2 = "--arch=gpt2 --warmup_iters=20 --beta2=0.99 --lr_decay_iters=0 --min_lr=1e-4"
MODERN = "--arch=modern --ngram_rows=8192"
HALVING_SHARES = (0.3, 0.6)
MAX_CANDIDATES = 8


def grid(
    family: str,
    settings: str,
    layers: Iterable[int],
    rates: Iterable[float],
    seeds: Iterable[int],
    more: Iterable[str] = ("",),
    size: str = "n_layer",
) -> dict[str, str]:
    return {
        f"{family}-{layer}x-{rate:g}{other.partition('=')[2] and '-' + other.partition('=')[2]}-s{seed}": (
            f"{settings} {other} --{size}={layer} --learning_rate={rate} --seed={seed}"
        )
        for seed, layer, rate, other in itertools.product(seeds, layers, rates, more)
    }


RUNS = {
    "tuned": {
        **grid(
            "gpt2",
            f"{GPT2} --n_head=3 --n_embd=48 --block_size=48 --batch_size=12 --max_iters=400 --eval_interval=12",
            layers=(2,),
            rates=(7e-4, 1.4e-3, 2.8e-3, 5.6e-3),
            seeds=(3, 4),
        ),
        **grid(
            "modern",
            f"{MODERN} --n_head=3 --n_embd=48 --block_size=48 --batch_size=12 --max_iters=250 --eval_interval=8",
            layers=(2,),
            rates=(0.007, 0.014, 0.028, 0.056),
            seeds=(3,),
        ),
    },
    "scored": {
        **grid(
            "gpt2",
            f"{GPT2} --n_head=2 --n_embd=64 --block_size=32 --batch_size=16 --max_iters=500 --eval_interval=15",
            layers=(1, 2),
            rates=(5e-4, 1e-3, 2e-3, 4e-3, 8e-3),
            seeds=(1, 2),
        ),
        **grid(
            "modern",
            f"{MODERN} --n_head=2 --n_embd=64 --block_size=32 --batch_size=16 --max_iters=300 --eval_interval=10",
            layers=(1, 2),
            rates=(0.005, 0.01, 0.02, 0.04),
            seeds=(1, 2),
        ),
    },
    "fresh": {
        **grid(
            "gpt2",
            f"{GPT2} --n_head=2 --n_embd=48 --block_size=64 --batch_size=16 --max_iters=320 --eval_interval=10",
            layers=(1, 3),
            rates=(1.5e-3, 3e-3, 6e-3),
            seeds=(5,),
            more=("--dropout=0", "--dropout=0.1"),
        ),
        **grid(
            "modern",
            f"{MODERN} --n_head=2 --n_embd=48 --block_size=64 --batch_size=16 --max_iters=224 --eval_interval=7",
            layers=(1, 3),
            rates=(0.01, 0.02, 0.03),
            seeds=(5,),
            more=("--ngram_dropout=0.1", "--ngram_dropout=0.4"),
        ),
    },
    "wide": {
        **grid(
            "gpt2",
            f"{GPT2} --n_head=2 --n_embd=64 --block_size=64 --batch_size=16 --max_iters=300 --eval_interval=9 "
            "--eval_iters=8",
            layers=(1, 2, 4),
            rates=(1e-3, 2e-3, 4e-3, 8e-3),
            seeds=(6,),
        ),
        **grid(
            "modern",
            f"{MODERN} --n_head=2 --n_embd=64 --block_size=64 --batch_size=16 --max_iters=250 --eval_interval=7 "
            "--eval_iters=8",
            layers=(1, 2, 4),
            rates=(0.01, 0.02, 0.04),
            seeds=(6, 7),
        ),
    },
    "others": {
        **grid(
            "gpt2_dropout",
            f"{GPT2} --n_head=2 --n_embd=48 --block_size=64 --batch_size=16 --max_iters=300 --eval_interval=9 "
            "--eval_iters=8",
            layers=(2,),
            rates=(1.5e-3, 3e-3, 6e-3),
            seeds=(11,),
            more=("--dropout=0", "--dropout=0.1", "--dropout=0.2"),
        ),
        **grid(
            "modern_embedding",
            f"{MODERN} --n_head=2 --n_embd=48 --block_size=64 --batch_size=16 --max_iters=250 --eval_interval=7 "
            "--eval_iters=8",
            layers=(2,),
            rates=(0.01, 0.02, 0.04),
            seeds=(11,),
            more=("--embedding_lr=0.03", "--embedding_lr=0.1", "--embedding_lr=0.3"),
        ),
        **grid(
            "modern_ngrams",
            f"{MODERN} --n_head=2 --n_embd=48 --block_size=64 --batch_size=16 --max_iters=250 --eval_interval=7 "
            "--eval_iters=8",
            layers=(2,),
            rates=(0.01, 0.02, 0.04),
            seeds=(11,),
            more=("--ngram_dropout=0.05", "--ngram_dropout=0.2", "--ngram_dropout=0.5"),
        ),
        **grid(
            "gpt2_linear",
            f"{GPT2} --schedule=linear --n_head=2 --n_embd=48 --block_size=64 --batch_size=16 --max_iters=300 "
            "--eval_interval=9 --eval_iters=8",
            layers=(2,),
            rates=(1e-3, 2e-3, 4e-3, 8e-3, 1.6e-2),
            seeds=(10,),
        ),
        **grid(
            "gpt2_constant",
            f"{GPT2} --decay_lr=False --n_head=2 --n_embd=48 --block_size=64 --batch_size=16 --max_iters=300 "
            "--eval_interval=9 --eval_iters=8",
            layers=(2,),
            rates=(1e-3, 2e-3, 4e-3, 8e-3, 1.6e-2),
            seeds=(10,),
        ),
        **grid(
            "modern_cosine",
            f"{MODERN} --schedule=cosine --n_head=2 --n_embd=48 --block_size=64 --batch_size=16 --max_iters=250 "
            "--eval_interval=7 --eval_iters=8",
            layers=(1, 3),
            rates=(0.01, 0.03, 0.09),
            seeds=(10,),
        ),
    },
    "last": {
        **grid(
            "gpt2",
            f"{GPT2} --n_head=3 --n_embd=72 --block_size=32 --batch_size=32 --max_iters=360 --eval_interval=11 "
            "--eval_iters=8",
            layers=(2, 3, 4),
            rates=(8e-4, 2e-3, 5e-3, 1.2e-2),
            seeds=(8,),
        ),
        **grid(
            "modern",
            f"{MODERN} --n_head=3 --n_embd=72 --block_size=32 --batch_size=32 --max_iters=288 --eval_interval=9 "
            "--eval_iters=8",
            layers=(2, 3, 4),
            rates=(0.01, 0.02, 0.04),
            seeds=(9,),
            more=("", "--ngram_dropout=0.3"),
        ),
    },
    "example": {
        **grid(
            "modern",
            "--arch=modern --block_size=64 --batch_size=16 --max_iters=300 --eval_interval=9 --eval_iters=8",
            layers=(2, 3, 4),
            rates=(0.01, 0.02, 0.04),
            seeds=(12, 13),
            size="depth",
        ),
    },
}


@dataclass(frozen=True)
class Options:
    set: str = setting("scored", "which runs are swept", choices=tuple(RUNS))
    seed: int = setting(0, "draw sweeps of this seed only; 0: of any, each of one", least=0, most=1000)
    sweeps: int = setting(50, "how many sweeps are drawn", least=1, most=100_000)
    rows: bool = setting(False, "print every sweep, not only the summary")
    data_dir: str = setting("data", "where shakespeare_char is, made by `fledge prepare shakespeare_char`")


@dataclass(frozen=True, eq=False)
class Candidate:
    name: str
    facts: Facts

    @property
    def max_iters(self) -> int:
        return self.facts.run.last_iter

    @property
    def best(self) -> float:
        return min(self.facts.run.curve("val_loss").finite().values)

    @property
    def cost(self) -> float:
        """Of one iteration."""
        assert self.facts.flops_per_token
        assert self.facts.tokens_per_iter
        return self.facts.flops_per_token * self.facts.tokens_per_iter

    @cache  # noqa: B019 the candidates live as long as the script
    def standing(self, at: int) -> Standing:
        return standing(self.name, self.facts, at, self.max_iters)


@dataclass(frozen=True)
class Replay:
    """How a sweep went: the iterations of each candidate, and those that were dropped."""

    iterations: dict[Candidate, int]
    dropped: list[Candidate]

    @property
    def winner(self) -> Candidate:
        return min(self.iterations, key=lambda one: one.best)

    @property
    def has_lost_winner(self) -> bool:
        return self.winner in self.dropped

    @property
    def lost(self) -> float:
        """How much higher the loss of the best that is left is than the winner's, as a share."""
        left = min(one.best for one in self.iterations if one not in self.dropped)
        return left / self.winner.best - 1

    @property
    def used(self) -> float:
        return sum(one.cost * iterations for one, iterations in self.iterations.items())

    @property
    def whole(self) -> float:
        """What all trials would use, if none was dropped."""
        return sum(one.cost * one.max_iters for one in self.iterations)

    @property
    def saved(self) -> float:
        return 1 - self.used / self.whole


def by_rule(candidates: Sequence[Candidate]) -> Replay:
    return _replay(candidates, lambda trial, others: beaten_by(trial, others) is not None)


def by_foresight(candidates: Sequence[Candidate]) -> Replay:
    ends = {one.name: one.best for one in candidates}
    noise = seed_share(step_tokens(candidates[0].facts))
    return _replay(
        candidates,
        lambda trial, others: any(
            ends[trial.name] > (1 + noise) * ends[other.name] for other in others if other.is_done
        ),
    )


def _replay(candidates: Sequence[Candidate], is_beaten: Callable[[Standing, Sequence[Standing]], bool]) -> Replay:
    """As `fledge sweep` goes, one trial after the other."""
    by_name = {one.name: one for one in candidates}
    standings = {one.name: Standing(one.name, 0, one.max_iters) for one in candidates}
    dropped: list[str] = []
    while (chosen := next_trial([now for now in standings.values() if now.name not in dropped])) is not None:
        standings[chosen.name] = by_name[chosen.name].standing(
            min(stop for stop in stops(chosen.max_iters) if stop > chosen.at)
        )
        judged = [now for now in standings.values() if now.name not in dropped]
        dropped += [now.name for now in judged if not now.is_done and is_beaten(now, judged)]
    return Replay({by_name[now.name]: now.at for now in standings.values()}, [by_name[name] for name in dropped])


def by_halving(candidates: Sequence[Candidate]) -> Replay:
    iterations: dict[Candidate, int] = {}
    left = list(candidates)
    for share in HALVING_SHARES:
        ranked = sorted(left, key=lambda one: _loss_at(one, share))
        left = ranked[: (len(ranked) + 1) // 2]
        iterations |= {one: int(share * one.max_iters) for one in ranked[len(left) :]}
    dropped = list(iterations)
    return Replay(iterations | {one: one.max_iters for one in left}, dropped)


def _loss_at(one: Candidate, share: float) -> float:
    found = one.facts.run.curve("val_loss").finite().before(int(share * one.max_iters))
    assert found is not None
    return found


def drawn(candidates: Sequence[Candidate], is_grid: bool, chance: random.Random) -> list[Candidate]:
    """The candidates of one sweep: of one family and one seed, a grid or any."""
    family = chance.choice(sorted({one.name.partition("-")[0] for one in candidates}))
    own = [one for one in candidates if one.name.startswith(f"{family}-")]
    seed = chance.choice(_values(own, "seed"))
    own = [one for one in own if one.facts.run.value("seed") == seed]
    if not is_grid:
        return chance.sample(own, chance.randint(3, min(MAX_CANDIDATES, len(own))))
    chosen: dict[str, list[Value]] = {}
    rates, layers = _values(own, "learning_rate"), _values(own, "n_layer")
    chosen["learning_rate"] = chance.sample(rates, chance.randint(3, len(rates)))
    chosen["n_layer"] = chance.sample(layers, chance.randint(1, len(layers)))
    return [one for one in own if all(one.facts.run.value(key) in values for key, values in chosen.items())]


def _values(candidates: Sequence[Candidate], key: str) -> list[Value]:
    return sorted({value for one in candidates if (value := one.facts.run.value(key)) is not None}, key=str)


def made(folder: Path, name: str, settings: str, data_dir: str) -> Candidate:
    path = folder / name
    metrics = path / "metrics.jsonl"
    if not metrics.exists() or list(events_in(metrics))[-1]["event"] != "end":
        print(f"training {name}", file=sys.stderr, flush=True)
        train(load_config([*COMMON.split(), *settings.split(), f"--data_dir={data_dir}", f"--out_dir={path}"]))
    return Candidate(name, Facts(read_log(str(path)).runs[-1]))


def print_rows(replays: Sequence[tuple[Replay, Replay]]) -> None:
    print("| sweep | trials | winner | loss | rule: saved | dropped | halving: saved | winner dropped |")
    print("|---|---|---|---|---|---|---|---|")
    for number, (rule, halving) in enumerate(replays, 1):
        winner = rule.winner
        lost = " WINNER DROPPED" if rule.has_lost_winner else ""
        print(
            f"| {number} | {len(rule.iterations)} | {winner.name} | {winner.best:.4f} | {rule.saved:.0%} "
            f"| {len(rule.dropped)}{lost} | {halving.saved:.0%} | {'yes' if halving.has_lost_winner else ''} |"
        )
    print()


def print_summary(name: str, replays: Sequence[Replay]) -> None:
    saved = [one.saved for one in replays]
    lost = [one.lost for one in replays if one.has_lost_winner]
    worst = f", by up to {max(lost):.2%} of the loss" if lost else ""
    together = 1 - sum(one.used for one in replays) / sum(one.whole for one in replays)
    print(
        f"{name}: winners dropped in {len(lost)} of {len(replays)}{worst}; saved {statistics.median(saved):.0%} "
        f"(median; {min(saved):.0%} to {max(saved):.0%}), {statistics.mean(saved):.0%} (mean), "
        f"{together:.0%} of all their work"
    )


def main() -> None:
    try:
        options, words = read_options(Options, sys.argv[1:])
        if len(words) != 1:
            raise FledgeError("name one folder for the runs.", "Try `python bench/sweeping.py /tmp/sweeping`.")
        folder = Path(words[0]) / options.set
        candidates = [made(folder, name, settings, options.data_dir) for name, settings in RUNS[options.set].items()]
    except FledgeError as error:
        sys.exit(f"error: {error}")
    if options.seed:
        candidates = [one for one in candidates if one.facts.run.value("seed") == options.seed]
    chance = random.Random(options.set)
    sweeps = [drawn(candidates, number % 2 == 0, chance) for number in range(options.sweeps)]
    replays = [(by_rule(sweep), by_halving(sweep)) for sweep in sweeps]
    if options.rows:
        print_rows(replays)
    trials = [len(sweep) for sweep in sweeps]
    print(f"{len(sweeps)} sweeps of {min(trials)} to {max(trials)} trials, drawn from {len(candidates)} runs")
    print_summary("the rule of fledge sweep", [rule for rule, _ in replays])
    print_summary("successive halving", [halving for _, halving in replays])
    print_summary("foresight", [by_foresight(sweep) for sweep in sweeps])


if __name__ == "__main__":
    main()
