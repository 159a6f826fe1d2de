"""Forecasts of curves whose end is known, and refusals of curves that bear none."""

import json
import math
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fledge.analyze.forecast import Forecast, forecast
from fledge.analyze.forecast.learning_rates import AREA_POWER, learning_rates
from fledge.config.fields import Value
from fledge.logs.facts import Facts
from fledge.logs.run import Curve, Known, Metric, Run
from fledge.texts import text
from fledge.texts.message_json import message_from_json
from tests.helpers import Fledge

CONSTANT: dict[str, Value] = {"learning_rate": 1e-3, "decay_lr": False}
COSINE: dict[str, Value] = {"learning_rate": 1e-3, "min_lr": 1e-4, "warmup_iters": 20, "lr_decay_iters": 1000}


def curve(points: list[tuple[int, float]]) -> Curve:
    found = Curve()
    for it, value in points:
        found.add(it, value)
    return found


def run_of(values: list[tuple[int, float]], metric: Metric = "val_loss", settings: dict[str, Value] = CONSTANT) -> Run:
    known = {name: Known(value, "test") for name, value in settings.items()}
    return Run("made-up", "nanoGPT", {metric: curve(values)}, known)


def power(it: float) -> float:
    return 1.4 + 6.0 * (it + 25) ** -0.4


def noisy(seed: int, until: int = 500, every: int = 20, noise: float = 0.004) -> list[tuple[int, float]]:
    random = np.random.default_rng(seed)
    return [(it, power(it) + noise * random.normal()) for it in range(0, until + 1, every)]


def forecast_of(run: Run, to: int = 1000) -> Forecast:
    return forecast(Facts(run), to)


def reason(found: Forecast) -> str:
    assert found.refusal is not None
    return text(found.refusal.reason)


# curves whose end is known


@pytest.mark.parametrize("seed", range(8))
def test_a_power_law_is_continued(seed: int) -> None:
    found = forecast_of(run_of(noisy(seed)))
    assert found.refusal is None
    assert found.value is not None
    assert found.low is not None
    assert found.high is not None
    assert abs(found.value / power(1000) - 1) < 0.02
    assert found.low < power(1000) < found.high
    assert found.high - found.low < 0.2 * found.value


def test_the_interval_holds_about_as_often_as_it_says() -> None:
    held = []
    for seed in range(40):
        random = np.random.default_rng(seed)
        floor, size, power, shift = random.uniform(1, 3), random.uniform(3, 9), random.uniform(0.25, 0.7), 30.0
        truth = floor + size * (1000 + shift) ** -power
        values = [(it, floor + size * (it + shift) ** -power + 0.004 * random.normal()) for it in range(0, 501, 20)]
        found = forecast_of(run_of(values))
        if found.low is not None and found.high is not None:
            held.append(found.low <= truth <= found.high)
    assert len(held) > 30
    assert sum(held) >= 0.85 * len(held)


def test_a_decaying_rate_lowers_the_forecast() -> None:
    values = noisy(3)
    constant, decaying = forecast_of(run_of(values)), forecast_of(run_of(values, settings=COSINE))
    assert decaying.value is not None
    assert decaying.value_if_rate_stays is not None
    assert decaying.value_if_rate_stays > decaying.value
    assert constant.value == pytest.approx(constant.value_if_rate_stays)
    assert "cosine" in text(decaying.basis)
    assert "constant" in text(constant.basis)


def test_batch_losses_are_forecast_where_there_are_no_evaluations() -> None:
    random = np.random.default_rng(0)
    values = [(it, power(it) + 0.08 * random.normal()) for it in range(0, 5000, 5)]
    found = forecast_of(run_of(values, "loss"), 10_000)
    assert found.metric == "loss"
    assert found.value is not None
    assert found.low is not None
    assert found.high is not None
    assert found.low < power(10_000) < found.high
    assert "batch" in text(found.basis)


def test_few_evaluations_among_many_losses_give_the_batches_forecast() -> None:
    run = run_of(noisy(1, every=2), "loss")
    run.curves["val_loss"] = curve(noisy(2, every=125))
    assert forecast_of(run).metric == "loss"


def test_an_outlier_changes_little() -> None:
    values = noisy(5)
    spiked = [(it, value + (1.5 if it == 300 else 0.0)) for it, value in values]
    plain, found = forecast_of(run_of(values)), forecast_of(run_of(spiked))
    assert plain.value is not None
    assert found.value is not None
    assert abs(found.value / plain.value - 1) < 0.03


