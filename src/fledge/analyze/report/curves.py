"""The points that the plots draw: curves thinned without losing peaks, smoothed, and computed from a run's facts."""

import bisect
import itertools
import math
import statistics
from collections.abc import Sequence

from fledge.logs.facts import NANOGPT_PEAK_FLOPS, Facts
from fledge.logs.run import Curve, Point
from fledge.texts import Message, say

SMOOTH_MIN_POINTS = 40  # a curve with fewer is drawn as it is
SMOOTH_MAX_POINTS = 400
SMOOTH_WINDOWS = 20  # each smoothed point is the mean over this part of the iterations: a twentieth
GAP_MIN_STEPS = 20  # fewer steps do not show what a usual step is
GAP_MEDIANS = 10  # a gap is longer than this many median steps,
GAP_SHARE = 0.05  # and than this share of the run


def thin(points: Sequence[Point], most: int) -> list[Point]:
    """At most `most` points: both ends of the curve, and the lowest and highest of each stretch.

    A stretch with values that are not finite keeps one of them too, so that the plot shows where a curve breaks.
    """
    if len(points) <= most:
        return list(points)
    stretches = max(1, (most - 2) // 3)
    kept = {0, len(points) - 1}
    for number in range(stretches):
        first = number * len(points) // stretches
        places = range(first, (number + 1) * len(points) // stretches)
        finite = [place for place in places if math.isfinite(points[place][1])]
        if finite:
            kept.add(min(finite, key=lambda place: points[place][1]))
            kept.add(max(finite, key=lambda place: points[place][1]))
        if len(finite) < len(places):
            kept.add(next(place for place in places if not math.isfinite(points[place][1])))
    return [points[place] for place in sorted(kept)]


def smoothed(points: Sequence[Point]) -> list[Point]:
    """Means of finite points over a window of iterations; the window narrows towards both ends, which stay in place.

    Empty if there are few points. The window is counted in iterations, so that it does not average across a gap.
    """
    if len(points) < SMOOTH_MIN_POINTS:
        return []
    iters, values = [it for it, _ in points], [value for _, value in points]
    first, last = iters[0], iters[-1]
    half = (last - first) / SMOOTH_WINDOWS / 2
    drawn = min(SMOOTH_MAX_POINTS, len(values))
    found = []
    for number in range(drawn):
        it = iters[round(number * (len(iters) - 1) / (drawn - 1))]
        reach = min(half, it - first, last - it)
        window = values[bisect.bisect_left(iters, it - reach) : bisect.bisect_right(iters, it + reach)]
        found.append((it, sum(window) / len(window)))
    return found


def with_gaps(points: Sequence[Point]) -> list[Point]:
    """The points, with a NaN in each long stretch that the log says nothing about: the line is broken there."""
    steps = [b - a for (a, _), (b, _) in itertools.pairwise(points)]
    if len(steps) < GAP_MIN_STEPS:
        return list(points)
    long = max(GAP_MEDIANS * statistics.median(steps), GAP_SHARE * (points[-1][0] - points[0][0]))
    found = []
    for point, step in zip(points, [*steps, 0], strict=True):
        found.append(point)
        if step > long:
            found.append((point[0] + 1, math.nan))
    return found


def first_break(curve: Curve) -> Point | None:
    """The first iteration whose value is not finite, at the height of the last finite value."""
    before = None
    for it, value in curve:
        if not math.isfinite(value):
            return None if before is None else (it, before)
        before = value
    return None


def throughput(facts: Facts) -> Sequence[Point]:
    """Tokens per second: from the step times where the tokens per step are known, else as printed."""
    if facts.tokens_per_iter and facts.step_times:
        return [(it, 1000 * facts.tokens_per_iter / ms) for it, ms in facts.step_times]
    return facts.run.curve("tokens_per_s").finite()


def utilization(facts: Facts) -> tuple[Sequence[Point], Message]:
    """MFU along the run, and which peak it is a share of."""
    # nanoGPT prints -1 until it knows
    printed = [(it, share) for it, share in facts.run.curve("mfu").finite() if share != -1.0]
    of_device = say("report.mfu_printed")
    if facts.peak and facts.device_name:
        of_device = say("report.mfu_of_device", device=facts.device_name, peak=facts.peak)
    elif facts.peak:
        of_device = say("report.mfu_of_this_device", peak=facts.peak)
    if facts.run.origin == "directory" and printed:
        return printed, of_device
    if facts.flops_per_token and facts.tokens_per_iter and facts.peak and facts.step_times:
        work = 1000 * facts.flops_per_token * facts.tokens_per_iter / facts.peak
        return [(it, work / ms) for it, ms in facts.step_times], of_device
    if facts.prints_a100_mfu and printed and facts.peak:
        return [(it, share * NANOGPT_PEAK_FLOPS * facts.devices / facts.peak) for it, share in printed], of_device
    return printed, say("report.mfu_printed_of_a100") if facts.prints_a100_mfu else say("report.mfu_printed")
