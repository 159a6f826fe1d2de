import math
from pathlib import Path

import pytest
import torch

from fledge.config.shape import ModelShape
from fledge.hardware.calibration import Calibration
from fledge.train import kernel_choice as speedups


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FLEDGE_CACHE", str(tmp_path))
    return tmp_path


def test_a_choice_is_remembered() -> None:
    first = speedups.bfloat16_speedup(48, 32)
    assert 0 < first < math.inf
    assert speedups.bfloat16_speedup(48, 32) == first
    assert len(Calibration.load().values) == 1
    assert speedups.matmul_attention_speedup(2, 2, 16, 8, "float32") > 0
    assert len(Calibration.load().values) == 2


def test_measuring_disturbs_neither_random_numbers_nor_autocast() -> None:
    torch.manual_seed(5)
    before = torch.get_rng_state()
    with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16):
        speedups.bfloat16_speedup(16, 16)
        speedups.matmul_attention_speedup(2, 2, 16, 8, "bfloat16")
        assert torch.is_autocast_enabled("cpu")
        assert not torch.is_grad_enabled()
    assert torch.equal(torch.get_rng_state(), before)


def test_on_a_busy_machine_one_thread_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch, "get_num_threads", lambda: 2)
    counts: list[int] = []
    monkeypatch.setattr(torch, "set_num_threads", counts.append)
    answers = iter([(1.0, 0.5), (2.1, 0.6)])
    monkeypatch.setattr(speedups, "speedup", lambda *_: next(answers))
    assert speedups.bfloat16_speedup(64, 64) == 2.1
    assert counts == [1, 2]
    assert speedups.bfloat16_speedup(64, 64) == 2.1


def test_a_large_batch_is_cut_to_a_short_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speedups, "speedup", lambda *_: (1.0, 1.0))
    for rows, n_embd in ((768, 128), (500_000, 128), (500_000, 768), (500_000, 4096), (7, 4096)):
        speedups.bfloat16_speedup(rows, n_embd)
    shapes = {what.rpartition(" ")[2] for what in map(str, (key.what for key in Calibration.load().values))}
    assert shapes == {"768x128", "1271x128", "128x768", "7x768"}


def test_how_fast_a_format_samples_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    shape = ModelShape("gpt2", 2, 2, 32, 16, 24, False)
    state = torch.get_rng_state()
    gains = [speedups.sampling_speedup(shape, 2, dtype) for dtype in ("bfloat16", "int8")]
    assert torch.equal(torch.get_rng_state(), state)
    assert all(0 < gain < math.inf for gain in gains)
    monkeypatch.delattr(speedups, "empty_model")  # nothing is made where the answer is known
    assert [speedups.sampling_speedup(shape, 2, dtype) for dtype in ("bfloat16", "int8")] == gains


def test_a_large_model_is_cut_to_a_short_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speedups, "speedup", lambda *_: (1.0, 1.0))
    speedups.sampling_speedup(ModelShape("gpt2", 48, 25, 1600, 1024, 50257, True), 10_000, "int8")
    speedups.sampling_speedup(ModelShape("gpt2", 12, 12, 768, 1024, 50257, True), 1, "int8")
    large, small = (key.what for key in Calibration.load().values)
    assert all(part in large for part in ("32 next tokens", "n_layer=1,", "block_size=256,"))
    assert all(part in small for part in (" 1 next tokens", "n_layer=3,"))


def void(_: object) -> None:
    pass


def test_the_faster_of_two_is_told() -> None:
    small, large = torch.randn(8, 8), torch.randn(512, 512)
    ratio, _ = speedups.speedup(lambda: void(large @ large), lambda: void(small @ small))
    assert ratio > 1
