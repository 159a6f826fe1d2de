"""Cards: how a run, a plan and a comparison look in a notebook.

Styles stand in the elements themselves: a notebook may drop style sheets, and its own must not be changed. Text that
others wrote is escaped, and isolated (bdi), so that right-to-left names do not turn what stands beside them.
"""

import html
from collections.abc import Sequence

from fledge.common.chart import COLOURS, ChartLine
from fledge.common.terminal import clean
from fledge.texts.language import language

QUIET = "opacity:.75;font-size:.9em"
TONES = {"error": "#d64541", "warning": "#c98a1b", "note": "#3b82c4", "good": "#2f9e6b"}


def words(text: str) -> str:
    """Text of anybody's as HTML."""
    return f"<bdi>{html.escape(clean(text))}</bdi>"


def card(title: str, about: str, parts: Sequence[str]) -> str:
    """`title` and `about` are text, `parts` HTML."""
    head = f'<div><b style="font-size:1.1em">{words(title)}</b> <span style="{QUIET}">{words(about)}</span></div>'
    inner = "".join(f'<div style="margin-top:.6em">{part}</div>' for part in parts if part)
    return (
        f'<div lang="{language().code}" dir="{language().direction}" style="font-family:system-ui,sans-serif;'
        "line-height:1.45;text-align:start;max-width:46em;"
        f'border:1px solid rgba(128,128,128,.4);border-radius:6px;padding:.8em 1em">{head}{inner}</div>'
    )


def rows(pairs: Sequence[tuple[str, str]]) -> str:
    """A table of names and values."""
    cells = "".join(
        f'<tr style="background:none"><th scope="row" style="text-align:start;'
        f"font-weight:600;padding-block:.1em;padding-inline:0 1.2em;"
        f'white-space:nowrap;vertical-align:top">{words(name)}</th>'
        f'<td style="text-align:start;padding:.1em 0">{words(value)}</td></tr>'
        for name, value in pairs
        if value
    )
    return f'<table style="border-collapse:collapse;margin:0">{cells}</table>' if cells else ""


def legend(lines: Sequence[ChartLine]) -> str:
    shown = [line for line in lines if line.name and line.points]
    items = (
        f'<span style="margin-inline-end:1.2em;white-space:nowrap"><span style="display:inline-block;width:1.1em;'
        f"height:0;"
        f"border-top:3px {'dashed' if line.style == 'dashed' else 'solid'} {COLOURS[line.colour % len(COLOURS)]};"
        f'vertical-align:middle;margin-inline-end:.4em"></span>{words(line.name)}</span>'
        for line in shown
    )
    return f'<div style="{QUIET}">{"".join(items)}</div>'


def toned(severity: str, label: str, title: str, *paragraphs: str) -> str:
    """A finding: its label in the colour of its severity, its title, and what follows."""
    rest = "".join(f'<div style="font-size:.95em">{words(text)}</div>' for text in paragraphs if text)
    return (
        f'<div style="border-inline-start:3px solid {TONES[severity]};padding-inline-start:.7em;margin:.5em 0">'
        f'<b><span style="color:{TONES[severity]}">{words(label)}</span> {words(title)}</b>{rest}</div>'
    )


def bar(value: float, high: float, total: float | None) -> str:
    """A share of a total as a bar: sure, and possible."""
    whole = max(total or 0.0, high) or 1.0
    sure, possible = (f"{100 * part / whole:.1f}%" for part in (value, high))
    colour = TONES["error"] if total is not None and high > total else COLOURS[0]
    inside = "position:absolute;inset-block:0;inset-inline-start:0"
    return (
        '<div style="position:relative;height:.7em;border-radius:4px;background:rgba(128,128,128,.25);max-width:30em">'
        f'<div style="{inside};width:{possible};background:{colour};opacity:.35;border-radius:4px"></div>'
        f'<div style="{inside};width:{sure};background:{colour};border-radius:4px"></div></div>'
    )
