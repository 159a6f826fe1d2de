"""What a run will need, before it starts: a Plan, made of Estimates, each with its basis and its error band."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

import torch

from fledge.attention import Attend
from fledge.calibrate import device_peak
from fledge.config import Config
from fledge.devices import GIB, Device
from fledge.errors import FledgeError
from fledge.estimate import (
    Estimate,
    expected_loss,
    flops_per_token,
    least_batch_bytes,
    least_model_bytes,
    mfu,
    parameters,
    parameters_matmul,
    parameters_nanogpt,
)
from fledge.kernel_times import KernelClock
from fledge.lowering import compiled_trace, is_tested
from fledge.render import count, duration
from fledge.roofline import Rates, gpu_rates
from fledge.runtime import (
    CPU_COMPILE_GAIN,
    CPU_COMPILE_SECONDS,
    choose_attention,
    choose_compile,
    choose_dtype,
    smaller_batch,
)
from fledge.step_times import time_step
from fledge.trace import PARTS, Trace, trace_step

MIB = 2**20
# What a GPU holds besides our tensors: CUDA's context and libraries, and what the allocator's blocks waste.
CONTEXT_BYTES, FRAGMENTATION = 600 * MIB, 0.08
# A CPU's process: Python and torch's libraries, and what the C library keeps.
PROCESS_BYTES, HEAP_SLACK = 400 * MIB, 0.10
TRACED_BAND = 0.03  # of compiled memory, whose buffers inductor may still reuse or reorder
POWER = (0.75, 0.85, 1.0)  # of the rated watts, while training: low, usual, high
CALIBRATED_BAND = 1.1
# On this machine: what bench/planning.py found, with the machine's own ups and downs (LOG.md, 2026-11-16).
RUN_BAND, KERNELS_BAND = 1.25, 1.4
UNFUSED_BAND = 1.5  # compiled, judged by the eager kernels
SAME_ROWS = 4.0  # epochs after which text seen again teaches little (Muennighoff et al. 2023)
MOST_TOKENS = 1 << 24  # of a micro-batch
ABSURD = 4  # times the memory there is
GPU_COMPILE_SECONDS = (20, 45, 120)
Show = Callable[[str], None]


@dataclass(frozen=True)
class Target:
    """Where a run is planned for, and the choices it would make there."""

    device: Device
    dtype: str
    compiled: bool
    attend: Attend
    here: torch.device | None = None  # set on this machine, whose kernels can be timed
    processes: int = 1
    reasons: list[str] = field(default_factory=list)

    @property
    def on_gpu(self) -> bool:
        return self.device.kind == "cuda"


@dataclass(frozen=True)
class Demands:
    """What the user adds to the settings of a run."""

    dataset_tokens: float | None = None
    tokens_source: str = ""
    price_per_kwh: float = 0.0
    price_per_hour: float = 0.0
    measure: bool = True


@dataclass(frozen=True)
class Point:
    """One iteration time that somebody measured on the device, and the settings it belongs to."""

    config: Config
    seconds: float
    source: str


@dataclass(frozen=True)
class Plan:
    config: Config
    target: Target
    figures: dict[str, Estimate | None]
    memory_parts: dict[str, Estimate]
    fits: bool | None  # None where the device's memory is not known
    advice: list[str]
    notes: list[str]

    def __getitem__(self, name: str) -> Estimate:
        found = self.figures[name]
        assert found is not None, name
        return found

    def to_json(self) -> dict[str, Any]:
        figures = {name: figure and figure.to_json() for name, figure in self.figures.items()}
        return {
            **figures,
            "memory_parts": {name: part.to_json() for name, part in self.memory_parts.items()},
            "fits": self.fits,
            "device": self.target.device.to_json(),
            "choices": {
                "dtype": self.target.dtype,
                "compile": self.target.compiled,
                "attention": self.target.attend,
                "processes": self.target.processes,
            },
            "advice": self.advice,
            "notes": self.notes,
        }


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
        self._traces: dict[Any, tuple[Trace, str]] = {}
        self._clocks: dict[torch.device, KernelClock] = {}

    def plan(self, config: Config, target: Target, demands: Demands, point: Point | None = None) -> Plan:
        _refuse_the_absurd(config, target.device)
        trace, told = self.trace(config, target)
        memory, parts = memory_of(trace, told, target)
        step = self._step_seconds(config, target, demands, point)
        figures = {**_counts(config, demands), **_times(config, target, step, demands)}
        figures["peak_memory_mb"] = memory
        figures.update(_disk(config, demands))
        figures["expected_loss"] = _loss(config, demands)
        verdict = fits(memory, target.device)
        notes = list(target.reasons)
        if target.compiled and "eager" in told:
            notes.append(f"memory of the compiled step: {told}")
        if target.processes > 1:
            notes.append("time between GPUs is not counted: a slow link adds to the step")
        advice = [] if verdict is not False else [self._what_would_fit(config, target, trace)]
        return Plan(config, target, figures, parts, verdict, advice, notes)

    def trace(self, config: Config, target: Target, whole_logits: bool = False) -> tuple[Trace, str]:
        """The step on this target, and how it was found out."""
        steps = max(1, config.gradient_accumulation_steps // target.processes)
        config = replace(config, gradient_accumulation_steps=steps if config.ngram_rows else min(2, steps), seed=0)
        settings = (config.values(), target.dtype, target.attend, target.on_gpu, whole_logits)
        key = repr(settings)
        if (key, False) not in self._traces:
            self.show("tracing a step")
            eager = trace_step(config, target.dtype, target.attend, target.on_gpu, whole_logits)
            self._traces[key, False] = eager, "the step traced with fake tensors"
        if not target.compiled:
            return self._traces[key, False]
        if (key, True) not in self._traces:
            self.show("lowering the compiled step")
            self._traces[key, True] = self._compiled(self._traces[key, False][0], config, target, whole_logits)
        return self._traces[key, True]

    def _compiled(self, eager: Trace, config: Config, target: Target, whole_logits: bool) -> tuple[Trace, str]:
        if not is_tested():
            return eager, f"bounded by the eager step: compiled ones are not known for torch {torch.__version__}"
        try:
            lowered = compiled_trace(eager, config, target.dtype, target.attend, target.on_gpu, whole_logits)
        except Exception as error:  # inductor's own, of many kinds: the eager step is a bound all the same
            return eager, f"bounded by the eager step, as lowering failed ({type(error).__name__})"
        return lowered, "the compiled step lowered by inductor, on fake tensors"

    def _step_seconds(self, config: Config, target: Target, demands: Demands, point: Point | None) -> Estimate | None:
        """Seconds of an iteration."""
        guess = self._uncalibrated(config, target, demands.measure)
        if point is None or guess is None:
            return guess
        there = self._uncalibrated(point.config, target, demands.measure)
        assert there is not None
        factor = point.seconds / there.value
        value = guess.value * factor
        same = point.config.shape == config.shape and point.config.tokens_per_iter == config.tokens_per_iter
        band = 1.03 if same else CALIBRATED_BAND
        source = f"roofline, scaled by {factor:.2f} to {point.source}"
        return Estimate(value, value / band, value * band, "s", "measured", source)

    def _uncalibrated(self, config: Config, target: Target, measure: bool) -> Estimate | None:
        steps = max(1, config.gradient_accumulation_steps // target.processes)
        if target.here is not None and target.here.type != "mps":
            return self._on_this_machine(config, target, steps, measure)
        if target.device.bandwidth is None:
            return None
        trace, told = self.trace(config, target)
        rates = gpu_rates(target.device, target.dtype, target.compiled)
        band = UNFUSED_BAND if target.compiled and "eager" in told else rates.band
        value = steps * rates.seconds(trace.micro) + rates.seconds(trace.update)
        return Estimate(value, value / band, value * band, "s", "traced", f"{told}; {rates.source}")

    def _on_this_machine(self, config: Config, target: Target, steps: int, measure: bool) -> Estimate | None:
        assert target.here is not None
        eager = replace(target, compiled=False)
        trace, _ = self.trace(config, eager)
        clock = self._clocks.setdefault(target.here, KernelClock(target.here, self.show))
        seconds = time_step(config, target.here, eager.dtype, eager.attend, steps, measure, self.show)
        if seconds is not None:
            value, band, basis = seconds, RUN_BAND, "measured"
            source = "the step run for some seconds on this machine, with random tokens"
        elif (seconds := clock.step_seconds(trace, steps, measure)) is not None:
            value, band, basis = seconds, KERNELS_BAND, "measured"
            source = "every kernel of the traced step timed on this machine: the step is too long to be run for a plan"
            if clock.was_busy:
                band, basis = 1.5, "assumed"
                source = "its kernels timed on one thread, as other work has the CPU: plan again when it is quiet"
        else:
            peak, _, _ = device_peak(target.here, target.dtype, torch.get_num_threads())
            rates = Rates(0.8 * peak, 0.3 * peak, 10e9, 1e-5, 0.0, 1.7, "")
            value, band, basis = steps * rates.seconds(trace.micro) + rates.seconds(trace.update), 1.7, "traced"
            source = "roofline with this machine's measured matmul peak; its kernels were not timed"
        if target.compiled:
            value, band = value / CPU_COMPILE_GAIN, band * 1.1
            source += f", less what compiling gains ({CPU_COMPILE_GAIN:.2f}x, LOG.md)"
        return Estimate(value, value / band, value * band, "s", basis, source)  # type: ignore[arg-type]

    def _what_would_fit(self, config: Config, target: Target, trace: Trace) -> str:
        """The largest micro-batch that fits, for the same tokens an iteration, by trace."""
        batch = config.batch_size
        while batch > 1:
            batch //= 2
            if config.batch_size % batch:
                continue
            steps = config.gradient_accumulation_steps * (config.batch_size // batch)
            smaller = replace(config, batch_size=batch, gradient_accumulation_steps=steps)
            lighter, told = self.trace(smaller, target)
            memory, _ = memory_of(lighter, told, target)
            if fits(memory, target.device):
                return (
                    f"Try --batch_size={batch} --gradient_accumulation_steps={steps} (the same "
                    f"{config.tokens_per_iter:,} tokens an iteration): {memory.value / 1024:.1f} GB."
                )
        if not target.compiled and target.on_gpu and is_tested():
            memory, _ = memory_of(*self.trace(config, replace(target, compiled=True)), target)
            if fits(memory, target.device):
                return f"Try --compile=True: {memory.value / 1024:.1f} GB."
        return "No micro-batch fits: try a smaller model, a smaller --block_size, or a device with more memory."


def _refuse_the_absurd(config: Config, device: Device) -> None:
    """What needs many times the device's memory by a lower bound is not traced: that alone would take hours."""
    model = least_model_bytes(config.shape, config.optimizer)
    batch = least_batch_bytes(config.shape, config.batch_size)
    has = device.memory_bytes or 1 << 40
    tokens = config.batch_size * config.block_size
    if tokens > MOST_TOKENS:
        raise FledgeError(f"a micro-batch of {count(tokens)} tokens is too large to be planned.", smaller_batch(config))
    if model + batch <= ABSURD * has:
        return
    what = (
        f"a model of {count(parameters(config.shape))} parameters" if model > has else f"batch_size={config.batch_size}"
    )
    raise FledgeError(
        f"{what} needs at least {(model + batch) / GIB:,.0f} GB and {device.name} has {has / GIB:,.3g} GB.",
        "Try a smaller model." if model > has else smaller_batch(config),
    )


