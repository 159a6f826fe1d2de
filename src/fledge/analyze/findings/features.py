"""Features: what the checks look at, computed once for all of them. A log may have millions of losses."""

import math
from array import array
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from fledge.analyze.findings.references import Reference, reference
from fledge.logs.facts import NOISE_OF_BENDS, Facts, noise
from fledge.logs.run import Curve, Metric, Resume, Run
from fledge.texts import Message, say

USUAL_WINDOW = 20  # losses whose median is the usual one
NOISE_LOSSES = 2000  # the last losses, which give the run's noise: a million would say the same
# a spike is above the usual loss by all three
SPIKE_NOISE_FACTOR = 10.0
SPIKE_SHARE = 0.05
SPIKE_NATS = 0.2
SAME_RESUME_LINES = 1000  # a notice this close to a step back in the iterations is of the same resume
RESTART_LOSSES = 6  # a spike that begins so few losses after a restart is of the restart
LEVEL_SHARE = 0.05  # of the curve: over so many losses a level is taken, and over three at least
MIN_LEVEL_LOSSES = 3
FALL_SDS = 3.0  # standard errors of the difference of two levels
MIN_FALL_SHARE = 0.005  # of the first level: less is no fall
PREDICTABLE_NATS = 0.5  # no text written by people is that predictable
ABSURD = 1e30  # a larger number comes from a broken line
MIN_PRETRAINED_PARAMS = 6e7  # every published GPT-2 has more


@dataclass(frozen=True)
class Series:
    """Iterations and their finite values."""

    iters: NDArray[np.int64]
    values: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.iters)

    def between(self, first: float, last: float = math.inf) -> "Series":
        """The part from iteration `first` to `last`, both included."""
        start = int(np.searchsorted(self.iters, first, side="left"))
        end = len(self.iters) if last == math.inf else int(np.searchsorted(self.iters, last, side="right"))
        return Series(self.iters[start:end], self.values[start:end])


def series_of(curve: Curve) -> Series:
    iters, values = np.array(curve.iters, dtype=np.int64), np.array(curve.values, dtype=np.float64)
    real = np.abs(values) < ABSURD
    return Series(iters[real], values[real])


def median(values: NDArray[np.float64]) -> float:
    return float(np.median(values))


@dataclass(frozen=True)
class NotFinite:
    """Losses that are NaN or infinite."""

    metric: Metric
    it: int  # where they begin; where the last stretch of them begins, if the curve ends with one
    value: float
    number: int  # of losses that are not finite
    of: int  # losses in all
    at_the_end: bool

    @property
    def numbers(self) -> dict[str, float]:
        """As the sentences name them."""
        return {"value": self.value, "number": self.number, "total": self.of}


@dataclass(frozen=True)
class Spike:
    start: int
    it: int  # of its highest loss
    value: float
    usual: float
    length: int  # printed losses that far above
    came_back: bool | None  # None if the log ends too soon to see it


@dataclass(frozen=True)
class Rise:
    """The loss has climbed from its lowest level and stayed up."""

    it: int
    low: float
    now: float
    is_steep: bool


