"""The rule of a sweep: who is dropped, who never is, and who goes on."""

import math
import random
from dataclasses import replace
from typing import Any

import pytest

from fledge.analyze.catch_up import catch_up
from fledge.analyze.sweep import Standing, beaten_by, finishing, narrowed, next_ahead, next_trial, standing, stops
from fledge.config.schedule import learning_rate
from fledge.config.schema import Config
from fledge.logs.facts import Facts
from fledge.logs.run import Curve, Known, Run

ITERS = 400


def trial(end: float, name: str = "", noise: float = 0.0, steepness: float = 4.0, **settings: Any) -> Facts:
    """A finished run: its loss falls to `end`."""
    known = {"max_iters": ITERS, "batch_size": 64, "block_size": 128, "gradient_accumulation_steps": 1,
             "eval_iters": 200, "vocab_size": 65, "dataset": "tiny", "schedule": "cosine", **settings}  # fmt: skip
    config = Config(learning_rate=1e-3, min_lr=1e-4, max_iters=ITERS, lr_decay_iters=ITERS, warmup_iters=10)
    chance = random.Random(f"{name}{end}")
    evaluations, batches, rates = Curve(), Curve(), Curve()
    for it in range(0, ITERS + 1, 10):
        loss = end * (1 + 0.8 * (math.exp(-steepness * it / ITERS) - math.exp(-steepness)))
        evaluations.add(it, loss + chance.gauss(0, noise))
        batches.add(it, loss + chance.gauss(0, 0.05))
        rates.add(it, learning_rate(config, it))
    values = {key: Known(value, "config.json") for key, value in known.items()}
    curves: dict[Any, Curve] = {"val_loss": evaluations, "loss": batches, "lr": rates}
    return Facts(Run(name or f"{end}", "fledge", curves, values, origin="directory"))


def at(facts: Facts, share: float) -> Standing:
    return standing(facts.run.name, facts, math.ceil(share * ITERS), ITERS)


def test_a_trial_that_can_not_reach_a_finished_one_is_beaten() -> None:
    winner, loser = at(trial(1.5), 1.0), at(trial(1.9), 0.3)
    defeat = beaten_by(loser, [winner, loser])
    assert defeat is not None
    assert defeat.winner is winner
    assert defeat.low > defeat.high
    assert beaten_by(winner, [winner, loser]) is None


@pytest.mark.parametrize("share", [0.25, 0.5, 0.75, 0.95])
def test_a_tie_is_never_decided(share: float) -> None:
    """Two seeds of one config: one is ahead by less than seeds differ."""
    judged = [at(trial(1.500), 1.0), at(trial(1.504), share)]
    assert beaten_by(judged[1], judged) is None


def test_a_trial_that_is_ahead_now_is_not_dropped_whatever_is_forecast() -> None:
    judged = [at(trial(1.9), 1.0), at(trial(1.5), 0.3)]
    assert [beaten_by(one, judged) for one in judged] == [None, None]
    behind = replace(judged[1], low=2.0, value=2.1, high=2.2)  # a forecast that has gone astray
    assert beaten_by(behind, [judged[0], behind]) is None


def test_what_a_finished_trial_fell_tells_nothing_about_another_schedule() -> None:
    loser = at(trial(1.62), 0.4)
    other = at(trial(1.62, schedule="linear"), 0.4)
    same, different = (narrowed([at(trial(1.5), 1.0), one])[1] for one in (loser, other))
    assert same.low is not None
    assert loser.low is None or same.low > loser.low
    assert different is other


def test_an_interval_that_was_narrowed_holds_the_end() -> None:
    for share in (0.25, 0.4, 0.6, 0.8):
        for end in (1.45, 1.55, 1.7):
            now = narrowed([at(trial(1.5), 1.0), at(trial(end, noise=0.003), share)])[1]
            assert now.low is not None
            assert now.high is not None
            assert now.low <= end + 0.01
            assert end - 0.01 <= now.high


def test_a_forecast_that_contradicts_widens_the_interval() -> None:
    winner, trial_at = at(trial(1.5), 1.0), at(trial(1.6), 0.5)
    astray = replace(trial_at, low=0.5, value=0.6, high=0.7)
    now = narrowed([winner, astray])[1]
    assert now.low == 0.5
    assert now.high is not None
    assert now.high > 1.6


