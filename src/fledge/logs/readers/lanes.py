"""Lanes: runs that print in turn into one log, and count to the same end or state none.

The iterations tell them apart: a row goes far back, and the next one goes on where the row before had been.
"""

from array import array

from fledge.logs.readers.assemble import MAX_PROCESS_LAG_ROWS, STARTUP_NOTICES, STARTUP_SETTINGS, Assembler
from fledge.logs.readers.format import Format, LogRow

MAX_HELD_ROWS = 6  # fewer than processes of one run may be apart, so that a resumed run does not reach its old end
MAX_LANES = 20
MIN_LANE_ROWS = 3  # fewer are a strange line, not a run
MAX_EPOCH_SHARE = 0.9  # of an epoch: a row that goes back from later may be of the next one

NumberedRow = tuple[LogRow, int, str]  # with its line and time


class Lanes:
    """The Assemblers of runs that print in turn. Usually there is one."""

    def __init__(self, name: str, kind: Format) -> None:
        self.name, self.format = name, kind
        self.current = Assembler(name, kind)
        self.all = [self.current]
        self.held: list[NumberedRow] = []  # that went back: the next row tells whether they are of another run

    def row(self, row: LogRow, line: int, stamp: str) -> None:
        if not self.held and len(self.all) == 1 and (row.it is None or row.it >= self.current.top):
            self.current.row(row, line, stamp)
            return
        is_plain = row.it is not None and row.placing is None and not row.counted
        if self.held and not self._settle_held(row, is_plain):
            self.held.append((row, line, stamp))
            return
        if is_plain and (len(self.all) > 1 or (row.it or 0) < self.current.top):
            if len(self.all) > 1:
                self._turn(row)
            if self._is_back(row):
                self.held.append((row, line, stamp))
                return
        self.current.row(row, line, stamp)

    def flush(self) -> None:
        """What was held is of the current run."""
        held, self.held = self.held, []
        for row, line, stamp in held:
            self.current.row(row, line, stamp)

    def ended(self) -> list[Assembler]:
        """All of them, without those that are too short to be runs."""
        self.flush()
        for lane in self.all:
            lane.end()
        return [lane for lane in self.all if lane is self.all[0] or _rows(lane) >= MIN_LANE_ROWS]

    def _settle_held(self, row: LogRow, is_plain: bool) -> bool:
        """Decide about what is held; False if this row does not tell."""
        is_known = is_plain and any(_follows(lane, row) for lane in self.all) and not self._goes_on(row)
        if not is_known and len(self.held) < MAX_HELD_ROWS:
            return False
        if is_known and len(self.all) < MAX_LANES:
            other = Assembler(self.name, self.format)
            for held, line, stamp in self.held:
                other.row(held, line, stamp)
            self.all.append(other)
            self.held = []
        else:
            self.flush()
        return True

    def _goes_on(self, row: LogRow) -> bool:
        """Whether the row may be the next of those that are held."""
        last = [held.it for held, _, _ in self.held if held.it is not None][-1]
        return row.it is not None and 0 <= row.it - last <= (_interval(self.current) or 1)

    def _turn(self, row: LogRow) -> None:
        """To the run that this row continues, if it is not the current one."""
        fitting = [lane for lane in self.all if _follows(lane, row)]
        if fitting:
            self.current = min(fitting, key=lambda lane: _distance(lane, row))

    def _is_back(self, row: LogRow) -> bool:
        """Whether it is so far behind that it is not another process of the same run, and no line says why."""
        lane, it = self.current, row.it
        if it is None or it >= lane.top or not lane.run.curves or lane.epochs.is_active or "epoch" in row.values:
            return False
        if any(notice.kind in STARTUP_NOTICES for notice in lane.notices) or STARTUP_SETTINGS & lane.settings.keys():
            return False
        if row.last and lane.top >= MAX_EPOCH_SHARE * row.last:
            return False
        step = _interval(lane)
        is_anew = it <= lane.run.first_iter and lane.top - it >= 2 * step
        return step > 0 and (is_anew or lane.top - it >= MAX_PROCESS_LAG_ROWS * step)


def _interval(lane: Assembler) -> int:
    """Iterations between its last two rows; 0 if it has one row."""
    iters = max((curve.iters for curve in lane.run.curves.values()), key=len, default=array("q"))
    return iters[-1] - iters[-2] if len(iters) > 1 else 0


def _follows(lane: Assembler, row: LogRow) -> bool:
    """Whether the row is the next one of a run, or another one of its last iteration."""
    assert row.it is not None
    return 0 <= row.it - lane.top <= (_interval(lane) or 1)


def _distance(lane: Assembler, row: LogRow) -> tuple[bool, float]:
    """Of two runs that a row may continue, the one that is not there yet is nearer, then the one of a similar loss."""
    loss, losses = row.values.get("loss"), lane.run.curve("loss")
    apart = abs(losses.values[-1] - loss) if loss is not None and len(losses) else 0.0
    is_there = bool(len(losses)) and losses.iters[-1] == row.it
    return is_there, apart


def _rows(lane: Assembler) -> int:
    return max((len(curve) for curve in lane.run.curves.values()), default=0)
