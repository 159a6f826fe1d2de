"""The fastest micro-batch, by as few measurements as the noise allows.

Coarse to fine: a ladder of divisors from small to large, then the neighbours of the best, then the best few measured
in turn, so that a slow moment meets all of them, until it is known which is faster or the budget is used up.
"""

import itertools
import math
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from fledge.common.progress import Show, nowhere

CLEARLY_SLOWER = 0.9  # of the best rate: one measurement says enough
RESOLUTION = 0.02  # two rates nearer than this are as good as one another
KNEE = 0.95  # of the best rate
LEAST_CONTENDERS, MOST_CONTENDERS = 3, 4
LEAST_ROUNDS, MOST_ROUNDS = 4, 12
MICRO_STEPS = 3  # of a first measurement, where they are long
Measure = Callable[[int], float]  # seconds of an iteration at a micro-batch; raises TooLarge


class TooLarge(Exception):
    """A micro-batch that does not fit into memory, and how that was found out."""


class Budget:
    """Seconds that may be used. What has begun is finished, so the last measurement may go beyond."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.seconds, self.clock, self._began = seconds, clock, clock()

    def used(self) -> float:
        return self.clock() - self._began

    def left(self) -> float:
        return self.seconds - self.used()

    def part(self, share: float) -> "Budget":
        """A share of what is left."""
        return Budget(share * self.left(), self.clock)


@dataclass(frozen=True)
class Ratio:
    """How many times as long one takes as another: the median of pairs, and where the true one is, 9 times in 10."""

    low: float
    median: float
    high: float

    @classmethod
    def of(cls, ratios: Sequence[float]) -> "Ratio":
        # Order statistics: whatever the noise looks like, the true median is outside these with 1 in 10 at most.
        ordered, n = sorted(ratios), len(ratios)
        skipped = max(0, int(n / 2 - 0.98 * math.sqrt(n)))
        return cls(ordered[skipped], statistics.median(ordered), ordered[-1 - skipped])

    @property
    def is_settled(self) -> bool:
        """One is the faster for certain, or there is nothing between them worth knowing."""
        return self.low > 1 or self.high < 1 or (self.low > 1 - RESOLUTION and self.high < 1 + RESOLUTION)


def divisors(*factors: int) -> list[int]:
    """All divisors of the product of some numbers, each small enough to be taken apart by trial."""
    found = {1}
    for prime in itertools.chain.from_iterable(map(_primes, factors)):
        found |= {known * prime for known in found}
    return sorted(found)


def _primes(number: int) -> list[int]:
    primes, trial = [], 2
    while trial * trial <= number:
        while number % trial == 0:
            primes.append(trial)
            number //= trial
        trial += 1
    return [*primes, number] if number > 1 else primes


def ladder(sizes: Sequence[int]) -> list[int]:
    """Each at least twice the one before: the powers of two, and what comes nearest where they don't divide."""
    rungs: list[int] = []
    for size in sizes:
        if not rungs or size >= 2 * rungs[-1]:
            rungs.append(size)
    return rungs


