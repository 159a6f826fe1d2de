"""What `fledge plan` prints: one plan as a page, several as a table, a finished run beside its plan."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.table import Column, Table

from fledge.cli.pages.tables import grid, table
from fledge.common.console import console
from fledge.common.text import command_lines
from fledge.logs.run import PlannedFigure
from fledge.plan.data_cost import Preparation
from fledge.plan.estimate import BASES, Estimate
from fledge.plan.program import FLEDGE
from fledge.plan.types import Plan, best_first, compiled_or_eager, finish, span
from fledge.texts import Message, say, text
from fledge.texts.numbers import fixed, number, percent, significant
from fledge.texts.units import duration, plain, times, with_commas

FITS = {True: say("plan.fits"), False: say("plan.does_not_fit"), None: say("plan.memory_not_known")}
COLOURS = {True: "green", False: "red"}
HOUR_PARTS = {  # as in the source of total_hours
    "evaluation": say("plan.page.evaluation"),
    "saving": say("plan.page.saving"),
    "compiling": say("plan.page.compiling"),
    "preparing": say("plan.page.preparing"),
}
MEMORY_PARTS = {
    "weights": say("plan.page.weights"),
    "gradients": say("plan.page.gradients"),
    "optimizer": say("plan.page.optimizer"),
    "logits": say("plan.page.logits"),
    "activations": say("plan.page.activations"),
    "buckets": say("plan.page.buckets"),
    "gathered": say("plan.page.gathered"),
    "update": say("plan.page.update"),
}
Verdicts = Mapping[str, Mapping[str, Any]]  # compiled and eager: peak_memory_mb, fits


def print_plan(plan: Plan, nanogpt: Verdicts, preparation: Preparation | None, notes: Sequence[str]) -> None:
    """One plan: the answers first, then every figure with its basis."""
    target = plan.target
    out = console()
    many = f"{target.processes} x " if target.processes > 1 else ""
    how: list[str | Message] = [f"[bold]{many}{target.device.name}[/bold]", target.dtype, compiled_or_eager(target)]
    if target.program is not FLEDGE:
        how.append(say("plan.page.in_program", program=target.program.name))
    if target.step_attention == "math":
        how.append(say("plan.page.without_flash"))
    out.print(f"{with_commas(how)}\n", soft_wrap=True)
    out.print(grid([(f"  [bold]{name}[/bold]", value) for name, value in _glance(plan)]))
    out.print()
    details = grid([(f"  {name}", value, basis) for name, value, basis in (*_details(plan), *_preparing(preparation))])
    details.columns[1].ratio, details.columns[2].style = 1, "dim"
    out.print(details)
    if nanogpt:
        out.print(f"\n{say('plan.page.nanogpt', needs=[_needs(name, found) for name, found in nanogpt.items()])}")
    for advice in plan.advice:
        out.print(text(advice))
    for note in (*(text(note) for note in plan.notes), *notes):
        out.print(text(say("plan.page.note", note=note)))
    if plan.fits and plan.target.here is None and plan["step_ms"].basis != "measured":
        out.print(f"[dim]{say('plan.page.measure_one')}[/dim]")


def _needs(name: str, found: Mapping[str, Any]) -> Message:
    """eager 14.0 GB (does not fit), 4.65 s per iteration."""
    how = say("plan.compiled") if name == "compiled" else say("plan.eager")
    memory, verdict = _tensors(found["peak_memory_mb"]["value"]), FITS[found["fits"]]
    if not found["step_ms"]:
        return say("plan.page.needs_memory", how=how, memory=memory, verdict=verdict)
    unit, scale = _of_milliseconds(found["step_ms"]["value"])
    time = plain(found["step_ms"]["value"] * scale)
    return say("plan.page.needs", how=how, memory=memory, verdict=verdict, time=time, unit=unit)


def print_next(commands: Sequence[str]) -> None:
    """What to type next. Lines are broken only where they can be pasted."""
    if commands:
        out = console()
        out.print(f"\n{say('plan.page.next')}")
        for command in commands:
            for line in command_lines(command, out.width - 2):
                out.print(f"  {line}", markup=False, highlight=False, soft_wrap=True)


def _glance(plan: Plan) -> list[tuple[str, str]]:
    """The answers: does it fit, how long does it take, what does it cost."""
    hours, total, energy, cost = (plan.figures[name] for name in ("hours", "total_hours", "energy_kwh", "cost"))
    rows = [(say("plan.page.memory"), _memory(plan))]
    if hours is None or total is None:
        rows.append((say("plan.page.time"), say("plan.page.no_bandwidth")))
    else:
        rows.append((say("plan.page.time"), say("plan.page.of_training", span=span(hours))))
        others = [HOUR_PARTS[name] for name in total.source.split(" + ")[1:]]
        rows.append((say("plan.page.done"), say("plan.page.if_started_now", finish=finish(total), others=others)))
    if energy:
        unit, scale = ("kWh", 1) if energy.value >= 0.01 else ("Wh", 1000)
        rows.append((say("plan.page.energy"), say("plan.page.in_unit", range=_plain_range(energy, scale), unit=unit)))
    if cost:
        money = _range(cost, lambda price: number(price, digits=2))
        if cost.value < 0.01:
            money = text(say("plan.page.little_money"))
        rows.append((say("plan.page.cost"), say("plan.page.at_price", money=money, price=cost.source)))
    return [(text(name), text(value)) for name, value in rows]


def _memory(plan: Plan) -> Message:
    memory, device_bytes = plan["peak_memory_mb"], plan.target.device.memory_bytes
    verdict = text(FITS[plan.fits])
    if plan.fits is not None:
        verdict = f"[{COLOURS[plan.fits]}]{verdict}[/{COLOURS[plan.fits]}]"
    numbers = {"verdict": verdict, "tensors": _tensors(memory.value), "total": memory.high / 1024}
    if device_bytes:
        return say("plan.page.memory_of", has=device_bytes / 2**30, **numbers)
    return say("plan.page.memory_total", **numbers)


def _details(plan: Plan) -> list[tuple[str, str, str]]:
    """Every figure: its name, its value in words, its basis."""
    f = plan.figures
    ratio = plan["tokens_per_parameter"].value
    shown_ratio = number(ratio, digits=0) if ratio >= 100 else significant(ratio, digits=3)
    per_parameter = say("plan.page.epochs_not_known", ratio=shown_ratio)
    if f["epochs"]:
        per_parameter = say("plan.page.epochs", epochs=plan["epochs"].value, ratio=shown_ratio)
    sizes = say("plan.page.sizes", all=plan["params"].value / 1e6, nanogpts=plan["params_nanogpt"].value / 1e6)
    tokens = say("plan.page.tokens_read", each=plan["tokens_per_iter"].value, all=plan["total_tokens"].value)
    flops = {name: plan[f"flops_{name}"].value for name in ("total", "6nd", "causal")}
    work = say("plan.page.flops", total=flops["total"], simple=flops["6nd"], causal=flops["causal"])
    nothing = ""
    rows: list[tuple[Message | str, Message | str, Estimate | None]] = [
        (say("plan.page.parameters"), sizes, f["params"]),
        (say("plan.page.tokens"), tokens, f["total_tokens"]),
        (nothing, per_parameter, f["tokens_per_parameter"]),
        (nothing, say("plan.tokens_per_parameter"), None),
        ("FLOPs", work, f["flops_total"]),
    ]
    if f["step_ms"]:
        unit, scale = _of_milliseconds(plan["step_ms"].value)
        step = say("plan.page.in_unit", range=_plain_range(plan["step_ms"], scale), unit=unit)
        rows.append((say("plan.page.iteration"), step, f["step_ms"]))
        rate = say("plan.page.in_unit", range=_range(plan["tokens_per_s"], _whole), unit="tokens/s")
        rows.append((nothing, rate, f["tokens_per_s"]))
    if f["step_ms"] and f["mfu"]:
        rows.append(("MFU", _mfu(plan["mfu"]), f["mfu"]))
    if f["communication_ms"] and plan.target.link:
        numbers = {"range": _plain_range(plan["communication_ms"]), "link": plan.target.link.name}
        rows.append((say("plan.page.exchange"), say("plan.page.exchanged", **numbers), f["communication_ms"]))
    if f["efficiency"]:
        share = say("plan.page.of_gpus_alone", range=_range(plan["efficiency"], percent))
        rows.append((say("plan.page.efficiency"), share, f["efficiency"]))
    if f["compile_s"]:
        seconds = say("plan.page.to_compile", range=_range(plan["compile_s"], _whole))
        rows.append((say("plan.page.first_step"), seconds, f["compile_s"]))
    for name in ("evaluation", "saving"):
        if f[f"{name}_hours"]:
            hours = plan[f"{name}_hours"]
            rows.append((HOUR_PARTS[name], say("plan.page.more", seconds=hours.value * 3600), hours))
    rows += _memory_parts(plan)
    checkpoints = plan["disk_checkpoints_gb"]
    disk = say("plan.page.disk_checkpoints", gib=checkpoints.value)
    if f["disk_data_gb"]:
        disk = say("plan.page.disk_both", gib=checkpoints.value, data=plan["disk_data_gb"].value)
    rows.append((say("plan.page.disk"), disk, checkpoints))
    loss = f["expected_loss"]
    likely = say("plan.page.loss_not_known")
    if loss:
        likely = say("plan.nats", low=loss.low, high=loss.high)
    rows.append((say("plan.page.val_loss"), likely, loss))
    if f["step_ms"]:
        rows.append((say("plan.page.basis"), plan["step_ms"].source, None))
    return [(str(name), str(value), text(BASES[figure.basis]) if figure else "") for name, value, figure in rows]


def _memory_parts(plan: Plan) -> list[tuple[Message | str, Message | str, Estimate | None]]:
    rows: list[tuple[Message | str, Message | str, Estimate | None]] = []
    around = say("plan.page.context_and_slack") if plan.target.on_gpu else say("plan.page.process_and_slack")
    for position, (name, part) in enumerate(plan.memory_parts.items()):
        if part.value >= 0.5:
            size = f"{number(part.value, digits=0):>9}"
            words = say("plan.page.memory_part", size=size, what=MEMORY_PARTS.get(name, around))
            rows.append((say("plan.page.memory") if position == 0 else "", words, part))
    return rows


def _preparing(preparation: Preparation | None) -> list[tuple[str, str, str]]:
    """What it takes to prepare the data that is not here."""
    if preparation is None:
        return []
    f = preparation.figures
    download, disk, memory = (f[f"prepare_{name}"] for name in ("download_gb", "disk_gb", "memory_mb"))
    hours = f["prepare_hours"]
    fetched = say("plan.page.download", gib=download.value)
    if download.high > download.value:
        fetched = say("plan.page.download_up_to", gib=download.value, most=download.high)
    took = say("plan.page.besides_download", span=span(hours))
    if hours.high * 3600 < 1:
        took = say("plan.page.no_time_besides")
    rows = [
        (fetched, download),
        (say("plan.page.disk_at_most", most=disk.value, least=disk.low), disk),
        (took, hours),
        (say("plan.page.memory_up_to", mb=memory.value, most=memory.high), memory),
    ]
    missing = text(say("plan.page.not_here_yet", command=preparation.command))
    first = [("", "", ""), (text(say("plan.page.the_data")), missing, "")]
    return [*first, *(("", text(words), text(BASES[figure.basis])) for words, figure in rows)]


def _range(figure: Estimate, written: Callable[[float], str]) -> str:
    value, low, high = (written(end) for end in (figure.value, figure.low, figure.high))
    return text(say("plan.range", value=value, low=low, high=high))


def _plain_range(figure: Estimate, scale: float = 1.0) -> str:
    return _range(figure, lambda end: plain(end * scale))


def _whole(value: float) -> str:
    return number(value, digits=0)


def _mfu(share: Estimate) -> str:
    """58% (43% to 77%); a tiny model's with more digits."""
    if share.value >= 0.05:
        return _range(share, percent)
    return _range(share, lambda part: significant(100 * part, digits=2)) + "%"


