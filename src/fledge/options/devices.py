"""`fledge devices`: this machine, and the table of GPUs."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command
from fledge.texts import say


@dataclass(frozen=True)
class DevicesOptions:
    json: bool = setting(False, say("option.json"), group=say("option.group.output"))
    measure: bool = setting(False, say("option.devices.measure"))


COMMAND = Command(name="devices", options=DevicesOptions, word="NAME")
