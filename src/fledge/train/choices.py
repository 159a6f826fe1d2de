"""Device, dtype, attention kernel and compilation: what a run uses here, each choice with its reason."""

import importlib.util
import os
import shutil
import sys
from pathlib import Path
from typing import Any

import torch

from fledge.common.errors import FledgeError
from fledge.config.schema import Config
from fledge.config.shape import ModelShape
from fledge.hardware.detect import cpu_has_bf16, device_memory, table_entry
from fledge.hardware.matmul_peak import device_peak
from fledge.hardware.table import GIB
from fledge.model.attention import Attend
from fledge.model.flops import flops_per_token, least_model_bytes
from fledge.model.quantize import int8_problem
from fledge.parallel.wrap import Parallel
from fledge.texts import Message, say, text
from fledge.train.kernel_choice import bfloat16_speedup, matmul_attention_speedup, sampling_speedup

# torch.compile on a CPU in bfloat16, measured on two cores (LOG.md, 2026-11-16).
CPU_COMPILE_SECONDS = 30
CPU_COMPILE_GAIN = 1.15
USUAL_MFU = 0.35
WORTHWHILE = 1.1  # a speedup has to be above the noise of its measurement
AS_ASKED, AS_BEFORE = say("runtime.as_asked"), say("runtime.as_before")
MATMUL_ATTENTION_MAX_BLOCK = 2048  # beyond it the weights kept for the backward pass take most of the memory


def choose_device(wanted: str, local_rank: int | None = None) -> tuple[torch.device, Message]:
    """The device that was set, or the best that works, and why. A broken GPU is an error, never silently the CPU."""
    if wanted == "cpu":
        return torch.device("cpu"), AS_ASKED
    if wanted.startswith("cuda"):
        if not torch.cuda.is_available():
            why, repair = _why_no_cuda()
            raise FledgeError(
                say("runtime.device_unusable", device=wanted, why=why), text([repair, say("runtime.or_auto")])
            )
        name = f"cuda:{local_rank}" if local_rank is not None else wanted
        index = torch.device(name).index or 0
        count = torch.cuda.device_count()
        if index >= count:
            raise FledgeError(say("runtime.no_such_gpu", device=name, count=count), say("runtime.try_first_gpu"))
        return _tested(torch.device("cuda", index), AS_ASKED)
    if wanted == "mps":
        if not torch.backends.mps.is_available():
            raise FledgeError(say("runtime.no_mps"), say("runtime.try_cpu"))
        return _tested(torch.device("mps"), AS_ASKED)
    if torch.cuda.is_available():
        name = torch.cuda.get_device_name(local_rank or 0)
        return _tested(torch.device("cuda", local_rank or 0), say("runtime.gpu_found", gpu=name))
    if torch.backends.mps.is_available():
        return _tested(torch.device("mps"), say("runtime.apple_gpu_found"))
    if os.environ.get("CUDA_VISIBLE_DEVICES") in ("", "-1"):
        return torch.device("cpu"), say("runtime.gpus_hidden")
    if Path("/dev/nvidia0").exists() or Path("/proc/driver/nvidia/version").exists():
        why, repair = _why_no_cuda()
        raise FledgeError(say("runtime.gpu_unusable", why=why), text([repair, say("runtime.or_cpu")]))
    return torch.device("cpu"), say("runtime.no_gpu")


def _why_no_cuda() -> tuple[Message, Message]:
    """Why CUDA can't be used, and how to repair that."""
    if torch.version.cuda is not None or torch.version.hip is not None:
        return say("runtime.cuda_does_not_start"), say("runtime.old_driver")
    why = say("runtime.torch_without_cuda", version=torch.__version__)
    if sys.platform == "darwin":
        return why, say("runtime.macs_have_mps")
    return why, say("runtime.cuda_build", version=torch.__version__.partition("+")[0])


def _tested(device: torch.device, why: Message) -> tuple[torch.device, Message]:
    """The device and the reason, after a small computation on it that proves it works."""
    try:
        torch.ones(8, device=device).sum().item()
    except RuntimeError as error:
        first = str(error).strip().splitlines()[0]
        raise FledgeError(
            say("runtime.device_fails", device=str(device), error=first), say("runtime.repair_it")
        ) from error
    return device, why


def choose_dtype(config: Config, device: torch.device, before: dict[str, Any] | None) -> tuple[str, Message]:
    """The dtype to compute in, and why; `before` are the choices of the run that is being resumed."""
    if config.dtype != "auto":
        if config.dtype == "float16" and device.type == "cpu":
            raise FledgeError(say("runtime.float16_on_cpu"), say("runtime.try_bfloat16_or_float32"))
        return config.dtype, AS_ASKED
    if before is not None:
        return str(before["dtype"]), AS_BEFORE
    if device.type != "cpu":
        return _dtype_of_gpu(device, ("float16", say("runtime.float16_scaled")))
    has, why = cpu_has_bf16()
    if not has:
        return "float32", why
    gain = bfloat16_speedup(config.batch_size * config.block_size, config.n_embd)
    if gain < WORTHWHILE:
        return "float32", say("runtime.bfloat16_slow", gain=gain)
    return "bfloat16", say("runtime.bfloat16_fast", why=why, gain=gain)


def _dtype_of_gpu(device: torch.device, without_bfloat16: tuple[str, Message]) -> tuple[str, Message]:
    if device.type == "mps":
        return "float32", say("runtime.apple_float32")
    if torch.cuda.is_bf16_supported(including_emulation=False):
        return "bfloat16", say("runtime.gpu_has_it")
    known = table_entry(device)
    if is_older_than_triton(device) or (known is not None and "float16" not in known.peak_flops):
        return "float32", say("runtime.gpu_has_neither")
    return without_bfloat16


