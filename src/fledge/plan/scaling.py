"""A scaling law, fitted to small runs: the validation loss by parameters, tokens and passes over the text.

    L = (E + A / N^a + G) / (1 + G / L0) exp(h (N / U)^0.3 ln(R)^3),   G = B / D'^(b N^c)
    R = D / U,   D' = U (1 + r (1 - exp(-(R - 1) / r)))

N are the parameters without an n-gram table, D the tokens trained on, U the tokens of the text, R how often it is read.
L0 is the loss of a model that only knows how often each token occurs. Up to once, D' is D and the last factor 1. Far
below L0, and with c = 0, the law is that of Hoffmann et al. 2022. Small runs are not far below L0: there the loss falls
slowly at first (Alabdulmohsin et al. 2022: L - E in proportion to L0 - L). Above 0, c says that larger models need
fewer tokens for the same loss, as Kaplan et al. 2020 found; below 0, more. D', what D tokens are worth if they repeat,
is that of Muennighoff et al. 2023. They stopped before a text is learned by heart; a small one is, in minutes. The last
factor is for that: a form by hand for a few runs of up to 16 passes (LOG.md, 2026-11-17 and 19), not a published law.

A few small runs can't tell eight numbers, so each has a prior: the published value, and how far it may be from it. The
fit is repeated with other noise on the losses and other priors; the spread of what these fits predict is the
uncertainty.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from fledge.plan.mixed_loss import MixedLoss, Numbers

# Means and standard deviations of the priors.
SIZE_EXPONENT = (0.30, 0.10)  # Hoffmann et al. 0.34, Besiroglu et al. 2024 0.35, Kaplan et al. 0.08 without E
DATA_EXPONENT = (0.45, 0.15)  # Hoffmann et al. 0.28, Besiroglu et al. 0.37, both without L0
SPEED_EXPONENT = (0.0, 0.03)  # as in Hoffmann's law; long runs of depth 4 to 7 lie on it (LOG.md, 2026-11-19)
USEFUL_REPEATS = (np.log(15.4), 0.5)  # log r: Muennighoff et al. 15.4
# log h, and how much more a model with more weights for each token of the text learns it by heart: chosen by runs on
# five texts (LOG.md, 2026-11-17 to 19).
HARM, HARM_OF_TABLE, HARM_EXPONENT = (np.log(0.01), 1.0), (np.log(0.06), 0.7), 0.3
HARM_POWER = 3  # of ln(R): two or three passes harm little, seven much (LOG.md, 2026-11-19)
MOST_HARM = 20.0  # a loss times e^20 is bad enough for every choice, and a number still
FLOOR_SHARE = (np.log(0.38), 0.25)  # log E / L0: what no model can learn; Hoffmann et al. 1.69 nats, about 0.23
# Shares of the lowest loss seen, in logarithms: what size and data would still gain.
SIZE_SHARE, DATA_SHARE = (np.log(0.15), 1.0), (np.log(0.8), 1.5)
NO_START = 1e12  # nats: far above every loss, where only Hoffmann's law is left

FITS = 120
STEPS = 20  # of each fit
# Runs above LEARNED L0 do not know how often tokens occur, and are left out. Where even the best run is above
# LEAST_LEARNED L0, a higher L0 is taken.
LEARNED, LEAST_LEARNED = 0.97, 0.9
LEAST_NOISE = 0.006  # of a loss: another seed changes it by 0.1% to 1%, and one repeat tells little
# Runs of few iterations have learned little more than which tokens are frequent, and need not lie on the law.
FEW_ITERS_MISS = 2.0  # divided by the iterations: the standard deviation that is added
# What the law itself misses, relative, for each e-fold of work (N D) beyond the largest run: 1.1% at 1.15 e-folds, in
# 17 predictions on two texts (LOG.md, 2026-11-18).
FORM_MISS = 0.009
RANGE = (0.05, 0.95)  # the quantiles of a 90% range


@dataclass(frozen=True)
class LossPoint:
    """A finished run."""

    params: float
    tokens: float
    text_tokens: float
    loss: float
    iters: float = math.inf


@dataclass(frozen=True)
class LossRange:
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class ScalingLaw:
    """The fits, one row each: log E, log A, a, log B, b, c, log r, log h; at the reference N and D."""

    rows: Numbers
    reference: tuple[float, float]
    noise: float  # of a single run, relative
    start: float = NO_START  # the loss of a model that only knows how often each token occurs
    mixed: MixedLoss | None = None  # what counts of n-grams make of the network's loss, if there are any
    widened: float = 1.0  # how much wider the range is than the spread of the fits
    largest_work: float = math.inf  # parameters times tokens of the largest run

    def predict(self, params: float, tokens: float, text_tokens: float) -> LossRange:
        """The loss to expect of a run, and its 90% range."""
        network = self.predict_network(params, tokens, text_tokens)
        value, low, high = self._mixed(np.array([network.value, network.low, network.high])).tolist()
        return LossRange(value, low, high)

    def predict_network(self, params: float, tokens: float, text_tokens: float) -> LossRange:
        """The same without counts of n-grams."""
        point = np.array([[params], [tokens], [text_tokens]])
        logs = np.log(self._losses(point)[:, 0])
        middle = float(np.median(logs))
        ends = [float(np.quantile(logs, q)) - middle for q in RANGE]
        beyond = max(0.0, math.log(params * tokens / self.largest_work)) if self.largest_work < math.inf else 0.0
        chance = 1.645 * math.hypot(self.noise, FORM_MISS * beyond)
        low, high = (self.widened * float(np.hypot(end, chance)) for end in ends)
        return LossRange(float(np.exp(middle)), float(np.exp(middle - low)), float(np.exp(middle + high)))

    def expected(self, params: Numbers, tokens: Numbers, text_tokens: Numbers) -> Numbers:
        """The expected losses of many runs."""
        point = np.stack(np.broadcast_arrays(params, tokens, text_tokens)).astype(np.float64)
        losses = self._mixed(self._losses(point.reshape(3, -1)))
        return np.median(losses, axis=0).reshape(point.shape[1:])

    def _losses(self, data: Numbers) -> Numbers:
        return _losses(self.rows, data, self.reference, self.start)

    def _mixed(self, network: Numbers) -> Numbers:
        return network if self.mixed is None else self.mixed.of_network(network)


def fit_law(
    points: Sequence[LossPoint],
    start: float,
    noise: float | None = None,
    mixed: MixedLoss | None = None,
    has_table: bool = False,
) -> ScalingLaw:
    """The law of some runs, whose losses began at `start`.

    `noise`: how much their losses vary between seeds, relative, if that was measured. `has_table`: of n-grams.
    The losses are the networks'; what is predicted has counts of n-grams mixed in, if there are any.
    """
    if not points:
        raise ValueError("no runs to fit")
    start = max(start, min(point.loss for point in points) / LEAST_LEARNED)
    points = [point for point in points if point.loss < LEARNED * start or point.tokens > point.text_tokens]
    noise = max(LEAST_NOISE, noise or 0.0)
    sd = np.hypot(noise, FEW_ITERS_MISS / np.array([p.iters for p in points]))
    data = np.array([[p.params, p.tokens, p.text_tokens] for p in points]).T
    logs = np.log([p.loss for p in points])
    reference = float(np.exp(np.log(data[0]).mean())), float(np.exp(np.log(data[1]).mean()))
    lowest = float(logs.min())
    shift = np.array([np.log(start), lowest, 0.0, lowest, 0.0, 0.0, 0.0, 0.0])
    learning = (FLOOR_SHARE, SIZE_SHARE, SIZE_EXPONENT, DATA_SHARE, DATA_EXPONENT, SPEED_EXPONENT)
    priors = np.array([*learning, USEFUL_REPEATS, HARM_OF_TABLE if has_table else HARM])
    means, sds = priors[:, 0] + shift, priors[:, 1]
    random = np.random.default_rng(0)  # the same law for the same runs
    wanted = logs + sd * random.standard_normal((FITS, len(logs)))
    centres = means + sds * random.standard_normal((FITS, len(means)))
    rows = np.array(centres)

    def residuals(rows: Numbers) -> Numbers:
        losses = np.log(_losses(rows, data, reference, start))
        return np.concatenate([(losses - wanted) / sd, (rows - centres) / sds], axis=1)

    work = max(p.params * p.tokens for p in points)
    return ScalingLaw(_least_squares(residuals, rows), reference, noise, start, mixed, largest_work=work)


def published_law(has_table: bool = False) -> ScalingLaw:
    """Hoffmann et al. 2022 (D.3), for web text in a vocabulary of 32,000: no run of the user's own is in it."""
    harm, _ = HARM_OF_TABLE if has_table else HARM
    values = [np.log(1.69), np.log(406.4), 0.34, np.log(410.7), 0.28, 0.0, USEFUL_REPEATS[0], harm]
    return ScalingLaw(np.array([values]), (1.0, 1.0), LEAST_NOISE)


