"""What `fledge bench speed` prints."""

from typing import Any

from fledge.cli.pages.tables import grid
from fledge.common.console import console
from fledge.common.stats import Spread
from fledge.texts.units import count, duration, flops


def print_speed(document: dict[str, Any]) -> None:
    """Speed, MFU, memory, and the time of each part of an iteration. `document` is what --json prints."""
    d, model = document, document["model"]
    out = console()
    out.print(
        f"\n[bold]{model['arch']}, {count(model['parameters'])} parameters, "
        f"{d['tokens_per_iter']:,} tokens per iteration[/bold]"
        f"\n{d['repeats']} x {d['iterations']} iterations, after 2 to warm up: the median (least .. most)\n"
    )
    rows = [
        ("  tokens/s", spread_text(Spread(**d["tokens_per_s"]))),
        ("  iteration", f"{spread_text(Spread(**d['ms_per_iter']))} ms"),
        ("  MFU", f"{d['mfu']:.1%} of {flops(d['peak_flops'])} ({d['choices']['dtype']}, {d['peak_basis']})"),
        ("", f"{count(d['flops_per_token'])} FLOPs per token: {d['flops_counting']}"),
        ("  peak memory", f"{d['memory_mb']:,.0f} MB of {d['memory_of']}"),
    ]
    if d["compile_s"] is not None:
        rows.append(("  compiled in", duration(d["compile_s"])))
    out.print(grid(rows))
    heading = f"\n[bold]where {d['parts']['ms_per_iter']:,.1f} ms go[/bold]"
    if d["choices"]["device"] != "cpu":
        heading += " (timed separately: waiting for each part is slower)"
    out.print(f"{heading}\n")
    percent = d["parts"]["percent"]
    parts = grid([(f"  {part}", f"{ms:,.2f} ms", f"{percent[part]:.1f}%") for part, ms in d["parts"]["ms"].items()])
    for column in parts.columns[1:]:
        column.justify = "right"
    out.print(parts)


def spread_text(spread: Spread) -> str:
    """1,234 (1,200 .. 1,301), 12.3 (12.1 .. 12.4), or 0.123 alone where all are alike."""
    decimals = next((digits for least, digits in ((100, 0), (10, 1), (1, 2)) if spread.median >= least), 3)
    median, low, high = (f"{value:,.{decimals}f}" for value in (spread.median, spread.min, spread.max))
    return median if low == high else f"{median} ({low} .. {high})"
