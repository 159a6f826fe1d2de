"""fledge.plan: what a run will need, as numbers."""

from pathlib import Path

import pytest

import fledge
from tests.api.conftest import TINY


def test_a_plan_for_a_gpu(work: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told: list[fledge.Progress] = []
    plan = fledge.plan(gpu="RTX 4070", progress=told.append, **{**TINY, "compile": False, "dtype": "auto"})
    assert plan.time is not None
    assert 0 < plan.time.low < plan.time.value < plan.time.high
    assert (plan.time.unit, plan.memory.unit) == ("h", "GB")
    assert plan.memory.value == plan["peak_memory_mb"].value / 1024
    assert plan.fits is True
    assert plan.cost is None
    assert any("desktop" in str(note) for note in plan.notes)
    assert any(one.text == "looking at the data" for one in told)
    assert capsys.readouterr() == ("", "")
    priced = fledge.plan(gpu="RTX 4070", price_per_hour=2, **{**TINY, "compile": False, "dtype": "auto"})
    assert priced.cost is not None


def test_a_plan_for_this_machine(work: Path) -> None:
    plan = fledge.plan(measure=False, **TINY)
    assert plan.target.here is not None
    assert plan.time is not None


def test_plan_tells_mistakes(work: Path) -> None:
    with pytest.raises(fledge.FledgeError, match="no GPU called 'RTX 9999'"):
        fledge.plan(gpu="RTX 9999", **TINY)
    with pytest.raises(fledge.FledgeError, match="once for each"):
        fledge.plan(gpu="RTX 4070,A100", **TINY)
    with pytest.raises(fledge.FledgeError, match="Did you mean gpu"):
        fledge.plan(gpuz=2, **TINY)
    with pytest.raises(fledge.FledgeError, match="to_json"):
        fledge.plan(json=True)
    with pytest.raises(fledge.FledgeError, match="no settings file"):
        fledge.plan(["demo.py", "nothing.py"])
