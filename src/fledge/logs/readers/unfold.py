"""Unfolder: blocks, tables and headings become single lines of named numbers, which any format can read.

OLMo and Composer print a heading with the step and a number on each line below it. Keras and many homemade trainers
print `Epoch 3/10` and the losses on another line. fastai and notebooks print a table with a header.
"""

import re

from fledge.logs.readers.metric_names import ITERATION_NAMES, meaning_of, with_sums, words_of
from fledge.logs.run import Metric

MAX_BLOCK_LINES = 1000
MAX_MEMBER_CHARS = 200
MAX_HEADING_CHARS = 160
MAX_LINES_BETWEEN = 200  # between a heading and a loss below it, or a table's header and a row
HEADING = re.compile(  # [step=10/100,epoch=0]; [Eval batch=3/3] Eval on c4 data:; Step 100:; === Epoch 3/10 ===
    r"^\W*(?:eval |train(?:ing)? |global[_ ])?(?:epoch|ep|step|iter|iteration|batch|sample|token|update)s?\b"
    r"\W*\d[\d,]*(?:\s*(?:/|of)\s*\d[\d,]*)?(?P<rest>[^|]*)$",
    re.IGNORECASE,
)
EPOCH_HEADING = re.compile(
    r"^\W*ep(?:och)?\b\W*(?P<epoch>\d{1,9})(?:\s*(?:/|of)\s*(?P<of>\d{1,9}))?[\s:.\-=*#\])]*$", re.IGNORECASE
)
STEP_HEADING = re.compile(r"^\W*(?:global[_ ])?(?:step|iter|iteration)\b", re.IGNORECASE)
EVALUATION_HEADING = re.compile(  # Test Error:
    r"^\W*(?:test|testing|val|valid|validation|eval|evaluation)\b[\w ]{0,20}:\s*$", re.IGNORECASE
)
MAX_EVALUATION_LINES = 3  # below such a heading, until one has a loss
OWN_EPOCH = re.compile(r"\bep(?:och)?s?\b[\s:=#\[(\"']{0,4}\d", re.IGNORECASE)
MEMBER = re.compile(
    r"^(?P<indent>\s*)(?P<name>[A-Za-z][\w /.()%@-]{0,80}?)\s*[:=]\s*(?:[-+.\d]|nan|inf)", re.IGNORECASE
)
CELL_BORDERS = re.compile(r"\s*[|│┃║]\s*|\t+|\s{2,}")
NUMBER_CELL = re.compile(
    r"[-+]?(?:\d[\d,]*\.?\d*|\.\d+)(?:e[-+]?\d+)?[%GM]?|nan|-?inf|none|#na#|n/a|-|\d+/\d+", re.IGNORECASE
)
TIME_CELL = re.compile(r"\d+:\d\d(?::\d\d)?|\d+(?:\.\d+)?[smh]")
RULE = re.compile(r"^[\s|+:─━═┄┼╪╇╬├┤┡┩┏┓┗┛┌┐└┘╞╡=_-]+$")
BAR_IN_ROW = re.compile(r":\s+\d+%.*$")

Line = tuple[int, str]  # its number and its text


