"""The tables that pages share."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from rich import box
from rich.table import Table
from rich.text import Text

from fledge.common.directed import DirectedWords
from fledge.common.lines import gap, in_column
from fledge.texts import Message
from fledge.texts.language import language
from fledge.texts.width import padded, width

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

WIDEST = 10_000  # columns: wider than any table


class WordTable(Table):
    """A table whose columns stay in their order beside right-to-left words: each of its cells is isolated."""

    def add_column(self, header: "RenderableType" = "", *more: Any, **how: Any) -> None:
        super().add_column(cell(header), *more, **how)

    def add_row(self, *cells: "RenderableType | None", **how: Any) -> None:
        super().add_row(*map(cell, cells), **how)


def cell(content: Any) -> Any:
    """Words isolated from the columns beside them, in every line that they take."""
    if not isinstance(content, str | Text) or not language().is_right_to_left:
        return content
    return DirectedWords(content, is_column=True)


def table(headings: Sequence[str], left: Sequence[int] = (0,), show_header: bool = True) -> Table:
    """A table with a line below its headings. The columns numbered in `left` are words; the others are numbers."""
    made = WordTable(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), show_header=show_header)
    for number, heading in enumerate(headings):
        made.add_column(heading, justify="left" if number in left else "right", no_wrap=True, vertical="bottom")
    return made


def first_fitting(out: "Console", tables: Iterable[Table]) -> Table | None:
    """The first table that is not wider than the terminal: of a wider one, rich would cut the numbers."""
    anything = out.options.update(width=WIDEST)
    return next((one for one in tables if out.measure(one, options=anything).maximum <= out.width), None)


def labelled(rows: Sequence[tuple[str | Message, str | Message]], least: int) -> list[str]:
    """Lines that begin with labels, padded to `least` columns or to the longest label."""
    labels = [in_column(str(label)) for label, _ in rows]
    columns = max(least, *map(width, labels))
    return [
        f"{padded(label, columns)}{gap()}{in_column(str(words))}"
        for label, (_, words) in zip(labels, rows, strict=True)
    ]


def grid(rows: Sequence[Sequence[str]] = ()) -> Table:
    """Rows in columns, without lines or headings."""
    made = WordTable.grid(padding=(0, 2, 0, 0))
    for row in rows:
        made.add_row(*row)
    return made
