"""`fledge forecast`: what the loss will be, with an interval, or why nobody can say."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fledge.cli.commands import take_settings
from fledge.cli.logs import Sources, open_runs, split_words
from fledge.common.errors import FledgeError
from fledge.config.fields import setting

if TYPE_CHECKING:
    from fledge.logs.facts import Facts

SUMMARY = "what the loss will be later, tested on the run's own past"
USAGE = "fledge forecast [RUN | LOG | -] [--to=ITER] [--key=value ...] [--json]"
ABOUT = """\
Extrapolates the validation loss (or the batches' loss, where there are too few
evaluations) by several fits, each weighted by how well it would have forecast
this run's own past, and gives the interval that should hold nine times in ten.
It knows the learning rate's schedule from the settings or the log: a rate that
comes down at the end brings the loss down with it. Where the past does not bear
a forecast, it says why. Without a name it takes the newest run here.

  fledge forecast
  fledge forecast runs/demo --to=5000
  fledge forecast nanogpt.log --config=train_shakespeare_char.py
  fledge forecast train.log --to=20000 --json
"""


@dataclass(frozen=True)
class Options(Sources):
    to: int = setting(0, "the iteration to forecast; 0 is max_iters", least=0, most=10**12, group="Forecast")
    json: bool = setting(False, "one JSON document on stdout, for programs to read", group="Output")


def run(argv: Sequence[str]) -> int:
    options, rest = take_settings(Options, argv)
    names, words = split_words(rest)
    if len(names) > 1:
        raise FledgeError(f"forecast takes one run, not {len(names)}.", "Name them one after the other.")
    facts, _ = open_runs([names[0] if names else _newest()], options, words)[0]
    from fledge.analyze.forecast import forecast

    found = forecast(facts, _target(facts, options.to))
    if options.json:
        print(json.dumps(found.to_json(), indent=1))
    else:
        from fledge.cli.pages.forecast_page import print_page

        print_page(found, facts)
    return 0


def _newest() -> str:
    from fledge.logs.rundir import find_run

    return str(find_run(None))


def _target(facts: "Facts", to: int) -> int:
    if not facts.run.curves:
        raise FledgeError(f"{facts.run.name} has no losses.", "Name a run that has begun.")
    last, goal = facts.iterations, facts.max_iters
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
