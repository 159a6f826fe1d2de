"""Is what the trainer prints of its speed true? MFU in other units or impossible, tokens/s of a part."""

import numpy as np

from fledge.analyze.findings.features import Signs, median, series_of
from fledge.analyze.findings.finding import Finding
from fledge.common.text import flops
from fledge.logs.facts import NANOGPT_PEAK, Facts

UNTIL = 5  # iterations for which nanoGPT prints -100%: it has measured nothing yet


def _name_card(facts: Facts) -> str:
    return f'Name the card to see its own percentage: fledge explain {facts.run.name} --gpu="RTX 4070".'


def mfu_units(signs: Signs) -> Finding | None:
    """nanoGPT prints every MFU against an A100."""
    facts = signs.facts
    printed, reached = facts.printed_mfu, facts.flops_printed
    if printed is None or reached is None:
        return None
    evidence = f"nanoGPT's mfu of {printed:.2%} is in A100 units, whatever the GPU: of 312 TFLOP/s, so "
    evidence += f"{_rounded(reached)} achieved.{_computed(facts, reached)}"
    if facts.device is None or not facts.peak:
        return Finding("mfu_units", "note", "The printed MFU is in A100 units", evidence, _name_card(facts))
    evidence += f" On the {facts.device.name}, {flops(facts.peak)} at most, that is {reached / facts.peak:.0%}."
    advice = "Compare with the real card's percentage."
    return Finding("mfu_units", "note", "The printed MFU is in A100 units", evidence, advice)


def _rounded(rate: float) -> str:
    return f"{rate / 1e12:.0f} TFLOP/s ({rate / 1e12:.2f})" if rate >= 1e13 else flops(rate)


def _computed(facts: Facts, reached: float) -> str:
    """What the model, its tokens and its step time say to that."""
    if not facts.flops_computed or facts.step_ms is None:
        return ""
    ratio = facts.flops_computed / reached
    given = f" The model, its tokens and {facts.step_ms:,.1f} ms"
    if abs(ratio - 1) < 0.05:
        return f"{given} say the same."
    if 1.5 < ratio < 1e4 and abs(ratio / round(ratio) - 1) < 0.05:
        return f"{given} give {ratio:.0f} times that: as {ratio:.0f} GPUs would, of which one is printed."
    return f"{given} give {flops(facts.flops_computed)}: some setting is not the run's."


def mfu_impossible(signs: Signs) -> Finding | None:
    curve = series_of(signs.run.curve("mfu"))
    values = curve.between(signs.run.first_iter + UNTIL).values
    if not len(values) or 0 < (printed := median(values[len(values) // 2 :])) <= 1:
        return None
    if printed <= 0 and len(values) < 3:
        return None
    title = "The printed MFU can't be right"
    if printed > 1:
        evidence = f"The printed MFU is {printed:.0%}: more than all. "
        evidence += (
            f"nanoGPT holds every card against an A100's {flops(NANOGPT_PEAK)}."
            if signs.facts.prints_a100_mfu
            else ("The peak it is held against is another card's or number format's, or FLOPs are counted twice.")
        )
        return Finding("mfu_impossible", "warning", title, evidence, _name_card(signs.facts))
    evidence = f"The printed MFU is {printed:.0%}: "
    if printed < 0:
        evidence += "the trainer's word for a card it does not know, or for not measured."
    elif signs.facts.prints_a100_mfu:
        evidence += "nanoGPT holds it against an A100, of which this is too little to show."
    else:
        evidence += "the trainer does not know this card's peak."
    return Finding("mfu_impossible", "note", title, evidence, _name_card(signs.facts))


def tokens_per_s_wrong(signs: Signs) -> Finding | None:
    facts, curve = signs.facts, series_of(signs.run.curve("tokens_per_s"))
    rates = curve.values[~np.isin(curve.iters, list(facts.evaluated)) & (curve.values > 0)]
    if not len(rates) or facts.step_ms is None or not facts.tokens_per_iter or signs.run.origin == "directory":
        return None
    said, real = median(rates), 1000 * facts.tokens_per_iter / facts.step_ms
    ratio = real / said
    if 0.9 < ratio < 1.1:
        return None
    evidence = f"Printed: {said:,.0f} tokens/s. {facts.tokens_per_iter:,.0f} tokens in {facts.step_ms:,.1f} ms are "
    evidence += f"{real:,.0f}: {max(ratio, 1 / ratio):,.3g} times off."
    reason = _left_out(facts, ratio)
    if not reason:
        advice = "A setting given here is not the run's, or the trainer counts something else."
        return Finding("tokens_per_s_wrong", "note", "The printed tokens/s do not fit the step time", evidence, advice)
    advice = f"Use {real:,.0f} tokens/s."
    return Finding("tokens_per_s_wrong", "warning", "The printed tokens/s are wrong", f"{evidence} {reason}", advice)


def _left_out(facts: Facts, ratio: float) -> str:
    """The factor that the trainer forgot, if it is one that is known."""
    steps = facts.run.number("gradient_accumulation_steps") or 1
    processes = facts.run.number("processes") or 1
    factors = {
        "gradient_accumulation_steps": steps,
        "the number of processes": processes,
        "the micro-batches of all processes": steps * processes,
    }
    for word, factor in factors.items():
        if factor > 1 and abs(ratio / factor - 1) < 0.1:
            return f"That is {word}, {factor:.0f}, which the trainer leaves out."
        if factor > 1 and abs(ratio * factor - 1) < 0.1:
            return f"That is {word}, {factor:.0f}, which the trainer counts twice."
    return ""


CHECKS = (tokens_per_s_wrong, mfu_impossible, mfu_units)
