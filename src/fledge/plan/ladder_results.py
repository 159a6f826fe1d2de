"""What the rungs of a ladder tell about a long run: its loss, its speed, and how often it may read the text."""

import math
import statistics
from collections.abc import Callable, Sequence
from dataclasses import replace

from fledge.model.flops import flops_per_token
from fledge.plan.mixed_loss import MixedLoss, fit_mixed_loss
from fledge.plan.recipe import Recipe
from fledge.plan.rung import Rung
from fledge.plan.scaling import FEW_ITERS_MISS, LossPoint, LossRange, ScalingLaw, checked_law
from fledge.plan.types import MeasuredStep, Target
from fledge.texts import say, text
from fledge.train.choices import USUAL_MFU

MORE_PASSES = 3.0  # times what a rung did, from which on nothing tells what reading the text again does

# If no rung has as many iterations, they tell little: one such plan was 15% off. The range is wider then by hand, by
# more than it took to hold that run (LOG.md, 2026-11-18).
FEW_ITERS, WIDER = 300, 1.5

# Times the loss on pieces held out of the training text. The last part of one author's text is 1.09 times as hard, and
# poems after novels are 1.20 times (LOG.md, 2026-11-19).
OTHER_KIND = 1.15


def law_of(
    rungs: Sequence[Rung], start: float, has_table: bool = False
) -> tuple[ScalingLaw, tuple[Rung, LossRange] | None]:
    """The law of the rungs, and what the others say about the largest one.

    `start`: the loss of a model that only knows how often each token occurs. `has_table`: of n-grams, in every rung.
    """
    mixed = mixed_loss_of(rungs)
    points = {_point(rung, mixed): rung for rung in rungs}
    law, found = checked_law(list(points), start, seed_noise(rungs), mixed, has_table)
    error = statistics.median(rung.val_error / rung.val_loss for rung in rungs)  # all read the same windows
    wider = WIDER if longest_iters(rungs) < FEW_ITERS else 1.0
    law = replace(law, noise=math.hypot(law.noise, error), widened=wider * law.widened)
    return law, found and (points[found[0]], found[1])


def harder_split(rungs: Sequence[Rung]) -> float:
    """How much higher the loss is on the validation split than on pieces held out of the training text, as a factor.

    1 where no rung measured both.
    """
    ratios = [rung.val_loss / rung.held_out_loss for rung in rungs if rung.held_out_loss]
    return statistics.median(ratios) if ratios else 1.0


def longest_iters(rungs: Sequence[Rung]) -> int:
    """The iterations of the longest rung; 0 if there is none."""
    return max((rung.tokens // rung.tokens_per_iter for rung in rungs), default=0)


def _point(rung: Rung, mixed: MixedLoss | None) -> LossPoint:
    loss = rung.network_loss or (rung.val_loss if mixed is None else mixed.network(rung.val_loss))
    iters = rung.tokens / rung.tokens_per_iter
    return LossPoint(rung.params, rung.tokens, rung.text_tokens, loss, iters)


def mixed_loss_of(rungs: Sequence[Rung]) -> MixedLoss | None:
    """What counts of n-grams make of a network's loss; None if there are no counts."""
    known = sorted((rung for rung in rungs if rung.counts_loss), key=lambda rung: rung.tokens)
    if not known:
        return None
    losses = [rung.network_loss for rung in known], [rung.val_loss for rung in known]
    return fit_mixed_loss(*losses, statistics.fmean(rung.counts_loss for rung in known))


def seed_noise(rungs: Sequence[Rung]) -> float | None:
    """The relative standard deviation of networks between seeds, from rungs that differ by nothing else.

    What the law allows for few iterations anyway is taken off.
    """
    squares = []
    for number, one in enumerate(rungs):
        for other in rungs[:number]:
            is_same = one.depth == other.depth and one.seed != other.seed
            is_same = is_same and not one.is_whole_run and not other.is_whole_run
            if is_same and one.tokens == other.tokens:
                explained = FEW_ITERS_MISS * one.tokens_per_iter / one.tokens
                squares.append(math.log(one.network_loss / other.network_loss) ** 2 / 2 - explained**2)
    return math.sqrt(max(0.0, statistics.fmean(squares))) if squares else None


def passes_seen(rungs: Sequence[Rung], depth: int) -> float:
    """How often a rung of this depth or a deeper one has read the text: smaller models learn it by heart later."""
    return max((rung.tokens / rung.text_tokens for rung in rungs if rung.depth >= depth), default=0.0)


def most_tokens(recipe: Recipe, rungs: Sequence[Rung], depth: int) -> float:
    """Beyond this, nothing tells what reading the text again would do to a model of this depth."""
    return max(recipe.unseen_passes, MORE_PASSES * passes_seen(rungs, depth)) * recipe.text_tokens


def known_steps(
    recipe: Recipe, rungs: Sequence[Rung], typed: MeasuredStep | None, target: Target
) -> Callable[[Target], MeasuredStep | None]:
    """The step by which planned times are scaled: the user's own, or that of the deepest rung."""
    if typed is not None or target.here is None or not rungs:
        return lambda target: typed
    rung = max((one for one in rungs if not one.is_whole_run), key=lambda one: (one.depth, one.tokens))
    config = recipe.rung(rung.depth, rung.tokens, 0)
    source = text(say("best.step_of_rung", depth=rung.depth))
    return lambda target: MeasuredStep(config, rung.step_s, source)


def first_rate(recipe: Recipe, rungs: Sequence[Rung], target: Target) -> float:
    """FLOP/s, for a first look at which depths may be best."""
    if target.here is None or not rungs:
        return USUAL_MFU * max(target.device.peak_flops.values())
    rung = max(rungs, key=lambda one: (one.depth, one.tokens))
    return flops_per_token(recipe.config(rung.depth, 1.0).shape) * rung.tokens_per_iter / rung.step_s
