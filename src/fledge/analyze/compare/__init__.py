"""What changed between runs, who is ahead at equal iterations, tokens, time and FLOPs, and what that shows."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fledge.analyze.compare.conclusions import (
    AXIS_NAMES,
    METRIC_NAMES,
    Conclusion,
    Judgement,
    axis_text,
    conclusions,
    judge,
    of_runs,
    scale,
    speed_text,
)
from fledge.analyze.compare.curves import Axis, Meeting, meet, shared_metric
from fledge.analyze.compare.experiment import Next, next_steps, seed_command
from fledge.analyze.compare.noise import seeds_at
from fledge.analyze.compare.pair import Pair, meetings_of, pair_of
from fledge.analyze.compare.settings import Difference, differences, same, unknown
from fledge.analyze.compare.sides import Side, sides_of
from fledge.analyze.compare.text import listed, sentence
from fledge.analyze.summary import summary
from fledge.common.stats import SURE, Mean, mean_of, t_quantile
from fledge.common.text import for_json
from fledge.config.fields import Value
from fledge.logs.facts import Facts
from fledge.logs.run import Metric


@dataclass(frozen=True)
class Comparison:
    sides: list[Side]
    pairs: list[Pair]  # the first side with each other one
    metric: Metric | None
    aligned: dict[Axis, Meeting]  # of all sides
    differences: list[Difference]
    same: dict[str, Value]
    unknown: dict[str, list[int]]  # setting: numbers of the sides that do not say it
    verdict: str
    conclusions: list[Conclusion]
    next: list[Next]

    @property
    def changed(self) -> int:
        """How many settings somebody changed."""
        return sum(change.counts for change in self.differences)

    def to_json(self) -> dict[str, Any]:
        members = [
            (side, label, facts)
            for side in self.sides
            for label, facts in zip(side.labels(), side.members, strict=True)
        ]
        found: dict[str, Any] = {
            "runs": [_run_json(*member) for member in members],
            "groups": [self._group_json(side) for side in self.sides],
            "differences": [change.to_json() for change in self.differences],
            "changed": self.changed,
            "same": self.same,
            "unknown": {name: [self.sides[n].label for n in numbers] for name, numbers in self.unknown.items()},
            "aligned": {"metric": self.metric, **{axis: self._aligned_json(axis) for axis in AXIS_NAMES}},
            "pairs": [_pair_json(pair) for pair in self.pairs],
            "verdict": self.verdict,
            "conclusions": [one.to_json() for one in self.conclusions],
            "next": [one.to_json() for one in self.next],
        }
        return for_json(found)

    def _aligned_json(self, axis: Axis) -> dict[str, Any] | None:
        meeting = self.aligned.get(axis)
        return meeting.to_json() if meeting else None

    def _group_json(self, side: Side) -> dict[str, Any]:
        found = mean_over_seeds(side)
        return {
            "label": side.label,
            "runs": side.labels(),
            "seeds": [facts.run.value("seed") for facts in side.members],
            "loss": {"metric": self.metric, "iteration": found[0], **found[1].to_json()} if found else None,
        }


def compare(runs: Sequence[Facts]) -> Comparison:
    sides = sides_of(runs)
    pairs = [pair_of(sides[0], other) for other in sides[1:]]
    metric = shared_metric(sides)
    firsts = [side.first for side in sides]
    aligned = meetings_of(sides, metric) if metric else {}
    if not pairs:
        verdict, found, steps = _of_seeds(sides[0])
    else:
        found = [one.between(pair) if len(pairs) > 1 else one for pair in pairs for one in conclusions(pair)]
        verdict = _verdict(pairs[0]) if len(pairs) == 1 else _ranking(pairs, metric, aligned)
        steps = list(dict.fromkeys(step for pair in pairs for step in next_steps(pair)[: 2 if len(pairs) == 1 else 1]))
    return Comparison(
        sides, pairs, metric, aligned, differences(firsts), same(firsts), unknown(firsts),
        verdict, [*found, *of_runs(sides)], steps,
    )  # fmt: skip


def mean_over_seeds(side: Side) -> tuple[int, Mean] | None:
    """Of several seeds: the last iteration that all were evaluated at, and the mean there."""
    metric = shared_metric([side])
    meeting = meet([Side("", (facts,)) for facts in side.members], metric, "iterations") if metric else None
    if len(side.members) < 2 or metric is None or meeting is None:
        return None
    values = seeds_at(side, metric, meeting)
    return (int(meeting.x), mean_of(values)) if len(values) > 1 else None


def _of_seeds(side: Side) -> tuple[str, list[Conclusion], list[Next]]:
    """All runs are seeds of one config: what they say is how much chance does."""
    found = mean_over_seeds(side)
    if found is None:
        return "These are seeds of one config, without a loss at an equal iteration.", [], []
    it, mean = found
    span = f"{mean.low:.4f} to {mean.high:.4f}"
    what = METRIC_NAMES[shared_metric([side]) or "val_loss"]
    text = (
        f"One config, {mean.n} seeds: {what} is {mean.mean:.4f} at iteration {it:,} (95% interval of the mean {span})."
    )
    text += f" The standard deviation between seeds is {mean.sd:.4f}."
    least = t_quantile((1 + SURE) / 2, mean.n - 1) * mean.sd * math.sqrt(2)
    rule = Conclusion(
        "seeds", "can", f"Two single runs like these may lie {least:.2g} apart by chance.",
        f"95 of 100 such pairs lie closer, by Student's t from {mean.n} seeds.",
    )  # fmt: skip
    return text, [rule], [Next("One more seed narrows the interval", seed_command(side))]


def _verdict(pair: Pair) -> str:
    """Who is better at equal tokens or iterations; then how fast, and who is ahead at equal time."""
    if pair.is_other_data:
        return "The losses can't be compared: they are of other text or other tokens."
    parts = [f"These are different experiments: {scale(pair)}."] if pair.is_other_experiment else []
    if pair.is_other_experiment and pair.is_about_devices:
        return f"{parts[0]} The device does not explain the loss."
    main = judge(pair, pair.main_question) if pair.main_question else None
    if main is not None:
        parts.append(_better(pair, main))
    elif not parts:
        parts = ["Which loss is lower at an equal point is not known."]
    timed = next((judge(pair, one) for one in pair.questions if one.axes[0] == "time"), None)
    clauses = [speed_text(pair).rstrip(".")]
    if timed is not None and timed.ahead is not None:
        also = "also " if main is not None and timed.ahead == main.ahead else ""
        clauses.append(f"{timed.where} {timed.ahead.label} is {also}ahead, {timed.losses}")
    second = "; ".join(clause for clause in clauses if clause)
    return " ".join([*parts, sentence(second)] if second else parts)


def _better(pair: Pair, main: Judgement) -> str:
    """ "Better" is for what chance and other text can't explain."""
    at = f"{main.text[0].lower()}{main.text[1:]}"
    if pair.is_other_experiment or pair.metric == "loss":  # a lower batch loss may be memorised text
        return main.text
    if pair.is_doubtful_text:
        return f"{main.text} Whether both are of the same text and tokens is not known."
    if main.ahead is None:
        return f"{pair.b.label} is not shown to be better or worse: {at}"
    if not main.is_sure:
        return f"{main.text} That is less than another seed may do."
    test = pair.doubt.test
    seeds = f" (p = {test.p:.2g}, {len(pair.a.members)} and {len(pair.b.members)} seeds)" if test else ""
    return f"{main.ahead.label} is better {main.where}: {main.losses}{seeds}."