def _counts(config: Config, demands: Demands) -> dict[str, Estimate | None]:
    """What needs no device to be known."""
    shape, c = config.shape, config
    tokens = c.tokens_per_iter * c.max_iters
    each = flops_per_token(shape)
    weights = parameters_nanogpt(shape) if shape.arch == "gpt2" else parameters_matmul(shape)  # not modern's tables
    figures: dict[str, Estimate | None] = {
        "params": Estimate.exact(parameters(shape), "parameters", "estimate.py"),
        "params_nanogpt": Estimate.exact(parameters_nanogpt(shape), "parameters", "without the position table"),
        "tokens_per_iter": Estimate.exact(
            c.tokens_per_iter, "tokens", "batch_size x block_size x gradient_accumulation_steps"
        ),
        "total_tokens": Estimate.exact(tokens, "tokens", "tokens_per_iter x max_iters"),
        "epochs": None,
        "tokens_per_parameter": Estimate.exact(
            tokens / weights, "tokens/parameter", "about 20 is best for a given compute (Chinchilla)"
        ),
        "flops_per_token": Estimate.exact(each, "FLOP", "6 N + 12 L C T, nanoGPT's formula"),
        "flops_total": Estimate.exact(each * tokens, "FLOP", "6 N + 12 L C T a token, nanoGPT's formula"),
        "flops_6nd": Estimate.exact(6 * weights * tokens, "FLOP", "6 N D, without attention"),
        "flops_causal": Estimate.exact(
            flops_per_token(shape, "causal") * tokens, "FLOP", "6 N_matmul + 6 L C T a token: what the result needs"
        ),
    }
    if demands.dataset_tokens:
        figures["epochs"] = Estimate.exact(
            tokens / demands.dataset_tokens, "epochs", f"total_tokens / {demands.tokens_source}"
        )
    return figures


