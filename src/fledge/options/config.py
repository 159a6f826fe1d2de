"""`fledge config`: a run's settings, and where each comes from."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command
from fledge.options.shared import TrainingOptions


@dataclass(frozen=True)
class ConfigOptions(TrainingOptions):
    json: bool = setting(False, "one JSON document on stdout, for programs to read", group="Output")


COMMAND = Command(name="config", options=ConfigOptions, settings="training")
