"""`fledge plan`: what a run will need, before it starts."""

import dataclasses
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fledge.cli.cards import Cards, asked_devices
from fledge.cli.commands import take_settings, take_switch, with_data
from fledge.cli.pages.plan_page import print_check, print_plan, print_table
from fledge.cli.points import point_of, typed_point
from fledge.common.errors import FledgeError
from fledge.config.fields import setting
from fledge.config.schema import Config, load_config

if TYPE_CHECKING:
    from fledge.hardware.table import Device
    from fledge.plan.data_cost import Preparation
    from fledge.plan.planner import Planner
    from fledge.plan.types import Demands, MeasuredStep, Plan, Target

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


@dataclass(frozen=True)
class Options(Cards):
    gpu: str = setting("", "plan for a GPU of `fledge devices`; several with commas", group="Where")
    gpus: int = setting(1, "how many of them, with torchrun", least=1, most=100_000)
    dataset_tokens: float = setting(
        0.0, "tokens of the training split, where the dataset isn't here", group="What", least=0, most=1e18
    )
    price_per_kwh: float = setting(0.0, "of electricity, in your money", least=0, most=1e6)
    price_per_hour: float = setting(0.0, "of one rented GPU", least=0, most=1e6)
    measured: str = setting("", "an iteration time on that GPU: SETTINGS:TIME", group="Calibration")
    from_run: str = setting("", "the same from a run or a log (--from works too)")
    measure: bool = setting(True, "run the step on this machine, some seconds, once; --no-measure skips it")
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
    from fledge.common.progress import status_line
    from fledge.plan.planner import Planner

    with status_line() as show:
        show("looking at the data")
        config, demands, preparation, notes = _with_data(config, options)
        planner = Planner(show)
        targets, more = _targets(config, devices, options)
        point = _point(config, rest, trust, options)
        plans = [planner.plan(config, target, demands, point) for target in targets]
        nanogpt = _as_nanogpt(planner, plans[0]) if len(plans) == 1 else {}
    notes += more
    if options.json:
        more_about = {"as_nanogpt": nanogpt, "prepare": preparation.to_json() if preparation else None}
        documents = [{**plan.to_json(), **more_about, "more_notes": notes} for plan in plans]
        print(json.dumps(documents[0] if len(documents) == 1 else {"plans": documents}, indent=1))
    elif len(plans) == 1:
        print_plan(plans[0], nanogpt, preparation, notes)
    else:
        print_table(plans, notes)
    return 0


def _with_data(config: Config, options: Options) -> tuple[Config, "Demands", "Preparation | None", list[str]]:
    """The config with its vocabulary, and what the plan shall tell: tokens come from the dataset if it is here."""
    from fledge.plan.types import Demands

    config, dataset, notes = with_data(config)
    if config.init_from != "scratch":
        notes.append(f"init_from={config.init_from} is not opened: the plan is of the size that the settings say")
    tokens, source = options.dataset_tokens or None, "dataset_tokens"
    preparation = None
    if dataset is None:
        from fledge.plan.data_cost import plan_preparation

        wanted = tokens or config.tokens_per_iter * config.max_iters
        preparation = plan_preparation(config.dataset, wanted, options.measure)
        if tokens is None and preparation:
            tokens, source = float(preparation.tokens), preparation.command
    elif tokens is None:
        tokens, source = float(dataset.tokens["train"]), str(dataset.path)
    demands = Demands(tokens, source, options.price_per_kwh, options.price_per_hour, options.measure)
    return config, demands, preparation, notes


def _targets(config: Config, devices: Sequence["Device"], options: Options) -> tuple[list["Target"], list[str]]:
    import torch

    from fledge.hardware.machine import describe_device
    from fledge.plan.targets import gpu_target, target_here
    from fledge.train.runtime import choose_device

    if options.gpus > 1 and not devices:
        raise FledgeError(f"gpus={options.gpus} needs the name of the GPU.", 'Try --gpu="RTX 4090" --gpus=2.')
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
    return [target_here(config, where, describe_device(where))], notes


def _point(config: Config, argv: Sequence[str], trust: bool, options: Options) -> "MeasuredStep | None":
    """The iteration time the user knows, from --measured or --from."""
    if options.measured and options.from_run:
        raise FledgeError("--measured and --from both give an iteration time.", "Leave one of them out.")
    if options.measured:
        return typed_point(config, argv, trust, options.measured)
    return point_of(config, Path(options.from_run)) if options.from_run else None


def _as_nanogpt(planner: "Planner", plan: "Plan") -> dict[str, dict[str, Any]]:
    """What the same model needs where all logits are made at once."""
    from fledge.plan.memory import estimate_memory, fits

    target, config = plan.target, plan.config
    if not target.on_gpu or config.arch != "gpt2":
        return {}
    found = {}
    for compiled in (True, False):
        there = dataclasses.replace(target, compiled=compiled)
        memory, _ = estimate_memory(planner.trace(config, there, whole_logits=True), there)
        name = "compiled" if compiled else "eager"
        found[name] = {"peak_memory_mb": memory.to_json(), "fits": fits(memory, target.device)}
    return found


def _check(options: Options) -> int:
    """What a run was planned to need beside what it did."""
    from fledge.logs.rundir import find_run
    from fledge.plan.preflight import planned_and_actual

    run = find_run(options.check)
    rows = planned_and_actual(run)
    if options.json:
        print(json.dumps({"run": str(run), "figures": rows}, indent=1))
    else:
        print_check(run, rows)
    return 0
