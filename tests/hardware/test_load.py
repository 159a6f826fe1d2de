"""The load of a machine, read from files of a machine that is made up."""

import os
from pathlib import Path

import pytest

from fledge.hardware import load
from fledge.hardware.load import Load, LoadMeter
from fledge.texts import text


class Machine:
    """A root directory with /proc and /sys, whose counters a test moves on."""

    def __init__(self, root: Path) -> None:
        self.root, self.now, self.own = root, 100.0, 3.0
        self.stat = {f"cpu{number}": [1000, 0, 100, 9000, 50, 0, 5, 0, 0, 0] for number in range(4)}
        self.threads = {"7": 0, "8": 0}
        self.write()

    def file(self, name: str, content: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)

    def write(self) -> None:
        total = [sum(column) for column in zip(*self.stat.values(), strict=True)]
        rows = {"cpu": total, **self.stat}
        self.file(
            "proc/stat", "".join(f"{name} {' '.join(map(str, row))}\n" for name, row in rows.items()) + "intr 9\n"
        )
        for thread, wait in self.threads.items():
            self.file(f"proc/self/task/{thread}/schedstat", f"123 {wait} 5\n")

    def meter(self, processes: int = 1) -> LoadMeter:
        return LoadMeter(processes, self.root, lambda: self.now, lambda: self.own)

    def go_on(self, seconds: float, own: float, busy: dict[int, float], steal: float = 0.0, wait: float = 0.0) -> None:
        """`own`, `busy` and `wait` are cores: of this process, in use on each core, waited for by each thread."""
        self.now += seconds
        self.own += own * seconds
        for number, cores in busy.items():
            self.stat[f"cpu{number}"][load.USER] += round(100 * cores * seconds)
        self.stat["cpu0"][load.STEAL] += round(100 * steal * seconds)
        self.threads = {thread: before + round(1e9 * wait * seconds) for thread, before in self.threads.items()}
        self.write()


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    monkeypatch.setattr(load, "_own_cpus", lambda: [0, 1])
    monkeypatch.setattr(os, "sysconf", lambda name: 100)
    return Machine(tmp_path)


def test_what_others_use_is_told_from_what_this_process_uses(machine: Machine) -> None:
    meter = machine.meter()
    machine.go_on(10, own=1.2, busy={0: 1.0, 1: 0.9, 2: 1.0}, wait=0.25)
    found = meter.since()
    assert found.seconds == 10
    assert found.cores == 2
    assert found.own_cpu == pytest.approx(1.2)
    assert found.others_cpu == pytest.approx(0.7)  # what happens on a core that this process may not use is not counted
    assert found.cpu_wait == pytest.approx(0.5)
    assert (found.steal, found.throttled) == (0, None)
    assert found.is_busy
    assert [text(reason) for reason in found.reasons()] == ["other processes use 0.7 of 2 cores"]
    machine.go_on(10, own=2.0, busy={0: 1.0, 1: 1.0})
    assert not meter.since().is_busy  # only since the last reading


def test_own_threads_that_wait_for_each_other_are_nobody_elses_work(machine: Machine) -> None:
    meter = machine.meter()
    machine.go_on(10, own=1.99, busy={0: 1.0, 1: 1.0}, wait=3.0)  # far more threads than cores
    found = meter.since()
    assert found.cpu_wait == pytest.approx(6)
    assert not found.is_busy
    assert found.reasons() == []


def test_others_on_idle_cores_disturb_nobody(machine: Machine) -> None:
    meter = machine.meter()
    machine.go_on(10, own=1.0, busy={0: 1.0, 1: 0.8})
    found = meter.since()
    assert found.others_cpu == pytest.approx(0.8)
    assert not found.is_busy


def test_a_host_that_takes_the_cores(machine: Machine) -> None:
    meter = machine.meter()
    machine.go_on(10, own=1.5, busy={0: 0.5, 1: 1.0}, steal=0.5)
    found = meter.since()
    assert found.steal == pytest.approx(0.5)
    assert found.is_busy
    assert [text(reason) for reason in found.reasons()] == ["the host of this virtual machine takes 0.5 of 2 cores"]


