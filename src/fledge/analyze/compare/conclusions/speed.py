"""Conclusions about speed: tokens per second, FLOP/s, and what explains them."""

import math
from collections.abc import Iterator

from fledge.analyze.compare.conclusions.conclusion import Conclusion
from fledge.analyze.compare.pair import MICRO_BATCH_SETTINGS, Pair
from fledge.analyze.compare.settings import params_of, value_of
from fledge.analyze.compare.speeds import has_long_steps, is_other_work, mean_step_ms, speed_difference, speed_noise
from fledge.analyze.compare.wording import how_much_more
from fledge.logs.facts import Facts
from fledge.texts import Message, say

EQUAL_MEMORY_SHARE = 0.01


def speed(pair: Pair) -> Iterator[Conclusion]:
    difference, message = speed_difference(pair), speed_message(pair)
    a_ms, b_ms = (group.step_ms for group in pair.groups)
    a_rate, b_rate = (group.tokens_per_s for group in pair.groups)
    a, b = pair.a.label, pair.b.label
    if difference is not None and message is not None:
        evidence = [say("compare.speed.rates", a=a, b=b, a_rate=a_rate, b_rate=b_rate)]
        if a_ms and b_ms:
            evidence.append(say("compare.speed.step_times", a_ms=a_ms, b_ms=b_ms))
        if any(has_long_steps(group) for group in pair.groups):
            a_mean, b_mean = (mean_step_ms(group) or group.step_ms or 0.0 for group in pair.groups)
            evidence.append(say("compare.speed.mean_steps", a_ms=a_mean, b_ms=b_mean))
        is_sure = difference.kind in ("equal", "different")
        yield Conclusion("speed", "can" if is_sure else "cannot", message, tuple(evidence))
    elif a_ms and b_ms:
        missing = sorted({f"--{name}" for group in pair.groups for name in group.first.missing})
        unknown = (say("compare.speed.unknown_tokens", options=missing),) if missing else ()
        yield Conclusion("speed", "can", say("compare.speed.steps_only", a=a, b=b, a_ms=a_ms, b_ms=b_ms), unknown)


def speed_message(pair: Pair) -> Message | None:
    """B is 2.4x slower: 56,134 against 134,433 tokens/s."""
    difference = speed_difference(pair)
    a_rate, b_rate = (group.tokens_per_s or 0.0 for group in pair.groups)
    if difference is None:
        return None
    if difference.kind == "equal":
        return say("compare.speed.equal", a_rate=a_rate, b_rate=b_rate)
    if difference.kind == "alike":
        return say("compare.speed.alike", a_rate=a_rate, b_rate=b_rate, noise=math.expm1(difference.noise))
    if difference.kind == "noise":
        return say("compare.speed.noise", a_rate=a_rate, b_rate=b_rate, noise=math.expm1(difference.noise))
    if difference.kind == "machine":
        return say("compare.speed.machine", a_rate=a_rate, b_rate=b_rate)
    far = how_much_more(max(a_rate / b_rate, b_rate / a_rate))
    if b_rate < a_rate:
        return say("compare.speed.slower", b=pair.b.label, far=far, a_rate=a_rate, b_rate=b_rate)
    return say("compare.speed.faster", b=pair.b.label, far=far, a_rate=a_rate, b_rate=b_rate)


def compute(pair: Pair) -> Iterator[Conclusion]:
    rates = _different_flops(pair)
    if rates is None:
        return
    a_rate, b_rate = rates
    ratio = b_rate / a_rate
    b = pair.b.label
    if ratio < 1:
        message = say("compare.compute.fewer", b=b, share=1 - ratio, a_rate=a_rate, b_rate=b_rate)
    elif ratio < 2:
        message = say("compare.compute.more", b=b, share=ratio - 1, a_rate=a_rate, b_rate=b_rate)
    else:
        message = say("compare.compute.times", b=b, ratio=ratio, a_rate=a_rate, b_rate=b_rate)
    evidence = [one for one in (_share_of_peak(pair), _token_cost(pair), _printed_mfu(pair)) if one is not None]
    yield Conclusion("compute", "can", message, tuple(evidence))


def _different_flops(pair: Pair) -> tuple[float, float] | None:
    """Both FLOP/s, if they are known and differ by more than the machine may."""
    a, b = (group.flops_per_s for group in pair.groups)
    difference = speed_difference(pair)
    if not a or not b or not is_other_work(pair) or (difference and difference.kind in ("noise", "alike")):
        return None
    return (a, b) if abs(math.log(b / a)) >= speed_noise(pair) else None


