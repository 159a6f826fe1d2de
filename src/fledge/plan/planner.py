"""Makes a Plan: memory from the traced step; time from running it, from its kernels, or from a data sheet."""

from dataclasses import replace

import torch

from fledge.common.errors import FledgeError
from fledge.common.progress import Show
from fledge.config.schema import Config
from fledge.hardware.matmul_peak import device_peak
from fledge.plan.calibration import calibrate
from fledge.plan.estimate import Estimate, within
from fledge.plan.gpu_time import gpu_time
from fledge.plan.inductor import compiled_trace, is_tested
from fledge.plan.memory import estimate_memory, fits
from fledge.plan.quantities import counts, disk, expected_val_loss, times
from fledge.plan.roofline import cpu_rates
from fledge.plan.sources import traced_source
from fledge.plan.timing.iterations import StepVariant, remembered_iteration_seconds
from fledge.plan.timing.kernels import KernelTimer
from fledge.plan.trace import Trace, trace_step
from fledge.plan.trace_store import load_trace, save_trace
from fledge.plan.types import Demands, MeasuredStep, Plan, Target
from fledge.texts import Message, say, text
from fledge.texts.units import count, separated
from fledge.train.choices import CPU_COMPILE_GAIN
from fledge.train.memory import smaller_batch

# Ranges: the true time is within this factor of the estimate, either way.
# On this machine, from bench/planning.py and the machine's own variation (LOG.md, 2026-11-16).
RUN_FACTOR, KERNELS_FACTOR = 1.25, 1.4
BUSY_FACTOR = 1.5  # the time of one thread, divided by the number of threads
UNFUSED_FACTOR = 1.5  # a compiled step, estimated from its eager kernels
EXCHANGE_FACTOR, EXCHANGE_SOURCE = 2.0, say("plan.source.gradients")
# Settings that a step does not depend on: changing one of them must not trace it again.
OF_DATA_AND_LOGS = (
    "dataset",
    "data_dir",
    "out_dir",
    "eval_interval",
    "eval_iters",
    "log_interval",
    "keep",
    "planned_loss",
)
OF_SCHEDULE = ("max_iters", "learning_rate", "min_lr", "warmup_iters", "lr_decay_iters")
UNTRACED_SETTINGS = (*OF_DATA_AND_LOGS, *OF_SCHEDULE)
MAX_MICRO_BATCH_TOKENS = 1 << 22  # more take minutes to trace, and no device has the memory


