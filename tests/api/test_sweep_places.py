"""How many trials run side by side."""

import pytest

from fledge.api import sweep_places
from fledge.api.sweep_places import gain_side_by_side, places_for
from fledge.config.load import load_config
from fledge.config.schema import Config

SMALL = "--arch=modern --vocab_size=65 --batch_size=16 --block_size=64 --device=cpu --depth=2"


@pytest.fixture(autouse=True)
def _two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    monkeypatch.setattr(sweep_places, "usable_cores", lambda: 2)


def config_of(settings: str) -> Config:
    return load_config(settings.split())


def test_trials_share_the_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    trials = [config_of(SMALL)] * 5
    assert places_for(trials, 0) == [{"OMP_NUM_THREADS": "1"}] * 2
    assert places_for(trials, 1) == [{}]
    assert places_for(trials[:1], 0) == [{}]
    monkeypatch.setattr(sweep_places, "usable_cores", lambda: 8)
    assert places_for(trials, 0) == [{"OMP_NUM_THREADS": "4"}] * 2
    assert places_for(trials, 4) == [{"OMP_NUM_THREADS": "2"}] * 4


@pytest.mark.parametrize(
    ("settings", "cores", "threads", "gains"),
    [
        (SMALL, 2, "", True),
        (f"{SMALL} --depth=4 --batch_size=32", 2, "", True),
        (f"{SMALL} --depth=6", 2, "", False),
        (SMALL, 1, "", False),
        (SMALL, 2, "2", False),
        (f"{SMALL} --threads=2", 2, "", False),
        (f"{SMALL} --device=mps", 2, "", False),
    ],
)
def test_small_ones_on_a_cpu_gain(
    settings: str, cores: int, threads: str, gains: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if threads:
        monkeypatch.setenv("OMP_NUM_THREADS", threads)
    monkeypatch.setattr(sweep_places, "usable_cores", lambda: cores)
    config = config_of(settings)
    assert gain_side_by_side([config, config]) is gains
    assert len(places_for([config, config], 0)) == (2 if gains else 1)
    assert not gain_side_by_side([config])


def test_one_that_is_most_of_the_work_would_run_alone_on_half_of_the_cores() -> None:
    small, large = config_of(SMALL), config_of(f"{SMALL} --depth=4")  # 7.6 times as much
    assert gain_side_by_side([small, large, large])
    assert not gain_side_by_side([small, small, large])
    assert not gain_side_by_side([small, config_of(f"{SMALL} --max_iters={3 * small.max_iters}"), small])


@pytest.mark.parametrize("name", ["torch.cuda.is_available", "torch.backends.mps.is_available"])
def test_a_gpu_that_is_found_runs_one_at_a_time(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    config = config_of(f"{SMALL} --device=auto")
    for is_found in (False, True):
        monkeypatch.setattr(name, lambda is_found=is_found: is_found)
        assert gain_side_by_side([config, config]) is not is_found


def test_each_gpu_has_a_trial(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("torch.cuda.device_count", lambda: 3)
    monkeypatch.setattr("torch.cuda.is_available", lambda: True)
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "4,5,6")
    trials = [config_of(f"{SMALL} --device=auto")] * 5
    assert places_for(trials, 0) == [{"CUDA_VISIBLE_DEVICES": number} for number in "456"]
    assert places_for(trials, 4) == [{"CUDA_VISIBLE_DEVICES": number} for number in "4564"]
