"""What `fledge plan` prints: one plan as a page, several as a table, a finished run beside its plan."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from rich.table import Column

from fledge.cli.pages.tables import WordTable, grid, table
from fledge.common.console import console
from fledge.common.lines import in_column
from fledge.common.text import command_lines
from fledge.logs.run import PlannedFigure
from fledge.plan.data_cost import Preparation
from fledge.plan.estimate import Estimate
from fledge.plan.program import FLEDGE
from fledge.plan.types import Plan, best_first, finish, span
from fledge.texts import Message, listed, say, text
from fledge.texts.numbers import fixed, number, percent, significant
from fledge.texts.units import duration, plain, times, with_commas

FITS = {True: say("plan.page.fits"), False: say("plan.page.no_fit"), None: say("plan.page.memory_not_known")}
COLOURS = {True: "green", False: "red", None: "default"}
MEMORY_PARTS = {  # by the names in JSON
    "weights": say("plan.page.part.weights"),
    "gradients": say("plan.page.part.gradients"),
    "optimizer": say("plan.page.part.optimizer"),
    "activations": say("plan.page.part.activations"),
    "logits": say("plan.page.part.logits"),
    "update": say("plan.page.part.update"),
    "buckets": say("plan.page.part.buckets"),
    "gathered": say("plan.page.part.gathered"),
}
BASES = {
    "computed": say("plan.page.basis.computed"),
    "traced": say("plan.page.basis.traced"),
    "measured": say("plan.page.basis.measured"),
    "table": say("plan.page.basis.table"),
    "assumed": say("plan.page.basis.assumed"),
}
EXTRAS = {  # what a run does besides training
    "evaluation": say("plan.page.evaluation"),
    "saving": say("plan.page.saving"),
    "compiling": say("plan.page.compilation"),
    "preparing": say("plan.page.preparation"),
}
CHECKED = {
    "hours": say("plan.page.checked.hours"),
    "step_ms": say("plan.page.checked.step"),
    "peak_memory_mb": say("plan.page.checked.memory"),
    "val_loss": say("plan.page.checked.val_loss"),
}
Written = Callable[[float], str]
Row = tuple[Message | str, Message | str, Estimate | None]  # a name, a value, the figure that has its basis
Verdicts = Mapping[str, Mapping[str, Any]]  # compiled and eager: peak_memory_mb, fits


def print_plan(plan: Plan, nanogpt: Verdicts, preparation: Preparation | None, notes: Sequence[str]) -> None:
    """One plan: the answers first, then every figure with its basis."""
    target = plan.target
    out = console()
    many = f"{target.processes} x " if target.processes > 1 else ""
    how = [target.dtype, text(say("plan.page.compiled") if target.compiled else say("plan.page.eager"))]
    if target.program is not FLEDGE:
        how.append(text(say("plan.page.in_program", program=target.program.name)))
    if target.step_attention == "math":
        how.append(text(say("plan.page.no_flash")))
    out.print(with_commas([f"[bold]{many}{target.device.name}[/bold]", *how]) + "\n", soft_wrap=True)
    out.print(grid([(f"  [bold]{name}[/bold]", value) for name, value in _glance(plan)]))
    out.print()
    details = grid([(f"  {name}", value, basis) for name, value, basis in (*_details(plan), *_preparing(preparation))])
    details.columns[1].ratio, details.columns[2].style = 1, "dim"
    out.print(details)
    if nanogpt:
        needs = [_needs(name, found) for name, found in nanogpt.items()]
        out.print(f"\n{say('plan.page.nanogpt', needs=needs)}")
    for advice in plan.advice:
        out.print(text(advice))
    for note in (*(text(note) for note in plan.notes), *notes):
        out.print(text(say("plan.page.note", note=note)))
    if plan.fits and plan.target.here is None and plan["step_ms"].basis != "measured":
        out.print(f"[dim]{say('plan.page.measure_one')}[/dim]")


def _needs(name: str, found: Mapping[str, Any]) -> str:
    """compiled 14.0 GB (does not fit), 4.65 s per iteration."""
    how = say("plan.page.compiled") if name == "compiled" else say("plan.page.eager")
    memory, fits = _tensors(found["peak_memory_mb"]["value"]), FITS[found["fits"]]
    if not found["step_ms"]:
        return text(say("plan.page.needs", how=how, memory=memory, fits=fits))
    unit, scale = _of_milliseconds(found["step_ms"]["value"])
    step = f"{plain(found['step_ms']['value'] * scale)} {unit}"
    return text(say("plan.page.needs_step", how=how, memory=memory, fits=fits, step=step))


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
    memory, device = plan["peak_memory_mb"], plan.target.device
    verdict = f"[{COLOURS[plan.fits]}]{FITS[plan.fits]}[/]" if plan.fits is not None else text(FITS[None])
    tensors, most = _tensors(memory.value), memory.high / 1024
    needed = say("plan.page.memory", fits=verdict, tensors=tensors, most=most)
    if device.memory_bytes:
        has = device.memory_bytes / 2**30
        needed = say("plan.page.memory_of", fits=verdict, tensors=tensors, most=most, has=has)
    rows = [(say("plan.page.row.memory"), text(needed))]
    hours, total, energy, cost = (plan.figures[name] for name in ("hours", "total_hours", "energy_kwh", "cost"))
    if hours is None or total is None:
        rows.append((say("plan.page.row.time"), text(say("plan.page.no_time"))))
    else:
        rows.append((say("plan.page.row.time"), text(say("plan.page.training", span=span(hours)))))
        others = listed([EXTRAS.get(part, part) for part in total.source.split(" + ")[1:]])
        done = say("plan.page.done", finish=finish(total), others=others)
        rows.append((say("plan.page.row.done"), text(done)))
    if energy:
        unit, scale = ("kWh", 1) if energy.value >= 0.01 else ("Wh", 1000)
        rows.append((say("plan.page.row.energy"), f"{_plain_range(energy, scale)} {unit}"))
    if cost:
        money = _range(cost, partial(number, digits=2))
        if cost.value < 0.01:
            money = text(say("plan.page.cheap"))
        rows.append((say("plan.page.row.cost"), f"{money} ({cost.source})"))
    return [(text(name), value) for name, value in rows]


def _details(plan: Plan) -> list[tuple[str, str, str]]:
    """Every figure: its name, its value in words, its basis."""
    rows = [*_size_rows(plan), *_time_rows(plan), *_memory_rows(plan), *_disk_and_loss_rows(plan)]
    if plan.figures["step_ms"]:
        rows.append((say("plan.page.row.basis"), plan["step_ms"].source, None))
    return [(str(name), str(value), basis_name(figure.basis) if figure else "") for name, value, figure in rows]


def _size_rows(plan: Plan) -> list[Row]:
    f = plan.figures
    ratio = plan["tokens_per_parameter"].value
    shown_ratio = number(ratio, digits=0) if ratio >= 100 else significant(ratio, digits=3)
    passes = say("plan.page.no_epochs", ratio=shown_ratio)
    if f["epochs"]:
        passes = say("plan.page.epochs", epochs=plan["epochs"].value, ratio=shown_ratio)
    parameters = say("plan.page.parameters", own=plan["params"].value / 1e6, nanogpt=plan["params_nanogpt"].value / 1e6)
    tokens = say("plan.page.tokens", each=plan["tokens_per_iter"].value, total=plan["total_tokens"].value)
    flops = say(
        "plan.page.flops",
        total=plan["flops_total"].value,
        six=plan["flops_6nd"].value,
        causal=plan["flops_causal"].value,
    )
    return [
        (say("plan.page.row.parameters"), parameters, f["params"]),
        (say("plan.page.row.tokens"), tokens, f["total_tokens"]),
        ("", passes, f["tokens_per_parameter"]),
        ("", say("plan.tokens_per_parameter"), None),
        ("FLOPs", flops, f["flops_total"]),
    ]


def _time_rows(plan: Plan) -> list[Row]:
    f = plan.figures
    rows: list[Row] = []
    if f["step_ms"]:
        unit, scale = _of_milliseconds(plan["step_ms"].value)
        rows.append((say("plan.page.row.iteration"), f"{_plain_range(plan['step_ms'], scale)} {unit}", f["step_ms"]))
        rate = _range(plan["tokens_per_s"], partial(number, digits=0))
        rows.append(("", say("plan.page.speed", rate=rate), f["tokens_per_s"]))
    if f["step_ms"] and f["mfu"]:
        rows.append(("MFU", _mfu(plan["mfu"]), f["mfu"]))
    if f["communication_ms"] and plan.target.link:
        time, link = _plain_range(plan["communication_ms"]), plan.target.link.name
        rows.append(
            (say("plan.page.row.exchange"), say("plan.page.exchange", time=time, link=link), f["communication_ms"])
        )
    if f["efficiency"]:
        share = _range(plan["efficiency"], percent)
        rows.append((say("plan.page.row.efficiency"), say("plan.page.efficiency", share=share), f["efficiency"]))
    if f["compile_s"]:
        seconds = _range(plan["compile_s"], partial(fixed, digits=0))
        rows.append((say("plan.page.row.first_step"), say("plan.page.compiling", seconds=seconds), f["compile_s"]))
    for name, words in (("evaluation", say("plan.page.evaluation")), ("saving", say("plan.page.saving"))):
        if f[f"{name}_hours"]:
            hours = plan[f"{name}_hours"]
            rows.append((words, say("plan.page.more", seconds=hours.value * 3600), hours))
    return rows


def _memory_rows(plan: Plan) -> list[Row]:
    rows: list[Row] = []
    around = say("plan.page.part.around_gpu") if plan.target.on_gpu else say("plan.page.part.around_process")
    for place, (name, part) in enumerate(plan.memory_parts.items()):
        if part.value >= 0.5:
            what = around if name == "around" else MEMORY_PARTS.get(name, name)
            rows.append((say("plan.page.row.memory") if place == 0 else "", _megabytes(part.value, what), part))
    return rows


def _disk_and_loss_rows(plan: Plan) -> list[Row]:
    f = plan.figures
    checkpoints = plan["disk_checkpoints_gb"]
    disk = say("plan.page.disk", checkpoints=checkpoints.value)
    if f["disk_data_gb"]:
        disk = say("plan.page.disk_data", checkpoints=checkpoints.value, data=plan["disk_data_gb"].value)
    loss = f["expected_loss"]
    likely = say("plan.page.loss", low=loss.low, high=loss.high) if loss else say("plan.page.no_loss")
    return [(say("plan.page.row.disk"), disk, checkpoints), (say("plan.page.row.loss"), likely, loss)]


def _megabytes(mib: float, what: Message | str) -> str:
    """A part of the memory; the figures stand below each other."""
    return f"{number(mib, digits=0):>9} MB {in_column(str(what))}"


def basis_name(basis: str) -> str:
    """How a figure is known, in words. JSON keeps the English ones."""
    return text(BASES[basis]) if basis in BASES else basis


def _preparing(preparation: Preparation | None) -> list[tuple[str, str, str]]:
    """What it takes to prepare the data that is not here."""
    if preparation is None:
        return []
    f = preparation.figures
    download, disk, memory = (f[f"prepare_{name}"] for name in ("download_gb", "disk_gb", "memory_mb"))
    hours = f["prepare_hours"]
    took = span(hours) if hours.high * 3600 >= 1 else text(say("plan.page.no_second"))
    fetched = say("plan.page.download", gib=download.value)
    if download.high > download.value:
        fetched = say("plan.page.download_to", gib=download.value, most=download.high)
    rows = [
        ("", "", ""),
        (say("plan.page.row.data"), say("plan.page.not_here", command=preparation.command), ""),
        ("", fetched, download.basis),
        ("", say("plan.page.prepare_disk", most=disk.value, low=disk.low), disk.basis),
        ("", say("plan.page.besides", took=took), hours.basis),
        ("", say("plan.page.prepare_memory", usual=memory.value, most=memory.high), memory.basis),
    ]
    return [(str(name), str(value), basis_name(basis)) for name, value, basis in rows]


def _range(figure: Estimate, write: Written) -> str:
    value, low, high = (write(end) for end in (figure.value, figure.low, figure.high))
    return text(say("plan.page.range", value=value, low=low, high=high))


def _plain_range(figure: Estimate, scale: float = 1.0) -> str:
    return _range(figure, lambda end: plain(end * scale))


def _mfu(share: Estimate) -> str:
    """58% (43% to 77%); a tiny model's with more digits."""
    if share.value >= 0.05:
        return _range(share, percent)
    return _range(share.map(lambda s: 100 * s, "%"), partial(significant, digits=2)) + "%"


