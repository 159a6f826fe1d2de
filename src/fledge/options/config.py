"""`fledge config`: a run's settings, and where each comes from."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command
from fledge.options.shared import TrainingOptions
from fledge.texts import say


@dataclass(frozen=True)
class ConfigOptions(TrainingOptions):
    json: bool = setting(False, say("option.json"), group=say("option.group.output"))


COMMAND = Command(name="config", options=ConfigOptions, settings="training")
