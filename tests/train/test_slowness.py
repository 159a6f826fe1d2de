"""Iterations that take longer than they could: said with the evidence, not too soon, and not too often."""

from pathlib import Path

import pytest

from fledge.hardware.load import Load, LoadMeter
from fledge.plan import preflight
from fledge.texts import text
from fledge.train import reporter
from fledge.train.slowness import AGAIN_S, Slowness, Window
from tests.helpers import TINY, Fledge, read_events

IDLE = Load(4.0, 2, own_cpu=2.0, others_cpu=0.02, cpu_wait=0.01, steal=0.0, cpu_mhz=3000.0)
BUSY = Load(4.0, 2, own_cpu=0.8, others_cpu=1.3, cpu_wait=1.1, steal=0.0, cpu_mhz=3000.0)
HOT = Load(4.0, 2, own_cpu=2.0, others_cpu=0.02, cpu_wait=0.01, steal=0.0, cpu_mhz=1500.0)


def said(*windows: tuple[float, Load], planned: float | None = None) -> list[str]:
    """What is said of windows of 4 seconds, each an iteration time in ms and a load."""
    now = [0.0]
    slowness = Slowness(planned, lambda: now[0])
    found = []
    for iteration_ms, load in windows:
        now[0] += 4
        if message := slowness.check(Window(4.0, iteration_ms, load)):
            found.append(text(message))
    return found


def test_a_busy_machine_is_said_once_with_the_evidence() -> None:
    assert said(*[(14.6, IDLE)] * 5, *[(1235.8, BUSY)] * 60) == [
        "iterations take 1,235.8 ms, 85x the 14.6 ms of the fastest in this run: other processes use 1.3 of 2 cores"
    ]


def test_it_is_said_again_after_a_while() -> None:
    assert len(said((14.6, IDLE), *[(90.0, BUSY)] * int(2.1 * AGAIN_S / 4))) == 3


@pytest.mark.parametrize(
    "windows",
    [
        [(14.6, IDLE)] * 100,
        [(14.6 * (1.2 if number % 3 else 1.0), IDLE) for number in range(100)],  # noise
        [(14.6, IDLE), (90.0, BUSY), (90.0, BUSY)] * 30,  # moments
        [(40.0, IDLE), *[(14.6, IDLE)] * 50],  # a slow beginning
        [(20.0, Load(4.0, 2))] * 50,  # a system that says nothing
    ],
)
def test_nothing_is_said_of(windows: list[tuple[float, Load]]) -> None:
    assert said(*windows) == []
    assert said(*windows, planned=14.6) == []


def test_slow_from_the_first_iteration_on() -> None:
    assert said(*[(1235.8, BUSY)] * 20, planned=14.6) == [
        "iterations take 1,235.8 ms, 85x the planned 14.6 ms: other processes use 1.3 of 2 cores"
    ]
    assert said(*[(1235.8, IDLE)] * 20, planned=14.6) == [], "the plan may be wrong"
    assert said(*[(1235.8, BUSY)] * 20) == [
        "this run waits for a core 100% of the time: other processes use 1.3 of 2 cores"
    ]


def test_heat_and_what_nothing_explains() -> None:
    assert said(*[(14.6, IDLE)] * 3, *[(29.2, HOT)] * 10) == [
        "iterations take 29.2 ms, 2.0x the 14.6 ms of the fastest in this run: "
        "the cores run at 1,500 MHz, and ran at 3,000 MHz"
    ]
    (unknown,) = said(*[(14.6, IDLE)] * 3, *[(29.2, IDLE)] * 10)
    assert unknown.endswith("nothing that fledge can read here says why")


def test_the_summary_names_a_busy_machine_only_if_the_run_took_longer() -> None:
    slowness = Slowness(None)
    for load in (IDLE, BUSY, BUSY, BUSY):
        slowness.check(Window(4.0, 20.0, load))
    assert text(slowness.summary(60, 600)) == (
        "planned 1 min 00 s of training, took 10 min 00 s: for 75% of it the machine was busy "
        "(other processes use 1.3 of 2 cores)"
    )
    assert text(slowness.summary(600, 60)) == "planned 10 min 00 s of training, took 1 min 00 s"
    assert text(Slowness(None).summary(60, 600)) == "planned 1 min 00 s of training, took 10 min 00 s"


def test_a_long_run_keeps_few_windows() -> None:
    slowness = Slowness(None)
    for _ in range(5000):
        slowness.check(Window(4.0, 20.0, BUSY))
    assert len(slowness._busy) <= 1000
    assert slowness.busy_share() == 1


def test_a_run_logs_the_load(work: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reporter, "MIN_WINDOW_S", 0.0)
    monkeypatch.setattr(LoadMeter, "since", lambda self: BUSY)
    monkeypatch.setattr(preflight, "MIN_STEP_S", 0)
    assert fledge("train", *TINY, "--out_dir=run")[0] == 0
    events = read_events(work / "run/metrics.jsonl")
    start = next(event for event in events if event["event"] == "start")
    assert start["cores"] > 0
    logged = [event for event in events if event["event"] == "iter"]
    expected = {"own_cpu": 0.8, "others_cpu": 1.3, "cpu_wait": 1.1, "steal": 0.0, "cpu_mhz": 3000.0}
    assert logged
    assert all(expected.items() <= event.items() for event in logged)
    planned = next(event for event in events if event["event"] == "planned")
    assert planned["busy_share"] == 1
    assert fledge("explain", "run", "--json")[0] == 0


def test_a_moment_is_too_short_to_read_the_load(work: Path, fledge: Fledge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LoadMeter, "seconds", lambda self: 1.9)
    assert fledge("train", *TINY, "--out_dir=run")[0] == 0
    assert not any("own_cpu" in event for event in read_events(work / "run/metrics.jsonl"))
