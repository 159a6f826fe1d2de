"""Is the loss stable? Not finite, exactly zero, rising, spiking."""

import math

import numpy as np
from numpy.typing import NDArray

from fledge.analyze.findings.features import USUAL_WINDOW, Features, Series, falls, median, series_of
from fledge.analyze.findings.finding import Finding, Severity
from fledge.logs.facts import noise
from fledge.texts import Message, say

MIN_DEAD = 3  # losses of zero in a row
MIN_STILL = 10  # norms in a row that are zero or not finite, if others were good
ROUNDED_TO_ZERO = 0.01  # a loss that was below it before is small, and printed as 0
MIN_SPEEDUP_SHARE = 0.02  # of iterations with NaN, to be worth a sentence


def lower_rate(features: Features) -> Message:
    """A third of the learning rate: as a setting, if the rate is known."""
    rate = features.peak_rate
    return say("finding.shared.lower_rate", rate=rate / 3) if rate else say("finding.shared.lower_unknown_rate")


def diverged(features: Features) -> Finding | None:
    bad = features.lost
    if bad is None:
        return _stopped_itself(features) if features.run.ended == "diverged" else None
    at = features.at(bad.it)
    evidence, curve = [say("finding.diverged.loss", at=at, **bad.numbers)], features.loss
    if bad.metric != "loss":
        evidence, curve = [say("finding.diverged.val", at=at, **bad.numbers)], features.val
    before = curve.between(0, bad.it)
    if len(before):
        evidence.append(
            say("finding.diverged.last_finite", loss=before.values[-1], at=features.at(int(before.iters[-1])))
        )
    else:
        evidence.append(say("finding.diverged.none_finite"))
    evidence += _what_came_before(features, bad.it, before)
    evidence += _faster(features, bad.it)
    return Finding("diverged", "error", say("finding.diverged.title"), evidence, _start_again(features, bad.it))


def _stopped_itself(features: Features) -> Finding:
    """A run of fledge stops before it writes a loss that is not finite."""
    it = features.facts.iterations
    evidence = [say("finding.diverged.stopped", at=features.at(it))]
    if len(features.loss):
        last = features.at(int(features.loss.iters[-1]))
        evidence.append(say("finding.diverged.last_finite", loss=features.loss.values[-1], at=last))
    evidence += _what_came_before(features, it, features.loss)
    return Finding("diverged", "error", say("finding.diverged.title"), evidence, _start_again(features, it + 1))


def _what_came_before(features: Features, it: int, before: Series) -> list[Message]:
    found = []
    recent = before.values[-USUAL_WINDOW:]
    if len(recent) >= 5:
        usual = median(recent)
        if recent[-1] > usual + max(0.5, 6 * noise(recent.tolist())):
            found.append(say("finding.diverged.rose", loss=recent[-1], usual=usual))
    norms = series_of(features.run.curve("grad_norm"))
    near = norms.between(0, it)
    if len(near):
        found.append(say("finding.diverged.grad_norm", norm=near.values[-1], usual=median(norms.values)))
    rate = features.run.curve("lr").before(it)
    if rate is not None:
        found.append(say("finding.diverged.rate", rate=rate))
    if features.run.value("dtype") == "float16":
        found.append(say("finding.diverged.float16"))
    return found


def _faster(features: Features, it: int) -> list[Message]:
    """Hardware is faster with NaN, which can look like a gain in speed."""
    finite, lost = features.times.between(0, it - 1).values, features.times.between(it).values
    if len(finite) < 5 or len(lost) < 5 or median(lost) > (1 - MIN_SPEEDUP_SHARE) * median(finite):
        return []
    share = 1 - median(lost) / median(finite)
    return [say("finding.diverged.faster", nan=median(lost), finite=median(finite), share=share)]


def _start_again(features: Features, it: int) -> list[Message]:
    advice = [say("finding.diverged.restart", rate=lower_rate(features))]
    if any((notice.it or 0) < it for notice in features.run.notices_of("saved")):
        advice = [say("finding.diverged.continue", rate=lower_rate(features))]
    if features.run.value("dtype") == "float16":
        advice.append(say("finding.diverged.use_bfloat16"))
    if features.run.number("grad_clip") == 0:
        advice.append(say("finding.diverged.clip"))
    return advice


