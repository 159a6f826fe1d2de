"""Runs that are one run done twice, or one run named twice: every loss that both logged is equal."""

from collections.abc import Sequence

import numpy as np

from fledge.logs.facts import Facts
from fledge.logs.run import Metric

LOSSES: tuple[Metric, ...] = ("val_loss", "train_loss", "val_bpb", "loss")
MIN_EQUAL_LOSSES = 3  # fewer may be equal by chance


def repeated_losses(a: Sequence[Facts], b: Sequence[Facts]) -> int:
    """How many losses are equal, if every run of one group repeats a run of the other; else 0."""
    few, many = sorted((a, b), key=len)
    return min(max(equal_losses(one, other) for other in many) for one in few)


def is_one_run(a: Sequence[Facts], b: Sequence[Facts]) -> bool:
    """Whether both groups are the same file."""
    return [one.run.name for one in a] == [one.run.name for one in b]


def equal_losses(a: Facts, b: Facts) -> int:
    """How many losses both logged, if all of them are equal; else 0."""
    number = 0
    for metric in LOSSES:
        first, second = a.run.curve(metric), b.run.curve(metric)
        shared, at_first, at_second = np.intersect1d(first.iters, second.iters, True, return_indices=True)
        values = np.asarray(first.values)[at_first], np.asarray(second.values)[at_second]
        if not np.array_equal(*values, equal_nan=True):
            return 0
        number += len(shared)
    return number if number >= MIN_EQUAL_LOSSES else 0
