"""Any trainer that prints named numbers: `key=value`, `key: value`, one JSON object per line, or a progress bar."""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from fledge.logs.readers.format import NO_ROW, Format, LogRow, Placing
from fledge.logs.readers.metric_names import ITERATION_NAMES, LAST_NAMES, in_fledge_units, meaning_of, words_of
from fledge.logs.readers.named_numbers import named_numbers, rates
from fledge.logs.readers.numbers import MAX_ITERATIONS, NUMBER, PRINTED, iteration, load_object, number
from fledge.logs.readers.position import Position, find_position
from fledge.logs.run import Metric

NAME = re.compile(r"[A-Za-z][\w/.-]*")
ITERATION_KEYS = {"global_step", "iteration", "iter_num", "iter", "step", "it"}
ABOUT_LOSS = (
    "loss",
    "entropy",
    "xent",
    "val:",
    "val=",
    "val :",
    "val =",
    "bpb",
    "bits_per_byte",
    "bits per byte",
    "ppl",
    "perplexity",
)
TRAIN_AND_VAL = re.compile(  # Train: 6.201, Val: 6.152
    rf"\btrain(?:ing)?\s*[:=]\s*(?P<train>{NUMBER})\W{{1,3}}val(?:id(?:ation)?)?\s*[:=]\s*(?P<val>{NUMBER})",
    re.IGNORECASE,
)
EVALUATION = re.compile(r"(?i)\b(?:val|valid|validation|validating|eval|evaluation|evaluating|dev)\b|\[eval[\s_]")
TEST = re.compile(r"(?i)\b(?:test|testing)\b")
ON_TEST = re.compile(r"(?i)\bon (?:the )?test(?:ing)? (?:set|split|data)\b")
EVALUATION_PROGRESS = re.compile(  # `Test: [10/98] Loss 1.2 (1.3)`: of one batch of an evaluation
    r"(?i)^\W*(?:(?:iter|epoch)\()?(?:test|testing|val|valid|validation|validating|eval|evaluation|evaluating)\b"
    r"[^|\[]{0,30}(?:%\||\[\s*\d+\s*/)"
)
EPOCH_MEAN = re.compile(r"\|\s*train\s*\|")  # fairseq's line at the end of an epoch
TRAINED: set[Metric] = {"loss", "train_loss", "perplexity"}
EVALUATED: set[Metric] = {"val_loss", "test_loss", "val_bpb", "val_perplexity"}
LOSSES: set[Metric] = TRAINED | EVALUATED | {"perplexity", "val_perplexity"}
BARE_LOSS = re.compile(rf"(?i)^\W{{0,5}}(?:(?:train|training|batch|current|step)[ _/-])?loss\s*[:=]\s*{NUMBER}\W*$")
KERAS = re.compile(r"(?:^|\| )\s*(?P<at>\d+)/(?P<of>\d+)\s+(?:\[[=>.\s]*\]|━[━╸╺ ]*+|- \d)")
REMARK = re.compile(r"(?i)\b(?:best|better|lowest|improved?|restor\w+|early stopping)\b")


def read(text: str) -> LogRow | None:
    if "loss" not in text and not any(map(text.lower().__contains__, ABOUT_LOSS)):
        return None
    stripped = text.strip()
    if "{" in stripped and (row := _read_json(stripped)):
        return row
    if (row := read_pairs(stripped)) is not None:
        return row
    return read_fields(stripped)


@lru_cache(maxsize=4096)
def _is_name(key: str) -> bool:
    return NAME.fullmatch(key) is not None


def read_pairs(text: str) -> LogRow | None:
    """Split a line of nothing but `key=value`, which is faster than searching it; None for other lines."""
    row = LogRow(None)
    for word in text.split(" "):
        key, _, raw = word.partition("=")
        if not (raw[-1:].isdigit() and raw.isascii() and raw[0] in "-.0123456789" and _is_name(key)):
            return None
        if "_" in raw or "," in raw:
            return None
        if key.lower() in ITERATION_KEYS:
            if row.it is None and (not raw.isdigit() or (it := iteration(raw)) is None):
                return None
            row.it = it if row.it is None else row.it
            continue
        metric, unit, _ = meaning_of(key)
        if metric is None or metric in row.values or key in ("time", "Time"):
            continue
        try:
            value = number(raw)
        except ValueError:
            return None
        value = None if value is None else in_fledge_units(metric, value, unit)
        if value is not None:
            row.values[metric] = value
    if row.it is None or not _has_loss(row.values):
        return None
    row.values = _as_evaluation(row.values, text)
    return row


