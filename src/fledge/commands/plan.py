"""`fledge plan`: what a run will need, before it starts."""

import dataclasses
import json
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fledge.commands import take_settings, take_switch
from fledge.config import Config, load_config
from fledge.errors import FledgeError
from fledge.settings import setting

if TYPE_CHECKING:
    from rich.console import Console

    from fledge.devices import Device
    from fledge.estimate import Estimate
    from fledge.plan import Plan, Planner, Point, Target

SUMMARY = "what a run will need: memory, time, energy, cost"
USAGE = """\
fledge plan [file.py ...] [--key=value ...] [--gpu=NAME[,NAME...]] [--json]
fledge plan --check=RUN"""
ABOUT = """\
Takes every setting of `fledge train` and says what the run will need, on this
machine or on a GPU that isn't here, without starting it. Memory comes from the
real step, traced with tensors that have no contents; time from the kernels of
that trace: timed here, or from the GPU's data sheet. Each figure has a basis
(computed, traced, measured, table, assumed) and a range.

  fledge plan config/demo.py
  fledge plan config/train_gpt2.py --gpu="RTX 4070" --dataset_tokens=3.68e9
  fledge plan --gpu="RTX 4070, RTX 4090, A100 80GB" --max_iters=20000
  fledge plan --gpu="RTX 4070" --measured="n_embd=768,batch_size=8:9340ms"
  fledge plan --gpu="RTX 4070" --from=nanogpt.log
  fledge plan --gpu=MyCard --gpu_tflops=80 --gpu_memory=16 --gpu_bandwidth=700
  fledge plan --check=runs/shakespeare_char-modern

One iteration time that you measured on a card makes all its other plans better:
--measured names the settings it had (those that differ) and the time; --from
reads it off a run of fledge, or a log in nanoGPT's format of these settings.
"""
VOCABULARIES = {"char": 65, "gpt2": 50304}  # tiny Shakespeare's letters; GPT-2's tokens, padded
POINT = re.compile(r"(?P<settings>.*):\s*(?P<time>[0-9.eE+]+)\s*(?P<unit>ms|s)")
LOG_LINE = re.compile(r"iter (\d+):.*? time ([\d.]+)\s*ms")


@dataclass(frozen=True)
class Options:
    gpu: str = setting("", "plan for a GPU of `fledge devices`; several with commas", group="Where")
    gpus: int = setting(1, "how many of them, with torchrun", least=1, most=100_000)
    gpu_tflops: float = setting(
        0.0, "peak of a GPU that is not listed, 16-bit, dense, in TFLOP/s", least=0, most=1_000_000
    )
    gpu_memory: float = setting(0.0, "its memory in GB", least=0, most=1_000_000)
    gpu_bandwidth: float = setting(0.0, "its memory bandwidth in GB/s", least=0, most=1_000_000)
    gpu_watts: float = setting(0.0, "its power in watts", least=0, most=1_000_000)
    dataset_tokens: float = setting(
        0.0, "tokens of the training split, where the dataset isn't here", group="What", least=0, most=1e18
    )
    price_per_kwh: float = setting(0.0, "of electricity, in your money", least=0, most=1e6)
    price_per_hour: float = setting(0.0, "of one rented GPU", least=0, most=1e6)
    measured: str = setting("", "an iteration time on that GPU: SETTINGS:TIME", group="Calibration")
    from_run: str = setting("", "the same from a run or a log (--from works too)")
    measure: bool = setting(True, "time kernels on this machine, some seconds, once; --no-measure skips it")
    check: str = setting("", "show what a finished run was planned to need, and what it did", group="Afterwards")
    json: bool = setting(False, "one JSON document on stdout, for programs to read", group="Output")


