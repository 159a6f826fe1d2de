"""How often noise is taken for overfitting, and how often a real rise is seen (analyze/findings/evaluations.py).

`python bench/evaluation_rises.py` simulates validation losses, and prints the share that `explain` would call
overfitted: of curves that level off, and of curves that rise again by a share of their lowest. No timings.
"""

import numpy as np
from numpy.typing import NDArray

from fledge.analyze.findings.evaluations import val_rise

SERIES = 400  # of each kind
NOISES = (0.001, 0.003, 0.01, 0.03)  # standard deviation of one evaluation, as a share of the lowest loss
NUMBERS = (4, 6, 8, 12, 20, 50, 200)  # evaluations
RISES = (0.0, 0.01, 0.02, 0.05, 0.2)  # from the lowest to the end, as a share of it
LOWEST = 2.0
FALL = 2.0  # from the first evaluation to the lowest
TURN = 0.4  # where it begins to rise, as a part of the run


def curve(number: int, rise: float) -> NDArray[np.float64]:
    done = np.linspace(0, 1, number)
    return LOWEST + FALL * np.exp(-12 * done) + LOWEST * rise * np.clip(done - TURN, 0, 1) / (1 - TURN)


def share_called(number: int, rise: float, noise: float, chance: np.random.Generator) -> float:
    shape = curve(number, rise)
    found = (val_rise(shape + chance.normal(0, noise * LOWEST, number), train_falls=True) for _ in range(SERIES))
    return sum(one.is_sure for one in found) / SERIES


def main() -> None:
    chance = np.random.default_rng(0)
    print("share of the series called overfitted, by the noise of one evaluation (share of the loss)")
    print("rise   evaluations " + "".join(f"{noise:>8.1%}" for noise in NOISES))
    for rise in RISES:
        for number in NUMBERS:
            shares = (share_called(number, rise, noise, chance) for noise in NOISES)
            print(f"{rise:<6.0%} {number:>11} " + "".join(f"{share:>8.1%}" for share in shares))


if __name__ == "__main__":
    main()
