"""The verdict where no check found a problem: healthy, if the log shows that it learns; else what it does not show.

No finding is no proof of health. `healthy` needs enough losses from the beginning on, that fell beyond noise, and a
validation loss that ends at its best.
"""

import math
from collections.abc import Collection

import numpy as np

from fledge.analyze.findings.features import (
    FALL_SDS,
    LEVEL_SHARE,
    MIN_FALL_SHARE,
    MIN_LEVEL_LOSSES,
    PREDICTABLE_NATS,
    Features,
    falls,
    median,
    series_of,
)
from fledge.analyze.findings.finding import Finding
from fledge.analyze.findings.gap import MIN_FOR_NOISE, Gap, gap_of, train_near
from fledge.texts import Message, say

Doubt = tuple[Message, Message]  # what speaks against calling it healthy, and what to do about it
LATER = say("finding.inconclusive.advice_later")
WHOLE = say("finding.inconclusive.advice_whole")
MORE_VALS = say("finding.inconclusive.advice_val")
CHECK = say("finding.inconclusive.advice_flat")
NORMS = say("finding.inconclusive.advice_norms")
SKIPPED = say("finding.inconclusive.advice_skipped")
LOWER_RATE = say("finding.inconclusive.advice_rate")
SEE_FINDING = say("finding.inconclusive.advice_finding")
SEE_VAL = say("finding.inconclusive.advice_val_stands")
MAX_ADVICE = 2  # of the first doubts
MIN_LOSSES = 20  # of batches; fewer can't show that a run is healthy
MIN_EVALUATIONS = 4  # or so many validation losses
MIN_DONE_SHARE = 0.05  # of the iterations it should do: what comes before is the warm-up, and the easiest part
EARLY_SHARE = 0.1  # of the log: an evaluation in its beginning says nothing of the rest
RISEN_SHARE = 0.03  # of the lowest level: a batch loss that ends so far above it is not at its best
NORM_FACTOR = 10.0  # a gradient norm that grew so many times is no sign of health
MIN_NORMS = 30
STILL_SHARE = 0.1  # of train's fall: val that falls by less has stopped learning from it
MIN_LEARNED_SHARE = 0.02  # of the training loss: less may be the learning rate's decay
# Steps of the later half without an update: at first a scaler looks for its scale.
MIN_SKIPPED, MAX_SKIPPED_SHARE = 5, 0.1
MAX_BAD_NORMS_SHARE = 0.1  # of the norms that are not finite: a scaler of float16 skips some updates at first


def verdict(features: Features, found: Collection[str]) -> Finding:
    """`found`: the codes of the run's findings, which are all notes."""
    gap = gap_of(features)
    doubts = [*_doubts_of_log(features), *_doubts_of_curve(features, gap)]
    if "leak" in found:
        doubts.append((say("finding.inconclusive.leak"), SEE_FINDING))
    if doubts:
        evidence = [*_ends(features), *(evidence for evidence, _ in doubts)]
        advice = []
        for _, one in doubts:
            if one not in advice:
                advice.append(one)
        title = say("finding.inconclusive.title")
        return Finding("inconclusive", "note", title, evidence, advice[:MAX_ADVICE])
    evidence = [*_ends(features), _last_evaluation(features, gap)]
    if features.facts.step_ms:
        evidence.append(say("finding.healthy.step", step=features.facts.step_ms))
    if known := features.reference:
        if known.is_best:
            evidence.append(say("finding.healthy.published_best", source=known.source, loss=known.val_loss))
        else:
            published = {"source": known.source, "loss": known.val_loss, "iterations": known.at}
            evidence.append(say("finding.healthy.published_end", **published))
    return Finding("healthy", "good", say("finding.healthy.title"), evidence, [_next(features)])


