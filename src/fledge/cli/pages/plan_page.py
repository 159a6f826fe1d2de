"""What `fledge plan` prints: one plan as a page, several as a table, a finished run beside its plan."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.table import Column, Table

from fledge.cli.pages.tables import grid, table
from fledge.common.console import console
from fledge.common.text import command_lines
from fledge.logs.run import PlannedFigure
from fledge.plan.data_cost import Preparation
from fledge.plan.estimate import Estimate
from fledge.plan.program import FLEDGE
from fledge.plan.types import Plan, best_first, finish, span
from fledge.texts import listed, say, text
from fledge.texts.units import duration, gibibytes, plain, times

FITS = {True: "fits", False: "does not fit", None: "memory not known"}
FITS_COLOURED = {True: "[green]fits[/green]", False: "[red]does not fit[/red]", None: "memory not known"}
Verdicts = Mapping[str, Mapping[str, Any]]  # compiled and eager: peak_memory_mb, fits


def print_plan(plan: Plan, nanogpt: Verdicts, preparation: Preparation | None, notes: Sequence[str]) -> None:
    """One plan: the answers first, then every figure with its basis."""
    target = plan.target
    out = console()
    many = f"{target.processes} x " if target.processes > 1 else ""
    how = [target.dtype, "compiled" if target.compiled else "eager"]
    if target.program is not FLEDGE:
        how.append(f"in {target.program.name}")
    if target.step_attention == "math":
        how.append("without flash attention")
    out.print(f"[bold]{many}{target.device.name}[/bold], {', '.join(how)}\n", soft_wrap=True)
    out.print(grid([(f"  [bold]{name}[/bold]", value) for name, value in _glance(plan)]))
    out.print()
    details = grid([(f"  {name}", value, basis) for name, value, basis in (*_details(plan), *_preparing(preparation))])
    details.columns[1].ratio, details.columns[2].style = 1, "dim"
    out.print(details)
    if nanogpt:
        needs = "; ".join(f"{name} {_needs(found)}" for name, found in nanogpt.items())
        out.print(f"\nThe same in nanoGPT, which makes all logits at once: {needs}.")
    for advice in plan.advice:
        out.print(text(advice))
    for note in (*(text(note) for note in plan.notes), *notes):
        out.print(f"note: {note}")
    if plan.fits and plan.target.here is None and plan["step_ms"].basis != "measured":
        out.print('[dim]One measured iteration makes it more exact: --measured="SETTINGS:TIME".[/dim]')


def _needs(found: Mapping[str, Any]) -> str:
    """14.0 GB (does not fit), 4.65 s per iteration."""
    step = ""
    if found["step_ms"]:
        unit, scale = _of_milliseconds(found["step_ms"]["value"])
        step = f", {plain(found['step_ms']['value'] * scale)} {unit} per iteration"
    return f"{_tensors(found['peak_memory_mb']['value'])} ({FITS[found['fits']]}){step}"


def print_next(commands: Sequence[str]) -> None:
    """What to type next. Lines are broken only where they can be pasted."""
    if commands:
        out = console()
        out.print("\nNext:")
        for command in commands:
            for line in command_lines(command, out.width - 2):
                out.print(f"  {line}", markup=False, highlight=False, soft_wrap=True)


def _glance(plan: Plan) -> list[tuple[str, str]]:
    """The answers: does it fit, how long does it take, what does it cost."""
    memory, device = plan["peak_memory_mb"], plan.target.device
    has = f" of {device.memory_bytes / 2**30:.3g}" if device.memory_bytes else ""
    verdict = FITS_COLOURED[plan.fits]
    rows = [
        ("memory", f"{verdict}: {_tensors(memory.value)} of tensors, up to {memory.high / 1024:.1f}{has} GB in total")
    ]
    hours, total, energy, cost = (plan.figures[name] for name in ("hours", "total_hours", "energy_kwh", "cost"))
    if hours is None or total is None:
        rows.append(("time", "not known: the device's bandwidth is not in the table"))
    else:
        rows.append(("time", f"{span(hours)} of training"))
        others = listed(total.source.split(" + ")[1:])
        rows.append(("done", f"{finish(total)} if started now, with {others}"))
    if energy:
        unit, scale = ("kWh", 1) if energy.value >= 0.01 else ("Wh", 1000)
        rows.append(("energy", f"{_plain_range(energy, scale)} {unit}"))
    if cost:
        money = _range(cost, ",.2f") if cost.value >= 0.01 else "less than 0.01"
        rows.append(("cost", f"{money} ({cost.source})"))
    return rows


def _details(plan: Plan) -> list[tuple[str, str, str]]:
    """Every figure: its name, its value in words, its basis."""
    f = plan.figures
    ratio = plan["tokens_per_parameter"].value
    shown_ratio = f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.3g}"
    epochs = f"{plan['epochs'].value:.2f} epochs" if f["epochs"] else "epochs not known (--dataset_tokens)"
    nanogpts = f"({plan['params_nanogpt'].value / 1e6:,.2f}M as nanoGPT counts)"
    in_total = f"{plan['total_tokens'].value:,.0f} in total"
    others = f"6ND {plan['flops_6nd'].value:.3g}, causal {plan['flops_causal'].value:.3g}"
    rows: list[tuple[str, str, Estimate | None]] = [
        ("parameters", f"{plan['params'].value / 1e6:,.2f}M {nanogpts}", f["params"]),
        ("tokens", f"{plan['tokens_per_iter'].value:,.0f} per iteration, {in_total}", f["total_tokens"]),
        ("", f"{epochs}; {shown_ratio} tokens per parameter", f["tokens_per_parameter"]),
        ("", text(say("plan.tokens_per_parameter")), None),
        ("FLOPs", f"{plan['flops_total'].value:.3g} in total, nanoGPT's formula; {others}", f["flops_total"]),
    ]
    if f["step_ms"]:
        unit, scale = _of_milliseconds(plan["step_ms"].value)
        rows.append(("iteration", f"{_plain_range(plan['step_ms'], scale)} {unit}", f["step_ms"]))
        rows.append(("", f"{_range(plan['tokens_per_s'], ',.0f')} tokens/s", f["tokens_per_s"]))
    if f["step_ms"] and f["mfu"]:
        rows.append(("MFU", _mfu(plan["mfu"]), f["mfu"]))
    if f["communication_ms"] and plan.target.link:
        exchange = f"{_plain_range(plan['communication_ms'])} ms of it, over {plan.target.link.name}"
        rows.append(("exchange", exchange, f["communication_ms"]))
    if f["efficiency"]:
        rows.append(("efficiency", f"{_range(plan['efficiency'], '.0%')} of as many GPUs alone", f["efficiency"]))
    if f["compile_s"]:
        rows.append(("first step", f"{_range(plan['compile_s'], '.0f')} s to compile", f["compile_s"]))
    for name in ("evaluation", "saving"):
        if f[f"{name}_hours"]:
            hours = plan[f"{name}_hours"]
            rows.append((name, f"{duration(hours.value * 3600)} more", hours))
    names = {"around": "context and slack" if plan.target.on_gpu else "process and slack"}
    for number, (name, part) in enumerate(plan.memory_parts.items()):
        if part.value >= 0.5:
            words = f"{part.value:>9,.0f} MB {names.get(name, name)}"
            rows.append(("memory" if number == 0 else "", words, part))
    data = f", data {gibibytes(plan['disk_data_gb'].value)}" if f["disk_data_gb"] else ""
    checkpoints = plan["disk_checkpoints_gb"]
    rows.append(("disk", f"checkpoints {gibibytes(checkpoints.value)}{data}", checkpoints))
    loss = f["expected_loss"]
    likely = f"{loss.low:.2f} to {loss.high:.2f} nats per token" if loss else "not known for such text"
    rows.append(("val loss", likely, loss))
    if f["step_ms"]:
        rows.append(("basis", plan["step_ms"].source, None))
    return [(name, value, figure.basis if figure else "") for name, value, figure in rows]


def _preparing(preparation: Preparation | None) -> list[tuple[str, str, str]]:
    """What it takes to prepare the data that is not here."""
    if preparation is None:
        return []
    f = preparation.figures
    download, disk, memory = (f[f"prepare_{name}"] for name in ("download_gb", "disk_gb", "memory_mb"))
    hours = f["prepare_hours"]
    took = span(hours) if hours.high * 3600 >= 1 else "less than a second"
    more = f" to {gibibytes(download.high)}" if download.high > download.value else ""
    return [
        ("", "", ""),
        ("the data", f"not here yet: {preparation.command}", ""),
        ("", f"download {gibibytes(download.value)}{more}", download.basis),
        ("", f"disk {gibibytes(disk.value)} at most, {gibibytes(disk.low)} when done", disk.basis),
        ("", f"{took} besides the download", hours.basis),
        ("", f"memory {memory.value:,.0f} MB, up to {memory.high:,.0f}", memory.basis),
    ]


def _range(figure: Estimate, form: str) -> str:
    return f"{figure.value:{form}} ({figure.low:{form}} to {figure.high:{form}})"


def _plain_range(figure: Estimate, scale: float = 1.0) -> str:
    value, low, high = (plain(end * scale) for end in (figure.value, figure.low, figure.high))
    return f"{value} ({low} to {high})"


def _mfu(share: Estimate) -> str:
    """58% (43% to 77%); a tiny model's with more digits."""
    return _range(share, ".0%") if share.value >= 0.05 else _range(share.map(lambda s: 100 * s, "%"), ".2g") + "%"


