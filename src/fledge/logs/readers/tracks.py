"""Tracks: several processes in one log. Lines that count to 502 and lines that count to 620 are two runs.

Lanes (lanes.py) are processes that count to the same end.
"""

from datetime import datetime, timedelta

from fledge.config.fields import Value
from fledge.logs.readers.assemble import Assembler, Stretch, cut_back
from fledge.logs.readers.format import Format, LogRow
from fledge.logs.readers.lanes import Lanes
from fledge.logs.run import NoticeKind, Resume, Run, StepPart

MAX_TIME_BACK = timedelta(hours=2)  # clocks of several machines, and summer time
MAX_TRACKS = 50  # a log whose lines count to more different ends is no log of so many processes


class Tracks:
    """Lanes for each last iteration that lines state; lines that state none belong to the ones before."""

    def __init__(self, name: str, kind: Format) -> None:
        self.name, self.format = name, kind
        self.current = Lanes(name, kind)
        self.by_goal: dict[int, Lanes] = {}
        self.goal: int | None = None
        self.stamp = ""  # the time of the last row

    def row(self, row: LogRow, line: int, stamp: str = "") -> None:
        if stamp:
            if stamp < self.stamp and _is_earlier(stamp, self.stamp):
                self.assembler.begin_anew()
            self.stamp = stamp
        if row.last is not None and row.last != self.goal:
            self._turn_to(row.last)
        self.current.row(row, line, stamp)

    @property
    def assembler(self) -> Assembler:
        self.current.flush()
        return self.current.current

    def setting(self, name: str, value: Value, line: int) -> None:
        self.assembler.setting(name, value, line)

    def notice(self, kind: NoticeKind, text: str, line: int, part: StepPart | None = None) -> None:
        self.assembler.notice(kind, text, line, part)

    def finish(self, lines: int) -> list[Run]:
        lanes = list({id(lanes): lanes for lanes in (*self.by_goal.values(), self.current)}.values())
        tracks = [track for one in lanes for track in one.ended()]
        stretches = [stretch for track in tracks for stretch in track.stretches if stretch.run.curves]
        runs = _joined(sorted(stretches, key=lambda stretch: stretch.first_line))
        runs = runs or [stretch.run for track in tracks for stretch in track.stretches][-1:]
        for run in runs:
            run.lines = lines
        return runs

    def _turn_to(self, goal: int) -> None:
        before = self.assembler
        if self.goal is not None:
            if goal not in self.by_goal and len(self.by_goal) >= MAX_TRACKS:
                return
            self.current = self.by_goal.get(goal) or Lanes(self.name, self.format)
            new = self.assembler
            if not new.run.curves:  # what a new run printed before its first row
                new.values, before.values = before.values, {}
                new.settings, before.settings = before.settings, {}
                new.notices, before.notices = before.notices, []
        self.goal = goal
        self.by_goal[goal] = self.current


def _is_earlier(stamp: str, before: str) -> bool:
    """Whether a time is so much before another one that the two are not of one run."""
    try:
        return datetime.fromisoformat(before) - datetime.fromisoformat(stamp) > MAX_TIME_BACK
    except (ValueError, TypeError):  # not a time, or only one of them with a time zone
        return False


def _joined(stretches: list[Stretch]) -> list[Run]:
    """The runs, in the order of their first lines. One that goes on with another end than before is still one run."""
    found: list[Stretch] = []
    for new in stretches:
        old = found[-1] if found else None
        is_next = old is not None and old.goal != new.goal and old.last_line < new.first_line and not new.is_apart
        if old is None or not is_next or new.run.first_iter <= old.run.first_iter:
            found.append(new)
            continue
        if new.run.first_iter <= old.run.last_iter:
            old.run.resumes.append(Resume(new.run.first_iter, old.run.last_iter, new.first_line))
            cut_back(old.run, new.run.first_iter, new.run.curves.keys())
        _append(old.run, new.run)
        old.last_line, old.goal = new.last_line, new.goal
    return [stretch.run for stretch in found]


def _append(run: Run, more: Run) -> None:
    for metric, curve in more.curves.items():
        if metric not in run.curves:
            run.curves[metric] = curve
            continue
        for it, value in curve:
            run.curves[metric].put(it, value)
    run.settings |= more.settings
    run.notices += more.notices
    run.resumes += more.resumes
    run.repeated += more.repeated
    run.ended = more.ended