def _next(features: Features) -> Message:
    facts = features.facts
    is_done = facts.max_iters is not None and facts.iterations >= 0.99 * facts.max_iters
    if is_done or facts.run.ended == "finished" or not facts.run.is_language_model:  # nothing is left to forecast
        return say("finding.healthy.report", run=facts.run.name)
    to = "" if facts.max_iters else f" --to={2 * facts.iterations}"
    return say("finding.healthy.forecast", run=facts.run.name, to=to)


def _ends(features: Features) -> list[Message]:
    """Where the curve begins and ends."""
    val, loss = features.evaluated.values, features.trained.values
    if len(val) > 1:
        return [say("finding.healthy.val", first=val[0], last=val[-1])]
    return [say("finding.healthy.batches", first=loss[0], last=loss[-1])] if len(loss) > 1 else []


def _last_evaluation(features: Features, gap: Gap | None) -> Message:
    if gap is None:
        return say("finding.healthy.no_val")
    if gap.evaluations == 1:
        return say("finding.healthy.one_val")
    if gap.rise.after:
        return say("finding.healthy.within_noise", best=gap.best, at=features.at(gap.best_it))
    return say("finding.healthy.at_best")


# what is missing in the log


def _doubts_of_log(features: Features) -> list[Doubt]:
    found, run = [], features.run
    if run.trains_rewards:
        found.append((say("finding.inconclusive.rewards"), say("finding.inconclusive.advice_rewards")))
    losses, evaluations = len(features.trained), len(features.evaluated)
    if losses < MIN_LOSSES and evaluations < MIN_EVALUATIONS:
        found.append((say("finding.inconclusive.few", losses=losses, evaluations=evaluations), LATER))
    if features.starts_late:
        found.append((say("finding.inconclusive.no_start", at=features.at(run.first_iter)), WHOLE))
    elif features.facts.is_excerpt and evaluations < 2:  # one before the gap and one after it would show the way
        found.append((say("finding.inconclusive.gaps"), WHOLE))
    last, end = features.evaluated.iters[-1:], features.facts.iterations
    if len(last) and last[0] < EARLY_SHARE * end:
        found.append((say("finding.inconclusive.no_later_val", at=features.at(int(last[0]))), MORE_VALS))
    goal = features.facts.max_iters
    if goal and end < MIN_DONE_SHARE * goal:
        found.append((say("finding.inconclusive.early", it=end, goal=goal), LATER))
    rows = max((len(curve) for curve in run.curves.values()), default=0)
    if run.unread_losses > rows:
        found.append(
            (
                say("finding.inconclusive.unread", number=run.unread_losses, rows=rows),
                say("finding.inconclusive.advice_unread", run=run.name),
            )
        )
    if run.unread_evaluations > 1 and not evaluations:
        found.append((say("finding.inconclusive.unread_val"), say("finding.inconclusive.advice_val_name")))
    return found


# what the curve does not show