GROUPS = {
    "version 2": ("0::/docker/abc\n", "sys/fs/cgroup", {"cpu.max": "150000 100000\n"}, "throttled_usec {}\n", 1e6),
    "version 2, a slice above": (
        "0::/user.slice/mine.scope\n",
        "sys/fs/cgroup/user.slice",
        {"cpu.max": "150000 100000\n", "mine.scope/cpu.max": "max 100000\n"},
        "throttled_usec {}\n",
        1e6,
    ),
    "version 1": (
        "3:cpuset:/\n1:cpu,cpuacct:/docker/abc\n",
        "sys/fs/cgroup/cpu",
        {"cpu.cfs_quota_us": "150000\n", "cpu.cfs_period_us": "100000\n"},
        "throttled_time {}\n",
        1e9,
    ),
}


@pytest.mark.parametrize("kind", GROUPS)
def test_a_containers_quota(machine: Machine, kind: str) -> None:
    listed, folder, files, line, per_second = GROUPS[kind]
    machine.file("proc/self/cgroup", listed)
    for name, content in files.items():
        machine.file(f"{folder}/{name}", content)
    machine.file(f"{folder}/cpu.stat", "nr_throttled 0\n" + line.format(0))
    meter = machine.meter()
    assert meter.cores == 1.5
    machine.go_on(10, own=1.5, busy={0: 0.75, 1: 0.75}, wait=0.2)
    machine.file(f"{folder}/cpu.stat", "nr_throttled 9\n" + line.format(int(4 * per_second)))
    found = meter.since()
    assert found.throttled == pytest.approx(0.4)
    assert found.is_busy
    assert "quota of 1.5 cores" in text(found.reasons()[0])


@pytest.mark.parametrize("content", ["max 100000\n", "", "-1\n", "nonsense", "0 0\n"])
def test_no_quota(machine: Machine, content: str) -> None:
    machine.file("proc/self/cgroup", "0::/\n1:name=systemd:/\nnonsense\n")
    machine.file("sys/fs/cgroup/cpu.max", content)
    meter = machine.meter()
    assert meter.cores == 2
    assert meter.since().throttled is None


def test_the_fastest_core_tells_the_frequency(machine: Machine) -> None:
    meter = machine.meter()
    machine.file("proc/cpuinfo", "processor : 0\ncpu MHz\t\t: 2100.5\nprocessor : 1\ncpu MHz\t\t: 1200.0\n")
    assert meter.since().cpu_mhz == 2100.5
    machine.file("sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "800000\n")
    machine.file("sys/devices/system/cpu/cpu1/cpufreq/scaling_cur_freq", "4100000\n")
    found = meter.since()
    assert found.cpu_mhz == 4100
    assert found.reasons(usual_mhz=4200) == []
    assert [text(reason) for reason in found.reasons(usual_mhz=6000)] == [
        "the cores run at 4,100 MHz, and ran at 6,000 MHz"
    ]


def test_several_processes_of_one_run_do_not_accuse_each_other(machine: Machine) -> None:
    meter = machine.meter(processes=2)
    machine.go_on(10, own=1.0, busy={0: 1.0, 1: 1.0}, wait=0.5)
    found = meter.since()
    assert found.others_cpu is None
    assert not found.is_busy


def test_cores_that_a_container_numbers_anew(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "_own_cpus", lambda: [14, 15])
    meter = machine.meter()
    machine.go_on(10, own=0.5, busy={0: 1.0, 1: 0.5})
    assert meter.since().others_cpu == pytest.approx(1.0)


@pytest.mark.parametrize("stat", ["", "cpu 1 2\ncpu0 1 2\ncpu1 1 2\n", "cpu0 a b c d e f g h\ncpu1 1 2 3 4 5 6 7 8\n"])
def test_a_system_that_says_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stat: str) -> None:
    monkeypatch.setattr(load, "_own_cpus", lambda: [0, 1])
    monkeypatch.setattr(os, "getloadavg", lambda: (3.5, 1.0, 1.0))
    if stat:
        (tmp_path / "proc").mkdir()
        (tmp_path / "proc/stat").write_text(stat)
    now = iter([1.0, 3.0])
    found = LoadMeter(1, tmp_path, lambda: next(now), lambda: 0.0).since()
    assert found == Load(2.0, 2, load=3.5, own_cpu=0.0)
    assert found.to_json() == {"load": 3.5, "own_cpu": 0.0}
    assert not found.is_busy


def test_without_the_time_waited_only_full_cores_are_busy() -> None:
    assert Load(2.0, 2, own_cpu=1.0, others_cpu=0.95).lost == pytest.approx(0.95)
    assert Load(2.0, 2, own_cpu=1.0, others_cpu=0.8).lost == 0


def test_this_machine() -> None:
    found = LoadMeter().since()
    assert found.cores > 0
    assert all(value >= 0 for value in found.to_json().values())
