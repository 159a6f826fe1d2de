"""What a run stands on: device, number format, compilation, attention, processes. Each choice has its reason."""

import contextlib
import ctypes
import importlib.util
import os
import resource
import shutil
import sys
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import torch
import torch.distributed as dist

from fledge.common.errors import FledgeError
from fledge.common.text import count, duration
from fledge.config.schema import Config
from fledge.config.shape import ModelShape
from fledge.hardware.detect import cpu_has_bf16, device_memory
from fledge.hardware.matmul_peak import device_peak
from fledge.hardware.table import GIB
from fledge.model.attention import Attend
from fledge.model.flops import flops_per_token, least_batch_bytes, least_model_bytes, parameters, parameters_ngrams
from fledge.model.quantize import int8_problem
from fledge.train.kernel_choice import bfloat16_speedup, matmul_attention_speedup, sampling_speedup

DTYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}
# Of torch.compile on a CPU in bfloat16, measured on two cores (LOG.md, 2026-11-16).
CPU_COMPILE_SECONDS, CPU_COMPILE_GAIN = 30, 1.15
USUAL_MFU = 0.35
WORTHWHILE = 1.1  # a gain has to be above the noise of its measurement
TORCHRUN = "Start with torchrun --nproc_per_node=N -m fledge train ..., or unset RANK, LOCAL_RANK and WORLD_SIZE."
MATMUL_ATTENTION_MAX_BLOCK = 2048  # beyond it the weights kept for the backward pass are most of the memory


@dataclass
class Runtime:
    device: torch.device
    dtype: str
    compile: bool
    attend: Attend
    threads: int
    rank: int = 0
    world_size: int = 1
    reasons: list[str] = field(default_factory=list)  # one line a choice, for the start of the log

    @property
    def is_main(self) -> bool:
        return self.rank == 0

    @property
    def reduce_device(self) -> torch.device:
        """Where tensors must be for a collective: NCCL wants the GPU, gloo the CPU."""
        return self.device if self.world_size > 1 and dist.get_backend() == "nccl" else torch.device("cpu")

    def autocast(self) -> contextlib.AbstractContextManager[Any]:
        if self.dtype == "float32":
            return contextlib.nullcontext()
        return torch.autocast(self.device.type, dtype=DTYPES[self.dtype])

    def synchronize(self) -> None:
        """Wait until the device has done what it was given: before reading a clock."""
        if self.device.type == "cuda":
            torch.cuda.synchronize(self.device)
        elif self.device.type == "mps":
            torch.mps.synchronize()

    def peak_memory_mb(self) -> float:
        """Most memory used so far: the GPU's allocator, or the whole process on a CPU."""
        if self.device.type == "cuda":
            return torch.cuda.max_memory_allocated(self.device) / 2**20
        if self.device.type == "mps":
            return torch.mps.driver_allocated_memory() / 2**20
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak / (2**20 if sys.platform == "darwin" else 2**10)

    def choices(self) -> dict[str, Any]:
        """What a resumed run must keep to continue bit for bit."""
        return {
            "device": self.device.type,
            "dtype": self.dtype,
            "compile": self.compile,
            "attention": self.attend,
            "threads": self.threads,
        }


