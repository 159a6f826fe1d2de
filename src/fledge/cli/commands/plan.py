"""`fledge plan`: what a run will need, before it starts."""

import dataclasses
import json
from typing import Any

from fledge.api.planning import make_plans
from fledge.cli.next_commands import next_commands
from fledge.cli.pages.plan_page import print_check, print_next, print_plan, print_table
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