def test_the_back_test_is_of_the_past() -> None:
    values = noisy(4)
    found = forecast_of(run_of(values))
    truth = dict(values)
    assert len(found.backtest) >= 3
    for test in found.backtest:
        assert test.start < test.to <= 500
        assert test.actual == truth[test.to]
    assert sum(fitted.weight for fitted in found.fits) == pytest.approx(1)


def test_nothing_after_the_cut_is_used() -> None:
    before = forecast_of(run_of(noisy(6)))
    again = forecast_of(run_of([(it, value) for it, value in noisy(6, until=1000) if it <= 500]))
    assert before.to_json() == again.to_json()


# curves that bear none


def test_too_few_points() -> None:
    found = forecast_of(run_of(noisy(0, every=125)))
    assert "Too few" in reason(found)


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_diverged(bad: float) -> None:
    found = forecast_of(run_of([*noisy(0), (520, bad)]))
    assert "diverged" in reason(found)
    json.dumps(found.to_json(), allow_nan=False)


def test_rising_is_overfitting_where_train_falls() -> None:
    values = [(it, 1.6 + 2 * math.exp(-it / 60) + 0.0008 * it) for it in range(0, 501, 20)]
    run = run_of(values)
    assert "past its lowest" in reason(forecast_of(run))
    run.curves["train_loss"] = curve([(it, 1.6 + 2 * math.exp(-it / 60) - 0.001 * it) for it in range(0, 501, 20)])
    assert "overfitting" in reason(forecast_of(run))


@pytest.mark.parametrize("seed", range(5))
def test_pure_noise(seed: int) -> None:
    random = np.random.default_rng(seed)
    values = [(it, 3.0 + 0.8 * random.normal()) for it in range(0, 501, 20)]
    assert forecast_of(run_of(values)).refusal is not None


def test_a_random_walk_is_refused_or_wide() -> None:
    kept = 0
    for seed in range(10):
        random = np.random.default_rng(seed)
        walk = 4 + np.cumsum(0.25 * random.normal(size=26))
        values = [(20 * i, float(abs(value)) + 0.1) for i, value in enumerate(walk)]
        kept += forecast_of(run_of(values)).refusal is None
    assert kept <= 2


def test_too_far() -> None:
    found = forecast_of(run_of(noisy(0)), 100_000)
    assert "Too far" in reason(found)


def test_a_rate_that_was_raised_again() -> None:
    run = run_of(noisy(0), settings={})
    rates = [1.0 - (it % 260) / 300 for it in range(0, 501, 10)]
    run.curves["lr"] = curve([(it, 1e-3 * rate) for it, rate in zip(range(0, 501, 10), rates, strict=True)])
    found = forecast_of(run)
    assert "raised" in reason(found)


@settings(max_examples=60)
@given(st.lists(st.floats(), max_size=50), st.lists(st.floats(), max_size=50), st.integers(1, 10**9))
def test_any_numbers_give_a_forecast_or_a_reason(losses: list[float], rates: list[float], further: int) -> None:
    run = run_of([(10 * i, value) for i, value in enumerate(losses)], settings={})
    run.curves["lr"] = curve([(10 * i, value) for i, value in enumerate(rates)])
    found = forecast_of(run, run.last_iter + further)
    document = json.loads(json.dumps(found.to_json(), allow_nan=False))
    assert document["refused"] == bool(document["reason"])
    assert document["refused"] or document["low"] <= document["value"] <= document["high"]


def test_a_rate_that_still_warms_up() -> None:
    found = forecast_of(run_of(noisy(0), settings={**COSINE, "warmup_iters": 800, "lr_decay_iters": 2000}))
    assert "warming up" in reason(found)


def falling(it: int) -> float:
    return power(it) + 0.003 * math.sin(it)  # the sine stands for noise


def evaluated(val: Callable[[int], float], train: Callable[[int], float] = falling, every: int = 20) -> Run:
    run = run_of([(it, val(it)) for it in range(0, 1001, every)])
    run.curves["train_loss"] = curve([(it, train(it)) for it in range(0, 1001, every)])
    return run


def trained(loss: Callable[[int], float], rate: Callable[[int], float] | None = None) -> Run:
    run = run_of([(it, loss(it)) for it in range(0, 1001, 5)], "loss", {})
    if rate:
        run.curves["lr"] = curve([(it, rate(it)) for it in range(0, 1001, 5)])
    return run


def memorising(it: int) -> float:
    return falling(it) - 0.0004 * it


