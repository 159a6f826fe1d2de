"""fledge's own runs: a run directory, a metrics.jsonl alone, and the console."""

import contextlib
import itertools
import math
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from fledge.common.errors import FledgeError
from fledge.config.fields import convert
from fledge.config.schema import SETTINGS
from fledge.logs.readers import nanogpt
from fledge.logs.readers.assemble import MAX_NOTICE_CHARS
from fledge.logs.readers.format import line_format
from fledge.logs.readers.json_blocks import BLOCK_LINES, iterations_of, numbers_of, objects_of
from fledge.logs.readers.log import LogReading
from fledge.logs.readers.numbers import MAX_VALUE, load_object
from fledge.logs.readers.source import opened
from fledge.logs.run import LOAD_METRICS, Curve, Known, Metric, Notice, NoticeKind, PlannedFigure, Resume, Run
from fledge.logs.run_lock import writer_of
from fledge.texts import say
from fledge.texts.message_json import message_from_json

ITERATION_METRICS: tuple[Metric, ...] = (
    "loss", "lr", "grad_norm", "dt_ms", "tokens", "tokens_per_s", "mfu", "memory_mb", *LOAD_METRICS,
)  # fmt: skip
EVALUATION_METRICS: tuple[Metric, ...] = ("train_loss", "val_loss", "val_bpb", "eval_s", "train_s")
FIELDS: dict[Metric, str] = {"val_bpb": "bits_per_byte"}  # of an event, where its name is not the metric's
START_TEXTS = ("peak_basis", "device_name", "val_text")
START_NUMBERS = {  # fields of the start event, and the settings they are
    "params": "params",
    "tokens_per_iter": "tokens_per_iter",
    "peak_flops": "peak_flops",
    "processes": "processes",
    "world_size": "processes",
    "train_tokens": "dataset_tokens",
    "max_iters": "max_iters",
}
NOTICES: dict[str, NoticeKind] = {
    "checkpoint": "saved",
    "compile": "compiled",
    "warning": "warning",
    "sample": "sample",
}
MAX_SAMPLE_CHARS = 100_000
MIN_BLOCK_LINES = 8  # fewer are as quick one by one
MAX_NAME_CHARS = 100

CONSOLE = line_format(
    "fledge",
    "iter 4980: loss 0.8010, time 33.22ms, mfu 61.07%",
    *nanogpt.PATTERNS,
    startup_texts=(*nanogpt.FORMAT.startup_texts, "mfu is of "),  # only this line differs from nanoGPT's console
)


def read_directory(path: Path) -> LogReading:
    with opened(str(path / "metrics.jsonl")) as source:
        return with_directory(read_metrics(source.all_lines(), str(path)), path)


def with_directory(reading: LogReading, path: Path) -> LogReading:
    """What a metrics.jsonl says, with the settings of its run directory, and the process that writes there now."""
    run = reading.runs[0]
    settings = {**_settings(path / "config.json"), **run.settings}
    return replace(reading, runs=[replace(run, origin="directory", settings=settings, writer=writer_of(path))])


def is_metrics(line: str) -> bool:
    """Whether a file that begins with this line is a metrics.jsonl of fledge."""
    event = _event(line)
    return event is not None and "time" in event


def read_metrics(lines: Iterable[str], name: str) -> LogReading:
    reader = MetricsReader(name)
    reader.feed(lines)
    return reader.finish()


class MetricsReader:
    """Takes the lines of a metrics.jsonl. Torn lines are counted.

    Iterations are most of them, and are taken by the block; everything else, and every block with something unusual
    in it, line by line. Both ways read the same.
    """

    def __init__(self, name: str) -> None:
        self._run = Run(name, "fledge")
        self._reading = LogReading([self._run])

    def feed(self, lines: Iterable[str]) -> None:
        left = iter(lines)
        while block := list(itertools.islice(left, BLOCK_LINES)):
            self._feed_block(block)

    def feed_singly(self, lines: Iterable[str]) -> None:
        run = self._run
        for line in lines:
            if not line.strip():
                continue
            run.lines += 1
            if event := _event(line):
                _take(event, run)
            else:
                self._reading.not_understood(run.lines, line)

    def _feed_block(self, lines: list[str]) -> None:
        events = objects_of(lines) if len(lines) >= MIN_BLOCK_LINES else None
        if events is None:
            self.feed_singly(lines)
            return
        begin = 0
        for is_iteration, stretch in itertools.groupby(events, _is_iteration):
            rows = list(stretch)
            end = begin + len(rows)
            if not is_iteration or len(rows) < MIN_BLOCK_LINES or not _take_iterations(rows, self._run):
                self.feed_singly(lines[begin:end])
            begin = end

    def finish(self) -> LogReading:
        """What was read so far; more may follow."""
        lines = self._run.lines
        return replace(self._reading, lines=lines, rows=lines - self._reading.other)


def _event(line: str) -> dict[str, Any] | None:
    event = load_object(line)
    return event if event is not None and isinstance(event.get("event"), str) else None


