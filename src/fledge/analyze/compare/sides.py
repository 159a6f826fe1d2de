"""Side: one of the things compared. A run, or the seeds of one config."""

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fledge.analyze.compare.settings import differ_in_seed_only
from fledge.logs.facts import Facts


@dataclass(frozen=True)
class Side:
    label: str
    members: tuple[Facts, ...]

    @property
    def first(self) -> Facts:
        """Its settings are those of all members."""
        return self.members[0]

    def labels(self) -> list[str]:
        many = len(self.members) > 1
        return [f"{self.label}{number}" if many else self.label for number in range(1, len(self.members) + 1)]

    def mean(self, figure: Callable[[Facts], float | None]) -> float | None:
        """Of the members that have the figure."""
        found = [value for facts in self.members if (value := figure(facts)) is not None]
        return statistics.mean(found) if found else None

    @property
    def step_ms(self) -> float | None:
        return self.mean(lambda facts: facts.step_ms)

    @property
    def tokens_per_s(self) -> float | None:
        return self._per_step(self.first.tokens_per_iter) or self.mean(lambda facts: facts.tokens_per_s)

    @property
    def flops_per_s(self) -> float | None:
        tokens, each = self.first.tokens_per_iter, self.first.flops_per_token
        return self._per_step(tokens * each if tokens and each else None) or self.mean(lambda facts: facts.flops_per_s)

    @property
    def mfu(self) -> float | None:
        return self.flops_per_s / self.first.peak if self.flops_per_s and self.first.peak else None

    def _per_step(self, amount: float | None) -> float | None:
        """A second, by the members' mean step: a mean of rates would be another number."""
        return 1000 * amount / self.step_ms if amount and self.step_ms else None


def sides_of(runs: Sequence[Facts]) -> list[Side]:
    """Runs that differ in their seed only are one side."""
    groups: list[list[Facts]] = []
    for facts in runs:
        group = next((group for group in groups if all(differ_in_seed_only(facts, one) for one in group)), None)
        if group is None:
            groups.append([facts])
        else:
            group.append(facts)
    return [Side(_label(number), tuple(group)) for number, group in enumerate(groups)]


def _label(number: int) -> str:
    """A to Z, then AA."""
    rest, letter = divmod(number, 26)
    return (_label(rest - 1) if rest else "") + chr(65 + letter)
