"""Every number below N once, in an order that looks random: computed place by place, so that N may be anything.

A Feistel network: a number is a pair of digits, and each round adds to one digit a hash of the other, which undoes
itself and so never maps two numbers to one. The pairs are a few more than N; a result that is too large is sent round
again until it is not, which is a permutation still.
"""

import math

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]
Keys = npt.NDArray[np.uint64]

ROUNDS = 8
GOLDEN = 0x9E3779B97F4A7C15  # the golden ratio's fraction, in 64 bits: its multiples cover an interval most evenly


def shuffled(places: Numbers, size: int, seed: int, stream: int) -> Numbers:
    """What stands at these places of an endless row of shuffled decks, each with 0 to size - 1.

    Every deck has an order of its own, by the seed and the stream.
    """
    decks, within = np.divmod(places, size)
    key = np.random.Philox(key=np.array([seed, stream], np.uint64)).random_raw(ROUNDS)
    keys = _mix(key[:, None] + decks.astype(np.uint64) * np.uint64(GOLDEN))
    return permuted(within, size, keys)


def permuted(numbers: Numbers, size: int, keys: Keys) -> Numbers:
    """Each number below `size` to another one; `keys` has a row a round and a column a number."""
    digit = np.uint64(math.isqrt(size - 1) + 1)  # digit * digit is at least size
    found = _rounds(numbers.astype(np.uint64), digit, keys)
    while (outside := found >= size).any():
        found[outside] = _rounds(found[outside], digit, keys[:, outside])
    return found.astype(np.int64)


def _rounds(numbers: npt.NDArray[np.uint64], digit: np.uint64, keys: Keys) -> npt.NDArray[np.uint64]:
    high, low = np.divmod(numbers, digit)
    for key in keys:
        high, low = low, (high + _mix(low + key) % digit) % digit
    return high * digit + low


def _mix(x: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """64 bits, each depending on every one given (the end of splitmix64)."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))
