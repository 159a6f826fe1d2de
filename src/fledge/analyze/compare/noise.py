"""How far two losses may lie apart by chance: other seeds, and other batches to evaluate on."""

import math
import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from fledge.analyze.compare.curves import AlignedPoint, align, loss_curve, shared_metric
from fledge.analyze.compare.evaluation_noise import EvaluationNoise, evaluation_noise
from fledge.analyze.compare.group import RunGroup
from fledge.analyze.compare.progress import last_loss, progress
from fledge.common.stats import MeanInterval, WelchTest, mean_interval, t_quantile, welch_test
from fledge.logs.facts import Facts
from fledge.logs.run import Metric
from fledge.texts import Message, say, text

NoiseBasis = Literal["seeds", "prior", "curve", "batches", "eval_iters", "unknown"]
# A claim is wrong by chance in 3 of 1,000 comparisons of equal configs: people make hundreds of them.
MAX_FALSE_SHARE = 0.003
EVALUATION_SDS = 2.97  # of a normal distribution: that share lies further out
SIGNIFICANT_P = 0.05  # of the data alone, without the assumption below; a claim needs that too

# The standard deviation between seeds as a share of the loss, assumed where few seeds were run: SEED_SHARE of large
# batches, and more of small ones, by the noise of their gradients. SEED_SHARE and SEED_DF are fitted to the final
# losses of 40 configs of modded-nanogpt's published records of 2024 and 2025 (3 to 75 runs each, 0.5M tokens a step:
# 0.04%, 5.6 degrees of freedom); BATCH_SHARE to small configs of fledge on tiny Shakespeare (512 to 8,192 tokens).
# bench/comparing.py measures on other runs how often claims are wrong with it.
SEED_SHARE, BATCH_SHARE, SEED_DF = 0.0004, 0.13, 5.0
UNKNOWN_STEP_TOKENS = {"CPU": 1_000.0, "GPU": 65_536.0}  # if the log does not say: small steps are noisier
# Early in a run seeds differ more: by this power of the share done, measured from 15% on in the same 40 configs.
EARLY_POWER, MIN_DONE_SHARE = -0.65, 0.1
# Runs that stop after some time get further on a faster machine. That much may be the machine's doing: times of one
# config on one kind of machine deviate by 0.1% (median) to 3.4% (worst) in 39 groups of the same records. An e-fold of
# iterations lowers the loss by about this share (the data term of Hoffmann et al. 2022 at 1 to 10 billion tokens).
MACHINE_SHARE, LENGTH_SLOPE_SHARE = 0.05, 0.1


@dataclass(frozen=True)
class NoiseEstimate:
    """How far apart two losses must be before one group is called better."""

    threshold: float | None
    basis: NoiseBasis
    explanation: tuple[Message, ...]
    test: WelchTest | None = None
    evaluation: float = 0.0  # the part of the threshold that evaluation alone makes
    seed_sd: float | None = None  # between runs of one config, measured or assumed

    @property
    def size(self) -> Message:
        if not self.threshold:
            return say("compare.noise_size.none")
        if self.basis in ("seeds", "prior"):
            return say("compare.noise_size.seeds", threshold=self.threshold)
        return say("compare.noise_size.both", threshold=self.threshold)

    @property
    def evaluation_size(self) -> Message:
        return say("compare.noise_size.evaluation", threshold=self.evaluation)

    def explains(self, difference: float) -> bool | None:
        """Whether chance can explain the difference; None where that is not known."""
        return None if self.threshold is None else abs(difference) <= self.threshold

    def threshold_at(self, done: float) -> float:
        """The threshold earlier, at this share of the way to the point that is judged."""
        return math.inf if self.threshold is None else self.threshold * _early(done)

    def to_json(self) -> dict[str, Any]:
        return {
            "threshold": self.threshold,
            "basis": self.basis,
            "text": text(self.explanation),
            "test": asdict(self.test) if self.test else None,
            "seed_sd": self.seed_sd,
        }