def _share_of_peak(pair: Pair) -> Message | None:
    a, b = (group.mfu for group in pair.groups)
    if a is None or b is None:
        return None
    a_peak, b_peak = (group.first.peak or 0.0 for group in pair.groups)
    a_name, b_name = (group.first.device.name if group.first.device else "" for group in pair.groups)
    if a_name != b_name or abs(a_peak / b_peak - 1) >= 0.01:
        return say("compare.compute.share_of_each_device", a=a, b=b)
    if a_name:
        return say("compare.compute.share_of_device", a=a, b=b, device=a_name, peak=a_peak)
    return say("compare.compute.share_of_unnamed_device", a=a, b=b, peak=a_peak)


def _token_cost(pair: Pair) -> Message | None:
    cost = pair.change("flops_per_token")
    if cost is None or not cost.ratio:
        return None
    a, b = (params_of(group.first) for group in pair.groups)
    if a and b:
        return say("compare.compute.token_cost", b=pair.b.label, ratio=cost.ratio, a_params=a, b_params=b)
    return say("compare.compute.token_cost_of_another_model", b=pair.b.label, ratio=cost.ratio)


def _printed_mfu(pair: Pair) -> Message | None:
    a, b = (group.first.printed_mfu for group in pair.groups)
    if a and b and all(group.first.prints_a100_mfu for group in pair.groups):
        return say("compare.compute.printed_mfu", a=a, b=b)
    return None


def micro_batch(pair: Pair) -> Iterator[Conclusion]:
    """Wider matrices give more FLOP/s; a smaller micro-batch only makes matrices smaller."""
    rates, width = _different_flops(pair), pair.change("n_embd")
    if pair.is_other_device or pair.is_other_experiment or width is None or rates is None:
        return
    a_width, b_width = (float(value or 0) for value in width.values)
    if (rates[1] > rates[0]) != (b_width > a_width):
        return
    wide, narrow = (pair.b, pair.a) if b_width > a_width else (pair.a, pair.b)
    widths = {"wide": max(a_width, b_width), "narrow": min(a_width, b_width)}
    wide_batch, narrow_batch = _micro_batch(wide.first), _micro_batch(narrow.first)
    is_changed = any(pair.change(name) for name in MICRO_BATCH_SETTINGS)
    if wide_batch is None or narrow_batch is None or not is_changed:
        yield Conclusion("wider", "can", say("compare.wider.text", **widths), (say("compare.wider.evidence"),))
        return
    wide_size, wide_steps, wide_block = wide_batch
    narrow_size, narrow_steps, narrow_block = narrow_batch
    shapes = {
        "wide_batch": wide_size,
        "wide_steps": wide_steps,
        "narrow_batch": narrow_size,
        "narrow_steps": narrow_steps,
    }
    batches = say("compare.micro_batch.batches", **shapes)
    if pair.equal_step_tokens:
        batches = say("compare.micro_batch.equal_tokens", tokens=pair.equal_step_tokens, **shapes)
    message = say("compare.micro_batch.text", **widths)
    if wide_size * wide_block > narrow_size * narrow_block:
        message = say("compare.micro_batch.text_both", **widths)
    yield Conclusion("micro_batch", "cannot", message, (batches, say("compare.wider.evidence")))


def _micro_batch(facts: Facts) -> list[float] | None:
    """Its sequences, how many a step takes, and the length of a sequence."""
    values = [value_of(facts, name) for name in ("batch_size", "gradient_accumulation_steps", "block_size")]
    return [float(value or 0) for value in values] if all(values) else None


def memory(pair: Pair) -> Iterator[Conclusion]:
    a, b = (group.peak_memory_mb for group in pair.groups)
    if not a or not b:
        return
    peaks = {"a": pair.a.label, "b": pair.b.label, "a_mb": a, "b_mb": b}
    if abs(b / a - 1) < EQUAL_MEMORY_SHARE:
        yield Conclusion("memory", "can", say("compare.memory.equal", **peaks))
    elif b > a:
        yield Conclusion("memory", "can", say("compare.memory.more", share=b / a - 1, **peaks))
    else:
        yield Conclusion("memory", "can", say("compare.memory.less", share=1 - b / a, **peaks))


CONCLUSIONS = (speed, compute, micro_batch, memory)