@pytest.mark.parametrize(
    ("run", "why"),
    [
        (evaluated(lambda it: falling(it) + max(0, it - 500) * 6e-4, memorising), "overfitting"),
        (evaluated(lambda it: falling(it) + max(0, it - 600) * 1.2e-4, memorising), "at its lowest|past its lowest"),
        (evaluated(lambda it: falling(min(it, 500)), memorising), "at its lowest|past its lowest"),
        (evaluated(lambda it: falling(min(it, 940)) + max(0, it - 940) * 4e-4), "past its lowest"),
        (evaluated(lambda it: falling(it) + 0.06 * (it == 1000)), "far above the lowest before"),
        (evaluated(lambda it: 3.5629 + 4.1e-5 * it), "past its lowest"),
        (evaluated(lambda it: 3.3 + 0.0004 * abs(it - 400), memorising, every=100), "overfitting"),
        (evaluated(lambda it: 10.98), "does not fall"),
        (evaluated(lambda it: 0.0), "no language model's is"),
        (evaluated(lambda it: 2.0 + 0.01 * math.sin(it)), "does not fall"),
        (trained(lambda it: falling(it) if it < 970 else 9.0), "has jumped"),
        (trained(lambda it: falling(it) if it < 900 else math.nan), "diverged"),
        (trained(lambda it: falling(it) + 0.5 * (it > 600)), "past its lowest"),
        (trained(falling, lambda it: 1e-3 * (1 - it % 400 / 500)), "raised again"),
        (trained(falling, lambda it: 1e-3 * (1 - 0.9 * it / 500 if it < 500 else 0.25)), "raised again"),
        (trained(falling, lambda it: 1e-3 * min(1, it / 1200)), "warming up"),
    ],
)
def test_what_does_not_bear_a_forecast_gets_none(run: Run, why: str) -> None:
    found = forecast_of(run, 1800)
    assert re.search(why, reason(found)), reason(found)
    assert found.value is None


def test_batches_that_jump_tell_on_evaluations_that_do_not_yet() -> None:
    run = evaluated(falling)
    assert forecast_of(run, 1800).refusal is None
    run.curves["loss"] = curve([(it, falling(it) if it < 970 else 9.0) for it in range(0, 1001, 10)])
    assert "has jumped" in reason(forecast_of(run, 1800))


def test_no_language_model_and_means_of_epochs() -> None:
    run = trained(falling)
    run.is_language_model = False
    assert "no language model" in reason(forecast_of(run, 1800))
    epochs = trained(falling)
    epochs.counts = "epochs"
    assert "means over whole epochs" in reason(forecast_of(epochs, 1800))


def test_bits_per_byte_are_forecast_where_they_are_all_there_is() -> None:
    run = run_of([(it, falling(it) / 3) for it in range(0, 1001, 20)], "val_bpb", {})
    found = forecast_of(run, 1800)
    assert (found.metric, found.refusal) == ("val_bpb", None)
    assert found.value == pytest.approx(power(1800) / 3, rel=0.02)


def test_what_is_smoothed_is_labelled() -> None:
    found = forecast_of(run_of(noisy(0)))
    assert found.last_logged == noisy(0)[-1][1]
    assert found.last_value == sorted(value for _, value in noisy(0)[-3:])[1]
    document = found.to_json()
    assert document["last_value_is"] == "the median of the last 3 evaluations"
    assert document["last_logged"] == found.last_logged
    batches = forecast_of(run_of(noisy(0, every=2), "loss"))
    assert batches.to_json()["last_value_is"] == "the median of the last 3 means of 6 batch losses"
    few = forecast_of(run_of(noisy(0, every=250)))
    assert few.last_value == few.last_logged


# learning rates


def test_settings_give_the_schedule() -> None:
    rates = learning_rates(run_of([], settings={**COSINE, "max_iters": 1000}), 1000)
    assert rates.at(np.array([19.0, 1000.0])) == pytest.approx([20 / 21, 0.1], abs=0.01)
    whole = sum(float(part) ** AREA_POWER for part in rates.at(np.arange(1000.0)))
    assert rates.area(np.array([1000.0]))[0] == pytest.approx(whole, rel=0.01)


def test_printed_rates_are_continued() -> None:
    run = run_of(noisy(0), settings={"max_iters": 1000})
    run.format = "llm.c"
    rate = [0.1 + 0.45 * (1 + math.cos(math.pi * it / 1000)) for it in range(501)]
    run.curves["lr"] = curve([(it, 6e-4 * part) for it, part in enumerate(rate)])
    rates = learning_rates(run, 1000)
    assert "cosine to 10%" in text(rates.basis)
    assert rates.known_until == 1000
    assert rates.at(np.array([1000.0]))[0] == pytest.approx(0.1, abs=0.001)


