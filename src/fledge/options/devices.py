"""`fledge devices`: this machine, and the table of GPUs."""

from dataclasses import dataclass

from fledge.config.fields import setting
from fledge.options.command import Command


@dataclass(frozen=True)
class DevicesOptions:
    json: bool = setting(False, "one JSON document on stdout, for programs to read", group="Output")
    measure: bool = setting(
        False, "measure this machine's matmul peaks now and remember them; if it was busy the last time"
    )


COMMAND = Command(name="devices", options=DevicesOptions, word="NAME")
