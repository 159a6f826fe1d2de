"""Forecast: the loss of a later iteration, with an interval, tested on the run's own past; or why there is none."""

import math
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fledge.analyze.forecast.backtest import Backtest, backtest
from fledge.analyze.forecast.fits import ANNEALING, FITS, GAP, LEAST, Fit, Guess, Numbers, Past, Place
from fledge.analyze.forecast.rates import Rates, rates_of
from fledge.logs.facts import Facts, noise
from fledge.logs.run import Run

COVERAGE = 0.9
QUANTILE = 1.645  # of the normal distribution, for that coverage
LEAST_EVALUATIONS, LEAST_LOSSES = 8, 40  # a curve with fewer is not forecast
MOST_POINTS = 40  # more are averaged: a curve has no more to say
LEAST_MEAN = 3  # batches' losses in a point: one alone is mostly noise
SKIPPED = 0.1  # of the past, at its beginning: what is learned there is learned once
FARTHEST = 4.0  # times as far as the run has come
OWN_DOUBT = 0.25  # of the change that is forecast: what a short past can't show of how wrong a forecast may be
DOUBT_WEIGHT = 3.0  # back-tests that this counts as
WORST_TEST, WIDEST = 0.05, 0.12  # of the loss: beyond them a forecast says nothing
PATH = 24  # iterations on the way there that are forecast too
RECENT = 4096  # points to see the noise by
LARGE = 1e6  # no loss is


Forecastable = Literal["val_loss", "loss"]


LATER = "More of the run: ask again when it has come further."
OFTEN = "A smaller --eval_interval or --log_interval."
REGULARISE = "Nothing that goes on as it is: stop at the best step, or more text, --dropout, a smaller model."


class Refusal(NamedTuple):
    reason: str
    advice: str


@dataclass(frozen=True)
class Tested:
    """One forecast of the past by the past before it, and what came."""

    at: int
    to: int
    predicted: float
    came: float

    @property
    def error(self) -> float:
        return self.predicted / self.came - 1


@dataclass(frozen=True)
class Fitted:
    name: str
    value: float
    weight: float
    error: float  # typical, of the loss, in the back-tests


@dataclass(frozen=True)
class Forecast:
    run: str
    metric: Forecastable
    last_iter: int
    last_value: float
    points: int
    to: int
    rates: str
    rate_known: bool
    value: float | None = None
    low: float | None = None
    high: float | None = None
    held: float | None = None  # the value if the learning rate stayed as it is
    reason: str = ""  # why there is no forecast
    advice: str = ""  # what would make one possible
    backtest: list[Tested] = field(default_factory=list)
    fits: list[Fitted] = field(default_factory=list)
    path: list[tuple[int, float]] = field(default_factory=list)

    @property
    def refused(self) -> bool:
        return self.value is None

    def refusing(self, refusal: Refusal) -> "Forecast":
        return replace(self, reason=refusal.reason, advice=refusal.advice)

    @property
    def basis(self) -> str:
        what = "evaluations" if self.metric == "val_loss" else "means of batch losses"
        names = f"{len(self.fits)} fits" if self.fits else "no fit"
        return f"{names} to {self.points} {what} up to iteration {self.last_iter:,}; learning rate {self.rates}"

    def to_json(self) -> dict[str, Any]:
        return {
            "run": self.run,
            "metric": self.metric,
            "last_iter": self.last_iter,
            "last_value": self.last_value if math.isfinite(self.last_value) else None,
            "to": self.to,
            "value": self.value,
            "low": self.low,
            "high": self.high,
            "coverage": COVERAGE,
            "basis": self.basis,
            "refused": self.refused,
            "reason": self.reason,
            "advice": self.advice,
            "value_if_rate_stays": self.held,
            "backtest": [
                {"from": t.at, "to": t.to, "predicted": t.predicted, "came": t.came, "error": t.error}
                for t in self.backtest
            ],
            "fits": [asdict(fitted) for fitted in self.fits],
            "path": [{"iter": it, "value": value} for it, value in self.path],
        }


def forecast(facts: Facts, to: int) -> Forecast:
    """The loss at iteration `to`: validation where there are enough evaluations, else the batches'."""
    run = facts.run
    metric = forecast_metric(run)
    rates = rates_of(run, to)
    past = _past(run, metric, rates)
    finite = run.curve(metric).finite()
    last, value = finite[-1] if len(finite) else (run.last_iter, math.nan)
    level = past.level if len(past) else value
    asked = Forecast(run.name, metric, last, level, len(past), to, rates.basis, rates.known_until >= to)
    if refusal := _unfit(facts, metric, past, rates, to):
        return asked.refusing(refusal)
    return _combined(asked, past, rates, facts.max_iters)


def forecast_metric(run: Run) -> Forecastable:
    enough = len(run.curve("val_loss").finite()) >= LEAST_EVALUATIONS
    return "val_loss" if enough or not len(run.curve("loss")) else "loss"


