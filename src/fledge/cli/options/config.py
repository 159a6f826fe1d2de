"""`fledge config`: a run's settings, and where each comes from."""

from dataclasses import dataclass

from fledge.cli.command import Command
from fledge.cli.options.shared import TrainingOptions
from fledge.config.fields import setting


@dataclass(frozen=True)
class ConfigOptions(TrainingOptions):
    json: bool = setting(False, "one JSON document on stdout, for programs to read", group="Output")


COMMAND = Command(
    name="config",
    summary="show every setting of a run and where its value comes from",
    usage="fledge config [file.py ...] [--key=value ...] [--json]",
    about="""\
Reads settings exactly as `fledge train` does, checks them, and prints each with
its origin: default, file:line, or command line.

  fledge config config/train_gpt2.py
  fledge config config/demo.py --n_layer=6 --json
""",
    options=ConfigOptions,
    settings="training",
)