def _tensors(mib: float) -> str:
    return f"{fixed(mib / 1024, 1)} GB" if mib >= 100 else f"{significant(mib, digits=3)} MB"


def _of_milliseconds(ms: float) -> tuple[str, float]:
    """The unit in which an iteration's time reads well, and how many of it a millisecond is."""
    return ("ms", 1.0) if ms < 1000 else ("s", 0.001)


def _of_hours(hours: float) -> tuple[str, float]:
    """The unit in which so many hours read well, and how many of it an hour is."""
    if hours < 1 / 3600:
        return "ms", 3600e3
    if hours < 2 / 60:
        return text(say("plan.page.seconds")), 3600.0
    if hours < 2:
        return text(say("plan.page.minutes")), 60.0
    return text(say("plan.page.hours")), 1.0


def print_table(plans: Sequence[Plan], notes: Sequence[str]) -> None:
    """Plans of one run for several GPUs, best first."""
    out = console()
    known = [plan["hours"].value for plan in plans if plan.figures["hours"]]
    unit, scale = _of_hours(min(known, default=1.0))  # one for all, so that they compare by eye
    headings = (say("plan.fits"), "GB", say("plan.page.of"), unit, say("plan.page.range"), "kWh", say("plan.page.cost"))
    gpus = table(("GPU", *map(str, headings)))
    verdicts = {True: f"[green]{say('plan.page.yes')}[/green]", False: f"[red]{say('plan.page.no')}[/red]", None: "?"}
    for plan in best_first(plans):
        memory, hours, device = plan["peak_memory_mb"], plan.figures["hours"], plan.target.device
        energy, cost = plan.figures["energy_kwh"], plan.figures["cost"]
        many = f"{plan.target.processes} x " if plan.target.processes > 1 else ""
        gpus.add_row(
            f"{many}{device.name}",
            verdicts[plan.fits],
            fixed(memory.high / 1024, 1),
            significant(device.memory_bytes / 2**30, digits=3) if device.memory_bytes else "?",
            plain(hours.value * scale) if hours else "?",
            f"{plain(hours.low * scale)} - {plain(hours.high * scale)}" if hours else "",
            (plain(energy.value) if energy.value >= 0.001 else "<0.001") if energy else "",
            (number(cost.value, digits=2) if cost.value >= 0.01 else "<0.01") if cost else "",
        )
    plan = plans[0]
    amounts = {name: plan[name].value for name in ("total_tokens", "flops_total")}
    out.print(text(say("plan.page.run", parameters=plan["params"].value / 1e6, **amounts)))
    out.print(gpus)
    out.print(text(say("plan.page.legend", unit=unit)))
    said = [text(message) for plan in plans for message in (*plan.target.notes, *plan.advice)]
    for note in dict.fromkeys([*notes, *said]):
        out.print(text(say("plan.page.note", note=note)))


def print_check(run: Path, rows: Mapping[str, PlannedFigure]) -> None:
    """The planned figures of a finished run beside the actual ones."""
    figures = Table.grid("", *(Column(justify="right") for _ in range(3)), padding=(0, 3, 0, 0))
    headings = (say("plan.page.planned"), say("plan.page.actual"), say("plan.page.off_by"))
    figures.add_row("", *map(str, headings))
    for name, row in rows.items():
        planned, actual = (
            duration(value * 3600) if row.unit == "h" else f"{number(value, digits=1)} {row.unit}"
            for value in (row.planned, row.actual)
        )
        off = ""
        if row.planned:
            ratio = row.actual / row.planned
            off = percent(ratio - 1, 1, sign="always") if ratio < 10 else times(ratio)
        figures.add_row(text(say("plan.page.training")) if name == "hours" else name, planned, actual, off)
    out = console()
    out.print(f"[bold]{run}[/bold]")
    out.print(figures)
