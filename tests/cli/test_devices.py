"""`fledge devices`: this machine, the table of GPUs, and one GPU."""

import json
from pathlib import Path

import pytest

from fledge.hardware.gpu_names import find_gpu
from fledge.hardware.table import gpu_table
from tests.helpers import Fledge


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLEDGE_CACHE", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "80")


def test_one_gpu(fledge: Fledge) -> None:
    code, shown, _ = fledge("devices", "rtx", "4070", "laptop")
    assert code == 0
    assert all(text in shown for text in ("31.2 TFLOP/s", "sources", "Depends on the power"))
    code, shown, _ = fledge("devices", "t4", "--json")
    assert code == 0
    assert json.loads(shown) == find_gpu("t4").to_json()


def test_machine_and_table_in_80_columns(fledge: Fledge, tmp_path: Path) -> None:
    code, shown, _ = fledge("devices")
    assert code == 0
    assert max(map(len, shown.splitlines())) <= 80
    assert "…" not in shown
    assert all(device.name in shown for device in gpu_table())
    assert "not measured yet" in shown
    assert not any(tmp_path.iterdir())


def test_json_is_one_document(fledge: Fledge) -> None:
    document = json.loads(fledge("devices", "--json")[1])
    assert [device["name"] for device in document["table"]] == [device.name for device in gpu_table()]
    assert document["this_machine"][-1]["kind"] == "cpu"
    assert document["this_machine"][-1]["threads"] >= 1


def test_measured_when_asked(fledge: Fledge) -> None:
    code, out, err = fledge("devices", "--measure", "--json")
    assert code == 0
    assert json.loads(out)["this_machine"][-1]["peak_flops"]["float32"] > 0
    assert "measuring" in err


@pytest.mark.parametrize("argv", [["--mesure"], ["4070", "--measure"], ["--json=maybe"], ["rtx 9999"]])
def test_mistakes(fledge: Fledge, argv: list[str]) -> None:
    assert fledge("devices", *argv)[0] == 2
