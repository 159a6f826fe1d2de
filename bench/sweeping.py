"""Whether the rule of `fledge sweep` drops winners, and what it saves: sweeps replayed on runs that have finished.

    python bench/sweeping.py FOLDER [--sets=scored] [--seed=2] [--sweeps=50] [--rows] [--measure]

Runs that are not in FOLDER yet are trained there, on one core, some seconds to minutes each. Only their logs are kept.
The rule was developed on `tuned`, `wide`, `others`, `fresh` and seed 1 of `scored`. By seed 2, by `last`, which has
other sizes, rates and seeds, by `example`, the grid of docs/sweeping.md, and by `usual` no number was chosen; but a
winner of `usual` that was dropped is why a trial that came nearer early on is given longer. A sweep draws its
candidates from one family and one seed, as `fledge sweep` has one: half of the sweeps are grids (some learning rates
times some depths), half are any runs. The winner is the run with the lowest validation loss, if all run to their ends.
Costs are counted in FLOPs of training, so that no timing of this machine enters; that a process starts, and
evaluations, are not in it.

For comparison: successive halving, which drops the worse half by the losses at 30% and at 60% of the runs; and
foresight, which knows every end, and drops at once what ends higher than a finished trial by more than seeds differ.

Two places side by side decide the same. How much more they get done than one on all cores is assumed (GAINS), or
measured for every size of model in the sets (`--measure`, on a quiet machine). Some of it is for trials that are
dropped before their turn comes.
"""

import random
import re
import statistics
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

from forecasting import train
from side_by_side import tokens_per_s
from sweep_runs import COMMON, RUNS

from fledge.analyze.compare.noise import seed_share, step_tokens
from fledge.analyze.sweep import Standing, beaten_by, glimpse, next_ahead, next_trial, standing, stops
from fledge.api.sweep_places import pays_in_pairs
from fledge.common.errors import FledgeError
from fledge.config.fields import Value, setting
from fledge.config.load import load_config
from fledge.logs.facts import Facts
from fledge.logs.readers import read_log
from fledge.logs.rundir import events_in
from fledge.options.parser import read_options

HALVING_SHARES = (0.3, 0.6)
MAX_CANDIDATES = 8
PLACES = 2
GAINS = (1.3, 1.6, 2.0)
ROUNDING = 1e-6  # of iterations
WITHOUT_EFFECT_ON_SPEED = re.compile(r"--(seed|learning_rate|embedding_lr|ngram_dropout|max_iters|eval_\w+)=\S+ ?")


@dataclass(frozen=True)
class Options:
    sets: str = setting("scored", f"which runs are swept, with commas: {', '.join(RUNS)}")
    seed: int = setting(0, "of `scored`, only the runs of this seed; 0: all", least=0, most=1000)
    sweeps: int = setting(50, "how many sweeps are drawn", least=1, most=100_000)
    rows: bool = setting(False, "print every sweep, not only the summary")
    measure: bool = setting(False, "measure how fast two trials are side by side, for each size of model")
    repeats: int = setting(3, "of these measurements", least=1)
    data_dir: str = setting("data", "where shakespeare_char is, made by `fledge prepare shakespeare_char`")


@dataclass(frozen=True, eq=False)
class Candidate:
    name: str
    facts: Facts
    settings: str  # without those that do not matter for its speed

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

    def next_stop(self, at: float) -> int:
        return min(stop for stop in stops(self.max_iters) if stop - at > ROUNDING)

    def has_run(self, at: float) -> bool:
        return self.max_iters - at < ROUNDING

    def glimpse(self, at: float) -> Standing:
        reached = max((stop for stop in stops(self.max_iters) if stop - at < ROUNDING), default=0)
        return self._glimpse(reached)

    @cache  # noqa: B019 the same
    def _glimpse(self, at: int) -> Standing:
        return glimpse(self.name, self.facts, at, self.max_iters)


@dataclass(frozen=True)
class Turn:
    """A trial that is run up to a stop, and all that are neither finished nor dropped then."""

    trial: Candidate
    stop: int
    open_ones: list[Candidate]


@dataclass(frozen=True)
class Replay:
    """How a sweep went: the iterations of each candidate, and those that were dropped."""

    iterations: dict[Candidate, int]
    dropped: list[Candidate]
    turns: Sequence[Turn] = ()

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
    turns: list[Turn] = []
    while (chosen := next_trial([now for now in standings.values() if now.name not in dropped])) is not None:
        one = by_name[chosen.name]
        open_ones = [by_name[now.name] for now in standings.values() if now.name not in dropped and not now.is_done]
        turns.append(Turn(one, one.next_stop(chosen.at), open_ones))
        standings[one.name] = one.standing(turns[-1].stop)
        judged = [now for now in standings.values() if now.name not in dropped]
        dropped += [now.name for now in judged if not now.is_done and is_beaten(now, judged)]
    iterations = {by_name[now.name]: now.at for now in standings.values()}
    return Replay(iterations, [by_name[name] for name in dropped], turns)


@dataclass(frozen=True)
class Pace:
    """Of an iteration: the time that it takes alone on all cores, and beside another trial on half of them."""

    alone: float
    beside: float


