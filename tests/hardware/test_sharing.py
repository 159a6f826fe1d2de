"""How many threads the cores have room for."""

import pytest

from fledge.hardware.load import Load
from fledge.hardware.sharing import fair_threads, free_threads, has_given_threads, usual_threads


@pytest.mark.parametrize(
    ("cores", "usual", "others", "runs", "threads"),
    [
        (2, 2, 0.0, 0, 2),
        (2, 2, 0.3, 0, 2),  # a browser
        (2, 2, 1.0, 0, 1),
        (2, 2, 1.9, 3, 1),
        (8, 8, 1.0, 0, 7),
        (8, 8, 7.2, 0, 4),  # whoever it is: an equal share
        (8, 8, 7.2, 1, 4),
        (8, 8, 7.2, 3, 2),  # three other trainings
        (8, 4, 2.0, 0, 4),  # half of the cores are threads of others' cores
        (1, 1, 0.9, 0, 1),
        (1.5, 1, 0.2, 0, 1),
    ],
)
def test_the_fair_number(cores: float, usual: int, others: float, runs: int, threads: int) -> None:
    assert fair_threads(usual, Load(1.0, cores, others_cpu=others), runs) == threads


def test_a_host_that_takes_cores_counts_as_others_do() -> None:
    assert fair_threads(4, Load(1.0, 4, others_cpu=0.0, steal=1.0)) == 3


def test_where_the_system_says_nothing_nothing_changes() -> None:
    assert fair_threads(8, Load(1.0, 8), runs=2) == 8
    assert free_threads(8, Load(1.0, 8)) == 0


@pytest.mark.parametrize(
    ("others", "steal", "threads"),
    [(0.1, 0.0, 2), (0.25, 0.0, 2), (0.4, 0.0, 1), (1.0, 0.0, 1), (1.9, 0.0, 0), (0, 1, 1)],
)
def test_cores_that_are_surely_free(others: float, steal: float, threads: int) -> None:
    assert free_threads(2, Load(1.0, 2, others_cpu=others, steal=steal)) == threads


@pytest.mark.parametrize(
    ("torchs", "cores", "threads"), [(2, 2, 2), (16, 2.0, 2), (16, 1.5, 1), (16, 0.5, 1), (4, 8, 4)]
)
def test_a_quota_limits_the_usual_number(torchs: int, cores: float, threads: int) -> None:
    assert usual_threads(torchs, cores) == threads


def test_numbers_that_the_environment_names() -> None:
    assert has_given_threads({"OMP_NUM_THREADS": "3"})
    assert has_given_threads({"MKL_NUM_THREADS": "3"})
    assert not has_given_threads({"OMP_NUM_THREADS": "", "OMP_WAIT_POLICY": "passive"})
