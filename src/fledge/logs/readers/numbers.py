"""Printed numbers: the patterns that match them, and their values."""

import json
import math
import re
from collections.abc import Collection

# NUMBER is atomic: if what follows does not fit, no shorter number is taken instead. END goes behind a number without a
# unit: `3.2abc` and `3.2.1` are not numbers, and `3,5` is ambiguous.
NOT_FINITE = r"[nN][aA][nN](?:\(\w*\))?|[iI]nf(?:inity)?|INF"
NUMBER = rf"(?>[-+]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?|{NOT_FINITE}))"
COUNT = r"(?>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][-+]?\d+)?)"
END = r"(?!\w|[,.]\d)"
PRINTED = re.compile(NUMBER)
TAIL = re.compile(r"(?<![\d.])[-+]?(?:\d+(?:,\d+)*(?:\.(\d*)|,)?|\.(\d*))(?:[eE][-+]?\d*)?(?: ?[A-Za-z%]{1,3})?$")
MAX_ITERATIONS = 1 << 53
MAX_ITERATION_CHARS = 24  # with its commas
MAX_VALUE = 1e300  # a finite number above it is a broken line


def number(text: str) -> float | None:
    """The value of a printed number; None for one too large to be real, which is not the same as infinite."""
    try:
        value = float(text)
    except ValueError:  # 1,234; and nan(ind), as Windows prints it
        value = float(text.partition("(")[0].replace(",", ""))
    if -MAX_VALUE < value < MAX_VALUE:
        return value
    return None if text[-1].isdigit() else value


def iteration(text: str) -> int | None:
    """An iteration's number; None if it is too large to be one."""
    value = int(text.replace(",", "")) if len(text) <= MAX_ITERATION_CHARS else MAX_ITERATIONS
    return value if value < MAX_ITERATIONS else None


def load_json(text: str) -> object:
    """A JSON document, or None. Numbers too large to be real become None, not infinity."""
    try:
        return json.loads(text, parse_float=number)
    except (ValueError, RecursionError):
        return None


def load_object(text: str) -> dict[str, object] | None:
    """A line's JSON object, or None: as load_json, and faster if nothing in it is infinite."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if isinstance(found, dict) and (math.inf in found.values() or -math.inf in found.values()):
        found = load_json(text)
    return found if isinstance(found, dict) else None


def split_tail(text: str) -> tuple[str, int] | None:
    """The text before the number (and unit) it ends with, and that number's decimals; None if it ends with none."""
    tail = TAIL.search(text)
    return None if tail is None else (text[: tail.start()], len(tail[1] or tail[2] or ""))


def decimals(text: str, values: Collection[float]) -> int:
    """The most decimals that any of these values is printed with in a text."""
    printed = [found for found in PRINTED.findall(text) if "." in found and number(found) in values]
    return max((len(found.partition(".")[2]) for found in printed), default=0)
