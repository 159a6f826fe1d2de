"""What two sides show and what they do not: each conclusion with its numbers."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from fledge.analyze.compare.curves import Axis, Point
from fledge.analyze.compare.noise import SEED_SHARE
from fledge.analyze.compare.pair import EQUAL_SPEED, SPLIT, Pair, Question, micro_batch
from fledge.analyze.compare.settings import device_of, params_of, unknown
from fledge.analyze.compare.sides import Side
from fledge.analyze.compare.text import listed, sentence, settings_count, shown, times, title, tokens_text
from fledge.analyze.findings import find
from fledge.analyze.findings.references import reference
from fledge.common.text import duration, flops
from fledge.logs.facts import Facts
from fledge.logs.run import Metric
from fledge.texts import text as text_of

METRIC_NAMES: dict[Metric, str] = {"val_loss": "val", "val_bpb": "val bits a byte", "loss": "batch loss (smoothed)"}
AXIS_NAMES: dict[Axis, str] = {"iterations": "iterations", "tokens": "tokens", "time": "time", "flops": "FLOPs"}
SIZES = {"n_layer", "n_embd", "depth", "arch"}  # settings that make a model several times larger


@dataclass(frozen=True)
class Conclusion:
    code: str
    kind: Literal["can", "cannot"]  # be concluded
    text: str
    evidence: str

    def between(self, pair: Pair) -> "Conclusion":
        """Where there are more pairs than one."""
        return replace(self, text=f"{pair.a.label} and {pair.b.label}: {self.text}")

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def conclusions(pair: Pair) -> list[Conclusion]:
    found: list[Conclusion] = []
    for part in (_scale, _text, _settings, _device, _losses, _crossings, _chance, _speed, _compute, _micro_batch):
        found += part(pair)
    return found


def of_runs(sides: Sequence[Side]) -> list[Conclusion]:
    """What is wrong with a run, which a comparison must not be blind to."""
    return [
        found
        for side in sides
        for label, facts in zip(side.labels(), side.members, strict=True)
        for found in _findings(label, facts)
    ]


# what was compared


def _scale(pair: Pair) -> Iterator[Conclusion]:
    if pair.is_other_data:
        text = "The losses are of other text or other tokens: they can't be compared."
        why = [changed(pair, name) for name in ("dataset", "vocab_size") if pair.change(name)]
        if pair.other_start:
            first = f"the first losses are {pair.other_start[0]:.2f} and {pair.other_start[1]:.2f}"
            why.append(f"{first}, in a new model the logarithm of its vocabulary")
        yield Conclusion("other_data", "cannot", text, sentence(listed(why)))
    elif pair.is_other_experiment:
        yield Conclusion("different_experiments", "can", "These are different experiments.", f"{scale(pair)}.")


def _text(pair: Pair) -> Iterator[Conclusion]:
    if not pair.same_text and not pair.is_other_data and pair.metric is not None:
        text = "Whether both losses are of the same text and tokens is not known."
        yield Conclusion("unknown_text", "cannot", text, "Name it: --dataset=NAME, or one for each with commas.")


def scale(pair: Pair) -> str:
    """1.5M against 81.9M tokens (53x), 0.80M against 10.65M parameters, context 64 against 256"""
    parts = []
    for name, unit in (("tokens", "tokens"), ("params", "parameters")):
        change = pair.change(name)
        if change is not None and None not in change.values:
            far = f" ({times(change.ratio)})" if change.ratio and name == "tokens" else ""
            parts.append(f"{shown(name, change.values[0])} against {shown(name, change.values[1])} {unit}{far}")
    if pair.change("block_size"):
        parts.append(f"context {_values(pair, 'block_size')}")
    return ", ".join(parts) or listed([changed(pair, change.name) for change in pair.counted])


def _settings(pair: Pair) -> Iterator[Conclusion]:
    counted = pair.counted
    evidence = f"{'; '.join(changed(pair, change.name) for change in counted)}."
    for name in dict.fromkeys(change.follows for change in pair.changes if change.follows):
        with_it = [change.name for change in pair.changes if change.follows == name]
        evidence += f" {listed(with_it)} changed with {name}."
    is_all = not unknown([side.first for side in pair.sides])
    if _is_unexplained(pair):
        text = "The runs differ, and the settings that made them differ are not known."
        yield Conclusion("unknown_settings", "cannot", text, f"{scale(pair)}.")
    elif not counted:
        text = "No setting that is known differs: what differs is chance, the machine or what was not said."
        yield Conclusion("no_setting", "can", text, "")
    elif len(counted) == 1 or pair.only_the_split:
        what = "the micro-batch" if pair.only_the_split else title(counted[0].name)
        text = f"Only {what} {'' if is_all else 'is known to have '}changed: what differs beyond noise is its work."
        yield Conclusion("one_setting", "can", text, evidence)
    else:
        number = f"{'' if is_all else 'at least '}{settings_count(len(counted))}"
        text = sentence(f"{number} changed at once, so no single one can be credited")
        yield Conclusion("several_settings", "cannot", text, evidence)


def _is_unexplained(pair: Pair) -> bool:
    """Whether the sizes differ by more than the settings that are known to have changed can make."""
    known = {change.name for change in pair.counted}
    if not known:
        return bool(pair.change("params") or pair.change("tokens_per_iter"))
    shapeless = any(side.first.shape is None for side in pair.sides)
    return bool(pair.change("params")) and shapeless and not known & SIZES


def changed(pair: Pair, name: str) -> str:
    """n_embd 384 against 768"""
    return f"{name} {_values(pair, name)}"


def _values(pair: Pair, name: str) -> str:
    change = pair.change(name)
    return " against ".join(shown(name, value) for value in change.values) if change else ""


def _device(pair: Pair) -> Iterator[Conclusion]:
    """A device changes how fast the loss falls, not how far."""
    if not pair.is_about_devices or pair.is_other_data:
        return
    names = [device_of(side.first) or "a device not named" for side in pair.sides]
    evidence = f"{pair.a.label} ran on {names[0]}, {pair.b.label} on {names[1]}. "
    evidence += (
        "One config gives one loss on every device, up to chance: to compare devices, run the same config on both."
    )
    yield Conclusion("device", "cannot", "The device does not explain the loss.", evidence)


# how well


def _losses(pair: Pair) -> Iterator[Conclusion]:
    if pair.metric == "loss":
        text = "Not both have a validation loss: batch losses are compared, which dropout raises and memorising lowers."
        yield Conclusion("batch_loss", "cannot", text, "Smoothed: means of equal parts of the curve.")
    if pair.is_other_data or pair.metric is None:
        return
    for question in pair.questions:
        yield _at_equal(pair, question)
    if not pair.questions:
        text = "Which loss is lower at equal iterations, tokens or time is not known."
        yield Conclusion("not_aligned", "cannot", text, "No part of the two logs has a loss at the same point.")


def _findings(label: str, facts: Facts) -> Iterator[Conclusion]:
    for finding in find(facts):
        if finding.code == "overfitting":
            text, basis = best_step(label, facts)
            yield Conclusion("overfitted", "can", text, f"{basis}{text_of(finding.evidence)}")
        elif finding.severity == "error":
            title = text_of(finding.title)
            yield Conclusion(finding.code, "can", f"{label}: {title[0].lower()}{title[1:]}.", text_of(finding.evidence))


def best_step(label: str, facts: Facts) -> tuple[str, str]:
    """Where it was best, by its own curve or by what others published of this config; and whence."""
    assert facts.best is not None
    assert facts.last_val is not None
    (best_it, best), (last_it, last) = facts.best, facts.last_val
    end = f"at step {last_it:,}, val {last:.4f}, it is overfitted."
    known = reference(facts)
    if last - best > 0.01:
        return f"At its best step ({best_it:,}) {label} is at about {best:.2f}; {end}", f"val {best:.4f} there. "
    if known is not None and known.val_loss < last:
        basis = f"{known.source} has {known.val_loss:.4f} for this config; this log does not show that step. "
        return f"At its best step {label} is at about {known.val_loss:.2f}; {end}", basis
    return f"{label} is overfitted: {end.removeprefix('at ')}", ""


@dataclass(frozen=True)
class Judgement:
    """Two losses where something is equal, and whether they differ by more than chance."""

    where: str
    losses: str
    apart: float
    ahead: Side | None  # by more than evaluation noise
    is_sure: bool  # by more than another seed would do
    text: str


def _at_equal(pair: Pair, question: Question) -> Conclusion:
    judgement = judge(pair, question)
    evidence = sentence(_how(pair, question.meeting.points))
    if "time" in question.axes:
        evidence += " Seconds of training alone, evaluation left out."
    kind: Literal["can", "cannot"] = "can" if judgement.ahead else "cannot"
    return Conclusion(f"equal_{question.axes[0]}", kind, judgement.text, evidence)


def judge(pair: Pair, question: Question) -> Judgement:
    where = f"at equal {listed([AXIS_NAMES[axis] for axis in question.axes])} ({place(pair, question)})"
    ranked = sorted(zip(pair.sides, question.meeting.points, strict=True), key=lambda one: one[1].value)
    (side, low), (_, high) = ranked
    apart = high.value - low.value
    losses = " against ".join(f"{_loss(point)} ({one.label})" for one, point in ranked)
    losses = f"{METRIC_NAMES[pair.metric or 'val_loss']} {losses}"
    chance = pair.doubt.allows(apart)
    noise = f"{pair.doubt.word} is {pair.doubt.threshold:.2g}" if pair.doubt.threshold else "no evaluation noise"
    ahead = side if chance is False and low.how != "at least" else None
    bounded = [one.label for one, point in ranked if point.how == "at least"]
    if bounded and ahead is None:
        text = f"{where} it can't be told: {listed(bounded)} was not evaluated near there ({losses})"
    elif chance is None:
        text = f"{where} {losses} is {apart:.4f} apart; how much of that is chance is not known"
    elif chance:
        text = f"{where} {losses} is within {pair.doubt.word} ({apart:.4f} apart; {noise})"
    else:
        least = "at least " if high.how == "at least" else ""
        text = f"{where} {side.label} is ahead: {losses} ({least}{apart:.4f} apart; {noise})"
    is_sure = ahead is not None and pair.doubt.is_sure(apart, low.value)
    return Judgement(where, losses, apart, ahead, is_sure, sentence(text))


def _loss(point: Point) -> str:
    word = {"measured": "", "interpolated": "about ", "at least": "at least "}[point.how]
    return f"{word}{point.value:.4f}"


def _how(pair: Pair, points: tuple[Point, ...]) -> str:
    means = {
        "measured": "as printed",
        "interpolated": "between two evaluations",
        "at least": "not evaluated there, and higher than at its next evaluation",
    }
    if all(point.how == "measured" for point in points):
        return "both as printed"
    return ", ".join(f"{side.label} {means[point.how]}" for side, point in zip(pair.sides, points, strict=True))


def place(pair: Pair, question: Question) -> str:
    """500; 262.1M"""
    return "; ".join(axis_text(axis, pair.meetings[axis].x) for axis in question.axes)


def axis_text(axis: Axis, x: float) -> str:
    if axis == "time":
        return duration(x)
    return tokens_text(x) if axis == "tokens" else f"{x:.3g} FLOP" if axis == "flops" else f"{x:,.0f}"


def _crossings(pair: Pair) -> Iterator[Conclusion]:
    if pair.crossings and not pair.is_other_data:
        wheres = [f"{axis_text(one.axis, one.x)} ({AXIS_NAMES[one.axis]})" for one in pair.crossings]
        first = pair.crossings[0]
        text = f"{first.passes} passes {first.passed} at {axis_text(first.axis, first.x)} {AXIS_NAMES[first.axis]}."
        yield Conclusion("crossing", "can", text, f"The last change of order beyond noise: {listed(wheres)}.")


def _chance(pair: Pair) -> Iterator[Conclusion]:
    if pair.metric is None or pair.is_other_data or not pair.questions:
        return
    chance = pair.doubt
    if chance.threshold is None:
        text = "How much of a difference is chance is not known, so neither is called better."
        yield Conclusion("noise", "cannot", text, sentence(f"evaluation noise is {chance.text}"))
        return
    if chance.test is not None:
        yield _tested(pair)
    if chance.threshold > 0:
        text = f"Losses closer than {chance.threshold:.2g} can't be told apart."
        yield Conclusion("noise", "cannot", text, sentence(chance.text))
    if chance.basis != "seeds" and any(judge(pair, question).ahead for question in pair.questions):
        text = "How much another seed would move it is not known: each has one."
        evidence = (
            f"Evaluation noise does not contain it; about {SEED_SHARE:.2%} of a loss (standard deviation) is assumed."
        )
        yield Conclusion("one_seed", "cannot", text, evidence)


def _tested(pair: Pair) -> Conclusion:
    test = pair.doubt.test
    assert test is not None
    numbers = f"{pair.b.label} minus {pair.a.label} is {test.difference:+.4f} ({test.low:+.4f} to {test.high:+.4f})"
    sure = "more than chance" if test.p < 0.05 else "no more than chance may do"
    evidence = f"Welch's t-test: t = {test.t:.2f}, {test.df:.1f} degrees of freedom, p = {test.p:.2g}."
    kind: Literal["can", "cannot"] = "can" if test.p < 0.05 else "cannot"
    return Conclusion("seeds", kind, f"Over the seeds {numbers}: {sure}.", evidence)


# how fast


def _speed(pair: Pair) -> Iterator[Conclusion]:
    rates = [side.tokens_per_s for side in pair.sides]
    steps = [side.step_ms for side in pair.sides]
    if not rates[0] or not rates[1]:
        if steps[0] and steps[1]:
            text = f"A step takes {steps[0]:,.1f} ms ({pair.a.label}) and {steps[1]:,.1f} ms ({pair.b.label})."
            missing = sorted({name for side in pair.sides for name in side.first.missing})
            evidence = (
                f"Tokens a step are not known: name {listed([f'--{name}' for name in missing])}." if missing else ""
            )
            yield Conclusion("speed", "can", text, evidence)
        return
    evidence = f"{pair.a.label}: {rates[0]:,.0f} tokens/s, {pair.b.label}: {rates[1]:,.0f}."
    if steps[0] and steps[1]:
        evidence += f" The usual step takes {steps[0]:,.0f} and {steps[1]:,.0f} ms, evaluation left out."
    yield Conclusion("speed", "can", speed_text(pair), evidence)


def speed_text(pair: Pair) -> str:
    """B is 2.4x slower: 56,134 against 134,433 tokens/s."""
    rates = [side.tokens_per_s or 0.0 for side in pair.sides]
    if not all(rates):
        return ""
    ratio = rates[1] / rates[0]
    if pair.equal_speed:
        return f"Both are as fast: {rates[0]:,.0f} and {rates[1]:,.0f} tokens/s."
    more = max(ratio, 1 / ratio)
    far = times(more) if more >= 1.2 else f"{more - 1:.0%}"
    way = "slower" if ratio < 1 else "faster"
    return f"{pair.b.label} is {far} {way}: {rates[1]:,.0f} against {rates[0]:,.0f} tokens/s."


def _compute(pair: Pair) -> Iterator[Conclusion]:
    rates = [side.flops_per_s for side in pair.sides]
    if not rates[0] or not rates[1] or abs(rates[1] / rates[0] - 1) < EQUAL_SPEED:
        return
    ratio = rates[1] / rates[0]
    more = (
        f"{ratio - 1:.0%} more" if 1 < ratio < 2 else f"{1 - ratio:.0%} fewer" if ratio < 1 else f"{times(ratio)} the"
    )
    text = f"{pair.b.label} does {more} FLOP/s: {_two_flops(rates[1], rates[0])}"
    text += f"; {used}." if (used := _of_the_card(pair)) else "."
    evidence = []
    cost = pair.change("flops_per_token")
    if cost is not None and cost.ratio:
        evidence.append(f"A token costs {pair.b.label} {times(cost.ratio)} the FLOPs: {params_text(pair)}.")
    printed = [side.first.printed_mfu for side in pair.sides]
    if all(printed) and all(side.first.prints_a100_mfu for side in pair.sides):
        evidence.append(f"Printed as mfu {printed[1]:.1%} and {printed[0]:.1%}, which is of an A100's 312 TFLOP/s.")
    yield Conclusion("compute", "can", text, " ".join(evidence))


def _two_flops(first: float, second: float) -> str:
    """48.0 against 40.3 TFLOP/s"""
    texts = flops(first), flops(second)
    unit = texts[1].split()[1]
    return f"{texts[0].removesuffix(f' {unit}')} against {texts[1]}"


def params_text(pair: Pair) -> str:
    counts = [params_of(side.first) for side in pair.sides]
    return (
        f"{shown('params', counts[1])} against {shown('params', counts[0])} parameters"
        if all(counts)
        else "another model"
    )


def _of_the_card(pair: Pair) -> str:
    """82% and 69% of an RTX 4070's 58.3"""
    shares = [side.mfu for side in pair.sides]
    if shares[0] is None or shares[1] is None:
        return ""
    peaks = [side.first.peak or 0.0 for side in pair.sides]
    names = [facts.device.name if facts.device else "" for facts in (pair.a.first, pair.b.first)]
    if names[0] == names[1] and abs(peaks[0] / peaks[1] - 1) < 0.01:
        name = f"{_article(names[0])} {names[0]}'s" if names[0] else "their device's"
        return f"{shares[1]:.0%} and {shares[0]:.0%} of {name} {flops(peaks[0]).removesuffix(' TFLOP/s')}"
    return f"{shares[1]:.0%} and {shares[0]:.0%} of what each one's device can"