def _tensors(mib: float) -> str:
    return f"{mib / 1024:.1f} GB" if mib >= 100 else f"{mib:.3g} MB"


def _of_milliseconds(ms: float) -> tuple[str, float]:
    """The unit in which an iteration's time reads well, and how many of it a millisecond is."""
    return ("ms", 1.0) if ms < 1000 else ("s", 0.001)


def _of_hours(hours: float) -> tuple[str, float]:
    """The unit in which so many hours read well, and how many of it an hour is."""
    if hours < 1 / 3600:
        return "ms", 3600e3
    if hours < 2 / 60:
        return "seconds", 3600.0
    return ("minutes", 60.0) if hours < 2 else ("hours", 1.0)


def print_table(plans: Sequence[Plan], notes: Sequence[str]) -> None:
    """Plans of one run for several GPUs, best first."""
    out = console()
    known = [plan["hours"].value for plan in plans if plan.figures["hours"]]
    unit, scale = _of_hours(min(known, default=1.0))  # one for all, so that they compare by eye
    gpus = table(("GPU", "fits", "GB", "of", unit, "range", "kWh", "cost"))
    for plan in best_first(plans):
        memory, hours, device = plan["peak_memory_mb"], plan.figures["hours"], plan.target.device
        energy, cost = plan.figures["energy_kwh"], plan.figures["cost"]
        many = f"{plan.target.processes} x " if plan.target.processes > 1 else ""
        gpus.add_row(
            f"{many}{device.name}",
            {True: "[green]yes[/green]", False: "[red]no[/red]", None: "?"}[plan.fits],
            f"{memory.high / 1024:.1f}",
            f"{device.memory_bytes / 2**30:.3g}" if device.memory_bytes else "?",
            plain(hours.value * scale) if hours else "?",
            f"{plain(hours.low * scale)} - {plain(hours.high * scale)}" if hours else "",
            (plain(energy.value) if energy.value >= 0.001 else "<0.001") if energy else "",
            (f"{cost.value:,.2f}" if cost.value >= 0.01 else "<0.01") if cost else "",
        )
    plan = plans[0]
    out.print(
        f"{plan['params'].value / 1e6:,.2f}M parameters, {plan['total_tokens'].value:,.0f} tokens, "
        f"{plan['flops_total'].value:.3g} FLOPs"
    )
    out.print(gpus)
    out.print(f"GB: with CUDA's context and slack. {unit}: training alone, from the data sheet and the traced step.")
    said = [text(message) for plan in plans for message in (*plan.target.notes, *plan.advice)]
    for note in dict.fromkeys([*notes, *said]):
        out.print(f"note: {note}")


def print_check(run: Path, rows: Mapping[str, PlannedFigure]) -> None:
    """The planned figures of a finished run beside the actual ones."""
    figures = Table.grid("", *(Column(justify="right") for _ in range(3)), padding=(0, 3, 0, 0))
    figures.add_row("", "planned", "actual", "off by")
    for name, row in rows.items():
        planned, actual = (
            duration(value * 3600) if row.unit == "h" else f"{value:,.1f} {row.unit}"
            for value in (row.planned, row.actual)
        )
        off = ""
        if row.planned:
            ratio = row.actual / row.planned
            off = f"{ratio - 1:+.1%}" if ratio < 10 else times(ratio)
        figures.add_row({"hours": "training"}.get(name, name), planned, actual, off)
    out = console()
    out.print(f"[bold]{run}[/bold]")
    out.print(figures)
