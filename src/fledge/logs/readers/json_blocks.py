"""Many lines of JSON by one call of the parser, for files of which most lines are objects of the same kind."""

import json
import operator
from array import array
from collections.abc import Sequence
from typing import Any

from fledge.logs.readers.numbers import MAX_VALUE

BLOCK_LINES = 200  # their objects stay in a core's cache: 1,000 take a fifth longer each


def objects_of(lines: Sequence[str]) -> list[dict[str, Any]] | None:
    """The object of each line; None if some line may be anything else than one object.

    The lines are read as one array. No object can reach over the end of a line: what follows there is `,`, a line end
    and `{`, which no string may contain, no object has before a key, and only an array has between its values.
    """
    text = ",\n".join(lines)
    if not text.startswith("{") or not text.endswith("}") or "[" in text:
        return None
    if text.count("},\n{") != len(lines) - 1:
        return None
    try:
        found: list[dict[str, Any]] = json.loads(f"[{text}]")
    except (ValueError, RecursionError):
        return None
    return found if len(found) == len(lines) else None


def iterations_of(values: Sequence[Any]) -> "array[int] | None":
    """Iterations in increasing order; None if they are anything else."""
    if set(map(type, values)) != {int} or values[0] < 0 or values[-1] >= 1 << 53:
        return None
    if not all(map(operator.lt, values, values[1:])):
        return None
    return array("q", values)


def numbers_of(values: Sequence[Any]) -> "tuple[list[int], array[float]] | None":
    """Where the plain numbers are among values of which others are missing, and what they are.

    None if any is something else: text, NaN, a number too large to be real. Those are for the reader of single lines.
    """
    kinds = set(map(type, values))
    if kinds == {type(None)}:
        return [], array("d")
    places = list(range(len(values)))
    if type(None) in kinds:
        places = [place for place in places if values[place] is not None]
        values = [values[place] for place in places]
    if not kinds <= {int, float, type(None)}:
        return None
    if not (max(values) < MAX_VALUE and min(values) > -MAX_VALUE):
        return None
    return places, array("d", values)
