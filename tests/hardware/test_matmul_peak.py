"""Matmul peaks: measuring changes no state of torch, and the table or the cache answers first."""

from pathlib import Path

import pytest
import torch

from fledge.hardware import matmul_peak
from fledge.hardware.calibration import Calibration, MeasurementKey
from fledge.hardware.gpu_names import find_gpu
from fledge.hardware.host import cpu_name
from fledge.hardware.machine import this_machine

CPU = torch.device("cpu")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FLEDGE_CACHE", str(tmp_path))
    monkeypatch.setattr(matmul_peak, "_while_busy", {})
    return tmp_path


def state() -> tuple[object, ...]:
    return (
        torch.get_rng_state().tolist(),
        torch.get_num_threads(),
        torch.get_float32_matmul_precision(),
        torch.backends.mkldnn.matmul.fp32_precision,  # type: ignore[attr-defined]
        torch.backends.cuda.matmul.fp32_precision,
        torch.is_grad_enabled(),
        torch.is_autocast_enabled("cpu"),
        torch.get_default_dtype(),
    )


@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_a_rate_is_a_rate(dtype: str) -> None:
    rate = matmul_peak.measure_matmul_peak(CPU, dtype, seconds=0.05).flops
    assert 1e6 < rate < 1e15


def test_measuring_leaves_torch_as_it_was() -> None:
    torch.manual_seed(5)
    before = state()
    matmul_peak.measure_matmul_peak(CPU, "float32", seconds=0.01)
    matmul_peak.device_peak(CPU, "float32", threads=2)
    assert state() == before


def test_a_busy_machine_is_measured_once_per_command(monkeypatch: pytest.MonkeyPatch) -> None:
    measured = []

    def busy(*_: object) -> matmul_peak.MatmulRate:
        measured.append(1)
        return matmul_peak.MatmulRate(1e9, core_share=0.1)

    monkeypatch.setattr(matmul_peak, "measure_matmul_peak", busy)
    first = matmul_peak.device_peak(CPU, "float32", threads=2)
    assert first.basis == "assumed"
    assert matmul_peak.device_peak(CPU, "float32", threads=2) == first
    assert len(measured) == 2, "with all threads, then with one; not again"
    assert matmul_peak.remembered_peak(CPU, "float32", threads=2) is None, "the next command measures anew"


def test_measuring_works_inside_a_training_step() -> None:
    with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16):
        before = state()
        assert matmul_peak.measure_matmul_peak(CPU, "float32", seconds=0.01).flops > 0
        assert state() == before


def test_float32_is_measured_in_float32(monkeypatch: pytest.MonkeyPatch) -> None:
    """With float32 precision set to medium a CPU multiplies in bfloat16: that would be another peak."""
    seen = set()
    plain = torch.mm

    def watched(a: torch.Tensor, b: torch.Tensor, *, out: torch.Tensor) -> torch.Tensor:
        seen.add((a.dtype, torch.backends.mkldnn.matmul.fp32_precision))  # type: ignore[attr-defined]
        return plain(a, b, out=out)

    monkeypatch.setattr(torch, "mm", watched)
    before = torch.get_float32_matmul_precision()
    torch.set_float32_matmul_precision("medium")
    try:
        matmul_peak.measure_matmul_peak(CPU, "float32", seconds=0.01)
        assert torch.get_float32_matmul_precision() == "medium"
    finally:
        torch.set_float32_matmul_precision(before)
    assert seen == {(torch.float32, "ieee")}


def test_state_comes_back_after_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise RuntimeError("out of memory")

    before = state()
    monkeypatch.setattr(torch, "mm", fails)
    with pytest.raises(RuntimeError, match="out of memory"):
        matmul_peak.device_peak(CPU, "float32", threads=2)
    assert state() == before


def test_the_cache_answers_before_a_measurement() -> None:
    key = MeasurementKey(cpu_name(), 3, torch.__version__, "float32", matmul_peak.MATMUL_PEAK)
    Calibration.load().put(key, 123.0)
    peak, basis, source = matmul_peak.device_peak(CPU, "float32", threads=3)
    assert (peak, basis) == (123.0, "measured")
    assert "threads: 3" in source
    assert torch.__version__ in source


@pytest.mark.parametrize(
    ("share", "answer", "kept"), [(1.0, (7e9, "measured"), 7e9), (0.4, (2 * 7e9, "assumed"), None)]
)
def test_a_measurement_is_kept_unless_the_machine_was_busy(
    share: float, answer: tuple[float, str], kept: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matmul_peak, "measure_matmul_peak", lambda *_: matmul_peak.MatmulRate(7e9, share))
    assert matmul_peak.device_peak(CPU, "float32", threads=2)[:2] == answer
    key = MeasurementKey(cpu_name(), 2, torch.__version__, "float32", matmul_peak.MATMUL_PEAK)
    assert Calibration.load().get(key) == kept


def test_a_known_gpu_is_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """No GPU here: the driver's two answers are given, the rest is real."""

    class Properties:
        total_memory = 15_828_320_256

    monkeypatch.setattr(torch.cuda, "get_device_name", lambda _: "Tesla T4")
    monkeypatch.setattr(torch.cuda, "get_device_properties", lambda _: Properties)
    monkeypatch.setattr(matmul_peak, "measure_matmul_peak", lambda *_: matmul_peak.MatmulRate(2.3e12, 0.1))
    gpu = torch.device("cuda", 0)
    peak, basis, source = matmul_peak.device_peak(gpu, "float16", threads=8)
    assert (peak, basis) == (65e12, "table")
    assert source == f"Tesla T4: {find_gpu('t4').source}"
    # emulated bfloat16 has no entry in the table: against what it really reaches
    assert matmul_peak.device_peak(gpu, "bfloat16", threads=8)[:2] == (2.3e12, "measured")


def test_this_machine_ends_with_its_cpu() -> None:
    cpu = this_machine()[-1]
    assert (cpu.kind, cpu.name, dict(cpu.peak_flops)) == ("cpu", cpu_name(), {})
    assert cpu.source == "not measured yet"
