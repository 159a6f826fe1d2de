"""How far two losses may lie apart by chance: measured on seeds or along the curve, or from the evaluation's size."""

import math
from dataclasses import asdict, dataclass
from typing import Any, Literal

from fledge.analyze.compare.curves import (
    AlignedPoint,
    align,
    batch_loss_sd,
    batches_per_mean,
    loss_curve,
    points_of,
    shared_metric,
)
from fledge.analyze.compare.group import RunGroup
from fledge.analyze.compare.settings import value_of
from fledge.common.stats import MeanInterval, WelchTest, mean_interval, t_quantile, welch_test
from fledge.logs.facts import Facts, noise
from fledge.logs.run import Metric
from fledge.texts import Message, say, text

NoiseBasis = Literal["seeds", "curve", "batches", "eval_iters", "unknown"]
THRESHOLD_SDS = 2.0  # losses more standard deviations apart than this differ, at about 95% confidence
NANOGPT_EVAL_ITERS = 200  # random batches per split, nanoGPT's default
MIN_EVALUATIONS = 12  # fewer do not show the noise along the curve

# An evaluation averages the losses of random windows of block_size tokens. A window's mean loss varies because its
# tokens do (TOKEN_SD_NATS / sqrt(block_size)) and because some texts are harder than others (TEXT_SD_NATS). Assumed for
# every run; measured on tiny Shakespeare by characters at 1.9 nats, and on film reviews in GPT-2 tokens at 6.0 nats.
MAX_CHARACTER_VOCABULARY = 1000  # a smaller vocabulary is one of characters or bytes
TOKEN_SD_NATS = {"characters": 1.5, "words": 3.2}
TEXT_SD_NATS = {"characters": 0.15, "words": 0.4}
# fledge evaluates every run on the same windows, and a window that is hard for one model is hard for another. This is
# the lowest correlation of two models' losses that was measured, over 120 to 800 windows: two seeds of the character
# model.
SHARED_WINDOWS_CORRELATION = 0.94
# the standard deviation between seeds of a small model, as a share of its loss; assumed where no seeds were run
SEED_SD_SHARE = 0.0035


@dataclass(frozen=True)
class NoiseEstimate:
    """How far apart two losses must be before one group is called better."""

    threshold: float | None
    basis: NoiseBasis
    explanation: tuple[Message, ...]
    test: WelchTest | None = None

    @property
    def size(self) -> Message:
        if not self.threshold:
            return say("compare.noise_size.none")
        if self.basis == "seeds":
            return say("compare.noise_size.seeds", threshold=self.threshold)
        return say("compare.noise_size.evaluation", threshold=self.threshold)

    def explains(self, difference: float) -> bool | None:
        """Whether chance can explain the difference; None where that is not known."""
        return None if self.threshold is None else abs(difference) <= self.threshold

    def is_beyond_seeds(self, difference: float, loss: float) -> bool:
        """Whether the difference is larger than what another seed would make, measured or assumed."""
        if self.explains(difference) is not False:
            return False
        return self.basis == "seeds" or abs(difference) > THRESHOLD_SDS * math.sqrt(2) * SEED_SD_SHARE * loss

    def to_json(self) -> dict[str, Any]:
        return {
            "threshold": self.threshold,
            "basis": self.basis,
            "text": text(self.explanation),
            "test": asdict(self.test) if self.test else None,
        }


@dataclass(frozen=True)
class SeedMean:
    """The mean over the seeds of one group, at the last iteration where all of them were evaluated."""

    metric: Metric
    iteration: int
    interval: MeanInterval

    def to_json(self) -> dict[str, Any]:
        return {"metric": self.metric, "iteration": self.iteration, **asdict(self.interval)}


def seed_mean(group: RunGroup) -> SeedMean | None:
    metric = shared_metric([group])
    if len(group.members) < 2 or metric is None:
        return None
    point = align([RunGroup("", (facts,)) for facts in group.members], metric, "iterations")
    values = seed_losses(group, metric, point) if point else []
    return SeedMean(metric, int(point.x), mean_interval(values)) if point and len(values) > 1 else None


def seed_losses(group: RunGroup, metric: Metric, point: AlignedPoint) -> list[float]:
    """The loss of each member at the aligned point, for members that have one there."""
    curves = [loss_curve(RunGroup(group.label, (facts,)), metric, point.axis) for facts in group.members]
    losses = [curve.at(point.x) for curve in curves if curve is not None and curve.xs]
    return [loss.value for loss in losses if loss is not None and loss.how != "at least"]


def estimate_noise(a: RunGroup, b: RunGroup, metric: Metric, point: AlignedPoint | None) -> NoiseEstimate:
    if point is not None and max(len(a.members), len(b.members)) > 1:
        found = _from_seeds(a, b, metric, point)
        if found is not None:
            return found
    noises = [_largest_noise(group.first, metric) for group in (a, b)]
    known = [one for one in noises if one is not None]
    if len(known) < 2:
        return NoiseEstimate(None, "unknown", (_unknown_noise(a, b),))
    worst = max(known, key=lambda one: one.sd)
    threshold = THRESHOLD_SDS * math.hypot(*(one.sd for one in known))
    explanation: tuple[Message, ...] = (say("compare.noise.threshold", sds=THRESHOLD_SDS), worst.explanation)
    if metric == "val_loss" and _same_windows(a.first, b.first):
        threshold *= math.sqrt(1 - SHARED_WINDOWS_CORRELATION)
        explanation += (say("compare.noise.shared_windows", correlation=SHARED_WINDOWS_CORRELATION),)
    return NoiseEstimate(threshold, worst.basis, explanation)


