"""How far two losses may lie apart by chance: by seeds, by the spread along the curve, or by the evaluation's size."""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from fledge.analyze.compare.curves import Meeting, chunk, points_of, spread_of_batches, track_of
from fledge.analyze.compare.settings import value_of
from fledge.analyze.compare.sides import Side
from fledge.analyze.compare.text import listed
from fledge.common.stats import Welch, mean_of, t_quantile, welch
from fledge.logs.facts import Facts, noise
from fledge.logs.run import Metric

Basis = Literal["seeds", "curve", "batches", "eval_iters", "unknown"]
SIGMAS = 2.0  # two losses further apart than this many standard deviations differ: 95 times of 100
NANOGPT_EVALUATES = 200  # random batches a split, unless told otherwise

# An evaluation averages windows of block_size tokens taken at random. The mean loss of a window varies because its
# tokens do (TOKEN / sqrt(block_size)) and because some texts are harder than others (TEXT), in nats. Assumed of every
# run; measured on models of tiny Shakespeare's characters at 1.9 nats and of film reviews in GPT-2 tokens at 6.0.
CHARACTERS = 1000  # a vocabulary below this is of characters or bytes
TOKEN = {"characters": 1.5, "words": 3.2}
TEXT = {"characters": 0.15, "words": 0.4}
# fledge evaluates every run on the same windows, and what is hard for one model is hard for the other: the least
# correlation of two models' losses, over 120 to 800 windows, was between two seeds of the characters' model
SHARED_WINDOWS = 0.94
# another seed moves a small model's loss by about this share of it (standard deviation): assumed, where no seeds tell
SEED_SHARE = 0.0035


@dataclass(frozen=True)
class Doubt:
    """What a difference must exceed before one of two sides is called better."""

    threshold: float | None
    basis: Basis
    text: str
    test: Welch | None = None

    @property
    def word(self) -> str:
        return "what seeds do" if self.basis == "seeds" else "evaluation noise"

    def is_sure(self, difference: float, loss: float) -> bool:
        """Whether it is more than another seed would do, measured or assumed."""
        if self.allows(difference) is not False:
            return False
        return self.basis == "seeds" or abs(difference) > SIGMAS * math.sqrt(2) * SEED_SHARE * loss

    def allows(self, difference: float) -> bool | None:
        """Whether chance can explain it; None where nothing says so."""
        return None if self.threshold is None else abs(difference) <= self.threshold

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "test": self.test.to_json() if self.test else None}


@dataclass(frozen=True)
class _Noise:
    sd: float
    basis: Basis
    text: str


def doubt(a: Side, b: Side, metric: Metric, meeting: Meeting | None) -> Doubt:
    many = [side for side in (a, b) if len(side.members) > 1]
    if many and meeting is not None and (found := _by_seeds(a, b, metric, meeting)):
        return found
    noises = [_of(side.first, metric) for side in (a, b)]
    known = [one for one in noises if one is not None]
    if len(known) < 2:
        return Doubt(None, "unknown", _asked(a, b))
    rest = 1 - SHARED_WINDOWS if metric == "val_loss" and _same_windows(a.first, b.first) else 1.0
    threshold = SIGMAS * math.hypot(*(one.sd for one in known)) * math.sqrt(rest)
    worst = max(known, key=lambda one: one.sd)
    text = f"{SIGMAS:.0f} standard deviations of the difference; {worst.text}"
    if rest < 1:
        text += f". Both were evaluated on the same windows, whose losses are assumed to correlate by {SHARED_WINDOWS}"
    return Doubt(threshold, worst.basis, text)


def seeds_at(side: Side, metric: Metric, meeting: Meeting) -> list[float]:
    """Each member's loss at the meeting; those that have one there."""
    tracks = [track_of(Side(side.label, (facts,)), metric, meeting.axis) for facts in side.members]
    points = [track.at(meeting.x) for track in tracks if track is not None and track.xs]
    return [point.value for point in points if point is not None and point.how != "at least"]


