"""Do the settings fit the run? The decay's end, the learning rate, the amount of text."""

from fledge.analyze.findings.features import Features
from fledge.analyze.findings.finding import Finding
from fledge.analyze.findings.stability import lower_rate
from fledge.texts import say

MAX_EPOCHS = 4.0  # Muennighoff et al. 2023: up to about four passes a repeated token is worth nearly a new one
LASTING_LOSSES = 3  # a spike of so many printed losses is more than one odd batch
TOO_LOW_FACTOR = 5.0  # below the usual rate for the model's size
MIN_DECAY_MISMATCH_SHARE = 0.02


def decay_mismatch(features: Features) -> Finding | None:
    run = features.run
    decay, goal = run.number("lr_decay_iters"), run.number("max_iters")
    if not decay or not goal or run.value("decay_lr") is False or abs(decay / goal - 1) < MIN_DECAY_MISMATCH_SHARE:
        return None
    evidence = say("finding.decay_mismatch.too_late", decay=decay, goal=goal)
    if decay < goal:
        evidence = say("finding.decay_mismatch.too_early", decay=decay, goal=goal, rest=goal - decay)
    advice = say("finding.decay_mismatch.advice", goal=goal)
    return Finding("decay_mismatch", "warning", say("finding.decay_mismatch.title"), [evidence], [advice])


def lr_too_high(features: Features) -> Finding | None:
    """Only with evidence: a loss that was lost, rises, or has long spikes, at more than the usual rate."""
    rate, usual, params = features.peak_rate, features.usual_rate, features.facts.params
    lasting = [spike for spike in features.spikes if spike.length >= LASTING_LOSSES]
    if rate is None or rate < usual or not features.run.is_language_model:
        return None
    if features.lost:
        evidence = [say("finding.lr_too_high.lost", value=features.lost.value, it=features.lost.it)]
    elif features.rise:
        evidence = [say("finding.lr_too_high.rises", it=features.rise.it)]
    elif len(lasting) >= 3:
        evidence = [say("finding.lr_too_high.spikes", number=len(lasting), lines=LASTING_LOSSES)]
    else:
        return None
    if params:
        evidence.append(say("finding.lr_too_high.rate", rate=rate, usual=usual, params=params))
    else:
        evidence.append(say("finding.lr_too_high.rate_gpt2", rate=rate, usual=usual))
    advice = say("finding.lr_too_high.advice", rate=lower_rate(features))
    return Finding("lr_too_high", "warning", say("finding.lr_too_high.title"), evidence, [advice])


def lr_too_low(features: Features) -> Finding | None:
    """A model from scratch, far from done, whose loss falls as evenly as at first, at far less than the usual rate."""
    points, rate, usual, first = features.loss, features.peak_rate, features.usual_rate, features.first_loss
    if first is None or rate is None or rate > usual / TOO_LOW_FACTOR:
        return None
    is_early = features.facts.iterations < max(300, 2 * (features.run.number("warmup_iters") or 0))
    if len(points) < 30 or is_early or _peak_is_to_come(features):
        return None
    third = len(points) // 3
    levels = [float(points.values[i * third : (i + 1) * third].mean()) for i in range(3)]
    falls = levels[0] - levels[1], levels[1] - levels[2]
    if levels[2] < 0.5 * first or falls[1] < max(0.5 * falls[0], 0.01):
        return None
    evidence = [
        say("finding.lr_too_low.loss", iterations=features.facts.iterations, loss=levels[2], first=first),
        say("finding.lr_too_low.rate", rate=rate, usual=usual),
    ]
    advice = say("finding.lr_too_low.advice", usual=usual)
    return Finding("lr_too_low", "warning", say("finding.lr_too_low.title"), evidence, [advice])


def _peak_is_to_come(features: Features) -> bool:
    """Whether the learning rate still rises, and no setting tells its highest value."""
    rates = features.rates.values
    return features.run.number("learning_rate") is None and len(rates) > 1 and rates[-1] > 1.01 * rates[len(rates) // 2]


def few_tokens(features: Features) -> Finding | None:
    facts = features.facts
    if not facts.epochs or not facts.tokens or not facts.dataset_tokens or facts.epochs <= MAX_EPOCHS:
        return None
    numbers = {"tokens": facts.tokens, "epochs": facts.epochs, "dataset": facts.dataset_tokens}
    evidence = [say("finding.few_tokens.passes", **numbers, limit=MAX_EPOCHS)]
    if facts.params_dense:
        evidence.append(say("finding.few_tokens.per_parameter", ratio=facts.dataset_tokens / facts.params_dense))
    return Finding("few_tokens", "note", say("finding.few_tokens.title"), evidence, [say("finding.few_tokens.advice")])


CHECKS = (lr_too_high, lr_too_low, decay_mismatch, few_tokens)
