"""`fledge bench`: what this machine does, measured."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command, Group
from fledge.options.shared import TrainingOptions


@dataclass(frozen=True)
class BenchSpeedOptions(TrainingOptions):
    repeats: int = setting(3, "how often to measure; more on a busy machine", group="Measuring", least=1, most=1000)
    iters: int = setting(0, "iterations per repeat; 0: about two seconds' worth", least=0, most=1e6)
    json: bool = setting(False, "one JSON document on stdout, for programs to read")


SPEED = Command(name="bench speed", options=BenchSpeedOptions, settings="training")
COMMAND = Group(name="bench", commands={"speed": SPEED})