def set_up(config: Config, before: dict[str, Any] | None = None) -> Runtime:
    """Choose everything; `before` are the choices of the run that is being resumed, kept on the same kind of device."""
    rank, local_rank = _from_torchrun("RANK", 0), _from_torchrun("LOCAL_RANK", 0)
    world_size = _from_torchrun("WORLD_SIZE", 1)
    device, why_device = choose_device(config.device, local_rank if world_size > 1 else None)
    check_training_memory(config, device)
    if before is not None and before.get("device") != device.type:
        before = None
    threads = config.threads or (before or {}).get("threads") or 0
    if threads:
        torch.set_num_threads(min(int(threads), 4 * (os.cpu_count() or 1)))
    dtype, why_dtype = choose_dtype(config, device, before)
    attend, why_attend = choose_attention(config, device, dtype, before)
    compile_it, why_compile = choose_compile(config, device, dtype, before)
    runtime = Runtime(device, dtype, compile_it, attend, torch.get_num_threads(), rank, world_size)
    runtime.reasons = [
        f"device={device} ({why_device})",
        f"dtype={dtype} ({why_dtype})",
        f"compile={compile_it} ({why_compile})",
        f"attention={attend} ({why_attend})",
    ]
    if world_size > 1:
        join_processes(config, runtime)
    if device.type == "cpu":
        reuse_freed_memory()
    if device.type == "cuda":
        torch.cuda.set_device(device)
        torch.backends.cuda.matmul.allow_tf32 = True
        torch.backends.cudnn.allow_tf32 = True
    return runtime


def reuse_freed_memory() -> None:
    """Tell glibc to keep the memory that a step frees: the next one wants as much again.

    By default large blocks go back to the system each time, and come back page by page, zeroed: 6% to 19% of a small
    model's step (LOG.md, 2026-11-15). Other C libraries are left as they are.
    """
    trim_threshold, top_pad, mmap_threshold = -1, -2, -3  # malloc.h
    with contextlib.suppress(OSError, AttributeError):
        mallopt = ctypes.CDLL(None).mallopt
        for option, value in ((mmap_threshold, 1 << 30), (trim_threshold, (1 << 31) - 1), (top_pad, 64 << 20)):
            mallopt(option, value)


def _from_torchrun(name: str, usual: int) -> int:
    text = os.environ.get(name, str(usual))
    if not text.isdecimal():
        raise FledgeError(f"{name}={text!r} in the environment is not a number.", TORCHRUN)
    return int(text)


def check_training_memory(config: Config, device: torch.device) -> None:
    """Refuse what can never fit, before the model and the trial runs below allocate any of it."""
    c, shape = config, config.shape
    model = 4 * parameters(shape) if c.eval_only else least_model_bytes(shape, c.optimizer)
    if 2 * parameters_ngrams(shape) > parameters(shape):
        fix = "Try a smaller --ngram_rows."
    else:
        fix = "Try a smaller --depth." if c.depth else "Try a smaller --n_embd or --n_layer."
    require_memory(device, model, f"a model of {count(parameters(shape))} parameters", fix)
    if not c.eval_only:
        batch = least_batch_bytes(shape, c.batch_size)
        require_memory(device, model + batch, f"batch_size={c.batch_size}", smaller_batch(c))


def require_memory(device: torch.device, least: int, what: str, fix: str) -> None:
    """What needs more than all there is would not fail at once: the system swaps, hangs, or kills the process."""
    has = device_memory(device)
    if has is not None and least > has:
        raise FledgeError(f"{what} needs at least {least / GIB:,.1f} GB and {device} has {has / GIB:,.1f} GB.", fix)


def smaller_batch(c: Config) -> str:
    """The same tokens an iteration in half the memory."""
    if c.batch_size > 1:
        return (
            f"Try --batch_size={c.batch_size // 2} --gradient_accumulation_steps={c.gradient_accumulation_steps * 2}."
        )
    return f"Try --block_size={c.block_size // 2}, or a smaller model."


