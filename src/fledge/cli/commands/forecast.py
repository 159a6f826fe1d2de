"""`fledge forecast`: the loss to come, with an interval, or why it cannot be told."""

import json

from fledge.analyze.forecast import forecast, target_of
from fledge.api.open_runs import open_runs
from fledge.api.run_settings import known_settings
from fledge.cli.newest_run import newest_run
from fledge.cli.pages.forecast_page import print_page
from fledge.options.parser import Arguments


def run(arguments: Arguments) -> int:
    names = arguments.words or [newest_run("forecast", needs_losses=True)]
    facts, _ = open_runs(names, arguments.options, known_settings(arguments.settings))[0]
    found = forecast(facts, target_of(facts, arguments.options.to))
    if arguments.options.json:
        print(json.dumps(found.to_json(), indent=1))
    else:
        print_page(found, facts)
    return 0
