"""Is the loss stable? Not finite, exactly zero, rising, spiking."""

import math

import numpy as np

from fledge.analyze.findings.features import USUAL_WINDOW, Features, Series, median, series_of
from fledge.analyze.findings.finding import Finding, Severity
from fledge.logs.facts import noise
from fledge.texts import Message, say

MIN_DEAD = 3  # losses or norms in a row
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
    evidence, curve = [say("finding.diverged.loss", **bad.numbers)], features.loss
    if bad.metric != "loss":
        evidence, curve = [say("finding.diverged.val", **bad.numbers)], features.val
    before = curve.between(0, bad.it)
    if len(before):
        evidence.append(say("finding.diverged.last_finite", loss=before.values[-1], it=before.iters[-1]))
    else:
        evidence.append(say("finding.diverged.none_finite"))
    evidence += _what_came_before(features, bad.it, before)
    evidence += _faster(features, bad.it)
    return Finding("diverged", "error", say("finding.diverged.title"), evidence, _start_again(features, bad.it))


def _stopped_itself(features: Features) -> Finding:
    """A run of fledge stops before it writes a loss that is not finite."""
    it = features.facts.iterations
    evidence = [say("finding.diverged.stopped", it=it)]
    if len(features.loss):
        evidence.append(say("finding.diverged.last_finite", loss=features.loss.values[-1], it=features.loss.iters[-1]))
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
    loss = features.loss
    if bad.metric == "loss":
        recovered = say("finding.not_finite.recovered", loss=loss.values[-1], it=loss.iters[-1])
        evidence = [say("finding.not_finite.loss", **bad.numbers), recovered]
        advice = say("finding.not_finite.advice", rate=lower_rate(features))
    else:
        evidence = [say("finding.not_finite.val", **bad.numbers)]
        if len(loss):
            evidence.append(say("finding.not_finite.batches_finite"))
        advice = say("finding.not_finite.advice_val")
    return Finding("not_finite", "warning", say("finding.not_finite.title"), evidence, [advice])


def diverging(features: Features) -> Finding | None:
    rise = features.rise
    if rise is None:
        return None
    evidence = [say("finding.diverging.rise", low=rise.low, it=rise.it, now=rise.now)]
    val = features.val
    if len(val.between(rise.it)) > 1:
        evidence.append(say("finding.diverging.val", loss=val.values[-1], it=val.iters[-1]))
    advice = say("finding.diverging.advice", it=rise.it, rate=lower_rate(features))
    severity: Severity = "error" if rise.is_steep else "warning"
    return Finding("diverging", severity, say("finding.diverging.title"), evidence, [advice])


def loss_spike(features: Features) -> Finding | None:
    if not features.spikes or features.rise or features.lost:
        return None
    worst = max(features.spikes, key=lambda spike: spike.value - spike.usual)
    evidence = [say("finding.loss_spike.worst", it=worst.it, loss=worst.value, usual=worst.usual)]
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
    """A loss of exactly zero, or one that stands still without usable gradients: no update changes the weights."""
    loss = features.loss
    if features.lost or len(loss) < MIN_DEAD:
        return None
    nonzero = np.flatnonzero(loss.values)
    zeros = len(loss) - (int(nonzero[-1]) + 1 if len(nonzero) else 0)
    if zeros >= MIN_DEAD and not (len(nonzero) and abs(loss.values[nonzero[-1]]) < ROUNDED_TO_ZERO):
        start, dead = (
            int(loss.iters[-zeros]),
            say("finding.dead_loss.zeros", number=zeros, at=features.at(int(loss.iters[-zeros]))),
        )
    else:
        start, dead = int(loss.iters[-min(len(loss), USUAL_WINDOW)]), None
    norms = [norm for it, norm in features.run.curve("grad_norm") if it >= start]
    is_broken = len(norms) >= MIN_DEAD and not any(map(math.isfinite, norms))
    is_zero = len(norms) >= MIN_DEAD and not any(norms)
    if dead is None:
        recent = loss.between(start).values
        if not (is_broken or is_zero) or recent[0] - recent[-1] > 3 * features.noise:
            return None
        dead = say("finding.dead_loss.still", first=recent[0], last=recent[-1], number=len(recent))
    evidence = [dead]
    if is_broken:
        evidence.append(say("finding.dead_loss.norms_broken", norm=norms[-1]))
    elif is_zero:
        evidence.append(say("finding.dead_loss.norms_zero"))
    advice = say("finding.dead_loss.advice_zero") if is_zero else say("finding.dead_loss.advice")
    return Finding("dead_loss", "error", say("finding.dead_loss.title"), evidence, [advice])


CHECKS = (diverged, dead_loss, diverging, not_finite, loss_spike)
