"""The report's tables: numbers of several runs, settings and their origins, plan against actual."""

from collections.abc import Sequence
from typing import Any

from fledge.analyze.report.markup import Html, join, section, tag
from fledge.analyze.report.tiles import Tile, step_text, tiles_of
from fledge.analyze.report.view import View
from fledge.common.text import duration
from fledge.config.schema import SETTINGS
from fledge.logs.run import Known

Cells = Sequence[object]
PLANNED = {"hours": "Training", "step_ms": "Step", "peak_memory_mb": "Peak memory"}
UNKNOWN = Html('<span class="unknown">not known</span>')


def table(headings: Sequence[str], rows: Sequence[tuple[str, Cells]], caption: str) -> Html:
    """A table that becomes a list on a narrow screen; the roles say that it still is a table."""
    head = [tag("th", heading, scope="col", role="columnheader") for heading in headings]
    body = [
        tag(
            "tr",
            tag("th", cells[0], scope="row", role="rowheader"),
            *(
                tag("td", cell, data_label=label, role="cell")
                for label, cell in zip(headings[1:], cells[1:], strict=True)
            ),
            class_=kind,
            role="row",
        )
        for kind, cells in rows
    ]
    return tag(
        "table",
        tag("caption", caption),
        tag("thead", tag("tr", *head, role="row"), role="rowgroup"),
        tag("tbody", *body, role="rowgroup"),
        role="table",
    )


# numbers of several runs


def numbers(views: Sequence[View]) -> Html:
    rows: list[tuple[str, Cells]] = []
    for tiles in zip(*(tiles_of(view) for view in views), strict=True):
        known = [tile for tile in tiles if tile.value]
        if known:
            same = known[0].about if len({tile.about for tile in known}) == 1 else ""  # is said once
            rows.append(("", [_with(tiles[0].label, same), *(_tile(tile, same) for tile in tiles)]))
    return table(["", *(view.label for view in views)], rows, "The runs side by side")


def _tile(tile: Tile, said: str) -> Html:
    return _with(tag("b", tile.value), "" if said else tile.about) if tile.value else UNKNOWN


def _with(text: object, about: str) -> Html:
    return join(text, " ", tag("small", about)) if about else join(text)


# plan against actual


def plans(views: Sequence[View]) -> Html:
    rows: list[tuple[str, Cells]] = []
    for view in views:
        for name, row in view.plan.items():
            planned, actual = _number(row.get("planned")), _number(row.get("actual"))
            if planned is None or actual is None:
                continue
            what = PLANNED.get(name, name)
            ratio = f"{actual / planned:.2f}×" if planned else ""
            unit = str(row.get("unit", ""))
            cells = [_figure(name, planned, unit), _figure(name, actual, unit), ratio]
            rows.append(("", [f"{view.label}: {what}" if len(views) > 1 else what, *cells]))
    if not rows:
        return Html("")
    headings = ["", "Planned", "Actual", "Actual / planned"]
    return section("plan", "Plan against actual", table(headings, rows, "What was planned, and what it came to"))


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _figure(name: str, value: float, unit: str) -> str:
    if name == "hours":
        return duration(value * 3600)
    return step_text(value) if name == "step_ms" else f"{value:,.0f} {unit}"


# settings


def settings(views: Sequence[View]) -> Html:
    names = _ordered({name for view in views for name in view.facts.run.settings})
    if not names:
        return Html("")
    first, rest = _apart(names, views)
    several = len(views) > 1
    title = "What differs" if several else "What was chosen"
    other = "What does not differ, or is known of one run only" if several else "Defaults"
    parts = [_settings_table(first, views, title)] if first else [tag("p", f"{title}: nothing.", class_="aside")]
    if rest:
        parts.append(tag("details", tag("summary", f"{other} ({len(rest)})"), _settings_table(rest, views, other)))
    return section("settings", "Settings and where they come from", *parts)


def _ordered(names: set[str]) -> list[str]:
    """As `fledge train --help` lists them; what is no setting of a training comes last."""
    return [name for name in SETTINGS if name in names] + sorted(names - set(SETTINGS))


def _apart(names: Sequence[str], views: Sequence[View]) -> tuple[list[str], list[str]]:
    """What the reader looks for, and the rest: differences of several runs; of one, what somebody chose."""
    if len(views) > 1:
        first = [name for name in names if _differs(name, views)]
    else:
        first = [name for name in names if not views[0].facts.run.settings[name].origin.endswith("default")]
    return first, [name for name in names if name not in first]


def _differs(name: str, views: Sequence[View]) -> bool:
    """Whether two runs that say it say different things. Each has a directory of its own: that is no difference."""
    values = {_comparable(known.value) for view in views if (known := view.facts.run.settings.get(name))}
    return len(values) > 1 and name != "out_dir"


def _comparable(value: object) -> str:
    return f"{float(value)!r}" if isinstance(value, int | float) and not isinstance(value, bool) else str(value)


def _settings_table(names: Sequence[str], views: Sequence[View], caption: str) -> Html:
    if len(views) == 1:
        known = views[0].facts.run.settings
        rows = [("", [tag("code", name), _value(known[name]), known[name].origin]) for name in names]
        return table(["Setting", "Value", "From"], rows, caption)
    several: list[tuple[str, Cells]] = []
    for name in names:
        cells = [_with_origin(view.facts.run.settings.get(name)) for view in views]
        several.append(("differs" if _differs(name, views) else "", [tag("code", name), *cells]))
    return table(["Setting", *(view.label for view in views)], several, caption)


def _with_origin(known: Known | None) -> Html:
    return _with(_value(known), known.origin) if known else UNKNOWN


def _value(known: Known) -> Html:
    value = known.value
    is_long = isinstance(value, int | float) and 10_000 <= value < 1e15 and value == int(value)
    return tag("b", (f"{value:,.0f}" if is_long else str(value)) or "(empty)")
