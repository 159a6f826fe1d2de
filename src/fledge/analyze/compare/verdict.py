"""The verdict of a comparison: which group is better where they can be compared fairly, and whether that is sure."""

import statistics
from collections.abc import Sequence

from fledge.analyze.compare.conclusions.losses import middle_reason
from fledge.analyze.compare.conclusions.settings import scale_differences
from fledge.analyze.compare.conclusions.speed import speed_message
from fledge.analyze.compare.curves import AlignedPoint, Axis
from fledge.analyze.compare.group import RunGroup
from fledge.analyze.compare.loss_difference import LossDifference, equal_difference, main_difference
from fledge.analyze.compare.noise import SIGNIFICANT_P, SeedMean
from fledge.analyze.compare.pair import Pair, main_axes, pair_groups
from fledge.analyze.compare.progress import last_loss
from fledge.analyze.compare.repeat import is_one_run
from fledge.analyze.compare.speeds import speed_difference
from fledge.analyze.compare.wording import METRIC_NAMES, axis_name, position
from fledge.logs.run import Metric
from fledge.texts import Message, say

Verdict = tuple[Message, ...]
RANKING_AXES: tuple[Axis, ...] = ("tokens", "iterations", "time")  # fairest first


def verdict_on_seeds(mean: SeedMean | None) -> Verdict:
    """All runs are seeds of one config, so they only show how large chance is."""
    if mean is None:
        return (say("compare.verdict.seeds_without_loss"),)
    interval = mean.interval
    return (
        say(
            "compare.verdict.seeds",
            seeds=interval.n,
            metric=METRIC_NAMES[mean.metric],
            mean=interval.mean,
            iteration=mean.iteration,
            low=interval.low,
            high=interval.high,
        ),
        say("compare.verdict.seeds_sd", sd=interval.sd),
    )


def verdict_on_pair(pair: Pair) -> Verdict:
    """Which group is better at equal tokens or iterations; then which is faster, and which is ahead at equal time."""
    if pair.is_other_data:
        return (say("compare.verdict.other_data"),)
    if pair.repeated_losses:
        return _repeat(pair)
    verdict: Verdict = ()
    if pair.is_other_experiment:
        verdict = (say("compare.verdict.different_experiments", differences=scale_differences(pair)),)
        if pair.is_about_devices:
            return (*verdict, say("compare.device.text"))
    main = main_difference(pair)
    if main is not None:
        verdict += _better(pair, main)
    elif not verdict:
        verdict = (say("compare.verdict.not_aligned"),)
    middle, equal = middle_reason(pair), main_axes(pair.equal_axes)
    if middle is not None and not (equal and equal.is_end):
        verdict += (middle,)
    speeds, faster = speed_difference(pair), speed_message(pair)
    if faster is not None and speeds is not None and speeds.kind in ("equal", "different"):
        verdict += (faster,)
    return verdict + _at_equal_time(pair, main)


def _repeat(pair: Pair) -> Verdict:
    """One run done twice: only their speeds can differ."""
    labels = {"a": pair.a.label, "b": pair.b.label}
    if is_one_run(pair.a.members, pair.b.members):
        return (say("compare.verdict.one_run", **labels),)
    message = say("compare.verdict.repeat", number=pair.repeated_losses, **labels)
    if len(pair.a.members) > 1:
        message = say("compare.verdict.repeat_of_one", number=pair.repeated_losses, **labels)
    faster = speed_message(pair)
    return (message, faster) if faster else (message,)


def _better(pair: Pair, main: LossDifference) -> Verdict:
    """A group is called better only if neither chance nor different text can explain its lower loss."""
    if pair.is_other_experiment or pair.metric == "loss":  # a low batch loss may be memorised text
        return (main.message,)
    if pair.is_doubtful_text:
        return main.message, say("compare.unknown_text.text")
    if main.ahead is None:
        return say("compare.verdict.not_shown", label=pair.b.label), main.message
    better = {"ahead": main.ahead.label, **main.where}
    if pair.noise.test is None or pair.noise.test.p >= SIGNIFICANT_P:
        ends = pair.final is not None
        return (say("compare.verdict.ends_better", **better) if ends else say("compare.verdict.better", **better),)
    a, b = (len(group.distinct) for group in pair.groups)
    seeds = {"p": pair.noise.test.p, "a": a, "b": b}
    if pair.final is not None:
        return (say("compare.verdict.ends_better_over_seeds", **seeds, **better),)
    return (say("compare.verdict.better_over_seeds", **seeds, **better),)


def _at_equal_time(pair: Pair, main: LossDifference | None) -> Verdict:
    equal = next((equal for equal in pair.equal_axes if equal.axes[0] == "time"), None)
    timed = equal_difference(pair, equal) if equal else None
    if timed is None or timed.ahead is None:
        return ()
    ahead = {"ahead": timed.ahead.label, **timed.where}
    if main is not None and timed.ahead == main.ahead:
        return (say("compare.verdict.also_ahead", **ahead),)
    return (say("compare.verdict.ahead", **ahead),)


def verdict_on_many(pairs: Sequence[Pair], metric: Metric | None, aligned: dict[Axis, AlignedPoint]) -> Verdict:
    """The order of more than two groups, and whether the first is ahead of the others by more than chance."""
    if any(pair.is_other_data or pair.is_doubtful_text for pair in pairs):
        return (say("compare.verdict.some_other_data"),)
    groups = [pairs[0].a, *(pair.b for pair in pairs)]
    axis = next((axis for axis in RANKING_AXES if axis in aligned), None)
    ends = _ends(groups, metric) if metric and any(pair.final for pair in pairs) else None
    if metric is None or (axis is None and ends is None):
        return (say("compare.verdict.none_aligned"),)
    if ends is not None:
        losses, where = ends, say("compare.verdict.at_the_ends")
    else:
        assert axis is not None
        losses = [loss.value for loss in aligned[axis].losses]
        where = say(
            "compare.verdict.at_equal", axis=axis_name(axis, groups[0]), position=position(axis, aligned[axis].x)
        )
    ranked = sorted(zip(losses, groups, strict=True), key=lambda loss_and_group: loss_and_group[0])
    order = [say("compare.verdict.rank", label=group.label, value=loss) for loss, group in ranked]
    ranking = say("compare.verdict.ranking", where=where, metric=METRIC_NAMES[metric], order=order)
    best = ranked[0][1]
    near = []
    for _, group in ranked[1:]:
        main = main_difference(pair_groups(best, group, groups))
        if main is None or main.ahead is not best:
            near.append(group.label)
    if near:
        return ranking, say("compare.verdict.best_not_shown", best=best.label, others=near)
    return ranking, say("compare.verdict.best", best=best.label)


def _ends(groups: Sequence[RunGroup], metric: Metric) -> list[float] | None:
    """The mean of the last losses of each group, if all have one."""
    ends = [[last_loss(facts, metric) for facts in group.distinct] for group in groups]
    means = [statistics.mean(end[1] for end in each if end) for each in ends if None not in each]
    return means if len(means) == len(groups) else None