@dataclass(frozen=True)
class SeedMean:
    """The mean over the seeds of one group: at their ends, or at the last iteration where all were evaluated."""

    metric: Metric
    iteration: int
    interval: MeanInterval

    def to_json(self) -> dict[str, Any]:
        return {"metric": self.metric, "iteration": self.iteration, **asdict(self.interval)}


def seed_mean(group: RunGroup) -> SeedMean | None:
    metric = shared_metric([group])
    if len(group.distinct) < 2 or metric is None:
        return None
    ends = [end for facts in group.distinct if (end := last_loss(facts, metric))]
    if len(ends) == len(group.distinct):
        iteration, losses = round(statistics.mean(it for it, _ in ends)), [loss for _, loss in ends]
        return SeedMean(metric, iteration, mean_interval(losses))
    point = align([RunGroup("", (facts,)) for facts in group.distinct], metric, "iterations")
    losses = seed_losses(group, metric, point) if point else []
    return SeedMean(metric, int(point.x), mean_interval(losses)) if point and len(losses) > 1 else None


def seed_losses(group: RunGroup, metric: Metric, point: AlignedPoint) -> list[float]:
    """The loss of each run at the aligned point, for those that have one there."""
    curves = [loss_curve(RunGroup(group.label, (facts,)), metric, point.axis) for facts in group.distinct]
    losses = [curve.at(point.x) for curve in curves if curve is not None and curve.xs]
    return [loss.value for loss in losses if loss is not None and loss.how != "at least"]


def estimate_noise(
    groups: tuple[RunGroup, RunGroup],
    metric: Metric,
    losses: tuple[Sequence[float], Sequence[float]],
    iters: Sequence[float],
    pool: Sequence[RunGroup],
    is_length_by_chance: bool,
) -> NoiseEstimate:
    """From the losses that are compared, of each run of both groups, and the iterations where they are."""
    evaluated = evaluation_noise(groups[0].first, groups[1].first, metric)
    measured = [one for one in losses if len(one) > 1]
    others = [] if measured else [mean.interval for group in pool if (mean := seed_mean(group))]
    squares = [(statistics.variance(one), len(one) - 1) for one in measured] + [
        (interval.sd**2, interval.n - 1) for interval in others
    ]
    df = sum(number for _, number in squares)
    is_usual = all(group.first.run.is_language_model for group in groups)  # of others it is not known what is usual
    if not df and not is_usual:
        return NoiseEstimate(None, "unknown", (say("compare.noise.no_language_model"),))
    if evaluated is None and not df:
        return NoiseEstimate(None, "unknown", (_unknown_noise(groups),))
    assumed, basis = _assumed_seed_sd(groups, statistics.mean([*losses[0], *losses[1]]), iters)
    evaluation_sd = evaluated.sd if evaluated else 0.0
    runs = math.sqrt(1 / len(losses[0]) + 1 / len(losses[1]))
    prior_df = SEED_DF if is_usual else 0.0
    quantile = t_quantile(1 - MAX_FALSE_SHARE / 2, prior_df + df)
    if df:  # losses of seeds contain the noise of their evaluations
        total = sum(square * number for square, number in squares)
        # what is usual makes few seeds less sure, and never makes them look more alike than they are
        expected = max(min(assumed**2 + evaluation_sd**2, _most_variance(total, df)), total / df)
        seed_sd = math.sqrt((prior_df * expected + total) / (prior_df + df))
        threshold = runs * quantile * seed_sd
    else:
        seed_sd = assumed
        threshold = runs * math.hypot(quantile * assumed, EVALUATION_SDS * evaluation_sd)
    length = _length_by_chance(losses, iters) if is_length_by_chance else 0.0
    evaluation = runs * EVALUATION_SDS * evaluation_sd
    test = welch_test(*losses) if len(measured) == 2 else None
    explanation = _explanation(groups, losses, others, seed_sd, basis, evaluated)
    if length:
        explanation += (say("compare.noise.length", loss=length),)
    kind: NoiseBasis = "seeds" if df else "prior"
    if evaluated and not df and evaluation > threshold / 2:
        kind = evaluated.basis
    return NoiseEstimate(threshold + length, kind, explanation, test, evaluation, seed_sd)