def _tensors(mib: float) -> str:
    return f"{fixed(mib / 1024, 1)} GB" if mib >= 100 else f"{significant(mib, 3)} MB"


def _of_milliseconds(ms: float) -> tuple[str, float]:
    """The unit in which an iteration's time reads well, and how many of it a millisecond is."""
    return ("ms", 1.0) if ms < 1000 else ("s", 0.001)


def _of_hours(hours: float) -> tuple[str, float]:
    """The unit in which so many hours read well, and how many of it an hour is."""
    if hours < 1 / 3600:
        return "ms", 3600e3
    if hours < 2 / 60:
        return text(say("plan.page.seconds")), 3600.0
    return (text(say("plan.page.minutes")), 60.0) if hours < 2 else (text(say("plan.page.hours")), 1.0)


def print_table(plans: Sequence[Plan], notes: Sequence[str]) -> None:
    """Plans of one run for several GPUs, best first."""
    out = console()
    known = [plan["hours"].value for plan in plans if plan.figures["hours"]]
    unit, scale = _of_hours(min(known, default=1.0))  # one for all, so that they compare by eye
    fits, of, span_of, costs = (
        say("plan.page.fits"),
        say("plan.page.column.of"),
        say("plan.page.column.range"),
        say("plan.page.row.cost"),
    )
    gpus = table(("GPU", text(fits), "GB", text(of), unit, text(span_of), "kWh", text(costs)))
    for plan in best_first(plans):
        memory, hours, device = plan["peak_memory_mb"], plan.figures["hours"], plan.target.device
        energy, cost = plan.figures["energy_kwh"], plan.figures["cost"]
        many = f"{plan.target.processes} x " if plan.target.processes > 1 else ""
        gpus.add_row(
            f"{many}{device.name}",
            _yes_or_no(plan.fits),
            fixed(memory.high / 1024, 1),
            significant(device.memory_bytes / 2**30, 3) if device.memory_bytes else "?",
            plain(hours.value * scale) if hours else "?",
            f"{plain(hours.low * scale)} - {plain(hours.high * scale)}" if hours else "",
            (plain(energy.value) if energy.value >= 0.001 else "<0.001") if energy else "",
            (number(cost.value, digits=2) if cost.value >= 0.01 else "<0.01") if cost else "",
        )
    plan = plans[0]
    size = say(
        "plan.page.size",
        millions=plan["params"].value / 1e6,
        tokens=plan["total_tokens"].value,
        flops=plan["flops_total"].value,
    )
    out.print(text(size))
    out.print(gpus)
    out.print(text(say("plan.page.columns", unit=unit)))
    said = [text(message) for plan in plans for message in (*plan.target.notes, *plan.advice)]
    for note in dict.fromkeys([*notes, *said]):
        out.print(text(say("plan.page.note", note=note)))


