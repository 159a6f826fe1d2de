"""Search for the fastest micro-batch, with as few measurements as the noise allows.

Coarse to fine: a ladder of divisors from small to large, then the neighbours of the best, then the best few measured
in turn, so that a slow moment affects all of them, until it is clear which is faster or the budget is used up.
"""

import itertools
import math
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from fledge.common.progress import Show, nowhere
from fledge.texts import Message

# Shares of the best rate.
CLEARLY_SLOWER_SHARE = 0.9  # one measurement is enough to drop such a micro-batch
RESOLUTION_SHARE = 0.02  # rates that differ by less are equally good
KNEE_SHARE = 0.95
MIN_CONTENDERS, MAX_CONTENDERS = 3, 4
MIN_ROUNDS, MAX_ROUNDS = 4, 12
FIRST_MICRO_STEPS = 3  # micro-steps of a first measurement, where they take long
Measure = Callable[[int], float]  # seconds of an iteration at a micro-batch; raises TooLarge


class TooLarge(Exception):
    """A micro-batch does not fit into memory."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason)
        self.reason = reason


class Budget:
    """Seconds that may be used. A measurement that has begun is finished, so the last one may go beyond."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.seconds, self.clock, self._began = seconds, clock, clock()

    def used(self) -> float:
        return self.clock() - self._began

    def left(self) -> float:
        return self.seconds - self.used()

    def part(self, share: float) -> "Budget":
        """A budget of a share of what is left."""
        return Budget(share * self.left(), self.clock)


@dataclass(frozen=True)
class Ratio:
    """How many times as long one takes as another: the median of pairs, and its 90% confidence interval."""

    low: float
    median: float
    high: float

    @classmethod
    def of(cls, ratios: Sequence[float]) -> "Ratio":
        # Order statistics: for any distribution of the noise, the true median is outside in at most 1 case of 10.
        ordered, n = sorted(ratios), len(ratios)
        skipped = max(0, int(n / 2 - 0.98 * math.sqrt(n)))
        return cls(ordered[skipped], statistics.median(ordered), ordered[-1 - skipped])

    @property
    def is_settled(self) -> bool:
        """One is certainly faster, or the difference is too small to matter."""
        return self.low > 1 or self.high < 1 or (self.low > 1 - RESOLUTION_SHARE and self.high < 1 + RESOLUTION_SHARE)


def divisors(*factors: int) -> list[int]:
    """All divisors of the product of some numbers, each small enough to be factorised by trial division."""
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
    """Some of the sizes, each at least twice the one before: powers of two, or the nearest divisors above them."""
    rungs: list[int] = []
    for size in sizes:
        if not rungs or size >= 2 * rungs[-1]:
            rungs.append(size)
    return rungs


@dataclass
class Search:
    """One search: its measurements, and what they say about the micro-batches."""

    sizes: Sequence[int]  # every possible micro-batch, in order
    measure: Measure
    budget: Budget
    show: Show = nowhere
    seconds: dict[int, list[float]] = field(default_factory=dict)  # every measurement, by micro-batch
    rounds: list[dict[int, float]] = field(default_factory=list)  # the measurements taken in turn
    refused: dict[int, Message] = field(default_factory=dict)  # micro-batches that do not fit, and the reason
    untried: list[int] = field(default_factory=list)  # micro-batches that the budget was too short for
    _last: tuple[int, float] | None = None  # the last micro-batch tried, and the seconds that it took

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
        """The share of the best rate that this micro-batch reaches."""
        return self.median(self.best) / self.median(size)

    @property
    def knee(self) -> int:
        return min(size for size in self.seconds if self.share(size) >= KNEE_SHARE)

    def ratio(self, size: int, other: int) -> Ratio:
        """How many times as long `size` takes as `other`: from the rounds they share, or roughly from all."""
        pairs = [taken[size] / taken[other] for taken in self.rounds if size in taken and other in taken]
        if len(pairs) >= MIN_ROUNDS:
            return Ratio.of(pairs)
        rough, noise = self.median(size) / self.median(other), self._noise()
        return Ratio(rough / noise, rough, rough * noise)

    def _noise(self) -> float:
        """The largest factor between repeated measurements of one micro-batch."""
        repeated = [Ratio.of(found) for found in self.seconds.values() if len(found) > 1]
        return max([1 / CLEARLY_SLOWER_SHARE, *(found.high / found.low for found in repeated)])

    @property
    def alike(self) -> list[int]:
        """The micro-batches as good as the best within noise, itself included; smallest first."""
        best = self.best

        def is_alike(size: int) -> bool:
            return self.share(size) >= 1 - RESOLUTION_SHARE and self.ratio(size, best).low <= 1

        return sorted(size for size in self.seconds if size == best or is_alike(size))

    @property
    def doubtful(self) -> list[int]:
        """The micro-batches that looked slower and may not be."""
        alike, best = self.alike, self.best
        return sorted(size for size in self.seconds if size not in alike and self.ratio(size, best).low <= 1)

    def _climb(self) -> None:
        """Try larger and larger micro-batches until two in a row are clearly slower, or one does not fit."""
        slow = 0
        for size in ladder(self.sizes):
            if not self._try(size):
                break
            slow = slow + 1 if self.share(size) < CLEARLY_SLOWER_SHARE else 0
            if slow == 2:
                break

    def _look_around(self, configured: int) -> None:
        """Try the divisors next to the best for as long as one is better; then the configured micro-batch."""
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
        """Measure a micro-batch; False where it does not fit or the budget is too short for it."""
        if self._expected_cost(size) > self.budget.left():
            self.untried.append(size)
            return False
        self.show(f"{self.budget.used():.0f} s: micro-batch {size}")
        try:
            self.seconds[size] = [self._timed(size)]
        except TooLarge as error:
            self.refused[size] = error.reason
            return False
        if (self.best != size or len(self.seconds) == 1) and self._expected_cost(size) < self.budget.left():
            # Other work may have slowed this one, and a micro-batch that is not the best is not measured again.
            self.seconds[size] = [min(*self.seconds[size], self._timed(size))]
        return True

    def _timed(self, size: int) -> float:
        began = self.budget.used()
        seconds = self.measure(size)
        self._last = size, self.budget.used() - began
        return seconds

    def _expected_cost(self, size: int) -> float:
        """Seconds of trying it, from the last one tried: a micro-step takes longer in proportion to its size."""
        if self._last is None:
            return 0.0
        last, cost = self._last
        micro_step = self.median(last) * last / self.sizes[-1]
        return cost + FIRST_MICRO_STEPS * micro_step * (size / last - 1)

    def _compare(self) -> None:
        """Measure the best few in turn until it is clear which is faster."""
        fastest = {size: min(found) for size, found in self.seconds.items()}
        first = min(fastest.values(), default=0.0)
        near = sum(first / found >= CLEARLY_SLOWER_SHARE for found in fastest.values())
        # at least a few: a single measurement may have been lucky
        running = sorted(fastest, key=fastest.__getitem__)[: min(max(near, MIN_CONTENDERS), MAX_CONTENDERS)]
        while len(self.rounds) < MAX_ROUNDS:
            if len(self.rounds) >= MIN_ROUNDS:
                best = min(running, key=self.median)
                ratios = {size: self.ratio(size, best) for size in running if size != best}
                if all(ratio.is_settled for ratio in ratios.values()):
                    return
                running = [size for size in running if size == best or ratios[size].low <= 1]
            if len(running) < 2 or not self._round(running):
                return

    def _round(self, running: list[int]) -> bool:
        """Measure each once, in another order in each round; False where the budget ends it."""
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
