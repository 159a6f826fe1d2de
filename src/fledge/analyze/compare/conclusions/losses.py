"""Conclusions about the losses: which is lower at an equal point, where the order changes, how much is chance."""

from collections.abc import Iterator
from typing import Literal

from fledge.analyze.compare.conclusions.conclusion import Conclusion
from fledge.analyze.compare.loss_difference import loss_difference
from fledge.analyze.compare.noise import SEED_SD_SHARE
from fledge.analyze.compare.pair import EqualAxes, Pair
from fledge.analyze.compare.wording import AXIS_NAMES, position
from fledge.common.stats import WelchTest
from fledge.texts import Message, say

SIGNIFICANT_P = 0.05


def losses(pair: Pair) -> Iterator[Conclusion]:
    if pair.metric == "loss":
        evidence = (say("compare.batch_loss.evidence"),)
        yield Conclusion("batch_loss", "cannot", say("compare.batch_loss.text"), evidence)
    if pair.is_other_data or pair.metric is None or pair.repeated_losses:
        return
    for equal in pair.equal_axes:
        difference = loss_difference(pair, equal)
        kind: Literal["can", "cannot"] = "can" if difference.ahead else "cannot"
        yield Conclusion(f"equal_{equal.axes[0]}", kind, difference.message, _measured_how(pair, equal))
    if not pair.equal_axes:
        evidence = (say("compare.not_aligned.evidence"),)
        yield Conclusion("not_aligned", "cannot", say("compare.not_aligned.text"), evidence)


def _measured_how(pair: Pair, equal: EqualAxes) -> tuple[Message, ...]:
    evidence = []
    if all(loss.how == "measured" for loss in equal.point.losses):
        evidence.append(say("compare.equal.both_measured"))
    else:
        for group, loss in zip(pair.groups, equal.point.losses, strict=True):
            if loss.how == "measured":
                evidence.append(say("compare.equal.measured", label=group.label))
            elif loss.how == "interpolated":
                evidence.append(say("compare.equal.interpolated", label=group.label))
            else:
                evidence.append(say("compare.equal.bounded", label=group.label))
    if "time" in equal.axes:
        evidence.append(say("compare.equal.training_time"))
    return tuple(evidence)


def crossings(pair: Pair) -> Iterator[Conclusion]:
    if not pair.crossings or pair.is_other_data:
        return
    places = [
        say("compare.crossing.place", position=position(one.axis, one.x), axis=AXIS_NAMES[one.axis])
        for one in pair.crossings
    ]
    first = pair.crossings[0]
    message = say("compare.crossing.text", passes=first.passes, passed=first.passed, place=places[0])
    yield Conclusion("crossing", "can", message, (say("compare.crossing.evidence", places=places),))


def chance(pair: Pair) -> Iterator[Conclusion]:
    if pair.metric is None or pair.is_other_data or not pair.equal_axes or pair.repeated_losses:
        return
    noise = pair.noise
    if noise.threshold is None:
        yield Conclusion("noise", "cannot", say("compare.unknown_noise.text"), noise.explanation)
        return
    if noise.test is not None:
        yield _seeds(pair, noise.test)
    if noise.threshold > 0:
        message = say("compare.noise.text", threshold=noise.threshold)
        yield Conclusion("noise", "cannot", message, noise.explanation)
    if noise.basis != "seeds" and any(loss_difference(pair, equal).ahead for equal in pair.equal_axes):
        evidence = (say("compare.one_seed.evidence", share=SEED_SD_SHARE),)
        yield Conclusion("one_seed", "cannot", say("compare.one_seed.text"), evidence)


def _seeds(pair: Pair, test: WelchTest) -> Conclusion:
    evidence = (say("compare.seeds.evidence", t=test.t, df=test.df, p=test.p),)
    numbers = {
        "a": pair.a.label,
        "b": pair.b.label,
        "difference": test.difference,
        "low": test.low,
        "high": test.high,
    }
    if test.p < SIGNIFICANT_P:
        return Conclusion("seeds", "can", say("compare.seeds.beyond_chance", **numbers), evidence)
    return Conclusion("seeds", "cannot", say("compare.seeds.within_chance", **numbers), evidence)


CONCLUSIONS = (losses, crossings, chance)
