"""`fledge demo`: from nothing to a sample, on this machine."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command
from fledge.texts import say


@dataclass(frozen=True)
class DemoOptions:
    quick: bool = setting(False, say("option.quick"), group=say("option.group.demo"))


COMMAND = Command(name="demo", options=DemoOptions, most_words=0)
