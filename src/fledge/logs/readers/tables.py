"""Tables of metrics: CSV exports of TensorBoard and wandb, Lightning's metrics.csv, and others.

The first line names the columns. wandb puts the run's name into them, and a file may hold several runs.
"""

import csv
import re
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from fledge.common.errors import FledgeError
from fledge.logs.readers.assemble import Assembler
from fledge.logs.readers.families import judge_model
from fledge.logs.readers.format import Format
from fledge.logs.readers.generic import row_of
from fledge.logs.readers.log import LogReading
from fledge.logs.readers.metric_names import ITERATION_NAMES, metric_of, with_sums, words_of
from fledge.logs.readers.numbers import PRINTED, split_tail
from fledge.logs.run import Known
from fledge.texts import say

TENSORBOARD = Format("TensorBoard CSV", "Wall time,Step,Value")
WANDB = Format("wandb CSV", '"Step","run-1 - train/loss"', counts="wandb steps")
ITERATIONS = Format("CSV", "step,train_loss,val_loss")
EPOCHS = Format("CSV", "epoch,loss,val_loss", counts="epochs")
LINES = Format("CSV", "loss,val_loss", counts="log lines")
TENSORBOARD_HEADER = ["wall time", "step", "value"]
RUN_COLUMN = re.compile(r"^(?P<run>.+) - (?P<metric>\S.*)$")
RANGE_ENDS = ("__MIN", "__MAX")  # wandb's columns of the range between two points
RECENT_ROWS = 20  # kept, to see how many decimals the last column has
WANDB_STEP = ("Step", "_step")


@dataclass(frozen=True)
class Table:
    """The meaning of a table's columns: the iteration, and the metric and run of each other column."""

    header: list[str]
    delimiter: str
    step: int | None
    format: Format
    columns: dict[str, dict[int, str]]  # of each run: column and metric
    is_of_parts: bool = False  # it has no loss, only parts of one, as YOLO's


def find_table(lines: Sequence[str], name: str) -> Table | None:
    """The table that starts with these lines, if it is one: a line of names, and a line of as many cells."""
    rows = [line for line in lines if line.strip() and not line.startswith("#")][:2]
    if len(rows) < 2:
        return None
    for delimiter in (",", "\t", ";"):
        header, first = (_cells(row, delimiter) for row in rows)
        fits = 2 <= len(header) == len(first) and not any(map(_is_number, header))
        if fits and (table := _table(header, first, delimiter, name)):
            return table
    return None


def _cells(line: str, delimiter: str) -> list[str]:
    if '"' not in line:
        return [cell.strip() for cell in line.rstrip("\r").split(delimiter)]
    try:
        return [cell.strip() for cell in next(csv.reader([line], delimiter=delimiter), [])]
    except csv.Error:
        return []


def _is_number(cell: str) -> bool:
    return bool(PRINTED.fullmatch(cell))


def _is_loss(key: str) -> bool:
    return metric_of(key)[0] in ("loss", "train_loss", "val_loss")


def _table(header: list[str], first: list[str], delimiter: str, name: str) -> Table | None:
    words = [words_of(cell) for cell in header]
    if words == TENSORBOARD_HEADER:
        return Table(header, delimiter, 1, TENSORBOARD, {"": {2: _tag_of(name)}})
    columns: dict[str, dict[int, str]] = {}
    for place, cell in enumerate(header):
        run, metric = (found["run"], found["metric"]) if (found := RUN_COLUMN.match(cell)) else ("", cell)
        if metric_of(metric)[0] is not None and not cell.endswith(RANGE_ENDS):
            columns.setdefault(run, {})[place] = metric
    numbering = _numbering(header, words, first, "" in columns)
    if any(_is_loss(metric) for theirs in columns.values() for metric in theirs.values()):
        return Table(header, delimiter, *numbering, columns)
    if any(map(_is_loss, with_sums(dict(zip(header, first, strict=True))))):
        return Table(header, delimiter, *numbering, {"": dict(enumerate(header))}, is_of_parts=True)
    return None


def _numbering(header: list[str], words: list[str], first: list[str], is_plain: bool) -> tuple[int | None, Format]:
    """The column of the iterations, and what it counts. wandb's own step is used only if there is no better column."""
    numbered = [place for place, word in enumerate(words) if word in ITERATION_NAMES]
    for place in sorted(numbered, key=lambda place: header[place] in WANDB_STEP):
        is_wandb = header[place] == "_step" or (header[place] == "Step" and not is_plain)
        return place, WANDB if is_wandb else ITERATIONS
    if "epoch" in words and first[words.index("epoch")].removesuffix(".0").isdigit():
        return words.index("epoch"), EPOCHS
    return None, LINES


def _tag_of(name: str) -> str:
    """The metric of TensorBoard's export, which only the file's name states: run-NAME-tag-train_loss.csv."""
    tag = PurePath(name).name.removesuffix(".csv").rpartition("tag-")[2]
    if metric_of(tag)[0] is None:
        raise FledgeError(
            say("logs.nameless_csv", name=name),
            say("logs.rename_csv"),
        )
    return tag


class TableReader:
    def __init__(self, name: str, table: Table) -> None:
        self.table = table
        self.into = {run: Assembler(name, table.format) for run in table.columns}
        self.reading = LogReading()
        self.recent: deque[str] = deque(maxlen=RECENT_ROWS)

    def feed(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.reading.lines += 1
            cells = _cells(line, self.table.delimiter)
            if cells == self.table.header or not line.strip():
                continue
            if len(cells) == len(self.table.header) and self._take(cells):
                self.reading.rows += 1
                self.recent.append(line)
            else:
                self.reading.not_understood(self.reading.lines, line)

    def feed_last(self, line: str) -> None:
        """The last line of a file without a final line end: its last cell may be cut short."""
        if line.count('"') % 2:
            line = line.rpartition('"')[0]
        cells = _cells(line, self.table.delimiter)
        tail = split_tail(line) if len(cells) == len(self.table.header) else None
        usual = max((before[1] for row in self.recent if (before := split_tail(row))), default=0)
        self.feed([line if tail is None or tail[1] >= usual else tail[0]])

    def _take(self, cells: list[str]) -> bool:
        """Whether any run took numbers from the row."""
        step = self.reading.rows if self.table.step is None else cells[self.table.step]
        is_taken = False
        for run, columns in self.table.columns.items():
            named = {metric: cells[place] for place, metric in columns.items() if cells[place]}
            if self.table.is_of_parts:
                named = with_sums(named)
            if row := row_of({"step": str(step), **named}):
                self.into[run].row(row, self.reading.lines)
                is_taken = True
        return is_taken

    def finish(self) -> LogReading:
        for name, into in self.into.items():
            found = [run for run in into.finish(self.reading.lines) if run.curves]
            for run in found:
                judge_model(run, self.table.header, is_general=False)
                if name:
                    run.settings["wandb_run_name"] = Known(name, "the column's name")
            self.reading.runs += found
        return self.reading
