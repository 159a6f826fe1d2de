"""The report's tables: the runs' numbers side by side, plan against actual, settings and their origins."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from fledge.analyze.report.tiles import PEAK_MEMORY, STEP, TRAINING, Tile, step_text, tiles_of
from fledge.analyze.report.view import RunView
from fledge.config.schema import SETTINGS
from fledge.logs.names import origin_name
from fledge.logs.run import Known
from fledge.texts import say, text
from fledge.texts.numbers import fixed, number
from fledge.texts.units import duration

VAL_LOSS = say("report.table.val_loss")
PLANNED = {"hours": TRAINING, "step_ms": STEP, "peak_memory_mb": PEAK_MEMORY, "val_loss": VAL_LOSS}


@dataclass(frozen=True)
class Cell:
    text: str
    about: str = ""  # in small print below the text
    style: Literal["plain", "bold", "code", "unknown"] = "plain"


@dataclass(frozen=True)
class TableRow:
    heading: Cell
    cells: list[Cell]
    differs: bool = False


@dataclass(frozen=True)
class PageTable:
    caption: str
    headings: list[str]  # the first is above the rows' own headings
    rows: list[TableRow]


def unknown() -> Cell:
    return Cell(text(say("report.table.not_known")), style="unknown")


# numbers of several runs


def numbers_table(views: Sequence[RunView]) -> PageTable:
    rows = []
    for tiles in zip(*(tiles_of(view) for view in views), strict=True):
        abouts = {tile.about for tile in tiles if tile.value}
        if len(abouts) == 1:  # said once, in the row's heading
            rows.append(TableRow(Cell(tiles[0].label, abouts.pop()), [_tile_cell(tile, "") for tile in tiles]))
        elif abouts:
            rows.append(TableRow(Cell(tiles[0].label), [_tile_cell(tile, tile.about) for tile in tiles]))
    return PageTable(text(say("report.table.side_by_side")), ["", *(view.label for view in views)], rows)


def _tile_cell(tile: Tile, about: str) -> Cell:
    return Cell(tile.value, about, "bold") if tile.value else unknown()


# plan against actual


def plan_table(views: Sequence[RunView]) -> PageTable:
    """Without rows where no run has a plan."""
    rows = []
    for view in views:
        for name, row in view.facts.run.planned.items():
            what = text(PLANNED[name]) if name in PLANNED else name
            ratio = text(say("report.table.ratio", ratio=row.actual / row.planned)) if row.planned else ""
            texts = [_quantity(name, row.planned, row.unit), _quantity(name, row.actual, row.unit), ratio]
            heading = Cell(text(say("report.table.of_run", run=view.label, what=what)) if len(views) > 1 else what)
            rows.append(TableRow(heading, [Cell(one) for one in texts]))
    names = [say("report.table.planned"), say("report.table.actual"), say("report.table.actual_to_planned")]
    return PageTable(text(say("report.table.plan")), ["", *map(text, names)], rows)


def _quantity(name: str, value: float, unit: str) -> str:
    if name == "hours":
        return duration(value * 3600)
    if name == "val_loss":
        return fixed(value, 4)
    return step_text(value) if name == "step_ms" else text(say("report.table.quantity", value=value, unit=unit))


# settings


def settings_part(views: Sequence[RunView]) -> tuple[PageTable, PageTable] | None:
    """What the reader looks for first, and the rest, which the page folds up; None where no setting is known.

    Of several runs, first what differs; of one, first what somebody chose.
    """
    names = _ordered({name for view in views for name in view.facts.run.settings})
    if not names:
        return None
    if len(views) > 1:
        first = [name for name in names if _differs(name, views)]
        titles = say("report.table.differ"), say("report.table.equal")
    else:
        first = [name for name in names if not views[0].facts.run.settings[name].origin.endswith("default")]
        titles = say("report.table.chosen"), say("report.table.defaults")
    rest = [name for name in names if name not in first]
    return _settings_table(first, views, text(titles[0])), _settings_table(rest, views, text(titles[1]))


def _ordered(names: set[str]) -> list[str]:
    """In the order of `fledge train --help`; names that are not settings of `fledge train` come last."""
    return [name for name in SETTINGS if name in names] + sorted(names - set(SETTINGS))


def _differs(name: str, views: Sequence[RunView]) -> bool:
    """Whether two runs have different values. Every run has its own out_dir: that is no difference."""
    values = {_comparable(known.value) for view in views if (known := view.facts.run.settings.get(name))}
    return len(values) > 1 and name != "out_dir"


def _comparable(value: object) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return repr(float(value))
    return str(value)


def _settings_table(names: Sequence[str], views: Sequence[RunView], caption: str) -> PageTable:
    if len(views) == 1:
        known = views[0].facts.run.settings
        rows = [
            TableRow(
                Cell(name, style="code"),
                [Cell(_value(known[name]), style="bold"), Cell(origin_name(known[name].origin))],
            )
            for name in names
        ]
        headings = [say("report.table.setting"), say("report.table.value"), say("report.table.from")]
        return PageTable(caption, [text(heading) for heading in headings], rows)
    rows = []
    for name in names:
        cells = [_setting_cell(view.facts.run.settings.get(name)) for view in views]
        rows.append(TableRow(Cell(name, style="code"), cells, _differs(name, views)))
    return PageTable(caption, [text(say("report.table.setting")), *(view.label for view in views)], rows)


def _setting_cell(known: Known | None) -> Cell:
    return Cell(_value(known), origin_name(known.origin), "bold") if known else unknown()


def _value(known: Known) -> str:
    value = known.value
    is_long = isinstance(value, int | float) and 10_000 <= value < 1e15 and value == int(value)
    return (number(value, 0) if is_long else str(value)) or text(say("report.table.empty"))
