"""Tuning on machines that are noisy, drift, stall and are used by others: hundreds of sweeps whose truth is known.

A choice is never slower than the user's own, and "yes" is never said of a wrong one.
"""

import math
import random
from collections import Counter
from functools import partial

import pytest

from fledge.hardware.load import Load
from fledge.plan.tune.decision import decide
from fledge.plan.tune.search import Budget, Search, Timing
from fledge.plan.tune.sizes import divisors
from fledge.texts import text

SWEEPS = 60  # of each kind
BUSY = Load(0.5, 2, own_cpu=0.7, others_cpu=1.3, cpu_wait=1.2)
KINDS = ("noise", "drift", "stalls", "load", "everything", "always busy", "busy at first")


class NoisyMachine:
    """A machine with a curve of its own, on which a measurement takes half a second or more."""

    def __init__(self, kind: str, seed: int) -> None:
        self.random = rng = random.Random(f"{kind} {seed}")
        self.sequences = rng.choice([16, 24, 32, 48, 64, 96, 128, 480])
        self.sizes = divisors(self.sequences)
        self.top, self.steepness = rng.choice(self.sizes), rng.choice([0.02, 0.1, 0.37, 1.0])
        self.shape = rng.choice(["peak", "saturating", "flat"])
        self.own = rng.choice(self.sizes)
        self.noise, self.spikes = rng.choice([0.003, 0.01, 0.03, 0.08]), rng.choice([0, 0.02, 0.1])
        self.cost, self.now = rng.choice([0.5, 0.5, 2.5]), 0.0
        self.drift = rng.choice([-0.003, 0.002, 0.01]) if kind in ("drift", "everything") else 0.0
        # Times in which everything is slower: seen by the load meter, or not.
        self.stalls = self._times() if kind in ("stalls", "everything") else []
        self.loads = self._times() if kind in ("load", "everything") else []
        if kind == "always busy":
            self.loads = [(0.0, math.inf, 3.0)]
        if kind == "busy at first":
            self.loads = [(0.0, rng.uniform(5, 40), 3.0)]

    def _times(self) -> list[tuple[float, float, float]]:
        found, now = [], 0.0
        while now < 200:
            now += self.random.expovariate(1 / 20)
            end = now + self.random.expovariate(1 / 10)
            found.append((now, end, self.random.choice([1.3, 2.0, 4.0])))
            now = end
        return found

    def rate(self, size: int) -> float:
        if self.shape == "flat":
            return 1.0
        if self.shape == "saturating":
            return 1 / (1 + math.sqrt(self.top) / size)
        return 1 / (1 + self.steepness * math.log2(size / self.top) ** 2)

    def measure(self, size: int) -> Timing:
        began, self.now = self.now, self.now + self.cost
        factor, is_busy = max(0.2, 1 + self.drift * self.now), False
        for times, slows_large_ones in ((self.stalls, 0.0), (self.loads, 0.3)):
            for start, end, slower in times:
                share = max(0.0, min(end, self.now) - max(start, began)) / self.cost
                factor *= 1 + (slower * (1 + slows_large_ones * math.log2(size + 1) / 5) - 1) * share
                is_busy |= times is self.loads and share > 0.15
        factor *= math.exp(self.random.gauss(0, self.noise))
        if self.random.random() < self.spikes:
            factor *= self.random.choice([1.5, 2.0, 3.0])
        return Timing(self.sequences / self.rate(size) * factor / 100, is_busy, BUSY if is_busy else None)


@pytest.mark.parametrize("kind", KINDS)
def test_sweeps(kind: str) -> None:
    said: Counter[str] = Counter()
    before = after = 0.0
    for seed in range(SWEEPS):
        machine = NoisyMachine(kind, seed)
        search = Search(machine.sizes, machine.own, machine.measure, Budget(90, partial(getattr, machine, "now")))
        search.run()
        decision = decide(search, {size: str(size) for size in search.tried}, 120)
        chosen, own = machine.rate(decision.choice), machine.rate(machine.own)
        best = max(map(machine.rate, machine.sizes))
        told = text(decision.sure)
        said[told.split()[0].strip(":")] += 1
        before, after = before + own / best, after + chosen / best
        where = f"sweep {seed}: {machine.own} to {decision.choice}: {told}"
        assert chosen >= own, where
        if told.startswith("yes"):
            assert chosen >= 0.96 * best, where
        assert machine.now <= 90 + machine.cost, where
    if kind == "always busy":
        assert said == {"no": SWEEPS}
        assert after == before, "nothing is decided"
    else:
        assert after > before + 0.1 * SWEEPS, "and yet it is of use"
    if kind in ("noise", "drift"):
        assert said["yes"] > SWEEPS / 6
