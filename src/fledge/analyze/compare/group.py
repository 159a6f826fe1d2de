"""RunGroup: one of the things compared. A single run, or several runs of one config that differ only in their seed."""

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fledge.analyze.compare.settings import differ_in_seed_only
from fledge.logs.facts import Facts


@dataclass(frozen=True)
class RunGroup:
    label: str
    members: tuple[Facts, ...]

    @property
    def first(self) -> Facts:
        """The first member: its settings are those of all members."""
        return self.members[0]

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

    def _per_second(self, per_step: float | None) -> float | None:
        """By the members' mean step time; the mean of their rates would be a different number."""
        return 1000 * per_step / self.step_ms if per_step and self.step_ms else None


def group_runs(runs: Sequence[Facts]) -> list[RunGroup]:
    """Runs that differ only in their seed become one group."""
    groups: list[list[Facts]] = []
    for facts in runs:
        group = next((group for group in groups if all(differ_in_seed_only(facts, one) for one in group)), None)
        if group is None:
            groups.append([facts])
        else:
            group.append(facts)
    return [RunGroup(_label(number), tuple(group)) for number, group in enumerate(groups)]


def _label(number: int) -> str:
    """A to Z, then AA."""
    rest, letter = divmod(number, 26)
    return (_label(rest - 1) if rest else "") + chr(65 + letter)
