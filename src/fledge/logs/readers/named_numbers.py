"""The numbers of a line that have a known name: `loss: 3.2 | lr 6e-4 | 12.1ms`."""

import re
from functools import lru_cache

from fledge.logs.readers.metric_names import (
    FRACTIONS,
    LOSS_WORDS,
    NEUTRAL,
    NOTHING,
    QUALIFIERS,
    VALIDATION,
    WITH_UNITS,
    Meaning,
    in_fledge_units,
    meaning_of,
    words_of,
)
from fledge.logs.readers.numbers import COUNT, END, NUMBER, number
from fledge.logs.run import Metric

UNIT = r" ?(?:us|ms|secs?|s|min|m|h|[kKMGT]i?[bB]|[KMGBT])\b(?!/)|%"
NAMED_NUMBER = re.compile(
    r"(?<![\w/.@-])(?P<key>[A-Za-z][\w/.@-]*+(?: [A-Za-z@][\w/.@-]*+){0,4}(?: ?\([\w/%]{1,12}\))?)[\"']?"
    r"(?:\s*[:=]\s*|\s++)[\"']?(?:tensor\(\[?|np\.float\d\d\()?"
    rf"(?P<value>[-+]?{COUNT}|{NUMBER})(?P<unit>{UNIT})?{END}"
)
THOUSANDS = {"K": 1e3, "M": 1e6, "B": 1e9, "G": 1e9, "T": 1e12}
COUNTED: set[Metric] = {"tokens", "tokens_per_s", "dt_ms"}  # may be printed as 2.35K
PLAIN_WORDS = {"info", "debug", "warning", "root", "main", "and", "with", "the", "at", "is"} | NEUTRAL | LOSS_WORDS
# of what these are, only the words before say
VAGUE = {"norm", "time", "memory", "mem", "epoch", "took", "elapsed", "vram", "dt"}
# numbers with a unit and without a name: `| 3850.10ms |`, `9.90it/s`, `2.35s/it`, `17ms/step`, `12,345 tok/s`
RATE = re.compile(
    rf"(?<![\w.:=])(?P<value>{COUNT}) ?(?:(?P<factor>[KMG])(?= ?tok))? ?"
    r"(?P<unit>it/s|its/s|s/it|ms/it|ms/step|s/step|ms/batch|s/batch|s/iter|ms/iter"
    r"|tok(?:en)?s?/s(?:ec)?)(?![\w/])"
)
BARE_TIME = re.compile(rf"[|,(]\s*(?P<value>{NUMBER}) ?ms\s*(?=$|[|,)])")


@lru_cache(maxsize=4096)
def _meaning_in_line(key: str) -> Meaning:
    """As meaning_of, but the first words may not belong to the name: `INFO loss: 3.2`."""
    words = key.split(" ")
    for at in range(len(words)):
        name = " ".join(words[at:])
        found = meaning_of(name)
        if found.metric is None:
            continue
        before = {word for part in words[:at] for word in words_of(part).split(" ")}
        if before & QUALIFIERS:
            return NOTHING
        if before & VALIDATION and found.metric in ("loss", "perplexity"):
            return found._replace(metric="val_loss" if found.metric == "loss" else "val_perplexity")
        if before <= PLAIN_WORDS:
            return found
        return NOTHING if words_of(name) in VAGUE else found._replace(rank=2)
    return NOTHING


def named_numbers(text: str) -> dict[Metric, float]:
    """The numbers of a line by metric. Of an average and a value the value counts; of two unknown losses none."""
    found: dict[Metric, float] = {}
    ranks: dict[Metric, int] = {}
    unsure: set[Metric] = set()
    for match in NAMED_NUMBER.finditer(text):
        key, raw, unit = match.groups()
        metric, unit_of_name, rank = _meaning_in_line(key)
        if metric == "mfu_bare" and unit == "%":
            metric = "mfu"
        if metric is None or ("," in raw and metric in FRACTIONS):
            continue
        if metric in ranks and ranks[metric] <= rank and metric != "memory_mb":
            if rank == 2 and ranks[metric] == 2:
                unsure.add(metric)
            continue
        if key in ("time", "Time") and (unit or unit_of_name).strip().lower() not in ("ms", "us"):
            continue  # seconds may be of one step or since the start
        value = number(raw)
        if value is not None and unit in THOUSANDS and metric in COUNTED:
            value, unit = value * THOUSANDS[unit], None
        if value is not None and metric in WITH_UNITS:
            value = in_fledge_units(metric, value, unit or unit_of_name)
        if value is not None:
            ranks[metric] = rank
            found[metric] = max(value, found.get(metric, value)) if metric == "memory_mb" else value
    for metric in unsure:
        if ranks[metric] == 2:
            del found[metric]
    return found


def rates(text: str, found: dict[Metric, float]) -> None:
    """Add the step time or rate that a line states by its unit alone, if no name stated it."""
    if "dt_ms" not in found and "ms" in text and (bare := BARE_TIME.search(text)):
        found["dt_ms"] = float(bare["value"])
    if "/s" not in text and "s/" not in text:
        return
    for match in RATE.finditer(text):
        value, unit = number(match["value"]), match["unit"]
        if not value or value <= 0:
            continue
        if unit.startswith("tok"):
            found.setdefault("tokens_per_s", value * THOUSANDS.get(match["factor"], 1.0))
        elif unit.endswith("/s"):
            found.setdefault("dt_ms", 1000 / value)
        else:
            found.setdefault("dt_ms", value * (1 if unit.startswith("ms") else 1000))
