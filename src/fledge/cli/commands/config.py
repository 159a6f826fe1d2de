"""`fledge config`: prints every setting of a run and where it comes from."""

import json

from fledge.config.checks import notes_on
from fledge.options.parser import Arguments


def run(arguments: Arguments) -> int:
    config = arguments.config()
    if arguments.options.json:
        print(json.dumps(config.to_json(), indent=1))
        return 0
    width = max(len(key) for key in config.values())
    for key, value in config.values().items():
        shown = f"{value:g}" if isinstance(value, float) else str(value)
        print(f"{key:<{width}}  {shown:<18} {config.origins[key]}")
    print(f"\ntokens per iteration: {config.tokens_per_iter:,}")
    for note in notes_on(config):
        print(f"note: {note}")
    return 0