def _article(name: str) -> str:
    return "an" if name[:1] in "AEFHILMNORSX" else "a"


def _micro_batch(pair: Pair) -> Iterator[Conclusion]:
    """More FLOP/s come from wider matrices; a smaller micro-batch only makes them smaller."""
    rates = [side.flops_per_s for side in pair.sides]
    width = pair.change("n_embd")
    splits = [micro_batch(side.first) for side in pair.sides]
    if (
        pair.other_device
        or pair.is_other_experiment
        or width is None
        or not rates[0]
        or not rates[1]
        or abs(rates[1] / rates[0] - 1) < EQUAL_SPEED
    ):
        return
    widths = [float(value or 0) for value in width.values]
    if (rates[1] > rates[0]) != (widths[1] > widths[0]):
        return
    wide, narrow = (1, 0) if widths[1] > widths[0] else (0, 1)
    wider = f"the wider matrices ({widths[wide]:,.0f} against {widths[narrow]:,.0f})"
    if splits[0] is None or splits[1] is None or not any(pair.change(name) for name in SPLIT):
        yield Conclusion("wider", "can", sentence(f"{wider} explain the MFU"), WIDER)
        return
    step = f"Tokens a step are equal ({pair.equal_step:,.0f}): " if pair.equal_step else ""
    shapes = [f"{split[0]:.0f} x {split[1]:.0f}" for split in (splits[wide], splits[narrow]) if split]
    evidence = f"{step}{shapes[0]} against {shapes[1]}. {WIDER}"
    if splits[wide][2] > splits[narrow][2]:  # type: ignore[index]
        text = f"The larger micro-batch and {wider} may both raise the MFU: these runs can't tell them apart."
    else:
        text = f"The micro-batch cannot be credited with the MFU: {wider} explain it."
    yield Conclusion("micro_batch", "cannot", text, evidence)


WIDER = "A matrix twice as wide does twice the FLOPs for each number it reads, so more of the device is used."
