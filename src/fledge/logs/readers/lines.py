"""Lines as trainers print them: cleaned of terminals, quoting and prefixes, and taken apart into named numbers."""

import json
import math
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from fledge.logs.run import Metric

# Atomic: where what follows does not fit, no shorter number may be taken instead. END stands behind a number without a
# unit: `3.2abc` and `3.2.1` are none, and `3,5` is 3.5 to some and 3 to nobody.
NOT_FINITE = r"[nN][aA][nN](?:\(\w*\))?|[iI]nf(?:inity)?|INF"
NUMBER = rf"(?>[-+]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?|{NOT_FINITE}))"
COUNT = r"(?>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][-+]?\d+)?)"
END = r"(?!\w|[,.]\d)"
LONGEST = 4000  # characters of a line: no trainer prints longer ones, and a file without line ends is no log
MOST_ITERATIONS = 1 << 53
LARGEST = 1e300  # of anything measured
MOST_DIGITS = 24  # of an iteration, with its commas

ANSI = re.compile(r"(?:\x1b\[|\x9b)[0-9;:?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[@-Z\\-_]")
QUOTED = re.compile(r"^\s*(?:>\s?)+(?=\S)")
TIME = r"\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?\]?"
LEVEL = "(?:DEBUG|INFO|WARNING|ERROR)"
PREFIX = re.compile(
    rf"(?:\[(?:rank|default)?\d+\]:\s*|\[\d+,\d+\]<std(?:out|err)>:\s*|\d{{1,4}}:\s+|\(\w+ pid=[^)]*\)\s*|{TIME}\s+)+"
    rf"(?:std(?:out|err) [FP] |[-|]?\s*[\w.]+ - {LEVEL} - |\[?{LEVEL}\]?:?\s+)?"
)
PREFIXED = tuple("[(0123456789")

NAMES: dict[str, Metric] = {
    "loss": "loss",
    "train loss": "loss",
    "training loss": "loss",
    "loss train": "loss",
    "batch loss": "loss",
    "lm loss": "loss",
    "train loss step": "loss",
    "loss step": "loss",
    "loss metrics global avg loss": "loss",
    "val loss": "val_loss",
    "valid loss": "val_loss",
    "validation loss": "val_loss",
    "eval loss": "val_loss",
    "loss val": "val_loss",
    "loss valid": "val_loss",
    "loss validation": "val_loss",
    "loss eval": "val_loss",
    "val loss epoch": "val_loss",
    "eval val loss": "val_loss",
    "validation metrics loss": "val_loss",
    "eval train loss": "train_loss",
    "val bpb": "val_bpb",
    "validation bpb": "val_bpb",
    "lr": "lr",
    "learning rate": "lr",
    "norm": "grad_norm",
    "grad norm": "grad_norm",
    "gradient norm": "grad_norm",
    "gnorm": "grad_norm",
    "dt": "dt_ms",
    "dt ms": "dt_ms",
    "time": "dt_ms",
    "iter time": "dt_ms",
    "step time": "dt_ms",
    "iter dt": "dt_ms",
    "took": "dt_ms",
    "step avg": "mean_ms",
    "train time": "train_s",
    "total time": "train_s",
    "elapsed": "train_s",
    "elapsed time": "train_s",
    "eval runtime": "eval_s",
    "tok/sec": "tokens_per_s",
    "tok/s": "tokens_per_s",
    "toks/s": "tokens_per_s",
    "tps": "tokens_per_s",
    "tokens/s": "tokens_per_s",
    "tokens/sec": "tokens_per_s",
    "tokens per s": "tokens_per_s",
    "tokens per sec": "tokens_per_s",
    "tokens per second": "tokens_per_s",
    "tokens seen": "tokens",
    "num tokens": "tokens",
    "total tokens": "tokens",
    "tokens processed": "tokens",
    "mfu": "mfu",
    "bf16 mfu": "mfu",
    "memory": "memory_mb",
    "mem": "memory_mb",
    "peak memory": "memory_mb",
    "cuda memory": "memory_mb",
    "memory max reserved": "memory_mb",
    "epoch": "epoch",
    "tflops": "tflops",
}
ITERATION = {
    "iter", "step", "it", "iteration", "global step", "iter num", "train step", "train global step",
    "trainer global step", "current steps", "s",
}  # fmt: skip
FRACTIONS: set[Metric] = {  # numbers that nobody groups by thousands: `2,345` is 2.345 in half of the world
    "loss", "train_loss", "val_loss", "val_bpb", "accuracy", "lr", "grad_norm", "mfu", "epoch",
}  # fmt: skip
WITH_UNITS: set[Metric] = {"dt_ms", "mean_ms", "train_s", "eval_s", "memory_mb", "mfu"}
OTHERS = {  # words before a name that make it another number's
    "aux", "balance", "best", "distill", "entropy", "final", "initial", "kl", "last", "load", "lowest", "max", "min",
    "minimum", "moe", "mtp", "old", "policy", "prev", "previous", "reward", "router", "target", "test", "value", "z",
}  # fmt: skip

