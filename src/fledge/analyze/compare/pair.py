"""Pair: two groups, what differs between them, where they can be compared, and how far apart chance puts them."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from fledge.analyze.compare.curves import AlignedPoint, Axis, Crossing, align_all, crossing, shared_metric
from fledge.analyze.compare.group import RunGroup
from fledge.analyze.compare.noise import NoiseEstimate, estimate_noise, seed_losses
from fledge.analyze.compare.progress import Decay, FinalLosses, decay_at, final_losses
from fledge.analyze.compare.repeat import repeated_losses
from fledge.analyze.compare.settings import SettingChange, device_of, printed_changes, setting_changes, value_of
from fledge.logs.facts import Facts
from fledge.logs.run import Metric
from fledge.texts import say

EQUAL_SPEED_SHARE = 0.03  # speeds closer than this count as equal
MICRO_BATCH_SETTINGS = {"batch_size", "gradient_accumulation_steps"}  # how a step is split into micro-batches
MAX_FIRST_LOSS_GAP_NATS = 1.0  # first losses further apart than this are of different vocabularies
MAX_STEP_RATIO = 1.5  # of tokens per step; beyond it two runs are not the same experiment


@dataclass(frozen=True)
class EqualAxes:
    """What is equal where losses are compared; several axes if they coincide, as iterations and tokens often do."""

    points: dict[Axis, AlignedPoint]
    decay: Decay  # whether both learning rates have decayed equally by then
    gap: float  # how far apart the decays are, as a share of the rate or of the run
    is_end: bool = False  # whether both end there

    @property
    def is_comparable(self) -> bool:
        return self.is_end or self.decay == "equal"

    @property
    def axes(self) -> tuple[Axis, ...]:
        return tuple(self.points)

    @property
    def point(self) -> AlignedPoint:
        return self.points[self.axes[0]]


@dataclass(frozen=True)
class Pair:
    a: RunGroup
    b: RunGroup
    changes: list[SettingChange]
    metric: Metric | None
    equal_axes: list[EqualAxes]  # the ways to compare that differ from each other
    final: FinalLosses | None  # the losses at the ends, if those are what is judged
    crossings: list[Crossing]
    noise: NoiseEstimate

    @property
    def groups(self) -> tuple[RunGroup, RunGroup]:
        return self.a, self.b

    @property
    def chosen_changes(self) -> list[SettingChange]:
        return [change for change in self.changes if change.counts]

    def change(self, name: str) -> SettingChange | None:
        return next((change for change in self.changes if change.name == name), None)

    @cached_property
    def repeated_losses(self) -> int:
        """How many losses are equal, if one group repeats the other: same settings, same losses. Else 0."""
        return 0 if self.chosen_changes else repeated_losses(self.a.members, self.b.members)

    @property
    def is_other_data(self) -> bool:
        """Whether the losses are measured on different text or tokens, so that they have different units."""
        if self.has_equal_val_text is False or self.different_bases:
            return True
        if self.change("dataset") and not (self.has_equal_val_text and self.metric == "val_bpb"):
            return True
        return self.metric != "val_bpb" and bool(self.change("vocab_size") or self.different_first_losses)

    @property
    def different_bases(self) -> tuple[float, float] | None:
        """The bases of the losses' logarithms, if they differ."""
        a, b = (group.first.run.loss_base for group in self.groups)
        return (a, b) if a is not None and b is not None and a != b and self.metric != "val_bpb" else None

    @property
    def different_first_losses(self) -> tuple[float, float] | None:
        """The first losses if they are far apart: the first loss of a new model is the logarithm of its vocabulary."""
        a, b = (_first_loss(group.first) for group in self.groups)
        if self.is_same_text or self.change("init_from") or a is None or b is None:
            return None
        return (a, b) if abs(a - b) > MAX_FIRST_LOSS_GAP_NATS else None

    @property
    def has_equal_val_text(self) -> bool | None:
        """Whether both are evaluated on the same text, by its hash; None where one does not say."""
        a, b = (group.first.run.value("val_text") for group in self.groups)
        return None if a is None or b is None else a == b

    @property
    def is_bits_of_one_text(self) -> bool:
        """Whether bits per byte of the same text are compared, because the tokens differ."""
        return self.metric == "val_bpb" and bool(self.has_equal_val_text)

    @property
    def is_same_text(self) -> bool:
        """Whether both are known to use one dataset, or one validation text."""
        if self.has_equal_val_text is not None:
            return self.has_equal_val_text
        a, b = (value_of(group.first, "dataset") for group in self.groups)
        return a is not None and a == b

    @property
    def is_doubtful_text(self) -> bool:
        """Whether the text may differ: logs of different trainers, or only one names its dataset."""
        a, b = (group.first.run for group in self.groups)
        is_alike = a.format == b.format and a.value("dataset") is None and b.value("dataset") is None
        return not self.is_same_text and not is_alike

    @property
    def is_other_experiment(self) -> bool:
        step = self.change("tokens_per_iter")
        is_other_step = (
            step is not None and step.ratio is not None and not 1 / MAX_STEP_RATIO < step.ratio < MAX_STEP_RATIO
        )
        return len(self.chosen_changes) > 2 and (is_other_step or self.change("block_size") is not None)

    @property
    def is_only_micro_batch(self) -> bool:
        """Whether the same step is split into other micro-batches, and nothing else changed."""
        names = {change.name for change in self.chosen_changes}
        return names == MICRO_BATCH_SETTINGS and self.equal_step_tokens is not None

    @property
    def equal_step_tokens(self) -> float | None:
        """Tokens per step, if both take equally many."""
        a, b = (group.first.tokens_per_iter for group in self.groups)
        return a if a and a == b else None

    @property
    def is_other_device(self) -> bool | None:
        a, b = (device_of(group.first) for group in self.groups)
        return None if a is None or b is None else a != b

    @property
    def is_about_devices(self) -> bool:
        """Whether somebody may think that the device made the difference. Logs often do not name it."""
        if self.is_other_device is not None:
            return self.is_other_device
        return self.is_other_experiment and any(group.first.run.origin == "log" for group in self.groups)

    @property
    def other_seed(self) -> bool:
        """Whether two single runs have different seeds."""
        a, b = (group.first.run.value("seed") for group in self.groups)
        return len(self.a.members) == len(self.b.members) == 1 and None not in (a, b) and a != b

    @property
    def printed_changes(self) -> list[SettingChange]:
        return printed_changes([self.a.first, self.b.first])


