"""Fixtures: a cache of the tests' own, a working directory, and the command."""

import functools
import gc
import math
import os
import signal
import ssl
import sys
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from fledge.cli.main import main
from fledge.texts.language import ENGLISH, speak
from tests.helpers import Fledge, write_dataset

hypothesis.settings.register_profile("fledge", deadline=None)  # machines are shared: no test asserts a time
hypothesis.settings.load_profile("fledge")
gc.set_threshold(20_000, 20, 50)  # tracing a model makes many objects, and hardly any cycle: Python looks too often

# They wait for pages and processes, some for many seconds. They begin: no core shall wait for them at the end.
FIRST = ("tests/web/", "tests/parallel/", "tests/train/", "tests/docs/")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: not item.nodeid.startswith(FIRST))  # otherwise in their order: Python's sort is stable


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever the shell's language is; a test that chooses another one leaves no trace."""
    monkeypatch.setenv("FLEDGE_LANG", "en")
    monkeypatch.setenv("FLEDGE_DIGITS", "western")
    speak(ENGLISH)
    yield
    speak(ENGLISH)


@pytest.fixture(scope="session", autouse=True)
def _shared_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Traces, measurements and kernels are kept between the tests of a session, never in the user's own cache.

    Workers share it, as commands that run side by side share the user's.
    """
    before = os.environ.get("FLEDGE_CACHE")
    own = tmp_path_factory.getbasetemp()
    os.environ["FLEDGE_CACHE"] = str((own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "cache")
    yield
    if before is None:
        del os.environ["FLEDGE_CACHE"]
    else:
        os.environ["FLEDGE_CACHE"] = before


@pytest.fixture(scope="session", autouse=True)
def _little_measured(_shared_cache: None) -> None:
    """Kernels are compared for a moment, and the peak of this machine is known: figures that no test looks at.

    While other tests use the cores fledge does not remember the peak, and every process would measure it anew.
    """
    if "torch" not in sys.modules:  # not a test was collected that could ask for them
        return
    import torch

    from fledge.hardware.calibration import Calibration, measurement_key
    from fledge.hardware.matmul_peak import MATMUL_PEAK, measure_matmul_peak
    from fledge.logs import neighbours
    from fledge.train import busy_machine, kernel_choice

    kernel_choice.COMPARED_S, kernel_choice.MIN_TURNS, kernel_choice.MAX_SEQUENCES = 0.01, 1, 1
    busy_machine.MIN_WINDOW_S = math.inf  # tests beside tests: their losses must not depend on the machine's load
    neighbours.FOLDER = f"training-{os.getpid()}"  # runs of other tests are no neighbours
    cpu = torch.device("cpu")
    for dtype in ("float32", "bfloat16"):
        flops = measure_matmul_peak(cpu, dtype, seconds=0.05).flops
        keys = [measurement_key(cpu, dtype, MATMUL_PEAK, threads) for threads in (1, 2)]
        Calibration.load().put_all(dict.fromkeys(keys, flops))


@pytest.fixture(scope="session", autouse=True)
def _traced_once(_shared_cache: None) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        if "torch" in sys.modules:
            from fledge.plan import planner
            from tests.traces import trace_once

            patched.setattr(planner, "trace_step", trace_once)
        yield


@pytest.fixture(scope="module", autouse=True)
def _little_to_collect() -> None:
    """What earlier modules left, torch and all tests, is never garbage: each full collection would go through it."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _interruptible() -> None:
    """As in a terminal: under nohup, and in the background of a script, Ctrl-C is ignored from the start."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def _certificates_read_once() -> Iterator[None]:
    """Every client of a test's own server, which speaks plain HTTP, would read all certificates of the machine."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(ssl, "create_default_context", functools.cache(ssl.create_default_context))
        yield


@pytest.fixture(scope="session", autouse=True)
def _no_waiting_for_disks() -> Iterator[None]:
    """A test cannot cut the power, so none can see whether a file has reached the disk: it need not wait for that."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(os, "fsync", lambda file: None)
        yield


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory with data/tiny in it."""
    write_dataset(tmp_path / "data" / "tiny")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def fledge(capsys: pytest.CaptureFixture[str]) -> Fledge:
    """Runs a command in this process: exit code, stdout, stderr."""

    def run(*argv: str) -> tuple[int, str, str]:
        code = main(argv)
        out, err = capsys.readouterr()
        return code, out, err

    return run
