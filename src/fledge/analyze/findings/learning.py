"""Does it learn, and what? Stuck, overfitted, by heart, a leak, dropout, cut short."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fledge.analyze.findings.features import Series, Signs, median
from fledge.analyze.findings.finding import Finding
from fledge.analyze.findings.stability import lower_rate
from fledge.common.text import count
from fledge.logs.facts import noise

STUCK_LARGE, STUCK_SMALL = (
    0.65,
    0.75,
)  # of the first loss: knowing how often each token occurs ends above, learning below
FREQUENCIES = 7.0, 8.0  # nats: where only knowing that ends, with some 50,000 tokens
FLAT = 0.01  # of the loss, from the first to the last third of a log's second half
FOR_CERTAIN = 1000  # iterations after which stuck is no longer a slow start
WIDE_NATS, WIDE_SHARE, HUGE_SHARE = 0.5, 0.25, 0.35  # the gap between train and val, and of val
PLAUSIBLE = {"shakespeare_char": 1.2, "openwebtext": 2.2}  # nats: below it nobody's model came by fair means
STILL_FALLING = 0.01  # of the loss, between the last two tenths of a run
PREDICTABLE = 0.5  # nats: no text that people wrote is guessed that well


def plateau(signs: Signs) -> Finding | None:
    first, points = signs.first_loss, signs.loss
    iterations = signs.facts.iterations
    warm_up = signs.run.number("warmup_iters") or 0
    if first is None or len(points) < 30 or iterations < max(300, 2 * warm_up) or _warms_up(signs):
        return None
    half = points.values[len(points) // 2 :]
    third = len(half) // 3
    early, late = float(half[:third].mean()), float(half[-third:].mean())
    is_sure = 2 * signs.noise / math.sqrt(third) < FLAT * late
    if not is_sure or abs(early - late) > FLAT * late or late < (STUCK_LARGE if first > 9 else STUCK_SMALL) * first:
        return None
    since = int(points.iters[len(points) // 2])
    evidence = f"The loss has been about {late:.2f} since iteration {since:,}; it began at {first:.2f}."
    if late > 0.95 * first:
        evidence += " That is guessing: nothing was learned."
        advice = "Check that gradients reach the weights, and that the learning rate is not 0."
    else:
        advice = f"Check that y is x shifted by one; then try {lower_rate(signs)}, or a longer --warmup_iters."
        if FREQUENCIES[0] < late < FREQUENCIES[1]:
            evidence += " About 7.5 is what knowing only how often each token occurs gives: nothing of their order."
        else:
            evidence += " That is near what knowing only how often each token occurs gives."
    is_from_scratch = first > 9 or signs.vocabulary is not None
    certain = is_from_scratch and (iterations >= FOR_CERTAIN or late > 0.95 * first)
    return Finding("plateau", "error" if certain else "warning", "The loss is stuck", evidence, advice)


def _warms_up(signs: Signs) -> bool:
    """Whether the learning rate still rises at the end."""
    rates = signs.rates.values
    return len(rates) > 10 and rates[-1] == rates.max() and rates[-1] > 1.05 * rates[len(rates) * 3 // 4]


@dataclass(frozen=True)
class Gap:
    """Training and validation at the last evaluation, and what became of the validation loss."""

    it: int
    train: float | None
    is_evaluated: bool  # the train loss; else it is the batches'
    val: float
    best_it: int
    best: float
    knows_best: bool  # enough evaluations to say which was
    has_risen: bool

    @property
    def nats(self) -> float:
        return self.val - self.train if self.train is not None else 0.0

    @property
    def share(self) -> float:
        return self.nats / self.val if self.val > 0 else 0.0

    @property
    def is_wide(self) -> bool:
        return self.nats > WIDE_NATS and self.share > WIDE_SHARE


def gap_of(signs: Signs) -> Gap | None:
    val = signs.val
    if not len(val):
        return None
    it, best = int(val.iters[-1]), int(np.argmin(val.values))
    train, is_evaluated = _train_near(signs, it)
    at_best, _ = _train_near(signs, int(val.iters[best]))
    up = _risen(val)
    if train is not None and at_best is not None and train > at_best + 0.5 * up:
        up = 0.0  # training rose with it: that is not overfitting
    return Gap(
        it,
        train,
        is_evaluated,
        float(val.values[-1]),
        int(val.iters[best]),
        float(val.values[best]),
        len(val) > 2,
        up > 0,
    )


def _risen(val: Series) -> float:
    """How far the last evaluations are above the lowest; 0 where noise would do as much.

    The lowest of many noisy numbers is low by luck, so medians of three are compared.
    """
    values = val.values
    if len(values) < 3:
        return 0.0
    if len(values) >= 5:
        values = np.median(np.lib.stride_tricks.sliding_window_view(values, 3), axis=1)
    # the steep beginning is no noise
    spread = noise(val.values[min(int(np.argmin(val.values)), max(0, len(val) - 6)) :].tolist())
    up, low = float(values[-1] - values.min()), float(values.min())
    return up if up > max(0.02, 0.01 * low, 0.0 if math.isnan(spread) else 4 * spread) else 0.0


def _train_near(signs: Signs, it: int) -> tuple[float | None, bool]:
    """The evaluated train loss; where nobody evaluates it, the usual loss of the batches before."""
    evaluated = signs.run.curve("train_loss").before(it)
    if evaluated is not None and math.isfinite(evaluated):
        return evaluated, True
    near = signs.loss.between(0.95 * it, it).values[-50:]
    return (median(near), False) if len(near) >= 5 else (None, False)


def overfitting(signs: Signs) -> Finding | None:
    """By a validation loss that rose while training did not; or, of a single evaluation, by a gap that says as much."""
    gap, known = gap_of(signs), signs.reference
    if gap is None or (gap.train is not None and gap.nats < 0.05):
        return None
    if not gap.has_risen and (gap.knows_best or not gap.is_wide):
        return None
    evidence, stop = _gap_in_words(gap), gap.best_it if gap.has_risen else None
    if gap.has_risen:
        evidence += (
            f" The best val was {gap.best:.4f} at iteration {gap.best_it:,}; it is {gap.val - gap.best:.3f} above."
        )
    elif known and known.is_best and gap.val > known.val_loss + 0.05 and gap.it > known.at:
        evidence += f" This config's best val is about {known.val_loss:.2f} ({known.source}), reached long before, "
        evidence += f"near iteration {known.at:,}."
        stop = known.at
    if signs.facts.epochs and signs.facts.epochs > 1:
        text = count(signs.facts.dataset_tokens or 0)
        evidence += f" It saw its {text} tokens {signs.facts.epochs:.3g} times."
    is_strong = gap.share > HUGE_SHARE or gap.val > 1.1 * gap.best
    title = "Strongly overfitted" if is_strong else "Overfitted"
    if gap.train is None:
        title = "The validation loss has risen from its best"
    return Finding("overfitting", "warning", title, evidence.strip(), _less(signs, stop))


def wide_gap(signs: Signs) -> Finding | None:
    gap = gap_of(signs)
    if gap is None or not gap.is_wide or gap.has_risen or not gap.knows_best:
        return None
    evidence = (
        f"{_gap_in_words(gap)} The best val is {gap.best:.4f}, at iteration {gap.best_it:,}: it has not risen yet."
    )
    advice = "Go on while val falls, and keep the best checkpoint. More text or more --dropout would narrow the gap."
    return Finding("wide_gap", "note", "Train is far below val, which still holds", evidence, advice)


def _gap_in_words(gap: Gap) -> str:
    if gap.train is None:
        return ""
    which = "train is" if gap.is_evaluated else "the batches' loss is about"
    perplexities = f"{math.exp(min(gap.train, 50)):,.2f} against {math.exp(min(gap.val, 50)):,.2f}"
    return (
        f"At iteration {gap.it:,} {which} {gap.train:.4f} and val {gap.val:.4f}: a gap of {gap.nats:.2f} nats; "
        f"perplexity {perplexities}."
    )


def _less(signs: Signs, stop: int | None) -> str:
    fewer = f"--max_iters={stop}" if stop else "fewer --max_iters"
    dropout = signs.run.number("dropout")
    more = f"--dropout={min(dropout + 0.1, 0.5):.1g}" if dropout else "--dropout=0.2"
    return f"Keep the best checkpoint, stop earlier ({fewer}), or regularise: {more}, a smaller model, more text."


def memorised(signs: Signs) -> Finding | None:
    """Batches that are known by heart, and no validation to show it."""
    points = signs.loss
    if len(points) < 10 or len(signs.val) or len(signs.run.curve("val_bpb")):
        return None
    first, late = float(points.values[0]), median(points.values[-max(3, len(points) // 20) :])
    if first < 7 or late > 0.3:  # few different tokens may be a puzzle, which can be solved
        return None
    evidence = f"The batch loss fell from {first:.2f} to {late:.4f}: no text that people wrote is that predictable."
    advice = "The model knows its training text by heart. Use more text, and hold some out: `fledge prepare` does."
    return Finding("memorised", "warning", "It has memorised its training text", evidence, advice)


def leak(signs: Signs) -> Finding | None:
    """A validation loss that is too good."""
    advice = "Look for the same documents in both splits, or a validation split of easier text."
    title = "The validation loss is suspiciously low"
    if evidence := _below_train(signs):
        return Finding("leak", "warning", title, evidence, advice)
    if not len(signs.val):
        return None
    it, last = signs.val.iters[-1], float(signs.val.values[-1])
    dataset = str(signs.run.value("dataset"))
    if 0 <= last < PLAUSIBLE.get(dataset, 0.0):
        evidence = f"val is {last:.4f} at iteration {it:,}: no fair model of {dataset} is below {PLAUSIBLE[dataset]:g}."
        return Finding("leak", "warning", title, evidence, advice)
    if not 0 <= last < PREDICTABLE:
        return None
    evidence = f"val is {last:.4f} at iteration {it:,}: no text that people wrote is guessed that well."
    advice = "Right for tables, logs and generated text. Otherwise look for the same documents in both splits."
    return Finding("leak", "note", title, evidence, advice)


def _below_train(signs: Signs) -> str:
    trained = signs.run.curve("train_loss")
    pairs = [
        (it, train, val)
        for it, val in zip(signs.val.iters.tolist(), signs.val.values.tolist(), strict=True)
        if (train := trained.at(it)) is not None and math.isfinite(train)
    ]
    below = [pair for pair in pairs if pair[2] < pair[1] - max(0.1, 0.05 * pair[1])]
    if len(below) < 3 or len(below) * 2 <= len(pairs) or pairs[-1] != below[-1]:
        return ""
    it, train, val = below[-1]
    return (
        f"At iteration {it:,} val is {val:.4f} and train {train:.4f}, both evaluated alike; so in {len(below):,} of "
        f"{len(pairs):,} evaluations."
    )


def dropout_gap(signs: Signs) -> Finding | None:
    """Batches are seen with dropout, evaluations without."""
    dropout, evaluated = signs.run.number("dropout"), signs.facts.last_train
    if evaluated is None or dropout == 0:
        return None
    it, train = evaluated
    near = signs.loss.between(0.95 * it, 1.02 * it).values[-20:]
    if it == 0 or len(near) < 2:
        return None
    batch, half = median(near), len(near) // 2
    spread = noise(near.tolist()) if len(near) > 3 else 0.0
    falling = max(0.0, float(near[:half].mean() - near[half:].mean())) if half else 0.0
    share = 0.05 if dropout else 0.1  # not known to be there: only where it is plain
    if batch - train < max(0.05, share * train, 4 * spread / math.sqrt(len(near)), 2 * falling):
        return None
    because = f"dropout {dropout:g}" if dropout else "dropout, by the look of it,"
    evidence = f"At iteration {it:,} the evaluated train loss is {train:.4f}, below the batches' {batch:.4f}, because "
    evidence += f"{because} is on in training and off in evaluation."
    title = "The batch loss is above the evaluated one: dropout"
    return Finding("dropout_gap", "note", title, evidence, "Nothing to do. Compare evaluated losses with each other.")


def not_converged(signs: Signs) -> Finding | None:
    facts = signs.facts
    is_short = signs.goal is not None and facts.iterations < 0.95 * signs.goal
    if is_short or facts.is_excerpt or signs.lost or facts.iterations < 100 or _val_is_past_best(signs):
        return None
    what, tail = "val", _last_fifth(signs.val)
    if len(tail) < 4:
        what, tail = "batch", _last_fifth(signs.loss)
    if len(tail) < 4:
        return None
    half = len(tail) // 2
    fall, last = float(tail[:half].mean() - tail[half:].mean()), float(tail[half:].mean())
    doubt = 3 * noise(tail[-2000:].tolist()) / math.sqrt(half)
    rates = signs.rates.values
    is_high = len(rates) > 0 and rates[-1] > 0.3 * rates.max()  # coming down, the rate itself lowers the loss
    if last < PREDICTABLE or not fall > max((STILL_FALLING if is_high else 2 * STILL_FALLING) * last, doubt):
        return None
    evidence = f"Over the last tenth of the run the {what} loss still fell by {fall:.3f}, to {last:.3f}."
    if is_high:
        evidence += f" The learning rate is still {rates[-1] / rates.max():.0%} of its highest."
    goal = 2 * facts.iterations
    advice = f"Train longer: --max_iters={goal} --lr_decay_iters={goal}. "
    advice += f"`fledge forecast {signs.run.name} --to={goal}` says what to expect."
    return Finding("not_converged", "note", "It was still learning when it stopped", evidence, advice)


def _last_fifth(points: Series) -> NDArray[np.float64]:
    if not len(points):
        return points.values
    first, last = int(points.iters[0]), int(points.iters[-1])
    return points.between(last - 0.2 * (last - first)).values


def _val_is_past_best(signs: Signs) -> bool:
    gap = gap_of(signs)
    return gap is not None and gap.has_risen


CHECKS = (plateau, overfitting, wide_gap, memorised, leak, dropout_gap, not_converged)
