"""`fledge config`: a run's settings, and where each comes from."""

from dataclasses import dataclass

from fledge.cli.command import Command
from fledge.cli.options.shared import TrainingOptions
from fledge.config.fields import setting


@dataclass(frozen=True)
class ConfigOptions(TrainingOptions):
    json: bool = setting(False, "one JSON document on stdout, for programs to read", group="Output")


COMMAND = Command(name="config", options=ConfigOptions, settings="training")
