"""The words trainers use for their numbers, and the metric and unit each word means."""

import math
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from fledge.logs.readers.numbers import MAX_VALUE, PRINTED, number
from fledge.logs.run import Metric

NAMES: dict[Metric, tuple[str, ...]] = {
    "lr": ("lr", "learning rate"),
    "grad_norm": ("norm", "grad norm", "gradient norm", "gnorm", "grad l2 norm"),
    "dt_ms": (
        "dt", "time", "iter time", "step time", "iter dt", "took", "iteration time", "step duration", "time batch",
        "elapsed time per iteration", "time per iteration", "time per iter", "time per step", "time per batch",
        "step timing", "step timing in", "step time in",
    ),
    "mean_ms": ("step avg",),
    "train_s": ("train time", "total time", "elapsed", "elapsed time"),
    "eval_s": ("eval runtime", "val took", "val time"),
    "tokens_per_s": (
        "tok sec", "tok s", "toks s", "tps", "wps", "tokens s", "tokens sec", "tokens per s", "tokens per sec",
        "tokens per second", "tokens second",
    ),
    "tokens": (
        "tokens seen", "num tokens", "total tokens", "tokens processed", "consumed tokens", "trained tokens",
        "tokens consumed", "num input tokens seen",
    ),
    "mfu": ("mfu", "bf16 mfu"),
    "memory_mb": (
        "memory", "mem", "peak memory", "peak mem", "max memory", "max mem", "cuda memory", "gpu mem", "gpu memory",
        "peak gpu memory", "peak vram", "vram", "memory max reserved", "cuda max memory reserved",
        "max memory reserved", "max memory allocated", "cuda max memory allocated", "cuda memory allocated",
        "peak memory active", "peak memory alloc", "peak memory allocated", "peak memory reserved",
        "peak memory usage", "max mem allocated", "max mem reserved",
    ),
    "epoch": ("epoch",),
    "tflops": ("tflops", "tflops per gpu", "tflop s gpu", "tflop s device"),
    "val_bpb": ("val bpb", "validation bpb", "valid bpb", "eval bpb", "val bits per byte", "eval bits per byte"),
}  # fmt: skip
METRICS = {name: metric for metric, names in NAMES.items() for name in names}
UNIT_OF_NAME = {  # of names that are always printed in one unit, if the line states none
    "eval runtime": "s", "ms batch": "ms", "max mem": "mb", "train step timing in s": "s", "peak memory active": "gib",
    "peak memory alloc": "gib", "peak memory reserved": "gib",
}  # fmt: skip
RATES = {  # iterations per second
    "it sec", "it s", "its sec", "iter s", "iters s", "iter sec", "iterations per second", "steps s", "steps sec",
    "steps per sec", "steps per second", "batches per second", "batches sec", "batches s", "train steps per second",
}  # fmt: skip
DURATIONS = {  # of one iteration
    "ms batch": "ms", "ms step": "ms", "ms iter": "ms", "ms per batch": "ms", "ms per step": "ms", "ms per iter": "ms",
    "sec batch": "s", "sec step": "s", "sec iter": "s", "s it": "s", "s iter": "s", "s step": "s",
    "seconds per step": "s", "sec per step": "s", "secs per step": "s", "s per step": "s",
}  # fmt: skip
ITERATION_NAMES = {
    "iter", "step", "it", "iteration", "global step", "iter num", "train step", "train global step", "step num",
    "trainer global step", "current steps", "s", "num updates", "valid num updates", "train num updates", "train iter",
    "global steps", "training step", "train iteration", "training iteration",
}  # fmt: skip
LAST_NAMES = {"total steps", "max steps", "total iters", "max iters", "train iters"}
FRACTIONS: set[Metric] = {  # not grouped by thousands: `2,345` would be 2.345 in half of the world
    "loss", "train_loss", "val_loss", "test_loss", "val_bpb", "accuracy", "lr", "grad_norm", "mfu", "epoch",
}  # fmt: skip
WITH_UNITS: set[Metric] = {"dt_ms", "mean_ms", "train_s", "eval_s", "memory_mb", "mfu"}

