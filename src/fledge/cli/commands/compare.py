"""`fledge compare`: what changed between runs, who is ahead, and what that shows."""

import json

from fledge.api.comparing import compare_named
from fledge.cli.pages.compare_page import print_page
from fledge.options.parser import Arguments


def run(arguments: Arguments) -> int:
    comparison = compare_named(arguments)
    if arguments.options.json:
        print(json.dumps(comparison.to_json(), indent=1))
    else:
        print_page(comparison)
    return 0