def _settings(path: Path) -> dict[str, Known]:
    """The settings of a config.json that this version knows, and that are of the right kind."""
    fix = say("logs.is_it_ours")
    try:
        document = load_object(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise FledgeError(say("logs.unreadable", path=path), fix) from error
    if document is None:
        raise FledgeError(say("logs.unreadable", path=path), fix)
    found = {}
    for name, entry in document.items():
        if name in SETTINGS and isinstance(entry, dict):
            with contextlib.suppress(ValueError):
                found[name] = Known(convert(SETTINGS[name], entry.get("value")), str(entry.get("origin", "")))
    return found


def _take(event: dict[str, Any], run: Run) -> None:
    kind, it = event["event"], event.get("iter")
    at = it if isinstance(it, int) and 0 <= it < 1 << 53 else None
    if kind in ("iter", "eval") and at is not None:
        for metric in ITERATION_METRICS if kind == "iter" else EVALUATION_METRICS:
            raw = event.get(FIELDS.get(metric, metric))
            value = raw if type(raw) is float else _number(raw)
            if value is not None:
                _add(run, metric, at, value)
    elif kind == "start":
        _start(event, at, run)
    elif kind == "end":
        run.ended = str(event.get("reason", ""))[:MAX_NAME_CHARS]
    elif kind == "planned":
        run.planned = _planned(event)
    elif kind in NOTICES:
        text = str(event.get("text") or event.get("message") or event.get("path") or kind)
        most = MAX_SAMPLE_CHARS if kind == "sample" else MAX_NOTICE_CHARS
        message = message_from_json(event) if kind == "warning" else None
        run.notices.append(Notice(NOTICES[kind], text[:most], run.lines, at, message=message))


def _is_iteration(event: dict[str, Any]) -> bool:
    return bool(event.get("event") == "iter")


def _take_iterations(rows: Sequence[dict[str, Any]], run: Run) -> bool:
    """Take the rows of successive iterations, column by column. False, and nothing is taken, if one is unusual."""
    iters = iterations_of([row.get("iter") for row in rows])
    if iters is None:
        return False
    columns = {}
    for metric in ITERATION_METRICS:
        found = numbers_of([row.get(metric) for row in rows])
        if found is None or (found[0] and found[0][0] > 0 and metric not in run.curves):
            return False  # a metric that begins inside of the block: the curves stand in the order of their beginnings
        if found[0]:
            columns[metric] = found
    run.lines += len(rows)
    for metric, (places, values) in columns.items():
        curve = run.curves.setdefault(metric, Curve())
        at = iters if len(places) == len(rows) else array("q", map(iters.__getitem__, places))
        if not curve.iters or curve.iters[-1] < at[0]:
            curve.iters.extend(at)
            curve.values.extend(values)
        else:
            for it, value in zip(at, values, strict=True):
                _add(run, metric, it, value)
    return True


def _planned(event: dict[str, Any]) -> dict[str, PlannedFigure]:
    found = {}
    for name, row in event.items():
        if isinstance(row, dict):
            planned, actual, unit = _finite(row.get("planned")), _finite(row.get("actual")), row.get("unit")
            if planned is not None and actual is not None and isinstance(unit, str):
                ends = _finite(row.get("low")), _finite(row.get("high"))
                found[name[:MAX_NAME_CHARS]] = PlannedFigure(planned, actual, unit[:MAX_NAME_CHARS], *ends)
    return found


def _add(run: Run, metric: Metric, at: int, value: float) -> None:
    curve = run.curves.get(metric)
    if curve is None:
        curve = run.curves[metric] = Curve()
    if not curve.iters or curve.iters[-1] < at:
        curve.add(at, value)


def _start(event: dict[str, Any], at: int | None, run: Run) -> None:
    """A process started or resumed at an iteration: what follows replaces what was there."""
    run.ended = ""
    for name, ours in START_NUMBERS.items():
        value = event.get(name)
        if isinstance(value, int | float) and (_finite(value) or 0) > 0:
            run.settings[ours] = Known(value, "the run")
    run.cores, run.planned_step_ms = _finite(event.get("cores")), _finite(event.get("planned_step_ms"))
    for name in START_TEXTS:
        if isinstance(text := event.get(name), str):
            run.settings[name] = Known(text[:MAX_NAME_CHARS], "the run")
    if at is None or not run.curves:
        return
    if run.last_iter > at:
        run.resumes.append(Resume(at, run.last_iter, run.lines))
    for metric, curve in run.curves.items():
        curve.cut(at + 1 if metric in EVALUATION_METRICS else at)  # the evaluation came before the iteration
    run.notices = [notice for notice in run.notices if notice.it is None or notice.it <= at]


def _finite(raw: Any) -> float | None:
    """A number that can be calculated with."""
    value = _number(raw)
    return value if value is not None and abs(value) < MAX_VALUE else None


def _number(raw: Any) -> float | None:
    """A number of an event. Numbers that are not finite are written as text."""
    if isinstance(raw, bool) or not isinstance(raw, int | float | str):
        return None
    try:
        value = float(raw)
    except (ValueError, OverflowError):
        return None
    return None if isinstance(raw, str) and math.isfinite(value) else value
