"""`fledge forecast`: the loss to come, with an interval."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command
from fledge.options.shared import LogOptions
from fledge.texts import say


@dataclass(frozen=True)
class ForecastOptions(LogOptions):
    to: int = setting(0, say("option.forecast.to"), least=0, most=10**12, group=say("option.group.forecast"))
    json: bool = setting(False, say("option.json"), group=say("option.group.output"))


COMMAND = Command(name="forecast", options=ForecastOptions, settings="run", most_words=1)
