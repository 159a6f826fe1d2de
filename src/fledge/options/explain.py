"""`fledge explain`: what a run did, whether it is healthy, what to do next."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command
from fledge.options.shared import LogOptions


@dataclass(frozen=True)
class ExplainOptions(LogOptions):
    follow: bool = setting(False, "look again every 5 s while the run goes on; Ctrl-C ends it", group="Output")
    terms: bool = setting(False, "the terms and their formulas, with the numbers of a run if one is named")
    verbose: bool = setting(False, "lines of the log that were not understood, and where settings come from")
    json: bool = setting(False, "one JSON document on stdout, for programs to read")


COMMAND = Command(name="explain", options=ExplainOptions, settings="run")
