"""How a Plan is made: the step traced for memory, and run, timed kernel by kernel, or reckoned for time."""

from dataclasses import dataclass, replace

import torch

from fledge.common.errors import FledgeError
from fledge.common.progress import Show
from fledge.common.text import count
from fledge.config.schema import Config
from fledge.hardware.matmul_peak import device_peak
from fledge.hardware.table import MIB, Device
from fledge.plan.estimate import Basis, Estimate
from fledge.plan.inductor import compiled_trace, is_tested
from fledge.plan.kernel_times import KernelClock
from fledge.plan.quantities import counts, disk, loss, times
from fledge.plan.roofline import Rates, cpu_rates, gpu_rates
from fledge.plan.step_times import time_step
from fledge.plan.trace import PARTS, Trace, trace_step
from fledge.plan.types import Demands, Plan, Point, Target
from fledge.train.choices import CPU_COMPILE_GAIN, choose_attention, choose_compile, choose_dtype
from fledge.train.memory import smaller_batch

# What a GPU holds besides our tensors: CUDA's context and libraries, and what the allocator's blocks waste.
CONTEXT_BYTES, FRAGMENTATION = 600 * MIB, 0.12  # what nvidia-smi shows of processes (docs/accuracy.md)
# A CPU's process: Python and torch's libraries, and what the C library keeps.
PROCESS_BYTES, HEAP_SLACK = 400 * MIB, 0.10
TRACED_BAND = 0.03  # of compiled memory, whose buffers inductor may still reuse or reorder
SAME_BAND, CALIBRATED_BAND = 1.03, 1.2  # with one measured point: of the same step, of another (docs/accuracy.md)
# On this machine: what bench/planning.py found, with the machine's own ups and downs (LOG.md, 2026-11-16).
RUN_BAND, KERNELS_BAND = 1.25, 1.4
UNFUSED_BAND = 1.5  # compiled, judged by the eager kernels
NARROW, NARROW_BAND = 512, 1.7  # narrow matrices reach less of a GPU's peak: such a step may take so much longer
BUSY_BAND = 1.5  # one thread's times, for all of them
MOST_TOKENS = 1 << 22  # of a micro-batch: more take minutes to trace, and no device has the memory


@dataclass(frozen=True)
class Traced:
    """A step's trace on a target, how it was found out, and whether it only bounds what will run there."""

    trace: Trace
    source: str
    is_bound: bool = False


def gpu_target(config: Config, device: Device, processes: int = 1) -> Target:
    """The choices fledge would make on a card that isn't here."""
    dtype = config.dtype
    if dtype == "auto":
        dtype = next((name for name in ("bfloat16", "float16") if name in device.peak_flops), "float32")
        if device.kind == "mps":
            dtype = "float32"
    if dtype not in device.peak_flops:
        known = ", ".join(name for name in device.peak_flops if name != "tf32")
        raise FledgeError(f"{device.name} has no {dtype} of its own.", f"It has: {known}. Try --dtype=auto.")
    compiled = device.kind == "cuda" if config.compile == "auto" else bool(config.compile)
    return Target(device, dtype, compiled, "sdpa", None, processes)


def target_here(config: Config, where: torch.device, device: Device) -> Target:
    """The choices fledge makes on this machine."""
    dtype, _ = choose_dtype(config, where, None)
    attend, _ = choose_attention(config, where, dtype, None)
    compiled, why = choose_compile(config, where, dtype, None)
    if dtype not in device.peak_flops:
        peak, basis, source = device_peak(where, dtype, torch.get_num_threads())
        device = replace(device, peak_flops={**device.peak_flops, dtype: peak}, basis=basis, source=source)
    return Target(device, dtype, compiled, attend, where, reasons=[f"compile={compiled}: {why}"])


