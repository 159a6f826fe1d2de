"""The choices of dtype and compilation, and their reasons."""

import importlib.util
import shutil
import sys

import pytest
import torch

from fledge.common.errors import FledgeError
from fledge.config.load import load_config
from fledge.hardware.gpu_names import match_gpu
from fledge.texts import say
from fledge.train import choices
from fledge.train.choices import choose_compile, choose_device, choose_dtype, choose_parallel, compile_pays

CPU = torch.device("cpu")


def test_compiling_has_to_be_earned_back() -> None:
    short, why_not = compile_pays(90)
    long, why = compile_pays(3600)
    assert (short, long) == (False, True)
    assert "planned 1 min 30 s" in str(why_not)
    assert "saves 7 min 50 s" in str(why)  # an hour of which 1 - 1/1.15 is saved


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
    chosen, why = choose_compile(load_config(settings), CPU, dtype, before)
    assert (chosen, str(why)) == expected


@pytest.mark.parametrize(("iterations", "expected"), [(10, False), (10**6, True)])
def test_compile_by_the_planned_time(monkeypatch: pytest.MonkeyPatch, iterations: int, expected: bool) -> None:
    monkeypatch.setattr(choices, "device_peak", lambda *_: (4e11, "measured", "a test"))
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    config = load_config(["--arch=modern", "--depth=3", "--vocab_size=65", f"--max_iters={iterations}"])
    assert choose_compile(config, CPU, "bfloat16", None)[0] == expected


@pytest.mark.parametrize(
    ("gpu", "capability", "has_bf16", "dtype", "compiles"),
    [
        ("NVIDIA GeForce RTX 4070", (8, 9), True, "bfloat16", True),
        ("Tesla T4", (7, 5), False, "float16", True),
        ("NVIDIA GeForce GTX 1660 Ti", (7, 5), False, "float32", True),
        ("NVIDIA GeForce GTX 1070", (6, 1), False, "float32", False),
        ("Quadro P6000", (6, 1), False, "float32", False),  # not in the table
        ("Quadro RTX 6000", (7, 5), False, "float16", True),  # not in the table
    ],
)
def test_a_gpu_computes_in_what_it_has(
    monkeypatch: pytest.MonkeyPatch, gpu: str, capability: tuple[int, int], has_bf16: bool, dtype: str, compiles: bool
) -> None:
    monkeypatch.setattr(torch.cuda, "is_bf16_supported", lambda including_emulation: has_bf16)
    monkeypatch.setattr(torch.cuda, "get_device_capability", lambda device: capability)
    monkeypatch.setattr(choices, "table_entry", lambda device: match_gpu(gpu))
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name)
    device = torch.device("cuda")
    assert choose_dtype(load_config([]), device, None)[0] == dtype
    assert choose_compile(load_config([]), device, dtype, None)[0] == compiles


def test_no_compiler_no_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert choose_compile(load_config([]), CPU, "bfloat16", None) == (False, say("runtime.no_compiler"))


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


@pytest.mark.parametrize(
    ("settings", "processes", "expected"),
    [
        (["--parallel=fsdp"], 1, "none"),
        (["--parallel=fsdp"], 2, "fsdp"),
        (["--parallel=ddp", "--depth=100"], 2, "ddp"),
        ([], 2, "ddp"),
        (["--depth=100"], 2, "fsdp"),
    ],
)
def test_parallel(monkeypatch: pytest.MonkeyPatch, settings: list[str], processes: int, expected: str) -> None:
    """A depth of 100 has 49 billion weights: no device of 80 GB holds them all."""
    monkeypatch.setattr(choices, "device_memory", lambda _: 80 << 30)
    config = load_config([*settings, "--vocab_size=50304"])
    assert choose_parallel(config, CPU, processes)[0] == expected
    if config.parallel == "auto":
        assert choose_parallel(config, CPU, processes, {"parallel": "fsdp"}) == ("fsdp", choices.AS_BEFORE)
        assert choose_parallel(config, CPU, processes, {"parallel": "none"})[0] == expected


def test_no_compiling_with_fsdp() -> None:
    assert choose_compile(load_config([]), CPU, "bfloat16", {"compile": True}, "fsdp") == (
        False,
        say("runtime.not_with_fsdp"),
    )
    with pytest.raises(FledgeError, match=r"--parallel=ddp"):
        choose_compile(load_config(["--compile=True"]), CPU, "bfloat16", None, "fsdp")
