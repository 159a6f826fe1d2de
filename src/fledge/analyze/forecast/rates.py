"""Rates: the learning rate along a run, its past and its future, as parts of the peak, and who says so."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fledge.config.fields import convert
from fledge.config.schedule import learning_rate
from fledge.config.schema import SETTINGS, Config
from fledge.logs.run import Run

Numbers = NDArray[np.float64]

GRID = 4096  # places where a schedule is looked at: enough to add it up
NAMES = (
    "learning_rate", "min_lr", "decay_lr", "schedule", "decay_fraction", "warmup_iters", "lr_decay_iters", "max_iters",
)  # fmt: skip
FLOORS = (0.0, 0.1)  # of the peak: where trainers' schedules end
ALIKE = 0.02  # of the peak: how far a printed rate may be from a schedule that it is said to follow
WORTH = (
    0.5  # the power of the rate that an iteration counts with; of 0, 0.5 and 1 it forecasts best (bench/forecasting)
)
RAISED = 0.25  # of the peak: a rise that is no warm-up


@dataclass(frozen=True)
class Rates:
    iters: Numbers
    parts: Numbers  # of the peak
    known_until: int  # beyond it the last rate is assumed to stay
    basis: str
    peak: float | None = None

    def at(self, iters: Numbers) -> Numbers:
        return np.interp(iters, self.iters, self.parts)

    def area(self, iters: Numbers) -> Numbers:
        """What all iterations before these could teach, added up: more at a high rate, but less than in proportion."""
        worth = self.parts**WORTH
        steps = np.diff(self.iters) * (worth[1:] + worth[:-1]) / 2
        return np.interp(iters, self.iters, np.concatenate([[0.0], np.cumsum(steps)]))

    def held_from(self, it: int) -> "Rates":
        """The same rates, but staying as they are from this iteration on."""
        now = float(self.at(np.array([float(it)]))[0])
        return Rates(self.iters, np.where(self.iters > it, now, self.parts), self.known_until, self.basis, self.peak)

    def warming(self, it: int) -> bool:
        """Whether the rate is still on its way up."""
        before, now = self.at(np.array([0.9 * it, float(it)]))
        return bool(now > before + ALIKE)

    def raised_at(self, until: int) -> int | None:
        """Where the rate went up again after it had come down: a restart, or settings changed on resuming."""
        past = self.parts[self.iters <= until]
        if not len(past):
            return None
        top = int(np.argmax(past >= 0.98 * past.max())) if past.max() > 0 else 0
        lowest = np.minimum.accumulate(past[top:])
        risen = np.flatnonzero(past[top:] > lowest + RAISED)
        return int(self.iters[top + risen[0]]) if len(risen) else None


def rates_of(run: Run, to: int) -> Rates:
    """From the settings, if the printed rates agree; else from those; else the rate is taken to be constant."""
    printed = _printed(run)
    config = _config(run)
    if config is not None and config.learning_rate > 0:
        found = _scheduled(config, to)
        if printed is None or _agree(found, *printed):
            return found
    if printed is not None:
        return _continued(*printed, to, run.number("lr_decay_iters") or run.number("max_iters"))
    grid = np.array([0.0, float(to)])
    return Rates(grid, np.ones(2), 0, "not known")


def _config(run: Run) -> Config | None:
    """The settings of the schedule, where there are enough: nanoGPT's defaults are for its own runs and ours only."""
    given = {name: run.settings[name].value for name in NAMES if name in run.settings}
    ours = run.format in ("nanoGPT", "fledge") and bool(given.keys() & {"learning_rate", "lr_decay_iters", "decay_lr"})
    if not ours and not {"learning_rate", "lr_decay_iters"} <= given.keys() and given.get("decay_lr") is not False:
        return None
    try:
        values: dict[str, Any] = {name: convert(SETTINGS[name], value) for name, value in given.items()}
    except ValueError:
        return None  # another trainer's setting of the same name
    return Config(**values)


def _scheduled(config: Config, to: int) -> Rates:
    grid = np.linspace(0.0, float(to), GRID)
    rates = np.array([learning_rate(config, round(it)) for it in grid])
    end = config.lr_decay_iters or config.max_iters
    if not config.decay_lr:
        basis = f"constant at {config.learning_rate:g}, as the settings say"
    else:
        name = {"wsd": "stable, then linear,"}.get(config.schedule, config.schedule)
        basis = f"{name} from {config.learning_rate:g} to {config.min_lr:g} at {end:,}, as the settings say"
    return Rates(grid, rates / config.learning_rate, to, basis, config.learning_rate)


def _printed(run: Run) -> tuple[Numbers, Numbers] | None:
    points = run.curve("lr").finite()
    if len(points) < 5 or max(points.values) <= 0:
        return None
    kept = np.unique(np.linspace(0, len(points) - 1, GRID).round()).astype(int)
    return np.array(points.iters, dtype=float)[kept], np.array(points.values).clip(0)[kept]


def _agree(rates: Rates, iters: Numbers, printed: Numbers) -> bool:
    inside = iters <= rates.iters[-1]
    off = np.abs(rates.at(iters[inside]) * (rates.peak or 1.0) - printed[inside])
    return bool(np.median(off) <= ALIKE * (rates.peak or 1.0))


def _continued(iters: Numbers, printed: Numbers, to: int, end: float | None) -> Rates:
    """The printed rates, and a schedule that fits them all as their future; where none does, the last one stays."""
    peak, last = float(printed.max()), iters[-1]
    parts = printed / peak
    future = np.linspace(last, float(to), GRID)[1:] if to > last else np.array([])
    for name, shape in _shapes(iters, parts, end):
        if np.abs(np.array([shape(it) for it in iters]) - parts)[parts.argmax() :].max() <= ALIKE:
            values = np.array([shape(it) for it in future])
            basis = f"{name}, which the printed rates follow"
            return Rates(np.concatenate([iters, future]), np.concatenate([parts, values]), to, basis, peak)
    grid, values = np.concatenate([iters, future]), np.concatenate([parts, np.full(len(future), parts[-1])])
    return Rates(grid, values, int(last), "printed so far, of no schedule that fledge knows", peak)


Shape = tuple[str, Callable[[float], float]]


def _shapes(iters: Numbers, parts: Numbers, end: float | None) -> list[Shape]:
    """Schedules that may have printed these rates. A rate that never moved says nothing of what comes."""
    at_peak = iters[parts >= 0.9995]
    if end is None or parts[-1] >= 1 - ALIKE:
        return []
    found: list[Shape] = []
    for floor in FLOORS:
        for start in (float(at_peak[0]), float(at_peak[-1])):
            if start < end:
                found.append((f"cosine to {floor:.0%} of the peak at {end:,.0f}", _falling(start, end, floor, True)))
                found.append((f"linear to {floor:.0%} of the peak at {end:,.0f}", _falling(start, end, floor, False)))
    return found


def _falling(start: float, end: float, floor: float, cosine: bool) -> Callable[[float], float]:
    def part(it: float) -> float:
        done = min(max((it - start) / (end - start), 0.0), 1.0)
        left = 0.5 * (1 + math.cos(math.pi * done)) if cosine else 1 - done
        return floor + left * (1 - floor)

    return part
