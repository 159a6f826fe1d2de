"""Was the machine busy with something else? By its own figures, by the plan, or by the run's fastest steps."""

import numpy as np

from fledge.analyze.findings.features import Features, median, series_of
from fledge.analyze.findings.finding import Finding, Severity
from fledge.hardware.load import Load
from fledge.logs.run import LOAD_METRICS
from fledge.texts import Message, say

SLOW_FACTOR = 1.5  # times the planned time, or that of the fastest steps
FASTEST_SHARE = 0.05  # of the steps
MIN_STEPS = 20
DRIFT_SHARE = 0.1  # between the first and the last quarter
MIN_BUSY_SHARE = 0.5  # of the readings


def fastest_ms(features: Features) -> float | None:
    """The time of the fastest steps; None if there are few, or if steps differ by design."""
    times = features.times.values
    if len(times) < MIN_STEPS or not features.facts.is_gpt2 or features.run.counts != "iterations":
        return None
    return float(np.quantile(times, FASTEST_SHARE))


def drift(features: Features) -> tuple[float, float] | None:
    """The step times of the first and the last quarter, if they differ by more than the last one's steps do."""
    lost = features.lost
    times = features.times.between(0, lost.it - 1).values if lost else features.times.values
    if len(times) < MIN_STEPS:
        return None
    quarter = len(times) // 4
    early, late = median(times[:quarter]), median(times[-quarter:])
    deviation = median(np.abs(times[-quarter:] - late))
    if abs(late / early - 1) < DRIFT_SHARE or abs(late - early) < 4 * deviation:
        return None
    return early, late


def planned_ms(features: Features) -> float | None:
    """The step time that fledge planned before it trained."""
    figure = features.run.planned.get("step_ms")
    return figure.planned if figure else features.run.planned_step_ms


def busy_loads(features: Features) -> list[Load]:
    """The readings of a machine that was busy for most of them; none if it was not, or if there are no readings."""
    loads = _loads(features)
    busy = [load for load in loads if load.is_busy]
    return busy if loads and len(busy) >= MIN_BUSY_SHARE * len(loads) else []


def _loads(features: Features) -> list[Load]:
    run = features.run
    curves = {name: run.curve(name) for name in LOAD_METRICS if name in run.curves}
    if run.cores is None or "own_cpu" not in curves:
        return []
    return [
        Load(seconds=0.0, cores=run.cores, **{name: curve.at(it) for name, curve in curves.items()})
        for it in curves["own_cpu"].iters
    ]


def busy_machine(features: Features) -> Finding | None:
    step, busy = features.facts.step_ms, busy_loads(features)
    is_free = not busy and bool(_loads(features)) and features.facts.device is None  # of a GPU they do not tell
    if step is None or is_free:
        return None
    evidence = _slower(features, step)
    if not evidence and not busy:
        return None
    severity: Severity = "warning" if evidence else "note"
    if busy:
        typical = sorted(busy, key=lambda load: load.lost)[len(busy) // 2]
        reasons = typical.reasons(_usual_mhz(features)) or [say("load.unknown")]
        evidence.append(say("finding.busy_machine.reasons", reasons=reasons))
    else:
        evidence.append(say("finding.busy_machine.no_reasons"))
    advice = say("finding.busy_machine.advice")
    return Finding("busy_machine", severity, say("finding.busy_machine.title"), evidence, [advice])


def _slower(features: Features, step: float) -> list[Message]:
    planned, fastest = planned_ms(features), fastest_ms(features)
    found = []
    if planned and step > SLOW_FACTOR * planned:
        found.append(say("finding.busy_machine.planned", step=step, ratio=step / planned, planned=planned))
    if fastest and step > SLOW_FACTOR * fastest and drift(features) is None:
        found.append(say("finding.busy_machine.fastest", step=step, ratio=step / fastest, fastest=fastest))
    return found


def _usual_mhz(features: Features) -> float | None:
    """The frequency of the cores when they were fastest."""
    frequencies = series_of(features.run.curve("cpu_mhz")).values
    return float(np.quantile(frequencies, 1 - FASTEST_SHARE)) if len(frequencies) else None


CHECKS = (busy_machine,)
