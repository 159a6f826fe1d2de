"""What `fledge bench speed` prints."""

from typing import Any

from fledge.cli.pages.plan_page import basis_name
from fledge.cli.pages.tables import grid
from fledge.common.console import console
from fledge.common.stats import Spread
from fledge.texts import Message, say
from fledge.texts.numbers import fixed, number
from fledge.texts.units import duration

PARTS = {  # of an iteration, as train/step.py names them
    "data": say("bench_page.data"),
    "forward": say("bench_page.forward"),
    "backward": say("bench_page.backward"),
    "optimizer": say("bench_page.optimizer"),
    "rest": say("bench_page.rest"),
}


def print_speed(document: dict[str, Any]) -> None:
    """Speed, MFU, memory, and the time of each part of an iteration. `document` is what --json prints."""
    d, model = document, document["model"]
    out = console()
    size = say("bench_page.model", arch=model["arch"], parameters=model["parameters"], tokens=d["tokens_per_iter"])
    how = say("bench_page.repeats", repeats=d["repeats"], iterations=d["iterations"])
    out.print(f"\n[bold]{size}[/bold]\n{how}\n")
    is_cpu = d["choices"]["device"] == "cpu"
    of_peak = {"peak": d["peak_flops"], "dtype": d["choices"]["dtype"], "basis": basis_name(d["peak_basis"])}
    whole = say("bench_page.memory_process", mb=d["memory_mb"])
    memory = whole if is_cpu else say("bench_page.memory_gpu", mb=d["memory_mb"])
    rows: list[tuple[str | Message, str | Message]] = [
        ("tokens/s", spread_text(Spread(**d["tokens_per_s"]))),
        (say("bench_page.iteration"), f"{spread_text(Spread(**d['ms_per_iter']))} ms"),
        ("MFU", say("bench_page.mfu", share=d["mfu"], **of_peak)),
        ("", say("bench_page.flops", flops=d["flops_per_token"])),
        (say("bench_page.peak_memory"), memory),
    ]
    if d["compile_s"] is not None:
        rows.append((say("bench_page.compiled_in"), duration(d["compile_s"])))
    out.print(grid([(f"  {name}" if name else "", str(value)) for name, value in rows]))
    heading = f"\n[bold]{say('bench_page.where', ms=d['parts']['ms_per_iter'])}[/bold]"
    if not is_cpu:
        heading += f" {say('bench_page.separately')}"
    out.print(f"{heading}\n")
    shares, times = d["parts"]["percent"], d["parts"]["ms"]
    parts = grid([(f"  {PARTS[part]}", *_part(ms, shares[part])) for part, ms in times.items()])
    for column in parts.columns[1:]:
        column.justify = "right"
    out.print(parts)


def _part(ms: float, share: float) -> tuple[str, str]:
    return f"{number(ms, digits=2)} ms", f"{fixed(share, 1)}%"


def spread_text(spread: Spread) -> str:
    """1,234 (1,200 .. 1,301), 12.3 (12.1 .. 12.4), or 0.123 alone where all are alike."""
    decimals = next((digits for least, digits in ((100, 0), (10, 1), (1, 2)) if spread.median >= least), 3)
    median, low, high = (number(value, digits=decimals) for value in (spread.median, spread.min, spread.max))
    return median if low == high else f"{median} ({low} .. {high})"