def run(argv: Sequence[str]) -> int:
    trust, rest = take_switch(argv, "trust-config")
    rest = [re.sub(r"^--from(?==|$)", "--from_run", word) for word in rest]
    options, rest = take_settings(Options, rest)
    if options.check:
        return _check(options)
    config = load_config(rest, trust)
    devices = asked_devices(options)
    from fledge.plan import Demands, Planner
    from fledge.progress import status_line

    config, tokens, source, notes = _with_data(config, options.dataset_tokens)
    demands = Demands(tokens, source, options.price_per_kwh, options.price_per_hour, options.measure)
    with status_line() as show:
        planner = Planner(show)
        targets, more = _targets(config, devices, options)
        point = _point(config, rest, trust, options)
        plans = [planner.plan(config, target, demands, point) for target in targets]
        nanogpt = _as_nanogpt(planner, plans[0]) if len(plans) == 1 else []
    documents = [{**plan.to_json(), "as_nanogpt": dict(nanogpt), "more_notes": notes + more} for plan in plans]
    if options.json:
        print(json.dumps(documents[0] if len(documents) == 1 else {"plans": documents}, indent=1))
    elif len(plans) == 1:
        _print(plans[0], nanogpt, notes + more, options)
    else:
        _print_table(plans, notes + more)
    return 0


def asked_devices(options: Any) -> list["Device"]:
    """The GPUs that were named or described; none means this machine."""
    from fledge.devices import GIB, TERA, Device, find_gpu

    described = {key: getattr(options, key) for key in ("gpu_tflops", "gpu_memory", "gpu_bandwidth", "gpu_watts")}
    names = [name.strip() for name in options.gpu.split(",") if name.strip()]
    if options.gpu and not names:
        raise FledgeError(f"--gpu={options.gpu!r} names no GPU.", "`fledge devices` lists them.")
    if not any(described.values()):
        if options.gpus > 1 and not names:
            raise FledgeError(f"gpus={options.gpus} needs the name of the GPU.", 'Try --gpu="RTX 4090" --gpus=2.')
        return [find_gpu(name) for name in names]
    if len(names) > 1:
        raise FledgeError("--gpu_tflops and its like describe one GPU.", "Name one --gpu, or leave them out.")
    try:
        base = find_gpu(names[0]) if names else None
    except FledgeError:
        base = None
    if base is None:
        needed = [f"--{key}" for key in ("gpu_tflops", "gpu_memory", "gpu_bandwidth") if not described[key]]
        if needed:
            raise FledgeError(
                f"a GPU that is not in the table needs {', '.join(needed)} too.",
                "For example --gpu_tflops=80 --gpu_memory=16 --gpu_bandwidth=700.",
            )
        base = Device(names[0] if names else "your GPU", "cuda", {}, None, None, None, "assumed", "your description")
    peaks = dict(base.peak_flops)
    if described["gpu_tflops"]:
        peak = described["gpu_tflops"] * TERA
        peaks = {"float32": peak / 2, "tf32": peak / 2, "float16": peak, "bfloat16": peak}
        base = dataclasses.replace(base, gemm_fraction=None)
    return [
        dataclasses.replace(
            base,
            peak_flops=peaks,
            memory_bytes=int(described["gpu_memory"] * GIB) or base.memory_bytes,
            bandwidth=described["gpu_bandwidth"] * 1e9 or base.bandwidth,
            watts=described["gpu_watts"] or base.watts,
            basis="assumed",
            source="your description",
        )
    ]


def _with_data(config: Config, dataset_tokens: float) -> tuple[Config, float | None, str, list[str]]:
    """The config with its vocabulary, and the tokens there are to train on, from the dataset if it is here."""
    from fledge.dataset import NAMED_SETS, open_dataset
    from fledge.session import padded_vocabulary

    notes = []
    if config.init_from != "scratch":
        notes.append(f"init_from={config.init_from} is not opened: the plan is of the size that the settings say")
    tokens, source = (dataset_tokens, "dataset_tokens") if dataset_tokens else (None, "")
    if config.dataset_path.exists():
        dataset = open_dataset(config.dataset_path)
        if not config.vocab_size:
            config = config.with_values(str(dataset.path), vocab_size=padded_vocabulary(dataset.vocab_size))
        if tokens is None:
            tokens, source = float(dataset.tokens["train"]), str(dataset.path)
    elif not config.vocab_size:
        size = VOCABULARIES[NAMED_SETS.get(config.dataset, "gpt2")]
        config = config.with_values("assumed", vocab_size=size)
        notes.append(f"no dataset at {config.dataset_path}: vocab_size={size} is assumed")
    return config, tokens, source, notes


