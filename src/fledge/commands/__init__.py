"""One module a command: its summary, its settings, and what it runs."""

from collections.abc import Sequence

from fledge.errors import FledgeError
from fledge.settings import BOOL_WORDS


def take_switch(argv: Sequence[str], name: str) -> tuple[bool, list[str]]:
    """Whether `--name` (or `--name=True`) is among the arguments, and the arguments without it."""
    spellings = {f"--{name}", f"--{name.replace('-', '_')}"}
    is_on, rest = False, []
    for word in argv:
        key, equals, value = word.partition("=")
        if key not in spellings:
            rest.append(word)
        elif equals and value.lower() not in BOOL_WORDS:
            raise FledgeError(f"{key}={value!r} is not True or False.", f"Try {key}.")
        else:
            is_on = BOOL_WORDS[value.lower()] if equals else True
    return is_on, rest
