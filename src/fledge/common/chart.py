"""A small line chart as inline SVG, for notebooks: no script, no font, no file of its own.

Text and axes have the colour of the page around it, so that it can be read on light and on dark ones; the lines'
colours are of middle brightness.
"""

import html
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from fledge.common.terminal import clean
from fledge.texts.units import count

COLOURS = ("#3b82c4", "#d9762b", "#2f9e6b", "#a26bc4", "#b8901f", "#d2578a", "#4a97a6", "#8a8f96")
WIDTH, HEIGHT = 640, 230
NARROW = 340  # in place of WIDTH on a phone
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 10, 34  # around the frame, for the numbers
NAME_ABOVE = 16  # more at the top, where the y axis has a name
USUAL_SHARE = 0.99  # of the values: the frame leaves out higher ones,
OUTLIER_REACH = 3.0  # if they reach so many times higher than the others
TICKS = 5

Style = Literal["line", "faint", "dashed"]
STYLES: dict[Style, str] = {
    "line": 'stroke-width="2"',
    "faint": 'stroke-width="1" stroke-opacity="0.35"',
    "dashed": 'stroke-width="1.5" stroke-dasharray="5 4"',
}


@dataclass(frozen=True)
class ChartLine:
    name: str
    points: Sequence[tuple[float, float]]
    colour: int = 0
    style: Style = "line"


def line_chart(lines: Sequence[ChartLine], x_name: str, spoken: str, *, y_name: str = "", width: int = WIDTH) -> str:
    """The SVG; empty if there is nothing to draw. `spoken` describes it to who can't see it."""
    drawn = [_finite(line) for line in lines]
    drawn = [line for line in drawn if line.points]
    if not drawn:
        return ""
    frame = _frame(drawn, width, TOP + NAME_ABOVE if y_name else TOP)
    parts = [*_grid(frame, x_name), *_name_of_y(y_name), *(_path(line, frame) for line in drawn)]
    label = html.escape(clean(spoken))
    return (
        f'<svg role="img" aria-label="{label}" viewBox="0 0 {width} {HEIGHT}" style="width:100%;max-width:{width}px;'
        f'height:auto;font:11px system-ui,sans-serif" xmlns="http://www.w3.org/2000/svg" direction="ltr">'
        f"{''.join(parts)}</svg>"
    )


def _finite(line: ChartLine) -> ChartLine:
    points = [(x, y) for x, y in line.points if math.isfinite(x) and math.isfinite(y)]
    return ChartLine(line.name, points, line.colour, line.style)


@dataclass(frozen=True)
class _Frame:
    """The part of the plane that is shown, and where it is on the picture."""

    x: tuple[float, float]
    y: tuple[float, float]
    width: int
    top: int

    def place(self, x: float, y: float) -> tuple[float, float]:
        across = (x - self.x[0]) / (self.x[1] - self.x[0])
        up = (y - self.y[0]) / (self.y[1] - self.y[0])
        return LEFT + across * (self.width - LEFT - RIGHT), HEIGHT - BOTTOM - up * (HEIGHT - self.top - BOTTOM)


def _frame(lines: Sequence[ChartLine], width: int, top: int) -> _Frame:
    xs = [x for line in lines for x, _ in line.points]
    ys = sorted(y for line in lines for _, y in line.points)
    low, high, usual = ys[0], ys[-1], ys[int(USUAL_SHARE * (len(ys) - 1))]
    if usual > low and high - low > OUTLIER_REACH * (usual - low):
        high = usual
    margin = 0.05 * (high - low) or 0.05 * abs(high) or 1.0
    return _Frame(_widened(min(xs), max(xs)), (low - margin, high + margin), width, top)


def _widened(low: float, high: float) -> tuple[float, float]:
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def _path(line: ChartLine, frame: _Frame) -> str:
    colour, style = COLOURS[line.colour % len(COLOURS)], STYLES[line.style]
    places = [frame.place(x, min(y, frame.y[1])) for x, y in line.points]
    if len(places) == 1:
        x, y = places[0]
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>'
    steps = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    return f'<polyline points="{steps}" fill="none" stroke="{colour}" {style} stroke-linejoin="round"/>'


def _grid(frame: _Frame, x_name: str) -> list[str]:
    parts = []
    for value in ticks(*frame.y):
        _, y = frame.place(frame.x[0], value)
        parts.append(
            f'<line x1="{LEFT}" x2="{frame.width - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="currentColor" '
            f'stroke-opacity="0.15"/><text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end" fill="currentColor" '
            f'fill-opacity="0.75">{_number(value)}</text>'
        )
    for value in ticks(*frame.x):
        x, _ = frame.place(value, frame.y[0])
        anchor = "end" if x > frame.width - 40 else "middle"
        parts.append(
            f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 14}" text-anchor="{anchor}" fill="currentColor" '
            f'fill-opacity="0.75">{_number(value)}</text>'
        )
    parts.append(
        f'<text x="{(LEFT + frame.width - RIGHT) / 2:.0f}" y="{HEIGHT - 4}" text-anchor="middle" fill="currentColor" '
        f'fill-opacity="0.75">{html.escape(clean(x_name))}</text>'
    )
    return parts


def _name_of_y(name: str) -> list[str]:
    if not name:
        return []
    written = html.escape(clean(name))
    return [f'<text x="4" y="{TOP + 2}" fill="currentColor" fill-opacity="0.75">{written}</text>']


def ticks(low: float, high: float) -> list[float]:
    """Round numbers between the two: steps of 1, 2 or 5 times a power of ten."""
    rough = (high - low) / TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next((size * power for size in (1, 2, 5) if size * power >= rough), 10 * power)
    first, last = math.ceil(low / step), math.floor(high / step)
    return [number * step for number in range(first, last + 1)]


def _number(value: float) -> str:
    if value == 0:
        return "0"
    return count(value) if abs(value) >= 10_000 else f"{value:.4g}"
