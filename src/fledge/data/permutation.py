"""A pseudo-random permutation of the numbers below N, computed for each position alone, so that N may be huge.

A Feistel network: a number is a pair of digits, and each round adds a hash of one digit to the other. A round can be
undone, so no two numbers map to one. There are a few more pairs than N; a result that is too large goes through the
network again until it is not, which is still a permutation.
"""

import math

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]
Keys = npt.NDArray[np.uint64]

ROUNDS = 8
GOLDEN = 0x9E3779B97F4A7C15  # the golden ratio's fraction in 64 bits: its multiples cover an interval evenly


def shuffled(places: Numbers, size: int, seed: int, stream: int) -> Numbers:
    """The numbers at these places of an endless sequence of epochs, each a shuffle of 0 to size - 1.

    Every epoch has its own order, given by the seed and the stream.
    """
    epochs, within = np.divmod(places, size)
    key = np.random.Philox(key=np.array([seed, stream], np.uint64)).random_raw(ROUNDS)
    keys = _mix(key[:, None] + epochs.astype(np.uint64) * np.uint64(GOLDEN))
    return permuted(within, size, keys)


def permuted(numbers: Numbers, size: int, keys: Keys) -> Numbers:
    """Maps each number below `size` to another one; `keys` has a row per round and a column per number."""
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
    """A 64-bit hash: the last steps of splitmix64."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))
