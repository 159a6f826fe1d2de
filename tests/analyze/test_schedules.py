"""Schedules inferred from printed learning rates: found where the rates tell them, a range where they do not."""

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fledge.analyze.forecast import forecast
from fledge.analyze.forecast.learning_rates import LearningRates, learning_rates, printed_ends
from fledge.config.fields import Value
from fledge.logs.facts import Facts
from fledge.logs.run import Curve, Known, Run
from fledge.texts import text
from tests.helpers import Fledge

PEAK, END, WARMUP = 6e-4, 2000, 60


def rate(it: float, shape: str, final: float = 0.1, start: float = WARMUP, end: float = END) -> float:
    if it < WARMUP:
        return PEAK * (it + 1) / (WARMUP + 1)
    done = min(max((it - start) / (end - start), 0.0), 1.0)
    left = {"cosine": 0.5 * (1 + math.cos(math.pi * done)), "linear": 1 - done, "constant": 1.0}[shape]
    return PEAK * (final + left * (1 - final))


def loss(it: float, share: float) -> float:
    return 2.0 + 6.0 * (it + 25) ** -0.4 + 0.08 * share


def run_of(rates: dict[int, float], known: dict[str, Value] | None = None) -> Run:
    """A run that prints its rates, and val losses that are a little higher where the rate is high."""
    run = Run("made-up", "named numbers", {}, {name: Known(value, "test") for name, value in (known or {}).items()})
    run.curves["lr"] = Curve(rates.keys(), rates.values())
    evaluated = [it for it in rates if it % 40 == 0]
    run.curves["val_loss"] = Curve(evaluated, [loss(it, rates[it] / PEAK) for it in evaluated])
    return run


def printed(shape: str, until: int, digits: str = ".4e", **about: float) -> dict[int, float]:
    return {it: float(format(rate(it, shape, **about), digits)) for it in range(0, until + 1, 10)}


def futures(rates: LearningRates, its: list[float]) -> list[list[float]]:
    return [one.at(np.array(its)).tolist() for one in rates.alternatives or (rates,)]


@pytest.mark.parametrize("until", [700, 1000, 1600])
@pytest.mark.parametrize("final", [0.0, 0.1, 0.3])
def test_a_cosine_is_inferred_with_its_end(until: int, final: float) -> None:
    run = run_of(printed("cosine", until, final=final))
    rates = learning_rates(run, END)
    assert rates.source == "inferred"
    assert np.array(printed_ends(run)) == pytest.approx([END, END], rel=0.01)
    assert f"cosine to {final:.0%} of the peak" in text(rates.basis)
    assert "inferred from" in text(rates.basis)
    expected = [rate(it, "cosine", final) / PEAK for it in (until, 1700, END)]
    assert futures(rates, [until, 1700, END])[0] == pytest.approx(expected, abs=0.02)


def test_the_forecast_is_that_of_the_settings() -> None:
    rates = printed("cosine", 1000)
    stated: dict[str, Value] = {"learning_rate": PEAK, "min_lr": 6e-5, "warmup_iters": WARMUP, "lr_decay_iters": END}
    inferred, known = (forecast(Facts(run_of(rates, about)), END) for about in (None, stated))
    assert (inferred.rate_source, known.rate_source) == ("inferred", "settings")
    assert inferred.value == pytest.approx(known.value, rel=1e-3)
    assert inferred.low == pytest.approx(known.low, rel=1e-3)
    held = forecast(Facts(run_of(dict.fromkeys(rates, PEAK))), END)
    truth = loss(END, 0.1)
    assert inferred.value is not None
    assert held.value is not None
    assert abs(inferred.value - truth) < abs(held.value - truth)


@pytest.mark.parametrize("shape", ["cosine", "linear"])
def test_a_known_end_decides(shape: str) -> None:
    rates = learning_rates(run_of(printed(shape, 600, final=0.0), {"max_iters": END}), END)
    assert rates.source == "inferred"
    assert f"{shape} to 0% of the peak at 2,000" in text(rates.basis)


def test_a_straight_line_does_not_tell_where_it_ends() -> None:
    run = run_of(printed("linear", 1000, final=0.1))
    assert np.array(printed_ends(run)) == pytest.approx([1502, 2215], abs=15)
    near = learning_rates(run, 1480)  # where all lines are still one
    assert near.source == "inferred"
    assert "linear until iteration 1,480" in text(near.basis)
    assert "do not tell its end yet" in text(near.basis)
    far = learning_rates(run, 2600)
    assert far.source == "ambiguous"
    assert "fit several schedules" in text(far.basis)
    last = [future[0] for future in futures(far, [2600.0])]
    assert min(last) < 0.02
    assert max(last) > 0.19
    found = forecast(Facts(run), 2600)
    assert found.low is not None
    assert found.high is not None
    narrow = forecast(Facts(run_of(printed("linear", 1000, final=0.1), {"max_iters": 2000})), 2600)
    assert narrow.low is not None
    assert narrow.high is not None
    assert found.high - found.low > narrow.high - narrow.low


