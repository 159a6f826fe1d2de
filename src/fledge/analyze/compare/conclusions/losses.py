"""Conclusions about the losses: which is lower at an equal point, where the order changes, how much is chance."""

import statistics
from collections.abc import Iterator
from typing import Literal

from fledge.analyze.compare.conclusions.conclusion import Conclusion
from fledge.analyze.compare.curves import training_time
from fledge.analyze.compare.loss_difference import equal_difference, final_difference, main_difference
from fledge.analyze.compare.pair import EqualAxes, Pair, main_axes
from fledge.analyze.compare.settings import SCHEDULE_SETTINGS
from fledge.analyze.compare.wording import axis_name, change_message, counts_of, how_much_more, position
from fledge.common.stats import WelchTest
from fledge.texts import Message, say

MIN_STARTUP_SHARE = 0.01  # of the training time: shorter compilation is not worth a sentence


def losses(pair: Pair) -> Iterator[Conclusion]:
    if pair.metric == "loss":
        evidence = (say("compare.batch_loss.evidence"),)
        yield Conclusion("batch_loss", "cannot", say("compare.batch_loss.text"), evidence)
    if pair.is_other_data or pair.metric is None or pair.repeated_losses:
        return
    if pair.final is not None:
        difference = final_difference(pair, pair.final)
        kind: Literal["can", "cannot"] = "can" if difference.ahead else "cannot"
        yield Conclusion("final", kind, difference.message, _ends(pair))
    for equal in pair.equal_axes:
        if pair.final is not None and not equal.is_comparable:
            continue  # the ends are judged
        difference = equal_difference(pair, equal)
        kind = "can" if difference.ahead else "cannot"
        yield Conclusion(f"equal_{equal.axes[0]}", kind, difference.message, _measured_how(pair, equal))
    reason = middle_reason(pair)
    if reason is not None:
        yield Conclusion("schedules", "cannot", reason, (say("compare.schedules.evidence"),))
    if not pair.equal_axes and pair.final is None:
        evidence = (say("compare.not_aligned.evidence"),)
        yield Conclusion("not_aligned", "cannot", say("compare.not_aligned.text"), evidence)


def middle_reason(pair: Pair) -> Message | None:
    """Points in the middle are not comparable: the schedules differ, or may differ."""
    main = main_axes(pair.equal_axes)
    if main is None or main.decay == "equal":
        return None
    if main.decay == "unknown":
        return say("compare.schedules.unknown")
    changes = [change_message(change) for name in SCHEDULE_SETTINGS if (change := pair.change(name))]
    if changes:
        return say("compare.schedules.settings", changes=changes)
    ends = [round(statistics.mean(facts.run.last_iter for facts in group.members)) for group in pair.groups]
    if ends[0] == ends[1]:
        return say("compare.schedules.rates")
    return say("compare.schedules.lengths", a=ends[0], b=ends[1], counts=counts_of(pair.a))


def _ends(pair: Pair) -> tuple[Message, ...]:
    final = pair.final
    assert final is not None
    evidence = []
    ratio, longer = max((final.length_ratio, pair.b.label), (1 / max(final.length_ratio, 1e-9), pair.a.label))
    if final.is_equal_time:
        evidence.append(say("compare.final.equal_time"))
    elif not final.is_equal_length:
        evidence.append(say("compare.final.length", label=longer, far=how_much_more(ratio)))
    if all(facts.run.ended == "finished" for group in pair.groups for facts in group.members):
        if not final.is_end_known:
            evidence.append(say("compare.final.early_end"))
    elif not final.is_end_known:
        evidence.append(say("compare.final.unknown_end"))
    return tuple(evidence)


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
        for group in pair.groups:
            clock = training_time(group.first)
            if clock and clock[1] > MIN_STARTUP_SHARE * clock[0].total:
                evidence.append(say("compare.equal.startup", label=group.label, seconds=clock[1]))
    return tuple(evidence)


def crossings(pair: Pair) -> Iterator[Conclusion]:
    if not pair.crossings or pair.is_other_data:
        return
    places = [
        say("compare.crossing.place", position=position(one.axis, one.x), axis=axis_name(one.axis, pair.a))
        for one in pair.crossings
    ]
    first = pair.crossings[0]
    message = say("compare.crossing.text", passes=first.passes, passed=first.passed, place=places[0])
    yield Conclusion("crossing", "can", message, (say("compare.crossing.evidence", places=places),))


def chance(pair: Pair) -> Iterator[Conclusion]:
    main = main_difference(pair)
    if main is None or pair.is_other_data or pair.repeated_losses:
        return
    noise = pair.noise
    if noise.threshold is None:
        yield Conclusion("noise", "cannot", say("compare.unknown_noise.text"), noise.explanation)
        return
    if noise.test is not None:
        yield _seeds(pair, noise.test, main.ahead is not None)
    if noise.threshold > 0:
        message = say("compare.noise.text", threshold=noise.threshold)
        yield Conclusion("noise", "cannot", message, noise.explanation)
    if noise.basis != "seeds" and main.ahead:
        evidence = (say("compare.one_seed.evidence", sd=noise.seed_sd),)
        yield Conclusion("one_seed", "cannot", say("compare.one_seed.text"), evidence)


def _seeds(pair: Pair, test: WelchTest, is_sure: bool) -> Conclusion:
    evidence = (say("compare.seeds.evidence", t=test.t, df=test.df, p=test.p),)
    numbers = {"a": pair.a.label, "b": pair.b.label, "difference": test.difference, "low": test.low, "high": test.high}
    if is_sure:
        return Conclusion("seeds", "can", say("compare.seeds.beyond_chance", **numbers), evidence)
    return Conclusion("seeds", "cannot", say("compare.seeds.within_chance", **numbers), evidence)


CONCLUSIONS = (losses, crossings, chance)
