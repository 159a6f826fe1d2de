"""`fledge forecast`: the loss to come, with an interval, or why it cannot be told."""

import json

from fledge.analyze.forecast import forecast, printed_end
from fledge.cli.open_runs import newest_run, open_runs
from fledge.cli.pages.forecast_page import print_page
from fledge.cli.parser import Arguments
from fledge.cli.run_settings import known_settings
from fledge.common.errors import FledgeError
from fledge.logs.facts import Facts


def run(arguments: Arguments) -> int:
    names = arguments.words or [newest_run("forecast", needs_losses=True)]
    facts, _ = open_runs(names, arguments.options, known_settings(arguments.settings))[0]
    found = forecast(facts, _target(facts, arguments.options.to))
    if arguments.options.json:
        print(json.dumps(found.to_json(), indent=1))
    else:
        print_page(found, facts)
    return 0


def _target(facts: Facts, to: int) -> int:
    if not facts.run.curves:
        raise FledgeError(f"{facts.run.name} has no losses.", "Name a run that has begun.")
    last, goal = facts.iterations, facts.max_iters or (None if to else printed_end(facts.run))
    if not to and not goal:
        raise FledgeError("the log does not say where the run ends.", f"Try --to={2 * last} or --max_iters={2 * last}.")
    if (to or goal or 0) > last:
        return to or goal or 0
    if to:
        raise FledgeError(
            f"--to={to}: the run is at iteration {last:,} already.",
            f"Try --to={max(goal or 0, 2 * last)}; `fledge explain` says what was.",
        )
    raise FledgeError(
        f"the run has done its {goal:,} iterations: nothing is left to forecast.",
        f"Try --to={2 * last} for a longer one, or `fledge explain`.",
    )