def test_printed_rates_outweigh_settings_that_disagree() -> None:
    run = run_of(noisy(0), settings=COSINE)
    run.curves["lr"] = curve([(it, 1e-3) for it in range(0, 501, 10)])
    rates = learning_rates(run, 1000)
    assert rates.known_until < 1000
    assert rates.at(np.array([900.0]))[0] == 1


def test_an_unknown_schedule_widens_the_interval() -> None:
    known, unknown = forecast_of(run_of(noisy(1))), forecast_of(run_of(noisy(1), settings={}))
    assert known.high
    assert known.low
    assert unknown.high
    assert unknown.low
    assert unknown.high - unknown.low > known.high - known.low
    assert unknown.rate_source == "unknown"
    assert unknown.value == pytest.approx(known.value)
    ending = forecast_of(run_of(noisy(1), settings={"max_iters": 1000}))
    assert ending.value is not None
    assert ending.value < (unknown.value or 0)  # a run's end is where rates have come down


# the command


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A console as nanoGPT prints it, of a run that is half done."""
    lines = ["Overriding: max_iters = 1000", "Overriding: decay_lr = False"]
    for it in range(0, 501, 5):
        if it % 20 == 0:
            lines.append(f"step {it}: train loss {power(it) - 0.02:.4f}, val loss {dict(noisy(2))[it]:.4f}")
        lines.append(f"iter {it}: loss {power(it):.4f}, time 20.00ms, mfu 3.00%")
    path = tmp_path / "run.log"
    path.write_text("\n".join(lines) + "\n")
    return path


def test_json(fledge: Fledge, log: Path) -> None:
    code, out, err = fledge("forecast", str(log), "--to=1000", "--json")
    assert (code, err) == (0, "")
    document = json.loads(out)
    names = "run to value low high coverage basis refused reason backtest fits metric last_iter last_value path"
    assert set(names.split()) <= set(document)
    assert document["refused"] is False
    assert document["coverage"] == 0.9
    assert document["to"] == 1000
    assert document["low"] < document["value"] < document["high"]
    assert {"from", "to", "predicted", "came", "error"} == set(document["backtest"][0])
    assert {"name", "value", "weight", "error"} == set(document["fits"][0])
    assert document["path"][-1] == {"iter": 1000, "value": document["value"]}


def test_the_page_is_80_wide_and_says_it_all(fledge: Fledge, log: Path) -> None:
    code, out, _ = fledge("forecast", str(log), "--to=1000")
    assert code == 0
    assert max(len(line) for line in out.splitlines()) <= 80
    for words in ("val loss at iteration 1,000", "90% interval", "Back-test", "power law", "What would change it"):
        assert words in out


def test_a_refusal_is_an_answer(fledge: Fledge, log: Path) -> None:
    code, out, err = fledge("forecast", str(log), "--to=90000")
    assert (code, err) == (0, "")
    assert "refused. Too far" in " ".join(out.split())
    assert max(len(line) for line in out.splitlines()) <= 80
    code, out, _ = fledge("forecast", str(log), "--to=90000", "--json")
    document = json.loads(out)
    assert code == 0
    assert document["refused"] is True
    assert document["value"] is None
    assert document["reason"]
    assert document["reason_code"]["code"] == "forecast.too_far.reason"
    assert document["reason_code"]["numbers"]["to"] == 90000
    said = [message_from_json(written) for written in (document["reason_code"], *document["advice_codes"])]
    assert [str(one) for one in said] == [document["reason"], document["advice"]]


def test_max_iters_is_the_default(fledge: Fledge, log: Path) -> None:
    code, out, _ = fledge("forecast", str(log), "--max_iters=800", "--json")
    assert code == 0
    assert json.loads(out)["to"] == 800


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--to=400"], "at iteration 500 already"),
        (["--to=-5"], "too small"),
        (["--to=soon"], "not a whole number"),
        (["--max_iters=500"], "nothing is left"),
        (["--tu=7"], "unknown setting"),
        (["another.log"], "one RUN at a time"),
    ],
)
def test_mistakes_are_one_line(fledge: Fledge, log: Path, words: list[str], said: str) -> None:
    code, out, err = fledge("forecast", str(log), *words)
    assert code == 2
    assert out == ""
    assert said in err
    assert "Traceback" not in err


def test_a_log_without_an_end_asks_for_it(fledge: Fledge, log: Path) -> None:
    log.write_text("\n".join(log.read_text().splitlines()[2:]))
    code, _, err = fledge("forecast", str(log))
    assert code == 2
    assert "--to=" in err


def test_no_such_log(fledge: Fledge) -> None:
    code, _, err = fledge("forecast", "nowhere.log")
    assert code == 2
    assert "nowhere.log" in err