def choose_device(wanted: str, local_rank: int | None = None) -> tuple[torch.device, str]:
    """The device that was asked for, or the best that works. A broken GPU is an error: never silently the CPU."""
    if wanted == "cpu":
        return torch.device("cpu"), "as asked"
    if wanted.startswith("cuda"):
        if not torch.cuda.is_available():
            raise FledgeError(f"device={wanted} is not usable: {_why_no_cuda()}.", "Try --device=cpu or --device=auto.")
        name = f"cuda:{local_rank}" if local_rank is not None else wanted
        index = torch.device(name).index or 0
        if index >= torch.cuda.device_count():
            raise FledgeError(
                f"device={name} does not exist: {torch.cuda.device_count()} GPUs here.",
                "Try --device=cuda:0.",
            )
        return _tried(torch.device("cuda", index), "as asked")
    if wanted == "mps":
        if not torch.backends.mps.is_available():
            raise FledgeError(
                "device=mps is not usable: no Apple GPU, or torch was built without it.", "Try --device=cpu."
            )
        return _tried(torch.device("mps"), "as asked")
    if torch.cuda.is_available():
        return _tried(torch.device("cuda", local_rank or 0), f"{torch.cuda.get_device_name(local_rank or 0)} found")
    if torch.backends.mps.is_available():
        return _tried(torch.device("mps"), "Apple GPU found")
    if os.environ.get("CUDA_VISIBLE_DEVICES") in ("", "-1"):
        return torch.device("cpu"), "CUDA_VISIBLE_DEVICES hides every GPU"
    if gpu_is_visible():
        raise FledgeError(
            f"there is an NVIDIA GPU here and it can't be used: {_why_no_cuda()}.",
            "Repair that, or say --device=cpu if the CPU is what you want.",
        )
    return torch.device("cpu"), "no GPU found"


def gpu_is_visible() -> bool:
    return Path("/dev/nvidia0").exists() or Path("/proc/driver/nvidia/version").exists()


def _why_no_cuda() -> str:
    if torch.version.cuda is None and torch.version.hip is None:
        return f"torch {torch.__version__} was built without CUDA"
    return "CUDA does not start (driver and torch may not fit: `nvidia-smi` shows the driver)"


def _tried(device: torch.device, why: str) -> tuple[torch.device, str]:
    """The device, after a first small computation on it."""
    try:
        torch.ones(8, device=device).sum().item()
    except RuntimeError as error:
        first = str(error).strip().splitlines()[0]
        raise FledgeError(f"{device} is there and fails: {first}.", "Repair it, or say --device=cpu.") from error
    return device, why


def choose_dtype(config: Config, device: torch.device, before: dict[str, Any] | None) -> tuple[str, str]:
    if config.dtype != "auto":
        if config.dtype == "float16" and device.type == "cpu":
            raise FledgeError("dtype=float16 is for GPUs.", "Try --dtype=bfloat16 or --dtype=float32.")
        return config.dtype, "as asked"
    if before is not None:
        return str(before["dtype"]), "as before"
    if device.type == "cuda":
        if torch.cuda.is_bf16_supported(including_emulation=False):
            return "bfloat16", "this GPU has it"
        return "float16", "this GPU has no bfloat16; with loss scaling"
    if device.type == "mps":
        return "float32", "the safe choice on an Apple GPU"
    has, why = cpu_has_bf16()
    if not has:
        return "float32", why
    gain = bfloat16_speedup(config.batch_size * config.block_size, config.n_embd)
    if gain < WORTHWHILE:
        return "float32", f"bfloat16 is {gain:.1f}x as fast at this size"
    return "bfloat16", f"{why}; {gain:.1f}x float32 at this size"


