"""The micro-batches that are possible, and some of them to try first."""

import itertools
from collections.abc import Sequence


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


def ladder_down(sizes: Sequence[int]) -> list[int]:
    """The same from large to small, each at most half the one before."""
    rungs: list[int] = []
    for size in reversed(sizes):
        if not rungs or 2 * size <= rungs[-1]:
            rungs.append(size)
    return rungs
