"""The published step times that plans are checked against, and one of them, planned."""

import importlib
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from fledge.hardware.gpu_names import find_gpu
from fledge.options.parser import parse
from fledge.options.plan import COMMAND
from fledge.plan.planner import Planner
from fledge.plan.program import PROGRAMS
from fledge.plan.roofline import CONSTANTS

BENCH = Path(__file__).parents[2] / "bench"


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(BENCH)
    return importlib.import_module("published")


@pytest.fixture
def accuracy(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(BENCH)
    return importlib.import_module("accuracy")


def test_every_row_is_planned_or_says_why_not(published: ModuleType) -> None:
    rows = published.read_rows()
    assert len(rows) > 100
    for row in rows:
        assert row["planned"] in ("yes", "no")
        assert row["source"]
        assert bool(row["why"]) != row.is_planned, row.model


def test_planned_rows_are_complete(published: ModuleType) -> None:
    planned = [row for row in published.read_rows() if row.is_planned]
    assert len(planned) >= 80
    assert len({row["by"] for row in planned}) >= 20
    for row in planned:
        config = parse(COMMAND, row.arguments()).config()
        find_gpu(row["gpu"])
        assert row["by"]
        assert row["program"] in PROGRAMS
        assert config.tokens_per_iter / row.seconds == pytest.approx(float(row["tokens_per_s"]), rel=0.01)


def test_a_small_model_takes_as_long_as_planned(published: ModuleType) -> None:
    row = next(row for row in published.read_rows() if row["flash"] == "FlashAttention-2")
    result = published.planned(Planner(lambda text: None), row)
    assert result.is_inside()
    assert result.error() == pytest.approx(result.seconds / row.seconds - 1)
    assert result.with_constants(CONSTANTS) == pytest.approx(result.seconds)
    assert not result.is_inside(10 * result.seconds)


def test_one_point_scales_the_others_of_its_card(published: ModuleType, accuracy: ModuleType) -> None:
    first, second, other = (
        published.Row(
            {"gpu": gpu, "n_gpus": "1", "dtype": "bf16", "compile": "True", "flash": "True", "ms_per_iter": ms}
        )
        for gpu, ms in (("A", "2000"), ("A", "4100"), ("B", "1000"))
    )
    plans = [SimpleNamespace(row=row, seconds=value) for row, value in ((first, 1.0), (second, 2.0), (other, 9.0))]
    errors = [error for _, _, error in accuracy.calibrated(plans)]
    assert errors == pytest.approx([1 * 2.05 / 2 - 1, 2 * 2 / 4.1 - 1])


def test_constants_are_fitted_to_what_was_published(published: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows made with other constants than the usual ones lead back to them, also with their publisher left out."""
    fit = importlib.import_module("fit")
    truth = fit.Constants(**{name: low + 0.7 * (high - low) for name, (low, high) in fit.BOUNDS.items()})

    class Synthetic:
        """A step in which each of the constants takes a share of its own."""

        def __init__(self, number: int) -> None:
            self.weights = [1.0 + (number + k) % 7 for k in range(len(fit.BOUNDS))]
            self.row = type("Row", (), {"__getitem__": lambda _, name: str(number % 3), "seconds": self._of(truth)})()

        def _of(self, constants: object) -> float:
            shares = zip(fit.BOUNDS.items(), self.weights, strict=True)
            return sum(w * (getattr(constants, name) - low + 1e-9) / (high - low) for (name, (low, high)), w in shares)

        def with_constants(self, constants: object) -> float:
            return self._of(constants)

    rows = [Synthetic(number) for number in range(21)]
    fitted = fit.fit(rows)
    assert fit.mean_error(rows, fitted) < 0.3 * fit.mean_error(rows, fit.middle())
    without = fit.left_out(rows)
    assert set(without) == {"0", "1", "2"}
    assert all(fit.mean_error(rows, constants) < 0.05 for constants in without.values())
    for row in rows:  # what a publisher says has no say in the constants that it is tested with
        if row.row["by"] == "1":
            row.row.seconds *= 10
    assert fit.left_out(rows)["1"] == without["1"]
    assert fit.left_out(rows)["0"] != without["0"]
