"""What `fledge devices` prints: this machine, the table of GPUs, and one GPU."""

import string
from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.padding import Padding

from fledge.cli.pages.plan_page import basis_name
from fledge.cli.pages.tables import cell, grid, table
from fledge.common.console import console
from fledge.hardware.table import Device
from fledge.texts import Message, say, text
from fledge.texts.numbers import fixed, percent, significant
from fledge.texts.units import with_commas


def print_devices(here: Sequence[Device], threads: int, gpus: Sequence[Device]) -> None:
    """This machine's devices, then the GPU table."""
    out = console()
    out.print(f"[bold]{say('devices_page.this_machine')}[/bold]")
    for device in here:
        _print_local_device(out, device, threads)
    out.print()
    _print_table(out, gpus)


def _print_local_device(out: Console, device: Device, threads: int) -> None:
    facts: list[str | Message] = [device.name]
    if device.kind == "cpu":
        facts.append(say("devices_page.threads", number=threads))
    if device.memory_bytes:
        facts.append(f"{_gigabytes(device)} GB")
    out.print(Padding(cell(f"{device.kind}: {with_commas(facts)}"), (0, 0, 0, 2)))
    if device.peak_flops:
        peak = say("devices_page.peak", peaks=_peaks(device), basis=basis_name(device.basis), source=device.source)
    else:
        peak = say("devices_page.no_peak")
    out.print(Padding(cell(text(peak)), (0, 0, 0, 4)))


def _print_table(out: Console, devices: Sequence[Device]) -> None:
    marks = _source_marks(devices)
    gpus = table(
        ("GPU", "16-bit", "tf32", "fp32", "GB", "GB/s", "W", "GEMM", text(say("devices_page.from"))), left=(0, 8)
    )
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
            "" if device.gemm_fraction is None else percent(device.gemm_fraction),
            "".join(marks[source] for source in _sources(device)),
        )
    out.print(gpus)
    out.print(text(say("devices_page.legend")))
    sources = [f"{mark} {source}" for source, mark in marks.items()]
    out.print(text(say("devices_page.sources_of", sources=sources)))


def _source_marks(devices: Sequence[Device]) -> Mapping[str, str]:
    """A letter for each source, in the order of their first use."""
    sources = dict.fromkeys(source for device in devices for source in _sources(device))
    return dict(zip(sources, string.ascii_letters, strict=False))


def _sources(device: Device) -> list[str]:
    return [str(source) for source in device.sources]


def print_gpu(device: Device) -> None:
    """Everything the table has about one GPU."""
    rows: list[tuple[str | Message, str | Message]] = [
        (say("devices_page.row_peak"), say("devices_page.dense", peaks=_peaks(device)))
    ]
    if device.memory_bytes:
        rows.append((say("devices_page.row_memory"), f"{_gigabytes(device)} GB"))
    if device.bandwidth:
        rows.append((say("devices_page.row_bandwidth"), f"{_plain(device.bandwidth, 1e9)} GB/s"))
    if device.watts:
        rows.append((say("devices_page.row_power"), say("devices_page.at_most", watts=_plain(device.watts))))
    if device.gemm_flops:
        rows.append(("GEMM", _gemm(device, device.gemm_flops)))
    rows.append((say("devices_page.row_sources"), device.source))
    if device.doubts:
        rows.append((say("devices_page.row_doubts"), text(device.doubts)))
    out = console()
    out.print(f"[bold]{device.name}[/bold] ({device.arch})")
    out.print(grid([(str(name), str(value)) for name, value in rows]))


def _gemm(device: Device, flops: float) -> Message:
    samples = say("devices_page.measurements", number=device.gemm_samples)
    numbers = {"rate": _rate(flops), "dtype": device.gemm_dtype, "samples": samples}
    if device.gemm_fraction:
        return say("devices_page.gemm_share", share=device.gemm_fraction, **numbers)
    return say("devices_page.gemm", **numbers)


def _peaks(device: Device) -> str:
    return with_commas([f"{dtype} {_rate(peak)}" for dtype, peak in device.peak_flops.items()])


def _rate(flops: float) -> str:
    return f"{significant(flops / 1e12, 4)} TFLOP/s" if flops >= 1e12 else f"{fixed(flops / 1e9, 0)} GFLOP/s"


def _tera(peaks: Mapping[str, float], dtype: str) -> str:
    return significant(peaks[dtype] / 1e12) if dtype in peaks else "-"


def _plain(value: float | None, unit: float = 1.0) -> str:
    return "-" if value is None else fixed(value / unit, 0)


def _gigabytes(device: Device) -> str:
    return "-" if device.memory_bytes is None else significant(device.memory_bytes / 2**30, 3)
