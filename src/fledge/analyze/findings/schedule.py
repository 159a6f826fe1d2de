"""Do the settings fit the run? A decay that does not end with it, a learning rate too high or low, too little text."""

from fledge.analyze.findings.features import Signs
from fledge.analyze.findings.finding import Finding
from fledge.analyze.findings.stability import lower_rate
from fledge.common.text import count

EPOCHS = 4.0  # Muennighoff et al. 2023: up to about four passes a token seen again is worth nearly a new one
LASTING = 3  # printed losses: a spike that long is no single odd batch
TOO_LOW = 5.0  # times below what is usual for the size


def decay_mismatch(signs: Signs) -> Finding | None:
    decay, goal = signs.run.number("lr_decay_iters"), signs.run.number("max_iters")
    if not decay or not goal or signs.run.value("decay_lr") is False or abs(decay / goal - 1) < 0.02:
        return None
    evidence = f"lr_decay_iters is {decay:,.0f} and max_iters {goal:,.0f}: "
    if decay > goal:
        evidence += "the run ends before the learning rate has come down, and the gain of its last part is missing."
    else:
        evidence += f"{goal - decay:,.0f} iterations run at the lowest learning rate and teach little."
    advice = f"Set --lr_decay_iters={goal:.0f}."
    return Finding("decay_mismatch", "warning", "The learning rate's decay does not end with the run", evidence, advice)


def lr_too_high(signs: Signs) -> Finding | None:
    """Only by evidence: a loss that was lost, rose, or spiked for long and often, at more than is usual."""
    peak = signs.peak_rate
    lasting = [spike for spike in signs.spikes if spike.length >= LASTING]
    if peak is None or peak < signs.usual_rate:
        return None
    if signs.lost:
        what = f"The loss is {signs.lost.value} from iteration {signs.lost.it:,} on"
    elif signs.rise:
        what = f"The loss rises from iteration {signs.rise.it:,} on"
    elif len(lasting) >= 3:
        what = f"The loss spiked {len(lasting)} times for {LASTING} printed lines or more"
    else:
        return None
    size = f"{count(signs.facts.params)} parameters" if signs.facts.params else "GPT-2's 124M parameters"
    evidence = f"{what}, at a learning rate of up to {peak:.1e}; about {signs.usual_rate:.1e} is usual for {size}."
    advice = f"Try {lower_rate(signs)}, or a longer --warmup_iters."
    return Finding("lr_too_high", "warning", "The learning rate looks too high", evidence, advice)


def lr_too_low(signs: Signs) -> Finding | None:
    """A model from scratch, far from done, that learns as evenly as at first, at far less than is usual."""
    points, peak, first = signs.loss, signs.peak_rate, signs.first_loss
    if first is None or peak is None or peak > signs.usual_rate / TOO_LOW:
        return None
    is_early = signs.facts.iterations < max(300, 2 * (signs.run.number("warmup_iters") or 0))
    if len(points) < 30 or is_early or _peak_is_to_come(signs):
        return None
    third = len(points) // 3
    levels = [float(points.values[i * third : (i + 1) * third].mean()) for i in range(3)]
    falls = levels[0] - levels[1], levels[1] - levels[2]
    if levels[2] < 0.5 * first or falls[1] < max(0.5 * falls[0], 0.01):
        return None
    evidence = (
        f"After {signs.facts.iterations:,} iterations the loss is {levels[2]:.2f}, from {first:.2f}, and falls as "
        f"evenly as at first. The learning rate is at most {peak:.1e}; about {signs.usual_rate:.1e} is usual."
    )
    advice = f"Try --learning_rate={signs.usual_rate:.1e}."
    return Finding("lr_too_low", "warning", "The learning rate looks too low", evidence, advice)


def _peak_is_to_come(signs: Signs) -> bool:
    """Whether the rate printed last is the highest, and no setting says how high it gets."""
    rates = signs.rates.values
    return signs.run.number("learning_rate") is None and len(rates) > 1 and rates[-1] > 1.01 * rates[len(rates) // 2]


def few_tokens(signs: Signs) -> Finding | None:
    facts = signs.facts
    if not facts.epochs or not facts.tokens or not facts.dataset_tokens or facts.epochs <= EPOCHS:
        return None
    evidence = (
        f"{count(facts.tokens)} tokens of training are {facts.epochs:.3g} passes over {count(facts.dataset_tokens)} of "
        f"text; past about {EPOCHS:.0f}, each teaches less."
    )
    if facts.params:
        each = facts.dataset_tokens / facts.params
        evidence += f" The text has {each:.2g} tokens for each parameter (about 20 is usual)."
    advice = "More text, fewer --max_iters, a smaller model, or more --dropout."
    return Finding("few_tokens", "note", "The text is small for this much training", evidence, advice)


CHECKS = (lr_too_high, lr_too_low, decay_mismatch, few_tokens)
