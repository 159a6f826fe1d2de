"""How fast was it? Evaluation inside a step, warm-up, drift, a device that is hardly used."""

import numpy as np

from fledge.analyze.findings.features import Features, median, series_of
from fledge.analyze.findings.finding import Finding, Severity
from fledge.analyze.findings.machine import MIN_STEPS, SLOW_FACTOR, busy_machine, drift, fastest_ms
from fledge.common.text import shortened
from fledge.logs.facts import Facts
from fledge.texts import Message, say

LOW_MFU = 0.2
RARE_MFU = 0.005  # less is hardly ever the model's shape alone
MIN_EVALUATION_S = 10.0  # of all evaluations together: less is not worth a warning
STEEP_DRIFT_SHARE = 0.3
JITTER_FACTOR = 1.5  # a tenth of the steps take so many times the median
NARROW_WIDTH = 512
FEW_TOKENS = 8192
MAX_QUOTED_CHARS = 160


def eval_in_step_time(features: Features) -> Finding | None:
    """nanoGPT's printed time of an iteration contains the evaluation before it."""
    facts, found = features.facts, features.evaluations
    step = facts.step_ms
    if step is None or features.run.origin == "directory" or len(features.run.curve("eval_s")) or not len(found):
        return None
    it, extra_ms = int(found.iters[-1]), float(found.values[-1])
    evidence = [say("finding.eval_in_step_time.contains", it=it, whole=extra_ms + step, step=step)]
    advice = say("finding.eval_in_step_time.advice")
    batches = facts.run.number("eval_iters")
    if batches and facts.run.format == "nanoGPT":
        number = 2 * batches  # of both splits
        each, micro_step = extra_ms / number, step / (facts.run.number("gradient_accumulation_steps") or 1)
        numbers = {"number": number, "seconds": extra_ms / 1000, "each": each}
        if each < micro_step:
            evidence.append(say("finding.eval_in_step_time.batches", **numbers, share=each / micro_step))
        else:
            evidence.append(say("finding.eval_in_step_time.slow_batches", **numbers))
            advice = say("finding.eval_in_step_time.advice_slow")
    if facts.prints_a100_mfu and len(features.run.curve("mfu")):
        evidence.append(say("finding.eval_in_step_time.mfu"))
    return Finding("eval_in_step_time", "note", say("finding.eval_in_step_time.title"), evidence, [advice])


