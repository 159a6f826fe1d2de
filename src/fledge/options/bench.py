"""`fledge bench`: what this machine does, measured."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command, Group
from fledge.options.shared import TrainingOptions
from fledge.texts import say


@dataclass(frozen=True)
class BenchSpeedOptions(TrainingOptions):
    repeats: int = setting(3, say("option.repeats"), group=say("option.group.measuring"), least=1, most=1000)
    iters: int = setting(0, say("option.iters"), least=0, most=1e6)
    json: bool = setting(False, say("option.json"))


SPEED = Command(name="bench speed", options=BenchSpeedOptions, settings="training")
COMMAND = Group(name="bench", commands={"speed": SPEED})
