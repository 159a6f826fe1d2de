"""The decays that may have printed a run's learning rates: their shape, start, end and final rate.

A decay is fitted for every shape and every usual final rate. Those that agree with the printed rates as well as the
best one does are possible. Often they are several: a straight line to zero and a shorter one to a tenth of the peak
look the same until one of them ends.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

SHAPES: dict[str, Callable[[Numbers], Numbers]] = {  # what is left of the rate, by the part of the decay that is done
    "cosine": lambda done: 0.5 * (1 + np.cos(np.pi * done)),
    "linear": lambda done: 1 - done,
    "1 - sqrt": lambda done: 1 - np.sqrt(done),  # the cool-down of Hägele et al. 2024, arXiv:2405.18392
}
CURVES = ("cosine", "1 - sqrt")  # that are fitted; a line is computed
INVERSE_SQRT = "inverse square root"  # of the iteration: it has no end
USUAL_FINALS = (0.0, 0.01, 0.05, 0.1, 0.2, 1 / 3)  # shares of the peak at which trainers end a decay
MIN_LEVELS = 6  # printed rates that differ: fewer do not show a shape
MIN_DECAY_SHARE = 0.02  # of the peak: before that much is gone, the printed digits show too little
MAX_RATE = 1e6  # no learning rate is larger; such numbers overflow
MAX_POINTS = 96  # printed rates that a decay is fitted to
MAX_OFF_SHARE = 0.01  # of the peak: rates further off follow another schedule
SAME_SHARE = 5e-5  # of the peak: an error as small as that of the search itself
MAX_FINAL = 0.95
# of a decay's length, in what is seen of it: a longer one would look straight
MIN_LOG_LENGTH, MAX_LOG_LENGTH = -10.0, math.log(100.0)
START_STEPS, LENGTH_STEPS = 13, 15  # of the grid on which the search begins
SEARCH_STEPS, STEP = 40, 1e-6


@dataclass(frozen=True)
class Decay:
    """A decay from `peak` at `start` to `final` (a share of the peak) at `end`."""

    shape: str
    peak: float
    start: float
    end: float
    final: float
    off: float = 0.0  # the largest difference from a printed rate, beyond what rounding explains

    def rates(self, iters: Numbers) -> Numbers:
        return self.peak * _shares(self.shape, iters, self.start, self.end, self.final)


def _shares(shape: str, iters: Numbers, start: Any, end: Any, final: Any) -> Numbers:
    """What is left of the peak at these iterations; of many decays at once, if start, end and final are columns."""
    if shape == INVERSE_SQRT:
        return np.sqrt(start / np.maximum(iters, start))
    done = ((iters - start) / (end - start)).clip(0, 1)
    return final + (1 - final) * SHAPES[shape](done)


def possible_decays(iters: Numbers, rates: Numbers, known_end: float | None) -> list[Decay]:
    """The decays that these rates may follow, the best first; none if they do not decay, or in no known way.

    If a decay that ends at `known_end`, where the run does, is possible, only such are returned.
    """
    if rates.max() > MAX_RATE:
        return []
    at_peak = np.flatnonzero(rates >= rates.max() - 2 * _rounding(rates))
    first, last = int(at_peak[0]), int(at_peak[-1])
    if rates[-1] > (1 - MIN_DECAY_SHARE) * rates.max() or len(np.unique(rates[last:])) < MIN_LEVELS:
        return []
    kept = np.unique(np.linspace(first, len(iters) - 1, MAX_POINTS).round()).astype(int)
    t, y = iters[kept], rates[kept]
    starts = (float(iters[first - 1]) if first else 0.0, float(iters[last + 1]))
    found = []
    if known_end is not None and known_end > starts[0]:
        found = _possible(t, y, starts, known_end)
    return found or _possible(t, y, starts, None)


def _possible(t: Numbers, y: Numbers, starts: tuple[float, float], end: float | None) -> list[Decay]:
    rounding = _rounding(y)
    fitted = _lines(t, y, rounding, end)
    fitted += [_fit(t, y, starts, end, shape, final) for shape in CURVES for final in (*USUAL_FINALS, None)]
    if end is None:
        fitted.append(_fit(t, y, (max(starts[0], 1.0), starts[1]), math.inf, INVERSE_SQRT, 0.0))
    found = []
    for decay in fitted:
        # twice: the fit is not the one with the smallest of the largest errors
        off = np.max(np.abs(decay.rates(t) - y) - 2 * rounding)
        found.append(replace(decay, off=max(0.0, float(off)) / y.max()))
    least = min((decay.off for decay in found), default=math.inf)
    if least > MAX_OFF_SHARE:
        return []
    found = [decay for decay in found if decay.off <= max(3 * least, SAME_SHARE)]
    return sorted(found, key=lambda decay: decay.off)


def _lines(t: Numbers, y: Numbers, rounding: Numbers, end: float | None) -> list[Decay]:
    """The straight line through the rates that fall, with the ends that it may have."""
    peak, last = float(y.max()), float(y[-1])
    is_last = y <= last + 2 * rounding
    is_falling = (y < peak - 2 * rounding) & ~is_last
    if np.count_nonzero(is_falling) < 2:
        return []
    slope, height = np.polynomial.Polynomial.fit(t[is_falling], y[is_falling], 1).convert().coef[::-1]
    if slope >= 0:
        return []
    unseen = -slope * float(t[-1] - t[is_last][0])  # by how much it would have fallen since the last rate was reached
    # The coarsest rounding of them: 1.0e-4 and 9.8e-5 may be one rate, though the second shows a digit more.
    coarsest = float(rounding[is_last].max())
    finals = [last / peak] if unseen > 8 * coarsest + SAME_SHARE * peak else list(USUAL_FINALS)
    if end is not None:
        middle, level = float(t[is_falling].mean()), float(y[is_falling].mean())
        finals = [max(0.0, float(height + slope * end)) / peak, *USUAL_FINALS]
        return [_line_to(end, final, peak, middle, level) for final in finals if end > middle and final * peak < level]
    start = (peak - height) / slope
    return [Decay("linear", peak, float(start), float((final * peak - height) / slope), final) for final in finals]


def _line_to(end: float, final: float, peak: float, middle: float, level: float) -> Decay:
    """The line to that final rate through the middle of the rates: of few rounded ones several lines are possible."""
    slope = (final * peak - level) / (end - middle)
    return Decay("linear", peak, middle + (peak - level) / slope, end, final)


def _fit(
    t: Numbers, y: Numbers, starts: tuple[float, float], end: float | None, shape: str, final: float | None
) -> Decay:
    """The decay of that shape closest to the rates: the best of a grid, then improved by Levenberg-Marquardt steps."""
    seen = max(float(t[-1]) - starts[0], 1.0)

    def decays(free: Numbers) -> tuple[Numbers, Numbers]:
        """From rows of a start, the logarithm of a length, and a final share: peak, start, end and final; and rates."""
        start, length = seen * free[:, :1], seen * np.exp(free[:, 1:2].clip(MIN_LOG_LENGTH, MAX_LOG_LENGTH))
        stop = start + length if end is None else np.maximum(end, start + 1e-6 * seen)
        if shape == INVERSE_SQRT:
            start = np.maximum(start, 1.0)
        last = free[:, 2:] if final is None else np.full_like(start, final)
        shares = _shares(shape, t, start, stop, last)
        peak = (shares @ y)[:, None] / np.maximum((shares**2).sum(axis=1, keepdims=True), 1e-12)
        return np.hstack([peak, start, stop, last]), peak * shares

    def errors(free: Numbers) -> Numbers:
        """In shares of the peak; and how far the parameters are out of bounds."""
        start, _, last = free.T
        bounds = [starts[0] / seen - start, start - starts[1] / seen, -last, last - MAX_FINAL]
        return np.column_stack([(decays(free)[1] - y) / y.max(), 10 * np.maximum(np.max(bounds, axis=0), 0.0)])

    lengths = np.linspace(-2.0, MAX_LOG_LENGTH, LENGTH_STEPS) if end is None else [0.0]
    grid = np.array([(start, length, 0.1) for start in np.linspace(*starts, START_STEPS) / seen for length in lengths])
    best = grid[np.argmin((errors(grid) ** 2).sum(axis=1))]
    damping = 1e-3
    for _ in range(SEARCH_STEPS):
        now, *beside = errors(best + STEP * np.eye(4, 3, -1))
        slopes = (np.array(beside) - now).T / STEP
        square = slopes.T @ slopes
        move = np.linalg.solve(square + np.diag(damping * square.diagonal() + 1e-12), slopes.T @ now)
        if np.abs(move).max() < STEP**1.5:
            break
        if (errors(best[None] - move) ** 2).sum() < (now**2).sum():
            best, damping = best - move, damping / 5
        else:
            damping *= 5
    peak, start, stop, last = decays(best[None])[0][0].tolist()
    return Decay(shape, peak, start, stop, min(max(last, 0.0), 1.0))


def _rounding(rates: Numbers) -> Numbers:
    """How far a printed rate may be from the true one: half a unit of its last digit."""
    texts = [f"{rate:.12e}" for rate in np.unique(rates) if rate > 0]
    digits = max(len(text.split("e")[0].rstrip("0")) - 1 for text in texts)  # without the point
    decimals = max(len(text.split("e")[0].rstrip("0")) - 2 - int(text.split("e")[1]) for text in texts)
    powers = np.floor(np.log10(np.maximum(rates, 1e-300)))
    return 0.5 * np.maximum(10.0 ** (powers - digits + 1), 10.0**-decimals)
