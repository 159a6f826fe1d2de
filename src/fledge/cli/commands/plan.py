"""`fledge plan`: what a run will need, before it starts."""

import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from fledge.cli.asked_gpus import asked_gpus
from fledge.cli.measured_step import logged_step, typed_step
from fledge.cli.next_commands import next_commands
from fledge.cli.options.plan import PlanOptions
from fledge.cli.pages.plan_page import print_check, print_next, print_plan, print_table
from fledge.cli.parser import Arguments
from fledge.cli.planned_data import with_data
from fledge.common.errors import FledgeError
from fledge.common.progress import status_line
from fledge.config.schema import Config
from fledge.hardware.machine import describe_device
from fledge.hardware.table import Device
from fledge.logs.rundir import find_run
from fledge.plan.data_cost import Preparation, plan_preparation
from fledge.plan.memory import estimate_memory, fits
from fledge.plan.planner import Planner
from fledge.plan.preflight import planned_and_actual
from fledge.plan.program import FLEDGE, NANOGPT, PROGRAMS
from fledge.plan.targets import gpu_target, target_here
from fledge.plan.types import Demands, MeasuredStep, Plan, Target
from fledge.train.choices import choose_device


def run(arguments: Arguments, says_next: bool = True) -> int:
    options: PlanOptions = arguments.options
    if options.check:
        return _check(options)
    with status_line() as show:
        planner = Planner(show)
        plans, preparation, notes = make_plans(arguments, planner)
        nanogpt = _as_nanogpt(planner, plans[0]) if len(plans) == 1 else {}
    commands = next_commands(arguments, plans)
    if options.json:
        more_about = {
            "as_nanogpt": nanogpt,
            "prepare": preparation.to_json() if preparation else None,
            "next_commands": commands,
        }
        documents = [{**plan.to_json(), **more_about, "more_notes": notes} for plan in plans]
        print(json.dumps(documents[0] if len(documents) == 1 else {"plans": documents}, indent=1))
    elif len(plans) == 1:
        print_plan(plans[0], nanogpt, preparation, notes)
    else:
        print_table(plans, notes)
    if says_next and not options.json:
        print_next(commands)
    return 0


def make_plans(arguments: Arguments, planner: Planner) -> tuple[list[Plan], Preparation | None, list[str]]:
    """The plans that the command prints, the preparation of data that is not here, and notes."""
    options: PlanOptions = arguments.options
    config = arguments.config()
    devices, names = asked_gpus(options)
    planner.show("looking at the data")
    config, demands, preparation, notes = _with_data(config, options)
    targets, more = _targets(config, devices, options)
    measured = _measured_step(config, arguments)
    plans = [planner.plan(config, target, demands, measured) for target in targets]
    return plans, preparation, [*notes, *names, *more]


def _with_data(config: Config, options: PlanOptions) -> tuple[Config, Demands, Preparation | None, list[str]]:
    """The config with its vocabulary, and the plan's inputs: tokens come from the dataset if it is here."""
    config, dataset, notes = with_data(config)
    if config.init_from != "scratch":
        notes.append(f"init_from={config.init_from} is not opened: the plan is of the size that the settings say")
    tokens, source = options.dataset_tokens or None, "dataset_tokens"
    preparation, val_tokens = None, None
    if dataset is None:
        if tokens:
            config = config.with_values("dataset_tokens", prepare_tokens=int(tokens))
        preparation = plan_preparation(config, options.measure)
        if tokens is None and preparation:
            tokens, source = float(preparation.tokens), preparation.command
    else:
        val_tokens = float(dataset.tokens["val"])
        if tokens is None:
            tokens, source = float(dataset.tokens["train"]), str(dataset.path)
    demands = Demands(
        dataset_tokens=tokens,
        tokens_source=source,
        val_tokens=val_tokens,
        preparing_hours=preparation.figures["prepare_hours"] if preparation else None,
        price_per_kwh=options.price_per_kwh,
        price_per_hour=options.price_per_hour,
        measure=options.measure,
    )
    return config, demands, preparation, notes


def _targets(config: Config, devices: Sequence[Device], options: PlanOptions) -> tuple[list[Target], list[str]]:
    """Where the run is planned: the GPUs that were asked for, or this machine."""
    if options.gpus > 1 and not devices:
        raise FledgeError(f"gpus={options.gpus} needs the name of the GPU.", 'Try --gpu="RTX 4090" --gpus=2.')
    if options.gpus > config.gradient_accumulation_steps or config.gradient_accumulation_steps % options.gpus:
        raise FledgeError(
            f"gpus={options.gpus} does not divide gradient_accumulation_steps={config.gradient_accumulation_steps}.",
            f"Try --gradient_accumulation_steps={options.gpus}.",
        )
    if devices and options.interconnect != "auto" and options.gpus == 1:
        raise FledgeError("--interconnect is for several GPUs.", "Say how many: --gpus=2.")
    if devices:
        return [
            gpu_target(
                config,
                device,
                options.gpus,
                program=PROGRAMS[options.program],
                attention=options.attention,
                interconnect=options.interconnect,
            )
            for device in devices
        ], []
    for name, usual in (("program", "fledge"), ("attention", "flash"), ("interconnect", "auto")):
        if getattr(options, name) != usual:
            raise FledgeError(f"--{name} is for a GPU that is not here.", 'Name it: --gpu="RTX 4090".')
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
    return [target_here(config, where, describe_device(where))], notes


def _measured_step(config: Config, arguments: Arguments) -> MeasuredStep | None:
    """The iteration time that the user knows, from --measured or --from."""
    options = arguments.options
    if options.measured and options.from_run:
        raise FledgeError("--measured and --from both give an iteration time.", "Leave one of them out.")
    if options.measured:
        return typed_step(config, arguments.settings, options.measured)
    return logged_step(config, Path(options.from_run)) if options.from_run else None


def _as_nanogpt(planner: Planner, plan: Plan) -> dict[str, dict[str, Any]]:
    """The memory and the time of the same run in nanoGPT, which computes all logits at once."""
    target, config = plan.target, plan.config
    if not target.on_gpu or config.arch != "gpt2" or target.program is not FLEDGE:
        return {}
    is_timed = target.here is None and plan.figures["step_ms"] is not None and plan["step_ms"].basis == "traced"
    found = {}
    for compiled in (True, False):
        there = dataclasses.replace(target, compiled=compiled, program=NANOGPT)
        memory, _ = estimate_memory(planner.trace(config, there), there)
        seconds = planner.iteration_seconds(config, there) if is_timed else None
        name = "compiled" if compiled else "eager"
        found[name] = {
            "peak_memory_mb": memory.to_json(),
            "fits": fits(memory, target.device),
            "step_ms": seconds.map(lambda s: 1000 * s, "ms").to_json() if seconds else None,
        }
    return found


def _check(options: PlanOptions) -> int:
    """A finished run's plan beside what it really needed."""
    run = find_run(options.check)
    rows = planned_and_actual(run)
    if options.json:
        figures = {name: dataclasses.asdict(row) for name, row in rows.items()}
        print(json.dumps({"run": str(run), "figures": figures}, indent=1))
    else:
        print_check(run, rows)
    return 0
