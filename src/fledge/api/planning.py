"""`fledge.plan`: what a run will need, before it starts."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import torch

from fledge.api.asked_gpus import asked_gpus
from fledge.api.call import api_call
from fledge.api.measured_step import logged_step, typed_step
from fledge.api.names import Name, names_of
from fledge.api.planned_data import with_data
from fledge.api.planned_tokens import long_text_notes
from fledge.common.errors import FledgeError
from fledge.common.progress import OnProgress, status_line
from fledge.config.checks import check_accumulation
from fledge.config.fields import Value
from fledge.config.schema import Config
from fledge.hardware.machine import describe_device
from fledge.hardware.table import Device
from fledge.options.parser import Arguments, parse_call
from fledge.options.plan import COMMAND, PlanOptions
from fledge.plan.data_cost import Preparation, plan_preparation
from fledge.plan.planner import Planner
from fledge.plan.program import PROGRAMS, in_program
from fledge.plan.targets import gpu_target, target_here
from fledge.plan.types import Demands, MeasuredStep, Plan, Target
from fledge.texts import say, text
from fledge.train.choices import choose_device
from fledge.train.memory import return_freed_memory

# options of the command that are no part of a plan
NOT_HERE = ("check", "json", "hours", "until", "kwh", "budget", "out", "overwrite")


def plan(
    config: Name | Iterable[Name] | None = None,
    *,
    gpu: str | None = None,
    gpus: int | None = None,
    measure: bool | None = None,
    progress: OnProgress | None = None,
    **settings: Value,
) -> Plan:
    """What a run will need: time, memory, disk, energy, each with a range and where it comes from.

    `config` names a settings file, or several; `settings` are those of `fledge train` and the options of `fledge plan`.
    Without `gpu` the plan is for this machine, and runs the step for some seconds; measure=False estimates it.

        plan = fledge.plan("config/demo.py", gpu="RTX 4070")
        print(plan.time.low, plan.time.high, plan.memory.value, plan.fits)
    """
    with api_call(progress):
        given = {"gpu": gpu, "gpus": gpus, "measure": measure, **settings}
        for name in NOT_HERE:
            if name in given:
                raise FledgeError(say("api.for_command", name=name), say("api.plan_returns"))
        if gpu is not None and (not isinstance(gpu, str) or "," in gpu):
            raise FledgeError(say("api.not_one_gpu", gpu=gpu), say("api.call_for_each"))
        arguments = parse_call(COMMAND, names_of(config, say("api.settings_file")), given)
        try:
            with status_line() as show:
                plans, _, notes = make_plans(arguments, Planner(show))
        finally:
            return_freed_memory()
        return plans[0].with_notes([say("plan.note.plain", note=note) for note in notes])


def make_plans(arguments: Arguments, planner: Planner) -> tuple[list[Plan], Preparation | None, list[str]]:
    """The plans that the command prints, the preparation of data that is not here, and notes."""
    options: PlanOptions = arguments.options
    config = in_program(arguments.config(), PROGRAMS[options.program])
    devices, names = asked_gpus(options)
    planner.show(text(say("api.looking_at_data")))
    config, demands, preparation, notes = _with_data(config, options)
    targets, more = targets_for(config, devices, options)
    measured = measured_step(config, arguments)
    if measured is not None:
        measured = replace(measured, config=in_program(measured.config, PROGRAMS[options.program]))
    plans = [planner.plan(config, target, demands, measured) for target in targets]
    return plans, preparation, [*notes, *names, *more]


def _with_data(config: Config, options: PlanOptions) -> tuple[Config, Demands, Preparation | None, list[str]]:
    """The config with its vocabulary, and the plan's inputs: tokens come from the dataset if it is here."""
    config, dataset, notes = with_data(config)
    if config.init_from != "scratch":
        notes.append(text(say("api.not_opened", init_from=config.init_from)))
    tokens, source = options.dataset_tokens or None, "dataset_tokens"
    preparation, val_tokens = None, None
    if dataset is None:
        if tokens:
            config = config.with_values("dataset_tokens", prepare_tokens=int(tokens))
        preparation = plan_preparation(config, options.measure)
        if tokens is None and preparation:
            tokens, source = float(preparation.tokens), preparation.command
    else:
        notes += map(text, long_text_notes(dataset))
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


def targets_for(config: Config, devices: Sequence[Device], options: PlanOptions) -> tuple[list[Target], list[str]]:
    """Where the run is planned: the GPUs that were asked for, or this machine."""
    processes = options.gpus * options.nodes
    if processes > 1 and not devices:
        raise FledgeError(say("api.gpus_need_name", processes=processes), say("api.try_two_gpus"))
    check_accumulation(config.gradient_accumulation_steps, processes, are_gpus=True)
    if devices and options.interconnect != "auto" and options.gpus == 1:
        raise FledgeError(say("api.interconnect"), say("api.how_many"))
    if devices:
        return [
            gpu_target(
                config,
                device,
                processes,
                program=PROGRAMS[options.program],
                attention=options.attention,
                interconnect=options.interconnect,
                nodes=options.nodes,
                network_gbit=options.network_gbit,
            )
            for device in devices
        ], []
    for name, usual in (("program", "fledge"), ("attention", "flash"), ("interconnect", "auto")):
        if getattr(options, name) != usual:
            raise FledgeError(say("api.gpu_not_here", name=name), say("api.name_gpu"))
    notes = []
    try:
        where, _ = choose_device(config.device)
    except FledgeError as error:  # a plan needs no device that works
        if config.device != "auto":
            raise
        where = torch.device("cpu")
        notes.append(text(say("api.planned_for_cpu", reason=error)))
    if where.type == "cpu" and config.threads:
        torch.set_num_threads(config.threads)
    return [target_here(config, where, describe_device(where))], notes


def measured_step(config: Config, arguments: Arguments) -> MeasuredStep | None:
    """The iteration time that the user knows, from --measured or --from."""
    options = arguments.options
    if options.measured and options.from_run:
        raise FledgeError(say("api.both_times"), say("api.leave_one"))
    if options.measured:
        return typed_step(config, arguments.settings, options.measured)
    return logged_step(config, Path(options.from_run)) if options.from_run else None
