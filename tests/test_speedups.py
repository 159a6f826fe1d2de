import math
from pathlib import Path

import pytest
import torch

from fledge import speedups
from fledge.devices import Calibration


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


def void(_: object) -> None:
    pass


def test_the_faster_of_two_is_told() -> None:
    small, large = torch.randn(8, 8), torch.randn(512, 512)
    ratio, _ = speedups.speedup(lambda: void(large @ large), lambda: void(small @ small))
    assert ratio > 1