def test_a_line_that_has_ended_stays_there() -> None:
    rates = learning_rates(run_of(printed("linear", 2400, final=0.1)), 3000)
    assert rates.source == "inferred"
    assert futures(rates, [3000.0]) == [[pytest.approx(0.1, abs=0.005)]]


def test_stable_then_decaying() -> None:
    """Before the decay begins nothing tells it; once it has, its slope does."""
    before = learning_rates(run_of(printed("linear", 900, final=0.0, start=1000), {"max_iters": END}), END)
    assert before.source == "unknown"
    assert "constant so far" in text(before.basis)
    within = learning_rates(run_of(printed("linear", 1300, final=0.0, start=1000), {"max_iters": END}), END)
    assert within.source == "inferred"
    assert futures(within, [1500.0, 2000.0]) == [pytest.approx([0.5, 0.0], abs=0.01)]
    open_end = learning_rates(run_of(printed("linear", 1300, final=0.0, start=1000)), 1600)
    assert futures(open_end, [1600.0])[0] == pytest.approx([0.4], abs=0.01)


@pytest.mark.parametrize(
    "rates",
    [
        dict.fromkeys(range(0, 1001, 10), PEAK),
        {it: PEAK * (1.0 if it < 400 else 0.3) for it in range(0, 1001, 10)},
        {it: PEAK * 0.9997**it * (1 + 0.2 * math.sin(it / 50)) for it in range(0, 1001, 10)},
        {it: rate(it, "cosine") for it in range(0, 200, 10)},
    ],
    ids=["constant", "in steps", "a wave", "a decay that has hardly begun"],
)
def test_other_rates_are_not_taken_for_a_decay(rates: dict[int, float]) -> None:
    found = learning_rates(run_of(rates), END)
    assert found.source == "unknown"
    assert printed_ends(run_of(rates)) is None


def test_the_inverse_square_root() -> None:
    rates = {it: PEAK * min((it + 1) / 200, math.sqrt(200 / (it + 1))) for it in range(0, 1001, 10)}
    found = learning_rates(run_of(rates), END)
    assert found.source == "inferred"
    assert "square root" in text(found.basis)
    assert futures(found, [2000.0]) == [[pytest.approx(math.sqrt(0.1), abs=0.01)]]
    assert printed_ends(run_of(rates)) is None


@settings(max_examples=25, deadline=None)
@given(
    shape=st.sampled_from(["cosine", "linear"]),
    final=st.sampled_from([0.0, 0.05, 0.1, 0.2]),
    until=st.integers(400, 1900),
    start=st.sampled_from([WARMUP, 300, 900]),
    digits=st.sampled_from([".4e", ".2e", ".1e", ".6f", ".10f"]),
    known=st.booleans(),
)
@example(shape="linear", final=0.05, until=470, start=300, digits=".1e", known=True)
@example(shape="linear", final=0.05, until=1770, start=60, digits=".1e", known=False)
def test_the_true_future_is_among_the_possible(
    shape: str, final: float, until: int, start: int, digits: str, known: bool
) -> None:
    """Whatever is cut and rounded away: a schedule that is not sure is never the only one."""
    rates = printed(shape, until, digits, final=final, start=start)
    found = learning_rates(run_of(rates, {"max_iters": END} if known else None), END)
    if found.source != "unknown":
        its = [float(it) for it in range(until, END + 1, 50)]
        possible, truth = np.array(futures(found, its)), np.array([rate(it, shape, final, start) for it in its]) / PEAK
        assert (truth >= possible.min(axis=0) - 0.06).all()
        assert (truth <= possible.max(axis=0) + 0.06).all()


def test_the_command_forecasts_the_inferred_end(fledge: Fledge, tmp_path: Path) -> None:
    lines = []
    for it, value in printed("cosine", 1000).items():
        if it % 40 == 0:
            lines.append(f"validation loss: {loss(it, value / PEAK) - 0.01 * (it == 1000):.4f}")
        lines.append(f"step {it} | loss: {loss(it, value / PEAK):.6f} | lr {value:.4e} | norm: 0.3 | dt: 100.0ms")
    path = tmp_path / "train.log"
    path.write_text("\n".join(lines) + "\n")
    code, out, err = fledge("forecast", str(path))
    said = " ".join(out.split())
    assert (code, err) == (0, "")
    assert "at iteration 2,000" in said
    assert "inferred from 101 printed rates" in said
    last = loss(1000, rate(1000, "cosine") / PEAK) - 0.01
    assert f"now {last:.4f} at iteration 1,000; smoothed" in said
    assert "the median of the last 3 evaluations" in said
