"""What `fledge devices` prints: this machine, the table of GPUs, and one GPU."""

import string
from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.padding import Padding

from fledge.cli.pages.tables import grid, table
from fledge.common.console import console
from fledge.common.text import counted
from fledge.hardware.table import Device


def print_devices(here: Sequence[Device], threads: int, gpus: Sequence[Device]) -> None:
    """This machine's devices, then the GPU table."""
    out = console()
    out.print("[bold]This machine[/bold]")
    for device in here:
        _print_local_device(out, device, threads)
    out.print()
    _print_table(out, gpus)


def _print_local_device(out: Console, device: Device, threads: int) -> None:
    facts = [device.name]
    if device.kind == "cpu":
        facts.append(counted(threads, "thread"))
    if device.memory_bytes:
        facts.append(f"{_gigabytes(device)} GB")
    out.print(Padding(f"{device.kind}: {', '.join(facts)}", (0, 0, 0, 2)))
    if device.peak_flops:
        peak = f"peak {_peaks(device)} ({device.basis}: {device.source})"
    else:
        peak = "peak not measured yet: type fledge devices --measure"
    out.print(Padding(peak, (0, 0, 0, 4)))


def _print_table(out: Console, devices: Sequence[Device]) -> None:
    marks = _source_marks(devices)
    gpus = table(("GPU", "16-bit", "tf32", "fp32", "GB", "GB/s", "W", "GEMM", "from"), left=(0, 8))
    for device in devices:
        emulates_bf16 = "float16" in device.peak_flops and "bfloat16" not in device.peak_flops
        gpus.add_row(
            device.name,
            _tera(device.peak_flops, "float16") + ("*" if emulates_bf16 else " "),
            _tera(device.peak_flops, "tf32"),
            _tera(device.peak_flops, "float32"),
            _gigabytes(device),
            _plain(device.bandwidth, 1e9),
            _plain(device.watts),
            "" if device.gemm_fraction is None else f"{device.gemm_fraction:.0%}",
            "".join(marks[source] for source in device.source.split("; ")),
        )
    out.print(gpus)
    out.print(
        "16-bit, tf32, fp32: peak TFLOP/s, dense, accumulating in float32. 16-bit is bfloat16 and float16; "
        "* float16 only, bfloat16 is emulated. GEMM: the share of the 16-bit peak that torch matmuls reached, where "
        "someone measured it. Doubts about a figure: fledge devices NAME."
    )
    out.print("from: " + "; ".join(f"{mark} {source}" for source, mark in marks.items()))


def _source_marks(devices: Sequence[Device]) -> Mapping[str, str]:
    """A letter for each source, in the order of their first use."""
    sources = dict.fromkeys(source for device in devices for source in device.source.split("; "))
    return dict(zip(sources, string.ascii_letters, strict=False))


def print_gpu(device: Device) -> None:
    """Everything the table has about one GPU."""
    rows = [("peak", f"{_peaks(device)}, dense, accumulating in float32")]
    if device.memory_bytes:
        rows.append(("memory", f"{_gigabytes(device)} GB"))
    if device.bandwidth:
        rows.append(("bandwidth", f"{_plain(device.bandwidth, 1e9)} GB/s"))
    if device.watts:
        rows.append(("power", f"{_plain(device.watts)} W at most"))
    if device.gemm_flops:
        share = f", {device.gemm_fraction:.0%} of the peak" if device.gemm_fraction else ""
        samples = counted(device.gemm_samples, "measurement")
        rows.append(("GEMM", f"{_rate(device.gemm_flops)} in {device.gemm_dtype}{share} ({samples})"))
    rows.append(("sources", device.source))
    if device.doubts:
        rows.append(("doubts", device.doubts))
    out = console()
    out.print(f"[bold]{device.name}[/bold] ({device.arch})")
    out.print(grid(rows))


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
