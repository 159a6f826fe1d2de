"""`fledge tune`: the micro-batch with the most tokens per second that fits."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command
from fledge.options.shared import GpuOptions
from fledge.texts import say


@dataclass(frozen=True)
class TuneOptions(GpuOptions):
    budget: float = setting(120.0, say("option.budget"), group=say("option.group.search"), above=0, most=1e6)
    out: str = setting("tuned.py", say("option.tune.out"), group=say("option.group.output"))
    overwrite: bool = setting(False, say("option.tune.overwrite"))
    json: bool = setting(False, say("option.json"))


COMMAND = Command(name="tune", options=TuneOptions, settings="training")
