"""`fledge explain`: what a run did, whether it is healthy, what to do next."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command
from fledge.options.shared import LogOptions
from fledge.texts import say


@dataclass(frozen=True)
class ExplainOptions(LogOptions):
    follow: bool = setting(False, say("option.follow"), group=say("option.group.output"))
    terms: bool = setting(False, say("option.terms"))
    verbose: bool = setting(False, say("option.verbose"))
    json: bool = setting(False, say("option.json"))


COMMAND = Command(name="explain", options=ExplainOptions, settings="run")