def _ranking(pairs: Sequence[Pair], metric: Metric | None, aligned: dict[Axis, Meeting]) -> str:
    """Of more than two sides: their order where they can be compared, and who is no better than another."""
    if any(pair.is_other_data or pair.is_doubtful_text for pair in pairs):
        return "The losses can't all be compared: some are, or may be, of other text or other tokens."
    axis = next((axis for axis in ("tokens", "iterations", "time") if axis in aligned), None)
    if metric is None or axis is None:
        return "Which loss is lowest at an equal point is not known."
    meeting = aligned[axis]
    sides = [pairs[0].a, *(pair.b for pair in pairs)]
    ranked = sorted(zip(sides, meeting.points, strict=True), key=lambda one: one[1].value)
    order = ", ".join(f"{side.label} {point.value:.4f}" for side, point in ranked)
    text = f"At equal {AXIS_NAMES[axis]} ({axis_text(axis, meeting.x)}) {METRIC_NAMES[metric]} is, best first: {order}."
    best, first = ranked[0]
    chance = {side.label: pair_of(best, side).doubt.allows(point.value - first.value) for side, point in ranked[1:]}
    near = [label for label, allowed in chance.items() if allowed is not False]
    if near:
        return f"{text} {best.label} is not shown to be better than {listed(near)}."
    return f"{text} {best.label} is ahead of the others beyond chance."


def _run_json(side: Side, label: str, facts: Facts) -> dict[str, Any]:
    known = {name: known.value for name, known in sorted(facts.run.settings.items())}
    return {
        "label": label,
        "group": side.label,
        "run": facts.run.name,
        "format": facts.run.format,
        "seed": facts.run.value("seed"),
        "summary": {**summary(facts), "flops_per_token": facts.flops_per_token},
        "settings": known,
    }


def _pair_json(pair: Pair) -> dict[str, Any]:
    return {
        "a": pair.a.label,
        "b": pair.b.label,
        "changed": len(pair.counted),
        "metric": pair.metric,
        "noise": pair.doubt.to_json(),
        "ahead": {axis: _ahead_json(judge(pair, question)) for question in pair.questions for axis in question.axes},
        "crossings": [one.to_json() for one in pair.crossings],
    }


def _ahead_json(judgement: Judgement) -> dict[str, Any]:
    return {
        "label": judgement.ahead.label if judgement.ahead else None,
        "apart": judgement.apart,
        "beyond_seeds": judgement.is_sure,
    }
