"""`fledge launch`: writes the job file for a training command on a cluster."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command
from fledge.options.shared import TrainingOptions
from fledge.texts import say


@dataclass(frozen=True)
class LaunchOptions(TrainingOptions):
    slurm: bool = setting(False, say("option.slurm"), group=say("option.group.where"))
    k8s: bool = setting(False, say("option.k8s"))
    ssh: bool = setting(False, say("option.ssh"))
    skypilot: bool = setting(False, say("option.skypilot"))
    nodes: int = setting(1, say("option.launch.nodes"), group=say("option.group.size"), least=1, most=10_000)
    gpus: int = setting(8, say("option.launch.gpus"), least=1, most=1024)
    gpu: str = setting("H100", say("option.launch.gpu"))
    hosts: str = setting("", say("option.hosts"))
    image: str = setting("", say("option.image"))
    volume: str = setting("", say("option.volume"))
    time: str = setting("24:00:00", say("option.time"))
    port: int = setting(29500, say("option.launch.port"), least=1, most=65535)
    restarts: int = setting(3, say("option.restarts"), least=0, most=1_000_000)
    spot: bool = setting(False, say("option.spot"))
    out: str = setting("", say("option.launch.out"), group=say("option.group.output"))


COMMAND = Command(name="launch", options=LaunchOptions, settings="training")
