"""Numbers, times and curves in the form people read."""

import math
import shlex
import textwrap
from collections.abc import Sequence
from typing import Any

BLOCKS = "▁▂▃▄▅▆▇█"
NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def duration(seconds: float) -> str:
    """1.4 s, 2 min 05 s, 3 h 20 min, 2 d 4 h."""
    if seconds < 9.95:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    if whole < 86_400:
        return f"{whole // 3600} h {whole % 3600 // 60:02d} min"
    return f"{whole // 86_400} d {whole % 86_400 // 3600} h"


def milliseconds(ms: float) -> str:
    """33.2 ms; from ten seconds on as a duration."""
    return f"{ms:,.1f} ms" if ms < 10_000 else duration(ms / 1000)


def count(n: float) -> str:
    """812, 10.7K, 40.6M, 3.68B."""
    for size, letter in ((1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "K")):
        if abs(n) >= size:
            return f"{n / size:.3g}{letter}"
    return f"{n:.0f}"


def token_count(n: float) -> str:
    """768, 524,288, 81.9M, 10.5B."""
    if n >= 1e9:
        return f"{n / 1e9:.1f}B"
    return f"{n / 1e6:.1f}M" if n >= 1e6 else f"{n:,.0f}"


def parameter_count(n: float) -> str:
    """0.80M, 123.59M, 1.56B."""
    return f"{n / 1e9:.2f}B" if n >= 1e9 else f"{n / 1e6:.2f}M"


def times(ratio: float) -> str:
    """53x, 2.4x, 0.33x."""
    if ratio >= 10:
        return f"{ratio:.0f}x"
    return f"{ratio:.1f}x" if ratio >= 1 else f"{ratio:.2g}x"


def plain(n: float) -> str:
    """0.0412, 3.9, 21.7, 12,346: three digits or more, and no exponent unless it is tiny."""
    return f"{n:,.0f}" if abs(n) >= 99.95 else f"{n:.3g}"


def gibibytes(gib: float) -> str:
    """140 GB, 2.5 GB, 67.2 MB, 2 KB; the units are powers of 1,024, as in the rest of a plan."""
    for unit in ("GB", "MB"):
        if gib >= 0.1:
            return f"{plain(gib)} {unit}"
        gib *= 1024
    return f"{plain(gib)} KB"


def number_word(n: int) -> str:
    """no, one, two, ..., ten, 11."""
    return NUMBER_WORDS[n] if n < len(NUMBER_WORDS) else str(n)


def counted(n: int, noun: str) -> str:
    """1 file, 1,024 files."""
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"


def flops(rate: float) -> str:
    """0.42 GFLOP/s, 352 GFLOP/s, 58.3 TFLOP/s."""
    if rate < 1e10:
        return f"{rate / 1e9:.2g} GFLOP/s"
    return f"{rate / 1e12:.1f} TFLOP/s" if rate >= 1e12 else f"{rate / 1e9:.0f} GFLOP/s"


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
    return textwrap.fill(text, min(width, 100), initial_indent=space, subsequent_indent=space, break_on_hyphens=False)


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