def _targets(config: Config, devices: Sequence["Device"], options: Options) -> tuple[list["Target"], list[str]]:
    import torch

    from fledge.calibrate import described
    from fledge.plan import gpu_target, target_here
    from fledge.runtime import choose_device

    if options.gpus > config.gradient_accumulation_steps or config.gradient_accumulation_steps % options.gpus:
        raise FledgeError(
            f"gpus={options.gpus} does not divide gradient_accumulation_steps={config.gradient_accumulation_steps}.",
            f"Try --gradient_accumulation_steps={options.gpus}.",
        )
    if devices:
        return [gpu_target(config, device, options.gpus) for device in devices], []
    notes = []
    try:
        where, _ = choose_device(config.device)
    except FledgeError as error:  # a plan needs no device that works
        if config.device != "auto":
            raise
        where = torch.device("cpu")
        notes.append(f"planned for the CPU: {error}")
    if where.type == "cpu" and config.threads:
        torch.set_num_threads(config.threads)
    return [target_here(config, where, described(where))], notes


def _point(config: Config, argv: Sequence[str], trust: bool, options: Options) -> "Point | None":
    """The iteration time the user knows, from --measured or --from."""
    if options.measured and options.from_run:
        raise FledgeError("--measured and --from both give an iteration time.", "Leave one of them out.")
    if options.measured:
        return _measured_point(config, argv, trust, options.measured)
    if options.from_run:
        return _point_of(config, Path(options.from_run))
    return None


def _measured_point(config: Config, argv: Sequence[str], trust: bool, text: str) -> "Point":
    from fledge.plan import Point

    found = POINT.fullmatch(text.strip())
    try:
        seconds = float(found["time"]) * (0.001 if found["unit"] == "ms" else 1) if found else 0.0
    except ValueError:
        seconds = 0.0
    if not found or not seconds > 0:
        raise FledgeError(
            f"--measured={text!r} is not SETTINGS:TIME.", 'For example --measured="n_embd=768,batch_size=8:9340ms".'
        )
    words = [f"--{word.strip()}" for word in found["settings"].split(",") if word.strip()]
    other = load_config([*argv, *words], trust)
    if not other.vocab_size:
        other = other.with_values("as planned", vocab_size=config.vocab_size)
    return Point(other, seconds, f"your {found['time']} {found['unit']}")


def _point_of(config: Config, path: Path) -> "Point":
    import statistics

    from fledge.config import config_from_json
    from fledge.plan import Point
    from fledge.runlog import read_events

    if (path / "metrics.jsonl").is_file():
        times = [event["dt_ms"] for event in read_events(path / "metrics.jsonl") if event["event"] == "iter"][1:]
        other = config_from_json(json.loads((path / "config.json").read_text()), source=path / "config.json")
    elif path.is_file():
        # an iteration that was evaluated is slower, and the first one compiles: the median is of the others
        times = [float(ms) for _, ms in LOG_LINE.findall(path.read_text(errors="replace"))][1:]
        other = config
    else:
        raise FledgeError(f"--from={path}: there is no such run or log.", "Name a run directory or a log file.")
    if not times:
        raise FledgeError(f"--from={path}: no iteration times in it.", "It needs lines as `iter 10: ..., time 33.2ms`.")
    return Point(other, statistics.median(times) / 1000, f"{path}'s median of {len(times)} iterations")


def _as_nanogpt(planner: "Planner", plan: "Plan") -> list[tuple[str, dict[str, Any]]]:
    """What the same model needs where all logits are made at once; only said where it differs much."""
    from fledge.plan import fits, memory_of

    target, config = plan.target, plan.config
    if not target.on_gpu or config.arch != "gpt2":
        return []
    found = []
    for compiled in (True, False):
        there = dataclasses.replace(target, compiled=compiled)
        memory, _ = memory_of(*planner.trace(config, there, whole_logits=True), there)
        verdict = {"peak_memory_mb": memory.to_json(), "fits": fits(memory, target.device)}
        found.append(("compiled" if compiled else "eager", verdict))
    return found


# the page


def _console() -> "Console":
    from rich.console import Console

    return Console(highlight=False, width=None if sys.stdout.isatty() else 80)


