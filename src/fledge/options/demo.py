"""`fledge demo`: from nothing to a sample, on this machine."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command


@dataclass(frozen=True)
class DemoOptions:
    quick: bool = setting(False, "a smaller model and fewer iterations", group="Demo")


COMMAND = Command(name="demo", options=DemoOptions, most_words=0)
