"""Tables of metrics: TensorBoard's and wandb's CSV exports, Lightning's metrics.csv, anybody's.

The first line names the columns. wandb's have the run in them, and a file may hold several runs.
"""

import csv
import re
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from fledge.common.errors import FledgeError
from fledge.logs.readers.assemble import Assembler
from fledge.logs.readers.format import Format
from fledge.logs.readers.generic import row_of
from fledge.logs.readers.lines import ITERATION, PRINTED, metric_of, without_tail, words_of
from fledge.logs.readers.log import SHOWN, Reading
from fledge.logs.run import Known

TENSORBOARD = Format("TensorBoard CSV", "TensorBoard's CSV export", "Wall time,Step,Value")
WANDB = Format("wandb CSV", "wandb's CSV export", '"Step","run-1 - train/loss"', counts="wandb steps")
ITERATIONS = Format("CSV", "tables of metrics, as Lightning's metrics.csv", "step,train_loss,val_loss")
EPOCHS = Format("CSV", ITERATIONS.about, "epoch,loss,val_loss", counts="epochs")
LINES = Format("CSV", ITERATIONS.about, "loss,val_loss", counts="log lines")
TENSORBOARD_HEADER = ["wall time", "step", "value"]
OF_A_RUN = re.compile(r"^(?P<run>.+) - (?P<metric>\S.*)$")
SPREAD = ("__MIN", "__MAX")  # wandb's columns of what it left out between two points
WANDB_STEP = ("Step", "_step")


@dataclass(frozen=True)
class Table:
    """What the first line says: where the iteration is, and which column is which metric of which run."""

    header: list[str]
    delimiter: str
    step: int | None
    format: Format
    columns: dict[str, dict[int, str]]  # by run


def find_table(lines: Sequence[str], name: str) -> Table | None:
    """The table that these lines begin, if they do: a first line of names, a second of as many cells."""
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
    return metric_of(key)[0] in ("loss", "val_loss")


def _table(header: list[str], first: list[str], delimiter: str, name: str) -> Table | None:
    words = [words_of(cell) for cell in header]
    if words == TENSORBOARD_HEADER:
        return Table(header, delimiter, 1, TENSORBOARD, {"": {2: _tag_of(name)}})
    columns: dict[str, dict[int, str]] = {}
    for place, cell in enumerate(header):
        run, metric = (found["run"], found["metric"]) if (found := OF_A_RUN.match(cell)) else ("", cell)
        if metric_of(metric)[0] is not None and not cell.endswith(SPREAD):
            columns.setdefault(run, {})[place] = metric
    if not any(_is_loss(metric) for theirs in columns.values() for metric in theirs.values()):
        return None
    return Table(header, delimiter, *_numbering(header, words, first, "" in columns), columns)


def _numbering(header: list[str], words: list[str], first: list[str], is_plain: bool) -> tuple[int | None, Format]:
    """The column of the iterations, and what they are. wandb's own count is taken if there is no better one."""
    numbered = [place for place, word in enumerate(words) if word in ITERATION]
    for place in sorted(numbered, key=lambda place: header[place] in WANDB_STEP):
        is_wandb = header[place] == "_step" or (header[place] == "Step" and not is_plain)
        return place, WANDB if is_wandb else ITERATIONS
    if "epoch" in words and first[words.index("epoch")].removesuffix(".0").isdigit():
        return words.index("epoch"), EPOCHS
    return None, LINES


def _tag_of(name: str) -> str:
    """TensorBoard names the curve in the file's name alone: run-NAME-tag-train_loss.csv."""
    tag = PurePath(name).name.removesuffix(".csv").rpartition("tag-")[2]
    if metric_of(tag)[0] is None:
        raise FledgeError(
            f"{name} holds a curve of TensorBoard's, and its name does not say of what.",
            "Name it as TensorBoard does, run-NAME-tag-train_loss.csv, or name the event file itself.",
        )
    return tag


class TableReader:
    def __init__(self, name: str, table: Table) -> None:
        self.table = table
        self.into = {run: Assembler(name, table.format) for run in table.columns}
        self.lines = self.rows = self.other = 0
        self.examples: list[tuple[int, str]] = []
        self.recent: deque[str] = deque(maxlen=20)

    def feed(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.lines += 1
            cells = _cells(line, self.table.delimiter)
            if cells == self.table.header or not line.strip():
                continue
            if len(cells) == len(self.table.header) and self._take(cells):
                self.rows += 1
                self.recent.append(line)
                continue
            self.other += 1
            if len(self.examples) < SHOWN:
                self.examples.append((self.lines, line.strip()[:200]))

    def feed_last(self, line: str) -> None:
        """The last line, if no line end is behind it: its last cell may have been cut short."""
        if line.count('"') % 2:
            line = line.rpartition('"')[0]
        cells = _cells(line, self.table.delimiter)
        tail = without_tail(line) if len(cells) == len(self.table.header) else None
        usual = max((before[1] for row in self.recent if (before := without_tail(row))), default=0)
        self.feed([line if tail is None or tail[1] >= usual else tail[0]])

    def _take(self, cells: list[str]) -> bool:
        """Whether a row says anything of a run."""
        step = self.rows if self.table.step is None else cells[self.table.step]
        told = False
        for run, columns in self.table.columns.items():
            named: dict[str, object] = {metric: cells[place] for place, metric in columns.items() if cells[place]}
            if row := row_of({"step": str(step), **named}):
                self.into[run].row(row, self.lines)
                told = True
        return told

    def finish(self) -> Reading:
        runs = []
        for name, into in self.into.items():
            for run in into.finish(self.lines):
                if name:
                    run.settings["wandb_run_name"] = Known(name, "the column's name")
                if run.curves:
                    runs.append(run)
        return Reading(runs, self.lines, self.rows, self.other, self.examples)
