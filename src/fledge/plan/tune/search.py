"""Search for the fastest micro-batch, with as few measurements as the noise allows.

The user's own micro-batch is measured first, and again beside every other one: a time is judged only by the user's own
at the same moment, so a machine that gets slower meanwhile does not favour what came first. Coarse to fine: ladders of
divisors up and down from the user's own, the neighbours of the best, then the best few and the user's own in rounds,
until it is clear which is faster or the budget is used up. What was measured on a busy machine decides nothing.
"""

import contextlib
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from fledge.common.progress import Show, nowhere
from fledge.hardware.load import Load
from fledge.plan.tune.ratio import MIN_ROUNDS, RESOLUTION_SHARE, Ratio
from fledge.plan.tune.sizes import ladder, ladder_down
from fledge.texts import Message, say, text

# Shares of the best rate.
CLEARLY_SLOWER_SHARE = 0.9  # a first look is enough to drop such a micro-batch
KNEE_SHARE = 0.95
HOPELESS = 2.0  # times the bound of noise: then even one measurement is enough to drop a micro-batch
MIN_CONTENDERS, MAX_CONTENDERS = 3, 4
MAX_RETURNS = 2  # to those that were dropped
ROUNDS_SHARE = 0.4  # of the budget that is left for them
MAX_ROUNDS = 12  # that count: as many again may be lost to other work
MAX_LOOKS = 3  # at a micro-batch whose times do not agree
AGREEMENT = 1.1  # the largest of some times over the smallest, if they agree
LONG_S = 2.0  # a measurement that takes so long is a mean of much, and is not repeated at once
SHORTEST_S = 0.4  # of a measurement
FIRST_MICRO_STEPS = 3  # micro-steps of a first measurement, where they take long


@dataclass(frozen=True)
class Timing:
    """Seconds of an iteration, and whether other work disturbed the measurement."""

    seconds: float
    is_busy: bool = False
    load: Load | None = None


Measure = Callable[[int], Timing]  # of an iteration at a micro-batch; raises TooLarge


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


