"""LearningRates: the learning rate along a run, past and future, as shares of its peak, and where it comes from."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fledge.config.fields import convert
from fledge.config.schedule import learning_rate
from fledge.config.schema import SETTINGS, Config
from fledge.logs.run import Run
from fledge.texts import Message, say

Numbers = NDArray[np.float64]

GRID_POINTS = 4096  # points at which a schedule is evaluated: enough to integrate it
SCHEDULE_SETTINGS = (
    "learning_rate", "min_lr", "decay_lr", "schedule", "decay_fraction", "warmup_iters", "lr_decay_iters", "max_iters",
)  # fmt: skip
FINAL_SHARES = (0.0, 0.1)  # of the peak: where schedules of trainers usually end
TOLERANCE_SHARE = 0.02  # of the peak: printed rates this close to a schedule follow it
# An iteration counts with this power of its rate; of 0, 0.5 and 1 it forecasts best (bench/forecasting.py).
AREA_POWER = 0.5
MIN_RISE_SHARE = 0.25  # of the peak: a rise that is no warm-up


@dataclass(frozen=True)
class LearningRates:
    iters: Numbers
    shares: Numbers  # of the peak
    known_until: int  # beyond this iteration the last rate is assumed to stay
    basis: Message
    peak: float | None = None

    def at(self, iters: Numbers) -> Numbers:
        return np.interp(iters, self.iters, self.shares)

    def area(self, iters: Numbers) -> Numbers:
        """How much training came before: the integral of the rate, to the power that forecasts best."""
        heights = self.shares**AREA_POWER
        steps = np.diff(self.iters) * (heights[1:] + heights[:-1]) / 2
        return np.interp(iters, self.iters, np.concatenate([[0.0], np.cumsum(steps)]))

    def held_from(self, it: int) -> "LearningRates":
        """The same rates, held constant from this iteration on."""
        now = float(self.at(np.array([float(it)]))[0])
        return replace(self, shares=np.where(self.iters > it, now, self.shares))

    def is_warming_up(self, it: int) -> bool:
        """Whether the rate is still rising."""
        before, now = self.at(np.array([0.9 * it, float(it)]))
        return bool(now > before + TOLERANCE_SHARE)

    def raised_at(self, until: int) -> int | None:
        """Where the rate rose again after it had fallen: a restart, or settings changed on resuming."""
        past = self.shares[self.iters <= until]
        if not len(past):
            return None
        top = int(np.argmax(past >= 0.98 * past.max())) if past.max() > 0 else 0
        lowest = np.minimum.accumulate(past[top:])
        risen = np.flatnonzero(past[top:] > lowest + MIN_RISE_SHARE)
        return int(self.iters[top + risen[0]]) if len(risen) else None


def learning_rates(run: Run, to: int) -> LearningRates:
    """From the settings if the printed rates agree, else from the printed rates; else assumed constant."""
    printed = _printed(run)
    config = _config(run)
    if config is not None and config.learning_rate > 0:
        found = _scheduled(config, to)
        if printed is None or _agree(found, *printed):
            return found
    if printed is not None:
        return _continued(*printed, to, run.number("lr_decay_iters") or run.number("max_iters"))
    grid = np.array([0.0, float(to)])
    return LearningRates(grid, np.ones(2), 0, say("forecast.rate.unknown"))


def _config(run: Run) -> Config | None:
    """The settings of the schedule, if enough are known. nanoGPT's defaults hold only for nanoGPT and fledge."""
    given = {name: run.settings[name].value for name in SCHEDULE_SETTINGS if name in run.settings}
    has_defaults = run.format in ("nanoGPT", "fledge")
    is_some_given = bool(given.keys() & {"learning_rate", "lr_decay_iters", "decay_lr"})
    is_all_given = {"learning_rate", "lr_decay_iters"} <= given.keys() or given.get("decay_lr") is False
    if not is_all_given and not (has_defaults and is_some_given):
        return None
    try:
        values: dict[str, Any] = {name: convert(SETTINGS[name], value) for name, value in given.items()}
    except ValueError:
        return None  # another trainer's setting of the same name
    return Config(**values)


def _scheduled(config: Config, to: int) -> LearningRates:
    grid = np.linspace(0.0, float(to), GRID_POINTS)
    rates = np.array([learning_rate(config, round(it)) for it in grid])
    return LearningRates(grid, rates / config.learning_rate, to, _schedule_basis(config), config.learning_rate)


def _schedule_basis(config: Config) -> Message:
    if not config.decay_lr:
        return say("forecast.rate.constant", rate=config.learning_rate)
    decay = {"first": config.learning_rate, "last": config.min_lr, "end": config.lr_decay_iters or config.max_iters}
    if config.schedule == "wsd":
        return say("forecast.rate.wsd", **decay)
    return say("forecast.rate.decay", schedule=config.schedule, **decay)


def _printed(run: Run) -> tuple[Numbers, Numbers] | None:
    points = run.curve("lr").finite()
    if len(points) < 5 or max(points.values) <= 0:
        return None
    kept = np.unique(np.linspace(0, len(points) - 1, GRID_POINTS).round()).astype(int)
    return np.array(points.iters, dtype=float)[kept], np.array(points.values).clip(0)[kept]


def _agree(rates: LearningRates, iters: Numbers, printed: Numbers) -> bool:
    inside = iters <= rates.iters[-1]
    off = np.abs(rates.at(iters[inside]) * (rates.peak or 1.0) - printed[inside])
    return bool(np.median(off) <= TOLERANCE_SHARE * (rates.peak or 1.0))


def _continued(iters: Numbers, printed: Numbers, to: int, end: float | None) -> LearningRates:
    """The printed rates, continued by a schedule that fits them all; if none does, the last rate stays."""
    peak, last = float(printed.max()), iters[-1]
    shares = printed / peak
    future = np.linspace(last, float(to), GRID_POINTS)[1:] if to > last else np.array([])
    grid = np.concatenate([iters, future])
    for schedule in _possible_schedules(iters, shares, end):
        off = np.abs(schedule.shares(iters) - shares)
        if off[shares.argmax() :].max() <= TOLERANCE_SHARE:
            return LearningRates(grid, np.concatenate([shares, schedule.shares(future)]), to, schedule.basis, peak)
    held = np.concatenate([shares, np.full(len(future), shares[-1])])
    return LearningRates(grid, held, int(last), say("forecast.rate.printed_only"), peak)


@dataclass(frozen=True)
class _Decay:
    """A decay from the peak at `start` to `final` of it at `end`."""

    is_cosine: bool
    start: float
    end: float
    final: float

    def shares(self, iters: Numbers) -> Numbers:
        done = ((iters - self.start) / (self.end - self.start)).clip(0, 1)
        left = 0.5 * (1 + np.cos(np.pi * done)) if self.is_cosine else 1 - done
        return self.final + left * (1 - self.final)

    @property
    def basis(self) -> Message:
        if self.is_cosine:
            return say("forecast.rate.printed_cosine", final=self.final, end=self.end)
        return say("forecast.rate.printed_linear", final=self.final, end=self.end)


def _possible_schedules(iters: Numbers, shares: Numbers, end: float | None) -> list[_Decay]:
    """Schedules that may have printed these rates. A rate that never changed does not tell what comes."""
    at_peak = iters[shares >= 0.9995]
    if end is None or shares[-1] >= 1 - TOLERANCE_SHARE:
        return []
    return [
        _Decay(is_cosine, start, end, final)
        for final in FINAL_SHARES
        for start in (float(at_peak[0]), float(at_peak[-1]))
        if start < end
        for is_cosine in (True, False)
    ]