def outcome(run: Run, made: Forecast) -> float:
    """What came of a forecast: the value nearest to its iteration, or the mean of the batches' losses about it."""
    points = [(it, value) for it, value in run.curve(made.metric).finite() if it <= made.to]
    if made.metric == "val_loss":
        return points[-1][1]
    near = [value for it, value in points if it > 0.98 * made.to] or [points[-1][1]]
    return sum(near) / len(near)


def _past(run: Run, metric: Forecastable, rates: Rates) -> Past:
    """The curve without its beginning and its spikes, in at most MOST_POINTS means; batches' losses always in means."""
    points = run.curve(metric).finite()
    its, values = np.array(points.iters, dtype=float), np.array(points.values, dtype=float)
    kept = (values > 0) & (values < LARGE) & (its > SKIPPED * run.last_iter)
    rows = np.stack([its[kept], values[kept], _train_losses(run, metric, its[kept])])
    rows = rows[:, ~_spikes(rows[1])]
    spread, count = _noise(rows[1]), rows.shape[1]
    most = MOST_POINTS if metric == "val_loss" else min(MOST_POINTS, count // LEAST_MEAN)
    if count > most > 0:
        bins = (np.arange(count) * most) // count
        size = np.bincount(bins)
        rows = np.stack([np.bincount(bins, row) / size for row in rows])
        spread = max(_noise(rows[1]), spread / math.sqrt(count / most))
    area = rates.area(rows[0])
    its, values, train = rows[:, area > 0]
    spread = 0.0 if math.isnan(spread) else spread
    return Past(its, area[area > 0], rates.at(its), values, spread, train if np.isfinite(train).all() else None)


def _noise(values: Numbers) -> float:
    """Of the last points: there may be millions, and the noise of the first is another."""
    return noise(values[-RECENT:].tolist())


def _spikes(values: Numbers) -> NDArray[np.bool_]:
    """Points far above both neighbours and all noise: they say nothing of what comes."""
    if len(values) < LEAST:
        return np.zeros(len(values), dtype=bool)
    before, after = np.concatenate([values[:1], values[:-1]]), np.concatenate([values[1:], values[-1:]])
    return values - np.maximum(before, after) > np.maximum(10 * _noise(values), 0.03 * np.abs(values))


def _train_losses(run: Run, metric: Forecastable, its: Numbers) -> Numbers:
    """The evaluated train loss beside each evaluation, NaN where there is none."""
    if metric == "loss":
        return np.full(len(its), math.nan)
    train = run.curve("train_loss")
    found = [train.at(int(it)) for it in its]
    return np.array([math.nan if value is None or abs(value) > LARGE else value for value in found], dtype=float)


def _unfit(facts: Facts, metric: Forecastable, past: Past, rates: Rates, to: int) -> Refusal | None:
    """Why this past can't be extrapolated, whatever the fits say."""
    run = facts.run
    for printed in (run.curve("loss"), run.curve("val_loss")):
        if len(printed) and not math.isfinite(printed.values[-1]):
            reason = f"the run diverged: its last loss is {printed.values[-1]}"
            return Refusal(reason, "`fledge explain` says where it began and what to try.")
    count = len(run.curve(metric))
    least, what = (LEAST_EVALUATIONS, "evaluations") if metric == "val_loss" else (LEAST_LOSSES, "losses")
    if count < least:
        return Refusal(f"too few {what}: {count}, and {least} are the least", f"{LATER} {OFTEN}")
    if len(past) < LEAST + 2:
        few = f"too few {what} after the first tenth of the run: they make {len(past)} points"
        return Refusal(f"{few}, and {LEAST + 2} are the least", f"{LATER} {OFTEN}")
    last = int(past.iters[-1])
    if to > FARTHEST * last:
        far = f"too far: iteration {to:,} is {to / last:.1f} times as far as the run has come"
        tested = f"its past can't test a forecast of more than {FARTHEST:.0f} times"
        return Refusal(f"{far}, and {tested}", f"--to={int(FARTHEST * last)}, or ask again at {to / FARTHEST:,.0f}.")
    if rates.warming(last):
        return Refusal("the learning rate is still warming up: a curve shows its course only afterwards", LATER)
    if raised := rates.raised_at(last):
        reason = f"the learning rate was raised again at iteration {raised:,}: what came before says little now"
        return Refusal(reason, "A log of what came since, once that is long enough.")
    return _rising(facts, past)


def _rising(facts: Facts, past: Past) -> Refusal | None:
    smooth = np.array([np.median(past.loss[max(0, i - 1) : i + 2]) for i in range(len(past))])
    best = int(smooth.argmin())
    if best >= len(past) - 2 or past.level - smooth[best] <= max(0.004 * smooth[best], 3 * past.noise):
        return None
    rise = f"it has risen from {smooth[best]:.4f} at iteration {past.iters[best]:,.0f} to {past.level:.4f}"
    falls = [value for it, value in facts.run.curve("train_loss").finite() if it >= past.iters[best]]
    if len(falls) >= 2 and falls[-1] < falls[0]:
        return Refusal(f"the val loss is past its lowest: {rise} while the train loss fell: overfitting", REGULARISE)
    return Refusal(f"the loss is past its lowest: {rise}", "`fledge explain` looks for what went wrong.")


def _place(rates: Rates, it: float) -> Place:
    where = np.array([it])
    return Place(float(rates.area(where)[0]), float(rates.at(where)[0]))


def _combined(asked: Forecast, past: Past, rates: Rates, end: int | None) -> Forecast:
    """All fits, weighted by their back-tests; the interval from those tests, and from where the fits disagree."""
    last, to = int(past.iters[-1]), asked.to
    steps = np.unique(np.linspace(last, to, PATH + 1).round())[1:]
    places = [_place(rates, it) for it in steps] + [_place(rates.held_from(last), to)]
    said = {fit: guesses for fit in FITS if (guesses := fit.guess(past, places))}
    tested = backtest(list(said), past, places[-2].area / past.area[-1])
    if not said or tested is None:
        return asked.refusing(Refusal("no fit describes this curve: it does not fall", LATER))
    weights = tested.weights()
    path = weights @ np.array([[guess.value for guess in guesses] for guesses in said.values()])
    unknown = _unknown_decay(past, rates, to)
    at_end = [guesses[-2] for guesses in said.values()]
    spread = math.hypot(_spread(tested, weights, at_end), unknown)
    if to >= (end or math.inf):  # that half is expected at the run's end; elsewhere it is only possible
        path[:-1] -= unknown * np.linspace(0, 1, len(steps))
    value = float(path[-2])
    found = replace(asked, backtest=_table(tested), fits=_fitted(tested, weights, list(said), at_end))
    if refusal := _turning(past, found.fits) or _failed(tested, spread, value):
        return found.refusing(refusal)
    return replace(
        found,
        value=value,
        low=value - QUANTILE * spread,
        high=value + QUANTILE * spread,
        held=float(path[-1]),
        path=[(int(it), float(v)) for it, v in zip(steps, path[:-1], strict=True)],
    )


def _spread(tested: Backtest, weights: Numbers, at_end: list[Guess]) -> float:
    """The forecast's standard deviation: what the tests were off, what the fits disagree by, what each doubts."""
    values, doubts = np.array([guess.value for guess in at_end]), np.array([guess.doubt for guess in at_end])
    value = float(weights @ values)
    wrong = (tested.combined() - tested.came) * tested.stretch
    change = OWN_DOUBT * (value - tested.past.level)
    off = (DOUBT_WEIGHT * change**2 + float((wrong**2).sum())) / (DOUBT_WEIGHT + len(wrong))
    return math.sqrt(off + float(weights @ ((values - value) ** 2 + doubts**2)) + tested.past.noise**2)


def _unknown_decay(past: Past, rates: Rates, to: int) -> float:
    """Half of what bringing the rate down would gain, where nobody says whether it will be.

    The nearer the end, the more of it has happened already, if it happens at all.
    """
    if rates.known_until >= to:
        return 0.0
    left = min(1.0, to / float(past.iters[-1]) - 1)
    return 0.5 * ANNEALING * past.level * float(past.rate[-1]) * left


def _table(tested: Backtest) -> list[Tested]:
    past = tested.past
    return [
        Tested(int(past.iters[leap.count - 1]), int(past.iters[leap.target]), float(predicted), float(came))
        for leap, predicted, came in zip(tested.leaps, tested.combined(), tested.came, strict=True)
    ]


def _fitted(tested: Backtest, weights: Numbers, fits: list[Fit], at_end: list[Guess]) -> list[Fitted]:
    errors = tested.errors / tested.past.level
    rows = [
        Fitted(fit.name, guess.value, float(weight), float(error))
        for fit, guess, weight, error in zip(fits, at_end, weights, errors, strict=True)
    ]
    return sorted(rows, key=lambda row: -row.weight)


def _turning(past: Past, fits: list[Fitted]) -> Refusal | None:
    best = fits[0]
    if best.name != GAP or best.value <= past.level or past.train is None:
        return None
    gaps = past.loss - past.train
    reason = (
        f"the val loss is about at its lowest: the gap to the train loss has grown from {gaps[0]:.3f} to "
        f"{gaps[-1]:.3f}, and if it goes on so, overfitting raises val"
    )
    return Refusal(reason, REGULARISE)


def _failed(tested: Backtest, spread: float, value: float) -> Refusal | None:
    wrong = (tested.combined() - tested.came) * tested.stretch
    typical = float(np.sqrt(np.mean(wrong**2)))
    if not math.isfinite(spread) or value <= 0 or typical > WORST_TEST * value:
        off = f"forecasts of the run's own past were off by {typical / abs(value):.1%}"
        return Refusal(f"the back-test fails: {off}", f"{LATER} A nearer --to.")
    if QUANTILE * spread > WIDEST * value:
        interval = f"the {COVERAGE:.0%} interval would be {value:.3f} ± {QUANTILE * spread:.3f}"
        return Refusal(f"too uncertain: {interval}", f"{LATER} A nearer --to.")
    return None