def choose_weights(asked: str, device: torch.device, shape: ModelShape, samples: int) -> tuple[str, str]:
    """The number format of the weights to sample with; measured on a CPU, where reading them takes most of the time."""
    if asked == "int8" and device.type != "cpu":
        raise FledgeError("dtype=int8 is for the CPU.", "Try --dtype=bfloat16, or --device=cpu.")
    if asked == "int8" and (problem := int8_problem()):
        raise FledgeError(f"dtype=int8 can't be used: {problem}.", "Try --dtype=bfloat16 or --dtype=auto.")
    if asked != "auto":
        return asked, "as asked"
    if device.type == "cuda":
        has_bf16 = torch.cuda.is_bf16_supported(including_emulation=False)
        return ("bfloat16", "this GPU has it") if has_bf16 else ("float32", "this GPU has no bfloat16")
    if device.type == "mps":
        return "float32", "the safe choice on an Apple GPU"
    has, why = cpu_has_bf16()
    if not has:
        return "float32", why
    gains = {"bfloat16": sampling_speedup(shape, samples, "bfloat16")}
    if int8_problem() is None:
        gains["int8"] = sampling_speedup(shape, samples, "int8")
    best, gain = "float32", 1.0
    for dtype in gains:  # from the most exact to the least: each has to earn its rounding
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
    head = config.n_embd // config.n_head
    gain = matmul_attention_speedup(config.batch_size, config.n_head, config.block_size, head, dtype)
    if gain < WORTHWHILE:
        return "sdpa", f"plain matmuls are {gain:.1f}x as fast at this size"
    return "matmul", f"{gain:.1f}x torch's fused kernel at this size"


def choose_compile(config: Config, device: torch.device, dtype: str, before: dict[str, Any] | None) -> tuple[bool, str]:
    if config.compile != "auto":
        return bool(config.compile), "as asked"
    if before is not None and isinstance(before.get("compile"), bool):
        return before["compile"], "as before"
    if config.eval_only:
        return False, "nothing is trained"
    if device.type == "cuda":
        if importlib.util.find_spec("triton") is None:
            return False, "triton is not installed"
        return True, "the first step takes a minute, the others are faster"
    if device.type != "cpu":
        return False, "untried on an Apple GPU"
    if dtype == "float32":
        return False, "it gains nothing on a CPU in float32"
    if not any(shutil.which(name) for name in ("c++", "g++", "clang++", "cl")):
        return False, "no C++ compiler here"
    return compile_pays(planned_seconds(config))


def compile_pays(seconds: float) -> tuple[bool, str]:
    """Whether a run on a CPU that would take so long earns the compiler's time back, and half as much for the risk."""
    saved = seconds * (1 - 1 / CPU_COMPILE_GAIN)
    story = f"it takes about {CPU_COMPILE_SECONDS} s and saves {duration(saved)} of a planned {duration(seconds)}"
    return saved > 1.5 * CPU_COMPILE_SECONDS, story


def planned_seconds(config: Config) -> float:
    """How long the training of a run takes here, roughly: enough to tell a minute from an hour."""
    peak, _, _ = device_peak(torch.device("cpu"), "bfloat16", torch.get_num_threads())
    work = flops_per_token(config.shape) * float(config.tokens_per_iter) * config.max_iters
    return work / (peak * USUAL_MFU)


def join_processes(config: Config, runtime: Runtime) -> None:
    """Join the group that torchrun set up, and take this process's part of the accumulation."""
    steps, size = config.gradient_accumulation_steps, runtime.world_size
    if steps % size:
        raise FledgeError(
            f"gradient_accumulation_steps={steps} can't be shared by {size} processes.",
            f"Try --gradient_accumulation_steps={-(-steps // size) * size}.",
        )
    # Its functions take the group that there is when it is imported for their default, and DDP imports it: if that is
    # ours, it outlives `leave_processes`, and gloo's threads still run while Python ends. One that lets go of a tensor
    # just then aborts the process ("terminate called without an active exception").
    import torch.distributed.nn  # noqa: F401

    backend = config.backend if config.backend != "auto" else "nccl" if runtime.device.type == "cuda" else "gloo"
    try:
        dist.init_process_group(backend=backend, timeout=timedelta(minutes=30))
    except (ValueError, RuntimeError) as error:
        first = str(error).strip().splitlines()[0]
        raise FledgeError(f"can't join the {size} processes of WORLD_SIZE: {first}.", TORCHRUN) from error
    runtime.reasons.append(f"processes={runtime.world_size} (torchrun, {backend})")


def leave_processes(runtime: Runtime) -> None:
    if runtime.world_size > 1 and dist.is_initialized():
        dist.destroy_process_group()