def checked_law(
    points: Sequence[LossPoint],
    start: float,
    noise: float | None = None,
    mixed: MixedLoss | None = None,
    has_table: bool = False,
) -> tuple[ScalingLaw, tuple[LossPoint, LossRange] | None]:
    """The law, and the run with the most work beside what the other runs would have predicted for it.

    Where that missed, the range is widened by as much as it would have taken to hold it.
    """
    law = fit_law(points, start, noise, mixed, has_table)
    last = max(points, key=lambda p: p.params * p.tokens)
    others = [p for p in points if p is not last]
    if len(others) < 2:
        return law, None
    without = fit_law(others, start, noise, mixed, has_table)
    point = last.params, last.tokens, last.text_tokens
    found = without.predict_network(*point)
    miss = np.log(last.loss / found.value)
    half = np.log(found.high / found.value) if miss > 0 else np.log(found.value / found.low)
    return replace(law, widened=max(1.0, float(abs(miss) / half))), (last, without.predict(*point))


def _losses(rows: Numbers, data: Numbers, reference: tuple[float, float], start: float) -> Numbers:
    """The loss of each run by each fit."""
    floor, size, a, more, b, c, repeats, harm = (rows[:, [i]] for i in range(8))
    params, tokens, text = data
    worth = worth_of_tokens(tokens, text, np.exp(repeats))
    larger = np.log(params / reference[0])
    end = np.exp(floor) + np.exp(size - a * larger)  # of a run on endless text
    gap = np.exp(more - b * np.exp(c * larger) * np.log(worth / reference[1]))
    passes = np.maximum(1, tokens / text)
    by_heart = np.exp(harm + HARM_EXPONENT * np.log(params / text)) * np.log(passes) ** HARM_POWER
    return (end + gap) / (1 + gap / start) * np.exp(np.minimum(by_heart, MOST_HARM))