class Planner:
    """Makes plans; traces and timings are kept, so that several devices and points share them."""

    def __init__(self, show: Show) -> None:
        self.show = show
        self._traces: dict[tuple[str, bool], Traced] = {}  # by settings and whether it is compiled

    def plan(self, config: Config, target: Target, demands: Demands, point: Point | None = None) -> Plan:
        traced = self.trace(config, target)
        memory, parts = memory_of(traced, target)
        step = self._step_seconds(config, target, demands, point)
        figures = {**counts(config, demands), **times(config, target, step, demands)}
        figures["peak_memory_mb"] = memory
        figures.update(disk(config, demands))
        figures["expected_loss"] = loss(config, demands)
        verdict = fits(memory, target.device)
        notes = list(target.reasons)
        if traced.is_bound:
            notes.append(f"memory of the compiled step: {traced.source}")
        if target.processes > 1:
            notes.append("time between GPUs is not counted: a slow link adds to the step")
        advice = [] if verdict is not False else [self._what_would_fit(config, target)]
        return Plan(config, target, figures, parts, verdict, advice, notes)

    def trace(self, config: Config, target: Target, whole_logits: bool = False) -> Traced:
        """The step on this target."""
        if config.batch_size * config.block_size > MOST_TOKENS:
            tokens = count(config.batch_size * config.block_size)
            raise FledgeError(f"a micro-batch of {tokens} tokens is too large to be planned.", smaller_batch(config))
        steps = target.micro_steps(config)
        config = replace(config, gradient_accumulation_steps=steps if config.ngram_rows else min(2, steps), seed=0)
        key = repr((config.values(), target.dtype, target.attend, target.on_gpu, whole_logits))
        if (key, False) not in self._traces:
            self.show("tracing a step")
            eager = trace_step(config, target.dtype, target.attend, target.on_gpu, whole_logits)
            self._traces[key, False] = Traced(eager, "the step traced with fake tensors")
        if target.compiled and (key, True) not in self._traces:
            self.show("lowering the compiled step")
            self._traces[key, True] = self._compiled(self._traces[key, False].trace, config, target, whole_logits)
        return self._traces[key, target.compiled]

    def _compiled(self, eager: Trace, config: Config, target: Target, whole_logits: bool) -> Traced:
        if not is_tested():
            why = f"compiled ones are not known for torch {torch.__version__}"
            return Traced(eager, f"bounded by the eager step: {why}", is_bound=True)
        try:
            lowered = compiled_trace(eager, config, target.dtype, target.attend, target.on_gpu, whole_logits)
        except Exception as error:  # inductor's own, of many kinds: the eager step is a bound all the same
            why = f"lowering failed ({type(error).__name__})"
            return Traced(eager, f"bounded by the eager step, as {why}", is_bound=True)
        return Traced(lowered, "the compiled step lowered by inductor, on fake tensors")

    def _step_seconds(self, config: Config, target: Target, demands: Demands, point: Point | None) -> Estimate | None:
        """Seconds of an iteration."""
        guess = self._uncalibrated(config, target, demands.measure)
        if point is None or guess is None:
            return guess
        there = self._uncalibrated(point.config, target, demands.measure)
        assert there is not None
        factor = point.seconds / there.value
        same = point.config.shape == config.shape and point.config.tokens_per_iter == config.tokens_per_iter
        band = SAME_BAND if same else CALIBRATED_BAND
        return _within(guess.value * factor, band, "measured", f"roofline, scaled by {factor:.2f} to {point.source}")

    def _uncalibrated(self, config: Config, target: Target, measure: bool) -> Estimate | None:
        if target.here is not None:
            measured = self._measured(config, target, target.here, measure)
            if measured is not None or target.here.type == "cpu":
                return measured or self._roughly(config, target, target.here)
        if target.device.bandwidth is None:
            return None
        traced = self.trace(config, target)
        rates = gpu_rates(target.device, target.dtype, target.compiled)
        value = rates.iteration(traced.trace.micro, traced.trace.update, target.micro_steps(config))
        low, high = gpu_range(value, config, traced, rates)
        return Estimate(value, low, high, "s", "traced", f"{traced.source}; {rates.source}")

    def _measured(self, config: Config, target: Target, here: torch.device, measure: bool) -> Estimate | None:
        """By running the step; on a CPU, where one is too long to be run, by running its kernels.

        A GPU compiles what it will run. On a CPU that takes longer than the rest of the plan: what it gains is known.
        """
        steps, on_cpu = target.micro_steps(config), here.type == "cpu"
        gain, told = _compiling_gains(target, here)
        compiled = target.compiled and not on_cpu
        seconds = time_step(config, here, target.dtype, target.attend, compiled, steps, measure, self.show)
        if seconds is not None:
            source = f"the step run for some seconds on this machine, with random tokens{told}"
            return _within(seconds / gain, RUN_BAND, "measured", source)
        if not on_cpu:
            return None
        clock = KernelClock(here, self.show)
        seconds = clock.step_seconds(self.trace(config, replace(target, compiled=False)).trace, steps, measure)
        if seconds is None:
            return None
        if clock.was_busy:
            source = "its kernels timed on one thread, as other work has the CPU: plan again when it is quiet"
            return _within(seconds / gain, BUSY_BAND, "assumed", source + told)
        source = "every kernel of the traced step timed on this machine: the step is too long to be run for a plan"
        return _within(seconds / gain, KERNELS_BAND, "measured", source + told)

    def _roughly(self, config: Config, target: Target, here: torch.device) -> Estimate:
        peak, _, _ = device_peak(here, target.dtype, torch.get_num_threads())
        trace = self.trace(config, replace(target, compiled=False)).trace
        rates, (gain, told) = cpu_rates(peak), _compiling_gains(target, here)
        value = rates.iteration(trace.micro, trace.update, target.micro_steps(config)) / gain
        return _within(value, rates.band, "traced", rates.source + told)

    def _what_would_fit(self, config: Config, target: Target) -> str:
        """The largest micro-batch that fits, for the same tokens an iteration, by trace."""
        batch = config.batch_size
        while batch > 1:
            batch //= 2
            if config.batch_size % batch:
                continue
            steps = config.gradient_accumulation_steps * (config.batch_size // batch)
            smaller = replace(config, batch_size=batch, gradient_accumulation_steps=steps)
            memory, _ = memory_of(self.trace(smaller, target), target)
            if fits(memory, target.device):
                return (
                    f"Try --batch_size={batch} --gradient_accumulation_steps={steps} (the same "
                    f"{config.tokens_per_iter:,} tokens an iteration): {memory.value / 1024:.1f} GB."
                )
        if not target.compiled and target.on_gpu and is_tested():
            memory, _ = memory_of(self.trace(config, replace(target, compiled=True)), target)
            if fits(memory, target.device):
                return f"Try --compile=True: {memory.value / 1024:.1f} GB."
        return "No micro-batch fits: try a smaller model, a smaller --block_size, or a device with more memory."


def _compiling_gains(target: Target, here: torch.device) -> tuple[float, str]:
    """By how much a compiled step is faster than the eager one that a CPU's plan measures."""
    if not target.compiled or here.type != "cpu":
        return 1.0, ""
    return CPU_COMPILE_GAIN, f", less what compiling gains ({CPU_COMPILE_GAIN:.2f}x, LOG.md)"


def gpu_range(seconds: float, config: Config, traced: Traced, rates: Rates) -> tuple[float, float]:
    """The least and the most that an iteration reckoned from a data sheet may take."""
    band = UNFUSED_BAND if traced.is_bound else rates.band
    return seconds / band, seconds * (max(band, NARROW_BAND) if config.n_embd < NARROW else band)


def _within(value: float, band: float, basis: Basis, source: str) -> Estimate:
    """Seconds, right within a factor either way."""
    return Estimate(value, value / band, value * band, "s", basis, source)


def memory_of(traced: Traced, target: Target) -> tuple[Estimate, dict[str, Estimate]]:
    """Tensors at the worst moment; `high` is with everything else that a process holds on the device."""
    if target.on_gpu:
        around, waste = CONTEXT_BYTES, FRAGMENTATION
        besides = "CUDA's context and the allocator's blocks"
    else:
        around, waste = PROCESS_BYTES, HEAP_SLACK
        besides = "Python, torch's libraries and what the C library keeps"
    trace, told = traced.trace, traced.source
    band = TRACED_BAND if target.compiled else 0.0
    peak = trace.peak_bytes / MIB
    high = peak * (1 + band + waste) + around / MIB
    memory = Estimate(peak, peak * (1 - band), high, "MiB", "traced", f"{told}; high: with {besides}")
    parts = {
        part: Estimate(size / MIB, size / MIB * (1 - band), size / MIB * (1 + band), "MiB", "traced", told)
        for part, size in ((part, trace.parts[part]) for part in PARTS)
    }
    rest = peak - sum(part.value for part in parts.values())
    if rest > 1:  # the peak is in the update, and not made of what the compiled graphs hold
        parts["update"] = Estimate(rest, rest, rest, "MiB", "traced", "temporaries of the optimizer")
    parts["around"] = Estimate(high - peak, 0, high - peak, "MiB", "assumed", besides)
    return memory, parts


def fits(memory: Estimate, device: Device) -> bool | None:
    return None if device.memory_bytes is None else memory.high * MIB <= device.memory_bytes