def memory_of(trace: Trace, told: str, target: Target) -> tuple[Estimate, dict[str, Estimate]]:
    """Tensors at the worst moment; `high` is with everything else that a process holds on the device."""
    if target.on_gpu:
        around, waste = CONTEXT_BYTES, FRAGMENTATION
        besides = "CUDA's context and the allocator's blocks"
    else:
        around, waste = PROCESS_BYTES, HEAP_SLACK
        besides = "Python, torch's libraries and what the C library keeps"
    band = 0.0 if "tensors" in told and not target.compiled else TRACED_BAND
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


def _times(config: Config, target: Target, step: Estimate | None, demands: Demands) -> dict[str, Estimate | None]:
    names = ("step_ms", "tokens_per_s", "mfu", "hours", "evaluation_hours", "compile_s", "energy_kwh", "cost")
    figures: dict[str, Estimate | None] = dict.fromkeys(names)
    if step is None:
        return figures
    figures["step_ms"] = step.map(lambda s: s * 1000, "ms")
    rate = step.map(lambda s: config.tokens_per_iter / s, "tokens/s")
    figures["tokens_per_s"] = rate
    peak = target.device.peak_flops.get(target.dtype)
    if peak:
        each = flops_per_token(config.shape)
        figures["mfu"] = rate.map(
            lambda r: mfu(each, r, target.processes * peak), "", f"nanoGPT's FLOPs over {peak / 1e12:.4g} TFLOP/s"
        )
    hours = step.map(lambda s: s * config.max_iters / 3600, "h", "step_ms x max_iters: training alone")
    figures["hours"] = hours
    batches = (
        0 if config.eval_iters == "all" else 2 * int(config.eval_iters) * (config.max_iters // config.eval_interval + 1)
    )
    if batches:
        # a forward pass is a third of a micro-step
        micro = config.gradient_accumulation_steps / target.processes
        figures["evaluation_hours"] = step.map(
            lambda s: s / micro / 3 * batches / 3600, "h", f"{batches:,} forward passes"
        )
    if target.compiled:
        low, usual, high = GPU_COMPILE_SECONDS if target.on_gpu else (15, CPU_COMPILE_SECONDS, 60)
        figures["compile_s"] = Estimate(
            usual, low, high, "s", "assumed", "the first step's compilation, as others saw it"
        )
    figures.update(_energy(hours, target, demands))
    return figures


def _energy(hours: Estimate, target: Target, demands: Demands) -> dict[str, Estimate | None]:
    figures: dict[str, Estimate | None] = {"energy_kwh": None, "cost": None}
    watts = target.device.watts
    if watts:
        low, usual, high = (target.processes * watts * share / 1000 for share in POWER)
        figures["energy_kwh"] = Estimate(
            hours.value * usual,
            hours.low * low,
            hours.high * high,
            "kWh",
            hours.basis,
            f"{POWER[0]:.0%} to {POWER[2]:.0%} of {watts:.0f} W; the card alone",
        )
    if demands.price_per_hour:
        figures["cost"] = hours.map(
            lambda h: h * demands.price_per_hour * target.processes, "money", f"{demands.price_per_hour:g} an hour"
        )
    elif demands.price_per_kwh and (energy := figures["energy_kwh"]):
        figures["cost"] = energy.map(lambda e: e * demands.price_per_kwh, "money", f"{demands.price_per_kwh:g} a kWh")
    return figures


def _disk(config: Config, demands: Demands) -> dict[str, Estimate | None]:
    checkpoint = 12 * parameters(config.shape) * (config.keep + 1)  # weights and two moments; the best is kept too
    figures: dict[str, Estimate | None] = {
        "disk_checkpoints_gb": Estimate(
            checkpoint / GIB, checkpoint / 2 / GIB, checkpoint / GIB, "GiB", "computed", "weights and Adam's moments"
        ),
        "disk_data_gb": None,
    }
    if demands.dataset_tokens:
        width = 2 if config.vocab_size <= 1 << 16 else 4
        figures["disk_data_gb"] = Estimate.exact(width * demands.dataset_tokens / GIB, "GiB", f"{width} bytes a token")
    return figures


def _loss(config: Config, demands: Demands) -> Estimate | None:
    """Known roughly for web text in a large vocabulary, and for nothing else."""
    tokens = float(config.tokens_per_iter * config.max_iters)
    if not tokens or config.vocab_size < 30_000 or config.init_from != "scratch":
        return None
    if demands.dataset_tokens:
        tokens = min(tokens, SAME_ROWS * demands.dataset_tokens)
    value = expected_loss(config.shape, tokens)
    source = "Hoffmann et al. 2022's fit to web text, extrapolated below 70M parameters; other text moves it"
    return Estimate(value, value * 0.9, value * 1.25, "nats/token", "assumed", source)


def headline(plan: Plan) -> str:
    """One line: tokens, time, memory, fits or not."""
    words = [f"{count(plan['total_tokens'].value)} tokens"]
    if hours := plan.figures["hours"]:
        words.append(f"about {span(hours)}, done {finish(hours)}")
    memory = plan["peak_memory_mb"].high / 1024
    device = plan.target.device
    has = f" of {device.memory_bytes / GIB:.3g}" if device.memory_bytes else ""
    words.append(f"up to {memory:.1f}{has} GB")
    return ", ".join(words)


def finish(hours: Estimate) -> str:
    """The date at the value, if started now."""
    return f"{datetime.now() + timedelta(hours=min(hours.value, 24 * 365 * 100)):%a %d %b %Y %H:%M}"


def span(hours: Estimate) -> str:
    return f"{duration(hours.value * 3600)} ({duration(hours.low * 3600)} to {duration(hours.high * 3600)})"


def best_first(plans: Sequence[Plan]) -> list[Plan]:
    """Those that fit, the fastest first; then the others."""
    return sorted(plans, key=lambda plan: (plan.fits is False, (plan.figures["hours"] or plan["params"]).value))