def read_fields(text: str) -> LogRow | None:
    """A line of named numbers with an iteration or an epoch."""
    if EVALUATION_PROGRESS.match(text) or REMARK.search(text[: max(0, text.lower().find("loss"))]):
        return NO_ROW
    is_bar = "%|" in text or "━" in text
    keras = KERAS.search(text)
    if keras and keras["at"] != keras["of"]:
        return NO_ROW  # the mean so far
    place = find_position(text)
    if keras:
        place = Position(epoch=place.epoch, rest=text)
    values = named_numbers(place.rest)
    if both := TRAIN_AND_VAL.search(text):
        values |= {"train_loss": float(both["train"]), "val_loss": float(both["val"])}
    if is_bar or "ms" in text or "/s" in text:
        rates(text, values)
    if place.epoch is not None:
        values["epoch"] = place.epoch
    if not is_bar:
        values = _as_evaluation(_in_context(values, text), text)
    if not _has_loss(values):
        return None
    if place.it is None:
        return _without_iteration(values, text, keras is not None)
    if place.per_epoch is None and not place.of_samples and not is_bar:
        return LogRow(place.it, values, place.last)
    if place.per_epoch is not None and place.epoch is None:
        return None
    return LogRow(place.it, values, place.last, placing=Placing(place.per_epoch, place.of_samples, is_bar))


def _without_iteration(values: dict[Metric, float], text: str, is_epoch: bool) -> LogRow | None:
    """Of an epoch, or an evaluation on a line or in a block of its own: it is of the iteration before."""
    is_evaluation = not EVALUATED.isdisjoint(values) and TRAINED.isdisjoint(values) and "epoch" not in values
    is_block = text.startswith("[Eval ")
    if is_block or (is_evaluation and not text.startswith("wandb:")):
        return (
            LogRow(None, values, placing=Placing(is_late=True, is_bare=not is_block)) if "loss" not in values else None
        )
    if is_epoch or "epoch" in values:
        return LogRow(None, values, counted=True)
    return LogRow(None, values, counted=True, placing=Placing(is_bare=True)) if BARE_LOSS.match(text) else None


def _has_loss(values: dict[Metric, float]) -> bool:
    return not LOSSES.isdisjoint(values)


def _in_context(values: dict[Metric, float], text: str) -> dict[Metric, float]:
    """A line that begins as one of an evaluation has its losses: `valid | epoch 3 | loss 2.5`."""
    if "loss" not in values or "val_loss" in values or "test_loss" in values:
        return values
    if EPOCH_MEAN.search(text):
        values["train_loss"] = values.pop("loss")
        values.pop("perplexity", None)
        return values
    if "train" in text.lower():
        return values
    at = text.lower().find("loss")
    before = text[: at if at >= 0 else None]
    if ON_TEST.search(text):
        values["test_loss"] = values.pop("loss")
    elif EVALUATION.search(before):
        values["val_loss"] = values.pop("loss")
        if "perplexity" in values:
            values["val_perplexity"] = values.pop("perplexity")
    elif TEST.search(before):
        values["test_loss"] = values.pop("loss")
    return values


def _as_evaluation(values: dict[Metric, float], names: str) -> dict[Metric, float]:
    """A train loss beside a validation loss was evaluated with it, unless the line also has a step time."""
    is_evaluation = "val_loss" in values or "test_loss" in values
    if is_evaluation and "loss" in values and "dt_ms" not in values and "train" in names.lower():
        values["train_loss"] = values.pop("loss")
    return values


def _read_json(text: str) -> LogRow | None:
    """The object that a line consists of or ends with: `INFO | train | {"loss": 3.2}`."""
    start = text.find("{")
    found = load_object(text[start:])
    if found is None:
        return None
    if isinstance(step := found.get("step"), list):  # DLLogger: epoch, iteration, iterations of an epoch
        names = ("epoch", "step", "total_in_epoch")
        found = {**found, "step": None, **dict(zip(names, step, strict=False))}
    return row_of(found, text[:start])


def row_of(found: Mapping[str, object], before: str = "") -> LogRow | None:
    """The row of a JSON object or a table's row, with any trainer's names as keys."""
    row, losses, ranks = LogRow(None), "", dict[Metric, int]()
    for key, raw in _items(found):
        value = _number(raw)
        if value is None:
            continue
        words = words_of(str(key)[:100])
        if words in ITERATION_NAMES:
            if 0 <= value < MAX_ITERATIONS and value.is_integer():
                row.it = int(value)
            continue
        if words in LAST_NAMES and 0 < value < MAX_ITERATIONS and value.is_integer():
            row.last = int(value)
        metric, unit, rank = meaning_of(str(key)[:100])
        if metric is None or ranks.get(metric, 9) <= rank:
            continue
        losses += words if metric == "loss" else ""
        taken = in_fledge_units(metric, value, unit)
        if taken is not None:
            row.values[metric], ranks[metric] = taken, rank
    row.values = _as_evaluation(_in_context(row.values, f"{before} {losses}"), losses)
    if not _has_loss(row.values):
        return None
    row.counted = row.it is None and "epoch" in row.values
    return row if row.it is not None or row.counted else None


def _items(found: Mapping[str, object]) -> Iterable[tuple[str, object]]:
    """The items of an object and of the objects in it."""
    for key, value in found.items():
        if isinstance(value, dict):
            yield from value.items()
        else:
            yield key, value


def _number(raw: object) -> float | None:
    """A number of a JSON object or a table's cell. Numbers that are not finite may be written as text."""
    if isinstance(raw, str):
        return number(raw) if PRINTED.fullmatch(raw) else None
    if isinstance(raw, bool) or not isinstance(raw, int | float):
        return None
    try:
        return float(raw)
    except OverflowError:
        return None


FORMAT = Format("named numbers", "step=100 loss=3.2 lr=6e-4", read, of_language_models=False)