def _print(plan: "Plan", nanogpt: Sequence[tuple[str, dict[str, Any]]], notes: Sequence[str], options: Options) -> None:
    from rich.table import Table

    target = plan.target
    out = _console()
    many = f"{target.processes} x " if target.processes > 1 else ""
    compiled = "compiled" if target.compiled else "eager"
    out.print(f"[bold]{many}{target.device.name}[/bold], {target.dtype}, {compiled}\n", soft_wrap=True)
    top = Table.grid(padding=(0, 2, 0, 0))
    for name, text in _glance(plan):
        top.add_row(f"  [bold]{name}[/bold]", text)
    out.print(top)
    out.print()
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column()
    grid.add_column(ratio=1)
    grid.add_column(style="dim")
    for name, text, basis in _details(plan):
        grid.add_row(f"  {name}", text, basis)
    out.print(grid)
    if nanogpt:
        text = ", ".join(
            f"{name} {found['peak_memory_mb']['value'] / 1024:.1f} GB ({_word(found['fits'])})"
            for name, found in nanogpt
        )
        out.print(f"\nThe same in nanoGPT, which makes all logits at once: {text}.")
    for line in (*plan.advice, *(f"note: {note}" for note in (*plan.notes, *notes))):
        out.print(line)
    if len(plan.advice) == 0 and plan.fits is not None and plan.target.here is None and not options.measured:
        out.print('[dim]One iteration you measured makes it sharper: --measured="SETTINGS:TIME".[/dim]')


def _glance(plan: "Plan") -> list[tuple[str, str]]:
    """Fits or not, how long, how much."""
    from fledge.plan import finish, span

    memory, device = plan["peak_memory_mb"], plan.target.device
    has = f" of {device.memory_bytes / 2**30:.3g}" if device.memory_bytes else ""
    verdict = {True: "[green]fits[/green]", False: "[red]does not fit[/red]", None: "memory not known"}[plan.fits]
    rows = [
        ("memory", f"{verdict}: {memory.value / 1024:.1f} GB of tensors, up to {memory.high / 1024:.1f}{has} in all")
    ]
    hours, energy, cost = (plan.figures[name] for name in ("hours", "energy_kwh", "cost"))
    if hours is None:
        rows.append(("time", "not known: the device's bandwidth is not in the table"))
    else:
        rows.append(("time", f"{span(hours)}, done {finish(hours)} if started now"))
    if energy:
        rows.append(("energy", f"{_range(energy, '.2g')} kWh"))
    if cost:
        rows.append(("cost", f"{_range(cost, '.2f')} ({cost.source})"))
    return rows


def _details(plan: "Plan") -> list[tuple[str, str, str]]:
    from fledge.render import duration

    f = plan.figures
    rows: list[tuple[str, str, str]] = []

    def row(name: str, text: str, figure: "Estimate | None") -> None:
        rows.append((name, text, figure.basis if figure else ""))

    row(
        "parameters",
        f"{plan['params'].value / 1e6:,.2f}M ({plan['params_nanogpt'].value / 1e6:,.2f}M as nanoGPT counts)",
        f["params"],
    )
    row(
        "tokens",
        f"{plan['tokens_per_iter'].value:,.0f} an iteration, {plan['total_tokens'].value:,.0f} in all",
        f["total_tokens"],
    )
    each = plan["tokens_per_parameter"].value
    epochs = f"{plan['epochs'].value:.2f} epochs" if f["epochs"] else "epochs not known (--dataset_tokens)"
    row("", f"{epochs}; {each:.3g} tokens a parameter (about 20 is best)", f["tokens_per_parameter"])
    row(
        "FLOPs",
        f"{plan['flops_total'].value:.3g} in all, nanoGPT's formula; 6ND {plan['flops_6nd'].value:.3g}, "
        f"causal {plan['flops_causal'].value:.3g}",
        f["flops_total"],
    )
    if f["step_ms"]:
        row("iteration", f"{_range(plan['step_ms'].map(lambda ms: ms / 1000, 's'), '.3g')} s", f["step_ms"])
        row("", f"{_range(plan['tokens_per_s'], ',.0f')} tokens/s", f["tokens_per_s"])
        if f["mfu"]:
            row("MFU", f"{plan['mfu'].value:.0%} ({plan['mfu'].low:.0%} to {plan['mfu'].high:.0%})", f["mfu"])
    if f["compile_s"]:
        row("first step", f"{_range(plan['compile_s'], '.0f')} s to compile", f["compile_s"])
    if f["evaluation_hours"]:
        row("evaluation", f"{duration(plan['evaluation_hours'].value * 3600)} more", f["evaluation_hours"])
    names = {"around": "context and slack" if plan.target.on_gpu else "process and slack"}
    for number, (name, part) in enumerate(plan.memory_parts.items()):
        if part.value >= 0.5:
            row("memory" if number == 0 else "", f"{part.value:>9,.0f} MB {names.get(name, name)}", part)
    disk = [f"checkpoints {plan['disk_checkpoints_gb'].value:.2g} GB"]
    if f["disk_data_gb"]:
        disk.append(f"data {plan['disk_data_gb'].value:.2g} GB")
    row("disk", ", ".join(disk), f["disk_checkpoints_gb"])
    loss = f["expected_loss"]
    row("val loss", f"{loss.low:.2f} to {loss.high:.2f} nats a token" if loss else "not known for such text", loss)
    if f["step_ms"]:
        rows.append(("basis", plan["step_ms"].source, ""))
    return rows