def _assumed_seed_sd(groups: Sequence[RunGroup], loss: float, iters: Sequence[float]) -> tuple[float, Message]:
    """Between runs of one config, for the noisier of two groups; and what that is assumed from."""
    found = []
    for group, it in zip(groups, iters, strict=True):
        tokens = step_tokens(group.first)
        found.append((seed_share(tokens) * _early(progress(group, it) or 1.0), tokens))
    share, tokens = max(found)
    return share * abs(loss), say("compare.noise.prior", share=share, tokens=tokens)


def seed_share(tokens: float) -> float:
    """The standard deviation between seeds at the end of a run, as a share of the loss, by the tokens of a step."""
    return math.hypot(SEED_SHARE, BATCH_SHARE / math.sqrt(max(tokens, 1.0)))


def step_tokens(facts: Facts) -> float:
    """Tokens per iteration; assumed, if the log does not say."""
    return facts.tokens_per_iter or _unknown_tokens(facts)


def _early(done: float) -> float:
    """How much more seeds differ at this share of a run than at its end."""
    return max(min(done, 1.0), MIN_DONE_SHARE) ** EARLY_POWER


def _most_variance(total: float, df: int) -> float:
    """The largest variance that seeds with this sum of squares allow: they would be so alike in one case of 1,000."""
    lowest = df * (1 - 2 / (9 * df) - 3.09 * math.sqrt(2 / (9 * df))) ** 3  # of chi-square (Wilson and Hilferty 1931)
    return total / lowest if lowest > 0 else math.inf


def _unknown_tokens(facts: Facts) -> float:
    return UNKNOWN_STEP_TOKENS["GPU" if facts.device is not None or facts.devices > 1 else "CPU"]


def _length_by_chance(losses: Sequence[Sequence[float]], iters: Sequence[float]) -> float:
    """How much of a difference the machine may have made, if both stopped after some time."""
    apart = abs(math.log(max(iters[1], 1) / max(iters[0], 1)))
    return LENGTH_SLOPE_SHARE * statistics.mean(statistics.mean(one) for one in losses) * min(apart, MACHINE_SHARE)


def _explanation(
    groups: Sequence[RunGroup],
    losses: Sequence[Sequence[float]],
    others: Sequence[MeanInterval],
    seed_sd: float,
    basis: Message,
    evaluated: EvaluationNoise | None,
) -> tuple[Message, ...]:
    found: tuple[Message, ...] = (say("compare.noise.threshold", share=MAX_FALSE_SHARE),)
    measured = [(group, len(one)) for group, one in zip(groups, losses, strict=True) if len(one) > 1]
    if len(measured) == 2:
        found += (say("compare.noise.two_groups", first=measured[0][1], second=measured[1][1], sd=seed_sd),)
    elif measured:
        group, number = measured[0]
        found += (say("compare.noise.one_group", label=group.label, seeds=number, sd=seed_sd),)
    elif others:
        seeds = sum(interval.n for interval in others)
        found += (say("compare.noise.other_groups", seeds=seeds, groups=len(others), sd=seed_sd),)
    else:
        found += (basis,)
    return found + evaluated.explanation if evaluated and not measured else found


def _unknown_noise(groups: Sequence[RunGroup]) -> Message:
    names = ("batch_size", "block_size", "eval_iters")
    missing = [name for name in names if any(group.first.run.value(name) is None for group in groups)]
    if not missing:
        return say("compare.noise.unknown")
    return say("compare.noise.unknown_settings", options=[f"--{name}" for name in missing])