def not_finite(features: Features) -> Finding | None:
    """Some losses are not finite, and the training continues."""
    bad = features.bad or features.bad_val
    if bad is None or features.lost:
        return None
    loss, at = features.loss, features.at(bad.it)
    if bad.metric == "loss":
        recovered = say("finding.not_finite.recovered", loss=loss.values[-1], at=features.at(int(loss.iters[-1])))
        evidence = [say("finding.not_finite.loss", at=at, **bad.numbers), recovered]
        advice = say("finding.not_finite.advice", rate=lower_rate(features))
    else:
        evidence = [say("finding.not_finite.val", at=at, **bad.numbers)]
        if len(loss):
            evidence.append(say("finding.not_finite.batches_finite"))
        advice = say("finding.not_finite.advice_val")
    return Finding("not_finite", "warning", say("finding.not_finite.title"), evidence, [advice])


def diverging(features: Features) -> Finding | None:
    rise = features.rise
    if rise is None:
        return None
    at = features.at(rise.it)
    evidence = [say("finding.diverging.rise", low=rise.low, at=at, now=rise.now)]
    val = features.val
    if len(val.between(rise.it)) > 1:
        evidence.append(say("finding.diverging.val", loss=val.values[-1], at=features.at(int(val.iters[-1]))))
    advice = say("finding.diverging.advice", at=at, rate=lower_rate(features))
    severity: Severity = "error" if rise.is_steep else "warning"
    return Finding("diverging", severity, say("finding.diverging.title"), evidence, [advice])


def loss_spike(features: Features) -> Finding | None:
    if not features.spikes or features.rise or features.lost:
        return None
    worst = max(features.spikes, key=lambda spike: spike.value - spike.usual)
    evidence = [say("finding.loss_spike.worst", at=features.at(worst.it), loss=worst.value, usual=worst.usual)]
    if len(features.spikes) > 1:
        evidence.append(say("finding.loss_spike.several", number=len(features.spikes)))
    severity: Severity = "note"
    if worst.came_back is None:
        evidence.append(say("finding.loss_spike.unknown"))
    elif worst.came_back:
        evidence.append(say("finding.loss_spike.came_back"))
    else:
        evidence.append(say("finding.loss_spike.stayed"))
        severity = "warning"
    advice = say("finding.loss_spike.advice", rate=lower_rate(features))
    return Finding("loss_spike", severity, say("finding.loss_spike.title"), evidence, [advice])


def dead_loss(features: Features) -> Finding | None:
    """A loss of exactly zero, one that never changes, or one that stands still without usable gradients."""
    loss, norms = features.trained, features.run.curve("grad_norm")
    if features.lost or len(loss) < MIN_DEAD:
        return None
    zeros, broken = _trailing(loss.values == 0), _trailing(~np.isfinite(norms.values))
    absent = _trailing(np.array(norms.values) == 0)
    before = loss.values[-zeros - 1] if zeros < len(loss) else math.inf
    if zeros >= MIN_DEAD and abs(before) > ROUNDED_TO_ZERO and not features.run.trains_rewards:
        evidence = [say("finding.dead_loss.zeros", number=zeros, at=features.at(int(loss.iters[-zeros])))]
    elif _never_changes(features):
        evidence = [say("finding.dead_loss.constant", loss=loss.values[0], number=len(loss))]
    elif max(broken, absent) >= (MIN_DEAD if max(broken, absent) == len(norms) else MIN_STILL):
        still = loss.between(norms.iters[-max(broken, absent)])
        if len(still) < MIN_DEAD or falls(still, features.noise):
            return None  # some trainers print a norm that they do not know
        first, last = still.values[0], still.values[-1]
        evidence = [say("finding.dead_loss.still", first=first, last=last, number=len(still))]
    else:
        return None
    if broken >= MIN_DEAD:
        evidence.append(say("finding.dead_loss.norms_broken", norm=norms.values[-1]))
    elif absent >= MIN_DEAD:
        evidence.append(say("finding.dead_loss.norms_zero"))
    is_still = absent >= MIN_DEAD or _never_changes(features)
    advice = say("finding.dead_loss.advice_zero") if is_still else say("finding.dead_loss.advice")
    return Finding("dead_loss", "error", say("finding.dead_loss.title"), evidence, [advice])


def _never_changes(features: Features) -> bool:
    """Whether all losses are equal, from the beginning of the run or to three digits after the point."""
    loss, first = features.trained.values, features.trained.values[0]
    if len(loss) < MIN_STILL or abs(first) <= ROUNDED_TO_ZERO or features.run.trains_rewards:
        return False
    return bool((loss == first).all()) and (not features.starts_late or first != round(first, 2))


def _trailing(is_so: NDArray[np.bool_]) -> int:
    """How many at the end are so."""
    others = np.flatnonzero(~is_so)
    return len(is_so) - (int(others[-1]) + 1 if len(others) else 0)


CHECKS = (diverged, dead_loss, diverging, not_finite, loss_spike)
