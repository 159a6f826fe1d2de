"""How a plan looks in a notebook: memory beside the device's, the figures, and the learning rate of the run."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from fledge.common.card import bar, card, legend, rows
from fledge.common.chart import ChartLine, line_chart
from fledge.config.schedule import learning_rate
from fledge.hardware.table import GIB
from fledge.plan.estimate import Estimate
from fledge.texts import text
from fledge.texts.units import count, duration, gibibytes, milliseconds, plain

if TYPE_CHECKING:
    from fledge.plan.types import Plan

CURVE_POINTS = 200
FITS = {True: "fits", False: "does not fit", None: "memory of the device not known"}


def plan_html(plan: "Plan") -> str:
    config, target = plan.config, plan.target
    many = f"{target.processes} x " if target.processes > 1 else ""
    memory, device_bytes = plan.memory, target.device.memory_bytes
    has = device_bytes / GIB if device_bytes else None
    of = f" of {gibibytes(has)}" if has else ""
    needs = f"{gibibytes(memory.value)} of tensors, up to {gibibytes(memory.high)}{of} in total: {FITS[plan.fits]}"
    pairs = [("memory", needs)]
    chart, lines = "", []
    if config.max_iters:
        every = max(1, config.max_iters // CURVE_POINTS)
        rates = [(float(it), learning_rate(config, it)) for it in range(0, config.max_iters + 1, every)]
        lines = [ChartLine("learning rate", rates)]
        spoken = f"Learning rate from {rates[0][1]:.3g} to {rates[-1][1]:.3g} in {config.max_iters:,} iterations."
        chart = line_chart(lines, "iterations", spoken)
    pairs += [
        ("training", _hours(plan.time)),
        ("with the rest", _hours(plan.figures["total_hours"])),
        ("iteration", _range(plan.figures["step_ms"], milliseconds)),
        ("speed", _range(plan.figures["tokens_per_s"], lambda rate: f"{rate:,.0f}", "tokens/s")),
        ("parameters", count(plan["params"].value)),
        ("tokens", f"{count(plan['total_tokens'].value)} in {config.max_iters:,} iterations"),
        ("val loss", _span(plan.figures["expected_loss"])),
        ("energy", _range(plan.figures["energy_kwh"], plain, "kWh")),
        ("cost", _range(plan.cost, lambda price: f"{price:,.2f}")),
        ("checkpoints", f"{gibibytes(plan['disk_checkpoints_gb'].value)} on disk"),
    ]
    said = [("advice", text(message)) for message in plan.advice] + [("note", text(note)) for note in plan.notes]
    about = f"{target.dtype}, {'compiled' if target.compiled else 'eager'}"
    parts = [bar(memory.value, memory.high, has), rows(pairs), chart + legend(lines) if chart else "", rows(said)]
    return card(f"{many}{target.device.name}", about, parts)


def _hours(figure: Estimate | None) -> str:
    if figure is None:
        return ""
    ends = f"{duration(figure.low * 3600)} to {duration(figure.high * 3600)}"
    return f"{duration(figure.value * 3600)} ({ends}; {figure.basis})"


def _range(figure: Estimate | None, written: Callable[[float], str], unit: str = "") -> str:
    """37 (30 to 46) tokens/s (traced)."""
    if figure is None:
        return ""
    words = [written(figure.value), f"({written(figure.low)} to {written(figure.high)})", unit, f"({figure.basis})"]
    return " ".join(word for word in words if word)


def _span(figure: Estimate | None) -> str:
    return f"{figure.low:.2f} to {figure.high:.2f} nats per token ({figure.basis})" if figure else ""
