"""`fledge plan`: what a run will need, before it starts."""

import dataclasses
import json
import shlex
from pathlib import Path
from typing import Any

from fledge.api.best_for_time import best_for_time
from fledge.api.planning import make_plans
from fledge.api.time_budget import asked_limits
from fledge.cli.next_commands import next_commands
from fledge.cli.pages.best_page import (
    FILE_MARK,
    print_best,
    settings_of,
    settings_text,
)
from fledge.cli.pages.best_picture import PICTURE_MARK, picture_page, picture_path
from fledge.cli.pages.plan_page import print_check, print_next, print_plan, print_table
from fledge.cli.written_files import check_place
from fledge.common import files
from fledge.common.progress import status_line
from fledge.logs.rundir import find_run
from fledge.options.parser import Arguments
from fledge.options.plan import PlanOptions
from fledge.plan.memory import estimate_memory, fits
from fledge.plan.planned import planned_and_actual
from fledge.plan.planner import Planner
from fledge.plan.program import FLEDGE, NANOGPT
from fledge.plan.targets import OLDER_THAN_TRITON
from fledge.plan.types import Plan


def run(arguments: Arguments, says_next: bool = True) -> int:
    options: PlanOptions = arguments.options
    if options.check:
        return _check(options)
    if asked_limits(options):
        return _best(arguments)
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


def _as_nanogpt(planner: Planner, plan: Plan) -> dict[str, dict[str, Any]]:
    """The memory and the time of the same run in nanoGPT, which computes all logits at once."""
    target, config = plan.target, plan.config
    if not target.on_gpu or config.arch != "gpt2" or target.program is not FLEDGE:
        return {}
    is_timed = target.here is None and plan.figures["step_ms"] is not None and plan["step_ms"].basis == "traced"
    found = {}
    for compiled in (True, False):
        if compiled and target.device.arch in OLDER_THAN_TRITON:
            continue
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


def _best(arguments: Arguments) -> int:
    """The best model for the time there is, with a settings file to train it and a picture."""
    options: PlanOptions = arguments.options
    out = Path(options.out)
    picture = picture_path(out)
    check_place(out, options.overwrite, FILE_MARK, usual="planned.py")
    check_place(picture, options.overwrite, PICTURE_MARK, usual="planned.py")
    found = best_for_time(arguments)
    words = [f"--{name}={getattr(options, name)}" for name in asked_limits(options)]
    if options.gpu:
        words.append(f"--gpu={options.gpu}")
    files.write_text(out, settings_text(found, [*arguments.typed, *words]))
    shown = str(picture) if found.curves else None
    if shown:
        files.write_text(picture, picture_page(found))
    command = shlex.join(["fledge", "train", str(out)])
    if options.json:
        document = {**found.to_json(), "settings": settings_of(found), "file": str(out), "picture": shown}
        print(json.dumps({**document, "command": command}, indent=1))
    else:
        print_best(found, str(out), shown, command)
    return 0


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