def test_a_loss_that_was_reached_stays_reached() -> None:
    """A run that overfits later has its best checkpoint behind it."""
    facts = trial(1.5)
    curve = facts.run.curves["val_loss"]
    for place in range(20, len(curve)):
        curve.values[place] = 1.7 + 0.01 * place
    done = at(facts, 1.0)
    assert done.is_done
    assert done.value == done.best == min(curve.values)


def test_what_came_later_is_not_looked_at() -> None:
    facts = trial(1.5)
    now = at(facts, 0.5)
    assert now.facts is not None
    assert now.facts.run.last_iter == 200
    assert (now.is_done, now.share) == (False, 0.5)
    assert facts.run.last_iter == ITERS  # the run itself is as it was


def test_nan_is_diverged_and_not_judged() -> None:
    facts = trial(1.5)
    facts.run.curves["loss"].values[15] = math.nan
    now = at(facts, 0.5)
    assert now.is_diverged
    assert next_trial([now]) is None
    judged = [at(trial(1.2), 1.0), now]
    assert beaten_by(judged[1], judged) is None


def test_trials_of_other_windows_need_a_larger_difference() -> None:
    """With another batch size the evaluated text is another: some of a difference may be the text's."""
    winner = at(trial(1.5, eval_iters=4), 1.0)
    same, other = at(trial(1.525, eval_iters=4), 0.95), at(trial(1.525, eval_iters=4, batch_size=65), 0.95)
    assert beaten_by(same, [winner, same, other]) is not None
    assert beaten_by(other, [winner, same, other]) is None


@pytest.mark.parametrize("settings", [{"seed": 2}, {"batch_size": 8}, {"block_size": 32}, {"dataset": "another"}])
def test_of_one_seed_a_smaller_difference_decides(settings: dict[str, Any]) -> None:
    """Same initial numbers, same batches: much of what chance does, it does to both."""
    common: dict[str, Any] = {"seed": 1, "batch_size": 4, "block_size": 128}
    winner = at(trial(1.5, **common), 1.0)
    paired, other = at(trial(1.517, **common), 0.9), at(trial(1.517, **{**common, **settings}), 0.9)
    assert beaten_by(paired, [winner, paired]) is not None
    assert beaten_by(other, [winner, other]) is None


def test_a_higher_learning_rate_is_given_longer() -> None:
    """It gains more when the rate falls, so that the same distance decides nothing yet."""
    winner = at(trial(1.5, seed=1, learning_rate=1e-3), 1.0)
    lower, higher = (at(trial(1.55, seed=1, learning_rate=rate), 0.4) for rate in (5e-4, 8e-3))
    assert beaten_by(lower, [winner, lower]) is not None
    assert beaten_by(higher, [winner, higher]) is None


def may_make_up(finished: Facts, behind: Facts, share: float) -> float:
    found = catch_up(finished, behind, math.ceil(share * ITERS), ITERS)
    assert found is not None
    return found.most


def test_with_muon_a_higher_learning_rate_is_given_less() -> None:
    def most(optimizer: str) -> float:
        finished = trial(1.5, seed=1, optimizer=optimizer, learning_rate=1e-3)
        return may_make_up(finished, trial(1.6, seed=1, optimizer=optimizer, learning_rate=8e-3), 0.5)

    assert most("muon") == pytest.approx(0.75 * most("adamw"))


def test_one_that_came_nearer_early_on_may_do_so_again() -> None:
    """As a trial that stands still, falls, and stands still again: it is as far behind, and not lost yet."""
    finished, steady = trial(1.5, seed=1), trial(1.6, seed=1)
    losses = steady.run.curve("val_loss")
    leap = Curve()
    for it, loss in losses:
        leap.add(it, loss * {20: 1.05, 30: 0.97}.get(it, 1.0))
    jumpy = Facts(replace(steady.run, curves={**steady.run.curves, "val_loss": leap}))
    for share, is_given_longer in ((0.2, True), (0.3, False)):
        more = may_make_up(finished, jumpy, share) > may_make_up(finished, steady, share)
        assert more is is_given_longer


