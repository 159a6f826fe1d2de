"""The share of its cores that a measurement had."""

import pytest

from fledge.hardware.load import Load, LoadMeter
from fledge.hardware.stopwatch import BUSY_SHARE, CoreClock


@pytest.mark.parametrize(
    ("load", "is_busy"),
    [
        (Load(1.0, 2, own_cpu=2.0, others_cpu=0.0, cpu_wait=0.0), False),
        (Load(1.0, 2, own_cpu=2.0, others_cpu=0.0, cpu_wait=5.0), False),  # its own threads
        (Load(1.0, 2, own_cpu=1.5, others_cpu=0.5, cpu_wait=0.5), True),  # a worker without a core holds up the rest
        (Load(1.0, 2, own_cpu=0.1, others_cpu=4.0, cpu_wait=4.0), True),
        (Load(1.0, 2), False),
    ],
)
def test_a_worker_without_a_core_counts(monkeypatch: pytest.MonkeyPatch, load: Load, is_busy: bool) -> None:
    monkeypatch.setattr(LoadMeter, "since", lambda self: load)
    ticks = iter([0.0, 1.0])
    monkeypatch.setattr("time.thread_time", lambda: next(ticks))
    walls = iter([0.0, 1.0])
    monkeypatch.setattr("time.perf_counter", lambda: next(walls, 1.0))
    share = CoreClock().share()
    assert 0 <= share <= 1
    assert (share < BUSY_SHARE) == is_busy
