"""Command: what can be typed. Enough to read a command line and to print help without importing what it does."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from fledge.texts import Message


@dataclass(frozen=True)
class Command:
    """Its implementation is `run(arguments)` in the module of the same name in fledge.cli.commands."""

    name: str  # "plan", or "bench speed"; its help is in texts/en/commands.ftl
    options: type[Any]
    # The settings it takes besides its options:
    #   training  those of a new run, from settings files and the command line
    #   run       what the user knows about a finished run that its log does not say
    #   runs      the same about several runs: one value for all, or one for each with commas
    #   sweep     as training, with several values for some
    settings: Literal["none", "training", "run", "runs", "sweep"] = "none"
    word: str = "RUN"  # the name of a plain word in errors
    most_words: int | None = None
    without_words: Message | None = None  # the error if no word is given and it needs one

    @property
    def module(self) -> str:
        return f"fledge.cli.commands.{self.name.replace(' ', '.')}"


@dataclass(frozen=True)
class Group:
    """A command with sub-commands and no options of its own."""

    name: str
    commands: Mapping[str, Command]
