"""Our own runs: the config.json and metrics.jsonl of a run directory, a metrics.jsonl alone, and the console."""

import json
import math
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from fledge.common.errors import FledgeError
from fledge.config.fields import Value
from fledge.logs.readers import nanogpt
from fledge.logs.readers.format import line_format
from fledge.logs.readers.lines import load_event
from fledge.logs.readers.log import Reading
from fledge.logs.readers.source import opened
from fledge.logs.run import Curve, Known, Mark, MarkKind, Metric, Resume, Run

OF_ITERATIONS: tuple[Metric, ...] = (
    "loss",
    "lr",
    "grad_norm",
    "dt_ms",
    "tokens",
    "tokens_per_s",
    "mfu",
    "memory_mb",
)
OF_EVALUATIONS: tuple[Metric, ...] = ("train_loss", "val_loss", "eval_s", "train_s")
OF_START = {  # the start event's names of what a run is known to be
    "params": "params",
    "tokens_per_iter": "tokens_per_iter",
    "peak_flops": "peak_flops",
    "peak_basis": "peak_basis",
    "device_name": "device_name",
    "processes": "processes",
    "world_size": "processes",
    "train_tokens": "dataset_tokens",
    "max_iters": "max_iters",
}
MARKS: dict[str, MarkKind] = {"checkpoint": "saved", "compile": "compiled", "warning": "warning", "sample": "sample"}
MARK_TEXT = 300

CONSOLE = line_format(
    "fledge",
    "fledge's console and log.txt",
    "iter 4980: loss 0.8010, time 33.22ms, mfu 61.07%",
    *nanogpt.HEADS,
    signs=(*nanogpt.FORMAT.signs, "mfu is of "),  # which is all that nanoGPT's console does not say
)


def read_directory(path: Path) -> Reading:
    settings = _settings(path / "config.json")
    with opened(str(path / "metrics.jsonl")) as source:
        reading = read_metrics(source.all_lines(), str(path))
    run = reading.runs[0]
    run.origin, run.settings = "directory", {**settings, **run.settings}
    return reading


def is_metrics(line: str) -> bool:
    """Whether a file that begins so is a metrics.jsonl of ours."""
    event = _event(line)
    return event is not None and "time" in event


def read_metrics(lines: Iterable[str], name: str) -> Reading:
    """The events of a metrics.jsonl; a line that was torn is no event, and is counted."""
    run = Run(name, "fledge")
    other, examples = 0, []
    for line in lines:
        if not line.strip():
            continue
        run.lines += 1
        if event := _event(line):
            _take(event, run)
        else:
            other += 1
            examples += [(run.lines, line.strip()[:200])] if other <= 20 else []
    return Reading([run], run.lines, run.lines - other, other, examples)


def _event(line: str) -> dict[str, Any] | None:
    event = load_event(line)
    return event if event is not None and isinstance(event.get("event"), str) else None


def _settings(path: Path) -> dict[str, Known]:
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        return {name: Known(entry["value"], str(entry["origin"])) for name, entry in document.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise FledgeError(
            f"{path} can't be read.", "Is it a run of fledge's? Its log.txt can be read alone."
        ) from error


def _take(event: dict[str, Any], run: Run) -> None:
    kind, it = event["event"], event.get("iter")
    at = it if isinstance(it, int) and 0 <= it < 1 << 53 else None
    if kind in ("iter", "eval") and at is not None:
        for metric in OF_ITERATIONS if kind == "iter" else OF_EVALUATIONS:
            raw = event.get(metric)
            value = raw if type(raw) is float else _number(raw)
            if value is not None:
                _add(run, metric, at, value)
    elif kind == "start":
        _start(event, at, run)
    elif kind == "end":
        run.ended = str(event.get("reason", ""))
    elif kind in MARKS:
        text = str(event.get("text") or event.get("message") or event.get("path") or kind)
        run.marks.append(Mark(MARKS[kind], text[:MARK_TEXT], run.lines, at))


def _add(run: Run, metric: Metric, at: int, value: float) -> None:
    curve = run.curves.get(metric)
    if curve is None:
        curve = run.curves[metric] = Curve()
    if not curve.iters or curve.iters[-1] < at:
        curve.add(at, value)


def _start(event: dict[str, Any], at: int | None, run: Run) -> None:
    """A process began, or went on at an iteration: what was done from there on is done again."""
    run.ended = ""
    for name, ours in OF_START.items():
        value: Value | None = event.get(name)
        if isinstance(value, bool | int | float | str):
            run.settings[ours] = Known(value, "the run")
    if at is None or not run.curves:
        return
    if run.last_iter > at:
        run.resumes.append(Resume(at, run.last_iter, run.lines))
    for metric, curve in run.curves.items():
        curve.cut(at + 1 if metric in OF_EVALUATIONS else at)  # an evaluation there was before the iteration
    run.marks = [mark for mark in run.marks if mark.it is None or mark.it <= at]


def _number(raw: Any) -> float | None:
    """A number of an event; one that is not finite is written as text."""
    if isinstance(raw, bool) or not isinstance(raw, int | float | str):
        return None
    try:
        value = float(raw)
    except (ValueError, OverflowError):
        return None
    return None if isinstance(raw, str) and math.isfinite(value) else value
