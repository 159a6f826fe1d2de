import math

import pytest

from fledge.config.load import load_config
from fledge.config.schedule import learning_rate

BASE = ["--learning_rate=1e-3", "--min_lr=1e-4", "--warmup_iters=100", "--lr_decay_iters=1000", "--max_iters=1000"]


def nanogpt(it: int) -> float:
    """The formula of nanoGPT's get_lr, for these settings."""
    if it < 100:
        return 1e-3 * (it + 1) / 101
    if it > 1000:
        return 1e-4
    return 1e-4 + 0.5 * (1 + math.cos(math.pi * (it - 100) / 900)) * 9e-4


@pytest.mark.parametrize("it", [0, 1, 50, 99, 100, 101, 500, 999, 1000, 1001, 5000])
def test_cosine_is_nanogpts(it: int) -> None:
    assert learning_rate(load_config(BASE), it) == pytest.approx(nanogpt(it), rel=1e-12)


def test_linear_goes_straight_down() -> None:
    config = load_config([*BASE, "--schedule=linear"])
    assert learning_rate(config, 100) == pytest.approx(1e-3)
    assert learning_rate(config, 550) == pytest.approx(5.5e-4)
    assert learning_rate(config, 1000) == pytest.approx(1e-4)


def test_wsd_stays_then_decays() -> None:
    config = load_config([*BASE, "--schedule=wsd", "--decay_fraction=0.4"])
    assert learning_rate(config, 100) == learning_rate(config, 599) == 1e-3
    assert learning_rate(config, 800) == pytest.approx(5.5e-4)
    assert learning_rate(config, 1000) == pytest.approx(1e-4)


def test_decay_can_be_off_and_its_end_follow_the_run() -> None:
    assert learning_rate(load_config([*BASE, "--decay_lr=False"]), 0) == 1e-3
    assert learning_rate(load_config([*BASE, "--lr_decay_iters=0", "--max_iters=500"]), 500) == 1e-4


def test_a_warmup_longer_than_the_run_divides_by_nothing() -> None:
    config = load_config([*BASE, "--warmup_iters=2000"])
    assert all(learning_rate(config, it) > 0 for it in range(0, 3000, 10))
