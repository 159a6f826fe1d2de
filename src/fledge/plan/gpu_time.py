"""Seconds of an iteration on a GPU that is not here, from the trace of its step."""

from typing import NamedTuple

from fledge.plan.links import exchange_seconds
from fledge.plan.roofline import CONSTANTS, Constants, gpu_rates
from fledge.plan.trace import Trace
from fledge.plan.types import Target


class GpuTime(NamedTuple):
    seconds: float
    exchange_s: float  # of these, what exchanging gradients between GPUs adds
    factor: float  # the truth is within this factor, either way
    source: str


def gpu_time(trace: Trace, target: Target, micro_steps: int, constants: Constants = CONSTANTS) -> GpuTime:
    """An iteration of so many micro-steps on each GPU of the target, which has a bandwidth."""
    rates = gpu_rates(target.device, target.dtype, target.compiled, constants)
    divides = target.program.divides_update
    micro = rates.micro_batch(trace.micro)
    update = rates.update(trace.update, target.processes if divides else 1)
    exchange = 0.0
    if target.link is not None:
        exchange = exchange_seconds(trace.gradient_bytes, target.processes, target.link, micro, overlaps=not divides)
    return GpuTime(micro_steps * micro + update + exchange, exchange, rates.factor, rates.source)