# The words of a loss: one of LOSSES, and otherwise only words of the other sets. `aux loss` is another number.
LOSSES = {"loss", "losses", "nll", "xent", "crossentropy", "logloss", "mlogloss"}
PERPLEXITIES = {"ppl", "perplexity"}
TRAINING = {"train", "training", "trn", "trained"}
VALIDATION = {"val", "valid", "validation", "eval", "evaluation", "dev", "heldout", "holdout"}
TEST = {"test", "testing"}
AVERAGES = {"avg", "average", "avr", "mean", "running", "smooth", "smoothed", "ema", "moving"}
LOSS_WORDS = TRAINING | AVERAGES | {
    "batch", "ce", "cross", "current", "cur", "entropy", "epoch", "global", "iter", "language", "lm", "metrics",
    "model", "per", "reduced", "step", "task", "token", "total", "value", "log", "logs", "nats", "this",
    "set",
}  # fmt: skip
NEUTRAL = TRAINING | {  # before the name of another metric: `train/lr`, `perf/mfu`, `throughput/device/tokens_per_sec`
    "perf", "performance", "optim", "optimizer", "throughput", "device", "system", "metrics", "total", "timing",
    "model", "hardware", "stats", "trainer", "global", "current", "cur", "avg", "average",
}  # fmt: skip
TAILS = (" per gpu", " per device", " gpu", " device", " pg0", " group0", " 0")  # behind it: `lr/pg0`
PARTS = {"box", "cls", "dfl", "obj", "seg", "pose", "kobj", "l1", "iou", "giou"}  # of a detector's loss
QUALIFIERS = {  # words that make the name behind them mean another number: `best loss`, `aux loss`
    "activation", "aux", "balance", "best", "data", "distill", "entropy", "eta", "final", "initial", "kl", "last",
    "load", "lowest", "max", "min", "minimum", "moe", "mtp", "old", "param", "params", "policy", "prev", "previous",
    "remaining", "reward", "router", "target", "test", "update", "value", "weight", "z",
}  # fmt: skip

MILLISECONDS = {
    "us": 1e-3, "ms": 1.0, "s": 1e3, "sec": 1e3, "secs": 1e3, "seconds": 1e3, "m": 6e4, "min": 6e4, "h": 3.6e6,
}  # fmt: skip
MEGABYTES = {
    "kib": 1 / 1024, "mib": 1.0, "mb": 1.0, "m": 1.0, "gib": 1024.0, "gb": 1024.0, "g": 1024.0, "tib": 1024.0**2,
    "bytes": 2.0**-20,
}  # fmt: skip
UNIT_ENDS = (
    (" ms", "ms"), (" s", "s"), (" sec", "s"), (" seconds", "s"), (" in s", "s"), (" gib", "gib"), (" mib", "mib"),
    (" gb", "gb"), (" mb", "mb"), (" percent", "%"), (" pct", "%"), (" bytes", "bytes"),
)  # fmt: skip

SEPARATORS = re.compile(r"[_/.\- ]+|(?<=[a-z])(?=[A-Z][a-z])")
IN_BRACKETS = re.compile(r"\s*\(([\w/]+|%)\)$")


class Meaning(NamedTuple):
    """What a name means. Of two names with one metric in a line, the one of the lower rank is read."""

    metric: Metric | None
    unit: str = ""
    rank: int = 0  # 1: an average, or a rate per device; 2: the name has words that fledge does not know


NOTHING = Meaning(None)


@lru_cache(maxsize=4096)
def words_of(key: str) -> str:
    """A name in lower case with its words separated by spaces: `train/loss` is "train loss"."""
    return SEPARATORS.sub(" ", key).lower().strip()


@lru_cache(maxsize=4096)
def meaning_of(key: str) -> Meaning:
    """The metric a name means, and the unit that is part of the name: `dt_ms`, `mfu(%)`."""
    unit = ""
    if bracket := IN_BRACKETS.search(key):
        key, unit = key[: bracket.start()], bracket[1].lower()
    words = words_of(key)
    if unit:
        if words == "throughput" and unit == "tps":
            return Meaning("tokens_per_s")
        if unit in ("tflop/s/gpu", "tflop/s"):
            return Meaning("tflops")
    if found := _loss(words):
        return found
    if words in RATES:
        return Meaning("dt_ms", "/s")
    if words in DURATIONS:
        return Meaning("dt_ms", DURATIONS[words])
    for end, meant in UNIT_ENDS:
        if words.endswith(end) and (metric := METRICS.get(words.removesuffix(end))) in WITH_UNITS:
            return Meaning(metric, meant)
    if words in METRICS:
        metric, unit = METRICS[words], unit or UNIT_OF_NAME.get(words, "")
        return Meaning("mfu_bare" if metric == "mfu" and unit != "%" else metric, unit)
    return _without_neutral_words(words, unit)