def main_axes(found: Sequence[EqualAxes]) -> EqualAxes | None:
    """Equal tokens are fairer than equal iterations."""
    return next((equal for equal in found if "tokens" in equal.axes), found[0] if found else None)


def pair_groups(a: RunGroup, b: RunGroup, pool: Sequence[RunGroup] = ()) -> Pair:
    """The noise between seeds is measured on both groups; if each is one run, on the others of the pool."""
    groups = (a, b)
    metric = shared_metric(groups)
    changes = setting_changes((a.first, b.first))
    if metric is None:
        return Pair(a, b, changes, None, [], None, [], NoiseEstimate(None, "unknown", (say("compare.noise.no_loss"),)))
    final = final_losses(a, b, metric)
    axes = _equal_axes(groups, metric, changes, final)
    main = main_axes(axes)
    if main and main.is_end:
        final = None  # the last losses are compared anyway
    noise = NoiseEstimate(None, "unknown", (say("compare.noise.no_loss"),))
    if final or main:
        losses, iters = _judged(groups, metric, main, final)
        is_chosen = any(change.name == "max_iters" for change in changes)
        is_by_chance = final is not None and not is_chosen and min(map(len, losses)) == 1
        noise = estimate_noise(groups, metric, losses, iters, pool, is_by_chance)
    equal = [axis for one in axes if one.decay == "equal" for axis in one.axes]
    crossings = [crossing(a, b, metric, axis, noise.threshold_at) for axis in equal]
    return Pair(a, b, changes, metric, axes, final, [one for one in crossings if one is not None], noise)


def _judged(
    groups: tuple[RunGroup, RunGroup], metric: Metric, main: EqualAxes | None, final: FinalLosses | None
) -> tuple[tuple[list[float], list[float]], list[float]]:
    """The loss of every run where the groups are compared, and the iterations where they are."""
    if final:
        return final.losses, [statistics.mean(iters) for iters in final.iters]
    assert main is not None
    losses = [seed_losses(group, metric, main.point) for group in groups]
    means = [loss.value for loss in main.point.losses]  # of a group without a loss exactly there
    return (losses[0] or means[:1], losses[1] or means[1:]), list(main.point.iters)


def _equal_axes(
    groups: tuple[RunGroup, RunGroup], metric: Metric, changes: Sequence[SettingChange], final: FinalLosses | None
) -> list[EqualAxes]:
    tokens = [group.first.tokens_per_iter for group in groups]
    is_equal_step = tokens[0] is not None and tokens[0] == tokens[1]
    is_other_cost = any(change.name == "flops_per_token" for change in changes)

    def coincide(one: Axis, other: Axis) -> bool:
        """Whether equal iterations are also equal tokens, FLOPs or time."""
        if not is_equal_step or ("time" in (one, other) and not _is_equal_speed(groups)):
            return False
        return "flops" not in (one, other) or not is_other_cost

    found: list[EqualAxes] = []
    for axis, point in align_all(groups, metric).items():
        index = next((i for i, equal in enumerate(found) if coincide(equal.axes[0], axis)), None)
        if index is None:
            is_end = final is not None and final.means == tuple(loss.value for loss in point.losses)
            found.append(EqualAxes({axis: point}, *decay_at(*groups, point), is_end))
        else:
            found[index].points[axis] = point
    return found


def _is_equal_speed(groups: tuple[RunGroup, RunGroup]) -> bool:
    a, b = (group.tokens_per_s for group in groups)
    return bool(a and b and abs(b / a - 1) < EQUAL_SPEED_SHARE)


def _first_loss(facts: Facts) -> float | None:
    """The loss before anything was learned."""
    for metric in ("val_loss", "loss"):
        points = facts.run.curve(metric).finite()
        if points and points[0][0] <= 1:
            return points[0][1]
    return None
