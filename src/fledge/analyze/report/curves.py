"""Points of a curve, made fewer for the eye: thinned so that no peak is lost, and smoothed."""

import bisect
import itertools
import math
import statistics
from collections.abc import Sequence

from fledge.common.text import flops
from fledge.logs.facts import NANOGPT_PEAK_FLOPS, Facts
from fledge.logs.run import Curve, Point

Points = Sequence[Point]  # of any kind: a list, or arrays that are not copied
SMOOTH_FROM = 40  # points: fewer are read as they are
SMOOTH_SHARE, SMOOTH_POINTS = 20, 400  # each is the mean over a twentieth of the iterations; how many are drawn
GAP_FROM, GAP_STEPS, GAP_SHARE = (
    20,
    10,
    0.05,
)  # points; a gap is longer than so many steps, and this share


def thin(points: Points, most: int) -> list[Point]:
    """At most `most` points: of each stretch the least and the greatest, and both ends of the curve.

    A stretch in which a number is not finite keeps one of those too: where a curve breaks must show.
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


def smoothed(points: Points) -> list[Point]:
    """Of finite points, means over a window of iterations that narrows towards the ends: both stay where they are.

    Empty where there are few points. The window counts iterations, so that it does not reach across a gap.
    """
    if len(points) < SMOOTH_FROM:
        return []
    iters, values = [it for it, _ in points], [value for _, value in points]
    first, last = iters[0], iters[-1]
    half = (last - first) / SMOOTH_SHARE / 2
    drawn = min(SMOOTH_POINTS, len(values))
    found = []
    for number in range(drawn):
        it = iters[round(number * (len(iters) - 1) / (drawn - 1))]
        reach = min(half, it - first, last - it)
        window = values[bisect.bisect_left(iters, it - reach) : bisect.bisect_right(iters, it + reach)]
        found.append((it, sum(window) / len(window)))
    return found


def with_gaps(points: Points) -> list[Point]:
    """The points, with one that is no number in each long stretch of which the log has nothing: no line crosses it."""
    steps = [b - a for (a, _), (b, _) in itertools.pairwise(points)]
    if len(steps) < GAP_FROM:
        return list(points)
    long = max(GAP_STEPS * statistics.median(steps), GAP_SHARE * (points[-1][0] - points[0][0]))
    found = []
    for point, step in zip(points, [*steps, 0], strict=True):
        found.append(point)
        if step > long:
            found.append((point[0] + 1, math.nan))
    return found


def first_break(curve: Curve) -> Point | None:
    """The first iteration whose number is not finite, at the height of the last one that was."""
    before = None
    for it, value in curve:
        if not math.isfinite(value):
            return None if before is None else (it, before)
        before = value
    return None


def throughput(facts: Facts) -> Points:
    """Tokens a second: from the step times where the tokens of a step are known, else as printed."""
    if facts.tokens_per_iter and facts.step_times:
        return [(it, 1000 * facts.tokens_per_iter / ms) for it, ms in facts.step_times]
    return facts.run.curve("tokens_per_s").finite()


def utilization(facts: Facts) -> tuple[Points, str]:
    """MFU along the run, and of what it is a share."""
    printed = [(it, share) for it, share in facts.run.curve("mfu").finite() if share != -1.0]  # nanoGPT: not known yet
    of_device = f"of {_device(facts)}" if facts.peak else "as printed"
    if facts.run.origin == "directory" and printed:
        return printed, of_device
    if facts.flops_per_token and facts.tokens_per_iter and facts.peak and facts.step_times:
        work = 1000 * facts.flops_per_token * facts.tokens_per_iter / facts.peak
        return [(it, work / ms) for it, ms in facts.step_times], of_device
    if facts.prints_a100_mfu and printed and facts.peak:
        return [(it, share * NANOGPT_PEAK_FLOPS * facts.devices / facts.peak) for it, share in printed], of_device
    return printed, "as printed: of an A100, whatever the device" if facts.prints_a100_mfu else "as printed"


def _device(facts: Facts) -> str:
    name = facts.device.name if facts.device else str(facts.run.value("device_name") or "this device")
    return f"{name}, {flops(facts.peak or 0)}"
