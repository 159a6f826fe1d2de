"""How fast was it? Evaluation inside a step, warm-up, drift, a device that is not used."""

import numpy as np

from fledge.analyze.findings.features import Signs, median, series_of
from fledge.analyze.findings.finding import Finding, Severity
from fledge.common.text import duration, flops, shortened
from fledge.logs.facts import Facts

LOW_MFU = 0.2
NOTABLE = 10.0  # seconds of evaluation in all: less is nobody's problem
DRIFT, STEEP_DRIFT = 0.1, 0.3  # between the first and the last quarter
JITTER = 1.5  # times the median: a tenth of the steps take so long


def milliseconds(ms: float) -> str:
    return f"{ms:,.1f} ms" if ms < 10_000 else duration(ms / 1000)


def eval_in_step_time(signs: Signs) -> Finding | None:
    """nanoGPT's printed time of an iteration contains the evaluation before it."""
    facts, found = signs.facts, signs.evaluations
    if facts.step_ms is None or signs.run.origin == "directory" or len(signs.run.curve("eval_s")) or not len(found):
        return None
    it, extra = int(found.iters[-1]), float(found.values[-1])
    evidence = f"Iteration {it:,} took {milliseconds(extra + facts.step_ms)} because it contains the evaluation: "
    evidence += f"the step itself is still {milliseconds(facts.step_ms)}."
    advice = "Nothing slowed down. Take the time of other iterations."
    if each := _per_batch(facts, extra):
        number, ms = each
        evidence += f" {number:.0f} batches in {extra / 1000:.2f} s are {ms:.1f} ms each"
        if ms < (micro := facts.step_ms / (facts.run.number("gradient_accumulation_steps") or 1)):
            evidence += f", {ms / micro:.0%} of a training step on one: there is no backward pass."
        else:
            evidence += ", more than a training step on one: compiling or saving is part of it."
            advice = "The steps did not slow down. Evaluate less often, or with --compile=False."
    if facts.prints_a100_mfu and len(signs.run.curve("mfu")):
        evidence += " The mfu printed there dips for the same reason: it is a moving average."
    return Finding("eval_in_step_time", "note", "A slow iteration is an evaluation", evidence, advice)


def _per_batch(facts: Facts, extra: float) -> tuple[float, float] | None:
    """Batches of an evaluation and milliseconds of each: nanoGPT takes eval_iters of both splits."""
    batches = facts.run.number("eval_iters")
    return (2 * batches, extra / (2 * batches)) if batches and facts.run.format == "nanoGPT" else None


def eval_dominates(signs: Signs) -> Finding | None:
    """By one evaluation and the iterations up to the next: a log may show the last of them alone."""
    found, step = signs.evaluations, signs.facts.step_ms
    gaps = np.diff(signs.val.iters)
    between = signs.run.number("eval_interval") or (float(np.median(gaps)) if len(gaps) else None)
    if not len(found) or step is None or not between:
        return None
    one, training = median(found.values) / 1000, between * step / 1000
    if one < training or one * max(len(signs.val), len(found)) < NOTABLE:
        return None
    evidence = (
        f"An evaluation takes {duration(one)}, the {between:,.0f} iterations up to the next {duration(training)}: "
    )
    evidence += f"{one / (one + training):.0%} of the time."
    number = signs.run.number("eval_iters")
    fewer = f"--eval_iters={max(1, number // 4):.0f}" if number else "fewer --eval_iters"
    advice = f"Try --eval_interval={4 * between:.0f} or {fewer}."
    return Finding("eval_dominates", "warning", "Evaluation takes longer than training", evidence, advice)


def warm_up(signs: Signs) -> Finding | None:
    printed, step = series_of(signs.run.curve("dt_ms")), signs.facts.step_ms
    if step is None or len(printed) < 3 or signs.run.origin == "directory" or printed.iters[0] > 1:
        return None
    first, is_evaluated = float(printed.values[0]), int(printed.iters[0]) in signs.facts.evaluated
    later = signs.evaluations.values
    usual = step + (median(later) if is_evaluated and len(later) else 0.0)
    if first < max(5 * step, step + 1000, 1.5 * usual):
        return None
    compiled = signs.run.value("compile")
    if compiled is None and signs.run.notices_of("compiled"):
        compiled = True
    why = "torch.compile works in it" if compiled is True else "memory is first asked for, and kernels are first loaded"
    if compiled is None:
        why = "torch.compile, if it was used, works in it, and memory is first asked for"
    if is_evaluated:
        why += ", and the first evaluation is part of it"
    evidence = f"The first iteration took {duration(first / 1000)}, a usual one {milliseconds(step)}: {why}."
    title = "The first iteration is slow, as it should be"
    return Finding("warm_up", "note", title, evidence, "Leave it out of any average.")