def is_older_than_triton(device: torch.device) -> bool:
    """Compute capability below 7.0: no tensor cores, and torch.compile has no code for it."""
    return torch.cuda.get_device_capability(device) < (7, 0)


def choose_weights(asked: str, device: torch.device, shape: ModelShape, samples: int) -> tuple[str, Message]:
    """The dtype of the weights to sample with; measured on a CPU, where reading them takes most of the time."""
    if asked == "int8" and device.type != "cpu":
        raise FledgeError(say("runtime.int8_on_gpu"), say("runtime.try_bfloat16_or_cpu"))
    if asked == "int8" and (problem := int8_problem()):
        raise FledgeError(say("runtime.no_int8", problem=problem), say("runtime.try_bfloat16_or_auto"))
    if asked != "auto":
        return asked, AS_ASKED
    if device.type != "cpu":
        return _dtype_of_gpu(device, ("float32", say("runtime.gpu_no_bfloat16")))
    has, why = cpu_has_bf16()
    if not has:
        return "float32", why
    gains = {"bfloat16": sampling_speedup(shape, samples, "bfloat16")}
    if int8_problem() is None:
        gains["int8"] = sampling_speedup(shape, samples, "int8")
    best, gain = "float32", 1.0
    for dtype in gains:  # from the most exact to the least: each has to be worth its rounding
        if gains[dtype] >= WORTHWHILE * gain:
            best, gain = dtype, gains[dtype]
    if best == "float32":
        return best, say("runtime.gain_nothing", dtypes=list(gains))
    return best, say("runtime.faster_than_float32", gain=gain)


def choose_attention(
    config: Config, device: torch.device, dtype: str, before: dict[str, Any] | None
) -> tuple[Attend, Message]:
    if before is not None and before.get("attention") in ("sdpa", "matmul"):
        return before["attention"], AS_BEFORE
    if device.type != "cpu":
        return "sdpa", say("runtime.fused_kernel")
    if config.block_size > MATMUL_ATTENTION_MAX_BLOCK:
        return "sdpa", say("runtime.fused_kernel_long")
    gain = matmul_attention_speedup(config.batch_size, config.n_head, config.block_size, config.shape.head_size, dtype)
    if gain < WORTHWHILE:
        return "sdpa", say("runtime.matmuls_slow", gain=gain)
    return "matmul", say("runtime.matmuls_fast", gain=gain)


def choose_compile(
    config: Config, device: torch.device, dtype: str, before: dict[str, Any] | None, parallel: Parallel = "none"
) -> tuple[bool, Message]:
    if parallel == "fsdp":  # it gathers weights between the blocks, which a compiled model would not see
        if config.compile is True:
            raise FledgeError(say("runtime.compile_fsdp"), say("runtime.try_ddp"))
        return False, say("runtime.not_with_fsdp")
    if config.compile != "auto":
        return bool(config.compile), AS_ASKED
    if before is not None and isinstance(before.get("compile"), bool):
        return before["compile"], AS_BEFORE
    if config.eval_only:
        return False, say("runtime.nothing_trained")
    if device.type == "cuda":
        if importlib.util.find_spec("triton") is None:
            return False, say("runtime.no_triton")
        if is_older_than_triton(device):
            return False, say("runtime.too_old_for_triton")
        return True, say("runtime.compile_gains")
    if device.type != "cpu":
        return False, say("runtime.compile_apple")
    if dtype == "float32":
        return False, say("runtime.compile_float32")
    if not any(shutil.which(name) for name in ("c++", "g++", "clang++", "cl")):
        return False, say("runtime.no_compiler")
    return compile_pays(planned_seconds(config))


def choose_parallel(
    config: Config, device: torch.device, processes: int, before: dict[str, Any] | None = None
) -> tuple[Parallel, Message]:
    if processes == 1:
        return "none", say("runtime.one_process")
    if config.parallel != "auto":
        return ("fsdp" if config.parallel == "fsdp" else "ddp"), AS_ASKED
    if before is not None and before.get("parallel") in ("ddp", "fsdp"):
        return before["parallel"], AS_BEFORE
    least, has = least_model_bytes(config.shape, config.optimizer), device_memory(device)
    if has is not None and least > has:
        return "fsdp", say("runtime.too_large", least=least / GIB, device=str(device), has=has / GIB)
    return "ddp", say("runtime.least_communication")


def compile_pays(seconds: float) -> tuple[bool, Message]:
    """Whether compiling saves a CPU run of this length at least 1.5 times the seconds it takes, and why."""
    saved = seconds * (1 - 1 / CPU_COMPILE_GAIN)
    reason = say("runtime.compile_time", takes=CPU_COMPILE_SECONDS, saved=saved, planned=seconds)
    return saved > 1.5 * CPU_COMPILE_SECONDS, reason


def planned_seconds(config: Config) -> float:
    """Roughly how long the training takes on this CPU: enough to tell a minute from an hour."""
    dtype = "bfloat16" if cpu_has_bf16()[0] else "float32"  # emulated, bfloat16 is many times slower
    peak, _, _ = device_peak(torch.device("cpu"), dtype, torch.get_num_threads())
    work = flops_per_token(config.shape) * float(config.tokens_per_iter) * config.max_iters
    return work / (peak * USUAL_MFU)
