"""RunGroup: one of the things compared. A single run, or several runs of one config that differ only by chance."""

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from fledge.analyze.compare.repeat import equal_losses
from fledge.analyze.compare.settings import is_one_config
from fledge.logs.facts import Facts


@dataclass(frozen=True)
class RunGroup:
    label: str
    members: tuple[Facts, ...]

    @property
    def first(self) -> Facts:
        """The first member: its settings are those of all members."""
        return self.members[0]

    @cached_property
    def distinct(self) -> tuple[Facts, ...]:
        """The members without those that repeat another one, loss by loss: they say nothing about chance."""
        members = self.members
        return tuple(
            facts for n, facts in enumerate(members) if not any(equal_losses(facts, one) for one in members[:n])
        )

    def labels(self) -> list[str]:
        """A label per member: A, or A1, A2, A3."""
        if len(self.members) == 1:
            return [self.label]
        return [f"{self.label}{number}" for number in range(1, len(self.members) + 1)]

    def mean(self, figure: Callable[[Facts], float | None]) -> float | None:
        """The mean over the members that have the figure."""
        found = [value for facts in self.members if (value := figure(facts)) is not None]
        return statistics.mean(found) if found else None

    @property
    def step_ms(self) -> float | None:
        return self.mean(lambda facts: facts.step_ms)

    @property
    def tokens_per_s(self) -> float | None:
        return self._per_second(self.first.tokens_per_iter) or self.mean(lambda facts: facts.tokens_per_s)

    @property
    def flops_per_s(self) -> float | None:
        tokens, flops_per_token = self.first.tokens_per_iter, self.first.flops_per_token
        flops_per_step = tokens * flops_per_token if tokens and flops_per_token else None
        return self._per_second(flops_per_step) or self.mean(lambda facts: facts.flops_per_s)

    @property
    def mfu(self) -> float | None:
        return self.flops_per_s / self.first.peak if self.flops_per_s and self.first.peak else None

    @property
    def peak_memory_mb(self) -> float | None:
        return max((peak for facts in self.members if (peak := facts.peak_memory_mb)), default=None)

    def _per_second(self, per_step: float | None) -> float | None:
        """By the members' mean step time; the mean of their rates would be a different number."""
        return 1000 * per_step / self.step_ms if per_step and self.step_ms else None


def group_runs(runs: Sequence[Facts], names: Sequence[str] = ()) -> list[RunGroup]:
    """Runs of one config become one group: those of one name if the user names groups, else by what the logs say."""
    groups: list[list[Facts]] = []
    if any(names):
        for name in dict.fromkeys(names):
            groups.append([facts for facts, own in zip(runs, names, strict=True) if own == name])
    else:
        for facts in runs:
            group = next((group for group in groups if all(is_one_config(facts, one) for one in group)), None)
            if group is None:
                groups.append([facts])
            else:
                group.append(facts)
        if len(runs) == 2 and len(groups) == 1 and not _have_other_seeds(*runs):
            groups = [[facts] for facts in runs]  # somebody who names two runs wants to know how they differ
    return [RunGroup(_label(number), tuple(group)) for number, group in enumerate(groups)]


def _have_other_seeds(a: Facts, b: Facts) -> bool:
    seeds = a.run.value("seed"), b.run.value("seed")
    return None not in seeds and seeds[0] != seeds[1]


def _label(number: int) -> str:
    """A to Z, then AA."""
    rest, letter = divmod(number, 26)
    return (_label(rest - 1) if rest else "") + chr(65 + letter)
