"""`fledge compare`: what changed between runs, who is ahead, and what that shows."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command
from fledge.texts import say


@dataclass(frozen=True)
class CompareOptions:
    gpu: str = setting("", say("option.compare.gpu"), group=say("option.group.what_the_logs_do_not_say"))
    config: str = setting("", say("option.compare.config"))
    pick: str = setting("", say("option.compare.pick"))
    group: str = setting("", say("option.group"))
    json: bool = setting(False, say("option.json"), group=say("option.group.output"))


COMMAND = Command(name="compare", options=CompareOptions, settings="runs")
