"""LossDifference: the losses of two groups at an equal point or at their ends, and whether that is more than chance."""

import statistics
from dataclasses import dataclass
from typing import Any

from fledge.analyze.compare.curves import CurvePoint
from fledge.analyze.compare.group import RunGroup
from fledge.analyze.compare.noise import SIGNIFICANT_P
from fledge.analyze.compare.pair import EqualAxes, Pair, main_axes
from fledge.analyze.compare.progress import DECAY_LOSS_SHARE, FinalLosses, progress
from fledge.analyze.compare.speeds import speed_difference
from fledge.analyze.compare.wording import METRIC_NAMES, axis_name, counts_of, how_much_more, position
from fledge.texts import Message, say

MIN_TESTED_SEEDS = 3  # fewer show a difference only if it is huge


@dataclass(frozen=True)
class LossDifference:
    where: dict[str, Any]  # for sentences: the axes and the position on each, if there are any, and the losses
    apart: float
    ahead: RunGroup | None  # by more than chance, where both are equally far along
    message: Message

    def to_json(self) -> dict[str, Any]:
        return {
            "label": self.ahead.label if self.ahead else None,
            "apart": self.apart,
            "beyond_seeds": self.ahead is not None,
        }


def main_difference(pair: Pair) -> LossDifference | None:
    """The difference that decides which group is better: at the ends if those are judged, else at equal tokens."""
    if pair.final is not None:
        return final_difference(pair, pair.final)
    equal = main_axes(pair.equal_axes)
    return equal_difference(pair, equal) if equal else None


def equal_difference(pair: Pair, equal: EqualAxes) -> LossDifference:
    """At equal iterations, tokens, time or FLOPs."""
    (best, low), (other, high) = sorted(
        zip(pair.groups, equal.point.losses, strict=True), key=lambda group_and_loss: group_and_loss[1].value
    )
    apart = high.value - low.value
    metric = METRIC_NAMES[pair.metric or "val_loss"]
    where = {
        "axes": [axis_name(axis, pair.a) for axis in equal.axes],
        "positions": [position(axis, point.x) for axis, point in equal.points.items()],
        "losses": say("compare.losses", metric=metric, low=_loss(best, low), high=_loss(other, high)),
    }
    by_decay = 0.0 if equal.is_end else DECAY_LOSS_SHARE * equal.gap * abs(low.value)
    is_chance = pair.noise.explains(max(apart - by_decay, 0.0))
    is_machine = _is_by_machine(pair, equal)
    is_sure = is_chance is False and low.how != "at least" and equal.is_comparable and _is_significant(pair)
    is_sure = is_sure and not is_machine
    bounded = [group.label for group, loss in ((best, low), (other, high)) if loss.how == "at least"]
    noise = {"apart": apart, "noise": pair.noise.size}
    if bounded and not is_sure:
        message = say("compare.equal.not_evaluated", labels=bounded, **where)
    elif is_chance is None:
        message = say("compare.equal.unknown_noise", apart=apart, **where)
    elif apart <= pair.noise.evaluation:
        message = say("compare.equal.within_evaluation_noise", apart=apart, noise=pair.noise.evaluation_size, **where)
    elif pair.noise.explains(apart) or not _is_significant(pair):
        message = say("compare.equal.within_seed_noise", **noise, **where)
    elif is_chance or (equal.decay == "different" and not equal.is_end):
        done = [progress(group, it) or 0.0 for group, it in zip(pair.groups, equal.point.iters, strict=True)]
        further = pair.a if done[0] > done[1] else pair.b
        message = say("compare.equal.further_along", label=further.label, **where)
        if done[0] == done[1]:
            message = say("compare.equal.other_schedule", **where)
    elif not equal.is_comparable:
        message = say("compare.equal.unknown_schedule", **where)
    elif is_machine:
        message = say("compare.equal.machine", **where)
    elif high.how == "at least":
        message = say("compare.equal.ahead_at_least", ahead=best.label, **noise, **where)
    else:
        message = say("compare.equal.ahead", ahead=best.label, **noise, **where)
    return LossDifference(where, apart, best if is_sure else None, message)


def final_difference(pair: Pair, final: FinalLosses) -> LossDifference:
    """At the ends of both."""
    ends = zip(pair.groups, final.means, final.iters, strict=True)
    (best, low, best_iters), (other, high, other_iters) = sorted(ends, key=lambda end: end[1])
    apart = high - low
    where = {
        "losses": say(
            "compare.losses",
            metric=METRIC_NAMES[pair.metric or "val_loss"],
            low=say(
                "compare.loss.final",
                value=low,
                iteration=statistics.mean(best_iters),
                counts=counts_of(best),
                label=best.label,
            ),
            high=say(
                "compare.loss.final",
                value=high,
                iteration=statistics.mean(other_iters),
                counts=counts_of(other),
                label=other.label,
            ),
        )
    }
    is_chance = pair.noise.explains(apart)
    longer = final.length_ratio if best is pair.b else 1 / max(final.length_ratio, 1e-9)
    is_cut_short = not final.is_end_known and not final.is_equal_length and not final.is_equal_time and longer > 1
    noise = {"apart": apart, "noise": pair.noise.size}
    ahead = None
    if is_chance is None:
        message = say("compare.final.unknown_noise", apart=apart, **where)
    elif apart <= pair.noise.evaluation:
        message = say("compare.final.within_evaluation_noise", apart=apart, noise=pair.noise.evaluation_size, **where)
    elif is_chance or not _is_significant(pair):
        message = say("compare.final.within_seed_noise", **noise, **where)
    elif is_cut_short:
        message = say("compare.final.longer", ahead=best.label, far=how_much_more(longer), **where)
    else:
        message, ahead = say("compare.final.ahead", ahead=best.label, **noise, **where), best
    return LossDifference(where, apart, ahead, message)


def _is_by_machine(pair: Pair, equal: EqualAxes) -> bool:
    """Whether time is compared, and the speeds are the machine's."""
    speeds = speed_difference(pair) if equal.axes[0] == "time" else None
    return speeds is not None and speeds.kind in ("machine", "noise", "alike")


def _is_significant(pair: Pair) -> bool:
    """Whether the seeds alone, without assumptions, show a difference too; True if there are too few to tell."""
    has_enough = min(len(group.distinct) for group in pair.groups) >= MIN_TESTED_SEEDS
    is_significant = pair.noise.test is None or not has_enough or pair.noise.test.p < SIGNIFICANT_P
    return is_significant and not pair.is_other_data


def _loss(group: RunGroup, loss: CurvePoint) -> Message:
    if loss.how == "interpolated":
        return say("compare.loss.interpolated", value=loss.value, label=group.label)
    if loss.how == "at least":
        return say("compare.loss.at_least", value=loss.value, label=group.label)
    return say("compare.loss.measured", value=loss.value, label=group.label)
