"""LearningRates: the learning rate along a run, past and future, as shares of its peak, and where it comes from."""

import math
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from fledge.analyze.forecast.decays import MIN_DECAY_SHARE, Decay, Numbers, possible_decays
from fledge.config.fields import convert
from fledge.config.schedule import learning_rate
from fledge.config.schema import SETTINGS, Config
from fledge.logs.run import Run
from fledge.texts import Message, say

GRID_POINTS = 4096  # points at which a schedule is evaluated: enough to integrate it
SCHEDULE_SETTINGS = (
    "learning_rate", "min_lr", "decay_lr", "schedule", "decay_fraction", "warmup_iters", "lr_decay_iters", "max_iters",
)  # fmt: skip
SAME_RATE_SHARE = 0.02  # of the peak: futures that differ by less are one
SAME_END_SHARE = 0.01  # ends that differ by less are one
TOLERANCE_SHARE = 0.02  # of the peak: printed rates this close to a schedule follow it
# An iteration counts with this power of its rate; of 0, 0.5 and 1 it forecasts best (bench/forecasting.py).
AREA_POWER = 0.5
MIN_RISE_SHARE, MIN_RISE = 0.25, 1.5  # of the peak, and times the lowest: a rise that is no warm-up

RateSource = Literal["settings", "inferred", "ambiguous", "unknown"]
SHAPE_NAMES = {
    "cosine": say("forecast.shape.cosine"),
    "linear": say("forecast.shape.linear"),
    "1 - sqrt": say("forecast.shape.one_minus_sqrt"),
}


@dataclass(frozen=True)
class LearningRates:
    iters: Numbers
    shares: Numbers  # of the peak
    known_until: int  # beyond this iteration the last rate is assumed to stay
    source: RateSource
    basis: Message
    peak: float | None = None
    alternatives: tuple["LearningRates", ...] = ()  # all that are possible, where the printed rates allow several

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
        risen = np.flatnonzero(past[top:] > np.minimum(lowest + MIN_RISE_SHARE, MIN_RISE * lowest + TOLERANCE_SHARE))
        return int(self.iters[top + risen[0]]) if len(risen) else None


def learning_rates(run: Run, to: int) -> LearningRates:
    """From the settings if the printed rates agree, else from the printed rates; else assumed constant."""
    printed = _printed(run)
    config = _config(run) if run.counts == "iterations" else None
    if config is not None and config.learning_rate > 0:
        found = _scheduled(config, to)
        if printed is None or _agree(found, *printed):
            return found
    if printed is not None:
        end = run.number("lr_decay_iters") or run.number("max_iters")
        return _continued(*printed, to, end if run.counts == "iterations" else None)
    grid = np.array([0.0, float(to)])
    return LearningRates(grid, np.ones(2), 0, "unknown", say("forecast.rate.unknown"))


def printed_ends(run: Run) -> tuple[int, int] | None:
    """The earliest and the latest iteration at which the decay of the printed rates may end, if it is still to come."""
    printed = _printed(run)
    ends = [decay.end for decay in (possible_decays(*printed, None) if printed else [])]
    if not ends or math.isinf(max(ends)) or min(ends) <= run.last_iter:
        return None
    return round(min(ends)), round(max(ends))


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
    iterations, places = np.unique(grid.round().astype(int), return_inverse=True)  # a short run has fewer than points
    rates = np.array([learning_rate(config, it) for it in iterations.tolist()])[places]
    shares = rates / config.learning_rate
    return LearningRates(grid, shares, to, "settings", _schedule_basis(config), config.learning_rate)


def _schedule_basis(config: Config) -> Message:
    if not config.decay_lr:
        return say("forecast.rate.constant", rate=config.learning_rate)
    decay = {"first": config.learning_rate, "last": config.min_lr, "end": config.lr_decay_iters or config.max_iters}
    if config.schedule == "wsd":
        return say("forecast.rate.wsd", **decay)
    return say("forecast.rate.decay", schedule=shape_name(config.schedule), **decay)


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


def _continued(iters: Numbers, printed: Numbers, to: int, known_end: float | None) -> LearningRates:
    """The printed rates, continued by the decays that they may follow; if there is none, the last rate stays."""
    peak, last = float(printed.max()), iters[-1]
    shares = printed / peak
    future = np.linspace(last, float(to), GRID_POINTS)[1:] if to > last else np.array([])
    grid = np.concatenate([iters, future])

    def with_future(rates: Numbers, until: float, source: RateSource, basis: Message) -> LearningRates:
        return LearningRates(grid, np.concatenate([shares, rates]), int(until), source, basis, peak)

    decays = possible_decays(iters, printed, known_end)
    if not decays:
        basis = say("forecast.rate.printed_only")
        if shares[-1] >= 1 - MIN_DECAY_SHARE:
            basis = say("forecast.rate.printed_constant", rate=float(printed[-1]))
        return with_future(np.full(len(future), shares[-1]), last, "unknown", basis)
    found: list[tuple[Decay, Numbers]] = []
    for decay in decays:
        rates = decay.rates(future) / peak
        if all(np.abs(rates - other).max(initial=0.0) > SAME_RATE_SHARE for _, other in found):
            found.append((decay, rates))
    if len(found) == 1:
        basis = say("forecast.rate.inferred", decay=_decay_name(decays[0]), points=len(iters))
        ends = [decay.end for decay in decays]
        if max(ends) > (1 + SAME_END_SHARE) * min(ends) and min(ends) >= to:
            basis = say("forecast.rate.inferred_until", shape=shape_name(decays[0].shape), to=to, points=len(iters))
        return with_future(found[0][1], to, "inferred", basis)
    found.sort(key=lambda pair: float(pair[1].sum()))  # by how much rate is left
    extremes = {"first": _decay_name(found[0][0]), "second": _decay_name(found[-1][0])}
    basis = say("forecast.rate.ambiguous", points=len(iters), **extremes)
    possible = [with_future(rates, to, "ambiguous", basis) for _, rates in found]
    return replace(possible[len(possible) // 2], alternatives=tuple(possible))


def _decay_name(decay: Decay) -> Message:
    if math.isinf(decay.end):
        return say("forecast.rate.inverse_sqrt", start=decay.start)
    return say("forecast.rate.name", shape=shape_name(decay.shape), final=decay.final, end=decay.end)


def shape_name(shape: str) -> Message | str:
    return SHAPE_NAMES.get(shape, shape)
