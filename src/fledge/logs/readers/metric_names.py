"""The words trainers use for their numbers, and the metric and unit each word means."""

import math
import re
from functools import lru_cache

from fledge.logs.readers.numbers import COUNT, END, MAX_VALUE, NUMBER, number
from fledge.logs.run import Metric

NAMES: dict[Metric, tuple[str, ...]] = {
    "loss": (
        "loss", "train loss", "training loss", "loss train", "batch loss", "lm loss", "train loss step", "loss step",
        "loss metrics global avg loss",
    ),
    "train_loss": ("eval train loss",),
    "val_loss": (
        "val loss", "valid loss", "validation loss", "eval loss", "loss val", "loss valid", "loss validation",
        "loss eval", "val loss epoch", "eval val loss", "validation metrics loss",
    ),
    "val_bpb": ("val bpb", "validation bpb"),
    "lr": ("lr", "learning rate"),
    "grad_norm": ("norm", "grad norm", "gradient norm", "gnorm"),
    "dt_ms": ("dt", "dt ms", "time", "iter time", "step time", "iter dt", "took"),
    "mean_ms": ("step avg",),
    "train_s": ("train time", "total time", "elapsed", "elapsed time"),
    "eval_s": ("eval runtime",),
    "tokens_per_s": (
        "tok sec", "tok s", "toks s", "tps", "tokens s", "tokens sec", "tokens per s", "tokens per sec",
        "tokens per second",
    ),
    "tokens": ("tokens seen", "num tokens", "total tokens", "tokens processed"),
    "mfu": ("mfu", "bf16 mfu"),
    "memory_mb": ("memory", "mem", "peak memory", "cuda memory", "memory max reserved"),
    "epoch": ("epoch",),
    "tflops": ("tflops",),
}  # fmt: skip
METRICS = {name: metric for metric, names in NAMES.items() for name in names}
ITERATION_NAMES = {
    "iter", "step", "it", "iteration", "global step", "iter num", "train step", "train global step",
    "trainer global step", "current steps", "s",
}  # fmt: skip
FRACTIONS: set[Metric] = {  # not grouped by thousands: `2,345` would be 2.345 in half of the world
    "loss", "train_loss", "val_loss", "val_bpb", "accuracy", "lr", "grad_norm", "mfu", "epoch",
}  # fmt: skip
WITH_UNITS: set[Metric] = {"dt_ms", "mean_ms", "train_s", "eval_s", "memory_mb", "mfu"}
QUALIFIERS = {  # words that make the name behind them mean another number: `best loss`, `aux loss`
    "aux", "balance", "best", "distill", "entropy", "final", "initial", "kl", "last", "load", "lowest", "max", "min",
    "minimum", "moe", "mtp", "old", "policy", "prev", "previous", "reward", "router", "target", "test", "value", "z",
}  # fmt: skip

MILLISECONDS = {"us": 1e-3, "ms": 1.0, "s": 1e3, "sec": 1e3, "seconds": 1e3, "m": 6e4, "min": 6e4, "h": 3.6e6}
MEGABYTES = {"kib": 1 / 1024, "mib": 1.0, "mb": 1.0, "gib": 1024.0, "gb": 1024.0, "g": 1024.0, "m": 1.0}
UNIT_ENDS = ((" ms", "ms"), (" s", "s"), (" sec", "s"), (" seconds", "s"), (" gib", "gib"), (" mib", "mib"))
SECTIONS = ("train ", "training ", "perf ", "optim ")  # as in train/loss, perf/mfu

SEPARATORS = re.compile(r"[_/.\- ]+")
IN_BRACKETS = re.compile(r"\s*\((\w+|%)\)$")
NAMED_NUMBER = re.compile(
    r"(?<![\w/.-])(?P<key>[A-Za-z][\w/.-]*(?: [A-Za-z][\w/]*)?)[\"']?"
    r"(?:\s*[:=]\s*|\s++)[\"']?"
    rf"(?P<value>[-+]?{COUNT}|{NUMBER})(?P<unit> ?(?:us|ms|sec|s|min|m|h|[kKMG]i?[bB])\b|%)?{END}"
)


@lru_cache(maxsize=4096)
def words_of(key: str) -> str:
    """A name in lower case with its words separated by spaces: `train/loss` is "train loss"."""
    return SEPARATORS.sub(" ", key.lower()).strip()


@lru_cache(maxsize=4096)
def metric_of(key: str) -> tuple[Metric | None, str]:
    """The metric a name means, and the unit that is part of the name: `dt_ms`, `mfu(%)`."""
    words, unit = words_of(key), ""
    if bracket := IN_BRACKETS.search(words):
        words, unit = words[: bracket.start()], bracket[1]
        if words == "throughput" and unit == "tps":
            return "tokens_per_s", ""
    for end, meant in UNIT_ENDS:
        if words.endswith(end) and words.removesuffix(end) in METRICS:
            return METRICS[words.removesuffix(end)], meant
    if words in METRICS:
        return METRICS[words], "s" if words == "eval runtime" else unit
    for section in SECTIONS:
        if words.startswith(section) and words.removeprefix(section) in METRICS:
            return METRICS[words.removeprefix(section)], unit
    return None, ""


def in_fledge_units(metric: Metric, value: float, unit: str) -> float | None:
    """A printed number in the metric's unit; None if its own unit is not known."""
    if MAX_VALUE <= abs(value) < math.inf:
        return None
    if metric not in WITH_UNITS:
        return value
    unit = unit.strip().lower()
    if metric in ("dt_ms", "mean_ms"):
        return value * MILLISECONDS[unit] if unit in MILLISECONDS else None
    if metric in ("train_s", "eval_s"):
        return value * MILLISECONDS[unit] / 1000 if unit in MILLISECONDS else None
    if metric == "memory_mb":
        return value * MEGABYTES[unit] if unit in MEGABYTES else None
    return value / 100 if unit == "%" else value


@lru_cache(maxsize=4096)
def _metric_in_line(key: str) -> tuple[Metric | None, str]:
    """As metric_of, but the first of two words may not belong to the name: `INFO loss: 3.2`."""
    metric, unit = metric_of(key)
    if metric is None and " " in key:
        before, _, last = key.rpartition(" ")
        return metric_of(last) if before.lower() not in QUALIFIERS else (None, "")
    return metric, unit


def named_numbers(text: str) -> dict[Metric, float]:
    """The numbers of a line that have a known name: `loss: 3.2 | lr 6e-4 | dt: 12.1ms`."""
    found: dict[Metric, float] = {}
    for match in NAMED_NUMBER.finditer(text):
        key, raw, unit = match.groups()
        metric, unit_of_name = _metric_in_line(key)
        if metric is None or metric in found or ("," in raw and metric in FRACTIONS):
            continue
        start = match.start()
        if start > 1 and text[start - 2].isalpha() and _is_qualified(text, start):
            continue
        if key in ("time", "Time") and (unit or unit_of_name).strip().lower() not in ("ms", "us"):
            continue  # seconds may be of one step or since the start
        value = number(raw)
        if value is not None and metric in WITH_UNITS:
            value = in_fledge_units(metric, value, unit or unit_of_name)
        if value is not None:
            found[metric] = value
    return found


def _is_qualified(text: str, start: int) -> bool:
    """Whether the word before a name makes it mean another number: `best val loss 3.2`."""
    before = text[max(0, start - 12) : start].rstrip(" ").rpartition(" ")[2]
    return before.lower() in QUALIFIERS
