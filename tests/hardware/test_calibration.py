"""The cache of measurements: kept between processes, and harmless where it is damaged or can't be written."""

from pathlib import Path

import pytest

from fledge.hardware.calibration import Calibration, MeasurementKey

KEY = MeasurementKey("a CPU", 2, "2.13.0", "float32", "matmul peak")


def test_calibration_remembers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLEDGE_CACHE", str(tmp_path / "deep" / "cache"))
    first, second = Calibration.load(), Calibration.load()
    assert first.get(KEY) is None
    first.put(KEY, 1.7e11)
    other = MeasurementKey("a CPU", 1, "2.13.0", "float32", "matmul peak")
    second.put(other, 0.9e11)  # loaded before the first wrote, and yet keeps what it wrote
    again = Calibration.load()
    assert (again.get(KEY), again.get(other)) == (1.7e11, 0.9e11)
    assert [path.name for path in (tmp_path / "deep" / "cache").iterdir()] == ["calibration.json"]


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"[1, 2]",
        b"\xff\xfe\x00",
        b'{"measurements": 5}',
        b'{"measurements": [1, {}, {"value": "x"}, {"value": 1, "device": "d"}]}',
    ],
)
def test_a_corrupt_cache_is_no_cache(text: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLEDGE_CACHE", str(tmp_path))
    (tmp_path / "calibration.json").write_bytes(text)
    calibration = Calibration.load()
    assert calibration.values == {}
    calibration.put(KEY, 5.0)
    assert Calibration.load().get(KEY) == 5.0


def test_values_that_mean_nothing_are_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLEDGE_CACHE", str(tmp_path))
    for value in (0.0, -1.0, float("nan"), float("inf")):
        Calibration.load().put(KEY, value)
        assert Calibration.load().get(KEY) is None


def test_a_cache_that_cannot_be_written_still_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("not a directory")
    monkeypatch.setenv("FLEDGE_CACHE", str(tmp_path / "file"))
    calibration = Calibration.load()
    calibration.put(KEY, 5.0)
    assert calibration.get(KEY) == 5.0
    assert Calibration.load().get(KEY) is None