class Planner:
    """Makes plans. It keeps its traces, so that plans for several devices share them."""

    def __init__(self, show: Show, runs_steps: bool = True) -> None:
        self.show = show
        # False: times are all from traces, so that one of them, measured, scales all others alike.
        self.runs_steps = runs_steps
        self._traces: dict[str, Trace] = {}

    def plan(self, config: Config, target: Target, demands: Demands, known: MeasuredStep | None = None) -> Plan:
        """The plan of a run. `known` is a step that the user measured on the same device."""
        traced = self.trace(config, target)
        memory, parts = estimate_memory(traced, target)
        seconds, remarks = self._calibrated(config, target, demands.measure, known)
        figures = {**counts(config, demands), **times(config, target, seconds, demands)}
        figures["peak_memory_mb"] = memory
        figures["communication_ms"] = figures["efficiency"] = None
        figures.update(disk(config, demands))
        figures["expected_loss"] = expected_val_loss(config, demands)
        verdict = fits(memory, target.device)
        notes = [*remarks, *target.notes]
        if traced.bound_note is not None:
            notes.append(traced.bound_note)
        if target.link is not None:
            if target.shards is not None:
                notes.append(say("plan.note.sharded", link=target.link.name))
            else:
                notes.append(say("plan.note.communication", link=target.link.name))
            if target.nodes > 1:
                notes.append(say("plan.note.nodes", nodes=target.nodes))
            figures["communication_ms"] = self._exchange(traced, target, target.micro_steps(config))
            figures["efficiency"] = _efficiency(figures["communication_ms"], figures["step_ms"])
        notes += self._about_loading(config, traced, target)
        advice, remedy = self._what_would_fit(config, target) if verdict is False else ([], ())
        return Plan(config, target, figures, parts, verdict, advice, notes, remedy)

    @staticmethod
    def _exchange(trace: Trace, target: Target, steps: int) -> Estimate | None:
        if target.device.bandwidth is None:
            return None
        exchange = 1000 * gpu_time(trace, target, steps).exchange_s
        return within(exchange, EXCHANGE_FACTOR, "ms", "assumed", text(EXCHANGE_SOURCE))

    @staticmethod
    def _about_loading(config: Config, trace: Trace, target: Target) -> list[Message]:
        """That the GPU waits for batches, where it does."""
        if target.here is not None or target.device.bandwidth is None:
            return []
        time = gpu_time(trace, target, 1, config.batch_size * config.block_size)
        if not time.waiting_s:
            return []
        names = {"program": target.program.name, "loading": 1000 * time.loading_s, "waiting": 1000 * time.waiting_s}
        return [say("plan.note.loading", per_token=1e6 * target.program.loading_s, **names)]

    def trace(self, config: Config, target: Target) -> Trace:
        """The step as it would run on this target."""
        if config.batch_size * config.block_size > MAX_MICRO_BATCH_TOKENS:
            tokens = count(config.batch_size * config.block_size)
            raise FledgeError(say("plan.large_micro_batch", tokens=tokens), smaller_batch(config))
        steps = target.micro_steps(config)
        config = replace(config, gradient_accumulation_steps=steps if config.ngram_rows else min(2, steps), seed=0)
        return self._trace(config, target)

    def _trace(self, config: Config, target: Target) -> Trace:
        """The step of a config whose micro-steps are those of one process: remembered, or traced now."""
        settings = {name: value for name, value in config.values().items() if name not in UNTRACED_SETTINGS}
        how = (target.dtype, target.step_attention, target.on_gpu, target.program.logits, target.compiled)
        key = repr((settings, how))
        if key not in self._traces:
            found = load_trace(key) if target.on_gpu else None
            self._traces[key] = found or self._new_trace(config, target, key)
        return self._traces[key]

    def _new_trace(self, config: Config, target: Target, key: str) -> Trace:
        step = (target.dtype, target.step_attention, target.on_gpu, target.program.logits)
        if target.compiled:
            eager = self._trace(config, replace(target, compiled=False))
            if not is_tested():
                return _bound(eager, say("plan.note.bound_untested", version=torch.__version__))
            if config.checkpoint_activations:
                return _bound_of_recomputed(eager, config)
            self.show(text(say("plan.doing.lowering")))
            try:
                trace = compiled_trace(eager, config, *step)
            except Exception as error:  # inductor raises many kinds; the eager step is an upper bound all the same
                return _bound(eager, say("plan.note.bound_failed", error=type(error).__name__))
        else:
            self.show(text(say("plan.doing.tracing")))
            trace = trace_step(config, *step)
        if target.on_gpu:
            save_trace(key, trace)
        return trace

    def iteration_seconds(self, config: Config, target: Target) -> Estimate | None:
        """Seconds of an iteration, without running it; None where the device is not known."""
        return self._uncalibrated(config, target, measure=False)

    def _calibrated(
        self, config: Config, target: Target, measure: bool, known: MeasuredStep | None
    ) -> tuple[Estimate | None, list[Message]]:
        """Seconds of an iteration, scaled by the step that the user measured, and what is odd about that step."""
        estimate = self._uncalibrated(config, target, measure)
        if known is None or estimate is None:
            return estimate, []
        of_known = self._uncalibrated(known.config, target, measure)
        assert of_known is not None
        return calibrate(estimate, of_known, known, config)

    def _uncalibrated(self, config: Config, target: Target, measure: bool) -> Estimate | None:
        if target.here is not None:
            measured = self._measured(config, target, target.here, measure) if self.runs_steps else None
            if measured is not None or target.here.type == "cpu":
                return measured or self._from_cpu_peak(config, target, target.here)
        if target.device.bandwidth is None:
            return None
        traced = self.trace(config, target)
        time = gpu_time(traced, target, target.micro_steps(config), config.batch_size * config.block_size)
        factor = UNFUSED_FACTOR if traced.bound_note else time.factor
        return within(time.seconds, factor, "s", "traced", separated([traced_source(traced.source), time.source]))

    def _measured(self, config: Config, target: Target, here: torch.device, measure: bool) -> Estimate | None:
        """By running the step; on a CPU, where the step takes too long for that, by running its kernels.

        On a GPU the compiled step is run. On a CPU compiling would take longer than the rest of the plan, so the eager
        step is run and the usual gain taken off.
        """
        steps, on_cpu = target.micro_steps(config), here.type == "cpu"
        gain = _compile_gain(target, here)
        compiled = target.compiled and not on_cpu
        threads = torch.get_num_threads()
        variant = StepVariant(config.batch_size, steps, target.dtype, target.attend, compiled, threads)
        seconds = remembered_iteration_seconds(config, here, variant, measure, self.show)
        if seconds is not None:
            source = say("plan.source.run")
            return within(seconds / gain, RUN_FACTOR, "s", "measured", _with_gain(source, gain))
        if not on_cpu:
            return None
        timer = KernelTimer(here, self.show)
        seconds = timer.step_seconds(self.trace(config, replace(target, compiled=False)), steps, measure)
        if seconds is None:
            return None
        if timer.was_busy:
            source = say("plan.source.one_thread")
            return within(seconds / gain, BUSY_FACTOR, "s", "assumed", _with_gain(source, gain))
        source = say("plan.source.kernels")
        return within(seconds / gain, KERNELS_FACTOR, "s", "measured", _with_gain(source, gain))

    def _from_cpu_peak(self, config: Config, target: Target, here: torch.device) -> Estimate:
        peak = device_peak(here, target.dtype, torch.get_num_threads())
        trace = self.trace(config, replace(target, compiled=False))
        rates = cpu_rates(peak.flops)
        gain = _compile_gain(target, here)
        value = rates.iteration(trace.micro, trace.update, target.micro_steps(config)) / gain
        return within(value, rates.factor, "s", "traced", _with_gain(rates.source, gain))

    def _what_would_fit(self, config: Config, target: Target) -> tuple[list[Message], tuple[str, ...]]:
        """Advice: the largest micro-batch that fits by its trace, for the same tokens per iteration."""
        batch = config.batch_size
        while batch > 1:
            batch //= 2
            if config.batch_size % batch:
                continue
            steps = config.gradient_accumulation_steps * (config.batch_size // batch)
            smaller = replace(config, batch_size=batch, gradient_accumulation_steps=steps)
            memory, _ = estimate_memory(self.trace(smaller, target), target)
            if fits(memory, target.device):
                numbers = {"batch": batch, "steps": steps, "tokens": config.tokens_per_iter, "gb": memory.value / 1024}
                remedy = (f"--batch_size={batch}", f"--gradient_accumulation_steps={steps}")
                return [say("plan.advice.smaller_batch", **numbers)], remedy
        if not target.compiled and target.on_gpu and is_tested():
            memory, _ = estimate_memory(self.trace(config, replace(target, compiled=True)), target)
            if fits(memory, target.device):
                return [say("plan.advice.compile", gb=memory.value / 1024)], ("--compile=True",)
        return [say("plan.advice.nothing_fits")], ()


def _efficiency(exchange: Estimate | None, step: Estimate | None) -> Estimate | None:
    """The part of an iteration that computes: what each GPU does of what it would do alone."""
    if exchange is None or step is None:
        return None
    low, value, high = (max(0.0, 1 - part / step.value) for part in (exchange.high, exchange.value, exchange.low))
    return Estimate(value, low, high, "", "assumed", text(EXCHANGE_SOURCE))


def _compile_gain(target: Target, here: torch.device) -> float:
    """How many times faster a compiled step is than the eager one that a CPU's plan measures."""
    return CPU_COMPILE_GAIN if target.compiled and here.type == "cpu" else 1.0


def _with_gain(source: Message | str, gain: float) -> str:
    return str(say("plan.source.with_gain", source=source, gain=gain) if gain != 1.0 else source)


def _bound(eager: Trace, why: Message) -> Trace:
    """The eager step as an upper bound of the compiled one."""
    return replace(eager, source="bounded by the eager step, traced on fake tensors", bound_note=why)


def _bound_of_recomputed(eager: Trace, config: Config) -> Trace:
    """A compiled step that computes activations again: not lowered, as its partition is torch.compile's own."""
    held = eager.gradient_bytes if config.gradient_accumulation_steps > 1 else 0  # as in `compiled_trace`
    parts = {**eager.parts, "gradients": eager.parts["gradients"] + held}
    bound = _bound(eager, say("plan.note.bound_recomputed"))
    return replace(bound, peak_bytes=eager.peak_bytes + held, parts=parts)
