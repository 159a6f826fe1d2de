"""What does it learn? Stuck, overfitted, memorised, a leak, dropout, stopped too early."""

import math

import numpy as np
from numpy.typing import NDArray

from fledge.analyze.findings.features import PREDICTABLE_NATS, Features, Series, median
from fledge.analyze.findings.finding import Finding
from fledge.analyze.findings.gap import Gap, gap_of
from fledge.analyze.findings.stability import lower_rate
from fledge.logs.facts import noise
from fledge.texts import Message, say

# a loss that stays above this share of the first has learned only how often each token occurs
STUCK_SHARE_LARGE_VOCABULARY = 0.65
STUCK_SHARE_SMALL_VOCABULARY = 0.75
LARGE_VOCABULARY_NATS = 9.0  # a first loss above it
MIN_FREQUENCIES_NATS, MAX_FREQUENCIES_NATS = 7.0, 8.0  # where only knowing frequencies ends, with some 50,000 tokens
GUESSING_SHARE = 0.95  # of the first loss
FLAT_SHARE = 0.01  # of the loss, from the first to the last third of a log's second half
SURELY_STUCK_ITERATIONS = 1000  # after which it is no longer a slow start
STRONG_GAP_SHARE = 0.35  # of val
MIN_GAP_NATS = 0.05  # between train and val: with less, val rose for another reason
MIN_FLAT_EVALUATIONS = 3  # after the lowest: val has stopped falling
WORTH_SAYING_CHANCE = 0.05  # of an order of evaluations
MAX_ODDS = 1e6
PLAUSIBLE_NATS = {"shakespeare_char": 1.2, "openwebtext": 2.2}  # no model without a leak is below
FALLING_SHARE = 0.01  # of the loss, between the last two tenths of a run


