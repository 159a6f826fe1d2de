"""The number of threads: what a run starts with, and when it changes while it goes on."""

from typing import Any

import pytest

from fledge.hardware.load import Load
from fledge.texts import text
from fledge.train.slowness import Window
from fledge.train.threads import MAX_QUIET_WINDOWS, RETRY_WINDOWS, ThreadAdapter, choose_threads

IDLE = Load(2.0, 2, own_cpu=1.9, others_cpu=0.02, cpu_wait=0.01, steal=0.0)
BUSY = Load(2.0, 2, own_cpu=1.0, others_cpu=1.0, cpu_wait=1.0, steal=0.0)
BESIDE = Load(2.0, 2, own_cpu=1.0, others_cpu=1.0, cpu_wait=0.02, steal=0.0)  # one thread, and a core each
STOLEN = Load(2.0, 2, own_cpu=1.0, others_cpu=0.0, cpu_wait=0.0, steal=1.0)
HOT = Load(2.0, 2, own_cpu=2.0, others_cpu=0.0, cpu_wait=0.0, steal=0.0, cpu_mhz=800.0)
SILENT = Load(2.0, 2)


@pytest.mark.parametrize(
    ("known", "threads", "may_change"),
    [
        ({}, 2, True),
        ({"load": IDLE}, 2, True),
        ({"load": BUSY}, 1, True),
        ({"load": STOLEN}, 1, True),
        ({"load": SILENT}, 2, True),
        ({"load": Load(0.1, 2, others_cpu=1.0)}, 2, True),  # too short a look
        ({"load": BUSY, "adapt": "never"}, 2, False),
        ({"load": BUSY, "asked": 2}, 2, False),
        ({"load": BUSY, "asked": 3, "before": 1, "adapt": "always"}, 3, False),
        ({"load": BUSY, "is_given": True}, 2, False),
        ({"load": BUSY, "before": 2}, 2, False),  # exact resume
        ({"load": IDLE, "before": 1}, 1, False),
        ({"load": BUSY, "before": 2, "adapt": "never"}, 2, False),
        ({"load": BUSY, "before": 2, "adapt": "always"}, 1, True),  # allowed
        ({"load": IDLE, "before": 1, "adapt": "always"}, 2, True),
        ({"load": BUSY, "before": 1, "is_given": True}, 1, False),
    ],
)
def test_the_start(known: dict[str, Any], threads: int, may_change: bool) -> None:
    choice = choose_threads(torchs=2, usual=2, **known)
    assert (choice.threads, choice.may_change) == (threads, may_change)


@pytest.mark.parametrize(
    ("known", "note"),
    [
        ({"load": BUSY}, "threads=1 (other processes use 1.0 of 2 cores; 2 on an idle machine)"),
        ({"load": BESIDE}, "threads=1 (other processes use 1.0 of 2 cores; 2 on an idle machine)"),
        ({"load": STOLEN}, "threads=1 (the host of this virtual machine takes 1.0 of 2 cores; 2 on an idle machine)"),
        ({"before": 1}, "threads=1 (as the checkpoint has it; --adapt_threads=always allows 2)"),
        ({"before": 1, "adapt": "never"}, None),
        ({"before": 1, "is_given": True}, None),
        ({"before": 2, "load": BUSY}, None),
        ({"load": IDLE}, None),
        ({"torchs": 16, "load": IDLE}, "threads=2 (the container's quota is 2 cores; torch would take 16)"),
    ],
)
def test_what_the_log_says_of_it(known: dict[str, Any], note: str | None) -> None:
    choice = choose_threads(**{"torchs": 2, "usual": 2, **known})
    assert (text(choice.note) if choice.note else None) == note


class Run:
    """Windows of two seconds for an adapter, and what it changed."""

    def __init__(self, threads: int = 2, usual: int = 2) -> None:
        self.adapter, self.said = ThreadAdapter(threads, usual), list[str]()
        self.kinds: list[tuple[str, int]] = []

    def windows(self, count: int, ms: float, load: Load, runs: int = 0) -> "Run":
        for _ in range(count):
            self.adapter.note(Window(2.0, ms, load))
            if change := self.adapter.change(runs):
                self.kinds.append((change.kind, change.threads))
                self.said.append(text(change.message))
        return self


