"""How torch's threads wait: by the platform, the user's variables and the load, set only while torch is imported."""

import os
import subprocess
import sys

import pytest

from fledge.hardware import waiting
from fledge.hardware.waiting import GIVEN, SHORT_SPINS, StartUp, choose_waiting, is_taken

IDLE, BUSY = "0.01 0.05 0.10 1/150 4242", "2.02 0.61 0.30 3/150 4242"


@pytest.mark.parametrize(
    ("platform", "is_busy", "policy", "variables"),
    [
        ("linux", False, "short", {"GOMP_SPINCOUNT": SHORT_SPINS}),
        ("linux", True, "passive", {"OMP_WAIT_POLICY": "passive"}),
        ("darwin", False, "default", {}),
        ("darwin", True, "passive", {"OMP_WAIT_POLICY": "passive"}),
        ("win32", False, "default", {}),
        ("win32", True, "passive", {"OMP_WAIT_POLICY": "passive"}),
    ],
)
def test_the_policy(platform: str, is_busy: bool, policy: str, variables: dict[str, str]) -> None:
    chosen = choose_waiting(platform, {"PATH": "/bin", "OMP_NUM_THREADS": "4"}, is_busy)
    assert (chosen.policy, chosen.variables) == (policy, variables)


@pytest.mark.parametrize("name", GIVEN)
@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
@pytest.mark.parametrize("is_busy", [False, True])
def test_what_the_user_set_stays(name: str, platform: str, is_busy: bool) -> None:
    chosen = choose_waiting(platform, {name: "active"}, is_busy)
    assert (chosen.policy, chosen.variables) == ("given", {})


@pytest.mark.parametrize(
    ("loadavg", "cores", "taken"),
    [
        (IDLE, 2, False),
        (BUSY, 2, True),
        (BUSY, 16, False),  # two of sixteen cores
        ("17.0 4.0 2.0 18/150 4242", 16, True),
        ("1.02 0.61 0.30 2/150 4242", 2, False),  # one core is free
        ("2.90 1.00 0.50 1/150 4242", 2, False),  # it has just ended
        ("0.05 0.05 0.05 6/150 4242", 2, False),  # a moment
        ("", 2, False),  # no Linux
        ("nonsense", 2, False),
        ("1.0 1.0 1.0 many 7", 2, False),
    ],
)
def test_a_first_look(loadavg: str, cores: int, taken: bool) -> None:
    assert is_taken(loadavg, cores) is taken


@pytest.fixture
def no_torch(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.delitem(sys.modules, "torch", raising=False)
    for name in (*GIVEN, "WORLD_SIZE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    return monkeypatch


@pytest.mark.parametrize(
    ("loadavg", "processes", "name"),
    [(IDLE, "1", "GOMP_SPINCOUNT"), (BUSY, "1", "OMP_WAIT_POLICY"), (BUSY, "2", "GOMP_SPINCOUNT")],
)
def test_variables_stand_only_during_the_import(
    no_torch: pytest.MonkeyPatch, loadavg: str, processes: str, name: str
) -> None:
    """The processes of one run take cores from each other: to them no machine is busy."""
    no_torch.setattr(waiting, "_loadavg", lambda: loadavg)
    no_torch.setattr(os, "cpu_count", lambda: 2)
    no_torch.setenv("WORLD_SIZE", processes)
    before = dict(os.environ)
    start = StartUp()
    with start.importing_torch():
        assert set(os.environ) - set(before) == {name}
    assert dict(os.environ) == before


def test_an_import_that_fails_leaves_no_variables(no_torch: pytest.MonkeyPatch) -> None:
    before = dict(os.environ)
    with pytest.raises(ImportError), StartUp().importing_torch():
        raise ImportError
    assert dict(os.environ) == before


def test_a_process_that_has_torch_is_left_alone() -> None:
    import torch  # noqa: F401

    before, start = dict(os.environ), StartUp()
    start.begin()
    with start.importing_torch():
        assert dict(os.environ) == before
    assert (start.load(), start.waiting.policy) == (None, "default")


def test_the_load_of_the_start_is_had_once(no_torch: pytest.MonkeyPatch) -> None:
    start = StartUp()
    start.begin()
    assert start.load() is not None
    assert start.load() is None


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="libgomp is in torch's wheels for Linux")
def test_openmp_reads_the_variable_although_the_process_runs_already() -> None:
    code = "from fledge.hardware.waiting import START_UP\nwith START_UP.importing_torch():\n    import torch"
    variables = {name: value for name, value in os.environ.items() if name not in GIVEN}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**variables, "OMP_DISPLAY_ENV": "verbose", "WORLD_SIZE": "2"},
        capture_output=True,
        text=True,
    )
    assert f"GOMP_SPINCOUNT = '{SHORT_SPINS}'" in done.stderr
