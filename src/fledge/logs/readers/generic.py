"""Any trainer that prints named numbers: `key=value`, `key: value`, one JSON object per line, or a progress bar."""

import re
from functools import lru_cache

from fledge.logs.readers.format import Format, LogRow
from fledge.logs.readers.metric_names import ITERATION_NAMES, in_fledge_units, metric_of, named_numbers, words_of
from fledge.logs.readers.numbers import COUNT, MAX_ITERATIONS, PRINTED, iteration, load_object, number
from fledge.logs.run import Metric

ITERATION = re.compile(
    r"(?:^|[\s\[({|,;\"'])(?:global_step|iteration|iter_num|iter|step|it)[\"']?(?:\s*[:=#]\s*|\s++)?\[?"
    rf"(?P<it>{COUNT})(?:\s*/\s*(?P<last>{COUNT}))?(?![\w.])",
    re.IGNORECASE,
)
NAME = re.compile(r"[A-Za-z][\w/.-]*")
ITERATION_KEYS = {"global_step", "iteration", "iter_num", "iter", "step", "it"}
BAR = re.compile(
    r"(?:\bepoch (?P<epoch>\d+)\b.{0,20})?(?P<percent>\d+)%\|.{0,300}?\| (?P<it>\d+)/(?P<last>\d+) \[", re.I
)


def read(text: str) -> LogRow | None:
    if "loss" not in text and "Loss" not in text and "LOSS" not in text:
        return None
    stripped = text.strip()
    if stripped.startswith("{") and (row := _read_json(stripped)):
        return row
    if (row := read_pairs(stripped)) is not None:
        return row
    return _read_bar(text) if "%|" in text else read_fields(text)


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
        metric, unit = metric_of(key)
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
    if not (at := ITERATION.search(text)):
        if "poch" not in text and "POCH" not in text:
            return None
        values = _as_evaluation(named_numbers(text), text)
        return LogRow(None, values, counted=True) if "epoch" in values and _has_loss(values) else None
    it = _whole(at["it"])
    values = named_numbers(text[: at.start()] + " | " + text[at.end() :])
    if it is None or not _has_loss(values):
        return None
    return LogRow(it, _as_evaluation(values, text), _whole(at["last"]) if at["last"] else None)


def _read_bar(text: str) -> LogRow | None:
    """tqdm: `Epoch 1:  10%|█  | 100/1000 [00:10<01:30, 9.9it/s, loss=2.31]`. The bar starts again every epoch."""
    if not (bar := BAR.search(text)):
        return None
    it, last = iteration(bar["it"]), iteration(bar["last"])
    values = named_numbers(text[bar.end() :])
    if it is None or last is None or "loss" not in values:
        return None
    if bar["epoch"] is None:
        return LogRow(it, values, last)
    epoch = iteration(bar["epoch"])
    return None if epoch is None or epoch * last + it >= MAX_ITERATIONS else LogRow(epoch * last + it, values)


def _whole(text: str) -> int | None:
    return iteration(text) if text.replace(",", "").isdigit() else None


def _has_loss(values: dict[Metric, float]) -> bool:
    return "loss" in values or "val_loss" in values


def _as_evaluation(values: dict[Metric, float], names: str) -> dict[Metric, float]:
    """A train loss beside a validation loss was evaluated with it, unless the line also has a step time."""
    if "val_loss" in values and "loss" in values and "dt_ms" not in values and "train" in names.lower():
        values["train_loss"] = values.pop("loss")
    return values


def _read_json(text: str) -> LogRow | None:
    found = load_object(text)
    return None if found is None else row_of(found)


def row_of(found: dict[str, object]) -> LogRow | None:
    """The row of a JSON object or a table's row, with any trainer's names as keys."""
    row, losses = LogRow(None), ""
    for key, raw in found.items():
        value = _number(raw)
        if value is None:
            continue
        words = words_of(str(key)[:100])
        if words in ITERATION_NAMES:
            if 0 <= value < MAX_ITERATIONS and value.is_integer():
                row.it = int(value)
            continue
        metric, unit = metric_of(words)
        if metric is None or metric in row.values:
            continue
        losses += words if metric == "loss" else ""
        taken = in_fledge_units(metric, value, unit)
        if taken is not None:
            row.values[metric] = taken
    _as_evaluation(row.values, losses)
    return row if row.it is not None and _has_loss(row.values) else None


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


FORMAT = Format("named numbers", "step=100 loss=3.2 lr=6e-4", read)
