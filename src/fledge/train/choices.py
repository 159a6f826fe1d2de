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
from fledge.texts.units import duration
from fledge.train.kernel_choice import bfloat16_speedup, matmul_attention_speedup, sampling_speedup

# torch.compile on a CPU in bfloat16, measured on two cores (LOG.md, 2026-11-16).
CPU_COMPILE_SECONDS = 30
CPU_COMPILE_GAIN = 1.15
USUAL_MFU = 0.35
WORTHWHILE = 1.1  # a speedup has to be above the noise of its measurement
MATMUL_ATTENTION_MAX_BLOCK = 2048  # beyond it the weights kept for the backward pass take most of the memory


def choose_device(wanted: str, local_rank: int | None = None) -> tuple[torch.device, str]:
    """The device that was set, or the best that works, and why. A broken GPU is an error, never silently the CPU."""
    if wanted == "cpu":
        return torch.device("cpu"), "as asked"
    if wanted.startswith("cuda"):
        if not torch.cuda.is_available():
            why, repair = _why_no_cuda()
            raise FledgeError(f"device={wanted} is not usable: {why}.", f"{repair} Or try --device=auto.")
        name = f"cuda:{local_rank}" if local_rank is not None else wanted
        index = torch.device(name).index or 0
        count = torch.cuda.device_count()
        if index >= count:
            raise FledgeError(f"device={name} does not exist: {count} GPUs here.", "Try --device=cuda:0.")
        return _tested(torch.device("cuda", index), "as asked")
    if wanted == "mps":
        if not torch.backends.mps.is_available():
            raise FledgeError(
                "device=mps is not usable: no Apple GPU, or torch was built without it.", "Try --device=cpu."
            )
        return _tested(torch.device("mps"), "as asked")
    if torch.cuda.is_available():
        return _tested(torch.device("cuda", local_rank or 0), f"{torch.cuda.get_device_name(local_rank or 0)} found")
    if torch.backends.mps.is_available():
        return _tested(torch.device("mps"), "Apple GPU found")
    if os.environ.get("CUDA_VISIBLE_DEVICES") in ("", "-1"):
        return torch.device("cpu"), "CUDA_VISIBLE_DEVICES hides every GPU"
    if Path("/dev/nvidia0").exists() or Path("/proc/driver/nvidia/version").exists():
        why, repair = _why_no_cuda()
        raise FledgeError(
            f"there is an NVIDIA GPU here and it can't be used: {why}.",
            f"{repair} Or pass --device=cpu to use the CPU.",
        )
    return torch.device("cpu"), "no GPU found"


def _why_no_cuda() -> tuple[str, str]:
    """Why CUDA can't be used, and how to repair that."""
    if torch.version.cuda is not None or torch.version.hip is not None:
        return "CUDA does not start", "The driver may be too old for this torch: `nvidia-smi` shows its version."
    why = f"torch {torch.__version__} was built without CUDA"
    if sys.platform == "darwin":
        return why, "Macs have no CUDA: use --device=mps."
    version = torch.__version__.partition("+")[0]
    return why, (
        f"On Linux, pip's own torch is the CUDA build: pip install --force-reinstall torch=={version} "
        "(pytorch.org/get-started has the builds for older drivers)."
    )


def _tested(device: torch.device, why: str) -> tuple[torch.device, str]:
    """The device and the reason, after a small computation on it that proves it works."""
    try:
        torch.ones(8, device=device).sum().item()
    except RuntimeError as error:
        first = str(error).strip().splitlines()[0]
        raise FledgeError(f"{device} was found but fails: {first}.", "Repair it, or pass --device=cpu.") from error
    return device, why


def choose_dtype(config: Config, device: torch.device, before: dict[str, Any] | None) -> tuple[str, str]:
    """The dtype to compute in, and why; `before` are the choices of the run that is being resumed."""
    if config.dtype != "auto":
        if config.dtype == "float16" and device.type == "cpu":
            raise FledgeError("dtype=float16 is for GPUs.", "Try --dtype=bfloat16 or --dtype=float32.")
        return config.dtype, "as asked"
    if before is not None:
        return str(before["dtype"]), "as before"
    if device.type != "cpu":
        return _dtype_of_gpu(device, ("float16", "this GPU has no bfloat16; with loss scaling"))
    has, why = cpu_has_bf16()
    if not has:
        return "float32", why
    gain = bfloat16_speedup(config.batch_size * config.block_size, config.n_embd)
    if gain < WORTHWHILE:
        return "float32", f"bfloat16 is {gain:.1f}x as fast at this size"
    return "bfloat16", f"{why}; {gain:.1f}x float32 at this size"


def _dtype_of_gpu(device: torch.device, without_bfloat16: tuple[str, str]) -> tuple[str, str]:
    if device.type == "mps":
        return "float32", "the safe choice on an Apple GPU"
    if torch.cuda.is_bf16_supported(including_emulation=False):
        return "bfloat16", "this GPU has it"
    known = table_entry(device)
    if is_older_than_triton(device) or (known is not None and "float16" not in known.peak_flops):
        return "float32", "this GPU has neither bfloat16 nor tensor cores"
    return without_bfloat16


