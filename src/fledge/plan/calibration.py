"""A plan's iteration time, scaled by a step that the user measured on the same device."""

from dataclasses import replace

from fledge.config.schema import Config
from fledge.plan.estimate import Estimate, within
from fledge.plan.types import MeasuredStep
from fledge.texts import Message, say, text
from fledge.texts.units import duration, milliseconds, times

# The true time is within this factor, either way: of the same step; of another batch, which holds for 95% of the pairs
# by one publisher in docs/accuracy.md; of another model, which holds for 80% of them.
SAME_STEP_FACTOR, SAME_MODEL_FACTOR, OTHER_MODEL_FACTOR = 1.03, 1.2, 1.33
# Data sheets and kernels hardly explain more: no published time is this far from its plan (docs/accuracy.md).
MOST_BELIEVABLE = 3.0


def calibrate(
    estimate: Estimate, of_known: Estimate, known: MeasuredStep, config: Config
) -> tuple[Estimate, list[Message]]:
    """`estimate` scaled as `known` is to `of_known`, its own plan; and a remark if the two disagree."""
    scale = known.seconds / of_known.value
    is_same_model = known.config.shape == config.shape
    is_same = is_same_model and known.config.tokens_per_iter == config.tokens_per_iter
    factor = SAME_MODEL_FACTOR if is_same_model else OTHER_MODEL_FACTOR
    if is_same:
        factor = SAME_STEP_FACTOR
    source = text(say("plan.source.scaled", scale=scale, source=known.source))
    scaled = within(estimate.value * scale, factor, "s", "measured", source)
    if of_known.low <= known.seconds <= of_known.high:
        return scaled, []
    if not is_same:  # what made that step slow or fast may be absent from this one: its own plan stays possible
        ends = min(scaled.low, estimate.value), max(scaled.high, estimate.value)
        scaled = replace(scaled, low=ends[0], high=ends[1])
    return scaled, [_disagreement(of_known, known, scale)]


def _disagreement(of_known: Estimate, known: MeasuredStep, scale: float) -> Message:
    numbers = {
        "source": known.source,
        "planned": _time(of_known.value),
        "low": _time(of_known.low),
        "high": _time(of_known.high),
        "ratio": times(max(scale, 1 / scale)),
    }
    if scale > MOST_BELIEVABLE:
        return say("plan.note.measured_slower_far", **numbers)
    if scale > 1:
        return say("plan.note.measured_slower", **numbers)
    if scale > 1 / MOST_BELIEVABLE:
        return say("plan.note.measured_faster", **numbers)
    return say("plan.note.measured_faster_far", **numbers)


def _time(seconds: float) -> str:
    return milliseconds(1000 * seconds) if seconds < 1 else duration(seconds)
