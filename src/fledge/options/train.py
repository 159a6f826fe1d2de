"""`fledge train`: train a GPT, or continue one."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command
from fledge.options.shared import TrainingOptions
from fledge.texts import say


@dataclass(frozen=True)
class TrainOptions(TrainingOptions):
    overwrite: bool = setting(False, say("option.train.overwrite"), group=say("option.group.switches"))
    force: bool = setting(
        False,
        say("option.force"),
    )
    profile: bool = setting(False, say("option.profile"))
    auto_resume: bool = setting(False, say("option.auto_resume"))
    watch: bool = setting(False, say("option.watch"))
    devices: int | str = setting(
        1,
        say("option.devices"),
        group=say("option.group.processes"),
        choices=("auto",),
        least=1,
        most=1024,
    )
    max_restarts: int = setting(0, say("option.max_restarts"), least=0, most=1_000_000)


COMMAND = Command(name="train", options=TrainOptions, settings="training")