def assumed(one: Candidate, gain: float) -> Pace:
    return Pace(one.cost, one.cost * PLACES / gain)


def measured(candidates: Sequence[Candidate], repeats: int) -> dict[str, Pace]:
    """By the settings that matter for the speed."""
    found: dict[str, Pace] = {}
    print("| tokens/s | one | two | gain |")
    print("|---|---|---|---|")
    for one in candidates:
        if one.settings in found:
            continue
        pairs = [[tokens_per_s(one.settings, number, 0) for number in (1, PLACES)] for _ in range(repeats)]
        alone, both = (statistics.median(pair[place] for pair in pairs) for place in (0, 1))
        assert one.facts.tokens_per_iter
        found[one.settings] = Pace(one.facts.tokens_per_iter / alone, PLACES * one.facts.tokens_per_iter / both)
        print(f"| {one.name.rpartition('-s')[0]} | {alone:,.0f} | {both:,.0f} | {both / alone:.2f} |", flush=True)
    print()
    return found


def saved_as_it_runs(replay: Replay, paces: Callable[[Candidate], Pace]) -> float:
    """What a sweep saves of the time that all trials take one after the other: in pairs, or in one place."""
    trials = list(replay.iterations)
    if pays_in_pairs([one.cost for one in trials], [one.cost * one.max_iters for one in trials]):
        return saved_side_by_side(replay, paces)
    used = sum(paces(one).alone * iterations for one, iterations in replay.iterations.items())
    return 1 - used / sum(paces(one).alone * one.max_iters for one in replay.iterations)


def saved_side_by_side(replay: Replay, paces: Callable[[Candidate], Pace]) -> float:
    """What two places save of the time that all trials take one after the other, each on all cores."""
    done = dict.fromkeys(replay.iterations, 0.0)
    used = 0.0
    for turn in replay.turns:
        while turn.stop - done[turn.trial] > ROUNDING:
            ahead = {one.name: one for one in turn.open_ones if one is not turn.trial and not one.has_run(done[one])}
            following = next_ahead(
                turn.trial.glimpse(done[turn.trial]), [one.glimpse(done[one]) for one in ahead.values()]
            )
            running = [turn.trial, *([ahead[following.name]] if following else [])]
            step = min((one.next_stop(done[one]) - done[one]) * paces(one).beside for one in running)
            used += step
            for one in running:
                done[one] += step / paces(one).beside
    return 1 - used / sum(paces(one).alone * one.max_iters for one in replay.iterations)


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
    return Candidate(name, Facts(read_log(str(path)).runs[-1]), WITHOUT_EFFECT_ON_SPEED.sub("", settings).strip())


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


def print_saved(about: str, saved: Sequence[float]) -> None:
    print(
        f"{about}: saved {statistics.median(saved):.0%} of the time "
        f"(median; {min(saved):.0%} to {max(saved):.0%}), {statistics.mean(saved):.0%} (mean)"
    )


def asked(options: Options, words: Sequence[str]) -> list[Candidate]:
    """The runs of the sets that were named."""
    if len(words) != 1:
        raise FledgeError("name one folder for the runs.", "Try `python bench/sweeping.py /tmp/sweeping`.")
    names = options.sets.split(",")
    if unknown := [name for name in names if name not in RUNS]:
        raise FledgeError(f"{unknown[0]!r} is no set.", f"There are: {', '.join(RUNS)}.")
    folder = Path(words[0])
    found = [
        (name, made(folder / name, run, settings, options.data_dir))
        for name in names
        for run, settings in RUNS[name].items()
    ]
    if len(names) > 1:  # families of one name are none where their sets differ
        found = [(name, replace(one, name=f"{name}_{one.name}")) for name, one in found]
    return [
        one
        for name, one in found
        if not options.seed or name != "scored" or one.facts.run.value("seed") == options.seed
    ]


def main() -> None:
    try:
        options, words = read_options(Options, sys.argv[1:])
        candidates = asked(options, words)
        paces = measured(candidates, options.repeats) if options.measure else {}
    except FledgeError as error:
        sys.exit(f"error: {error}")
    chance = random.Random(options.sets)
    sweeps = [drawn(candidates, number % 2 == 0, chance) for number in range(options.sweeps)]
    replays = [(by_rule(sweep), by_halving(sweep)) for sweep in sweeps]
    if options.rows:
        print_rows(replays)
    trials = [len(sweep) for sweep in sweeps]
    print(f"{len(sweeps)} sweeps of {min(trials)} to {max(trials)} trials, drawn from {len(candidates)} runs")
    print_summary("the rule of fledge sweep", [rule for rule, _ in replays])
    for gain in GAINS:
        saved = [saved_side_by_side(rule, partial(assumed, gain=gain)) for rule, _ in replays]
        print_saved(f"the same in two places, {gain} times as fast together", saved)
    if options.measure:
        saved = [saved_as_it_runs(rule, lambda one: paces[one.settings]) for rule, _ in replays]
        print_saved("as it would run here, with the speeds measured", saved)
    print_summary("successive halving", [halving for _, halving in replays])
    print_summary("foresight", [by_foresight(sweep) for sweep in sweeps])


if __name__ == "__main__":
    main()
