"""What the overview says about a run: its state, how far it is, how long it will take, its worst finding."""

import math
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from fledge.common.text import for_json
from fledge.logs.facts import Facts
from fledge.logs.readers.folders import find_file
from fledge.logs.run_lock import Writer
from fledge.web.watch.glance import Glance
from fledge.web.watch.series import sparkline

State = Literal["running", "waiting", "finished", "stopped", "diverged", "crashed", "quiet", "reading", "unreadable"]
ENDINGS: dict[str, State] = {"finished": "finished", "interrupted": "stopped", "diverged": "diverged"}
SPARK_CELLS = 60
# A log of another trainer has no lock that says whether it is written: it is running if it grew this lately.
GROWING_S = 120.0

Row = dict[str, Any]


def state_of(ended: str, writer: Writer | None, is_ours: bool, touched: float) -> State:
    """A run of ours without an end and without a writer was killed. A log that is silent may be anything: quiet."""
    if writer is not None:
        return "waiting" if writer.waits else "running"
    if ended:
        return ENDINGS.get(ended, "crashed")
    if is_ours:
        return "crashed"
    return "running" if time.time() - touched < GROWING_S else "quiet"


def row_of_glance(seen: Glance, writer: Writer | None) -> Row:
    """Of a run of ours that has not been read whole yet."""
    state = state_of(seen.ended, writer, True, 0.0)
    done = _count(seen.last.get("iter"))
    goal = _count(seen.start.get("max_iters"))
    each = seen.seconds_per_iteration
    is_left = state == "running" and each is not None and done is not None and goal is not None
    return {
        "state": state,
        "iter": done,
        "max_iters": goal,
        "left_s": max(0.0, (goal - done - 1) * each) if is_left else None,  # type: ignore[operator]
        "loss": _finite(seen.last.get("loss")),
        "val_loss": _finite(seen.evaluation.get("val_loss")),
        "tokens_per_s": _finite(seen.last.get("tokens_per_s")),
        "spark": sparkline(seen.losses, SPARK_CELLS),
    }


def row_of_facts(facts: Facts, is_ours: bool, touched: float) -> Row:
    """Of a run that was read."""
    run = facts.run
    state = state_of(run.ended, run.writer, is_ours, touched)
    left = None
    if state == "running" and facts.max_iters and facts.step_mean_ms:
        left = max(0.0, (facts.max_iters - facts.iterations) * facts.step_mean_ms / 1000)
    losses = run.curve("loss") if len(run.curve("loss")) > 3 else run.curve("val_loss")
    row = {
        "state": state,
        "iter": facts.iterations,
        "max_iters": facts.max_iters,
        "left_s": left,
        "loss": facts.last_loss[1] if facts.last_loss else None,
        "val_loss": facts.last_val[1] if facts.last_val else None,
        "tokens_per_s": facts.tokens_per_s,
        "spark": sparkline(losses.values, SPARK_CELLS),
        "format": run.format,
    }
    return dict(for_json(row))


def worst_of(findings: Sequence[dict[str, str]]) -> Row | None:
    """The worst problem; of a run without problems the good finding, else the note."""
    ranking = ("error", "warning", "good", "note")

    def rank(finding: dict[str, str]) -> int:
        is_cut = finding["code"] == "truncated"  # a note, but a run that was killed does not "look well"
        return ranking.index("warning") if is_cut else ranking.index(finding["severity"])

    worst = min(findings, key=rank, default=None)
    if worst is None:
        return None
    return {"code": worst["code"], "severity": worst["severity"], "title": worst["title"]}


def tail_file(path: Path) -> Path | None:
    """The file whose last lines a person would read: the console of a run of ours, or the log itself."""
    if path.is_file():
        return path
    return path / "log.txt" if (path / "log.txt").is_file() else find_file(path)


def _finite(value: object) -> float | None:
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e300
    return float(value) if is_number and math.isfinite(value) else None  # type: ignore[arg-type]


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 53 else None
