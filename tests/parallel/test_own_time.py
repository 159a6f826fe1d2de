"""The time that the watchdog counts: only what a process could use."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from fledge.parallel import own_time
from fledge.parallel.own_time import Activity, OwnTime, delays
from fledge.parallel.processes import Membership, alone, membership
from fledge.parallel.verdict import SLOW_FACTOR
from fledge.parallel.watchdog import Seen

on_linux = pytest.mark.skipif(not Path("/proc/self/schedstat").exists(), reason="the kernel does not say")
S = 1_000_000_000


@pytest.mark.parametrize(
    ("elapsed", "waited", "counted"),
    [
        (1.0, {"1": 0, "2": 0}, 1.0),
        (1.0, {"1": S // 4, "2": S // 2}, 0.5),  # the second thread had no core for half of it
        (1.9, {"1": 3 * S, "2": 0}, 0.0),
        (60.0, {"1": 0, "2": 0}, 2.0),  # Ctrl-Z, or a laptop that slept
        (1.0, {"1": 0, "2": 0, "9": S // 2}, 0.5),  # a new thread
        (1.0, {}, 1.0),
    ],
)
def test_only_time_in_which_the_process_could_run_counts(
    monkeypatch: pytest.MonkeyPatch, elapsed: float, waited: dict[str, int], counted: float
) -> None:
    now = [100.0]
    monkeypatch.setattr("fledge.parallel.own_time.time.monotonic", lambda: now[0])
    monkeypatch.setattr(own_time, "delays", lambda pid: {"1": 5 * S, "2": 7 * S})
    clock = OwnTime()
    monkeypatch.setattr(
        own_time,
        "delays",
        lambda pid: {name: ns + {"1": 5 * S, "2": 7 * S}.get(name, 0) for name, ns in waited.items()},
    )
    now[0] += elapsed
    assert clock.passed(1.0) == pytest.approx(counted)
    assert clock.passed(1.0) == 0


@on_linux
def test_the_kernel_knows_whether_a_process_runs() -> None:
    assert str(os.getpid()) in delays(os.getpid())
    busy = subprocess.Popen(["sh", "-c", "while :; do :; done"])
    try:
        activity = Activity(busy.pid)
        time.sleep(0.1)
        assert activity.since() > 0
        os.kill(busy.pid, signal.SIGSTOP)
        while Path(f"/proc/{busy.pid}/stat").read_text().split()[2] != "T":
            time.sleep(0.01)
        activity.since()
        time.sleep(0.05)
        assert activity.since() == 0
    finally:
        busy.kill()
        busy.wait()
    assert activity.since() == 0


def test_a_starved_process_has_longer_to_give_a_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    def beat(number: int) -> dict[str, object]:
        return {"beat": number, "process": ["elsewhere", 1, "0"]}

    seen = Seen(beat(1))
    assert seen.pid is None
    seen.look(beat(1), 2.0)
    assert seen.silent_s == 2
    seen.look(beat(2), 2.0)
    assert seen.silent_s == 0
    seen.activity = Activity(0)
    monkeypatch.setattr(seen.activity, "since", lambda: 0.5)
    seen.look(beat(2), 2.0)
    assert seen.silent_s == 2 / SLOW_FACTOR
    monkeypatch.setattr(seen.activity, "since", lambda: 0.0)
    seen.look(beat(2), 2.0)
    assert seen.silent_s == 2 + 2 / SLOW_FACTOR


def test_a_plan_measures_as_the_only_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RANK", "1")
    monkeypatch.setenv("WORLD_SIZE", "2")
    with alone():
        assert membership() == Membership()
    assert membership() == Membership(1, 0, 2)
