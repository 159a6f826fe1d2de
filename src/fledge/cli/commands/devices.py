"""`fledge devices`: this machine, and the table of GPUs with the source of each figure."""

import json
import string
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import torch

from fledge.cli.options.devices import DevicesOptions
from fledge.cli.parser import Arguments
from fledge.common.errors import FledgeError
from fledge.common.terminal import console
from fledge.hardware.matmul_peak import this_machine
from fledge.hardware.table import Device, find_gpu, gpu_table

if TYPE_CHECKING:
    from rich.console import Console


def run(arguments: Arguments) -> int:
    options: DevicesOptions = arguments.options
    name = " ".join(arguments.words)
    if name and options.measure:
        raise FledgeError(f"--measure is for this machine, not for {name!r}.", "Leave one of the two out.")
    if name:
        _show_gpu(name, options.json)
    else:
        _show_all(options)
    return 0


def _show_gpu(name: str, as_json: bool) -> None:
    device = find_gpu(name)
    if as_json:
        print(json.dumps(device.to_json(), indent=2))
    else:
        _print_gpu(console(), device)


def _show_all(options: DevicesOptions) -> None:
    if options.measure:
        print("measuring this machine's matmuls for about a second ...", file=sys.stderr)
    here = this_machine(options.measure)
    threads = torch.get_num_threads()
    if options.json:
        machine = [{**device.to_json(), "threads": threads if device.kind == "cpu" else None} for device in here]
        table = [device.to_json() for device in gpu_table()]
        print(json.dumps({"this_machine": machine, "table": table}, indent=2))
        return
    out = console()
    out.print("[bold]This machine[/bold]")
    for device in here:
        _print_here(out, device, threads)
    out.print()
    _print_table(out, gpu_table())


def _print_here(out: "Console", device: Device, threads: int) -> None:
    from rich.padding import Padding

    facts = [device.name]
    if device.kind == "cpu":
        facts.append(f"{threads} thread{'s' if threads > 1 else ''}")
    if device.memory_bytes:
        facts.append(f"{_gigabytes(device)} GB")
    out.print(Padding(f"{device.kind}: {', '.join(facts)}", (0, 0, 0, 2)))
    if device.peak_flops:
        text = f"peak {_peaks(device)} ({device.basis}: {device.source})"
    else:
        text = "peak not measured yet: type fledge devices --measure"
    out.print(Padding(text, (0, 0, 0, 4)))


def _print_table(out: "Console", devices: Sequence[Device]) -> None:
    from rich import box
    from rich.table import Table

    marks = _source_marks(devices)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("GPU", no_wrap=True)
    for heading in ("16-bit", "tf32", "fp32", "GB", "GB/s", "W", "GEMM"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("from", no_wrap=True)
    for device in devices:
        emulated = "float16" in device.peak_flops and "bfloat16" not in device.peak_flops
        table.add_row(
            device.name,
            _tera(device.peak_flops, "float16") + ("*" if emulated else " "),
            _tera(device.peak_flops, "tf32"),
            _tera(device.peak_flops, "float32"),
            _gigabytes(device),
            _plain(device.bandwidth, 1e9),
            _plain(device.watts),
            "" if device.gemm_fraction is None else f"{device.gemm_fraction:.0%}",
            "".join(marks[source] for source in device.source.split("; ")),
        )
    out.print(table)
    out.print(
        "16-bit, tf32, fp32: peak TFLOP/s, dense, accumulating in float32. 16-bit is bfloat16 and float16; "
        "* float16 alone, bfloat16 is emulated. GEMM: what torch matmuls reached of the 16-bit peak, where "
        "someone measured. Doubts about a figure: fledge devices NAME."
    )
    out.print("from: " + "; ".join(f"{mark} {source}" for source, mark in marks.items()))


def _source_marks(devices: Sequence[Device]) -> Mapping[str, str]:
    """A letter for each source, in the order of their first use."""
    sources = dict.fromkeys(source for device in devices for source in device.source.split("; "))
    return dict(zip(sources, string.ascii_letters, strict=False))


def _print_gpu(out: "Console", device: Device) -> None:
    from rich.table import Table

    rows = [("peak", f"{_peaks(device)}, dense, accumulating in float32")]
    if device.memory_bytes:
        rows.append(("memory", f"{_gigabytes(device)} GB"))
    if device.bandwidth:
        rows.append(("bandwidth", f"{_plain(device.bandwidth, 1e9)} GB/s"))
    if device.watts:
        rows.append(("power", f"{_plain(device.watts)} W at most"))
    if device.gemm_flops:
        share = f", {device.gemm_fraction:.0%} of the peak" if device.gemm_fraction else ""
        count = f"{device.gemm_samples} measurement{'s' if device.gemm_samples > 1 else ''}"
        rows.append(("GEMM", f"{_rate(device.gemm_flops)} in {device.gemm_dtype}{share} ({count})"))
    rows.append(("sources", device.source))
    if device.doubts:
        rows.append(("doubts", device.doubts))
    grid = Table.grid(padding=(0, 2, 0, 0))
    for row in rows:
        grid.add_row(*row)
    out.print(f"[bold]{device.name}[/bold] ({device.arch})")
    out.print(grid)


def _peaks(device: Device) -> str:
    return ", ".join(f"{dtype} {_rate(peak)}" for dtype, peak in device.peak_flops.items())


def _rate(flops: float) -> str:
    return f"{flops / 1e12:.4g} TFLOP/s" if flops >= 1e12 else f"{flops / 1e9:.0f} GFLOP/s"


def _tera(peaks: Mapping[str, float], dtype: str) -> str:
    return f"{peaks[dtype] / 1e12:g}" if dtype in peaks else "-"


def _plain(value: float | None, unit: float = 1.0) -> str:
    return "-" if value is None else f"{value / unit:.0f}"


def _gigabytes(device: Device) -> str:
    return "-" if device.memory_bytes is None else f"{device.memory_bytes / 2**30:.3g}"