MILLISECONDS = {"us": 1e-3, "ms": 1.0, "s": 1e3, "sec": 1e3, "seconds": 1e3, "m": 6e4, "min": 6e4, "h": 3.6e6}
MEGABYTES = {"kib": 1 / 1024, "mib": 1.0, "mb": 1.0, "gib": 1024.0, "gb": 1024.0, "g": 1024.0, "m": 1.0}

BETWEEN = re.compile(r"[_/.\- ]+")
IN_BRACKETS = re.compile(r"\s*\((\w+|%)\)$")
FIELD = re.compile(
    r"(?<![\w/.-])(?P<key>[A-Za-z][\w/.-]*(?: [A-Za-z][\w/]*)?)[\"']?"
    r"(?:\s*[:=]\s*|\s++)[\"']?"
    rf"(?P<value>[-+]?{COUNT}|{NUMBER})(?P<unit> ?(?:us|ms|sec|s|min|m|h|[kKMG]i?[bB])\b|%)?{END}"
)


@dataclass(slots=True)
class Row:
    """What one line says. Without an iteration it belongs to the next one printed."""

    it: int | None
    values: dict[Metric, float] = field(default_factory=dict)
    last: int | None = None  # the iteration the run is to end with, where the line says so
    counted: bool = False  # the trainer prints no iterations: this is the next line of its run


def clean(text: str) -> Iterator[str]:
    """A line of a file as the lines a person saw: a progress bar writes many over each other."""
    if "\x1b" in text or "\x9b" in text:
        text = ANSI.sub("", text)
    for part in text.rstrip("\r").split("\r") if "\r" in text else (text,):
        part = part[:LONGEST]
        if ">" in part and part.startswith((">", " ")):
            part = QUOTED.sub("", part)
        if part.startswith(PREFIXED) and (prefix := PREFIX.match(part)):
            part = part[prefix.end() :]
        yield part


def number(text: str) -> float | None:
    """A printed number; None for one too large to be any, which is not the same as infinite."""
    try:
        value = float(text)
    except ValueError:  # 1,234; and nan(ind), as Windows prints it
        value = float(text.partition("(")[0].replace(",", ""))
    if -LARGEST < value < LARGEST:
        return value
    return None if text[-1].isdigit() else value


def iteration(text: str) -> int | None:
    """A count of iterations, or None where it can't be one."""
    value = int(text.replace(",", "")) if len(text) <= MOST_DIGITS else MOST_ITERATIONS
    return value if value < MOST_ITERATIONS else None


def load_json(text: str) -> object:
    """A JSON document, or None where it is none. A number too large to be any is None, which is not infinite."""
    try:
        return json.loads(text, parse_float=number)
    except (ValueError, RecursionError):
        return None


