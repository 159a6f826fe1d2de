"""Back-test: what each fit would have forecast from earlier in a run, and how much its word counts by that."""

import math
from dataclasses import dataclass

import numpy as np

from fledge.analyze.forecast.fits import LEAST, Fit, Numbers, Past, Place

MOST = 8  # leaps that are tested
FEWEST = 3  # where the past has fewer as long as the one asked for, shorter ones are taken too
SMALL = 0.003  # of the loss: errors below it make no fit better than another


@dataclass(frozen=True)
class Leap:
    """A forecast that could have been made: from the first `count` points, of the point at `target`."""

    count: int
    target: int
    stretch: float  # how much longer the leap is that is asked for; the error is taken to grow with it


@dataclass(frozen=True)
class Backtest:
    past: Past
    leaps: list[Leap]
    said: Numbers  # by each fit (rows), in each leap

    @property
    def came(self) -> Numbers:
        return np.array([self.past.loss[leap.target] for leap in self.leaps])

    @property
    def stretch(self) -> Numbers:
        return np.array([leap.stretch for leap in self.leaps])

    @property
    def errors(self) -> Numbers:
        """Of each fit, typically, in nats, for a leap as long as the one asked for."""
        return np.sqrt(np.mean(((self.said - self.came) * self.stretch) ** 2, axis=1))

    def weights(self, without: int | None = None) -> Numbers:
        """How much each fit counts: by its mean squared error, `without` one of the leaps."""
        kept = np.array([leap != without for leap in range(len(self.leaps))])
        if not kept.any():
            kept[:] = True
        squares = np.mean(((self.said - self.came) * self.stretch)[:, kept] ** 2, axis=1)
        raw: Numbers = 1 / (squares + max(self.past.noise, SMALL * self.past.level) ** 2)
        return raw / raw.sum()

    def combined(self) -> Numbers:
        """What all fits together would have forecast in each leap, with weights in which it has no part."""
        return np.array([self.weights(leap) @ self.said[:, leap] for leap in range(len(self.leaps))])


def backtest(fits: list[Fit], past: Past, leap: float) -> Backtest | None:
    """Forecasts of the past by its own beginnings, over as many times the area as is asked for; None if too short."""
    found = leaps(past, leap)
    return (
        Backtest(past, found, np.array([[_said(fit, past, leap) for leap in found] for fit in fits])) if found else None
    )


def leaps(past: Past, asked: float) -> list[Leap]:
    found = []
    for count in range(LEAST, len(past)):
        area = past.area[count - 1]
        target = min(max(int(np.searchsorted(past.area, asked * area)), count), len(past) - 1)
        length = math.log(past.area[target] / area)
        if length > 0:
            found.append(Leap(count, target, max(1.0, math.log(max(asked, 1.0)) / length)))
    chosen = [leap for leap in found if leap.stretch == 1.0]
    if len(chosen) < FEWEST:
        others = sorted((leap for leap in found if leap.stretch > 1.0), key=lambda leap: leap.stretch)
        chosen += others[: FEWEST - len(chosen)]
    every = math.ceil(len(chosen) / MOST) or 1
    return sorted(chosen[::-1][::every], key=lambda leap: leap.count)


def _said(fit: Fit, past: Past, leap: Leap) -> float:
    place = Place(float(past.area[leap.target]), float(past.rate[leap.target]))
    guess = fit.guess(past.first(leap.count), [place])
    return guess[0].value if guess else float(past.loss[leap.count - 1])  # where it had no word: it stays as it is
