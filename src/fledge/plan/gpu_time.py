"""Seconds of an iteration on a GPU that is not here, from the trace of its step."""

from typing import NamedTuple

from fledge.plan.links import exchange_seconds, gathering_seconds
from fledge.plan.program import LOADING_FACTOR
from fledge.plan.roofline import CONSTANTS, Constants, gpu_rates
from fledge.plan.trace import Trace
from fledge.plan.types import Target


class GpuTime(NamedTuple):
    seconds: float
    exchange_s: float  # of these, what exchanging gradients between GPUs adds
    factor: float  # the truth is within this factor, either way
    source: str
    loading_s: float = 0.0  # of the host, for the batch of one micro-step
    waiting_s: float = 0.0  # of a micro-step, what the GPU waits for that


def gpu_time(
    trace: Trace, target: Target, micro_steps: int, micro_tokens: int = 0, constants: Constants = CONSTANTS
) -> GpuTime:
    """An iteration of so many micro-steps of so many tokens on each GPU of the target, which has a bandwidth."""
    rates = gpu_rates(target.device, target.dtype, target.compiled, constants)
    divides = target.program.divides_update
    loading = target.program.loading_s * micro_tokens
    micro = rates.micro_batch(trace.micro, loading)
    waiting = micro - rates.micro_batch(trace.micro)
    update = rates.update(trace.update, target.processes if divides or target.shards else 1)
    exchange = 0.0
    if target.link is not None and target.shards is not None:
        exchange = gathering_seconds(trace.gradient_bytes, target.processes, target.link, micro, micro_steps)
    elif target.link is not None:
        exchange = exchange_seconds(trace.gradient_bytes, target.processes, target.link, micro, overlaps=not divides)
    factor = max(rates.factor, LOADING_FACTOR) if waiting else rates.factor
    return GpuTime(micro_steps * micro + update + exchange, exchange, factor, rates.source, loading, waiting)
