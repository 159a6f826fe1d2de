"""`fledge save`: a checkpoint of a run that goes on, now."""

from dataclasses import dataclass

from fledge.options.command import Command
from fledge.texts import say


@dataclass(frozen=True)
class SaveOptions:
    """It has none."""


COMMAND = Command(
    name="save",
    options=SaveOptions,
    most_words=1,
    without_words=say("option.without.save"),
)
