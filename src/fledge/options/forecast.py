"""`fledge forecast`: the loss to come, with an interval."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command
from fledge.options.shared import LogOptions


@dataclass(frozen=True)
class ForecastOptions(LogOptions):
    to: int = setting(0, "the iteration to forecast; 0: max_iters", least=0, most=10**12, group="Forecast")
    json: bool = setting(False, "one JSON document on stdout, for programs to read", group="Output")


COMMAND = Command(name="forecast", options=ForecastOptions, settings="run", most_words=1)
