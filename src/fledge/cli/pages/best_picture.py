"""The picture of `fledge plan --hours`: loss against time for each depth, as a page of its own."""

import html
from collections.abc import Sequence
from pathlib import Path

from fledge.api.best_result import BestForTime
from fledge.cli.pages.best_page import answers_of, basis_of
from fledge.common.card import card, legend, rows, words
from fledge.common.chart import NARROW, WIDTH, ChartLine, line_chart
from fledge.common.colours import COLOURS_FILE
from fledge.texts import Message, say, text
from fledge.texts.language import language
from fledge.texts.units import duration

PICTURE_MARK = "<!doctype html><!-- fledge plan -->"  # a picture that `fledge plan --hours` wrote begins with this
MINUTES_BELOW, DAYS_FROM = 2.0, 72.0  # hours: the time is in minutes, or in days
# A picture that is scaled down to a phone has letters that nobody can read: there is one for each width.
STYLE = """
body { margin: 1.5rem auto; padding: 0 1rem; max-width: 48rem; background: var(--page); color: var(--text); }
body > div { background: var(--card); }
.narrow { display: none; }
@media (max-width: 36rem) { .wide { display: none; } .narrow { display: block; } body { padding: 0 .5rem; } }
"""


def picture_path(out: Path) -> Path:
    """Beside the settings file."""
    return out.with_name(f"{out.name}.html" if out.suffix == ".html" else f"{out.stem}.html")


def picture_page(found: BestForTime) -> str:
    title = text(say("best.page.title", hours=duration(3600 * found.hours)))
    lines, unit = _lines(found)
    names, y_name = (text(unit), title), text(say("best.page.loss"))
    charts = [
        f'<div class="{name}">{line_chart(lines, *names, y_name=y_name, width=width)}</div>'
        for name, width in (("wide", WIDTH), ("narrow", NARROW))
    ]
    parts = ["".join(charts), legend(lines), rows(answers_of(found)), words(text(basis_of(found)))]
    style = COLOURS_FILE.read_text(encoding="utf-8") + STYLE
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{html.escape(title)}</title><style>{style}</style>"
    )
    page = f"<head>{head}</head><body>{card(title, found.device.name, parts)}</body>"
    return f'{PICTURE_MARK}\n<html lang="{language().code}" dir="{language().direction}">{page}</html>\n'


def _lines(found: BestForTime) -> tuple[list[ChartLine], Message]:
    """A line for each depth, the choice with its range, and the unit of time."""
    each, unit = _unit(found.hours)
    lines = []
    for colour, curve in enumerate(found.curves):
        is_best = curve.depth == found.best.depth
        name = text(say("best.page.curve", depth=curve.depth))
        lines.append(ChartLine(name, _in_unit(curve.points, each), colour, "line" if is_best else "dashed"))
    hours, loss = found.best.hours, found.best.loss
    if loss is not None:
        colour = next((place for place, curve in enumerate(found.curves) if curve.depth == found.best.depth), 0)
        ends = _in_unit([(hours, loss.low), (hours, loss.high)], each)
        lines.append(ChartLine(text(say("best.page.range")), ends, colour))
        lines.append(ChartLine("", _in_unit([(hours, loss.value)], each), colour))
    return lines, unit


def _unit(hours: float) -> tuple[float, Message]:
    """How many of the unit an hour has, and its name."""
    if hours < MINUTES_BELOW:
        return 60.0, say("best.page.minutes")
    return (1 / 24, say("best.page.days")) if hours >= DAYS_FROM else (1.0, say("best.page.hours"))


def _in_unit(points: Sequence[tuple[float, float]], each: float) -> list[tuple[float, float]]:
    return [(each * hours, loss) for hours, loss in points]