def throughput_drift(signs: Signs) -> Finding | None:
    times = signs.times.between(0, signs.lost.it - 1).values if signs.lost else signs.times.values
    if len(times) < 20:
        return None
    quarter = len(times) // 4
    early, late = median(times[:quarter]), median(times[-quarter:])
    change, inside = late / early - 1, median(np.abs(times[-quarter:] - late))
    if abs(change) < DRIFT or abs(late - early) < 4 * inside:
        return None
    evidence = (
        f"A step took {milliseconds(early)} in the first quarter of the log and {milliseconds(late)} in the last: "
    )
    evidence += f"{abs(change):.0%} {'slower' if change > 0 else 'faster'}."
    if change < 0:
        advice = "Something else used the machine at first, or it was still compiling and caching."
        return Finding("throughput_drift", "note", "The steps became faster", evidence, advice)
    advice = "Unless each step does more by design: heat, a power limit, another program. `nvidia-smi dmon` shows it."
    # other trainers lengthen the context or the batch as they go
    severity: Severity = "warning" if change > STEEP_DRIFT and signs.facts.is_gpt2 else "note"
    return Finding("throughput_drift", severity, "The steps became slower", evidence, advice)


def throughput_jitter(signs: Signs) -> Finding | None:
    times = signs.times.values
    if len(times) < 20 or signs.run.counts == "micro-batches":  # some of which have an update
        return None
    middle, high = median(times), float(np.quantile(times, 0.9))
    early, late = median(times[: len(times) // 2]), median(times[len(times) // 2 :])
    if high < JITTER * middle or max(early, late) > JITTER * min(early, late):  # that is drift
        return None
    evidence = f"Half of the steps take {milliseconds(middle)} or less, one in ten {milliseconds(high)} or more."
    advice = "Look for what comes and goes: other programs, a slow disk under the data, an unplugged laptop."
    return Finding("throughput_jitter", "note", "The step time jumps about", evidence, advice)


def low_mfu(signs: Signs) -> Finding | None:
    facts = signs.facts
    if facts.mfu is None or facts.peak is None or facts.flops_per_s is None or facts.mfu >= LOW_MFU:
        return None
    causes = "; ".join(_causes(facts)) or "the log does not say why, `fledge train --profile` would"
    name = facts.device.name if facts.device else str(facts.run.value("device_name") or "this device")
    evidence = f"{flops(facts.flops_per_s)} is {facts.mfu:.1%} of the {flops(facts.peak)} of {name}. Likely: {causes}."
    advice = "`fledge tune` measures what would be faster."
    return Finding("low_mfu", "note", "Little of the device is used", evidence, advice)


def _causes(facts: Facts) -> list[str]:
    run = facts.run
    width, tokens = run.number("n_embd") or 0, (run.number("batch_size") or 0) * (run.number("block_size") or 0)
    causes = {
        "not compiled (--compile=True)": run.value("compile") is False,
        "float32 (--dtype=bfloat16)": run.value("dtype") == "float32",
        f"matrices only {width:.0f} wide": 0 < width < 512,
        f"only {tokens:,.0f} tokens in a micro-batch": 0 < tokens < 8192,
    }
    return [cause for cause, holds in causes.items() if holds]


def cpu_fallback(signs: Signs) -> Finding | None:
    """A GPU was meant or is there, and the CPU is used, and nobody asked for that."""
    run = signs.run
    on_cpu = [notice for notice in run.notices_of("device") if "cpu" in notice.text.lower()]
    broken = [*run.notices_of("no_gpu"), *run.notices_of("gpu")]
    if not on_cpu or not broken or run.value("device") == "cpu":
        return None
    evidence = f"Line {broken[0].line}: {shortened(broken[0].text, 160)} Line {on_cpu[0].line}: {on_cpu[0].text}."
    advice = "`nvidia-smi` and `fledge devices` say what the driver sees; --device=cuda refuses to go on without a GPU."
    return Finding("cpu_fallback", "error", "It ran on the CPU in silence", evidence, advice)


CHECKS = (
    cpu_fallback,
    eval_dominates,
    throughput_drift,
    throughput_jitter,
    low_mfu,
    eval_in_step_time,
    warm_up,
)