def test_against_a_finished_trial_of_its_seed_no_forecast_is_asked() -> None:
    winner, behind = at(trial(1.5, seed=1), 1.0), at(trial(1.501, seed=1), 0.5)
    astray = replace(behind, low=2.0, value=2.1, high=2.2)
    assert beaten_by(astray, [winner, astray]) is None
    unknown = replace(at(trial(1.6, seed=1), 0.5), low=None, value=None, high=None)
    assert beaten_by(unknown, [winner, unknown]) is not None


def test_intervals_decide_nothing_before_a_fifth_of_the_run() -> None:
    """Pairs of one seed do."""
    winner, apart = at(trial(1.5, seed=1), 1.0), at(trial(3.0, seed=2), 0.15)
    assert narrowed([winner, apart])[1].low is not None
    assert beaten_by(apart, [winner, apart]) is None
    later, paired = at(trial(3.0, seed=2), 0.2), at(trial(3.0, seed=1), 0.15)
    assert beaten_by(later, [winner, later]) is not None
    assert beaten_by(paired, [winner, paired]) is not None


def test_another_last_learning_rate_is_another_schedule() -> None:
    """What the rest of the run brings depends on how far the rate falls."""
    winner, lower = at(trial(1.5, seed=1, min_lr=1e-4), 1.0), at(trial(1.6, seed=1, min_lr=0.0), 0.3)
    same = at(trial(1.6, seed=1, min_lr=1e-4), 0.3)
    assert beaten_by(same, [winner, same]) is not None
    assert beaten_by(lower, [winner, lower]) is None


def test_within_the_noise_of_pairs_nothing_is_decided() -> None:
    winner, behind = at(trial(1.5, seed=1), 1.0), at(trial(1.5015, seed=1), 0.95)
    assert beaten_by(behind, [winner, behind]) is None


def test_a_slow_trial_that_has_finished_does_not_condemn_a_fast_one_to_a_third() -> None:
    """The slow one fell little in the end. The fast one is behind it, and another one is forecast to end below both."""
    slow = at(trial(1.72, steepness=6.0, seed=1, learning_rate=1e-3), 1.0)
    fast = at(trial(1.5, steepness=1.5, seed=1, learning_rate=4e-3), 0.25)
    fast = replace(fast, value=None, low=None, high=None)  # no forecast yet
    best = replace(at(trial(1.5, steepness=3.0, seed=1), 0.6), low=1.49, value=1.5, high=1.51)
    shown = narrowed([slow, best, fast])[2]
    assert shown.low is not None
    assert shown.low > 1.51
    assert beaten_by(fast, [slow, best, fast]) is None


def test_each_begins_then_the_most_promising_goes_on() -> None:
    begun = [at(trial(1.6), 0.25), at(trial(1.5), 0.25), at(trial(1.7), 0.25)]
    waiting = Standing("waiting", 0, ITERS)
    assert next_trial([*begun, waiting]) is waiting
    assert next_trial(begun) is begun[1]
    assert finishing([waiting]) is None
    assert next_trial([at(trial(1.5), 1.0)]) is None


def test_ahead_of_its_turn_runs_what_will_most_likely_be_needed() -> None:
    turn = at(trial(1.5), 0.4)
    waiting = Standing("waiting", 0, ITERS)
    near, far = at(trial(1.55), 0.2), at(trial(1.7), 0.2)
    assert next_ahead(turn, [far, near, waiting]) is waiting
    assert next_ahead(turn, [far, near]) is near
    assert next_ahead(turn, [at(trial(1.5), 1.0)]) is None
    assert next_ahead(waiting, [far, near]) is near  # nothing is known of the one whose turn it is


def test_of_those_as_near_the_one_with_the_most_left_runs_ahead() -> None:
    """It would run alone in the end."""
    shape: dict[str, Any] = {"arch": "gpt2", "n_layer": 2, "n_head": 2, "n_embd": 64}
    turn = at(trial(1.5), 0.4)
    further, nearest = at(trial(1.552, **shape), 0.2), at(trial(1.55, **shape), 0.4)
    assert next_ahead(turn, [nearest, further]) is further


@pytest.mark.parametrize("max_iters", [1, 2, 7, 40, 1000])
def test_stops_rise_to_the_end(max_iters: int) -> None:
    found = stops(max_iters)
    assert found[-1] == max_iters
    assert list(found) == sorted(set(found))
    assert found[0] == math.ceil(0.15 * max_iters)
