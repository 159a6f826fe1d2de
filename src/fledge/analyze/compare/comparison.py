"""Comparison: the groups, what differs, where they are aligned, the verdict, the conclusions and the next steps."""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from fledge.analyze.compare.conclusions import losses, settings, speed
from fledge.analyze.compare.conclusions.conclusion import Conclusion
from fledge.analyze.compare.conclusions.runs import of_runs
from fledge.analyze.compare.curves import AXES, AlignedPoint, Axis, align_all, shared_metric
from fledge.analyze.compare.group import RunGroup, group_runs
from fledge.analyze.compare.loss_difference import equal_difference, final_difference
from fledge.analyze.compare.next_steps import NextStep, next_steps, seed_command
from fledge.analyze.compare.noise import SeedMean, seed_mean
from fledge.analyze.compare.pair import Pair, pair_groups
from fledge.analyze.compare.settings import (
    SettingChange,
    equal_settings,
    printed_changes,
    setting_changes,
    unknown_settings,
)
from fledge.analyze.compare.speeds import mean_step_ms, speed_difference
from fledge.analyze.compare.verdict import verdict_on_many, verdict_on_pair, verdict_on_seeds
from fledge.analyze.notebook import comparison_html
from fledge.analyze.summary import summary
from fledge.common.stats import CONFIDENCE, t_quantile
from fledge.common.text import for_json
from fledge.config.fields import Value
from fledge.logs.facts import Facts
from fledge.logs.run import Metric
from fledge.texts import Message, say, text

CONCLUSIONS = (*settings.CONCLUSIONS, *losses.CONCLUSIONS, *speed.CONCLUSIONS)


@dataclass(frozen=True)
class Comparison:
    """What changed between runs, which is ahead and what that shows. `str(comparison)` is the verdict."""

    groups: list[RunGroup]
    pairs: list[Pair]  # the first group with each other group
    metric: Metric | None
    aligned: dict[Axis, AlignedPoint]  # of all groups
    changes: list[SettingChange]
    equal: dict[str, Value]
    unknown: dict[str, list[int]]  # setting: the numbers of the groups that do not state it
    verdict: tuple[Message, ...]
    conclusions: list[Conclusion]
    next: list[NextStep]

    @property
    def chosen_changes(self) -> int:
        """How many settings somebody changed."""
        return sum(change.counts for change in self.changes)

    def __str__(self) -> str:
        """The verdict, in words."""
        return text(self.verdict)

    def _repr_html_(self) -> str:
        """In a notebook."""
        return comparison_html(self)

    def to_json(self) -> dict[str, Any]:
        aligned = {axis: self.aligned[axis].to_json() if axis in self.aligned else None for axis in AXES}
        found: dict[str, Any] = {
            "runs": [run for group in self.groups for run in _runs_json(group)],
            "groups": [_group_json(group) for group in self.groups],
            "differences": [asdict(change) for change in self.changes],
            "changed": self.chosen_changes,
            "same": self.equal,
            "unknown": {name: [self.groups[n].label for n in numbers] for name, numbers in self.unknown.items()},
            "aligned": {"metric": self.metric, **aligned},
            "pairs": [_pair_json(pair) for pair in self.pairs],
            "verdict": text(self.verdict),
            "conclusions": [one.to_json() for one in self.conclusions],
            "next": [one.to_json() for one in self.next],
        }
        return for_json(found)


def compare(runs: Sequence[Facts], names: Sequence[str] = ()) -> Comparison:
    """Compares the groups that the user names, one name per run, or else runs of different configs."""
    groups = group_runs(runs, names)
    pairs = [pair_groups(groups[0], other, groups) for other in groups[1:]]
    metric = shared_metric(groups)
    aligned = align_all(groups, metric) if metric else {}
    if not pairs:
        mean = seed_mean(groups[0])
        verdict = verdict_on_seeds(mean)
        conclusions, steps = _chance_of_seeds(groups[0], mean) if mean else ([], [])
    elif len(pairs) == 1:
        verdict = verdict_on_pair(pairs[0])
        conclusions, steps = _conclude(pairs[0]), next_steps(pairs[0])[:2]
    else:
        verdict = verdict_on_many(pairs, metric, aligned)
        conclusions = [one.between(pair) for pair in pairs for one in _conclude(pair)]
        first_steps = [step for pair in pairs for step in next_steps(pair)[:1]]
        steps = [step for number, step in enumerate(first_steps) if step not in first_steps[:number]]
    firsts = [group.first for group in groups]
    return Comparison(
        groups=groups,
        pairs=pairs,
        metric=metric,
        aligned=aligned,
        changes=[*setting_changes(firsts), *printed_changes(firsts)],
        equal=equal_settings(firsts),
        unknown=unknown_settings(firsts),
        verdict=verdict,
        conclusions=[*conclusions, *of_runs(groups)],
        next=steps,
    )


def _conclude(pair: Pair) -> list[Conclusion]:
    return [found for conclude in CONCLUSIONS for found in conclude(pair)]


def _chance_of_seeds(group: RunGroup, mean: SeedMean) -> tuple[list[Conclusion], list[NextStep]]:
    interval = mean.interval
    apart = t_quantile((1 + CONFIDENCE) / 2, interval.n - 1) * interval.sd * math.sqrt(2)
    evidence = (say("compare.seeds_apart.evidence", seeds=interval.n),)
    conclusion = Conclusion("seeds", "can", say("compare.seeds_apart.text", apart=apart), evidence)
    return [conclusion], [NextStep(say("compare.next.one_more_seed"), seed_command(group))]


def _runs_json(group: RunGroup) -> list[dict[str, Any]]:
    return [
        {
            "label": label,
            "group": group.label,
            "run": facts.run.name,
            "format": facts.run.format,
            "seed": facts.run.value("seed"),
            "summary": {**summary(facts), "flops_per_token": facts.flops_per_token},
            "settings": {name: known.value for name, known in sorted(facts.run.settings.items())},
        }
        for label, facts in zip(group.labels(), group.members, strict=True)
    ]


def _group_json(group: RunGroup) -> dict[str, Any]:
    mean = seed_mean(group)
    return {
        "label": group.label,
        "runs": group.labels(),
        "seeds": [facts.run.value("seed") for facts in group.members],
        "loss": mean.to_json() if mean else None,
        "mean_step_ms": mean_step_ms(group),
        "peak_memory_mb": group.peak_memory_mb,
    }


def _pair_json(pair: Pair) -> dict[str, Any]:
    speeds = speed_difference(pair)
    return {
        "a": pair.a.label,
        "b": pair.b.label,
        "changed": len(pair.chosen_changes),
        "metric": pair.metric,
        "noise": pair.noise.to_json(),
        "ahead": {axis: equal_difference(pair, equal).to_json() for equal in pair.equal_axes for axis in equal.axes},
        "final": final_difference(pair, pair.final).to_json() if pair.final else None,
        "decay": {axis: equal.decay for equal in pair.equal_axes for axis in equal.axes},
        "speed": asdict(speeds) if speeds else None,
        "crossings": [asdict(one) for one in pair.crossings],
    }
