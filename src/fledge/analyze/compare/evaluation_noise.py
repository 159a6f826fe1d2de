"""How much one evaluation of a model differs from another, of other batches of the same text."""

import math
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from fledge.analyze.compare.curves import batch_loss_sd, batches_per_mean, points_of
from fledge.analyze.compare.settings import value_of
from fledge.logs.facts import Facts
from fledge.logs.run import Metric
from fledge.texts import Message, say

NANOGPT_EVAL_ITERS = 200  # random batches per split, nanoGPT's default
MIN_LATE_EVALUATIONS = 6  # in the later half; fewer do not show the noise along the curve
# These trainers evaluate the same batches, or the whole split, every time: so say their sources. nanoGPT draws random
# ones; of other programs it is not known.
FIXED_SET_FORMATS = (
    "modded-nanogpt", "build-nanogpt", "build-nanogpt log.txt", "llm.c", "llm.c main.log", "nanochat", "litgpt",
    "torchtitan", "HF Trainer", "HF trainer_state.json",
)  # fmt: skip
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


@dataclass(frozen=True)
class EvaluationNoise:
    """The standard deviation of one run's loss because of the batches it was evaluated on."""

    sd: float
    basis: Literal["curve", "batches", "eval_iters"]
    explanation: tuple[Message, ...]


def evaluation_noise(a: Facts, b: Facts, metric: Metric) -> EvaluationNoise | None:
    """The noise of two runs, as a mean square; None if that of one of them is not known."""
    known = [one for facts in (a, b) if (one := _largest(facts, metric)) is not None]
    if len(known) < 2:
        return None
    worst = max(known, key=lambda one: one.sd)
    worst = replace(worst, sd=math.hypot(*(one.sd for one in known)) / math.sqrt(2))
    if metric == "val_loss" and _same_windows(a, b):
        shared = say("compare.noise.shared_windows", correlation=SHARED_WINDOWS_CORRELATION)
        sd = worst.sd * math.sqrt(1 - SHARED_WINDOWS_CORRELATION)
        return EvaluationNoise(sd, worst.basis, (*worst.explanation, shared))
    return worst


def _largest(facts: Facts, metric: Metric) -> EvaluationNoise | None:
    """The largest of all estimates: too much doubt is better than a winner by chance."""
    found = [one for one in _estimates(facts, metric) if math.isfinite(one.sd)]
    return max(found, key=lambda one: one.sd, default=None)


def _estimates(facts: Facts, metric: Metric) -> list[EvaluationNoise]:
    if metric == "loss":
        size = batches_per_mean(facts)
        explanation = say("compare.noise.batch_losses", batches=size)
        return [EvaluationNoise(batch_loss_sd(facts) / math.sqrt(size), "curve", (explanation,))]
    if facts.run.format in FIXED_SET_FORMATS:
        return [EvaluationNoise(0.0, "eval_iters", (say("compare.noise.fixed_set", format=facts.run.format),))]
    late = late_noise([value for _, value in points_of(facts, metric)])
    found = [EvaluationNoise(late, "curve", (say("compare.noise.curve"),))]
    if facts.run.value("eval_iters") == "all":
        found.append(EvaluationNoise(0.0, "eval_iters", (say("compare.noise.whole_split"),)))
    unit = 1.0 if metric == "val_loss" else facts.bits_per_nat  # bits per byte may come without losses per token
    if unit is not None:
        windows = [one for one in (_from_batches(facts), _from_evaluation_size(facts)) if one is not None]
        found += [replace(one, sd=one.sd * unit) for one in windows]
    if metric == "val_loss" and not any(math.isfinite(one.sd) for one in found):
        spread = say("compare.noise.single_batches")
        found.append(EvaluationNoise(batch_loss_sd(facts), "batches", (spread,)))
    return found


def late_noise(values: list[float]) -> float:
    """The standard deviation around the trend in the later half; NaN if there are too few values.

    From second and third differences. Where the curve bends, as in a decay, the second ones are too large.
    """
    late = np.array(values[len(values) // 2 :])
    if len(late) < MIN_LATE_EVALUATIONS:
        return math.nan
    sds = []
    for order in (2, 3):
        spread = math.sqrt(math.comb(2 * order, order))  # of a difference of independent values, in their deviations
        sds.append(1.4826 * float(np.median(np.abs(np.diff(late, order)))) / spread)
    return min(sds)


def _evaluated_batches(facts: Facts) -> tuple[float, Message] | None:
    """How many batches one evaluation averages."""
    number = facts.run.number("eval_iters")
    if number is None and facts.run.format == "nanoGPT" and facts.run.value("eval_iters") is None:
        return NANOGPT_EVAL_ITERS, say("compare.noise.default_eval_iters", number=NANOGPT_EVAL_ITERS)
    return (number, say("compare.noise.eval_iters", number=number)) if number else None


def _from_batches(facts: Facts) -> EvaluationNoise | None:
    """The spread of single batches in the log, divided by the root of the number of batches evaluated."""
    evaluated = _evaluated_batches(facts)
    if evaluated is None or facts.run.format not in ("nanoGPT", "fledge"):
        return None
    number, batches = evaluated
    # nanoGPT prints the loss of the last micro-batch, fledge the mean of all
    averaged = (facts.run.number("gradient_accumulation_steps") or 1) if facts.run.origin == "directory" else 1
    sd = batch_loss_sd(facts) * math.sqrt(averaged / number)
    return EvaluationNoise(sd, "batches", (say("compare.noise.batches", batches=batches),))


def _from_evaluation_size(facts: Facts) -> EvaluationNoise | None:
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
    return EvaluationNoise(window / math.sqrt(number * batch), "eval_iters", (explanation,))


def _same_windows(a: Facts, b: Facts) -> bool:
    if a.run.origin != "directory" or b.run.origin != "directory":
        return False
    names = ("dataset", "eval_iters", "batch_size", "block_size")
    return all(a.run.value(name) == b.run.value(name) for name in names)
