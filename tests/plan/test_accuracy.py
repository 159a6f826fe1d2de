"""The published step times that plans are checked against, and two of them, planned."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from fledge.hardware.gpu_names import find_gpu
from fledge.plan.planner import Planner

BENCH = Path(__file__).parents[2] / "bench" / "accuracy.py"


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    spec = importlib.util.spec_from_file_location("accuracy", BENCH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["accuracy"] = module  # where dataclasses look their annotations up
    spec.loader.exec_module(module)
    return module


def test_every_row_is_planned_or_says_why_not(bench: ModuleType) -> None:
    rows = bench.read_rows()
    assert len(rows) > 60
    for row in rows:
        assert row["planned"] in ("yes", "no")
        assert row["source"]
        assert bool(row["why"]) != row.is_planned, row.model


def test_planned_rows_are_complete(bench: ModuleType) -> None:
    planned = [row for row in bench.read_rows() if row.is_planned]
    assert len(planned) >= 20
    for row in planned:
        config = bench.config_of(row)
        find_gpu(row["gpu"])
        assert config.tokens_per_iter / row.seconds == pytest.approx(float(row["tokens_per_s"]), rel=0.01)


def test_a_small_model_takes_as_long_as_planned(bench: ModuleType) -> None:
    row = next(row for row in bench.read_rows() if row["flash"] == "FlashAttention-2")
    result = bench.planned(Planner(lambda text: None), row)
    assert result.low < row.seconds < result.high


def test_one_point_scales_the_others_of_its_card(bench: ModuleType) -> None:
    first, second, other = (
        bench.Row({"gpu": gpu, "n_gpus": "1", "dtype": "bf16", "compile": "True", "flash": "True", "ms_per_iter": ms})
        for gpu, ms in (("A", "2000"), ("A", "4100"), ("B", "1000"))
    )
    results = [bench.Planned(row, value, value, value) for row, value in ((first, 1.0), (second, 2.0), (other, 9.0))]
    errors = [error for _, _, error in bench.calibrated(results)]
    assert errors == pytest.approx([1 * 2.05 / 2 - 1, 2 * 2 / 4.1 - 1])