def is_older_than_triton(device: torch.device) -> bool:
    """Compute capability below 7.0: no tensor cores, and torch.compile has no code for it."""
    return torch.cuda.get_device_capability(device) < (7, 0)


def choose_weights(asked: str, device: torch.device, shape: ModelShape, samples: int) -> tuple[str, str]:
    """The dtype of the weights to sample with; measured on a CPU, where reading them takes most of the time."""
    if asked == "int8" and device.type != "cpu":
        raise FledgeError("dtype=int8 is for the CPU.", "Try --dtype=bfloat16, or --device=cpu.")
    if asked == "int8" and (problem := int8_problem()):
        raise FledgeError(f"dtype=int8 can't be used: {problem}.", "Try --dtype=bfloat16 or --dtype=auto.")
    if asked != "auto":
        return asked, "as asked"
    if device.type != "cpu":
        return _dtype_of_gpu(device, ("float32", "this GPU has no bfloat16"))
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
        return best, f"{' and '.join(gains)} gain nothing at this size"
    return best, f"{gain:.1f}x float32 at this size"


def choose_attention(
    config: Config, device: torch.device, dtype: str, before: dict[str, Any] | None
) -> tuple[Attend, str]:
    if before is not None and before.get("attention") in ("sdpa", "matmul"):
        return before["attention"], "as before"
    if device.type != "cpu":
        return "sdpa", "torch's fused kernel"
    if config.block_size > MATMUL_ATTENTION_MAX_BLOCK:
        return "sdpa", "torch's fused kernel; long context"
    gain = matmul_attention_speedup(config.batch_size, config.n_head, config.block_size, config.shape.head_size, dtype)
    if gain < WORTHWHILE:
        return "sdpa", f"plain matmuls are {gain:.1f}x as fast at this size"
    return "matmul", f"{gain:.1f}x torch's fused kernel at this size"


def choose_compile(
    config: Config, device: torch.device, dtype: str, before: dict[str, Any] | None, parallel: Parallel = "none"
) -> tuple[bool, str]:
    if parallel == "fsdp":  # it gathers weights between the blocks, which a compiled model would not see
        if config.compile is True:
            raise FledgeError("compile=True does not work with fsdp yet.", "Try --compile=auto, or --parallel=ddp.")
        return False, "not with fsdp"
    if config.compile != "auto":
        return bool(config.compile), "as asked"
    if before is not None and isinstance(before.get("compile"), bool):
        return before["compile"], "as before"
    if config.eval_only:
        return False, "nothing is trained"
    if device.type == "cuda":
        if importlib.util.find_spec("triton") is None:
            return False, "triton is not installed"
        if is_older_than_triton(device):
            return False, "this GPU is too old for triton"
        return True, "the first step takes a minute, the others are faster"
    if device.type != "cpu":
        return False, "not tested on an Apple GPU"
    if dtype == "float32":
        return False, "it gains nothing on a CPU in float32"
    if not any(shutil.which(name) for name in ("c++", "g++", "clang++", "cl")):
        return False, "no C++ compiler here"
    return compile_pays(planned_seconds(config))


def choose_parallel(
    config: Config, device: torch.device, processes: int, before: dict[str, Any] | None = None
) -> tuple[Parallel, str]:
    if processes == 1:
        return "none", "one process"
    if config.parallel != "auto":
        return ("fsdp" if config.parallel == "fsdp" else "ddp"), "as asked"
    if before is not None and before.get("parallel") in ("ddp", "fsdp"):
        return before["parallel"], "as before"
    least, has = least_model_bytes(config.shape, config.optimizer), device_memory(device)
    if has is not None and least > has:
        return "fsdp", f"all of the model needs at least {least / GIB:,.1f} GB and {device} has {has / GIB:,.1f} GB"
    return "ddp", "the least communication"


def compile_pays(seconds: float) -> tuple[bool, str]:
    """Whether compiling saves a CPU run of this length at least 1.5 times the seconds it takes, and why."""
    saved = seconds * (1 - 1 / CPU_COMPILE_GAIN)
    reason = f"it takes about {CPU_COMPILE_SECONDS} s and saves {duration(saved)} of a planned {duration(seconds)}"
    return saved > 1.5 * CPU_COMPILE_SECONDS, reason


def planned_seconds(config: Config) -> float:
    """Roughly how long the training takes on this CPU: enough to tell a minute from an hour."""
    dtype = "bfloat16" if cpu_has_bf16()[0] else "float32"  # emulated, bfloat16 is many times slower
    peak, _, _ = device_peak(torch.device("cpu"), dtype, torch.get_num_threads())
    work = flops_per_token(config.shape) * float(config.tokens_per_iter) * config.max_iters
    return work / (peak * USUAL_MFU)
