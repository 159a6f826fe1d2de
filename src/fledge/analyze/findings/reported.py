"""Are the numbers true that the trainer prints about its speed? MFU and tokens per second."""

import numpy as np

from fledge.analyze.findings.features import Features, median, series_of
from fledge.analyze.findings.finding import Finding, Severity
from fledge.logs.facts import NANOGPT_PEAK_FLOPS, Facts
from fledge.texts import Message, say

UNMEASURED_ITERATIONS = 5  # for so many iterations nanoGPT prints -100%
MAX_RATE_ERROR = 0.1


def _name_gpu(facts: Facts) -> Message:
    return say("finding.shared.name_gpu", run=facts.run.name)


def mfu_units(features: Features) -> Finding | None:
    """nanoGPT prints every MFU relative to an A100."""
    facts = features.facts
    printed, reached = facts.printed_mfu, facts.flops_printed
    if printed is None or reached is None:
        return None
    achieved = say("finding.mfu_units.reached", printed=printed, reached=reached)
    if reached >= 1e13:
        achieved = say("finding.mfu_units.reached_tflops", printed=printed, tflops=reached / 1e12)
    evidence = [achieved, *_computed(facts, reached)]
    advice = _name_gpu(facts)
    if facts.device is not None and facts.peak:
        share = reached / facts.peak
        evidence.append(say("finding.mfu_units.device", device=facts.device.name, peak=facts.peak, share=share))
        advice = say("finding.mfu_units.advice")
    return Finding("mfu_units", "note", say("finding.mfu_units.title"), evidence, [advice])


def _computed(facts: Facts, reached: float) -> list[Message]:
    """The same figure computed from the model, its tokens and its step time."""
    if not facts.flops_computed or facts.step_ms is None:
        return []
    ratio = facts.flops_computed / reached
    if abs(ratio - 1) < 0.05:
        return [say("finding.mfu_units.same", step=facts.step_ms)]
    if 1.5 < ratio < 1e4 and abs(ratio / round(ratio) - 1) < 0.05:
        return [say("finding.mfu_units.several_gpus", step=facts.step_ms, ratio=ratio)]
    return [say("finding.mfu_units.other", step=facts.step_ms, computed=facts.flops_computed)]


def mfu_impossible(features: Features) -> Finding | None:
    curve = series_of(features.run.curve("mfu"))
    values = curve.between(features.run.first_iter + UNMEASURED_ITERATIONS).values
    if not len(values):
        return None
    printed, is_a100 = median(values[len(values) // 2 :]), features.facts.prints_a100_mfu
    if 0 < printed <= 1 or (printed <= 0 and len(values) < 3):
        return None
    severity: Severity = "warning" if printed > 1 else "note"
    if printed > 1:
        reason = say("finding.mfu_impossible.above_other")
        if is_a100:
            reason = say("finding.mfu_impossible.above_a100", peak=NANOGPT_PEAK_FLOPS)
        evidence = [say("finding.mfu_impossible.above", printed=printed), reason]
    elif printed < 0:
        evidence = [say("finding.mfu_impossible.negative", printed=printed)]
    elif is_a100:
        evidence = [say("finding.mfu_impossible.zero_a100", printed=printed)]
    else:
        evidence = [say("finding.mfu_impossible.zero", printed=printed)]
    title = say("finding.mfu_impossible.title")
    return Finding("mfu_impossible", severity, title, evidence, [_name_gpu(features.facts)])


def tokens_per_s_wrong(features: Features) -> Finding | None:
    facts, curve = features.facts, series_of(features.run.curve("tokens_per_s"))
    rates = curve.values[~np.isin(curve.iters, list(facts.evaluated)) & (curve.values > 0)]
    if not len(rates) or facts.step_ms is None or not facts.tokens_per_iter or features.run.origin == "directory":
        return None
    printed, rate = median(rates), 1000 * facts.tokens_per_iter / facts.step_ms
    ratio = rate / printed
    if abs(ratio - 1) < MAX_RATE_ERROR:
        return None
    numbers = {"tokens": facts.tokens_per_iter, "step": facts.step_ms, "rate": rate, "factor": max(ratio, 1 / ratio)}
    evidence = [
        say("finding.tokens_per_s_wrong.printed", printed=printed),
        say("finding.tokens_per_s_wrong.computed", **numbers),
    ]
    reason = _reason(facts, ratio)
    if reason is None:
        title = say("finding.tokens_per_s_wrong.title_unexplained")
        advice = say("finding.tokens_per_s_wrong.advice_unexplained")
        return Finding("tokens_per_s_wrong", "note", title, evidence, [advice])
    title, advice = say("finding.tokens_per_s_wrong.title"), say("finding.tokens_per_s_wrong.advice", rate=rate)
    return Finding("tokens_per_s_wrong", "warning", title, [*evidence, reason], [advice])


def _reason(facts: Facts, ratio: float) -> Message | None:
    """The factor that the trainer forgets or counts twice, if it is a known one."""
    steps = facts.run.number("gradient_accumulation_steps") or 1
    processes = facts.run.number("processes") or 1
    factors = (
        (say("finding.tokens_per_s_wrong.accumulation"), steps),
        (say("finding.tokens_per_s_wrong.processes"), processes),
        (say("finding.tokens_per_s_wrong.micro_batches"), steps * processes),
    )
    for what, factor in factors:
        if factor > 1 and abs(ratio / factor - 1) < MAX_RATE_ERROR:
            return say("finding.tokens_per_s_wrong.left_out", what=what, factor=factor)
        if factor > 1 and abs(ratio * factor - 1) < MAX_RATE_ERROR:
            return say("finding.tokens_per_s_wrong.twice", what=what, factor=factor)
    return None


CHECKS = (tokens_per_s_wrong, mfu_impossible, mfu_units)
