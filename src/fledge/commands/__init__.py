"""One module a command: its summary, its settings, and what it runs."""

from collections.abc import Sequence


def take_switch(argv: Sequence[str], name: str) -> tuple[bool, list[str]]:
    """Whether `--name` is among the arguments, and the arguments without it."""
    spellings = {f"--{name}", f"--{name.replace('-', '_')}"}
    return any(word in spellings for word in argv), [word for word in argv if word not in spellings]