class Features:
    def __init__(self, facts: Facts) -> None:
        self.facts, self.run = facts, facts.run

    # the curves

    @cached_property
    def loss(self) -> Series:
        """Of the batches, as printed."""
        return series_of(self.run.curve("loss"))

    @cached_property
    def val(self) -> Series:
        return series_of(self.run.curve("val_loss"))

    @cached_property
    def trained(self) -> Series:
        """The losses of the batches; the training losses of whole epochs or evaluations, if a log has only these."""
        return self.loss if len(self.loss) else series_of(self.run.curve("train_loss"))

    @cached_property
    def evaluated(self) -> Series:
        """The validation losses; bits per byte, if a log has only these."""
        return self.val if len(self.val) else series_of(self.run.curve("val_bpb"))

    @cached_property
    def rates(self) -> Series:
        return series_of(self.run.curve("lr"))

    @cached_property
    def times(self) -> Series:
        """Milliseconds of iterations without an evaluation."""
        pairs = self.facts.step_times
        return Series(np.array([it for it, _ in pairs], dtype=np.int64), np.array([ms for _, ms in pairs], dtype=float))

    @cached_property
    def evaluations(self) -> Series:
        """Milliseconds of each evaluation: as printed, or the extra time of the iteration that contains it."""
        apart = series_of(self.run.curve("eval_s"))
        if len(apart):
            return Series(apart.iters, 1000 * apart.values)
        printed, step = series_of(self.run.curve("dt_ms")), self.facts.step_ms
        if step is None or not len(printed):
            return printed.between(math.inf)
        evaluated = np.isin(printed.iters, list(self.facts.evaluated))
        inside = evaluated & (printed.values > 1.5 * np.maximum(step, _beside(printed.values, evaluated)))
        inside &= printed.iters != printed.iters[0]  # the first is slow for other reasons
        return Series(printed.iters[inside], printed.values[inside] - step)

    @cached_property
    def noise(self) -> float:
        """Noise of one printed training loss; 0 if there are too few."""
        found = noise(self.trained.values[-NOISE_LOSSES:].tolist())
        return found if math.isfinite(found) else 0.0

    # the settings

    @cached_property
    def starts_late(self) -> bool:
        """Whether the first iterations are missing, though no line says that it was resumed there."""
        iters = max((curve.iters for curve in self.run.curves.values()), key=len, default=array("q"))
        steps = np.diff(np.array(iters[:100]))
        interval = float(np.median(steps)) if len(steps) else 1.0
        return self.run.first_iter > 3 * max(interval, 1.0) and not self.run.notices_of("resumed")

    @cached_property
    def reference(self) -> Reference | None:
        return reference(self.facts)

    @cached_property
    def peak_rate(self) -> float | None:
        """The highest learning rate of AdamW. The rates of other optimizers can't be compared."""
        if self.run.value("optimizer") == "muon" or self.run.format in ("nanochat", "modded-nanogpt"):
            return None
        highest = float(self.rates.values.max()) if len(self.rates) else 0.0
        return self.run.number("learning_rate") or highest or None

    @property
    def warms_up(self) -> bool:
        """Whether the learning rate still rises at the end."""
        rates = self.rates.values
        return len(rates) > 10 and bool(rates[-1] == rates.max() and rates[-1] > 1.05 * rates[len(rates) * 3 // 4])

    @property
    def usual_rate(self) -> float:
        """The usual learning rate for this many parameters (Kaplan et al. 2020, equation D.1)."""
        size = min(max(self.facts.params or 124e6, 1e6), 1e10)
        return 0.003239 - 0.0001395 * math.log(size)

    @cached_property
    def first_loss(self) -> float | None:
        """The loss before any training; None if the log starts later, or weights were loaded."""
        start = str(self.run.value("init_from") or "scratch")
        curve = self.loss if len(self.loss) else self.val
        if not len(curve) or curve.iters[0] > 10 or start != "scratch" or self.run.notices_of("resumed"):
            return None
        first = float(curve.values[0])
        if self.facts.vocabulary:
            return first if abs(first / math.log(self.facts.vocabulary) - 1) < 0.15 else None
        is_small = 0 < (self.facts.params or 0) < MIN_PRETRAINED_PARAMS
        return first if 9.5 < first < 12.5 or (is_small and 3 < first < 6) else None

    def at(self, it: int) -> Message:
        """Where that is, in the words of what the log counts."""
        if self.run.counts == "epochs":
            return say("finding.shared.at_epoch", it=it)
        if self.run.counts == "log lines":
            return say("finding.shared.at_row", it=it)
        if self.run.counts == "samples":
            return say("finding.shared.at_sample", it=it)
        return say("finding.shared.at_iteration", it=it)

    # what went wrong with the loss

    @cached_property
    def bad(self) -> NotFinite | None:
        return not_finite(self.run, "loss")

    @cached_property
    def bad_val(self) -> NotFinite | None:
        return not_finite(self.run, "val_loss")

    @cached_property
    def lost(self) -> NotFinite | None:
        """A loss that is not finite until the end: of batches, or of evaluations without a later finite batch loss."""
        for bad in (self.bad, self.bad_val):
            if bad and bad.at_the_end and not len(self.loss.between(bad.it)):
                return bad
        return None

    @cached_property
    def restarts(self) -> list[Resume]:
        """Where the training went on from a checkpoint: resumes, and loads that a line mentions."""
        found = resumes(self.run)
        for notice in self.run.notices_of("loaded"):
            if notice.it is not None and not any(abs(notice.line - other.line) < SAME_RESUME_LINES for other in found):
                found.append(Resume(notice.it + 1, notice.it, notice.line))
        return found

    @cached_property
    def spikes(self) -> list[Spike]:
        """Without those that follow a restart: these have a cause, and a finding of their own."""
        return [spike for spike in find_spikes(self.loss) if not self._is_of_restart(spike)]

    def _is_of_restart(self, spike: Spike) -> bool:
        return any(
            restart.at <= spike.start and len(self.loss.between(restart.at, spike.start)) <= RESTART_LOSSES
            for restart in self.restarts
        )

    @cached_property
    def rise(self) -> Rise | None:
        found = find_rise(self.loss, self.noise) if self.bad is None else None
        if found is None:
            return None
        later = self.val.between(found.it)
        if len(later) > 1 and later.values[-1] < later.values[0] + 0.3 * (found.now - found.low):
            return None  # harder batches raise the batch loss alone
        return found


def falls(curve: Series, noise: float) -> bool:
    """Whether the last level is below the first by more than noise."""
    width = max(MIN_LEVEL_LOSSES, int(LEVEL_SHARE * len(curve)))
    width = min(width, len(curve) // 2)
    if not width:
        return False
    first, last = median(curve.values[:width]), median(curve.values[-width:])
    return first - last > max(MIN_FALL_SHARE * abs(first), FALL_SDS * noise * math.sqrt(2 / width))


def _beside(values: NDArray[np.float64], evaluated: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The larger of the two nearest values without an evaluation; 0 where there are none.

    If the steps around an evaluation are as slow, it was not the evaluation.
    """
    plain = np.flatnonzero(~evaluated)
    if not len(plain):
        return np.zeros(len(values))
    after = np.searchsorted(plain, np.arange(len(values)), side="right")
    before = values[plain[np.maximum(after - 1, 0)]]
    return np.maximum(before, values[plain[np.minimum(after, len(plain) - 1)]])


def resumes(run: Run) -> list[Resume]:
    """Steps back in the iterations, and resumes that only a line mentions."""
    found = list(run.resumes)
    for notice in run.notices_of("resumed"):
        if notice.it is None or any(abs(notice.line - back.line) < SAME_RESUME_LINES for back in run.resumes):
            continue
        found.append(Resume(notice.it + 1, notice.it, notice.line))
    return sorted(found, key=lambda resume: resume.line)


def not_finite(run: Run, metric: Metric) -> NotFinite | None:
    curve = run.curve(metric)
    iters, values = np.array(curve.iters, dtype=np.int64), np.array(curve.values, dtype=np.float64)
    is_real = np.abs(values) < ABSURD
    places = np.flatnonzero(~is_real)
    if not len(places) or (len(places) == 1 and places[0] == 0 and len(values) > 1):
        return None  # some trainers print NaN first, for "none yet"
    at_the_end = bool(places[-1] == len(values) - 1)
    start = places[0]
    if at_the_end:
        real = np.flatnonzero(is_real)
        start = real[-1] + 1 if len(real) else 0
    return NotFinite(metric, int(iters[start]), float(values[start]), len(places), len(values), at_the_end)


def find_spikes(points: Series) -> list[Spike]:
    """Losses far above the usual one of the window before."""
    windows = len(points) // USUAL_WINDOW
    if windows < 2:
        return []
    values = points.values
    blocks = values[: windows * USUAL_WINDOW].reshape(windows, USUAL_WINDOW)
    usual = np.median(blocks, axis=1)
    bends = np.abs(blocks[:, :-2] - 2 * blocks[:, 1:-1] + blocks[:, 2:])
    spread = NOISE_OF_BENDS * np.median(bends, axis=1)
    falling = np.median(blocks[:, :5], axis=1) - np.median(blocks[:, -5:], axis=1)
    most = SPIKE_NOISE_FACTOR * np.maximum(spread, np.median(spread))
    allowed = np.maximum.reduce([most, SPIKE_SHARE * np.abs(usual), falling, np.full(windows, SPIKE_NATS)])
    before = np.minimum(np.arange(USUAL_WINDOW, len(values)) // USUAL_WINDOW - 1, windows - 1)
    places = USUAL_WINDOW + np.flatnonzero(values[USUAL_WINDOW:] - usual[before] > allowed[before])
    if not len(places) or len(places) > len(values) / 10:
        return []  # so many are not exceptions: the curve is like that
    groups = np.split(places, np.flatnonzero(np.diff(places) > USUAL_WINDOW) + 1)
    return [_spike(points, group, float(usual[before[group[0] - USUAL_WINDOW]])) for group in groups]


def _spike(points: Series, places: NDArray[np.int64], usual: float) -> Spike:
    top = places[np.argmax(points.values[places])]
    value = float(points.values[top])
    after = points.values[places[-1] + 1 : places[-1] + 1 + USUAL_WINDOW]
    came_back = median(after) < usual + 0.5 * (value - usual) if len(after) >= 3 else None
    return Spike(int(points.iters[places[0]]), int(points.iters[top]), value, usual, len(places), came_back)


def find_rise(points: Series, noise: float) -> Rise | None:
    """Compares medians over a twentieth of the curve each: the lowest and the last, which must not be falling again."""
    if len(points) < USUAL_WINDOW:
        return None
    width = max(5, len(points) // 20)
    number = len(points) // width
    levels = np.median(points.values[len(points) - number * width :].reshape(number, width), axis=1)
    low = int(np.argmin(levels))
    up = float(levels[-1] - levels[low])
    changes = np.diff(levels)
    wander = 1.4826 * median(np.abs(changes - median(changes)))  # of a loss that goes up and down anyway
    if number - 1 - low < 2 or levels[-1] < levels[-2] - noise:
        return None
    if up < max(0.3, 5 * noise, 4 * wander, 0.1 * levels[low]):
        return None
    where = len(points) - number * width + low * width + width // 2
    is_steep = up > max(0.5, 6 * noise, 0.2 * levels[low])
    return Rise(int(points.iters[where]), float(levels[low]), float(levels[-1]), is_steep)