def plateau(features: Features) -> Finding | None:
    first, points, iterations = features.first_loss, features.loss, features.facts.iterations
    warm_up = features.run.number("warmup_iters") or 0
    if first is None or len(points) < 30 or iterations < max(300, 2 * warm_up) or features.warms_up:
        return None
    half = points.values[len(points) // 2 :]
    third = len(half) // 3
    early, late = float(half[:third].mean()), float(half[-third:].mean())
    is_sure = 2 * features.noise / math.sqrt(third) < FLAT_SHARE * late
    is_large = first > LARGE_VOCABULARY_NATS
    stuck_share = STUCK_SHARE_LARGE_VOCABULARY if is_large else STUCK_SHARE_SMALL_VOCABULARY
    if not is_sure or abs(early - late) > FLAT_SHARE * late or late < stuck_share * first:
        return None
    is_guessing = late > GUESSING_SHARE * first
    evidence = [say("finding.plateau.flat", loss=late, since=int(points.iters[len(points) // 2]), first=first)]
    advice = say("finding.plateau.check_targets", rate=lower_rate(features))
    if is_guessing:
        evidence.append(say("finding.plateau.guessing"))
        advice = say("finding.plateau.check_gradients")
    elif MIN_FREQUENCIES_NATS < late < MAX_FREQUENCIES_NATS:
        evidence.append(say("finding.plateau.frequencies_gpt2"))
    else:
        evidence.append(say("finding.plateau.frequencies"))
    is_from_scratch = is_large or features.facts.vocabulary is not None
    is_certain = is_from_scratch and (iterations >= SURELY_STUCK_ITERATIONS or is_guessing)
    return Finding("plateau", "error" if is_certain else "warning", say("finding.plateau.title"), evidence, [advice])


def overfitting(features: Features) -> Finding | None:
    """The validation loss rose while training did not; or, with few evaluations, the gap is wide."""
    facts, gap, known = features.facts, gap_of(features), features.reference
    if gap is None or (gap.train is not None and gap.nats < MIN_GAP_NATS and not gap.train_falls):
        return None
    if not gap.has_risen and (gap.knows_best or not gap.is_wide):
        return None
    evidence = gap_sentences(features, gap)
    stop = None
    if gap.has_risen:
        stop = gap.best_it
        at = features.at(gap.best_it)
        evidence.append(say("finding.overfitting.best", best=gap.best, at=at, rise=gap.val - gap.best))
        evidence += _order(gap)
    elif known and known.is_best and gap.val > known.val_loss + 0.05 and gap.it > known.at:
        stop = known.at
        evidence.append(say("finding.overfitting.published", loss=known.val_loss, source=known.source, it=known.at))
    if facts.epochs and facts.epochs > 1:
        evidence.append(say("finding.overfitting.epochs", tokens=facts.dataset_tokens or 0, epochs=facts.epochs))
    if gap.train is None or gap.is_bits:
        title = say("finding.overfitting.title_no_train")
    elif gap.share > STRONG_GAP_SHARE or gap.val > 1.1 * gap.best:
        title = say("finding.overfitting.title_strong")
    else:
        title = say("finding.overfitting.title")
    return Finding("overfitting", "warning", title, evidence, [_regularise(features, stop)])


def wide_gap(features: Features) -> Finding | None:
    """A note while val falls. A warning once val has stopped and train falls on: that is memorising."""
    gap = gap_of(features)
    if gap is None or not gap.is_wide or gap.has_risen or not gap.knows_best:
        return None
    evidence, numbers = gap_sentences(features, gap), {"best": gap.best, "at": features.at(gap.best_it)}
    if gap.train is not None and gap.train_falls and gap.rise.after >= MIN_FLAT_EVALUATIONS:
        evidence.append(
            say("finding.wide_gap.flat", after=gap.rise.after, train=gap.train_at_best, now=gap.train, **numbers)
        )
        title, advice = say("finding.wide_gap.title_flat"), say("finding.wide_gap.stop")
        return Finding("wide_gap", "warning", title, evidence, [advice])
    evidence.append(say("finding.wide_gap.best", **numbers))
    advice = say("finding.wide_gap.continue")
    return Finding("wide_gap", "note", say("finding.wide_gap.title"), evidence, [advice])


def gap_sentences(features: Features, gap: Gap) -> list[Message]:
    if gap.train is None or gap.is_bits:
        return []
    size = say("finding.shared.number", number=gap.nats)
    if features.run.is_language_model:
        size = say("finding.shared.nats", number=gap.nats)
    numbers = {"at": features.at(gap.it), "train": gap.train, "val": gap.val, "gap": size}
    found = say("finding.shared.gap_to_batches", **numbers)
    if gap.is_evaluated:
        found = say("finding.shared.gap", **numbers)
    perplexities = features.facts.perplexity(gap.train), features.facts.perplexity(gap.val)
    if None in perplexities:
        return [found]
    return [found, say("finding.shared.gap_in_perplexity", train=perplexities[0], val=perplexities[1])]


def _order(gap: Gap) -> list[Message]:
    """How likely the order of the evaluations after the lowest is without a trend."""
    rise = gap.rise
    if rise.chance > WORTH_SAYING_CHANCE:
        return []
    odds = 1 / max(rise.chance, 1 / MAX_ODDS)  # of many evaluations the chance may be 0 to the computer
    if rise.is_monotone:
        return [say("finding.overfitting.each_higher", number=rise.after, odds=odds)]
    return [say("finding.overfitting.order", number=rise.after, odds=odds)]


def _regularise(features: Features, stop: int | None) -> Message:
    if not features.run.is_language_model or features.run.counts != "iterations":
        return say("finding.overfitting.advice_other")
    dropout = features.run.number("dropout")
    more = min(dropout + 0.1, 0.5) if dropout else 0.2
    if stop:
        return say("finding.overfitting.advice_stop", stop=stop, dropout=more)
    return say("finding.overfitting.advice", dropout=more)


def memorised(features: Features) -> Finding | None:
    """Batches the model knows by heart, and no validation loss to show it."""
    points = features.loss
    if len(points) < 10 or len(features.evaluated) or not features.run.is_language_model:
        return None
    first, last = float(points.values[0]), median(points.values[-max(3, len(points) // 20) :])
    if first < 7 or last > 0.3:  # a small vocabulary may be that of a puzzle, which can be solved
        return None
    evidence = say("finding.memorised.evidence", first=first, last=last)
    advice = say("finding.memorised.advice")
    return Finding("memorised", "warning", say("finding.memorised.title"), [evidence], [advice])


def leak(features: Features) -> Finding | None:
    """A validation loss that is too good."""
    title, advice = say("finding.leak.title"), say("finding.leak.check_splits")
    if evidence := _below_train(features):
        return Finding("leak", "warning", title, [evidence], [advice])
    if not len(features.val):
        return None
    at, val = features.at(int(features.val.iters[-1])), float(features.val.values[-1])
    dataset = str(features.run.value("dataset"))
    limit = PLAUSIBLE_NATS.get(dataset, 0.0)
    if 0 <= val < limit:
        evidence = say("finding.leak.implausible", val=val, at=at, dataset=dataset, limit=limit)
        return Finding("leak", "warning", title, [evidence], [advice])
    if not 0 <= val < PREDICTABLE_NATS or not features.run.is_language_model:
        return None
    evidence = say("finding.leak.predictable", val=val, at=at)
    return Finding("leak", "note", title, [evidence], [say("finding.leak.maybe_normal")])


def _below_train(features: Features) -> Message | None:
    """Only where both are evaluated the same way: an average over an epoch, with augmentation, may be above val."""
    if not features.run.is_language_model or features.run.counts == "epochs":
        return None
    trained = features.run.curve("train_loss")
    pairs = []
    for it, val in zip(features.val.iters.tolist(), features.val.values.tolist(), strict=True):
        train = trained.at(it)
        if train is not None and math.isfinite(train):
            pairs.append((it, train, val))
    below = [(it, train, val) for it, train, val in pairs if val < train - max(0.1, 0.05 * train)]
    if len(below) < 3 or len(below) * 2 <= len(pairs) or pairs[-1] != below[-1]:
        return None
    it, train, val = below[-1]
    return say(
        "finding.leak.below_train", at=features.at(it), val=val, train=train, number=len(below), total=len(pairs)
    )


def dropout_gap(features: Features) -> Finding | None:
    """Dropout is on for batches and off in evaluations."""
    dropout, evaluated = features.run.number("dropout"), features.facts.last_train
    if evaluated is None or dropout == 0 or not (dropout or features.run.is_language_model):
        return None
    it, train = evaluated
    near = features.loss.between(0.95 * it, 1.02 * it).values[-20:]
    if it == 0 or len(near) < 2:
        return None
    batch, half = median(near), len(near) // 2
    spread = noise(near.tolist()) if len(near) > 3 else 0.0
    falling = max(0.0, float(near[:half].mean() - near[half:].mean())) if half else 0.0
    share = 0.05 if dropout else 0.1  # more, if dropout is only suspected
    if batch - train < max(0.05, share * train, 4 * spread / math.sqrt(len(near)), 2 * falling):
        return None
    if dropout:
        evidence = say("finding.dropout_gap.evidence", it=it, train=train, batch=batch, dropout=dropout)
    else:
        evidence = say("finding.dropout_gap.evidence_likely", it=it, train=train, batch=batch)
    advice = say("finding.dropout_gap.advice")
    return Finding("dropout_gap", "note", say("finding.dropout_gap.title"), [evidence], [advice])


def not_converged(features: Features) -> Finding | None:
    facts, gap = features.facts, gap_of(features)
    is_short = features.facts.max_iters is not None and facts.iterations < 0.95 * features.facts.max_iters
    is_past_best = gap is not None and gap.has_risen
    if is_short or facts.is_excerpt or features.lost or facts.iterations < 100 or is_past_best:
        return None
    if features.run.writer is not None:  # it has not stopped
        return None
    tail = _last_fifth(features.val)
    is_val = len(tail) >= 4
    if not is_val:
        tail = _last_fifth(features.loss)
    if len(tail) < 4:
        return None
    half = len(tail) // 2
    fall, last = float(tail[:half].mean() - tail[half:].mean()), float(tail[half:].mean())
    doubt = 3 * noise(tail[-2000:].tolist()) / math.sqrt(half)
    rates = features.rates.values
    is_rate_high = len(rates) > 0 and rates[-1] > 0.3 * rates.max()  # a falling rate lowers the loss by itself
    least = FALLING_SHARE if is_rate_high else 2 * FALLING_SHARE
    if last < PREDICTABLE_NATS or not fall > max(least * last, doubt):
        return None
    if is_val:
        evidence = [say("finding.not_converged.val", fall=fall, last=last)]
    else:
        evidence = [say("finding.not_converged.batches", fall=fall, last=last)]
    if is_rate_high:
        evidence.append(say("finding.not_converged.rate", share=rates[-1] / rates.max()))
    goal, advice = 2 * facts.iterations, [say("finding.not_converged.longer_other")]
    if features.run.counts == "iterations":
        forecast = say("finding.not_converged.forecast", run=features.run.name, goal=goal)
        advice = [say("finding.not_converged.longer", goal=goal), forecast]
    return Finding("not_converged", "note", say("finding.not_converged.title"), evidence, advice)


def _last_fifth(points: Series) -> NDArray[np.float64]:
    if not len(points):
        return points.values
    first, last = int(points.iters[0]), int(points.iters[-1])
    return points.between(last - 0.2 * (last - first)).values


CHECKS = (plateau, overfitting, wide_gap, memorised, leak, dropout_gap, not_converged)
