"""What `fledge bench speed` prints."""

from typing import Any

from rich.table import Table

from fledge.common.console import console
from fledge.common.stats import Spread
from fledge.common.text import count, duration, flops


def print_speed(document: dict[str, Any]) -> None:
    """Speed, MFU, memory, and the time of each part of an iteration. `document` is what --json prints."""
    d, model = document, document["model"]
    out = console()
    out.print(
        f"\n[bold]{model['arch']}, {count(model['parameters'])} parameters, "
        f"{d['tokens_per_iter']:,} tokens per iteration[/bold]"
        f"\n{d['repeats']} x {d['iterations']} iterations, after 2 to warm up: the median (least .. most)\n"
    )
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_row("  tokens/s", spread_text(Spread(**d["tokens_per_s"])))
    grid.add_row("  iteration", f"{spread_text(Spread(**d['ms_per_iter']))} ms")
    grid.add_row("  MFU", f"{d['mfu']:.1%} of {flops(d['peak_flops'])} ({d['choices']['dtype']}, {d['peak_basis']})")
    grid.add_row("", f"{count(d['flops_per_token'])} FLOPs per token: {d['flops_counting']}")
    grid.add_row("  peak memory", f"{d['memory_mb']:,.0f} MB of {d['memory_of']}")
    if d["compile_s"] is not None:
        grid.add_row("  compiled in", duration(d["compile_s"]))
    out.print(grid)
    heading = f"\n[bold]where {d['parts']['ms_per_iter']:,.1f} ms go[/bold]"
    if d["choices"]["device"] != "cpu":
        heading += " (timed separately: waiting for each part is slower)"
    out.print(f"{heading}\n")
    parts = Table.grid(padding=(0, 2, 0, 0))
    parts.add_column()
    parts.add_column(justify="right")
    parts.add_column(justify="right")
    for part, ms in d["parts"]["ms"].items():
        parts.add_row(f"  {part}", f"{ms:,.2f} ms", f"{d['parts']['percent'][part]:.1f}%")
    out.print(parts)


def spread_text(spread: Spread) -> str:
    """1,234 (1,200 .. 1,301), 12.3 (12.1 .. 12.4), or 0.123 alone where all are alike."""
    decimals = 3
    for least, digits in ((100, 0), (10, 1), (1, 2)):
        if spread.median >= least:
            decimals = digits
            break
    median, low, high = (f"{value:,.{decimals}f}" for value in (spread.median, spread.min, spread.max))
    return median if low == high else f"{median} ({low} .. {high})"