@dataclass
class Search:
    """One search: its measurements, and what they say about the micro-batches."""

    sizes: Sequence[int]  # every possible micro-batch, in order
    own: int  # the user's
    measure: Measure
    budget: Budget
    show: Show = nowhere
    refused: dict[int, Message] = field(default_factory=dict)  # micro-batches that do not fit, and the reason
    untried: list[int] = field(default_factory=list)  # micro-batches that the budget was too short for
    rounds: list[dict[int, float]] = field(default_factory=list)  # seconds measured in turn on an idle machine
    busy: list[Timing] = field(default_factory=list)  # measurements that other work disturbed
    measurements: int = 0
    reference: int = 0  # what the others are measured beside: the user's own, or the smallest if that does not fit
    # By micro-batch: its time over the reference's at that moment, and whether the machine was busy.
    _looks: dict[int, list[tuple[float, bool]]] = field(default_factory=lambda: defaultdict(list))
    _reference_timings: list[Timing] = field(default_factory=list)
    _reserved_s: float = 0.0  # of the budget, for the rounds
    _last: tuple[int, float, float] | None = None  # the last measurement: its micro-batch, result, and cost in seconds

    def run(self) -> None:
        self._reserved_s = ROUNDS_SHARE * self.budget.seconds
        self._find_reference()
        if not self.tried:
            return
        at = self.sizes.index(self.reference)
        self._climb(ladder(self.sizes[at:]))
        self._climb(ladder_down(self.sizes[: at + 1]))
        self._look_around()
        self._reserved_s = 0.0
        with contextlib.suppress(TooLarge):  # others may take the memory meanwhile: what is known by then counts
            near = [size for size in self.tried if self.share(size) >= CLEARLY_SLOWER_SHARE]
            # at least a few: a first look may have been unlucky
            self._compare(sorted(self.tried, key=self.ratio)[: max(len(near), MIN_CONTENDERS)])
            for _ in range(MAX_RETURNS):
                self._look_around()  # the rounds may have found another best
                for size in self._dropped_in_doubt():
                    if self._expected_cost(size) <= self.budget.left():
                        self._look(size)
                doubtful = self._dropped_in_doubt()
                if not doubtful:
                    return
                self._compare([self.best, *sorted(doubtful, key=self.ratio)])

    # what is known

    @property
    def tried(self) -> list[int]:
        return sorted(self._looks)

    def ratios(self, size: int) -> list[float]:
        """The times of a micro-batch over the reference's: those of an idle machine, if there are any."""
        idle = [ratio for ratio, is_busy in self._looks[size] if not is_busy]
        return idle or [ratio for ratio, _ in self._looks[size]]

    def ratio(self, size: int) -> float:
        return statistics.median(self.ratios(size))

    def seconds(self, size: int) -> list[float]:
        """Seconds of an iteration, all at the pace of the reference's median."""
        idle = [timing.seconds for timing in self._reference_timings if not timing.is_busy]
        pace = statistics.median(idle or [timing.seconds for timing in self._reference_timings])
        return [pace * ratio for ratio in self.ratios(size)]

    @property
    def best(self) -> int:
        return min(self.tried, key=lambda size: (self.ratio(size), size))

    def share(self, size: int, of: int | None = None) -> float:
        """The share of another's rate, or of the best one's, that this micro-batch reaches."""
        return self.ratio(self.best if of is None else of) / self.ratio(size)

    @property
    def knee(self) -> int:
        return min(size for size in self.tried if self.share(size) >= KNEE_SHARE)

    def beside(self, size: int) -> list[int]:
        """The possible micro-batches next to this one."""
        at = self.sizes.index(size)
        return [*self.sizes[max(0, at - 1) : at], *self.sizes[at + 1 : at + 2]]

    def is_disturbed(self, size: int) -> bool:
        """Whether the machine was busy whenever this micro-batch was measured."""
        return all(is_busy for _, is_busy in self._looks[size])

    def compared(self, size: int, other: int) -> Ratio | None:
        """How many times as long `size` takes as `other`, from the rounds that they share."""
        pairs = [taken[size] / taken[other] for taken in self.rounds if size in taken and other in taken]
        return Ratio.of(pairs) if pairs else None

    def is_faster(self, size: int, than: int) -> bool:
        """Whether `size` is faster by more than the noise, and by enough to matter."""
        ratio = self.compared(than, size)
        return ratio is not None and ratio.is_above(1) and ratio.median >= 1 + RESOLUTION_SHARE

    def may_be_faster(self, size: int, than: int) -> bool:
        """Whether the measurements leave it open that `size` is faster by enough to matter."""
        ratio = self.compared(size, than)
        if ratio is not None:
            return not ratio.is_above(1 - RESOLUTION_SHARE)
        if self.is_disturbed(size):
            return True
        found, bound = self.ratios(size), self._noise() * self.ratio(than)
        return min(found) <= bound or (len(found) == 1 and found[0] <= HOPELESS * bound)

    def _noise(self) -> float:
        """The largest factor between measurements of one micro-batch, without outliers; at least 1.1."""
        found = [1 / CLEARLY_SLOWER_SHARE]
        for ratios in (sorted(self.ratios(size)) for size in self.tried):
            outliers = len(ratios) // 8
            found.append(ratios[-1 - outliers] / ratios[outliers])
        return max(found)

    def _dropped_in_doubt(self) -> list[int]:
        """Those that were not in the rounds, and may yet be the fastest."""
        best = self.best
        return [size for size in self.tried if not self.compared(size, best) and self.may_be_faster(size, best)]

    # measuring

    def _timed(self, size: int) -> Timing:
        began = self.budget.used()
        timing = self.measure(size)
        self.measurements += 1
        self._last = size, timing.seconds, self.budget.used() - began
        if timing.is_busy:
            self.busy.append(timing)
        if size == self.reference:
            self._reference_timings.append(timing)
        return timing

    def _find_reference(self) -> None:
        """Measure the user's own micro-batch; where it does not fit, the smallest one is the reference."""
        for size in dict.fromkeys((self.own, self.sizes[0])):
            self.reference = size
            try:
                timings = [self._timed(size), self._timed(size)]
            except TooLarge as error:
                self.refused[size] = error.reason
                continue
            pace = statistics.mean(timing.seconds for timing in timings)
            self._looks[size] = [(timing.seconds / pace, timing.is_busy) for timing in timings]
            return

    def _climb(self, rungs: Sequence[int]) -> None:
        """Try one after the other, away from the reference, until two in a row are clearly slower or one can't be."""
        slow = 0
        for size in rungs[1:]:
            self._try(size)
            if size not in self._looks:
                break
            is_slow = self.share(size) < CLEARLY_SLOWER_SHARE and not self.is_disturbed(size)
            slow = slow + 1 if is_slow else 0
            if slow == 2:
                break

    def _look_around(self) -> None:
        """Try the divisors next to those that may be chosen, for as long as one is better."""
        while True:
            smallest = min(size for size in self.tried if self.share(size) >= 1 - RESOLUTION_SHARE)
            beside = {other for size in (self.best, smallest, self.reference) for other in self.beside(size)}
            fresh = sorted(size for size in beside if not self.is_known(size) and size not in self.untried)
            if not fresh:
                return
            for size in fresh:
                self._try(size)

    def is_known(self, size: int) -> bool:
        """Whether it was measured, or can't fit."""
        return size in self._looks or any(size >= other for other in self.refused)

    def _try(self, size: int) -> None:
        """Look at a micro-batch until its times agree, if it fits and the budget is long enough for it."""
        if self._expected_cost(size) > self.budget.left() - self._reserved_s:
            self.untried.append(size)
            return
        self.show(text(say("tune.doing.micro_batch", seconds=self.budget.used(), size=size)))
        try:
            for _ in range(MAX_LOOKS):
                if self._look(size) or self._expected_cost(size) > self.budget.left():
                    return
        except TooLarge as error:
            self.refused[size] = error.reason

    def _look(self, size: int) -> bool:
        """Measure a micro-batch between two measurements of the reference; returns whether they agree."""
        is_fresh = self._last is not None and self._last[0] == self.reference
        before = self._reference_timings[-1] if is_fresh else self._timed(self.reference)
        timings = [self._timed(size)]
        assert self._last is not None
        if self._last[2] < LONG_S:
            timings.append(self._timed(size))
        after = self._timed(self.reference)
        pace = statistics.mean((before.seconds, after.seconds))
        is_busy = any(timing.is_busy for timing in (before, *timings, after))
        self._looks[size] += [(timing.seconds / pace, is_busy) for timing in timings]
        return not is_busy and _agree(timings) and _agree([before, after])

    def _expected_cost(self, size: int) -> float:
        """Seconds of a look, from the last measurement: a micro-step takes longer in proportion to its size."""
        if self._last is None:
            return 0.0
        last, seconds, cost = self._last
        micro_step = seconds * last / self.sizes[-1]

        def expected(wanted: int) -> float:
            return max(min(cost, SHORTEST_S), cost + FIRST_MICRO_STEPS * micro_step * (wanted / last - 1))

        ones = expected(size) if expected(size) >= LONG_S else 2 * expected(size)
        return ones + expected(self.reference) * (1 if last == self.reference else 2)

    def _compare(self, contenders: list[int]) -> None:
        """Measure the first few and the reference in turn until it is clear which is faster."""
        assert self._last is not None
        room = int(self.budget.left() / (MIN_ROUNDS * self._last[2] + 1e-9))  # for MIN_ROUNDS measurements each
        others = [size for size in contenders if size != self.reference][: max(1, min(MAX_CONTENDERS, room) - 1)]
        running = sorted([*others, self.reference])
        began = len(self.rounds)
        for number in range(2 * MAX_ROUNDS):
            done = len(self.rounds) - began
            if done >= MIN_ROUNDS and done % 2 == 0:  # as often in one order as in the other
                running = self._still_running(running)
            is_busy = number >= MIN_ROUNDS and not done
            if len(running) < 2 or done == MAX_ROUNDS or is_busy or not self._round(running, done):
                return

    def _still_running(self, running: list[int]) -> list[int]:
        """Those that may be the fastest, and the reference; nothing where it is clear."""
        best = min(running, key=self.ratio)
        against = {size: ratio for size in running if size != best and (ratio := self.compared(size, best))}
        if all(ratio.is_settled for ratio in against.values()):
            return []
        return [size for size in running if size in (best, self.reference) or not against[size].is_above(1)]

    def _round(self, running: list[int], number: int) -> bool:
        """Measure each once, there and back in turn, so that a drift favours none; False where the budget ends it."""
        turn = number // 2 % len(running)
        order = running[turn:] + running[:turn]
        taken: dict[int, Timing] = {}
        for size in order if number % 2 else reversed(order):
            if self.budget.left() <= 0:
                return False
            names = ", ".join(map(str, running))
            self.show(
                text(say("tune.doing.round", seconds=self.budget.used(), number=len(self.rounds) + 1, names=names))
            )
            taken[size] = self._timed(size)
        is_busy, pace = any(timing.is_busy for timing in taken.values()), taken[self.reference].seconds
        for size, timing in taken.items():
            self._looks[size].append((timing.seconds / pace, is_busy))
        if not is_busy:
            self.rounds.append({size: timing.seconds for size, timing in taken.items()})
        return True


def _agree(timings: Sequence[Timing]) -> bool:
    times = [timing.seconds for timing in timings]
    return max(times) <= AGREEMENT * min(times)
