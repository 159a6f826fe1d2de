"""How a plan looks in a notebook: memory beside the device's, the figures, and the learning rate of the run."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from fledge.common.card import bar, card, legend, rows
from fledge.common.chart import ChartLine, line_chart
from fledge.config.schedule import learning_rate
from fledge.hardware.table import GIB
from fledge.plan.estimate import Basis, Estimate
from fledge.texts import Message, say, text
from fledge.texts.numbers import number
from fledge.texts.units import count, milliseconds, plain, with_commas

if TYPE_CHECKING:
    from fledge.plan.types import Plan

CURVE_POINTS = 200
BASES: dict[Basis, Message] = {
    "computed": say("plan_card.computed"),
    "traced": say("plan_card.traced"),
    "measured": say("plan_card.measured"),
    "table": say("plan_card.table"),
    "assumed": say("plan_card.assumed"),
}
FITS = {True: say("plan_card.fits"), False: say("plan_card.does_not_fit"), None: say("plan_card.memory_not_known")}


def plan_html(plan: "Plan") -> str:
    config, target = plan.config, plan.target
    many = f"{target.processes} x " if target.processes > 1 else ""
    memory, device_bytes = plan.memory, target.device.memory_bytes
    has = device_bytes / GIB if device_bytes else None
    needs = say("plan_card.needs", tensors=memory.value, total=memory.high, verdict=FITS[plan.fits])
    if has:
        needs = say("plan_card.needs_of", tensors=memory.value, total=memory.high, has=has, verdict=FITS[plan.fits])
    pairs: list[tuple[Message, str | Message]] = [(say("plan_card.memory"), needs)]
    chart, lines = "", []
    if config.max_iters:
        every = max(1, config.max_iters // CURVE_POINTS)
        rates = [(float(it), learning_rate(config, it)) for it in range(0, config.max_iters + 1, every)]
        lines = [ChartLine(text(say("plan_card.learning_rate")), rates)]
        ends = {"first": rates[0][1], "last": rates[-1][1], "iterations": config.max_iters}
        chart = line_chart(lines, text(say("plan_card.iterations")), text(say("plan_card.schedule", **ends)))
    tokens = say("plan_card.tokens", tokens=plan["total_tokens"].value, iterations=config.max_iters)
    pairs += [
        (say("plan_card.training"), _hours(plan.time)),
        (say("plan_card.with_the_rest"), _hours(plan.figures["total_hours"])),
        (say("plan_card.iteration"), _range(plan.figures["step_ms"], milliseconds)),
        (say("plan_card.speed"), _range(plan.figures["tokens_per_s"], lambda rate: number(rate, digits=0), "tokens/s")),
        (say("plan_card.parameters"), count(plan["params"].value)),
        (say("plan_card.tokens_read"), tokens),
        (say("plan_card.val_loss"), _span(plan.figures["expected_loss"])),
        (say("plan_card.energy"), _range(plan.figures["energy_kwh"], plain, "kWh")),
        (say("plan_card.cost"), _range(plan.cost, lambda price: number(price, digits=2))),
        (say("plan_card.checkpoints"), say("plan_card.on_disk", gib=plan["disk_checkpoints_gb"].value)),
    ]
    advice, note = text(say("plan_card.advice")), text(say("plan_card.note"))
    said = [*((advice, text(message)) for message in plan.advice), *((note, text(message)) for message in plan.notes)]
    about = with_commas([target.dtype, say("plan_card.compiled") if target.compiled else say("plan_card.eager")])
    figures = [(text(name), str(value)) for name, value in pairs]
    parts = [bar(memory.value, memory.high, has), rows(figures), chart + legend(lines) if chart else "", rows(said)]
    return card(f"{many}{target.device.name}", about, parts)


def _hours(figure: Estimate | None) -> str:
    if figure is None:
        return ""
    seconds = {"value": figure.value * 3600, "low": figure.low * 3600, "high": figure.high * 3600}
    return text(say("plan_card.time", basis=BASES[figure.basis], **seconds))


def _range(figure: Estimate | None, written: Callable[[float], str], unit: str = "") -> str:
    """37 (30 to 46) tokens/s (traced)."""
    if figure is None:
        return ""
    ends = {"value": written(figure.value), "low": written(figure.low), "high": written(figure.high)}
    basis = BASES[figure.basis]
    if not unit:
        return text(say("plan_card.range", basis=basis, **ends))
    return text(say("plan_card.range_in", unit=unit, basis=basis, **ends))


def _span(figure: Estimate | None) -> str:
    if figure is None:
        return ""
    return text(say("plan_card.nats", low=figure.low, high=figure.high, basis=BASES[figure.basis]))