@dataclass
class Search:
    sizes: Sequence[int]  # every micro-batch that is possible, in order
    measure: Measure
    budget: Budget
    show: Show = nowhere
    seconds: dict[int, list[float]] = field(default_factory=dict)  # every measurement of a micro-batch
    rounds: list[dict[int, float]] = field(default_factory=list)  # those that were taken in turn
    refused: dict[int, str] = field(default_factory=dict)  # does not fit, and why
    untried: list[int] = field(default_factory=list)  # the budget did not reach so far
    _last: tuple[int, float] | None = None  # micro-batch and cost of the last that was tried

    def run(self, configured: int) -> None:
        self._climb()
        self._look_around(configured)
        self._compare()

    @property
    def best(self) -> int:
        return min(self.seconds, key=lambda size: (self.median(size), size))

    def median(self, size: int) -> float:
        return statistics.median(self.seconds[size])

    def share(self, size: int) -> float:
        """Of the best rate."""
        return self.median(self.best) / self.median(size)

    @property
    def knee(self) -> int:
        return min(size for size in self.seconds if self.share(size) >= KNEE)

    def ratio(self, size: int, other: int) -> Ratio:
        """How many times as long `size` takes as `other`, by the rounds they share, or as far as one can tell."""
        pairs = [taken[size] / taken[other] for taken in self.rounds if size in taken and other in taken]
        if len(pairs) >= LEAST_ROUNDS:
            return Ratio.of(pairs)
        rough, noise = self.median(size) / self.median(other), self._noise()
        return Ratio(rough / noise, rough, rough * noise)

    def _noise(self) -> float:
        """The factor by which measurements of one and the same lie apart."""
        repeated = [Ratio.of(found) for found in self.seconds.values() if len(found) > 1]
        return max([1 / CLEARLY_SLOWER, *(found.high / found.low for found in repeated)])

    @property
    def alike(self) -> list[int]:
        """Those that can't be told from the best, itself included; smallest first."""
        best = self.best

        def is_alike(size: int) -> bool:
            return self.share(size) >= 1 - RESOLUTION and self.ratio(size, best).low <= 1

        return sorted(size for size in self.seconds if size == best or is_alike(size))

    @property
    def doubtful(self) -> list[int]:
        """Those that looked slower, and may not be."""
        alike, best = self.alike, self.best
        return sorted(size for size in self.seconds if size not in alike and self.ratio(size, best).low <= 1)

    def _climb(self) -> None:
        slow = 0
        for size in ladder(self.sizes):
            if not self._try(size):
                break
            slow = slow + 1 if self.share(size) < CLEARLY_SLOWER else 0
            if slow == 2:
                break

    def _look_around(self, configured: int) -> None:
        """The divisors beside the best, for as long as one of them is better; and what the user has now."""
        while self.seconds:
            at = self.sizes.index(self.best)
            beside = [self.sizes[k] for k in (at - 1, at + 1) if 0 <= k < len(self.sizes)]
            fresh = [size for size in beside if not self._is_known(size)]
            if not fresh:
                break
            for size in fresh:
                self._try(size)
        if self.seconds and not self._is_known(configured):
            self._try(configured)

    def _is_known(self, size: int) -> bool:
        return size in self.seconds or any(size >= other for other in (*self.refused, *self.untried))

    def _try(self, size: int) -> bool:
        """Measure once; False where it does not fit or the budget has no room for it."""
        if self._expected_cost(size) > self.budget.left():
            self.untried.append(size)
            return False
        self.show(f"{self.budget.used():.0f} s: micro-batch {size}")
        try:
            self.seconds[size] = [self._timed(size)]
        except TooLarge as error:
            self.refused[size] = str(error)
            return False
        if (self.best != size or len(self.seconds) == 1) and self._expected_cost(size) < self.budget.left():
            # Other work may have had the machine for that moment, and nobody would come back to this one.
            self.seconds[size] = [min(*self.seconds[size], self._timed(size))]
        return True

    def _timed(self, size: int) -> float:
        began = self.budget.used()
        seconds = self.measure(size)
        self._last = size, self.budget.used() - began
        return seconds

    def _expected_cost(self, size: int) -> float:
        """Seconds of trying it, as far as the last one tells: its micro-steps take longer by its size."""
        if self._last is None:
            return 0.0
        last, cost = self._last
        micro_step = self.median(last) * last / self.sizes[-1]
        return cost + MICRO_STEPS * micro_step * (size / last - 1)

    def _compare(self) -> None:
        fastest = {size: min(found) for size, found in self.seconds.items()}
        first = min(fastest.values(), default=0.0)
        near = sum(first / found >= CLEARLY_SLOWER for found in fastest.values())
        # some at the least: a single measurement may have met a quiet moment
        running = sorted(fastest, key=fastest.__getitem__)[: min(max(near, LEAST_CONTENDERS), MOST_CONTENDERS)]
        while len(self.rounds) < MOST_ROUNDS:
            if len(self.rounds) >= LEAST_ROUNDS:
                best = min(running, key=self.median)
                ratios = {size: self.ratio(size, best) for size in running if size != best}
                if all(ratio.is_settled for ratio in ratios.values()):
                    return
                running = [size for size in running if size == best or ratios[size].low <= 1]
            if len(running) < 2 or not self._round(running):
                return

    def _round(self, running: list[int]) -> bool:
        """Each once, in another order each time; False where the budget ends it."""
        turn = len(self.rounds) % len(running)
        taken: dict[int, float] = {}
        self.rounds.append(taken)
        for size in running[turn:] + running[:turn]:
            if self.budget.left() <= 0:
                return False
            names = ", ".join(map(str, sorted(running)))
            self.show(f"{self.budget.used():.0f} s: round {len(self.rounds)} of micro-batches {names}")
            taken[size] = self.measure(size)
            self.seconds[size].append(taken[size])
        return True