def _without_neutral_words(words: str, unit: str) -> Meaning:
    first, _, rest = words.partition(" ")
    if first in NEUTRAL and rest:
        found = meaning_of(rest)
        return found._replace(unit=unit or found.unit, rank=max(found.rank, int(first == "device")))
    if first == "lr" and words.endswith(("group0", "pg0")):  # with the optimizer's name
        return Meaning("lr")
    for tail in TAILS:
        if words.endswith(tail):
            found = meaning_of(words.removesuffix(tail))
            return found._replace(rank=1) if found.metric in ("lr", "tokens_per_s", "tflops") else NOTHING
    return NOTHING


def _loss(words: str) -> Meaning | None:
    """The loss that a name means, or its perplexity: of a batch, an epoch's mean, or evaluated."""
    found = words.split(" ")
    kinds = set(found)
    if kinds & PERPLEXITIES and kinds <= PERPLEXITIES | LOSSES | LOSS_WORDS | VALIDATION:
        return Meaning("val_perplexity" if kinds & VALIDATION else "perplexity")
    is_loss = bool(kinds & LOSSES) or {"cross", "entropy"} <= kinds
    if not is_loss or found[0] in QUALIFIERS - TEST:
        return None
    others = kinds - LOSSES - LOSS_WORDS
    if others and others <= TEST:
        return Meaning("test_loss")
    if others - VALIDATION:
        return None
    if others:
        return Meaning("train_loss" if kinds & TRAINING else "val_loss", rank=int("nll" in kinds))
    is_mean = bool(kinds & AVERAGES) and kinds & AVERAGES != {"mean"}
    return Meaning("train_loss" if "epoch" in kinds else "loss", rank=1 if is_mean or "nll" in kinds else 0)


def with_sums(named: Mapping[str, str]) -> dict[str, str]:
    """A table's row, with the sum of its parts as the loss if it has only parts, as YOLO's has."""
    found = dict(named)
    if any(meaning_of(name).metric in ("loss", "train_loss", "val_loss") for name in named):
        return found
    sums: dict[str, float] = {}
    for name, cell in named.items():
        *before, part, last = ["", "", *words_of(name).split(" ")]
        if last == "loss" and part in PARTS and set(before) <= {"", *TRAINING, *VALIDATION} and PRINTED.fullmatch(cell):
            split = "val_loss" if set(before) & VALIDATION else "train_loss"
            sums[split] = sums.get(split, 0.0) + (number(cell) or 0.0)
    return found | {name: f"{value:.10g}" for name, value in sums.items()}


@lru_cache(maxsize=4096)
def metric_of(key: str) -> tuple[Metric | None, str]:
    """The metric and the unit of a name that stands alone: a table's column, a tag, a key of a dict."""
    metric, unit, _ = meaning_of(key)
    return metric, unit


def in_fledge_units(metric: Metric, value: float, unit: str) -> float | None:
    """A printed number in the metric's unit; None if its own unit is not known."""
    if MAX_VALUE <= abs(value) < math.inf:
        return None
    if metric not in WITH_UNITS:
        return value
    unit = unit.strip().lower()
    if metric in ("dt_ms", "mean_ms"):
        if unit == "/s":
            return 1000 / value if value > 0 else None
        return value * MILLISECONDS[unit] if unit in MILLISECONDS else None
    if metric in ("train_s", "eval_s"):
        return value * MILLISECONDS[unit] / 1000 if unit in MILLISECONDS else None
    if metric == "memory_mb":
        return value * MEGABYTES[unit] if unit in MEGABYTES else None
    return value / 100 if unit == "%" else value
