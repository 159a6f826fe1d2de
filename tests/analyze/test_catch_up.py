"""How much a trial may still make up against a finished one of its seed: by its rate, its size and its trend."""

import math
from typing import Any

import pytest

from fledge.analyze.catch_up import CatchUp, catch_up
from fledge.config.schedule import learning_rate
from fledge.config.schema import Config
from fledge.logs.facts import Facts
from fledge.logs.run import Curve, Known, Run

ITERS = 400


def run(ratio: float = 1.0, start: float = 0.0, decay_lr: bool = True, **settings: Any) -> Facts:
    """Its loss is `ratio` times that of run(), and higher at its beginning by `start`, which goes by a fifth of it."""
    known = {"learning_rate": 1e-3, "dropout": 0.0, "n_layer": 2, "n_head": 2, "n_embd": 64, "block_size": 64,
             "vocab_size": 65, "arch": "gpt2", "bias": False, "batch_size": 16, **settings}  # fmt: skip
    config = Config(
        learning_rate=known["learning_rate"], min_lr=0.0, max_iters=ITERS, lr_decay_iters=ITERS, warmup_iters=0,
        schedule="linear", decay_lr=decay_lr,
    )  # fmt: skip
    losses, rates = Curve(), Curve()
    for it in range(0, ITERS + 1, 10):
        share = it / ITERS
        losses.add(it, 1.5 * (1 + 0.4 * math.exp(-2 * share)) * ratio * (1 + start * max(0.0, 1 - 5 * share)))
        rates.add(it, learning_rate(config, it))
    values = {key: Known(value, "config.json") for key, value in known.items()}
    return Facts(Run("trial", "fledge", {"val_loss": losses, "lr": rates}, values, origin="directory"))


def at(share: float, finished: Facts, trial: Facts) -> CatchUp:
    found = catch_up(finished, trial, round(share * ITERS), ITERS)
    assert found is not None
    return found


def test_it_is_behind_by_the_difference_at_the_last_evaluations() -> None:
    assert at(0.5, run(), run(1.02)).behind == pytest.approx(math.log(1.02))
    assert at(0.5, run(1.02), run()).behind == pytest.approx(-math.log(1.02))


def test_a_higher_rate_may_make_up_more_and_a_lower_one_does_not() -> None:
    assert at(0.4, run(), run(1.02)).most == pytest.approx(0)
    assert at(0.4, run(), run(1.02, learning_rate=5e-4)).most == pytest.approx(0)
    twice, four_times = (at(0.4, run(), run(1.02, learning_rate=rate)).most for rate in (2e-3, 4e-3))
    assert four_times == pytest.approx(2 * twice)
    assert twice > 0.02


@pytest.mark.parametrize("name", ["embedding_lr", "ngram_lr", "head_lr"])
def test_other_rates_count_alike(name: str) -> None:
    low: dict[str, Any] = {name: 0.1}
    high: dict[str, Any] = {name: 0.4}
    assert at(0.4, run(**low), run(1.02, **high)).most == pytest.approx(
        at(0.4, run(), run(1.02, learning_rate=4e-3)).most
    )


def test_a_larger_model_may_make_up_more_and_a_smaller_one_does_not() -> None:
    twice = at(0.4, run(), run(1.02, learning_rate=2e-3)).most
    assert at(0.4, run(), run(1.02, n_layer=8)).most > twice
    assert at(0.4, run(), run(1.02, n_layer=1)).most == pytest.approx(0)


@pytest.mark.parametrize("settings", [{"dropout": 0.1}, {"ngram_dropout": 0.3}])
def test_another_dropout_counts_as_a_doubling_of_the_rate(settings: dict[str, Any]) -> None:
    twice = at(0.4, run(), run(1.02, learning_rate=2e-3)).most
    assert at(0.4, run(), run(1.02, **settings)).most == pytest.approx(twice)


def test_less_is_left_to_make_up_the_later_it_is() -> None:
    left = [at(share, run(), run(1.02, learning_rate=2e-3)).most for share in (0.3, 0.5, 0.7, 0.9)]
    assert left == sorted(left, reverse=True)
    assert left[0] > 4 * left[-1] > 0


def test_what_falls_while_the_rate_is_high_does_not_count() -> None:
    """Both fall then. Only what comes while the rate is low may come to one of them more than to the other."""
    fallen = math.log(run().run.curve("val_loss").values[0] / run().run.curve("val_loss").values[-1])
    assert at(0.2, run(), run(1.02, learning_rate=2e-3)).most < 0.4 * 0.6 * fallen


@pytest.mark.parametrize("start", [0.12, -0.12])
def test_a_difference_that_moves_may_move_on(start: float) -> None:
    """Whichever way it went."""
    moving = run(1.1, start=start)
    steady = run(math.exp(at(0.15, run(), moving).behind))
    assert at(0.15, run(), moving).most > at(0.15, run(), steady).most + 0.05


def test_one_that_stood_still_for_a_while_may_come_back() -> None:
    """At half of these iterations it was not behind, then far, now less."""
    stood = run(1.02)
    for place in range(14, 18):
        stood.run.curves["val_loss"].values[place] *= 1.05
    assert at(0.5, run(), stood).most > at(0.5, run(), run(1.02)).most + 0.02


@pytest.mark.parametrize("rate", [2e-3, 5e-4])
def test_a_trial_may_stand_still_early_in_the_run(rate: float) -> None:
    """What it fell behind in the last doubling of iterations does not count before three tenths of the run."""
    still = run(1.06, start=-0.12, learning_rate=rate)
    assert at(0.2, run(), still).behind < 0.01
    assert at(0.3, run(), still).behind > 0.05


def test_a_single_evaluation_says_little() -> None:
    assert catch_up(run(), run(1.02), 10, ITERS) is None
    trial = run(1.02)
    trial.run.curves["val_loss"].values[20] *= 1.02
    assert at(0.5, run(), trial).behind == pytest.approx(math.log(1.02) * 1.5, rel=0.01)


def test_a_rate_that_does_not_fall_tells_nothing_about_the_rest() -> None:
    assert catch_up(run(decay_lr=False), run(1.02, decay_lr=False), 200, ITERS) is None
    no_rates = run()
    del no_rates.run.curves["lr"]
    assert catch_up(no_rates, run(1.02), 200, ITERS) is None


@pytest.mark.parametrize("settings", [{"weight_decay": 0.5}, {"arch": "modern"}, {"beta2": 0.9}])
def test_only_what_was_measured_is_judged_by_it(settings: dict[str, Any]) -> None:
    assert catch_up(run(), run(1.02, **settings), 200, ITERS) is None
