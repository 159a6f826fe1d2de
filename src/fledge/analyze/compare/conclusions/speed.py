"""Conclusions about speed: tokens per second, FLOP/s, and what explains them."""

from collections.abc import Iterator

from fledge.analyze.compare.conclusions.conclusion import Conclusion
from fledge.analyze.compare.pair import EQUAL_SPEED_SHARE, MICRO_BATCH_SETTINGS, Pair
from fledge.analyze.compare.settings import params_of, value_of
from fledge.logs.facts import Facts
from fledge.texts import Message, say

MIN_TIMES = 1.2  # smaller ratios are said in percent


def speed(pair: Pair) -> Iterator[Conclusion]:
    message = speed_message(pair)
    a_ms, b_ms = (group.step_ms for group in pair.groups)
    a_rate, b_rate = (group.tokens_per_s for group in pair.groups)
    a, b = pair.a.label, pair.b.label
    if message is not None:
        evidence = [say("compare.speed.rates", a=a, b=b, a_rate=a_rate, b_rate=b_rate)]
        if a_ms and b_ms:
            evidence.append(say("compare.speed.step_times", a_ms=a_ms, b_ms=b_ms))
        yield Conclusion("speed", "can", message, tuple(evidence))
    elif a_ms and b_ms:
        missing = sorted({f"--{name}" for group in pair.groups for name in group.first.missing})
        unknown = (say("compare.speed.unknown_tokens", options=missing),) if missing else ()
        yield Conclusion("speed", "can", say("compare.speed.steps_only", a=a, b=b, a_ms=a_ms, b_ms=b_ms), unknown)


def speed_message(pair: Pair) -> Message | None:
    """B is 2.4x slower: 56,134 against 134,433 tokens/s."""
    a_rate, b_rate = (group.tokens_per_s for group in pair.groups)
    if not a_rate or not b_rate:
        return None
    if pair.is_equal_speed:
        return say("compare.speed.equal", a_rate=a_rate, b_rate=b_rate)
    ratio = max(a_rate / b_rate, b_rate / a_rate)
    far = say("compare.ratio.times", ratio=ratio) if ratio >= MIN_TIMES else say("compare.ratio.share", share=ratio - 1)
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
    """Both FLOP/s, if they are known and not about equal."""
    a, b = (group.flops_per_s for group in pair.groups)
    return (a, b) if a and b and abs(b / a - 1) >= EQUAL_SPEED_SHARE else None


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


CONCLUSIONS = (speed, compute, micro_batch)