def _from_seeds(a: RunGroup, b: RunGroup, metric: Metric, point: AlignedPoint) -> NoiseEstimate | None:
    values = [seed_losses(group, metric, point) for group in (a, b)]
    if min(len(one) for one in values) >= 2:
        test = welch_test(*values)
        if test is None:
            return None
        explanation = say("compare.noise.two_groups", first=len(values[0]), second=len(values[1]))
        return NoiseEstimate((test.high - test.low) / 2, "seeds", (explanation,), test)
    group, found = max(zip((a, b), values, strict=True), key=lambda one: len(one[1]))
    if len(found) < 2:
        return None
    mean = mean_interval(found)
    if mean.sd == 0:
        return None
    threshold = t_quantile(0.975, mean.n - 1) * mean.sd * math.sqrt(1 + 1 / mean.n)
    explanation = say("compare.noise.one_group", label=group.label, seeds=mean.n, sd=mean.sd)
    return NoiseEstimate(threshold, "seeds", (explanation,))


@dataclass(frozen=True)
class _RunNoise:
    """The standard deviation of one run's loss."""

    sd: float
    basis: NoiseBasis
    explanation: Message


def _largest_noise(facts: Facts, metric: Metric) -> _RunNoise | None:
    """The largest of all estimates: too much doubt is better than a winner by chance."""
    found = [one for one in _run_noises(facts, metric) if math.isfinite(one.sd)]
    return max(found, key=lambda one: one.sd, default=None)


def _run_noises(facts: Facts, metric: Metric) -> list[_RunNoise]:
    if metric == "loss":
        size = batches_per_mean(facts)
        explanation = say("compare.noise.batch_losses", batches=size)
        return [_RunNoise(batch_loss_sd(facts) / math.sqrt(size), "curve", explanation)]
    found = []
    values = [value for _, value in points_of(facts, metric)]
    if len(values) >= MIN_EVALUATIONS:
        found.append(_RunNoise(noise(values[len(values) // 2 :]), "curve", say("compare.noise.curve")))
    if facts.run.value("eval_iters") == "all":
        found.append(_RunNoise(0.0, "eval_iters", say("compare.noise.whole_split")))
    if metric == "val_loss":
        found += [one for one in (_from_batches(facts), _from_evaluation_size(facts)) if one is not None]
        if not any(math.isfinite(one.sd) for one in found):
            found.append(_RunNoise(batch_loss_sd(facts), "batches", say("compare.noise.single_batches")))
    return found


def _evaluated_batches(facts: Facts) -> tuple[float, Message] | None:
    """How many batches one evaluation averages."""
    number = facts.run.number("eval_iters")
    if number is None and facts.run.format == "nanoGPT" and facts.run.value("eval_iters") is None:
        return NANOGPT_EVAL_ITERS, say("compare.noise.default_eval_iters", number=NANOGPT_EVAL_ITERS)
    return (number, say("compare.noise.eval_iters", number=number)) if number else None


def _from_batches(facts: Facts) -> _RunNoise | None:
    """The spread of single batches in the log, divided by the root of the number of batches evaluated."""
    evaluated = _evaluated_batches(facts)
    if evaluated is None or facts.run.format not in ("nanoGPT", "fledge"):
        return None
    number, batches = evaluated
    # nanoGPT prints the loss of the last micro-batch, fledge the mean of all
    averaged = (facts.run.number("gradient_accumulation_steps") or 1) if facts.run.origin == "directory" else 1
    sd = batch_loss_sd(facts) * math.sqrt(averaged / number)
    return _RunNoise(sd, "batches", say("compare.noise.batches", batches=batches))


def _from_evaluation_size(facts: Facts) -> _RunNoise | None:
    evaluated = _evaluated_batches(facts)
    batch, block = facts.run.number("batch_size"), facts.run.number("block_size")
    if evaluated is None or not batch or not block:
        return None
    number, batches = evaluated
    vocabulary = value_of(facts, "vocab_size")
    is_small = isinstance(vocabulary, int | float) and vocabulary < MAX_CHARACTER_VOCABULARY
    unit = "characters" if is_small else "words"
    window = math.hypot(TOKEN_SD_NATS[unit] / math.sqrt(block), TEXT_SD_NATS[unit])
    explanation = say("compare.noise.evaluation_size", batches=batches, batch=batch, block=block, window=window)
    return _RunNoise(window / math.sqrt(number * batch), "eval_iters", explanation)


def _same_windows(a: Facts, b: Facts) -> bool:
    if a.run.origin != "directory" or b.run.origin != "directory":
        return False
    names = ("dataset", "eval_iters", "batch_size", "block_size")
    return all(a.run.value(name) == b.run.value(name) for name in names)


def _unknown_noise(a: RunGroup, b: RunGroup) -> Message:
    names = ("batch_size", "block_size", "eval_iters")
    missing = [name for name in names if any(group.first.run.value(name) is None for group in (a, b))]
    if not missing:
        return say("compare.noise.unknown")
    return say("compare.noise.unknown_settings", options=[f"--{name}" for name in missing])