def load_event(text: str) -> dict[str, object] | None:
    """A line's JSON object; the same, and faster where nothing is infinite."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if isinstance(found, dict) and (math.inf in found.values() or -math.inf in found.values()):
        found = load_json(text)
    return found if isinstance(found, dict) else None


@lru_cache(maxsize=4096)
def words_of(key: str) -> str:
    return BETWEEN.sub(" ", key.lower()).strip()


SPOKEN = {words_of(name): metric for name, metric in NAMES.items()}


@lru_cache(maxsize=4096)
def metric_of(key: str) -> tuple[Metric | None, str]:
    """What a trainer's word for a number means, and the unit that the word itself states."""
    words, stated = words_of(key), ""
    if bracket := IN_BRACKETS.search(words):
        words, stated = words[: bracket.start()], bracket[1]
        if words == "throughput" and stated == "tps":
            return "tokens_per_s", ""
    for end, unit in ((" ms", "ms"), (" s", "s"), (" sec", "s"), (" seconds", "s"), (" gib", "gib"), (" mib", "mib")):
        if words.endswith(end) and words.removesuffix(end) in SPOKEN:
            return SPOKEN[words.removesuffix(end)], unit
    if words in SPOKEN:
        return SPOKEN[words], "s" if words == "eval runtime" else stated
    for front in ("train ", "training ", "perf ", "optim "):  # as in train/loss, train/lr
        if words.startswith(front) and words.removeprefix(front) in SPOKEN:
            return SPOKEN[words.removeprefix(front)], stated
    return None, ""


def measured(metric: Metric, value: float, unit: str) -> float | None:
    """A printed number in fledge's units; None where its unit is not known."""
    if LARGEST <= abs(value) < math.inf:
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
def _spoken(key: str) -> tuple[Metric | None, str]:
    """The same in a line, where a word before may not be of the name: `INFO loss: 3.2`."""
    metric, unit = metric_of(key)
    if metric is None and " " in key:
        before, _, last = key.rpartition(" ")
        return metric_of(last) if before.lower() not in OTHERS else (None, "")
    return metric, unit


def fields(text: str) -> dict[Metric, float]:
    """The numbers of a line that have a known name: `loss: 3.2 | lr 6e-4 | dt: 12.1ms`."""
    found: dict[Metric, float] = {}
    for match in FIELD.finditer(text):
        key, raw, unit = match.groups()
        metric, stated = _spoken(key)
        if metric is None or metric in found or ("," in raw and metric in FRACTIONS):
            continue
        start = match.start()
        if start > 1 and text[start - 2].isalpha() and _is_of_another(text, start):
            continue
        if key in ("time", "Time") and (unit or stated).strip().lower() not in ("ms", "us"):
            continue  # seconds since the start, as often as of a step
        value = number(raw)
        if value is not None and metric in WITH_UNITS:
            value = measured(metric, value, unit or stated)
        if value is not None:
            found[metric] = value
    return found


def _is_of_another(text: str, start: int) -> bool:
    """Whether the word before a name makes it another number's: `best val loss 3.2`."""
    before = text[max(0, start - 12) : start].rstrip(" ").rpartition(" ")[2]
    return before.lower() in OTHERS


TAIL = re.compile(r"(?<![\d.])[-+]?(?:\d+(?:,\d+)*(?:\.(\d*)|,)?|\.(\d*))(?:[eE][-+]?\d*)?(?: ?[A-Za-z%]{1,3})?$")
PRINTED = re.compile(NUMBER)


def without_tail(text: str) -> tuple[str, int] | None:
    """A text that ends in a number, or the beginning of its unit, without them; and that number's decimals."""
    tail = TAIL.search(text)
    return None if tail is None else (text[: tail.start()], len(tail[1] or tail[2] or ""))


def decimals(text: str, values: Collection[float]) -> int:
    """Decimals that these numbers are printed with in a text."""
    printed = [found for found in PRINTED.findall(text) if "." in found and number(found) in values]
    return max((len(found.partition(".")[2]) for found in printed), default=0)
