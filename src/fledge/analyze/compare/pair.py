"""Pair: two sides, what differs between them, where they can be compared and how far apart chance puts them."""

from collections.abc import Sequence
from dataclasses import dataclass

from fledge.analyze.compare.curves import AXES, Axis, Crossing, Meeting, crossing, meet, shared_metric
from fledge.analyze.compare.noise import Doubt, doubt
from fledge.analyze.compare.settings import Difference, device_of, differences, value_of
from fledge.analyze.compare.sides import Side
from fledge.logs.facts import Facts
from fledge.logs.run import Metric

EQUAL_SPEED = 0.03  # two speeds closer than this share are one
SPLIT = {"batch_size", "gradient_accumulation_steps"}  # of a step into micro-batches
FIRST_APART = 1.0  # nats between two first losses, past which they are of different vocabularies
STEP_RATIO = 1.5  # of tokens a step, past which two runs are not the same experiment any more


@dataclass(frozen=True)
class Question:
    """What may be held equal; several where they are the same, as iterations and tokens often are."""

    axes: tuple[Axis, ...]
    meeting: Meeting


@dataclass(frozen=True)
class Pair:
    a: Side
    b: Side
    changes: list[Difference]
    metric: Metric | None
    meetings: dict[Axis, Meeting]
    crossings: list[Crossing]
    doubt: Doubt

    @property
    def sides(self) -> tuple[Side, Side]:
        return self.a, self.b

    @property
    def counted(self) -> list[Difference]:
        return [change for change in self.changes if change.counts]

    def change(self, name: str) -> Difference | None:
        return next((change for change in self.changes if change.name == name), None)

    @property
    def is_other_data(self) -> bool:
        """Losses of other text, or of other tokens, are in other units."""
        named = self.change("dataset") or (self.change("vocab_size") and self.metric != "val_bpb")
        return bool(named) or (self.metric != "val_bpb" and self.other_start is not None)

    @property
    def other_start(self) -> tuple[float, float] | None:
        """The first losses, where they are far apart: a new model's is the logarithm of its vocabulary."""
        first = [first_loss(side.first) for side in self.sides]
        if self.same_text or self.change("init_from") or first[0] is None or first[1] is None:
            return None
        return (first[0], first[1]) if abs(first[0] - first[1]) > FIRST_APART else None

    @property
    def same_text(self) -> bool:
        """Known to be, not only not known to differ."""
        names = [value_of(side.first, "dataset") for side in self.sides]
        return names[0] is not None and names[0] == names[1]

    @property
    def is_doubtful_text(self) -> bool:
        """Logs of different trainers, or only one names its text: perhaps nothing is comparable."""
        runs = [side.first.run for side in self.sides]
        alike = runs[0].format == runs[1].format and runs[0].value("dataset") is runs[1].value("dataset") is None
        return not self.same_text and not alike

    @property
    def is_other_experiment(self) -> bool:
        step = self.change("tokens_per_iter")
        other_step = step is not None and step.ratio is not None and not 1 / STEP_RATIO < step.ratio < STEP_RATIO
        return len(self.counted) > 2 and bool(other_step or self.change("block_size"))

    @property
    def only_the_split(self) -> bool:
        """The same step in other micro-batches, and nothing else."""
        return {change.name for change in self.counted} == SPLIT and self.equal_step is not None

    @property
    def equal_step(self) -> float | None:
        """Tokens a step, where both take as many."""
        tokens = [side.first.tokens_per_iter for side in self.sides]
        return tokens[0] if tokens[0] and tokens[0] == tokens[1] else None

    @property
    def other_device(self) -> bool | None:
        names = [device_of(side.first) for side in self.sides]
        return None if None in names else names[0] != names[1]

    @property
    def is_about_devices(self) -> bool:
        """Whether somebody may think that the device made the difference. Logs often do not name it."""
        if self.other_device is not None:
            return self.other_device
        return self.is_other_experiment and any(side.first.run.origin == "log" for side in self.sides)

    @property
    def main_question(self) -> Question | None:
        """Equal tokens are fairer than equal iterations."""
        first = self.questions[0] if self.questions else None
        return next((one for one in self.questions if "tokens" in one.axes), first)

    @property
    def questions(self) -> list[Question]:
        """The ways to be fair that differ from each other."""
        found: list[Question] = []
        for axis, meeting in self.meetings.items():
            same = next((one for one in found if self._alike(one.axes[0], axis)), None)
            if same is None:
                found.append(Question((axis,), meeting))
            else:
                found[found.index(same)] = Question((*same.axes, axis), same.meeting)
        return found

    @property
    def equal_speed(self) -> bool:
        rates = self.a.tokens_per_s, self.b.tokens_per_s
        return bool(rates[0] and rates[1] and abs(rates[1] / rates[0] - 1) < EQUAL_SPEED)

    def _alike(self, one: Axis, other: Axis) -> bool:
        """Whether equal iterations are equal tokens too, and equal FLOPs, and equal time."""
        if self.equal_step is None or ("time" in (one, other) and not self.equal_speed):
            return False
        return "flops" not in (one, other) or self.change("flops_per_token") is None


def pair_of(a: Side, b: Side) -> Pair:
    metric = shared_metric((a, b))
    changes = differences((a.first, b.first))
    if metric is None:
        return Pair(a, b, changes, None, {}, [], Doubt(None, "unknown", "no loss that both have"))
    meetings = meetings_of((a, b), metric)
    chance = doubt(a, b, metric, meetings.get("tokens") or meetings.get("iterations"))
    crossings = [
        found for axis in meetings if (found := crossing(a, b, metric, axis, chance.threshold or 0.0)) is not None
    ]
    return Pair(a, b, changes, metric, meetings, crossings, chance)


def meetings_of(sides: Sequence[Side], metric: Metric) -> dict[Axis, Meeting]:
    return {axis: found for axis in AXES if (found := meet(sides, metric, axis)) is not None}


def first_loss(facts: Facts) -> float | None:
    """Before anything was learned."""
    for metric in ("val_loss", "loss"):
        points = facts.run.curve(metric).finite()
        if points and points[0][0] <= 1:
            return points[0][1]
    return None


def micro_batch(facts: Facts) -> tuple[float, float, float] | None:
    """Sequences, accumulation steps, and tokens of one micro-batch."""
    batch, steps, block = (
        value_of(facts, name) for name in ("batch_size", "gradient_accumulation_steps", "block_size")
    )
    return (float(batch), float(steps), float(batch) * float(block)) if batch and steps and block else None
