"""Any trainer that prints named numbers: `key=value`, `key: value`, a JSON object a line, or a progress bar."""

import re
from functools import lru_cache

from fledge.logs.readers.format import Format
from fledge.logs.readers.lines import (
    COUNT,
    ITERATION,
    MOST_ITERATIONS,
    PRINTED,
    Row,
    fields,
    iteration,
    load_event,
    measured,
    metric_of,
    number,
    words_of,
)
from fledge.logs.run import Metric

AT = re.compile(
    r"(?:^|[\s\[({|,;\"'])(?:global_step|iteration|iter_num|iter|step|it)[\"']?(?:\s*[:=#]\s*|\s++)?\[?"
    rf"(?P<it>{COUNT})(?:\s*/\s*(?P<last>{COUNT}))?(?![\w.])",
    re.IGNORECASE,
)
NAME = re.compile(r"[A-Za-z][\w/.-]*")
AT_KEYS = {"global_step", "iteration", "iter_num", "iter", "step", "it"}
BAR = re.compile(
    r"(?:\bepoch (?P<epoch>\d+)\b.{0,20})?(?P<percent>\d+)%\|.{0,300}?\| (?P<it>\d+)/(?P<last>\d+) \[", re.I
)


def read(text: str) -> Row | None:
    if "loss" not in text and "Loss" not in text and "LOSS" not in text:
        return None
    stripped = text.strip()
    if stripped.startswith("{") and (row := _read_json(stripped)):
        return row
    if (row := _read_pairs(stripped)) is not None:
        return row
    return _read_bar(text) if "%|" in text else _read_fields(text)


@lru_cache(maxsize=4096)
def _is_name(key: str) -> bool:
    return NAME.fullmatch(key) is not None


def _read_pairs(text: str) -> Row | None:
    """A line of nothing but `key=value` is split, which is faster than to search it; None for any other."""
    row = Row(None)
    for word in text.split(" "):
        key, _, raw = word.partition("=")
        if not (raw[-1:].isdigit() and raw.isascii() and raw[0] in "-.0123456789" and _is_name(key)):
            return None
        if "_" in raw or "," in raw:
            return None
        if key.lower() in AT_KEYS:
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
        value = None if value is None else measured(metric, value, unit)
        if value is not None:
            row.values[metric] = value
    if row.it is None or not _is_worth(row.values):
        return None
    row.values = _as_evaluation(row.values, text)
    return row


def _read_fields(text: str) -> Row | None:
    if not (at := AT.search(text)):
        if "poch" not in text and "POCH" not in text:
            return None
        values = _as_evaluation(fields(text), text)
        return Row(None, values, counted=True) if "epoch" in values and _is_worth(values) else None
    it = _whole(at["it"])
    values = fields(text[: at.start()] + " | " + text[at.end() :])
    if it is None or not _is_worth(values):
        return None
    return Row(it, _as_evaluation(values, text), _whole(at["last"]) if at["last"] else None)


def _read_bar(text: str) -> Row | None:
    """tqdm's `Epoch 1:  10%|█  | 100/1000 [00:10<01:30, 9.9it/s, loss=2.31]`; the bar starts again every epoch."""
    if not (bar := BAR.search(text)):
        return None
    it, last = iteration(bar["it"]), iteration(bar["last"])
    values = fields(text[bar.end() :])
    if it is None or last is None or "loss" not in values:
        return None
    if bar["epoch"] is None:
        return Row(it, values, last)
    epoch = iteration(bar["epoch"])
    return None if epoch is None or epoch * last + it >= MOST_ITERATIONS else Row(epoch * last + it, values)


def _whole(text: str) -> int | None:
    return iteration(text) if text.replace(",", "").isdigit() else None


def _is_worth(values: dict[Metric, float]) -> bool:
    """Whether a line is about training."""
    return "loss" in values or "val_loss" in values


def _as_evaluation(values: dict[Metric, float], names: str) -> dict[Metric, float]:
    """A train loss beside a validation loss was evaluated with it, unless the line times an iteration too."""
    if "val_loss" in values and "loss" in values and "dt_ms" not in values and "train" in names.lower():
        values["train_loss"] = values.pop("loss")
    return values


def _read_json(text: str) -> Row | None:
    found = load_event(text)
    return None if found is None else row_of(found)


def row_of(found: dict[str, object]) -> Row | None:
    """A JSON object, or a row of a table, as a row: its keys named as any trainer may."""
    row, losses = Row(None), ""
    for key, raw in found.items():
        value = _number(raw)
        if value is None:
            continue
        words = words_of(str(key)[:100])
        if words in ITERATION:
            if 0 <= value < MOST_ITERATIONS and value.is_integer():
                row.it = int(value)
            continue
        metric, unit = metric_of(words)
        if metric is None or metric in row.values:
            continue
        losses += words if metric == "loss" else ""
        taken = measured(metric, value, unit)
        if taken is not None:
            row.values[metric] = taken
    _as_evaluation(row.values, losses)
    return row if row.it is not None and _is_worth(row.values) else None


def _number(raw: object) -> float | None:
    """A number of a JSON object or a cell; one that is not finite may be written as text."""
    if isinstance(raw, str):
        return number(raw) if PRINTED.fullmatch(raw) else None
    if isinstance(raw, bool) or not isinstance(raw, int | float):
        return None
    try:
        return float(raw)
    except OverflowError:
        return None


FORMAT = Format(
    "named numbers", "lines of key=value, key: value or JSON, by any trainer", "step=100 loss=3.2 lr=6e-4", read
)