class Unfolder:
    """Takes the lines of a log one by one, and returns the lines to read instead."""

    def __init__(self) -> None:
        self.block: list[str] = []  # a heading, and the lines below it that name a metric
        self.block_line = self.block_lines = 0
        self.flat: list[Line] = []  # the lines of a block whose members are not indented
        self.columns: list[str] = []  # of the table that the next lines may belong to
        self.last_row = ""  # of the table
        self.heading = ""  # an epoch's
        self.evaluation = ""  # a heading of an evaluation
        self.evaluation_age = 0  # lines since then
        self.age = 0  # lines since the heading, or since the table's last row
        self.is_idle = True  # the next line does not depend on the lines before

    def feed(self, line: int, text: str) -> list[Line]:
        found = self._feed(line, text)
        self.is_idle = not (self.block or self.columns or self.heading or self.evaluation)
        return found

    def _feed(self, line: int, text: str) -> list[Line]:
        if self.block:
            if self._is_member(line, text):
                return []
            return [*self.finish(), *self._feed(line, text)]
        if self.columns and (row := self._row(text)) is not None:
            return [(line, row)] if row else []
        if len(text) <= MAX_HEADING_CHARS and (heading := HEADING.match(text)) and "oss" not in heading["rest"]:
            self.block, self.block_line, self.block_lines = [text.strip()], line, 0
            self.flat = [(line, text)]
            return []
        if text.endswith((":", ": ")) and EVALUATION_HEADING.match(text):
            self.evaluation, self.evaluation_age = text.strip(), 0
            return []
        if columns := _columns(text):
            self.columns, self.age = columns, 0
            return []
        return [(line, self._under_heading(self._of_evaluation(text)))]

    def finish(self) -> list[Line]:
        """The block so far, as one line. A heading alone is remembered."""
        block, flat = self.block, self.flat
        self.block, self.flat = [], []
        if len(block) == 1 and (found := EPOCH_HEADING.match(block[0])):
            of = f"/{found['of']}" if found["of"] else ""
            self.heading, self.age = f"Epoch {found['epoch']}{of}", 0
            return []
        if len(flat) > 1 and "oss" not in " ".join(block):  # settings, or a row of its own
            return flat
        return [(self.block_line, " | ".join(block))] if block else []

    def _is_member(self, line: int, text: str) -> bool:
        """Whether the line belongs to the block. Log prefixes hide the indentation of a block with a [heading].

        Below `Step 20` also lines that are not indented do, as long as each names another metric.
        """
        member = MEMBER.match(text)
        if not member or self.block_lines >= MAX_BLOCK_LINES:
            return False
        metric = meaning_of(member["name"].strip()).metric if len(text) <= MAX_MEMBER_CHARS else None
        if not (member["indent"] or self.block[0].startswith("[")):
            if metric is None or not STEP_HEADING.match(self.block[0]) or self._has(metric):
                return False
            self.flat.append((line, text))
        self.block_lines += 1
        if metric is not None:
            self.block.append(text.strip())
        return True

    def _has(self, metric: Metric) -> bool:
        names = (member["name"].strip() for text in self.block[1:] if (member := MEMBER.match(text)))
        return any(meaning_of(name).metric == metric for name in names)

    def _of_evaluation(self, text: str) -> str:
        """A loss below a heading such as `Test Error:` is the evaluation's."""
        if not self.evaluation or not text.strip():
            return text
        heading, has_loss = self.evaluation, "oss" in text
        self.evaluation_age += 1
        if has_loss or self.evaluation_age >= MAX_EVALUATION_LINES:
            self.evaluation = ""
        return f"{heading} {text.strip()}" if has_loss else text

    def _under_heading(self, text: str) -> str:
        if not self.heading:
            return text
        self.age += 1
        if self.age > MAX_LINES_BETWEEN:
            self.heading = ""
        elif ("oss" in text or "OSS" in text) and not OWN_EPOCH.search(text):
            return f"{self.heading} | {text.strip()}"
        return text

    def _row(self, text: str) -> str | None:
        """A row of the table as named numbers; nothing for a rule or the header again; None for other lines."""
        if not text.strip() or RULE.match(text):
            return ""
        cells = _cells(BAR_IN_ROW.sub("", text))
        if cells == self.columns:
            return ""
        if len(cells) == len(self.columns) and all(map(_is_cell, cells)):
            self.age, self.last_row = 0, text
            named = {
                name: cell for name, cell in zip(self.columns, cells, strict=True) if not TIME_CELL.fullmatch(cell)
            }
            return " | ".join(f"{name}={cell}" for name, cell in with_sums(named).items())
        self.age += 1
        if self.age > MAX_LINES_BETWEEN or (len(cells) > 1 and _is_cell(cells[0])):
            self.columns = []
        return None


def _is_cell(cell: str) -> bool:
    return bool(NUMBER_CELL.fullmatch(cell) or TIME_CELL.fullmatch(cell))


def _cells(text: str) -> list[str]:
    cells = [cell for cell in CELL_BORDERS.split(text.strip().strip("|│┃║").strip()) if cell]
    return cells if len(cells) > 1 else text.split()


def _columns(text: str) -> list[str]:
    """The names in a table's header: the number of an epoch or step first, and a loss. None of them has a value."""
    if ("oss" not in text and "OSS" not in text) or ":" in text or "=" in text or len(text) > 2000:
        return []
    names = _cells(text)
    if len(names) < 2 or any(name[:1].isdigit() for name in names):
        return []
    first = words_of(names[0])
    is_numbered = first in ITERATION_NAMES or first in ("epoch", "epochs")
    has_loss = any(
        meaning_of(name).metric in ("loss", "train_loss", "val_loss") for name in with_sums(dict.fromkeys(names, "0"))
    )
    return names if is_numbered and has_loss else []