def _range(figure: "Estimate", form: str) -> str:
    return f"{figure.value:{form}} ({figure.low:{form}} to {figure.high:{form}})"


def _word(fits: bool | None) -> str:
    return {True: "fits", False: "does not fit", None: "memory not known"}[fits]


def _print_table(plans: Sequence["Plan"], notes: Sequence[str]) -> None:
    from rich import box
    from rich.table import Table

    from fledge.plan import best_first

    out = _console()
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column("GPU", no_wrap=True)
    for heading in ("fits", "GB", "of", "hours", "range", "kWh", "cost"):
        table.add_column(heading, justify="right", no_wrap=True)
    for plan in best_first(plans):
        memory, hours, device = plan["peak_memory_mb"], plan.figures["hours"], plan.target.device
        energy, cost = plan.figures["energy_kwh"], plan.figures["cost"]
        table.add_row(
            device.name,
            {True: "[green]yes[/green]", False: "[red]no[/red]", None: "?"}[plan.fits],
            f"{memory.high / 1024:.1f}",
            f"{device.memory_bytes / 2**30:.3g}" if device.memory_bytes else "?",
            f"{hours.value:,.3g}" if hours else "?",
            f"{hours.low:,.3g} - {hours.high:,.3g}" if hours else "",
            f"{energy.value:.2g}" if energy else "",
            f"{cost.value:.2f}" if cost else "",
        )
    plan = plans[0]
    out.print(
        f"{plan['params'].value / 1e6:,.2f}M parameters, {plan['total_tokens'].value:,.0f} tokens, "
        f"{plan['flops_total'].value:.3g} FLOPs"
    )
    out.print(table)
    out.print("GB: with CUDA's context and slack. hours: of training alone, from the data sheet and the traced step.")
    for note in dict.fromkeys([*notes, *(line for plan in plans for line in plan.advice)]):
        out.print(f"note: {note}")


def _check(options: Options) -> int:
    """What a run was planned to need beside what it did."""
    from fledge.planned import planned_and_actual
    from fledge.runs import find_run

    run = find_run(options.check)
    rows = planned_and_actual(run)
    if options.json:
        print(json.dumps({"run": str(run), "figures": rows}, indent=1))
        return 0
    from rich.table import Table

    out = _console()
    table = Table.grid(padding=(0, 3, 0, 0))
    for _ in range(4):
        table.add_column(justify="right")
    table.add_row("", "planned", "actual", "off by")
    for name, row in rows.items():
        off = f"{row['actual'] / row['planned'] - 1:+.1%}" if row["planned"] else ""
        table.add_row(name, f"{row['planned']:,.1f} {row['unit']}", f"{row['actual']:,.1f} {row['unit']}", off)
    out.print(f"[bold]{run}[/bold]")
    out.print(table)
    return 0
