"""Fits the constants of plan/roofline.py to published step times, and tests them on publishers left out of the fit.

    python bench/fit.py

Every publisher counts with the square root of its number of rows: one user's 26 rows are not 26 opinions. The first run
traces every row, which takes half an hour; traces are remembered.
"""

import math
import statistics
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace

from published import Planned, planned, read_rows

from fledge.plan.planner import Planner
from fledge.plan.roofline import Constants

# What each constant may be, from published measurements of single kernels; the fit starts in the middle.
BOUNDS = {
    "bandwidth_share": (0.55, 0.9),
    "eager_bandwidth_share": (0.5, 0.9),
    "cached_share": (0.0, 0.9),
    "softmax_share": (0.1, 0.9),
    "half_rate_tokens": (300.0, 1500.0),
    "launch_s": (2e-6, 12e-6),
    "micro_batch_s": (0.2e-3, 3e-3),
    "iteration_s": (0.5e-3, 8e-3),
}
WORST = 0.5  # an error counts at most this much: some published figures are wrong
ROUNDS = 10
PULL = 0.1  # towards the middle of the bounds, where the rows hardly decide


def mean_error(rows: Sequence[Planned], constants: Constants) -> float:
    """The mean of |log(planned / published)|, over publishers."""
    by: dict[str, list[float]] = {}
    for row in rows:
        error = abs(math.log(row.with_constants(constants) / row.row.seconds))
        by.setdefault(row.row["by"], []).append(min(error, WORST))
    weights = {name: math.sqrt(len(errors)) for name, errors in by.items()}
    return sum(weights[name] * statistics.mean(errors) for name, errors in by.items()) / sum(weights.values())


def middle() -> Constants:
    return Constants(**{name: (low + high) / 2 for name, (low, high) in BOUNDS.items()})


def fit(rows: Sequence[Planned]) -> Constants:
    """Coordinate descent with shrinking steps, from the middle of the bounds."""
    best = start = middle()

    def cost(constants: Constants) -> float:
        away = [
            (getattr(constants, name) - getattr(start, name)) / (high - low) for name, (low, high) in BOUNDS.items()
        ]
        return mean_error(rows, constants) + PULL * statistics.mean(part**2 for part in away)

    least = cost(best)
    for number in range(ROUNDS):
        for name, (low, high) in BOUNDS.items():
            step = (high - low) / 5 * 0.7**number
            for move in (step, -step, step / 3, -step / 3):
                moved = min(max(getattr(best, name) + move, low), high)
                candidate = replace(best, **{name: moved})
                found = cost(candidate)
                if found < least - 1e-6:
                    best, least = candidate, found
    return best


def left_out(rows: Sequence[Planned]) -> dict[str, Constants]:
    """For each publisher, the constants that the rows of all others give.

    Each fit starts anew: one that started from the constants of all rows would remember the rows left out.
    """
    found = {}
    for name in sorted({row.row["by"] for row in rows}):
        found[name] = fit([row for row in rows if row.row["by"] != name])
    return found


def main() -> None:
    planner = Planner(lambda text: None)
    rows = []
    for row in read_rows():
        if row.is_planned:
            rows.append(planned(planner, row))
            print(f"{rows[-1].error():+.0%} {row.name}: {row.model}", file=sys.stderr, flush=True)
    fitted = fit(rows)
    for name, value in asdict(fitted).items():
        print(f"{name} = {value:.3g}")
    without = left_out(rows)
    seconds = [row.with_constants(without[row.row["by"]]) for row in rows]
    errors = [abs(row.error(value)) for row, value in zip(rows, seconds, strict=True)]
    inside = statistics.mean(row.is_inside(value) for row, value in zip(rows, seconds, strict=True))
    print(f"publisher left out: median error {statistics.median(errors):.1%}, {inside:.0%} inside")


if __name__ == "__main__":
    main()
