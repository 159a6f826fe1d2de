"""`fledge devices`: this machine, the table of GPUs, and one GPU."""

import json
from pathlib import Path

import pytest

from fledge.api.asked_gpus import asked_gpus
from fledge.hardware.gpu_names import find_gpu
from fledge.hardware.table import gpu_table
from fledge.options.shared import GpuOptions
from tests.helpers import Fledge


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLEDGE_CACHE", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "80")


def test_one_gpu(fledge: Fledge) -> None:
    code, shown, _ = fledge("devices", "rtx", "4070", "laptop")
    assert code == 0
    assert all(text in shown for text in ("40.1 TFLOP/s", "sources", "laptops that allow 35 W"))
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


def test_a_name_of_several_says_which_was_taken(fledge: Fledge) -> None:
    code, shown, said = fledge("devices", "rtx", "3080")
    assert code == 0
    assert "RTX 3080 10GB" in shown
    assert "'rtx 3080' is taken as the RTX 3080 10GB. Others of that name: RTX 3080 12GB, RTX 3080 Laptop 8GB" in said
    assert fledge("devices", "rtx", "3090")[2] == ""


def test_plan_and_tune_are_told_which_gpu_a_name_was_taken_for() -> None:
    devices, notes = asked_gpus(GpuOptions(gpu="A100, RTX 4090 Laptop, 4070"))
    assert [device.name for device in devices] == ["A100 SXM 40GB", "RTX 4090 Laptop", "RTX 4070"]
    assert notes[0].startswith("'A100' is taken as the A100 SXM 40GB. Others of that name: A100 SXM 80GB, A100 PCIe")
    assert notes[1:] == ["RTX 4070: the desktop card, not a laptop's; add Laptop to the name for that"]
    devices, notes = asked_gpus(GpuOptions(gpu="RTX 3080", gpu_watts=300))
    assert (devices[0].watts, len(notes)) == (300, 1)
    assert asked_gpus(GpuOptions(gpu="my card", gpu_tflops=80, gpu_memory=16, gpu_bandwidth=700))[1] == []
