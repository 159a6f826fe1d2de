"""`fledge compare`: what changed between runs, who is ahead, and what that shows."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command


@dataclass(frozen=True)
class CompareOptions:
    gpu: str = setting(
        "", "the GPU they ran on; one for each with commas, cpu for none", group="What the logs do not say"
    )
    config: str = setting("", "the settings file they ran with; one for each with commas")
    pick: str = setting("", "which run of a file that holds several, 1 for the first; one for each with commas")
    group: str = setting(
        "", "which runs repeat one config, if the logs do not tell: a,a,b,b for the first two and the last two"
    )
    json: bool = setting(False, "one JSON document on stdout, for programs to read", group="Output")


COMMAND = Command(name="compare", options=CompareOptions, settings="runs")