def eval_dominates(features: Features) -> Finding | None:
    """Compares one evaluation with the iterations until the next: a log may show only the last of them."""
    found, step = features.evaluations, features.facts.step_ms
    gaps = np.diff(features.val.iters)
    between = features.run.number("eval_interval") or (float(np.median(gaps)) if len(gaps) else None)
    if not len(found) or step is None or not between:
        return None
    evaluation, training = median(found.values) / 1000, between * step / 1000
    if evaluation < training or evaluation * max(len(features.val), len(found)) < MIN_EVALUATION_S:
        return None
    evidence = say(
        "finding.eval_dominates.evidence",
        evaluation=evaluation,
        between=between,
        training=training,
        share=evaluation / (evaluation + training),
    )
    batches, advice = features.run.number("eval_iters"), say("finding.eval_dominates.advice", interval=4 * between)
    if batches:
        advice = say("finding.eval_dominates.advice_iters", interval=4 * between, batches=max(1, batches // 4))
    return Finding("eval_dominates", "warning", say("finding.eval_dominates.title"), [evidence], [advice])


def warm_up(features: Features) -> Finding | None:
    printed, step = series_of(features.run.curve("dt_ms")), features.facts.step_ms
    if step is None or len(printed) < 3 or features.run.origin == "directory" or printed.iters[0] > 1:
        return None
    first, is_evaluated = float(printed.values[0]), int(printed.iters[0]) in features.facts.evaluated
    later = features.evaluations.values
    usual = step + (median(later) if is_evaluated and len(later) else 0.0)
    if first < max(5 * step, step + 1000, 1.5 * usual):
        return None
    compiled, reason = features.run.value("compile"), say("finding.warm_up.not_compiled")
    if compiled is True or (compiled is None and features.run.notices_of("compiled")):
        reason = say("finding.warm_up.compiled")
    elif compiled is None:
        reason = say("finding.warm_up.maybe_compiled")
    evidence = [say("finding.warm_up.times", first=first / 1000, step=step), reason]
    if is_evaluated:
        evidence.append(say("finding.warm_up.evaluation"))
    advice = say("finding.warm_up.advice")
    return Finding("warm_up", "note", say("finding.warm_up.title"), evidence, [advice])


def throughput_drift(features: Features) -> Finding | None:
    times = drift(features)
    if times is None:
        return None
    early, late = times
    change = late / early - 1
    numbers = {"early": early, "late": late, "change": abs(change)}
    title, evidence = say("finding.throughput_drift.title_faster"), say("finding.throughput_drift.faster", **numbers)
    if change < 0:
        return Finding("throughput_drift", "note", title, [evidence], [say("finding.throughput_drift.advice_faster")])
    title, evidence = say("finding.throughput_drift.title_slower"), say("finding.throughput_drift.slower", **numbers)
    # other trainers lengthen the context or the batch during a run
    severity: Severity = "warning" if change > STEEP_DRIFT_SHARE and features.facts.is_gpt2 else "note"
    return Finding("throughput_drift", severity, title, [evidence], [say("finding.throughput_drift.advice_slower")])


def throughput_jitter(features: Features) -> Finding | None:
    times = features.times.values
    if len(times) < MIN_STEPS or features.run.counts == "micro-batches":  # only some of them have an update
        return None
    middle, slow = median(times), float(np.quantile(times, 0.9))
    early, late = median(times[: len(times) // 2]), median(times[len(times) // 2 :])
    is_drift = max(early, late) > JITTER_FACTOR * min(early, late)
    if slow < JITTER_FACTOR * middle or is_drift:
        return None
    evidence = say("finding.throughput_jitter.evidence", median=middle, slow=slow)
    advice = say("finding.throughput_jitter.advice")
    return Finding("throughput_jitter", "note", say("finding.throughput_jitter.title"), [evidence], [advice])


def low_mfu(features: Features) -> Finding | None:
    """Of the fastest steps: a machine that was busy for the others is another finding."""
    facts, fastest = features.facts, fastest_ms(features)
    if facts.mfu is None or facts.peak is None or facts.flops_per_s is None or facts.mfu >= LOW_MFU:
        return None
    at_best = facts.mfu * facts.step_ms / fastest if facts.step_ms and fastest else facts.mfu
    if at_best >= LOW_MFU or (busy_machine(features) and at_best < SLOW_FACTOR * facts.mfu):
        return None
    device = facts.device_name or say("finding.low_mfu.this_device")
    evidence = [say("finding.low_mfu.share", rate=facts.flops_per_s, mfu=facts.mfu, peak=facts.peak, device=device)]
    if at_best > SLOW_FACTOR * facts.mfu:
        evidence.append(say("finding.low_mfu.fastest", mfu=at_best))
    causes = _causes(facts)
    if at_best < RARE_MFU:
        evidence.append(say("finding.low_mfu.rare"))
    elif causes:
        evidence.append(say("finding.low_mfu.causes", causes=causes))
    else:
        evidence.append(say("finding.low_mfu.unknown"))
    return Finding("low_mfu", "note", say("finding.low_mfu.title"), evidence, [say("finding.low_mfu.advice")])


def _causes(facts: Facts) -> list[Message]:
    run, causes = facts.run, []
    width, tokens = run.number("n_embd") or 0, (run.number("batch_size") or 0) * (run.number("block_size") or 0)
    if run.value("compile") is False:
        causes.append(say("finding.low_mfu.not_compiled"))
    if run.value("dtype") == "float32":
        causes.append(say("finding.low_mfu.float32"))
    if 0 < width < NARROW_WIDTH:
        causes.append(say("finding.low_mfu.narrow", width=width))
    if 0 < tokens < FEW_TOKENS:
        causes.append(say("finding.low_mfu.few_tokens", tokens=tokens))
    return causes


def cpu_fallback(features: Features) -> Finding | None:
    """The log has a GPU or a failed one, the CPU is used, and nobody asked for it."""
    run = features.run
    on_cpu = [notice for notice in run.notices_of("device") if "cpu" in notice.text.lower()]
    gpu = [*run.notices_of("no_gpu"), *run.notices_of("gpu")]
    if not on_cpu or not gpu or run.value("device") == "cpu":
        return None
    evidence = [
        say("finding.shared.line", line=gpu[0].line, text=shortened(gpu[0].text, MAX_QUOTED_CHARS)),
        say("finding.cpu_fallback.on_cpu", line=on_cpu[0].line, text=on_cpu[0].text),
    ]
    advice = say("finding.cpu_fallback.advice")
    return Finding("cpu_fallback", "error", say("finding.cpu_fallback.title"), evidence, [advice])


CHECKS = (cpu_fallback, eval_dominates, throughput_drift, throughput_jitter, low_mfu, eval_in_step_time, warm_up)
