"""`fledge stop`: ends a run after its current step, with a checkpoint."""

from dataclasses import dataclass

from fledge.options.command import Command
from fledge.texts import say


@dataclass(frozen=True)
class StopOptions:
    """It has none."""


COMMAND = Command(
    name="stop",
    options=StopOptions,
    most_words=1,
    without_words=say("option.without.stop"),
)