def _yes_or_no(fits: bool | None) -> str:
    if fits is None:
        return "?"
    return f"[green]{say('plan.page.yes')}[/green]" if fits else f"[red]{say('plan.page.no')}[/red]"


def _checked(value: float, unit: str) -> str:
    if unit == "nats/token":
        return f"{fixed(value, 4)} {unit}"
    return duration(value * 3600) if unit == "h" else f"{number(value, digits=1)} {unit}"


def print_check(run: Path, rows: Mapping[str, PlannedFigure]) -> None:
    """The planned figures of a finished run beside the actual ones."""
    figures = WordTable.grid("", *(Column(justify="right") for _ in range(3)), padding=(0, 3, 0, 0))
    heads = (say("plan.page.column.planned"), say("plan.page.column.actual"), say("plan.page.column.off"))
    figures.add_row("", *map(text, heads))
    for name, row in rows.items():
        planned, actual = (_checked(value, row.unit) for value in (row.planned, row.actual))
        off = ""
        if row.planned:
            ratio = row.actual / row.planned
            off = percent(ratio - 1, digits=1, sign="always") if ratio < 10 else times(ratio)
        figures.add_row(text(CHECKED[name]) if name in CHECKED else name, planned, actual, off)
    out = console()
    out.print(f"[bold]{run}[/bold]")
    out.print(figures)