def worth_of_tokens(tokens: Numbers, text_tokens: Numbers, repeats: Numbers) -> Numbers:
    """How many different tokens are worth as much as `tokens` that repeat a text."""
    again = np.maximum(tokens / text_tokens - 1, 0)
    return np.where(again > 0, text_tokens * (1 + repeats * -np.expm1(-again / repeats)), tokens)


def _least_squares(residuals: Callable[[Numbers], Numbers], rows: Numbers) -> Numbers:
    """The rows with the least squares, all at once, by Levenberg and Marquardt's method."""
    damping = np.full(len(rows), 1e-2)
    now = residuals(rows)
    for _ in range(STEPS):
        slopes = np.stack([(residuals(rows + 1e-5 * unit) - now) / 1e-5 for unit in np.eye(rows.shape[1])], axis=2)
        squares = np.einsum("fri,frj->fij", slopes, slopes)
        squares += damping[:, None, None] * np.einsum("fii,ij->fij", squares, np.eye(rows.shape[1]))
        step = np.linalg.solve(squares, np.einsum("fri,fr->fi", slopes, now)[:, :, None])[:, :, 0]
        tried = rows - np.clip(step, -1, 1)
        then = residuals(tried)
        better = (then**2).sum(axis=1) < (now**2).sum(axis=1)
        rows, now = np.where(better[:, None], tried, rows), np.where(better[:, None], then, now)
        damping = np.where(better, damping / 3, damping * 4)
    return rows
