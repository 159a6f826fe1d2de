"""LossDifference: the losses of two groups at an equal point, and whether they differ by more than chance."""

from dataclasses import dataclass
from typing import Any

from fledge.analyze.compare.curves import CurvePoint
from fledge.analyze.compare.group import RunGroup
from fledge.analyze.compare.pair import EqualAxes, Pair
from fledge.analyze.compare.wording import AXIS_NAMES, METRIC_NAMES, position
from fledge.texts import Message, say


@dataclass(frozen=True)
class LossDifference:
    where: dict[str, Any]  # for sentences: the axes, the position on each, and the losses there
    apart: float
    ahead: RunGroup | None  # by more than the noise
    is_beyond_seeds: bool  # ahead by more than another seed would make
    message: Message

    def to_json(self) -> dict[str, Any]:
        return {
            "label": self.ahead.label if self.ahead else None,
            "apart": self.apart,
            "beyond_seeds": self.is_beyond_seeds,
        }


def loss_difference(pair: Pair, equal: EqualAxes) -> LossDifference:
    (best, low), (other, high) = sorted(
        zip(pair.groups, equal.point.losses, strict=True), key=lambda group_and_loss: group_and_loss[1].value
    )
    apart = high.value - low.value
    is_chance = pair.noise.explains(apart)
    ahead = best if is_chance is False and low.how != "at least" else None
    metric = METRIC_NAMES[pair.metric or "val_loss"]
    where = {
        "axes": [AXIS_NAMES[axis] for axis in equal.axes],
        "positions": [position(axis, pair.aligned[axis].x) for axis in equal.axes],
        "losses": say("compare.losses", metric=metric, low=_loss(best, low), high=_loss(other, high)),
    }
    bounded = [group.label for group, loss in ((best, low), (other, high)) if loss.how == "at least"]
    if bounded and ahead is None:
        message = say("compare.equal.not_evaluated", labels=bounded, **where)
    elif is_chance is None:
        message = say("compare.equal.unknown_noise", apart=apart, **where)
    elif is_chance and pair.noise.basis == "seeds":
        message = say("compare.equal.within_seed_noise", apart=apart, noise=pair.noise.size, **where)
    elif is_chance:
        message = say("compare.equal.within_evaluation_noise", apart=apart, noise=pair.noise.size, **where)
    elif high.how == "at least":
        message = say("compare.equal.ahead_at_least", ahead=best.label, apart=apart, noise=pair.noise.size, **where)
    else:
        message = say("compare.equal.ahead", ahead=best.label, apart=apart, noise=pair.noise.size, **where)
    is_beyond_seeds = ahead is not None and pair.noise.is_beyond_seeds(apart, low.value)
    return LossDifference(where, apart, ahead, is_beyond_seeds, message)


def _loss(group: RunGroup, loss: CurvePoint) -> Message:
    if loss.how == "interpolated":
        return say("compare.loss.interpolated", value=loss.value, label=group.label)
    if loss.how == "at least":
        return say("compare.loss.at_least", value=loss.value, label=group.label)
    return say("compare.loss.measured", value=loss.value, label=group.label)