def _doubts_of_curve(features: Features, gap: Gap | None) -> list[Doubt]:
    found: list[Doubt] = []
    if gap is not None and not gap.is_at_best:
        numbers = {"val": gap.val, "best": gap.best, "at": features.at(gap.best_it)}
        if gap.train_rose_too:
            found.append((say("finding.inconclusive.both_rose", **numbers), LOWER_RATE))
        else:
            found.append((say("finding.inconclusive.above_best", after=gap.rise.after, **numbers), LATER))
    elif gap is not None and gap.is_wide:
        found.append((say("finding.inconclusive.wide_gap", gap=gap.nats), SEE_FINDING))
    if gap is not None and gap.evaluations >= MIN_EVALUATIONS:
        spread = 0.0 if math.isnan(gap.noise) else gap.noise
        if not falls(features.evaluated, spread) and not _falls_with_train(features):
            found.append((say("finding.inconclusive.flat_val"), CHECK))
        elif gap.evaluations >= MIN_FOR_NOISE and gap.is_at_best and _stands_still(features, gap):
            since = features.evaluated.iters[gap.evaluations // 2]
            found.append((say("finding.inconclusive.val_stands", since=features.at(int(since))), SEE_VAL))
    elif len(features.trained) >= MIN_LOSSES:
        if not falls(features.trained, features.noise):
            found.append((say("finding.inconclusive.flat"), CHECK))
        elif _ends_high(features):
            found.append((say("finding.inconclusive.ends_high"), LOWER_RATE))
    may_be_language = features.run.is_language_model or features.run.counts == "epochs"
    if not len(features.evaluated) and may_be_language and _ends_predictable(features):
        found.append((say("finding.inconclusive.predictable", last=features.trained.values[-1]), MORE_VALS))
    if features.warms_up:
        found.append((say("finding.inconclusive.warms_up"), LATER))
    return found + _doubts_of_norms(features)


def _falls_with_train(features: Features) -> bool:
    """Whether every evaluation is below the one before, and the training loss falls beyond noise.

    The first evaluations of a steep curve look like noise.
    """
    val = features.evaluated.values
    is_fall = bool((np.diff(val) < 0).all()) and val[0] - val[-1] > MIN_FALL_SHARE * abs(val[0])
    return is_fall and len(features.trained) >= MIN_LOSSES and falls(features.trained, features.noise)


def _stands_still(features: Features, gap: Gap) -> bool:
    """Whether val did not fall in the later half of the evaluations, while train fell by more than val's noise."""
    val = features.evaluated
    half = val.between(int(val.iters[len(val) // 2]))
    train, _ = train_near(features, int(half.iters[0]))
    if train is None or gap.train is None or gap.is_bits or math.isnan(gap.noise):
        return False
    third = len(half) // 3
    fell = float(half.values[:third].mean() - half.values[-third:].mean())
    chance = FALL_SDS * gap.noise * math.sqrt(2 / third)
    is_still = fell < max(STILL_SHARE * (train - gap.train), 0.0) and fell < chance
    return is_still and train - gap.train > max(MIN_LEARNED_SHARE * abs(train), 2 * chance)


def _ends_predictable(features: Features) -> bool:
    """A loss that low is learned by heart, or the text is no text: without an evaluation nobody can tell."""
    return len(features.trained) > 0 and median(features.trained.values[-MIN_LEVEL_LOSSES:]) < PREDICTABLE_NATS


def _ends_high(features: Features) -> bool:
    """Whether the batch loss ends above its lowest level."""
    loss, width = features.trained, max(MIN_LEVEL_LOSSES, int(LEVEL_SHARE * len(features.trained)))
    number = len(loss) // width
    levels = np.median(loss.values[len(loss) - number * width :].reshape(number, width), axis=1)
    low = float(levels.min())
    least = max(RISEN_SHARE * abs(low), 2 * FALL_SDS * features.noise * math.sqrt(2 / width))
    return bool(levels[-1] - low > least)


def _doubts_of_norms(features: Features) -> list[Doubt]:
    end = features.facts.iterations
    skipped = [notice for notice in features.run.notices_of("skipped_step") if (notice.it or 0) >= end / 2]
    if len(skipped) >= max(MIN_SKIPPED, MAX_SKIPPED_SHARE * end / 2):
        return [(say("finding.inconclusive.skipped", number=len(skipped)), SKIPPED)]
    printed, norms = features.run.curve("grad_norm"), series_of(features.run.curve("grad_norm"))
    bad = len(printed) - len(norms)
    if bad > MAX_BAD_NORMS_SHARE * len(printed):
        return [(say("finding.inconclusive.norms", number=bad, total=len(printed)), NORMS)]
    if len(norms) < MIN_NORMS:
        return []
    usual, last = median(norms.values[len(norms) // 10 :]), median(norms.values[-len(norms) // 20 :])
    if last > NORM_FACTOR * usual > 0:
        return [(say("finding.inconclusive.norms_grow", usual=usual, last=last), LOWER_RATE)]
    return []
