"""Curves, paragraphs and commands in the form people read. Numbers and times are in `texts/units.py`."""

import math
import shlex
from collections.abc import Sequence
from typing import Any

from fledge.common.lines import wrapped

BLOCKS = "▁▂▃▄▅▆▇█"


def sparkline(values: Sequence[float], width: int = 60) -> str:
    """A curve in one line of text: the highest value fills its cell, the lowest is a line at the bottom."""
    finite = [value for value in values if math.isfinite(value)]
    if not finite:
        return ""
    cells = min(width, len(finite))
    means = []
    for cell in range(cells):
        part = finite[cell * len(finite) // cells : (cell + 1) * len(finite) // cells]
        means.append(sum(part) / len(part))
    low, high = min(means), max(means)
    scale = (len(BLOCKS) - 1) / (high - low) if high > low else 0.0
    return "".join(BLOCKS[round((mean - low) * scale)] for mean in means)


def paragraph(text: str, indent: int, width: int) -> str:
    """Text wrapped to a readable width and indented."""
    space = " " * indent
    return "\n".join(space + line for line in wrapped(text, min(width, 100) - indent, break_on_hyphens=False))


def command_lines(command: str, width: int) -> list[str]:
    """A command as lines that can be pasted: too long a one goes on after a backslash."""
    lines = [""]
    for word in shlex.split(command):
        quoted = shlex.quote(word)
        if lines[-1].strip() and len(lines[-1]) + len(quoted) + len(" \\") + 1 > width:
            lines[-1] += " \\"
            lines.append(" " * 4 + quoted)
        else:
            lines[-1] = f"{lines[-1]} {quoted}" if lines[-1] else quoted
    return lines


def shortened(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def for_json(value: Any) -> Any:
    """The value with NaN and infinity written as text, at any depth: JSON has neither."""
    if isinstance(value, dict):
        return {key: for_json(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [for_json(one) for one in value]
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value
