"""The choice to compile, and its reasons."""

import shutil
import sys

import pytest
import torch

from fledge.common.errors import FledgeError
from fledge.config.load import load_config
from fledge.train import choices
from fledge.train.choices import choose_compile, choose_device, compile_pays

CPU = torch.device("cpu")


def test_compiling_has_to_be_earned_back() -> None:
    short, why_not = compile_pays(90)
    long, why = compile_pays(3600)
    assert (short, long) == (False, True)
    assert "planned 1 min 30 s" in why_not
    assert "saves 7 min 50 s" in why  # an hour of which 1 - 1/1.15 is saved


@pytest.mark.parametrize(
    ("settings", "dtype", "before", "expected"),
    [
        (["--compile=True"], "float32", None, (True, "as asked")),
        ([], "float32", None, (False, "it gains nothing on a CPU in float32")),
        ([], "bfloat16", {"compile": True}, (True, "as before")),
        (["--eval_only"], "bfloat16", None, (False, "nothing is trained")),
    ],
)
def test_compile_without_measuring(
    settings: list[str], dtype: str, before: dict[str, bool] | None, expected: tuple[bool, str]
) -> None:
    assert choose_compile(load_config(settings), CPU, dtype, before) == expected


@pytest.mark.parametrize(("iterations", "expected"), [(10, False), (10**6, True)])
def test_compile_by_the_planned_time(monkeypatch: pytest.MonkeyPatch, iterations: int, expected: bool) -> None:
    monkeypatch.setattr(choices, "device_peak", lambda *_: (4e11, "measured", "a test"))
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    config = load_config(["--arch=modern", "--depth=3", "--vocab_size=65", f"--max_iters={iterations}"])
    assert choose_compile(config, CPU, "bfloat16", None)[0] == expected


def test_no_compiler_no_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert choose_compile(load_config([]), CPU, "bfloat16", None) == (False, "no C++ compiler here")


@pytest.mark.parametrize(
    ("platform", "says"),
    [
        ("linux", "pip install --force-reinstall torch=={version} (pytorch.org/get-started"),
        ("darwin", "Macs have no CUDA: use --device=mps."),
    ],
)
def test_a_torch_without_cuda_says_how_to_get_one_with_it(
    monkeypatch: pytest.MonkeyPatch, platform: str, says: str
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(torch.version, "cuda", None)
    monkeypatch.setattr(torch.version, "hip", None)
    monkeypatch.setattr(sys, "platform", platform)
    with pytest.raises(FledgeError, match="was built without CUDA") as error:
        choose_device("cuda")
    assert says.format(version=torch.__version__.split("+")[0]) in str(error.value)
