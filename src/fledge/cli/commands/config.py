"""`fledge config`: prints every setting of a run and where it comes from."""

import json

from fledge.common.lines import in_column
from fledge.config.checks import notes_on
from fledge.config.fields import COMMAND_LINE
from fledge.options.parser import Arguments
from fledge.texts import say, text
from fledge.texts.width import padded


def run(arguments: Arguments) -> int:
    config = arguments.config()
    if arguments.options.json:
        print(json.dumps(config.to_json(), indent=1))
        return 0
    columns = max(len(key) for key in config.values())
    for key, value in config.values().items():
        shown = f"{value:g}" if isinstance(value, float) else str(value)
        name, value, origin = map(in_column, (key, shown, _origin(config.origins[key])))
        print(f"{padded(name, columns)}  {padded(value, 18)} {origin}")
    print(f"\n{say('settings_page.tokens', tokens=config.tokens_per_iter)}")
    for note in notes_on(config):
        print(say("settings_page.note", note=note))
    return 0


def _origin(origin: str) -> str:
    """Where a value comes from, in words; a place in a file stays as it is."""
    if origin == COMMAND_LINE:
        return text(say("settings_page.command_line"))
    if origin == "default":
        return text(say("settings_page.default"))
    if origin.startswith("default of "):
        return text(say("settings_page.default_of", setting=origin.removeprefix("default of ")))
    return origin
