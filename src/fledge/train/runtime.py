"""Runtime: device, dtype, compile, attention kernel, process group."""

import contextlib
import os
import resource
import sys
from dataclasses import dataclass, field
from typing import Any

import torch
import torch.distributed as dist

from fledge.config.checks import check_accumulation
from fledge.config.schema import Config
from fledge.hardware.load import Load
from fledge.hardware.sharing import has_given_threads, usual_threads
from fledge.hardware.stopwatch import wait_for
from fledge.logs.neighbours import neighbours
from fledge.model.attention import Attend
from fledge.parallel.processes import join_processes, membership
from fledge.parallel.pulse import Pulse
from fledge.parallel.wrap import Parallel
from fledge.texts import Message, say
from fledge.train.choices import choose_attention, choose_compile, choose_device, choose_dtype, choose_parallel
from fledge.train.memory import check_training_memory, reuse_freed_memory
from fledge.train.threads import ThreadChoice, choose_threads

DTYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}


@dataclass
class Runtime:
    device: torch.device
    dtype: str
    compile: bool
    attend: Attend
    threads: int  # now: they may change while a run goes on
    rank: int = 0
    world_size: int = 1
    parallel: Parallel = "none"
    reasons: list[Message] = field(default_factory=list)  # one line per choice, for the start of the log
    pulse: Pulse = field(default_factory=Pulse)  # signs of progress, for the watchdog
    control_group: dist.ProcessGroup | None = None  # for decisions of all processes; None is the default group
    usual_threads: int = 0  # on an idle machine
    threads_may_change: bool = False  # with the machine's load

    @property
    def is_main(self) -> bool:
        return self.rank == 0

    @property
    def reduce_device(self) -> torch.device:
        """The device of tensors in a collective: NCCL needs the GPU, gloo the CPU."""
        return self.device if self.world_size > 1 and dist.get_backend() == "nccl" else torch.device("cpu")

    def any_process(self, asked: bool) -> bool:
        """Whether `asked` is true in any process: one number through gloo, which never waits for a GPU's work."""
        if self.world_size == 1:
            return asked
        flag = torch.tensor([float(asked)])
        dist.all_reduce(flag, group=self.control_group)
        return bool(flag > 0)

    def autocast(self) -> contextlib.AbstractContextManager[Any]:
        if self.dtype == "float32":
            return contextlib.nullcontext()
        return torch.autocast(self.device.type, dtype=DTYPES[self.dtype])

    def synchronize(self) -> None:
        """Wait until the device has finished its work, before reading a clock."""
        wait_for(self.device)

    def peak_memory_mb(self) -> float:
        """Peak memory so far, in MiB: of the GPU's allocator, or of the whole process on a CPU."""
        if self.device.type == "cuda":
            return torch.cuda.max_memory_allocated(self.device) / 2**20
        if self.device.type == "mps":
            return torch.mps.driver_allocated_memory() / 2**20
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak / (2**20 if sys.platform == "darwin" else 2**10)

    def choices(self) -> dict[str, Any]:
        """The choices that a resumed run must keep to continue bit for bit."""
        return {
            "device": self.device.type,
            "dtype": self.dtype,
            "compile": self.compile,
            "attention": self.attend,
            "threads": self.threads,
            "parallel": self.parallel,
        }


def choose_runtime(config: Config, before: dict[str, Any] | None = None, load: Load | None = None) -> Runtime:
    """Choose everything, and set the number of threads, which the measurements behind the choices depend on.

    `before` are the choices of the run that is being resumed; they are kept on the same kind of device. `load` is the
    machine's, of the last moments.
    """
    ours = membership()
    check_accumulation(config.gradient_accumulation_steps, ours.world_size)
    device, why_device = choose_device(config.device, ours.local_rank if ours.world_size > 1 else None)
    if before is not None and before.get("device") != device.type:
        before = None
    parallel, why_parallel = choose_parallel(config, device, ours.world_size, before)
    check_training_memory(config, device, ours.world_size if parallel == "fsdp" else 1)
    choice = _choose_threads(config, before, device, ours.world_size, load)
    torch.set_num_threads(choice.threads)
    dtype, why_dtype = choose_dtype(config, device, before)
    attend, why_attend = choose_attention(config, device, dtype, before)
    compile_it, why_compile = choose_compile(config, device, dtype, before, parallel)
    reasons = [
        say("runtime.device", device=str(device), why=why_device),
        say("runtime.dtype", dtype=dtype, why=why_dtype),
        say("runtime.compile", compile=compile_it, why=why_compile),
        say("runtime.attention", attention=attend, why=why_attend),
    ]
    if ours.world_size > 1:
        reasons.append(say("runtime.parallel", parallel=parallel, why=why_parallel))
    if choice.note is not None:
        reasons.append(choice.note)
    threads = torch.get_num_threads()
    runtime = Runtime(device, dtype, compile_it, attend, threads, ours.rank, ours.world_size, parallel, reasons)
    runtime.usual_threads, runtime.threads_may_change = choice.usual, choice.may_change
    return runtime


def _choose_threads(
    config: Config, before: dict[str, Any] | None, device: torch.device, processes: int, load: Load | None
) -> ThreadChoice:
    """By the settings, and by the machine's load."""
    torchs, most = torch.get_num_threads(), 4 * (os.cpu_count() or 1)
    asked, had = min(config.threads, most), min(int((before or {}).get("threads") or 0), most)
    if device.type != "cpu" or processes > 1:  # a GPU does the work, or torchrun has shared out the cores
        threads = asked or had or torchs
        return ThreadChoice(threads, threads)
    return choose_threads(
        torchs=torchs,
        usual=usual_threads(torchs, load.cores if load is not None else torchs),
        asked=asked,
        before=had or None,
        adapt=config.adapt_threads,
        is_given=has_given_threads(os.environ),
        load=load,
        runs=len(neighbours()),
    )


def start_runtime(config: Config, runtime: Runtime) -> None:
    """Join the process group and set up the device, before anything is allocated on it."""
    if runtime.world_size > 1:
        backend, runtime.control_group = join_processes(config.backend, runtime.device)
        runtime.reasons.append(say("runtime.processes", processes=runtime.world_size, backend=backend))
    if runtime.device.type == "cpu":
        reuse_freed_memory()
    if runtime.device.type == "cuda":
        torch.cuda.set_device(runtime.device)
        torch.backends.cuda.matmul.allow_tf32 = True
        torch.backends.cudnn.allow_tf32 = True