def _by_seeds(a: Side, b: Side, metric: Metric, meeting: Meeting) -> Doubt | None:
    values = [seeds_at(side, metric, meeting) for side in (a, b)]
    if min(len(one) for one in values) >= 2:
        test = welch(*values)
        if test is None:
            return None
        half = (test.high - test.low) / 2
        text = f"the 95% interval of the difference of {len(values[0])} and {len(values[1])} seeds (Welch's t-test)"
        return Doubt(half, "seeds", text, test)
    side, found = max(zip((a, b), values, strict=True), key=lambda pair: len(pair[1]))
    if len(found) < 2:
        return None
    spread = mean_of(found)
    half = t_quantile(0.975, spread.n - 1) * spread.sd * math.sqrt(1 + 1 / spread.n)
    text = f"where 95 of 100 single runs lie, by {side.label}'s {spread.n} seeds (standard deviation {spread.sd:.4f})"
    return Doubt(half, "seeds", text) if spread.sd > 0 else None


def _of(facts: Facts, metric: Metric) -> _Noise | None:
    """The largest that anything says: too much doubt is better than a winner by chance."""
    found = [one for one in _all(facts, metric) if math.isfinite(one.sd)]
    return max(found, key=lambda one: one.sd, default=None)


def _all(facts: Facts, metric: Metric) -> Sequence[_Noise]:
    if metric == "loss":
        size = chunk(facts)
        text = f"batch losses spread about their trend, in means of {size}"
        return [_Noise(spread_of_batches(facts) / math.sqrt(size), "curve", text)]
    found = []
    values = [value for _, value in points_of(facts, metric)]
    if len(values) >= 12:
        found.append(_Noise(noise(values[len(values) // 2 :]), "curve", "the spread along the curve of evaluations"))
    if facts.run.value("eval_iters") == "all":
        found.append(_Noise(0.0, "eval_iters", "the whole validation split was evaluated"))
    if metric == "val_loss":
        found += [one for one in (_by_batches(facts), _by_size(facts)) if one is not None]
    if not any(math.isfinite(one.sd) for one in found) and metric == "val_loss":
        text = "the spread of single printed batch losses, which a mean of several does not exceed"
        found.append(_Noise(spread_of_batches(facts), "batches", text))
    return found


def _evaluated_batches(facts: Facts) -> tuple[float | None, str]:
    number = facts.run.number("eval_iters")
    if number is None and facts.run.format == "nanoGPT" and facts.run.value("eval_iters") is None:
        return NANOGPT_EVALUATES, f"nanoGPT's usual {NANOGPT_EVALUATES} random batches"
    return number, f"eval_iters={number:.0f} random batches" if number else ""


def _by_batches(facts: Facts) -> _Noise | None:
    """One batch's spread, as the log shows it, divided by the root of their number."""
    number, text = _evaluated_batches(facts)
    # nanoGPT prints the loss of the last micro-batch, fledge the mean of all
    averaged = (facts.run.number("gradient_accumulation_steps") or 1) if facts.run.origin == "directory" else 1
    if number is None or facts.run.format not in ("nanoGPT", "fledge"):
        return None
    sd = spread_of_batches(facts) * math.sqrt(averaged / number)
    return _Noise(sd, "batches", f"the spread of the printed batch losses over {text}")


def _by_size(facts: Facts) -> _Noise | None:
    number, text = _evaluated_batches(facts)
    batch, block = facts.run.number("batch_size"), facts.run.number("block_size")
    vocabulary = value_of(facts, "vocab_size")
    if number is None or not batch or not block:
        return None
    unit = "characters" if isinstance(vocabulary, int | float) and vocabulary < CHARACTERS else "words"
    window = math.hypot(TOKEN[unit] / math.sqrt(block), TEXT[unit])
    size = f"{text} of {batch:.0f} x {block:.0f} tokens, a window's loss assumed to vary by {window:.2f} nats"
    return _Noise(window / math.sqrt(number * batch), "eval_iters", size)


def _same_windows(a: Facts, b: Facts) -> bool:
    if a.run.origin != "directory" or b.run.origin != "directory":
        return False
    names = ("dataset", "eval_iters", "batch_size", "block_size")
    return all(a.run.value(name) == b.run.value(name) for name in names)


def _asked(a: Side, b: Side) -> str:
    missing = {
        name
        for side in (a, b)
        for name in ("eval_iters", "batch_size", "block_size")
        if side.first.run.value(name) is None
    }
    return f"not known: name {listed([f'--{name}' for name in sorted(missing)])}" if missing else "not known"