def test_others_come_and_go() -> None:
    run = Run().windows(5, 15, IDLE).windows(2, 900, BUSY)
    assert run.said == ["the machine is busy, threads=1 from now on, were 2: other processes use 1.0 of 2 cores"]
    run.windows(50, 20, BESIDE)
    assert run.kinds == [("fewer", 1)]
    run.windows(3, 20, IDLE)
    assert run.said[1:] == ["cores are free again: threads=2 from now on, were 1"]
    assert run.windows(50, 15, IDLE).kinds == [("fewer", 1), ("more", 2)]


def test_fewer_threads_that_are_not_faster_are_undone_and_not_tried_again_soon() -> None:
    run = Run().windows(3, 15, IDLE).windows(2, 40, BUSY).windows(2, 40, BESIDE)
    assert run.kinds == [("fewer", 1), ("undone", 2)]
    assert run.said[1] == "threads=2 again: with 1 an iteration takes 40.0 ms, and took 40.0 ms"
    assert run.windows(RETRY_WINDOWS - 1, 40, BUSY).kinds == [("fewer", 1), ("undone", 2)]
    assert run.windows(5, 40, BUSY).kinds[2] == ("fewer", 1)


@pytest.mark.parametrize(
    "windows",
    [
        [(15.0, IDLE)] * 100,
        [(15.0, IDLE), (90.0, BUSY)] * 30,  # moments
        [(15.0, IDLE), *[(20.0, BUSY)] * 60],  # others are there, and it is hardly slower
        [(15.0, IDLE), *[(60.0, HOT)] * 60],  # heat: fewer threads are no answer
        [(15.0, SILENT), *[(900.0, SILENT)] * 60],  # a system that says nothing
    ],
)
def test_nothing_changes_with(windows: list[tuple[float, Load]]) -> None:
    run = Run()
    for ms, load in windows:
        run.windows(1, ms, load)
    assert run.kinds == []


def test_slow_from_the_first_iteration_on() -> None:
    assert Run().windows(2, 900, BUSY).kinds == [("fewer", 1)]


def test_a_host_that_takes_a_core() -> None:
    run = Run().windows(3, 15, IDLE).windows(2, 900, STOLEN)
    assert run.said == [
        "the machine is busy, threads=1 from now on, were 2: the host of this virtual machine takes 1.0 of 2 cores"
    ]


def test_one_thread_is_the_least() -> None:
    assert Run(threads=1).windows(20, 900, BUSY).kinds == []


def test_a_crowd_halves_the_threads_until_that_helps_no_more() -> None:
    crowd = Load(2.0, 8, own_cpu=2.0, others_cpu=6.0, cpu_wait=2.0, steal=0.0)
    run = Run(8, 8).windows(2, 900, crowd).windows(2, 500, crowd).windows(1, 300, crowd)
    assert run.kinds == [("fewer", 4), ("fewer", 2)]
    assert Run(8, 8).windows(2, 900, crowd, runs=3).kinds == [("fewer", 2)], "three others that train"


def test_others_who_come_and_go_all_the_time_are_waited_for_ever_longer() -> None:
    run = Run()
    for _ in range(200):
        run.windows(3, 15, IDLE).windows(2, 900, BUSY)
    first = [kind for kind, _ in run.kinds]
    assert len(first) < 200 / 10
    quiet = Run()
    quiet.windows(3, 15, IDLE)
    for _ in range(20):  # the wait has a limit
        quiet.windows(2, 900, BUSY).windows(2, 20, BESIDE).windows(MAX_QUIET_WINDOWS, 20, IDLE)
    assert quiet.adapter.threads == 2


def test_what_is_slow_is_known_without_a_change() -> None:
    adapter = ThreadAdapter(2, 2)
    assert not adapter.is_slowed()
    for ms, load, slowed in [(15.0, IDLE, False), (16.0, BUSY, False), (90.0, BUSY, True), (90.0, IDLE, False)]:
        adapter.note(Window(2.0, ms, load))
        assert adapter.is_slowed() is slowed
